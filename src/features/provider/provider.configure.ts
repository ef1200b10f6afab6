/**
 * provider.configure: the operator says who serves in live as a provider of a kind, where, and with which secret.
 * Main runs it on every ledger shard (`npm run admin -- provider set`); no caller can ask for it.
 */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { type ProviderKind, serves } from "../../contract/messages/provider_kinds.ts";
import { refuseConstraint } from "../../contract/refusals/refusal.ts";
import {
  PROVIDER_SECRET_OVERLAP_MS,
  type ProviderDocument,
  type ProviderSecret,
  providerSecretsInForce,
} from "./provider_document.ts";
import { ofProviders } from "./provider_facts.ts";
import {
  OperatorName,
  PayeeCheckRails,
  ProviderKindName,
  ProviderPath,
  ProviderStep,
  SealedText,
} from "./provider_schema.ts";
import type { ProviderState } from "./provider_state.ts";

/** The most providers, serving and retired. */
export const PROVIDERS_MAX = 64;

const ProviderConfiguration = Type.Object(
  {
    kind: ProviderKindName,
    url: Type.String({ minLength: 1, maxLength: 2_048 }),
    user: OperatorName,
    /** The rails for whose accounts a bank checks payees; absent: as before, and of a new one none. */
    payeeChecks: Type.Optional(PayeeCheckRails),
    /** A new secret, sealed; absent: the present one stays. */
    secret: Type.Optional(
      Type.Object(
        { sealed: SealedText, prefix: Type.String({ maxLength: 16 }) },
        { additionalProperties: false },
      ),
    ),
  },
  { title: "ProviderConfiguration", additionalProperties: false },
);

export const providerConfigure = declareWrite<ProviderState>()({
  id: "provider.configure",
  summary: "Configure a provider of live",
  http: { method: "POST", path: "/platform/providers/{provider}/configure" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  acts: { on: "platform" },
  path: ProviderPath,
  body: ProviderConfiguration,
  output: ProviderStep,
  refusals: ["state_constraint_failed", "ledger_unavailable"],
  events: [],
  decide(state, { provider, kind, url, user, ...given }, { realm, nowMs }) {
    const { secret } = given;
    const known = state.providers.find(provider);
    if (known === undefined && state.providers.size >= PROVIDERS_MAX) {
      const message = `there are ${state.providers.size} providers; at most ${PROVIDERS_MAX}`;
      return refuseConstraint("providers", message, { limit: PROVIDERS_MAX });
    }
    if (known !== undefined && known.kind !== kind) {
      const message = `provider ${provider} is of kind ${known.kind}: one of kind ${kind} has another name`;
      return refuseConstraint("kind", message);
    }
    const payeeChecks = given.payeeChecks ?? known?.payeeChecks ?? [];
    if (payeeChecks.length > 0 && !serves(kind, "payee_check")) {
      const message = `provider ${provider} is of kind ${kind}: a bank checks payees`;
      return refuseConstraint("payee_checks", message);
    }
    const secretPrefix = secret?.prefix ?? known?.secretPrefix;
    if (secretPrefix === undefined) {
      return refuseConstraint("secret", `provider ${provider} is new and has no secret yet`);
    }
    const changedBy = `operator:${user}`;
    const configured: ProviderDocument = {
      ...{ realm, provider, kind, environment: "live", url, secretPrefix, status: "serving" },
      ...(payeeChecks.length > 0 && { payeeChecks }),
      secrets: secretsAfter(known, secret?.sealed, nowMs),
      createdAtMs: known?.createdAtMs ?? nowMs,
      updatedAtMs: nowMs,
      revision: (known?.revision ?? 0) + 1,
      changedBy,
    };
    const facts = [ofProviders.fact("configured", configured)];
    const before = servingAs(state, kind);
    if (before !== undefined && before.provider !== provider) {
      const revision = before.revision + 1;
      const retired: ProviderDocument = {
        ...{ ...before, status: "retired", updatedAtMs: nowMs, revision, changedBy },
      };
      facts.push(ofProviders.fact("retired", retired));
    }
    return accept(facts, { provider, status: "serving", revision: configured.revision });
  },
});

/** Who serves as a provider of this kind; undefined where nobody does. */
function servingAs({ providers }: ProviderState, kind: ProviderKind): ProviderDocument | undefined {
  return [...providers.values()].find((one) => one.kind === kind && one.status === "serving");
}

/** The new secret, and the one before it for a day; or those that are in force. */
function secretsAfter(
  known: ProviderDocument | undefined,
  sealed: string | undefined,
  nowMs: number,
): readonly ProviderSecret[] {
  const inForce = known === undefined ? [] : providerSecretsInForce(known, nowMs);
  if (sealed === undefined) return inForce;
  const [current] = inForce;
  if (current === undefined) return [{ sealed }];
  return [{ sealed }, { ...current, untilMs: nowMs + PROVIDER_SECRET_OVERLAP_MS }];
}

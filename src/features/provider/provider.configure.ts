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
    /** Empty of a bank that speaks files. */
    url: Type.String({ maxLength: 2_048 }),
    speaks: Type.Optional(Type.Literal("files")),
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
  decide(state, { provider, kind, url, speaks, user, ...given }, { realm, nowMs }) {
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
    const isOtherwise = known !== undefined && known.speaks !== speaks;
    if (isOtherwise || (speaks === "files") !== (url === "") || (speaks && kind !== "bank")) {
      return refuseConstraint("speaks", faultOfSpeech({ provider, isOtherwise }));
    }
    const payeeChecks = given.payeeChecks ?? known?.payeeChecks ?? [];
    const fault =
      payeeChecks.length > 0 ? faultOfPayeeChecks({ provider, kind, speaks }) : undefined;
    if (fault !== undefined) return refuseConstraint("payee_checks", fault);
    const bySilence = speaks === "files" ? "" : undefined;
    const secretPrefix = secret?.prefix ?? known?.secretPrefix ?? bySilence;
    if (secretPrefix === undefined) {
      return refuseConstraint("secret", `provider ${provider} is new and has no secret yet`);
    }
    const changedBy = `operator:${user}`;
    const configured: ProviderDocument = {
      ...{ realm, provider, kind, environment: "live", url, secretPrefix, status: "serving" },
      ...(payeeChecks.length > 0 && { payeeChecks }),
      secrets: secretsAfter(known, secret?.sealed, nowMs),
      ...(speaks !== undefined && { speaks }),
      ...(known?.accounts !== undefined && { accounts: known.accounts }),
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

function faultOfSpeech({ provider, isOtherwise }: { provider: string; isOtherwise: boolean }) {
  return isOtherwise
    ? `provider ${provider} is told by another way, which never changes: another name can have this one`
    : "a bank alone speaks files, and has no address then; every other provider has one";
}

/** Why a provider checks no payees; undefined where it can. No file asks whose an account is. */
function faultOfPayeeChecks({
  provider,
  kind,
  speaks,
}: {
  provider: string;
  kind: ProviderKind;
  speaks: "files" | undefined;
}): string | undefined {
  if (!serves(kind, "payee_check")) {
    return `provider ${provider} is of kind ${kind}: a bank checks payees`;
  }
  return speaks === "files" ? `the bank ${provider} speaks files: it checks no payees` : undefined;
}

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

/** api_key.roll: a new key takes the place of another, which works on for an overlap or ends at once. */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { audited } from "../audit/audit_note.ts";
import { browserKeyOnlyOperationIds } from "../operation_ids.ts";
import { expiryOf, keyMade, refuseManyKeys } from "../platform/api_key_making.ts";
import { keyOfProduct, refuseOver } from "../platform/api_key_rules.ts";
import { idsInState, type StoredKey, shownKey, viewOfKey } from "../platform/api_key_view.ts";
import { refuseManyKeysOfLogin } from "../platform/login_keys.ts";
import type { ApiKeyChanged } from "../platform/platform_facts.ts";
import type { ApiKeyDocument } from "../platform/platform_state.ts";
import { tellApiKey } from "../platform/platform_telling.ts";
import type { SessionState } from "../session/session_noun.ts";
import {
  type Asker,
  askerOf,
  endOfLogin,
  ORIGIN_OF,
  personOf,
  refuseEndedLogin,
  refuseRoleIn,
  refuseScopes,
} from "../tenant/asker.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { KeyPath, NewApiKey } from "./api_key_draft.ts";

/** The longest overlap, seconds: a day (specification, `api_key.roll`). */
export const ROLL_OVERLAP_SECONDS_MAX = 86_400;

export const apiKeyRoll = declareWrite<TenantState & SessionState>()({
  id: "api_key.roll",
  summary: "Roll an API key",
  description:
    "Makes a new key with the same name, scopes and addresses, and shows its text once. The old key works until the overlap ends, or ends at once without an overlap. A key of live is rolled in a browser, with a second factor.",
  http: { method: "POST", path: "/products/{productId}/api-keys/{apiKeyId}/roll" },
  principals: ["founder"],
  scope: "keys:write",
  permission: "keys:write@sandbox",
  acts: { on: "tenant" },
  path: KeyPath,
  body: Type.Object(
    {
      overlapSeconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: ROLL_OVERLAP_SECONDS_MAX,
          default: 0,
          description: "How long the old key still works.",
        }),
      ),
    },
    {
      title: "ApiKeyRoll",
      description: "How a key shall be replaced.",
      additionalProperties: false,
    },
  ),
  output: NewApiKey,
  refusals: [
    "session_revoked",
    "resource_not_found",
    "missing_required_permission",
    "session_required",
    "mfa_verification_required",
    "key_revoked",
    "state_conflict",
    "missing_required_scope",
    "state_constraint_failed",
  ],
  events: ["api_key.rolled", "api_key.created"],
  prepare: async (input, tools) => ({
    ...(await askerOf(input, tools)),
    // The decision knows which key is rolled, and so which of the two is wanted.
    newKeys: { sandbox: tools.newApiKey("sandbox"), live: tools.newApiKey("live") },
  }),
  decide(state, input, context) {
    const { nowMs, place, realm, prepared } = context;
    const ended = refuseEndedLogin(state, prepared, nowMs);
    if (ended !== undefined) return ended;
    const seen = keyOfProduct(state, input, realm);
    if ("refused" in seen) return seen;
    const { product, apiKey: old } = seen;
    const idsOf = idsInState(state);
    const { environment, name, scopes, allowedCidrs, mcp, productId } = old;
    const refusal =
      refuseRoleIn(state, context, "keys:write", environment) ??
      refuseLiveRoll(environment, prepared) ??
      refuseOver(old, nowMs) ??
      refuseRolling(old) ??
      refuseScopes(state, context, scopes, environment) ??
      refuseManyKeys(state, productId, environment) ??
      refuseManyKeysOfLogin(state, prepared.loginId);
    if (refusal !== undefined) return refusal;
    const origin = ORIGIN_OF[prepared.kind];
    const { loginId: boundGrantId } = prepared;
    const expiresAtMs = expiryOf(origin, { loginEndsAtMs: endOfLogin(state, boundGrantId) }, nowMs);
    const createdByUserId = personOf(context);
    const given = { environment, name, scopes, origin, allowedCidrs, mcp, createdByUserId };
    const draft = { ...given, boundGrantId, expiresAtMs };
    const newKey = prepared.newKeys[environment];
    const made = keyMade(state, product, draft, newKey, nowMs);
    const apiKey = replaced(old, made.view.apiKeyId, nowMs, input.overlapSeconds ?? 0);
    const rolled: ApiKeyChanged = { kind: "api_key.rolled.1", apiKey };
    const view = viewOfKey(apiKey, idsOf);
    const reply = {
      ...shownKey(made.view, nowMs),
      key: newKey.text,
      browserKeyOnlyOperationIds: browserKeyOnlyOperationIds(),
    };
    const told = { product, place };
    const effects = [
      ...tellApiKey("api_key.rolled", view, told),
      ...tellApiKey("api_key.created", made.view, told),
    ];
    return audited(
      { ...accept([rolled, ...made.facts], reply), effects },
      {
        tenantIds: [old.tenantId],
        resource: { type: "api_key", id: old.apiKeyId },
        before: shownKey(viewOfKey(old, idsOf), nowMs),
        after: shownKey(view, nowMs),
      },
      prepared.from,
    );
  },
});

/** The old key: over at once, or rolling until the overlap ends. */
function replaced(
  { realm: _, ...old }: ApiKeyDocument,
  replacedBy: string,
  nowMs: number,
  overlapSeconds: number,
): StoredKey {
  const after = { ...old, replacedBy, revision: (old.revision ?? 1) + 1 };
  if (overlapSeconds === 0) return { ...after, status: "revoked", revokedAtMs: nowMs };
  return { ...after, status: "rolling", endsAtMs: nowMs + overlapSeconds * 1_000 };
}

/** A key of live comes into the world only in the browser of a person with a second factor. */
function refuseLiveRoll(
  environment: ApiKeyDocument["environment"],
  { kind, mfa }: Asker,
): Refusal<"session_required" | "mfa_verification_required"> | undefined {
  if (environment === "sandbox") return undefined;
  if (kind !== "session") {
    const message = `a key of live is rolled in a browser session; a ${kind} was sent in Authorization; log in, and send the cookie of the session without that header`;
    return refuse("session_required", message, { principal: ["session"], sent: kind });
  }
  if (mfa) return undefined;
  const message =
    "a key of live is rolled in a session whose login was verified with a second factor; enrol TOTP, then log in again";
  return refuse("mfa_verification_required", message, { policy: "operation" });
}

function refuseRolling({
  apiKeyId,
  status,
  replacedBy,
}: ApiKeyDocument): Refusal<"state_conflict"> | undefined {
  if (status !== "rolling") return undefined;
  return refuse("state_conflict", `${replacedBy} takes the place of ${apiKeyId} already`, {
    status,
    expected: "active",
    actual: status,
  });
}

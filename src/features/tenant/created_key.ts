/** The decision that makes a key for a company, of sandbox or live, and shows its text once. */
import { type Acceptance, accept, type DecisionContext } from "../../contract/declare/operation.ts";
import type { NewApiKey } from "../../contract/declare/preparation.ts";
import type { ApiKeyView, Environment } from "../../contract/declare/principal.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import { parseTimestamp } from "../../contract/values/timestamp_text.ts";
import { refuseExpiry } from "../api_key/api_key_draft.ts";
import { audited } from "../audit/audit_note.ts";
import { browserKeyOnlyOperationIds } from "../operation_ids.ts";
import { expiryOf, keyMade, refuseManyKeys } from "../platform/api_key_making.ts";
import { shownKey } from "../platform/api_key_view.ts";
import type { ProductDocument } from "../platform/platform_state.ts";
import { tellApiKey } from "../platform/platform_telling.ts";
import { type Asker, endOfLogin, personOf, refuseScopes } from "./asker.ts";
import type { TenantState } from "./tenant_state.ts";

/** What `askerOf` prepares, and the new key. */
export type KeyAsker = Asker & { newKey: NewApiKey };
type Draft = {
  name: string;
  scopes: readonly string[];
  expiresAt?: string | undefined;
  allowedCidrs?: readonly string[] | undefined;
  mcp?: boolean | undefined;
};

/** The key of the Product in the environment, as a credential of `origin` may make it; or a refusal. */
export function createdKey(
  state: TenantState,
  product: ProductDocument,
  { name, scopes, expiresAt, allowedCidrs, mcp }: Draft,
  { environment, origin }: { environment: Environment; origin: ApiKeyView["origin"] },
  context: DecisionContext<KeyAsker>,
): Acceptance | Refusal<"missing_required_scope" | "state_constraint_failed"> {
  const { nowMs, place, prepared } = context;
  const askedMs = expiresAt === undefined ? undefined : parseTimestamp(expiresAt);
  const refusal =
    refuseScopes(state, context, scopes, environment) ??
    refuseExpiry(askedMs, nowMs) ??
    refuseManyKeys(state, product.productId, environment);
  if (refusal !== undefined) return refusal;
  const { loginId: boundGrantId } = prepared;
  const loginEndsAtMs = endOfLogin(state, boundGrantId);
  const expiresAtMs = expiryOf(origin, { askedMs, loginEndsAtMs }, nowMs);
  const given = { environment, name, scopes: [...scopes], origin, allowedCidrs, mcp, expiresAtMs };
  const draft = { ...given, boundGrantId, createdByUserId: personOf(context) };
  const { facts, view } = keyMade(state, product, draft, prepared.newKey, nowMs);
  const after = shownKey(view, nowMs);
  const { text: key } = prepared.newKey;
  const reply = { ...after, key, browserKeyOnlyOperationIds: browserKeyOnlyOperationIds() };
  const effects = tellApiKey("api_key.created", view, { product, place });
  const resource = { type: "api_key", id: view.apiKeyId };
  const note = { tenantIds: [product.tenantId], resource, after };
  return audited({ ...accept(facts, reply), effects }, note, prepared.from);
}

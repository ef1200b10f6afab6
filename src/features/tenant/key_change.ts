/** The decision that accepts a member's change of a key: with its telling in the Product's realm and its audit note. */
import { accept, type Decision, type DecisionContext } from "../../contract/declare/operation.ts";
import { audited } from "../audit/audit_note.ts";
import { idsInState, type StoredKey, shownKey, viewOfKey } from "../platform/api_key_view.ts";
import type { ApiKeyChanged } from "../platform/platform_facts.ts";
import type { ProductDocument } from "../platform/platform_state.ts";
import { tellApiKey } from "../platform/platform_telling.ts";
import type { Asker } from "./asker.ts";
import type { TenantState } from "./tenant_state.ts";

/** `before` and `after`: the key; `after` gets the next revision. `product`: the Product of the key. */
export function keyChanged(
  state: TenantState,
  { before, after, product }: { before: StoredKey; after: StoredKey; product: ProductDocument },
  type: "api_key.updated" | "api_key.revoked",
  { nowMs, place, prepared }: DecisionContext<Asker>,
): Decision<never> {
  const idsOf = idsInState(state);
  const apiKey = { ...after, revision: (before.revision ?? 1) + 1 };
  const fact: ApiKeyChanged = { kind: `${type}.1`, apiKey };
  const view = viewOfKey(apiKey, idsOf);
  const shownAfter = shownKey(view, nowMs);
  const effects = tellApiKey(type, view, { product, place });
  const note = {
    tenantIds: [apiKey.tenantId],
    resource: { type: "api_key", id: apiKey.apiKeyId },
    before: shownKey(viewOfKey(before, idsOf), nowMs),
    after: shownAfter,
  };
  return audited({ ...accept([fact], shownAfter), effects }, note, prepared.from);
}

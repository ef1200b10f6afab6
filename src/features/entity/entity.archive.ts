/** entity.archive: ends an entity for ever, once its customer has no account that is not closed. */
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import type { AccountState } from "../account/account_state.ts";
import type { EntityDocument } from "./entity_document.ts";
import { changeOfEntity, inEntityStatus, refuseEntityStatus } from "./entity_lifecycle.ts";
import { entityNotFound } from "./entity_resource.ts";
import { Entity, EntityPath } from "./entity_schema.ts";
import { refuseInReview } from "./kyc_lifecycle.ts";
import { dropFacts, openVerificationOf, withoutReview } from "./verification_lifecycle.ts";

export const entityArchive = declareWrite<AccountState>()({
  id: "entity.archive",
  summary: "Archive an entity",
  description:
    "For ever. Every account of its customer must be closed, and no verification may be under way; one that waits for input ends. An archived entity gets no accounts, and nothing more is submitted or changed of it; its customer may be closed before or afterwards.",
  http: { method: "POST", path: "/entities/{entityId}/archive" },
  principals: PRODUCT_CALLERS,
  scope: "entities:write",
  path: EntityPath,
  output: Entity,
  refusals: ["entity_not_found", "entity_status_forbidden", "state_conflict", "ledger_unavailable"],
  events: ["entity.archived", "entity.kyc.verification_cancelled"],
  decide(state, { entityId }, context) {
    const before = state.entities.byId(context.realm, entityId);
    if (before === undefined) return entityNotFound(entityId);
    const refusal =
      refuseEntityStatus(before) ?? refuseOpenAccounts(state, before) ?? refuseInReview(before);
    if (refusal !== undefined) return refusal;
    // A verification that waits for input of a person does not prevent the archiving, and ends with it.
    const open = openVerificationOf(state, before);
    const archived = inEntityStatus(before, "archived", context.nowMs);
    const after = open === undefined ? archived : withoutReview({ ...open, entity: archived });
    const dropped = open === undefined ? [] : dropFacts(state, open, { entity: after }, context);
    const { fact, reply } = changeOfEntity("archived", before, after, context);
    return accept([...dropped, fact], reply);
  },
});

function refuseOpenAccounts(
  { accounts }: AccountState,
  { customerId }: EntityDocument,
): Refusal<"state_conflict"> | undefined {
  for (const ordinal of accounts.ofOwner("customer", customerId)) {
    const status = accounts.status(ordinal);
    if (status === "closed") continue;
    const accountId = accounts.accountId(ordinal);
    return refuse("state_conflict", `account ${accountId} is ${status}, must be closed`, {
      accountId,
      status,
      expected: "closed",
      actual: status,
    });
  }
  return undefined;
}

/** The collections among the moves of an action: a bank is asked by a mandate, and the money comes when it has it. */
import { invariant } from "../../base/invariant.ts";
import { actorText } from "../../contract/records/actor.ts";
import type { Fact } from "../../contract/records/record.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import type { PlannedTransfer } from "../../programs/run/outcome.ts";
import { askedOf } from "../collection/collection_asked.ts";
import { consentOf, refuseDebtor, refuseRailCurrency } from "../collection/collection_authority.ts";
import type { CollectionDocument } from "../collection/collection_document.ts";
import { collections } from "../collection/collection_noun.ts";
import type { CallOfProgram } from "./object_call.ts";
import type { AccountRef } from "./object_source.ts";
import type { PayingAction } from "./planned_payouts.ts";

/** The facts by which the bank is asked for the money of a move; or why it cannot be. The engine has looked at the consent. */
export function collectByMandate(
  { state, world, context }: Pick<CallOfProgram, "state" | "world" | "context">,
  { objectId, action, subject }: PayingAction,
  { move, destination }: { move: PlannedTransfer; destination: AccountRef },
): { refused: false; facts: readonly Fact[] } | Refusal {
  const { from, amount, currency, label, book } = move;
  const { realm, nowMs, actor, newId } = context;
  invariant(from.kind === "mandate", "a bank collects by a mandate");
  const { consentId } = from;
  const consent = consentOf(state, { realm, consentId });
  const { accountId: destinationAccountId } = destination;
  const refusal =
    refuseDebtor(state, consent) ?? refuseRailCurrency(consent, { destinationAccountId, currency });
  if (refusal !== undefined) return refusal;
  const { mandate } = consent;
  invariant(mandate !== undefined, "the engine asks for a consent with a mandate");
  const before: CollectionDocument = {
    ...{ realm, collectionId: newId("coll"), customerId: subject ?? "", consentId },
    ...{ objectId, action, label, ...(book !== undefined && { book }) },
    ...{ destinationAccountId, amountMinor: String(amount), currency, rail: mandate.rail },
    dueAtMs: world.nowMs,
    attempts: [],
    status: "scheduled",
    ...{ createdAtMs: nowMs, updatedAtMs: nowMs, revision: 1, changedBy: actorText(actor) },
  };
  const asked = askedOf(state, before, world.nowMs, context);
  if (asked.refused) return asked;
  const { realm: _, ...made } = asked.after;
  return { refused: false, facts: [...asked.facts, collections.fact("processing", made)] };
}

/**
 * A row of a schedule that collects by a mandate: its bank is asked for the money, and the row waits. The money is credited to the
 * account that the action takes it from, and the action is called when the bank has it.
 */
import type { DecisionContext } from "../../contract/declare/operation.ts";
import { actorText } from "../../contract/records/actor.ts";
import type { Fact } from "../../contract/records/record.ts";
import { type Refusal, refuseConstraint } from "../../contract/refusals/refusal.ts";
import { callAction } from "../../programs/run/engine.ts";
import { isRefusal } from "../../programs/run/refused.ts";
import { CLOCK, type RowCall } from "../../programs/run/row_run.ts";
import { askedOf } from "../collection/collection_asked.ts";
import { refuseDebtor, refuseRailCurrency } from "../collection/collection_authority.ts";
import type { CollectionDocument } from "../collection/collection_document.ts";
import { collections } from "../collection/collection_noun.ts";
import { type CallOfProgram, callIn } from "./object_call.ts";
import type { CalledObject } from "./object_document.ts";
import type { AccountRef } from "./object_source.ts";
import type { ObjectState } from "./object_state.ts";
import { accountMissing } from "./planned_rows.ts";
import { type Attempted, collectingRow, coveredBy } from "./row_collection.ts";

type Collect = Extract<RowCall, { does: "collect" }>;
/** A call that the shard decides, with all that it knows. */
export type CallOnShard = CallOfProgram & { state: ObjectState; context: DecisionContext };

/**
 * The facts by which the bank is asked; nothing has moved. Nobody is asked where the consent does not cover the money, or where the action would be
 * refused if the money were there now.
 */
export function askedRow(
  attempted: Attempted,
  object: CalledObject,
  call: CallOnShard,
): { refused: false; facts: readonly Fact[]; moved: undefined } | Refusal {
  const { collect, earlier } = attempted;
  const { state, context } = call;
  const covered = coveredBy(attempted, object, call);
  if (covered.refused) return covered;
  const refusal = refuseDebtor(state, covered.consent);
  if (refusal !== undefined) return refusal;
  const credited = creditedBy(collect, call);
  if ("refused" in credited) return credited;
  const { accountId: destinationAccountId } = credited;
  const other =
    refuseRailCurrency(covered.consent, { destinationAccountId, currency: collect.currency }) ??
    refuseAction(collect, object, credited, call);
  if (other !== undefined) return other;
  const before: CollectionDocument = {
    realm: context.realm,
    ...collectingRow(attempted, object.document),
    destinationAccountId,
    status: earlier?.status ?? "scheduled",
    updatedAtMs: context.nowMs,
    revision: earlier?.revision ?? 1,
    changedBy: actorText(context.actor),
  };
  const asked = askedOf(state, before, call.world.nowMs, context);
  if (asked.refused) return asked;
  const { realm: _, ...made } = asked.after;
  const fact =
    earlier === undefined
      ? collections.fact("processing", made)
      : collections.changeFact("processing", earlier, asked.after, context);
  return { refused: false, facts: [...asked.facts, fact], moved: undefined };
}

/** The one account of the customer that the action takes the money from. */
function creditedBy(
  { call: { action }, debits }: Collect,
  { world }: Pick<CallOfProgram, "world">,
): AccountRef | Refusal {
  const [debit, ...more] = debits;
  if (debit === undefined || more.length > 0) {
    const message = `${action} takes money from ${debits.length} accounts of the customer; what a bank collects is credited to one`;
    return refuseConstraint("credited_account", message);
  }
  return world.accountOf(debit) ?? accountMissing(debit);
}

/** Why the action could not be called if the money were there now. */
function refuseAction(
  { call: asked, amount }: Collect,
  { document, record }: CalledObject,
  { accountId }: AccountRef,
  { state, program, context }: CallOnShard,
): Refusal | undefined {
  const unseen = { accountId, amountMinor: -amount };
  const { world } = callIn(state, program, context, CLOCK, document, unseen);
  const outcome = callAction(program, record, asked, world);
  return isRefusal(outcome) ? outcome : undefined;
}

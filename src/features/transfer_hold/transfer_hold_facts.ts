/**
 * The facts about a transfer hold, and how they change the state. Each fact carries the whole hold
 * as it then is. The money is moved by the row beside the fact, in the same record.
 */
import type { Apply, DecisionContext } from "../../contract/declare/operation.ts";
import { putDocument } from "../../contract/declare/resource_facts.ts";
import { actorText } from "../../contract/records/actor.ts";
import type { HoldStatus, TransferHoldDocument } from "./transfer_hold_document.ts";
import type { TransferHoldState } from "./transfer_hold_state.ts";

/** The hold after the change; its realm is the realm of the record. */
export type HoldFact = Omit<TransferHoldDocument, "realm"> & {
  kind: `transfer_hold.${HoldStatus}.1`;
};

/** The fact by which a hold ends with `status`, with `clearedMinor` of it settled. */
export function endedFact(
  { realm: _, ...hold }: TransferHoldDocument,
  end: { status: Exclude<HoldStatus, "reserved">; clearedMinor: bigint },
  { nowMs, actor, place }: Pick<DecisionContext, "nowMs" | "actor" | "place">,
): HoldFact {
  return {
    kind: `transfer_hold.${end.status}.1`,
    ...hold,
    clearedMinor: String(end.clearedMinor),
    status: end.status,
    updatedAtMs: nowMs,
    endedAtMs: nowMs,
    endedPlace: place,
    revision: hold.revision + 1,
    changedBy: actorText(actor),
  };
}

const put = putDocument<TransferHoldState, TransferHoldDocument>(
  (state) => state.transferHolds,
  (fact) => {
    const { kind: _, ...hold } = fact as HoldFact;
    return { id: hold.transferHoldId, document: hold };
  },
);

export const transferHoldFacts: Record<HoldFact["kind"], Apply<TransferHoldState>> = {
  "transfer_hold.reserved.1": put,
  "transfer_hold.cleared.1": put,
  "transfer_hold.cancelled.1": put,
  "transfer_hold.expired.1": put,
};

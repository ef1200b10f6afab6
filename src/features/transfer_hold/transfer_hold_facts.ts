/**
 * What can happen to a transfer hold, and how it changes the state. Each fact carries the whole
 * hold as it then is. Does not move money: the row beside the fact, in the same record, does.
 */
import { actorText } from "../../contract/actor.ts";
import type { Apply, DecisionContext } from "../../contract/operation.ts";
import type { Fact, RecordHead } from "../../contract/record.ts";
import { claimExternalId } from "../external_id/external_id.ts";
import { pruneExpiries } from "./expiries.ts";
import {
  type HoldStatus,
  suffixOfHold,
  type TransferHoldDocument,
} from "./transfer_hold_document.ts";
import type { TransferHoldState } from "./transfer_hold_state.ts";

/** The hold after what happened; the scope is that of the record. */
export type HoldFact = Omit<TransferHoldDocument, "scope"> & {
  kind: `transfer_hold.${HoldStatus}.1`;
};

const NO_BYTES = new Uint8Array(0);

/** The hold as it is once it has ended with `status`, and `clearedMinor` of it settled. */
export function endedFact(
  { scope: _, ...hold }: TransferHoldDocument,
  end: { status: Exclude<HoldStatus, "reserved">; clearedMinor: bigint },
  { nowMs, actor }: Pick<DecisionContext, "nowMs" | "actor">,
): HoldFact {
  return {
    kind: `transfer_hold.${end.status}.1`,
    ...hold,
    clearedMinor: String(end.clearedMinor),
    status: end.status,
    updatedAtMs: nowMs,
    endedAtMs: nowMs,
    revision: hold.revision + 1,
    changedBy: actorText(actor),
  };
}

export const transferHoldFacts: Record<string, Apply<TransferHoldState>> = {
  "transfer_hold.reserved.1": (state, fact, head) => {
    const hold = put(state, fact, head);
    const { scope, transferHoldId, sourceAccountId, destinationAccountId } = hold;
    for (const accountId of [sourceAccountId, destinationAccountId]) {
      state.accountTransferHolds.add(
        scope,
        accountHoldKey(accountId, suffixOfHold(hold)),
        NO_BYTES,
      );
    }
    claimExternalId(state, scope, "transfer_hold", hold.externalId, transferHoldId);
    state.expiries.add(scope, hold.expiresAtMs, transferHoldId);
  },
  "transfer_hold.cleared.1": end,
  "transfer_hold.cancelled.1": end,
  "transfer_hold.expired.1": end,
};

/** The account's suffix and the hold's: the holds of one account, by time. */
export function accountHoldKey(accountId: string, holdSuffix: string): string {
  return accountId.slice("acct_".length) + holdSuffix;
}

function end(state: TransferHoldState, fact: Fact, head: RecordHead): void {
  put(state, fact, head);
  pruneExpiries(state, head.scope);
}

function put(state: TransferHoldState, fact: Fact, head: RecordHead): TransferHoldDocument {
  const { kind: _, ...fields } = fact as HoldFact;
  const hold: TransferHoldDocument = { scope: head.scope, ...fields };
  state.transferHolds.set(suffixOfHold(hold), hold);
  return hold;
}

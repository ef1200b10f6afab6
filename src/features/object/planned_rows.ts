/** The moves of an action as rows of the ledger, or why the ledger refuses them. */
import type { Place } from "../../base/id.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import type { Account } from "../../programs/run/account.ts";
import type { PlannedTransfer } from "../../programs/run/outcome.ts";
import { type Leg, type LegRefusal, Plan } from "../ledger/ledger.ts";
import type { LedgerAccounts } from "../ledger/ledger_accounts.ts";
import type { TransferRow } from "../ledger/transfer_row.ts";
import {
  currencyMismatch,
  moneyRefusal,
  refuseReserved,
  refuseUnusable,
} from "../transfer/transfer_party.ts";
import type { CallOfProgram } from "./object_call.ts";
import type { AccountRef } from "./object_source.ts";
import type { ObjectWorld } from "./object_world.ts";

type Moved = { rows: readonly TransferRow[] };

/**
 * All moves or none: where the ledger refuses one, the refusal keeps that one alone, as a failed transfer.
 */
export function planOfMoves(
  call: Pick<CallOfProgram, "state" | "world" | "context">,
  objectId: string,
  moves: readonly PlannedTransfer[],
): Moved | Refusal {
  const { state, world, context } = call;
  const { accounts } = state;
  const plan = new Plan(accounts, context.place);
  let sub = 0;
  for (const move of moves) {
    const parties = partiesOf(accounts, world, move);
    if ("refused" in parties) return parties;
    const { label, book, amount } = move;
    const leg: Leg = {
      step: "posted",
      transferKind: "action",
      sub: sub++,
      sourceOrdinal: parties.source.ordinal,
      destinationOrdinal: parties.destination.ordinal,
      amountMinor: amount,
      reservedMinor: 0n,
      extras: book === undefined ? { objectId, label } : { objectId, label, book },
    };
    const refused = plan.add(leg);
    if (refused !== undefined) return failed(accounts, context.place, leg, refused);
  }
  return { rows: plan.rows };
}

function partiesOf(
  accounts: LedgerAccounts,
  world: ObjectWorld,
  { from, to, currency }: PlannedTransfer,
): { source: AccountRef; destination: AccountRef } | Refusal {
  const source = world.accountOf(from);
  if (source === undefined) return accountMissing(from);
  const destination = world.accountOf(to);
  if (destination === undefined) return accountMissing(to);
  return (
    refuseOther(accounts, from, source, currency) ??
    refuseOther(accounts, to, destination, currency) ??
    refuseUnusable(accounts, source.ordinal, destination.ordinal) ?? { source, destination }
  );
}

function refuseOther(
  accounts: LedgerAccounts,
  { kind }: Account,
  { ordinal }: AccountRef,
  currency: string,
): Refusal | undefined {
  if (!accounts.hasCurrency(ordinal, currency)) {
    return currencyMismatch(accounts, ordinal, currency);
  }
  // A field may name no account of the platform and none of another object.
  return kind === "account" ? refuseReserved(accounts, ordinal) : undefined;
}

function accountMissing(account: Account): Refusal<"account_not_found"> {
  const says = `there is no account ${described(account)}`;
  return refuse("account_not_found", says, {
    accountId: account.kind === "account" ? account.accountId : account.key,
  });
}

function described(account: Account): string {
  switch (account.kind) {
    case "customer":
      return `of customer ${account.customerId} with the role ${account.role} in ${account.currency}; open one with account.create`;
    case "account":
      return account.accountId;
    default:
      return `${account.name} in ${account.currency}`;
  }
}

/** Of the other legs nothing stays, so the failed row says what its accounts had before the action. */
function failed(
  accounts: LedgerAccounts,
  place: Place,
  leg: Leg,
  refused: LegRefusal,
): Refusal<"insufficient_balance" | "exposure_cap_exceeded"> {
  const refusal = moneyRefusal(refused, accounts, leg.sourceOrdinal, leg.amountMinor);
  const alone = new Plan(accounts, place);
  alone.addFailed({ ...leg, sub: 0 }, refusal.code);
  return { ...refusal, facts: alone.rows };
}

/** The moves of an action as rows of the ledger, payouts among them, or why they are refused. */
import type { Place } from "../../base/id.ts";
import type { Fact } from "../../contract/records/record.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import type { Account } from "../../programs/run/account.ts";
import type { PlannedTransfer } from "../../programs/run/outcome.ts";
import { type Leg, type LegRefusal, Plan } from "../ledger/ledger.ts";
import type { LedgerAccounts } from "../ledger/ledger_accounts.ts";
import type { TransferRow } from "../ledger/transfer_row.ts";
import { type NewPayouts, newPayoutsIn } from "../payout/payout_new.ts";
import {
  currencyMismatch,
  moneyRefusal,
  refuseReserved,
  refuseUnusable,
} from "../transfer/transfer_party.ts";
import type { CallOfProgram } from "./object_call.ts";
import type { AccountRef } from "./object_source.ts";
import type { ObjectWorld } from "./object_world.ts";
import { collectByMandate } from "./planned_collections.ts";
import { type PayingAction, payOut } from "./planned_payouts.ts";

type Moved = {
  /** Those that make accounts of providers; they stand before the rows. */
  accountFacts: readonly Fact[];
  rows: readonly TransferRow[];
  /** The payouts and the collection, and the requests to their providers. */
  payoutFacts: readonly Fact[];
};

const NOTHING: readonly Fact[] = [];

/**
 * All moves or none: where the ledger refuses one, the refusal keeps that one alone, as a failed transfer.
 */
export function planOfMoves(
  call: Pick<CallOfProgram, "state" | "world" | "context">,
  paying: PayingAction,
  moves: readonly PlannedTransfer[],
): Moved | Refusal {
  const { state, world, context } = call;
  const { accounts } = state;
  const plan = new Plan(accounts, context.place);
  const { objectId } = paying;
  let payouts: NewPayouts | undefined;
  let payoutFacts = NOTHING;
  let sub = 0;
  for (const move of moves) {
    if (move.to.kind === "beneficiary") {
      payouts ??= newPayoutsIn(plan, world.nowMs);
      const source = world.accountOf(move.from);
      if (source === undefined) return accountMissing(move.from);
      const made = payOut(call, payouts, paying, { move, source, sub: sub++ });
      if (made.refused) return made;
      payoutFacts = [...payoutFacts, ...made.facts];
      continue;
    }
    if (move.from.kind === "mandate") {
      const made = collected(call, paying, move);
      if (made.refused) return made;
      payoutFacts = [...payoutFacts, ...made.facts];
      continue;
    }
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
  return { accountFacts: payouts?.accountFacts ?? NOTHING, rows: plan.rows, payoutFacts };
}

/** A bank is asked for the money of the move, which is credited to its destination when the bank has it. */
function collected(
  call: Pick<CallOfProgram, "state" | "world" | "context">,
  paying: PayingAction,
  move: PlannedTransfer,
): ReturnType<typeof collectByMandate> {
  const { state, world } = call;
  const { to, currency } = move;
  const destination = world.accountOf(to);
  if (destination === undefined) return accountMissing(to);
  const other = refuseOther(state.accounts, to, destination, currency);
  return other ?? collectByMandate(call, paying, { move, destination });
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

/** `account_not_found` of an account that a program names. */
export function accountMissing(account: Account): Refusal<"account_not_found"> {
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
    case "beneficiary":
    case "mandate":
      return account.key;
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

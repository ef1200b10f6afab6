/**
 * Step 11 of a call: the transfers that an action makes. Amounts and accounts are those at the
 * beginning of the call, but balances follow the moves in their order: `balance(own.escrow)` in a
 * later move sees the earlier ones. What a payout pays is reserved: the account may not spend it any more, and has it until
 * the payout is posted. A move whose amount is zero makes no transfer, and its accounts are
 * not looked at.
 */
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import type { Account } from "./account.ts";
import { type SplitAsk, splitList } from "./amounts.ts";
import type { CompiledMove, CompiledPart } from "./compiled_action.ts";
import { checkMandate } from "./consent_check.ts";
import type { Evaluation } from "./evaluation.ts";
import type { PlannedTransfer } from "./outcome.ts";
import { stop, stopAt } from "./refused.ts";

export type Plan = {
  transfers: readonly PlannedTransfer[];
  /** The refusal of the first source that cannot pay, where the world has the engine check balances. */
  shortage: Refusal | undefined;
};

/** The plan of the moves. Afterwards `call.moved` has the change of each account. */
export function planMoves(call: Evaluation, moves: readonly CompiledMove[]): Plan {
  const transfers: PlannedTransfer[] = [];
  let shortage: Refusal | undefined;
  for (const move of moves) {
    const amount = move.amount(call);
    if (amount === 0n) continue;
    const from = move.from(call);
    for (const part of partsOf(call, move, amount)) {
      const to = part.account(call);
      checkDifferent(call, from, to);
      // A bank is asked, and nothing moves before it has the money.
      const isAsked = from.kind === "mandate";
      if (from.kind === "mandate") checkAsked(call, from, part.amount);
      else shortage ??= shortageOf(call, from, part.amount);
      if (to.kind === "beneficiary") call.reserve(from, part.amount);
      else if (!isAsked) {
        call.move(from, -part.amount);
        call.move(to, part.amount);
      }
      transfers.push({
        label: part.label,
        move: move.label,
        amount: part.amount,
        currency: call.currency,
        from,
        to,
        book: part.book,
      });
    }
  }
  return { transfers, shortage };
}

type Part = Pick<CompiledPart, "label" | "book" | "account"> & { amount: bigint };

/** The parts of a split whose amount is above zero. */
function partsOf(call: Evaluation, { label, book, to }: CompiledMove, amount: bigint): Part[] {
  if (typeof to === "function") return [{ label, book, account: to, amount }];
  const asks: SplitAsk[] = to.map(({ share, min, cap }) => ({
    asked: share?.(call, amount),
    min: min?.(call),
    cap: cap?.(call),
  }));
  return splitList(amount, asks).flatMap((part, index) => {
    if (part === 0n) return [];
    const { label: name, book: ofPart, account } = to[index] as CompiledPart;
    return [{ label: name, book: ofPart, account, amount: part }];
  });
}

function checkAsked(
  { world, object: { subject } }: Evaluation,
  { consentId, currency }: Extract<Account, { kind: "mandate" }>,
  amount: bigint,
): void {
  const asked = { consentId, subject, amount, currency };
  const refusal = checkMandate(world.consent(consentId), asked, world.nowMs);
  if (refusal !== undefined) stop(refusal);
}

/** Two fields may name one customer, which no check of a program can see. */
function checkDifferent({ world }: Evaluation, from: Account, to: Account): void {
  if (world.accountIdOf(from) !== world.accountIdOf(to)) return;
  stopAt("same_account", "the money would move from an account to itself");
}

function shortageOf(call: Evaluation, from: Account, amount: bigint): Refusal | undefined {
  const { world } = call;
  if (!world.checksBalances) return undefined;
  const available = call.rawBalance(from);
  if (available >= amount) return undefined;
  const accountId = world.accountIdOf(from);
  const { currency } = from;
  const message = `account ${accountId} has ${available} ${currency} available; ${amount} is needed`;
  const details = { accountId, available: String(available), amount: String(amount), currency };
  return refuse("insufficient_balance", message, details);
}

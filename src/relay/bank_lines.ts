/** The lines that an import prints, one for each entry of a file: taken, already known, or not taken and why. */
import type { CreditVerdict, NewsVerdict } from "../contract/messages/provider_news.ts";
import type { SaidMovement } from "../iso20022/bank_said.ts";
import { decimalOf } from "../iso20022/decimal_amount.ts";
import { saidText } from "../iso20022/said_text.ts";

export type Result = "taken" | "known" | "notTaken";
export type Line = { line: number; result: Result; says: string };

/** What is known of a verdict, for people; those that are not here are of news that was taken. */
const KNOWN: readonly string[] = ["twice", "same", "out_of_order"];
const AGAINST: Readonly<Record<string, string>> = {
  contradictory: "it contradicts what is on record, which holds",
  late: "what it is about was over before",
};
const WORDS: Readonly<Record<Result, string>> = {
  ...{ taken: "taken", known: "already known", notTaken: "not taken" },
};

export function textOf({ line, result, says }: Line): string {
  return `line ${line}: ${WORDS[result]}: ${saidText(says)}`;
}

/**
 * Whether an entry is of what was ordered: that much has moved, or the bank says that so much was ordered and has kept, or added, its charges. `ordered`:
 * minor units.
 */
export function isOfOrder(
  told: SaidMovement,
  ordered: { amount: string; currency: string },
): boolean {
  if (told.currency !== ordered.currency) return false;
  if (told.amount === ordered.amount) return true;
  return told.orderedAmount === ordered.amount && costOf(told, ordered.amount) > 0n;
}

/** What the bank has taken beside an order. It is booked nowhere, so it is named. */
export function chargesOf(told: SaidMovement, ordered: string, subject: string): Line[] {
  const cost = costOf(told, ordered);
  if (cost === 0n) return [];
  const says = `-${decimalOf(cost, told.currency)} ${told.currency}: charges of the bank beside ${subject}`;
  return [notTaken(told.line, says)];
}

/** By how much more has left, or less has come, than was ordered; below zero where it is the other way. */
function costOf({ amount, direction }: SaidMovement, ordered: string): bigint {
  const more = BigInt(amount) - BigInt(ordered);
  return direction === "debit" ? more : -more;
}

export function lineOf(
  line: number,
  says: string,
  verdict: NewsVerdict | CreditVerdict | undefined,
): Line {
  if (verdict === undefined) {
    return notTaken(line, `${says}: it is not known what became of it: import the file again`);
  }
  if (KNOWN.includes(verdict)) return { line, result: "known", says };
  const against = AGAINST[verdict];
  return against === undefined
    ? { line, result: "taken", says }
    : notTaken(line, `${says}: ${against}`);
}

export function notTaken(line: number, says: string): Line {
  return { line, result: "notTaken", says };
}

export function moneyOf({ amount, currency, direction }: SaidMovement): string {
  return `${direction === "debit" ? "-" : ""}${decimalOf(amount, currency)} ${currency}`;
}

export function unknownOrder(requestId: string): string {
  return `no order to this bank has the id ${requestId}`;
}

/** What is said of a debit that no reference makes an order of ours. */
export function unknownDebit({ isReturn }: SaidMovement): string {
  return isReturn
    ? "a debit that takes back what had come, and names no order of ours"
    : "a debit of no order of ours";
}

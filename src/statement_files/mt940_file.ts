/**
 * A statement file as MT940: a message of SWIFT, without the blocks of its network, for every 100 entries of each statement. A
 * message that others follow ends with an intermediate balance (`:62M:`), and so does the last one of an open month: a final
 * balance (`:62F:`) is that of a month to which nothing is added. What is available (`:64:`) is not written, because the ledger
 * of a month does not say it. What stands where, and how texts are written in the characters of SWIFT, is in README.md.
 */
import type { StatementEntry } from "../contract/values/statement_csv.ts";
import { decimalOf } from "../iso20022/decimal_amount.ts";
import { digestOfStatement, endMsOf } from "./file_values.ts";
import { type LocalTimes, localTimes } from "./local_time.ts";
import { informationLines, isPlainReference, swiftReference } from "./mt940_text.ts";
import type { FileStatement, StatementHead } from "./statement.ts";
import { codesOf } from "./transfer_codes.ts";

const LINE_END = "\r\n";
/** A message on the network has 2,000 characters; a file that is fetched has no such limit, and programs read it whole. */
const ENTRIES_OF_MESSAGE = 100;
/** `:28C:` has five digits for the number of a message within its statement. */
const MESSAGES_MAX = 99_999;
const MAX = { account: 35, reference: 16, details: 34 };

export function* mt940File(statements: Iterable<FileStatement>): Generator<string> {
  for (const statement of statements) yield* messagesOf(statement);
}

function* messagesOf({ head, entries }: FileStatement): Generator<string> {
  const localTime = localTimes(head.timeZone);
  const dayOf = (timeMs: number) => localTime(timeMs).date.slice(2).replaceAll("-", "");
  const entriesMax = Math.max(ENTRIES_OF_MESSAGE, Math.ceil(head.entryCount / MESSAGES_MAX));
  let number = 1;
  let count = 0;
  let last: StatementEntry | undefined;
  yield startOf(head, number, `:60F:${balanceText(head.openingMinor, head, dayOf(head.fromMs))}`);
  for (const entry of entries) {
    if (count === entriesMax && last !== undefined) {
      const balance = balanceText(last.balanceMinor, head, dayOf(last.bookedAtMs));
      yield `:62M:${balance}${LINE_END}-${LINE_END}`;
      number++;
      yield startOf(head, number, `:60M:${balance}`);
      count = 0;
    }
    yield entryLines(entry, localTime);
    last = entry;
    count++;
  }
  const balance = balanceText(head.closingMinor, head, dayOf(endMsOf(head)));
  yield `:62${head.partial ? "M" : "F"}:${balance}${LINE_END}-${LINE_END}`;
}

/** The number of a statement is its year and month; that of a message is counted from 1. */
function startOf(head: StatementHead, number: number, balance: string): string {
  const { month, partial, iban, accountId } = head;
  const yearAndMonth = month.slice(2).replace("-", "");
  const name = `${partial ? "P" : "S"}${yearAndMonth}-${digestOfStatement(head, 10)}`;
  return [
    `:20:${name}`,
    `:25:${swiftReference(iban ?? accountId, MAX.account)}`,
    `:28C:${yearAndMonth}/${String(number).padStart(5, "0")}`,
    balance,
    "",
  ].join(LINE_END);
}

function balanceText(minor: bigint, { currency }: StatementHead, day: string): string {
  return `${minor < 0n ? "D" : "C"}${day}${currency}${amountText(minor < 0n ? -minor : minor, currency)}`;
}

/** At least one digit, and a comma even where nothing is behind it. */
export function amountText(minor: bigint, currency: string): string {
  const decimal = decimalOf(minor, currency).replace(".", ",");
  return decimal.includes(",") ? decimal : `${decimal},`;
}

function entryLines(entry: StatementEntry, localTime: LocalTimes): string {
  const { direction, amountMinor, currency, externalId, transferId } = entry;
  const { swift } = codesOf(entry);
  const [, month, day] = localTime(entry.bookedAtMs).date.split("-");
  const valueDay = localTime(entry.bookedAtMs).date.slice(2).replaceAll("-", "");
  const fits = externalId !== undefined && isPlainReference(externalId, MAX.reference);
  const details = swiftReference(transferId, MAX.details);
  const words: [string, string | undefined][] = [
    ["TRTP", entry.kind],
    ["TRID", transferId.length > MAX.details ? swiftReference(transferId, 65) : undefined],
    ["CPTY", swiftReference(entry.counterpartyAccountId, MAX.account)],
    ["EREF", externalId === undefined || fits ? undefined : swiftReference(externalId, 64)],
  ];
  return [
    `:61:${valueDay}${month}${day}${direction === "debit" ? "D" : "C"}` +
      `${amountText(amountMinor, currency)}${swift}${fits ? externalId : "NONREF"}`,
    details,
    ...informationLines(words, entry.description),
    "",
  ].join(LINE_END);
}

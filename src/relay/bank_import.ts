/**
 * `npm run admin -- bank import`: takes what a file of a bank says, as the news that a bank tells over HTTP are taken.
 * Guarantees: a file that cannot be read, or is of an account that is not the platform's at this bank, changes nothing; each entry is taken once, however often
 * and in how many files it stands; what is not taken is said with its line and why. The closing balance of the newest statement of each account is on record afterwards,
 * whatever the order in which files are imported.
 */
import { isoDay } from "../base/iso_time.ts";
import type { BankStatementDocument } from "../features/bank_statement/bank_statement_document.ts";
import { readBankFile } from "../iso20022/bank_file.ts";
import type { BankFile, FileHead, SaidStatement } from "../iso20022/bank_said.ts";
import { saidText } from "../iso20022/said_text.ts";
import type { OwnMoney } from "../outbox/credit_reconciliation.ts";
import {
  type ClosingBalance,
  type ComparedBalances,
  closingBalances,
  comparedBalances,
  otherCurrency,
} from "./bank_balances.ts";
import type { MovedAfter } from "./bank_days.ts";
import { type Line, type Result, textOf } from "./bank_lines.ts";
import { FileTaking, type TakesFiles } from "./bank_taking.ts";
import { type Bank, faultOfCurrency, ownAccounts } from "./own_accounts.ts";

export type BankImportParts = TakesFiles & {
  /** All that is on record of the bank, as the views show it, and what of it has moved after a day. */
  moneyAt(provider: string, since: string): Promise<OwnMoney & { moved: MovedAfter }>;
  /** Resolves when it is on record what an account had at the end of a statement, or a newer one was. */
  noteStatement(noted: StatementNoted): Promise<void>;
  nowMs(): number;
};
export type StatementNoted = Omit<
  BankStatementDocument,
  "realm" | "createdAtMs" | "updatedAtMs" | "revision"
>;

/** Characters of a bank's name of a file that are kept. */
const MESSAGE_ID_KEPT = 140;
/**
 * How far ahead of the clock a file may speak of what is booked, milliseconds: a bank may book for the next day on which banks work. A statement of a year that is to come would be the
 * newest until then.
 */
export const AHEAD_MS_MAX = 31 * 86_400_000;

/** What the operator reads. `entries`: a line of text for each entry of the file. */
export type BankImported = Record<Result, number> & {
  file: { type: FileHead["type"]; messageId: string };
  entries: readonly string[];
} & ComparedBalances;

/** Takes the file. Rejects with a sentence, and has changed nothing then. */
export async function importFile(
  parts: BankImportParts,
  bank: Bank,
  bytes: Uint8Array,
): Promise<BankImported> {
  const file = readBankFile(bytes);
  assertOwn(bank, file);
  assertNotAhead(file, parts.nowMs() + AHEAD_MS_MAX);
  await parts.shown();
  const lines = await linesOf(new FileTaking(parts, bank, file.head), file);
  const compared = await comparedWith(parts, bank, file);
  const count = (result: Result) => lines.filter((one) => one.result === result).length;
  const { type, messageId } = file.head;
  return {
    file: { type, messageId: saidText(messageId.slice(0, MESSAGE_ID_KEPT)) },
    ...{ taken: count("taken"), known: count("known"), notTaken: count("notTaken") },
    entries: lines.map(textOf),
    ...compared,
  };
}

/** Notes the closing balances of the file, which all that it says is on record by now, and compares them. */
async function comparedWith(
  { shown, moneyAt, noteStatement }: BankImportParts,
  bank: Bank,
  file: BankFile,
): Promise<ComparedBalances> {
  const { provider } = bank;
  const said = "statements" in file ? closingBalances(file.statements) : [];
  const faultOf = ({ account, currency }: ClosingBalance) =>
    faultOfCurrency(bank, { accountNumber: account }, currency);
  const closings = said.filter((closing) => faultOf(closing) === undefined);
  const others = otherCurrency(said, faultOf);
  const [first] = closings.map(({ closedOn }) => closedOn).sort();
  if (first === undefined) return others;
  const { createdAtMs: statedAtMs } = file.head;
  const messageId = file.head.messageId.slice(0, MESSAGE_ID_KEPT);
  for (const { line: _, ...closing } of closings) {
    await noteStatement({ provider, ...closing, statedAtMs, messageId });
  }
  await shown();
  const { moved, ...money } = await moneyAt(provider, first);
  const compared = comparedBalances(closings, money, moved);
  return {
    balances: [...compared.balances, ...others.balances],
    differing: compared.differing + others.differing,
  };
}

/** Credits that are told at once: each may wait until the views show what is on record. */
export const CREDITS_AT_ONCE = 64;

/** In the order of the file: a later entry may be about what an earlier one says. Credits beside each other are told at once, because none is about another. */
async function linesOf(taking: FileTaking, file: BankFile): Promise<Line[]> {
  const lines: Line[] = [];
  if ("statuses" in file) {
    for (const status of file.statuses) lines.push(...(await taking.status(status)));
    return lines;
  }
  if ("resolutions" in file) {
    for (const one of file.resolutions) lines.push(...(await taking.resolution(one)));
    return lines;
  }
  let credits: Promise<Line[]>[] = [];
  const told = async () => {
    for (const one of await Promise.all(credits)) lines.push(...one);
    credits = [];
  };
  for (const { movements, account } of file.statements) {
    for (const movement of movements) {
      if (!taking.isCredit(movement) || credits.length === CREDITS_AT_ONCE) await told();
      credits.push(taking.movement(movement, account));
      if (!taking.isCredit(movement)) await told();
    }
  }
  await told();
  return lines;
}

/** A statement of another account, as of another bank, would be booked as this bank's. */
function assertOwn(bank: Bank, file: BankFile): void {
  const statements: readonly SaidStatement[] = "statements" in file ? file.statements : [];
  for (const { account, line } of statements) {
    if (ownAccounts(bank, account).length > 0) continue;
    throw new Error(
      `line ${line}: the account of this statement is none of the platform's at the bank ${bank.provider}: see \`bank account\``,
    );
  }
}

function assertNotAhead(file: BankFile, latestMs: number): void {
  const { head } = file;
  const isAhead = (atMs: number) => atMs > latestMs;
  if (isAhead(head.createdAtMs)) {
    throw new Error(`the file is of ${isoDay(head.createdAtMs)}, which is to come`);
  }
  for (const { movements, closing } of "statements" in file ? file.statements : []) {
    if (closing !== undefined && isAhead(closing.atMs)) {
      const says = `the closing balance is of ${isoDay(closing.atMs)}, which is to come`;
      throw new Error(`line ${closing.line}: ${says}`);
    }
    const ahead = movements.find((one) => one.isBooked && isAhead(one.occurredAtMs));
    if (ahead === undefined) continue;
    const says = `what is booked is of ${isoDay(ahead.occurredAtMs)}, which is to come`;
    throw new Error(`line ${ahead.line}: ${says}`);
  }
}

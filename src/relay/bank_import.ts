/**
 * `npm run admin -- bank import`: takes what a file of a bank says, as the news that a bank tells over HTTP are taken.
 * Guarantees: a file that cannot be read, or is of an account that is not the platform's at this bank, changes nothing; each entry is taken once, however often
 * and in how many files it stands; what is not taken is said with its line and why. The closing balance of the newest statement of each account is on record afterwards,
 * whatever the order in which files are imported.
 */
import {
  type BankStatementDocument,
  numberOfAccount,
} from "../features/bank_statement/bank_statement_document.ts";
import { readBankFile } from "../iso20022/bank_file.ts";
import type { BankFile, FileHead, SaidStatement } from "../iso20022/bank_said.ts";
import type { OwnMoney } from "../outbox/credit_reconciliation.ts";
import {
  type ComparedBalances,
  closingBalances,
  comparedBalances,
  NO_BALANCES,
} from "./bank_balances.ts";
import type { MovedAfter } from "./bank_days.ts";
import { type Line, type Result, textOf } from "./bank_lines.ts";
import { type Bank, FileTaking, type TakesFiles } from "./bank_taking.ts";

export type BankImportParts = TakesFiles & {
  /** All that is on record of the bank, as the views show it, and what of it has moved after a day. */
  moneyAt(provider: string, since: string): Promise<OwnMoney & { moved: MovedAfter }>;
  /** Resolves when it is on record what an account had at the end of a statement, or a newer one was. */
  noteStatement(noted: StatementNoted): Promise<void>;
};
export type StatementNoted = Omit<
  BankStatementDocument,
  "realm" | "createdAtMs" | "updatedAtMs" | "revision"
>;

/** Characters of a bank's name of a file that are kept. */
const MESSAGE_ID_KEPT = 140;

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
  await parts.shown();
  const lines = await linesOf(new FileTaking(parts, bank, file.head), file);
  const compared = await comparedWith(parts, bank, file);
  const count = (result: Result) => lines.filter((one) => one.result === result).length;
  const { type, messageId } = file.head;
  return {
    file: { type, messageId },
    ...{ taken: count("taken"), known: count("known"), notTaken: count("notTaken") },
    entries: lines.map(textOf),
    ...compared,
  };
}

/** Notes the closing balances of the file, which all that it says is on record by now, and compares them. */
async function comparedWith(
  { shown, moneyAt, noteStatement }: BankImportParts,
  { provider }: Bank,
  file: BankFile,
): Promise<ComparedBalances> {
  const closings = "statements" in file ? closingBalances(file.statements) : [];
  const [first] = closings.map(({ closedOn }) => closedOn).sort();
  if (first === undefined) return NO_BALANCES;
  const { createdAtMs: statedAtMs } = file.head;
  const messageId = file.head.messageId.slice(0, MESSAGE_ID_KEPT);
  for (const { line: _, ...closing } of closings) {
    await noteStatement({ provider, ...closing, statedAtMs, messageId });
  }
  await shown();
  const { moved, ...money } = await moneyAt(provider, first);
  return comparedBalances(closings, money, moved);
}

/** In the order of the file: a later entry may be about what an earlier one says. */
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
  for (const { movements, account } of file.statements) {
    for (const movement of movements) lines.push(...(await taking.movement(movement, account)));
  }
  return lines;
}

/** A statement of another account, as of another bank, would be booked as this bank's. */
function assertOwn({ provider, accounts = [] }: Bank, file: BankFile): void {
  const statements: readonly SaidStatement[] = "statements" in file ? file.statements : [];
  for (const { account, line } of statements) {
    const { iban, accountNumber } = account;
    const named = numberOfAccount(iban ?? accountNumber ?? "");
    const own = accounts.flatMap((one) =>
      [one.iban, one.accountNumber].map((number) => numberOfAccount(number ?? "")),
    );
    if (named !== "" && own.includes(named)) continue;
    throw new Error(
      `line ${line}: the account of this statement is none of the platform's at the bank ${provider}: see \`bank account\``,
    );
  }
}

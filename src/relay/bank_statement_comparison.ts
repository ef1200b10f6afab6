/**
 * Compares a bank that speaks files with what is on record: it has no book to read, so its word is the newest statement of each account, and what its files have said
 * against the records. Reads both and changes neither.
 */
import {
  BALANCE_DIFFERENCE,
  countedDifferences,
  type DifferenceCount,
  type FoundDifference,
  STATEMENT_DIFFERENCE,
} from "../contract/messages/book_differences.ts";
import {
  type BankStatementDocument,
  numberOfAccount,
} from "../features/bank_statement/bank_statement_document.ts";
import type { BankAccount, ProviderDocument } from "../features/provider/provider_document.ts";
import type { OwnMoney } from "../outbox/credit_reconciliation.ts";
import { DIFFERENCES_SHOWN_MAX, type OwnEffect } from "../outbox/reconciliation.ts";
import { heldAt, saysOfBalance } from "./bank_balances.ts";
import type { MovedAfter } from "./bank_days.ts";

const DAY_MS = 86_400_000;
/** How old the newest statement of an account may be, in days after the end of its day: a long weekend, and some. */
export const STATEMENT_DAYS_MAX = 7;

/** What the operator is shown. `statements`: a line for each account, and `differences` for each difference, the first ones. */
export type StatementReconciliation = {
  agree: boolean;
  counts: readonly DifferenceCount[];
  statements: readonly string[];
  differences: readonly FoundDifference[];
};

export type StatementAge = { provider: string; currency: string; closedAtMs: number };

type Bank = Pick<ProviderDocument, "provider" | "accounts" | "createdAtMs">;

/** The end of the day of the newest statement of each account; where there is none ever, when the bank was configured. */
export function statementAges(
  bank: Bank,
  statements: readonly BankStatementDocument[],
): StatementAge[] {
  return (bank.accounts ?? []).map((account) => ({
    provider: bank.provider,
    currency: account.currency,
    closedAtMs: closedAtMs(newestOf(bank, account, statements)) ?? bank.createdAtMs,
  }));
}

/** The earliest day of those statements that are compared; undefined where there is none. */
export function firstClosedOn(
  bank: Bank,
  statements: readonly BankStatementDocument[],
): string | undefined {
  return (bank.accounts ?? [])
    .flatMap((account) => newestOf(bank, account, statements)?.closedOn ?? [])
    .sort()[0];
}

/** `money`: as it is now; `moved`: absent where there is no statement. */
export function compareStatements(parts: {
  bank: Bank;
  statements: readonly BankStatementDocument[];
  money: OwnMoney;
  moved: MovedAfter | undefined;
  effects: readonly OwnEffect[];
  nowMs: number;
}): { shown: StatementReconciliation; found: FoundDifference[] } {
  const { bank, statements, money, moved, effects, nowMs } = parts;
  const compared = (bank.accounts ?? []).map((account) => {
    const { currency } = account;
    const newest = newestOf(bank, account, statements);
    const endMs = closedAtMs(newest) ?? bank.createdAtMs;
    const isOverdue = nowMs - endMs > STATEMENT_DAYS_MAX * DAY_MS;
    const overdue: FoundDifference[] = isOverdue
      ? [{ difference: STATEMENT_DIFFERENCE, of: currency }]
      : [];
    const late = isOverdue ? `; older than ${STATEMENT_DAYS_MAX} days` : "";
    if (newest === undefined || moved === undefined) {
      return { line: `${currency}: no statement was imported${late}`, found: overdue };
    }
    const { closedOn, closingMinor } = newest;
    const here = heldAt(money, moved, { currency, day: closedOn });
    const said = saysOfBalance({ currency, closedOn, closingMinor }, here);
    const gap = here - BigInt(closingMinor);
    const differs: FoundDifference[] =
      gap === 0n ? [] : [{ difference: BALANCE_DIFFERENCE, of: `${currency} ${gap}` }];
    return { line: `${said}${late}`, found: [...overdue, ...differs] };
  });
  const found = [
    ...compared.flatMap((one) => one.found),
    ...effects.flatMap(contradictedEffect),
    ...[...money.credits.values()].flatMap(contradictedCredit),
  ];
  const counts = countedDifferences(found);
  const shown = { agree: found.length === 0, counts, statements: compared.map(({ line }) => line) };
  return { shown: { ...shown, differences: found.slice(0, DIFFERENCES_SHOWN_MAX) }, found };
}

/** A file has said of an order what its record says otherwise; the first word holds until the operator has booked the other. */
function contradictedEffect({
  effectId,
  state,
  contradiction,
  home,
}: OwnEffect): FoundDifference[] {
  // What came back was posted before.
  const isBooked = contradiction === state || (contradiction === "posted" && state === "returned");
  if (contradiction === undefined || isBooked) return [];
  return [{ difference: "status_differs", of: effectId, ...(home !== undefined && { home }) }];
}

function contradictedCredit({
  creditReference: of,
  state,
  isContradicted,
  home,
}: OwnMoney["credits"] extends ReadonlyMap<string, infer C> ? C : never): FoundDifference[] {
  const found: FoundDifference[] = [];
  if (isContradicted) found.push({ difference: "credit_contradicted", of });
  if (state === "nobodys") found.push({ difference: "credit_unassigned", of });
  return found.map((one) => (home === undefined ? one : { ...one, home }));
}

function newestOf(
  { provider }: Bank,
  { currency, iban, accountNumber = "" }: BankAccount,
  statements: readonly BankStatementDocument[],
): BankStatementDocument | undefined {
  const account = numberOfAccount(iban ?? accountNumber);
  return statements.find(
    (one) => one.provider === provider && one.currency === currency && one.account === account,
  );
}

/** The end of its day, milliseconds UTC. */
function closedAtMs(statement: BankStatementDocument | undefined): number | undefined {
  return statement && Date.parse(`${statement.closedOn}T00:00:00Z`) + DAY_MS;
}

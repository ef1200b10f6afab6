/**
 * What a bank that speaks files has said last that an account of the operator's had: the closing balance of its newest statement, by the account and the currency. It
 * stands in the platform's own realm of the first ledger shard, because the money is that of all Products together.
 */
import type { Owned } from "../../contract/tables/document_table.ts";

export type BankStatementDocument = Owned & {
  provider: string;
  currency: string;
  /** The IBAN of the account, or its number where it has none; without spaces, in upper case. */
  account: string;
  /** What is booked at the end of the statement: minor units, digits, with a minus where it is overdrawn. */
  closingMinor: string;
  /** `YYYY-MM-DD`: the day at the end of which the account had that, as the bank says. */
  closedOn: string;
  /** When the bank made the file, by its clock: of two statements of one day the later one counts. */
  statedAtMs: number;
  /** The bank's own name of the file. */
  messageId: string;
  /** Real times, milliseconds UTC. `updatedAtMs`: when the newest was imported. */
  createdAtMs: number;
  updatedAtMs: number;
  revision: number;
};

/** The key of a statement in its table: no name of a provider, no currency and no account has a space. */
export function keyOfStatement({
  provider,
  currency,
  account,
}: Pick<BankStatementDocument, "provider" | "currency" | "account">): string {
  return `${provider} ${currency} ${account}`;
}

/** The number of an account as statements are kept by it. */
export function numberOfAccount(number: string): string {
  return number.replaceAll(/\s/g, "").toUpperCase();
}

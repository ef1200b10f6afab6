/** A statement as the writers of files take it: a head, and its entries as a stream. */
import type { StatementEntry, StatementScope } from "../contract/values/statement_csv.ts";

/** What a statement says of itself. Amounts are minor units of `currency`. */
export type StatementHead = {
  /** What the file is of: this account alone, or the accounts of the Product. */
  scope: StatementScope;
  /** `acct_…` */
  accountId: string;
  productId: string;
  productName: string;
  /** Of the account, or of whoever owns it. */
  name?: string | undefined;
  iban?: string | undefined;
  /** Of all amounts and entries. */
  currency: string;
  /** `YYYY-MM` */
  month: string;
  /** The month as times: from the first, below the second. */
  fromMs: number;
  belowMs: number;
  openingMinor: bigint;
  closingMinor: bigint;
  totalDebitsMinor: bigint;
  totalCreditsMinor: bigint;
  entryCount: number;
  /** SHA-256 over the entries, hexadecimal. */
  entriesDigest: string;
  /** True while entries may still be added to the month. */
  partial: boolean;
  /** Where days begin and end in the file: "UTC" or an IANA name. */
  timeZone: string;
  /** When the file was asked for; the only time in a file that is not of the statement. */
  createdAtMs: number;
};

/**
 * One statement of a file: the entries of one account, oldest first. `entries` is read once, to its end, after
 * the statement before it.
 */
export type FileStatement = { head: StatementHead; entries: Iterable<StatementEntry> };

/**
 * A provider of live, as the operator has configured it. Each ledger shard has all of them, in the
 * platform's own realm, so that a decision knows who serves (decisions/0074).
 */
import type { ProviderKind } from "../../contract/messages/provider_kinds.ts";
import { DEBIT_RAILS } from "../../rails/debits.ts";
import { type RailName, railOf } from "../../rails/rails.ts";

/** For how long a secret stays in force after another has taken its place, milliseconds. */
export const PROVIDER_SECRET_OVERLAP_MS = 86_400_000;

export type ProviderSecret = {
  /** Sealed for `ownerOfProvider`. */
  sealed: string;
  /** When it ends, milliseconds UTC; absent of the current one. */
  untilMs?: number;
};

/** An account of the platform's operator at a bank that speaks files: what is sent goes out of it, what is collected comes to it. */
export type BankAccount = {
  currency: string;
  /** Who holds it. */
  holder: string;
  iban?: string;
  bic?: string;
  routingNumber?: string;
  sortCode?: string;
  accountNumber?: string;
  /** By which the holder collects over SEPA (creditor identifier). */
  creditorId?: string;
};

export type ProviderDocument = {
  realm: number;
  /** Its name: the last part of the address of its news. */
  provider: string;
  /** Says which kinds of requests it serves. It never changes: what was sent is answered and told by the same kinds. */
  kind: ProviderKind;
  environment: "live";
  /** Of a bank over HTTP: the rails for whose accounts it checks the name of a payee; absent: for none. */
  payeeChecks?: readonly RailName[];
  /** `/v1/effects` follows. Empty of a bank that speaks files. */
  url: string;
  /** `files`: it is told and tells by files of ISO 20022. Absent: by the protocol over HTTP. It never changes. */
  speaks?: "files";
  /** Of a bank that speaks files: one for each currency. */
  accounts?: readonly BankAccount[];
  /** The current one first; at most two. None of a bank that speaks files. */
  secrets: readonly ProviderSecret[];
  /** The first characters of the current secret, for people. Empty where there is none. */
  secretPrefix: string;
  /**
   * `serving`: new requests of its kinds go to it. `retired`: none do; what it was sent before is asked
   * about, and its news are taken.
   */
  status: "serving" | "retired";
  createdAtMs: number;
  updatedAtMs: number;
  revision: number;
  changedBy: string;
};

/** Whether the clock compares the books of the provider: it serves. Of a bank that speaks files its newest statements are compared. */
export function isCompared({ status }: Pick<ProviderDocument, "status">): boolean {
  return status === "serving";
}

/** The rails of the debits that a file can have. Those of ACH are files of another kind, of Nacha. */
export const RAILS_OF_FILE_DEBITS: readonly RailName[] = ["sepa"];

/** Whether a bank can be asked to debit an account over a rail. */
export function takesDebitsOver(
  { speaks }: Pick<ProviderDocument, "speaks">,
  rail: string,
): boolean {
  return speaks !== "files" || RAILS_OF_FILE_DEBITS.some((one) => one === rail);
}

/** The rails that carry debits in a currency, and of which no file can have any. */
export function debitRailsInNoFile(currency: string): string[] {
  return DEBIT_RAILS.filter(
    (rail) => railOf(rail).currency === currency && !RAILS_OF_FILE_DEBITS.includes(rail),
  );
}

/** What the secrets of a provider are sealed for. */
export function ownerOfProvider(provider: string): string {
  return `provider ${provider}`;
}

/** The secrets that sign and verify now, the current one first. */
export function providerSecretsInForce(
  { secrets }: Pick<ProviderDocument, "secrets">,
  nowMs: number,
): ProviderSecret[] {
  return secrets.filter(({ untilMs = Number.POSITIVE_INFINITY }) => untilMs > nowMs);
}

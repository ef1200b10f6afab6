/** What each format calls a movement, by the kind of its transfer. A kind that is not listed is a movement like another. */
import type { StatementEntry } from "../contract/values/statement_csv.ts";

export type TransferCodes = {
  /** ISO 20022 external code set, domain `PMNT`: family and sub-family. */
  camt: { family: string; subFamily: string };
  /** Field 61, subfield 6 of MT940: `N` and one of the codes that SWIFT lists. */
  swift: string;
  /** `TRNTYPE` of OFX 2. */
  ofx: string;
  isReversal: boolean;
};

type Codes = Partial<Record<StatementEntry["direction"], Partial<TransferCodes>>>;

const isReversal = true;
const BY_KIND: Readonly<Record<string, Codes>> = {
  book: {
    debit: { swift: "NTRF", ofx: "XFER" },
    credit: { swift: "NTRF", ofx: "XFER" },
  },
  funding: {
    debit: { camt: { family: "ICDT", subFamily: "OTHR" }, swift: "NTRF" },
    credit: { camt: { family: "RCDT", subFamily: "OTHR" }, swift: "NTRF", ofx: "DEP" },
  },
  reversal: { debit: { swift: "NRTI", isReversal }, credit: { swift: "NRTI", isReversal } },
  collection: {
    debit: { camt: { family: "IDDT", subFamily: "OTHR" }, swift: "NDDT" },
    credit: { camt: { family: "IDDT", subFamily: "OTHR" }, swift: "NDDT" },
  },
  payout: {
    debit: { camt: { family: "ICDT", subFamily: "OTHR" }, swift: "NTRF", ofx: "PAYMENT" },
    credit: { camt: { family: "RCDT", subFamily: "OTHR" }, swift: "NRTI" },
  },
  fee: {
    debit: { camt: { family: "MDOP", subFamily: "CHRG" }, swift: "NCHG", ofx: "FEE" },
    credit: { camt: { family: "MCOP", subFamily: "CHRG" }, swift: "NCHG", ofx: "CREDIT" },
  },
};

/** An internal book transfer, and in the other formats a movement of which nothing more is known. */
const ELSE: Readonly<Record<StatementEntry["direction"], TransferCodes>> = {
  debit: {
    camt: { family: "ICDT", subFamily: "BOOK" },
    ...{ swift: "NMSC", ofx: "DEBIT", isReversal: false },
  },
  credit: {
    camt: { family: "RCDT", subFamily: "BOOK" },
    ...{ swift: "NMSC", ofx: "CREDIT", isReversal: false },
  },
};

export function codesOf({ kind, direction }: StatementEntry): TransferCodes {
  const known = Object.hasOwn(BY_KIND, kind) ? BY_KIND[kind]?.[direction] : undefined;
  return { ...ELSE[direction], ...known };
}

/**
 * Debits: money that the platform's bank asks of an account at another bank, by the leave of its owner. Which rails carry them, when they
 * settle, with which codes banks say that a debit failed or came back, and until when it can come back. Sources:
 *
 * - `sepa`: SEPA Direct Debit Core Rulebook, EPC016-06; European Payments Council, EPC173-14 "Guidance on reason codes for SDD
 *   R-transactions"; Articles 71(1), 76 and 77(1) of Directive (EU) 2015/2366.
 * - `ach`: Nacha Operating Rules, section 3.8 and appendix "Return Entries"; section 3.13 for what was not authorized.
 *
 * Faster Payments and Fedwire carry no debits.
 */
import { bankDayAfter } from "./bank_days.ts";
import { addMonths, dayNumber, dayText } from "./days.ts";
import type { RailName } from "./rails.ts";
import { returnCodeOf } from "./return_codes.ts";
import { type Settlement, settlement } from "./settlement.ts";

export const DEBIT_RAILS = ["sepa", "ach"] as const satisfies readonly RailName[];
export type DebitRail = (typeof DEBIT_RAILS)[number];

/** How a debit ends that brings no money to stay: `failed` before it settled, `returned` after. */
export type DebitEnd = "failed" | "returned";

export type DebitCode = {
  code: string;
  meaning: string;
  /** How a debit can end with this code. */
  ends: readonly DebitEnd[];
  /** Whether another debit can succeed where nothing else has changed. */
  mayPass: boolean;
  /** Whether the debtor says that there was no authority, so that the longer of `returnDays` holds. */
  isUnauthorized: boolean;
};

/** The last days, `YYYY-MM-DD`, on which a debit can come back: for any reason, and because it was not authorized. */
export type ReturnDays = { anyReason: string; unauthorized: string };

/** Whether the rail carries debits. */
export function isDebitRail(rail: string): rail is DebitRail {
  return (DEBIT_RAILS as readonly string[]).includes(rail);
}

/** The codes with which a debit over this rail can end so, in the order of their scheme. */
export function debitCodes(rail: DebitRail, end: DebitEnd): readonly DebitCode[] {
  return CODES[rail].filter(({ ends }) => ends.includes(end));
}

/** What a code says of a debit; undefined for a code that has no row here. */
export function debitCodeOf(rail: DebitRail, code: string): DebitCode | undefined {
  return CODES[rail].find((one) => one.code === code);
}

/**
 * When a debit that is asked for at `atMs`, UTC milliseconds, settles. SEPA: it is presented at the latest one bank day before its due
 * date (EPC016-06, D-1), so that day and the next. ACH: on the banking day after the one that takes it.
 */
export function debitSettlement(rail: DebitRail, atMs: number): Settlement {
  return settlement(rail, atMs);
}

/** Until when a debit can come back that has settled on `day`, `YYYY-MM-DD`. */
export function returnDays(rail: DebitRail, day: string): ReturnDays {
  const settled = dayNumber(day);
  const { anyReason, unauthorized } = RETURNS[rail](settled);
  return { anyReason: dayText(anyReason), unauthorized: dayText(unauthorized) };
}

const WEEK = 7;

const RETURNS: Record<DebitRail, (settled: number) => { anyReason: number; unauthorized: number }> =
  {
    // Article 77(1): a refund for no reason within eight weeks. Article 71(1): 13 months where there was no authority.
    sepa: (settled) => ({
      anyReason: settled + 8 * WEEK,
      unauthorized: addMonths(settled, 13),
    }),
    // Section 3.8: by the opening of the second banking day. Section 3.13: by that of the banking day after the 60th calendar day.
    ach: (settled) => ({
      anyReason: bankDayAfter("fed", settled, 2),
      unauthorized: bankDayAfter("fed", settled + 60, 1),
    }),
  };

const FAILED = ["failed"] as const;
const RETURNED = ["returned"] as const;
const EITHER = ["failed", "returned"] as const;

type Row = {
  code: string;
  ends: readonly DebitEnd[];
  /** Absent: what `returnCodeOf` says. */
  meaning?: string;
  mayPass?: true;
  isUnauthorized?: true;
};

const SEPA: readonly Row[] = [
  { code: "AC01", ends: EITHER },
  { code: "AC04", ends: EITHER },
  { code: "AC06", ends: EITHER },
  { code: "AG01", ends: EITHER },
  { code: "AG02", ends: EITHER },
  { code: "AM04", ends: EITHER, mayPass: true },
  { code: "AM05", ends: EITHER },
  { code: "BE05", ends: EITHER, meaning: "the identifier of the creditor is wrong" },
  { code: "DNOR", ends: FAILED, meaning: "the bank of the debtor takes no debits over this rail" },
  { code: "ED05", ends: FAILED, mayPass: true },
  { code: "FF01", ends: FAILED },
  { code: "FF05", ends: EITHER, meaning: "the type of the debit is wrong" },
  { code: "MD01", ends: EITHER, isUnauthorized: true },
  { code: "MD02", ends: FAILED, meaning: "a part of the mandate is missing or wrong" },
  { code: "MD06", ends: RETURNED },
  { code: "MD07", ends: EITHER },
  { code: "MS02", ends: EITHER, meaning: "the debtor refuses the debit and gives no reason" },
  { code: "MS03", ends: EITHER, mayPass: true },
  { code: "RC01", ends: EITHER },
  { code: "RR01", ends: EITHER, meaning: "the account of the debtor is missing" },
  { code: "RR02", ends: EITHER, meaning: "the name or the address of the debtor is missing" },
  { code: "RR03", ends: EITHER, meaning: "the name or the address of the creditor is missing" },
  { code: "RR04", ends: EITHER },
  { code: "SL01", ends: EITHER, meaning: "the debtor has told the bank to take no such debits" },
];

/**
 * A debit that the account cannot bear comes back as a return after it has settled. What the operator of the network finds ends it before.
 * R29 is of companies, whose bank has the two banking days.
 */
const ACH: readonly Row[] = [
  { code: "R01", ends: RETURNED, mayPass: true },
  { code: "R02", ends: RETURNED },
  { code: "R03", ends: RETURNED },
  { code: "R04", ends: RETURNED },
  { code: "R05", ends: RETURNED, isUnauthorized: true },
  { code: "R06", ends: RETURNED },
  { code: "R07", ends: RETURNED, isUnauthorized: true },
  { code: "R08", ends: RETURNED },
  { code: "R09", ends: RETURNED, mayPass: true },
  { code: "R10", ends: RETURNED, isUnauthorized: true },
  { code: "R11", ends: RETURNED, isUnauthorized: true },
  { code: "R12", ends: RETURNED },
  { code: "R13", ends: FAILED },
  { code: "R14", ends: RETURNED },
  { code: "R15", ends: RETURNED },
  { code: "R16", ends: RETURNED },
  { code: "R17", ends: RETURNED },
  { code: "R18", ends: FAILED },
  { code: "R19", ends: FAILED },
  { code: "R20", ends: RETURNED },
  { code: "R24", ends: RETURNED },
  { code: "R25", ends: FAILED },
  { code: "R26", ends: FAILED },
  { code: "R28", ends: FAILED },
  { code: "R29", ends: RETURNED },
];

const CODES: Record<DebitRail, readonly DebitCode[]> = {
  sepa: SEPA.map((row) => codeOf("sepa", row)),
  ach: ACH.map((row) => codeOf("ach", row)),
};

function codeOf(rail: DebitRail, { code, ends, meaning, mayPass, isUnauthorized }: Row): DebitCode {
  return {
    code,
    meaning: meaning ?? returnCodeOf(rail, code)?.meaning ?? code,
    ends,
    mayPass: mayPass === true,
    isUnauthorized: isUnauthorized === true,
  };
}

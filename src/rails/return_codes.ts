/**
 * The codes by which banks say why a payment did not go through: those that matter here, not every code of a scheme. A provider may
 * tell another one, which is kept as it was told. The meanings are in our words. Sources, by rail:
 *
 * - `sepa`: ISO 20022 External Code Sets (ExternalStatusReason1Code, ExternalReturnReason1Code), and which of them a credit transfer is
 *   rejected or returned with: European Payments Council, EPC135-18 "Guidance on Reason Codes for SCT R-transactions".
 * - `ach`: Nacha Operating Rules, appendix "Return Entries", the return reason codes.
 * - `fps`: Pay.UK's codes as its members publish them: docs.numeral.io "FPS reason codes" (four digits: the payment was rejected),
 *   docs.lhv.com "Faster Payment return codes" (eight digits: money came back).
 * - `wire`: Fedwire speaks ISO 20022 since 14 July 2025, with codes of the same sets. A wire is final when it is processed: what the bank
 *   of the payee finds is a return, and what the bank that sends it finds is a failure.
 * - `book`: none. The platform decides by itself, at once.
 */
import type { RailName } from "./rails.ts";

/** How a payout ends that does not arrive: `failed` before the rail settled it, `returned` after. */
export type PayoutEnd = "failed" | "returned";

export type ReturnCode = {
  code: string;
  meaning: string;
  /** How a payout, a credit transfer, can end with this code. None: the code is of direct debits alone. */
  payoutEnds: readonly PayoutEnd[];
};

/** The codes of a rail, in the order of their scheme. */
export function returnCodes(rail: RailName): readonly ReturnCode[] {
  return CODES[rail];
}

/** What a code says on a rail; undefined for a code that has no row here. */
export function returnCodeOf(rail: RailName, code: string): ReturnCode | undefined {
  return CODES[rail].find((one) => one.code === code);
}

/** The codes with which a payout over this rail can end so. */
export function payoutCodes(rail: RailName, end: PayoutEnd): readonly ReturnCode[] {
  return CODES[rail].filter(({ payoutEnds }) => payoutEnds.includes(end));
}

const FAILED = ["failed"] as const;
const RETURNED = ["returned"] as const;
const EITHER = ["failed", "returned"] as const;
const OF_DEBITS = [] as const;

type Row = readonly [code: string, meaning: string, payoutEnds: readonly PayoutEnd[]];

const SEPA: readonly Row[] = [
  ["AC01", "the account number is wrong, or no such account exists", EITHER],
  ["AC04", "the account is closed", RETURNED],
  ["AC06", "the account is blocked", RETURNED],
  ["AG01", "payments of this kind are not allowed on the account", RETURNED],
  ["AG02", "the code of the operation is wrong", EITHER],
  ["AM04", "the account of the debtor has not enough money", OF_DEBITS],
  ["AM05", "the payment is a duplicate", EITHER],
  ["BE04", "the address of the payee is missing or wrong", RETURNED],
  ["CNOR", "the bank of the payee cannot be reached over this rail", EITHER],
  ["ED05", "the settlement between the banks failed", FAILED],
  ["FF01", "the form of the message is wrong", FAILED],
  ["MD01", "there is no mandate", OF_DEBITS],
  ["MD06", "the debtor asks for a refund", OF_DEBITS],
  ["MD07", "the owner of the account has died", RETURNED],
  ["MS02", "the payee refuses the payment and gives no reason", RETURNED],
  ["MS03", "the bank gives no reason", EITHER],
  ["RC01", "the code of the bank is wrong", EITHER],
  ["RR01", "the account or the identification of the payer is missing", EITHER],
  ["RR02", "the name or the address of the payer is missing", EITHER],
  ["RR03", "the name or the address of the payee is missing", EITHER],
  ["RR04", "the bank may not carry the payment out, for reasons of regulation", EITHER],
];

/** R13, R18, R19, R25, R26 and R28 come from the operator of the network, before the entry reaches the payee's bank. */
const ACH: readonly Row[] = [
  ["R01", "the account of the debtor has not enough money", OF_DEBITS],
  ["R02", "the account is closed", RETURNED],
  ["R03", "there is no such account, or it is not that of the person named", RETURNED],
  ["R04", "the account number is not formed as the bank forms them", RETURNED],
  ["R05", "a consumer was debited as if a company, without having agreed", OF_DEBITS],
  ["R06", "the bank of the sender asked for the return", RETURNED],
  ["R07", "the debtor has revoked the authorization", OF_DEBITS],
  ["R08", "the debtor has stopped the payment", OF_DEBITS],
  ["R09", "the money on the account of the debtor is not collected yet", OF_DEBITS],
  ["R10", "the debtor says that the debit was not authorized", OF_DEBITS],
  ["R11", "the debit is not as the authorization says", OF_DEBITS],
  ["R12", "the account was sold to another bank", RETURNED],
  ["R13", "the routing number is of no bank of the network", FAILED],
  ["R14", "the person who represents the owner of the account has died", RETURNED],
  ["R15", "the owner of the account has died", RETURNED],
  ["R16", "the account is frozen", RETURNED],
  ["R17", "the bank cannot process a field of the entry, or finds it questionable", RETURNED],
  ["R18", "the effective date of the entry is not allowed", FAILED],
  ["R19", "the amount of the entry is wrong", FAILED],
  ["R20", "the account does not take payments of this kind", RETURNED],
  ["R23", "the payee refuses the credit", RETURNED],
  ["R24", "the entry is a duplicate", RETURNED],
  ["R25", "an addendum of the entry is wrong", FAILED],
  ["R26", "a field of the entry that must be there is missing", FAILED],
  ["R28", "the check digit of the routing number is wrong", FAILED],
  ["R29", "a company says that the debit was not authorized", OF_DEBITS],
];

const FPS: readonly Row[] = [
  ["1100", "the bank of the payee rejects the payment for reasons of its own", FAILED],
  ["1114", "the sort code or the account number is unknown", FAILED],
  ["1160", "the account is closed", FAILED],
  ["1161", "the account is stopped", FAILED],
  ["1162", "the name is not that of the account", FAILED],
  ["1163", "the account cannot be found without a reference", FAILED],
  ["1164", "the reference is wrong", FAILED],
  ["1165", "the account is in another currency", FAILED],
  ["1166", "the account was moved to another bank", FAILED],
  ["1167", "the payee has died", FAILED],
  ["1168", "the bank of the sender has to act", FAILED],
  ["1169", "the payment cannot be applied because of the payee's circumstances", FAILED],
  ["1170", "the terms of the account do not allow this credit", FAILED],
  ["00000001", "the sort code or the account number is unknown", RETURNED],
  ["00000002", "the account is closed", RETURNED],
  ["00000003", "the account is stopped", RETURNED],
  ["00000004", "the payee has died", RETURNED],
  ["00000005", "the account cannot be found without a reference", RETURNED],
  ["00000006", "the name is not that of the account", RETURNED],
  ["00000007", "the sender asked for the return", RETURNED],
  ["00000008", "the account is in another currency", RETURNED],
  ["00000009", "the payee did not expect the money, or ordered the return", RETURNED],
  ["00000010", "the terms of the account do not allow this credit", RETURNED],
  ["00000011", "the bank of the sender has to act", RETURNED],
  ["00000012", "the account was moved to another bank", RETURNED],
  ["00000013", "the payment cannot be applied because of the payee's circumstances", RETURNED],
  ["00000014", "the bank gives no reason", RETURNED],
];

const WIRE: readonly Row[] = [
  ["AC01", "the account number is wrong, or no such account exists", EITHER],
  ["AC04", "the account is closed", RETURNED],
  ["AC06", "the account is blocked", RETURNED],
  ["AG01", "payments of this kind are not allowed on the account", RETURNED],
  ["AM05", "the payment is a duplicate", RETURNED],
  ["BE01", "the name is not that of the account", RETURNED],
  ["CUST", "the payer asked for the return", RETURNED],
  ["MS03", "the bank gives no reason", EITHER],
  ["NOCM", "the bank may not carry the payment out, for reasons of regulation", EITHER],
  ["RC04", "the code of the payee's bank is wrong", FAILED],
];

const CODES: Record<RailName, readonly ReturnCode[]> = {
  sepa: SEPA.map(ofRow),
  ach: ACH.map(ofRow),
  fps: FPS.map(ofRow),
  wire: WIRE.map(ofRow),
  book: [],
};

function ofRow([code, meaning, payoutEnds]: Row): ReturnCode {
  return { code, meaning, payoutEnds };
}

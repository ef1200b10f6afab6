/** The parts of a file of `camt` that stand in several places of it: accounts, money, directions, references. */
import type { SaidAccount, SaidMovement } from "./bank_said.ts";
import { minorOf } from "./decimal_amount.ts";
import { FileFault, textAt, type XmlElement } from "./xml_reader.ts";

/** Said in the place of a reference that there is none of. */
const NO_REFERENCE = "NOTPROVIDED";

export type SaidMoney = { amount: string; currency: string };

export function accountIn(account: XmlElement): SaidAccount {
  const iban = textAt(account, "Id", "IBAN");
  const accountNumber = textAt(account, "Id", "Othr", "Id");
  return { ...(iban && { iban }), ...(accountNumber && { accountNumber }) };
}

/** Throws `FileFault` where it is no amount, or in a currency that accounts cannot have. */
export function moneyIn(amount: XmlElement): SaidMoney {
  const read = moneyOf(amount);
  if (read !== undefined) return read;
  const currency = amount.attributes["Ccy"] ?? "";
  throw new FileFault(`Amt: "${amount.text}" is no amount in ${currency}`, amount.line);
}

/** Undefined where there is none, it is no amount, or it is in a currency that accounts cannot have. */
export function moneyOf(amount: XmlElement | undefined): SaidMoney | undefined {
  const currency = amount?.attributes["Ccy"] ?? "";
  const minor = amount && minorOf(amount.text, currency);
  return minor === undefined ? undefined : { amount: minor, currency };
}

export function directionIn(element: XmlElement): SaidMovement["direction"] {
  if (element.text === "CRDT") return "credit";
  if (element.text === "DBIT") return "debit";
  throw new FileFault(`CdtDbtInd: "${element.text}" is not CRDT or DBIT`, element.line);
}

/** The amount as the account feels it: below zero where it leaves. */
export function signedOf({
  direction,
  amount,
}: Pick<SaidMovement, "direction" | "amount">): bigint {
  return direction === "debit" ? -BigInt(amount) : BigInt(amount);
}

export function referenceIn(parent: XmlElement | undefined, name: string): string | undefined {
  const reference = textAt(parent, name);
  return reference === NO_REFERENCE ? undefined : reference;
}

export function isReference(reference: string | undefined): reference is string {
  return reference !== undefined && reference !== NO_REFERENCE;
}

/**
 * The files by which a bank is told what to do: `pain.001.001.09`, credit transfers, and `pain.008.001.08`, direct debits of SEPA. A file has one message,
 * and a message one block of orders (`PmtInf`): of one Product, one account, one currency, one rail and one day.
 * Guarantees: the same orders are the same bytes; amounts are exact; an order that cannot be written as it is meant is never written.
 */
import { isoTime } from "../base/iso_time.ts";
import { decimalOf } from "./decimal_amount.ts";
import { referenceOf, uetrOf } from "./order_references.ts";
import { isSepaReference, sepaName, sepaRemittance } from "./sepa_text.ts";
import { element, text, textIf, type XmlNode, xmlDocument } from "./xml_writer.ts";

/** The most that the orders of a message may come to, minor units: a sum has 18 digits (`CtrlSum`, DecimalNumber). */
export const SUM_MAX = 10n ** 18n - 1n;

export const PAIN_001 = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09";
export const PAIN_008 = "urn:iso:std:iso:20022:tech:xsd:pain.008.001.08";

/** The numbers of an account: those of its country's form. */
export type AccountNumbers = {
  iban?: string;
  bic?: string;
  routingNumber?: string;
  sortCode?: string;
  accountNumber?: string;
  accountType?: string;
};

/** An account of the platform's operator at the bank. `creditorId`: by which it collects (SEPA's creditor identifier). */
export type OwnAccount = AccountNumbers & { holder: string; currency: string; creditorId?: string };

export type FileOrder = {
  /** The id of the request. */
  requestId: string;
  /** Minor units, digits. */
  amount: string;
  /** Who is paid, or debited. */
  party: AccountNumbers & { name: string };
  description?: string;
  /** Of a direct debit: by whose leave. `acceptedAt`: ISO 8601. */
  mandate?: { reference: string; acceptedAt: string };
};

export type OrderMessage = {
  /** The id of the message. */
  messageId: string;
  rail: string;
  account: OwnAccount;
  /** `YYYY-MM-DD`: when the orders are to be carried out. */
  day: string;
  /** Of direct debits. */
  sequence?: "first" | "recurrent";
  createdAtMs: number;
};

/** How soon a rail is, as banks know it (external code set ExternalServiceLevel1Code). */
const SERVICE_LEVELS: Readonly<Record<string, string>> = {
  ...{ sepa: "SEPA", ach: "NURG", wire: "URGP", fps: "URNS" },
};
const SEQUENCES = { first: "FRST", recurrent: "RCUR" } as const;
/** By which table of numbers a bank is named (external code set ExternalClearingSystemIdentification1Code). */
const CLEARING = { routingNumber: "USABA", sortCode: "GBDSC" } as const;

/**
 * Why an order cannot be written, for people; undefined where it can. `rail`: of the order. A number may be absent because it was erased.
 */
export function faultOfOrder(rail: string, { party, mandate }: FileOrder): string | undefined {
  if (party.name === undefined || sepaName(party.name) === undefined) {
    return "the name has letters that are not written in Latin, or none";
  }
  const fault = faultOfAccount(rail, party);
  if (fault !== undefined) return fault;
  if (mandate === undefined || isSepaReference(mandate.reference)) return undefined;
  return "the mandate's reference has characters that files cannot have";
}

/** Why an account cannot stand in an order of the rail. */
export function faultOfAccount(rail: string, account: AccountNumbers): string | undefined {
  const needs: readonly (keyof AccountNumbers)[] =
    rail === "sepa" ? ["iban"] : ["accountNumber", rail === "fps" ? "sortCode" : "routingNumber"];
  const missing = needs.find((name) => account[name] === undefined);
  return missing && `the account has no ${missing}`;
}

/** Why no order of the rail can be from an account of the operator's, or to it. */
export function faultOfOwnAccount(rail: string, account: OwnAccount): string | undefined {
  if (sepaName(account.holder) !== undefined) return faultOfAccount(rail, account);
  return "its holder has letters that are not written in Latin, or none";
}

/** A `pain.001` of credit transfers. The orders have no fault. */
export function creditTransfers(message: OrderMessage, orders: readonly FileOrder[]): string {
  const { account, rail } = message;
  const block = element(
    "PmtInf",
    text("PmtInfId", referenceOf(message.messageId)),
    text("PmtMtd", "TRF"),
    text("BtchBookg", "false"),
    ...sumNodes(orders, message.account.currency),
    element("PmtTpInf", serviceLevel(rail)),
    element("ReqdExctnDt", text("Dt", message.day)),
    element("Dbtr", text("Nm", nameOf(account.holder))),
    accountNode("DbtrAcct", account, account.currency),
    agentNode("DbtrAgt", account) ?? noAgent("DbtrAgt"),
    rail === "sepa" ? text("ChrgBr", "SLEV") : undefined,
    orders.map((order) => transferNode(message, order)),
  );
  const root = element("CstmrCdtTrfInitn", header(message, orders), block);
  return xmlDocument(element("Document", root), PAIN_001);
}

/** A `pain.008` of direct debits. The orders have no fault, and the account has a creditor identifier. */
export function directDebits(message: OrderMessage, orders: readonly FileOrder[]): string {
  const { account, sequence = "recurrent" } = message;
  const block = element(
    "PmtInf",
    text("PmtInfId", referenceOf(message.messageId)),
    text("PmtMtd", "DD"),
    text("BtchBookg", "false"),
    ...sumNodes(orders, message.account.currency),
    element(
      "PmtTpInf",
      serviceLevel(message.rail),
      element("LclInstrm", text("Cd", "CORE")),
      text("SeqTp", SEQUENCES[sequence]),
    ),
    text("ReqdColltnDt", message.day),
    element("Cdtr", text("Nm", nameOf(account.holder))),
    accountNode("CdtrAcct", account, account.currency),
    agentNode("CdtrAgt", account) ?? noAgent("CdtrAgt"),
    text("ChrgBr", "SLEV"),
    creditorScheme(account.creditorId ?? ""),
    orders.map((order) => debitNode(message, order)),
  );
  const root = element("CstmrDrctDbtInitn", header(message, orders), block);
  return xmlDocument(element("Document", root), PAIN_008);
}

function header(message: OrderMessage, orders: readonly FileOrder[]): XmlNode {
  return element(
    "GrpHdr",
    text("MsgId", referenceOf(message.messageId)),
    text("CreDtTm", isoTime(message.createdAtMs)),
    ...sumNodes(orders, message.account.currency),
    element("InitgPty", text("Nm", nameOf(message.account.holder))),
  );
}

/** How many orders there are, and how much they come to. `amount`: minor units. */
export function sumNodes(orders: readonly { amount: string }[], currency: string): XmlNode[] {
  const total = orders.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  return [text("NbOfTxs", String(orders.length)), text("CtrlSum", decimalOf(total, currency))];
}

function transferNode({ account, rail }: OrderMessage, order: FileOrder): XmlNode {
  const { party, description } = order;
  return element(
    "CdtTrfTxInf",
    identification(order),
    element("Amt", amountNode(order, account.currency)),
    agentNode("CdtrAgt", party),
    element("Cdtr", text("Nm", nameOf(party.name))),
    accountNode("CdtrAcct", party, undefined, rail === "ach" ? party.accountType : undefined),
    remittance(description),
  );
}

function debitNode({ account }: OrderMessage, order: FileOrder): XmlNode {
  const { party, description, mandate } = order;
  return element(
    "DrctDbtTxInf",
    identification(order),
    amountNode(order, account.currency),
    element(
      "DrctDbtTx",
      element(
        "MndtRltdInf",
        text("MndtId", mandate?.reference ?? ""),
        text("DtOfSgntr", (mandate?.acceptedAt ?? "").slice(0, "YYYY-MM-DD".length)),
      ),
    ),
    agentNode("DbtrAgt", party) ?? noAgent("DbtrAgt"),
    element("Dbtr", text("Nm", nameOf(party.name))),
    accountNode("DbtrAcct", party, undefined),
    remittance(description),
  );
}

function identification({ requestId }: FileOrder): XmlNode {
  const reference = referenceOf(requestId);
  return element(
    "PmtId",
    text("InstrId", reference),
    text("EndToEndId", reference),
    text("UETR", uetrOf(requestId)),
  );
}

function amountNode({ amount }: FileOrder, currency: string): XmlNode {
  return text("InstdAmt", decimalOf(amount, currency), { Ccy: currency });
}

function serviceLevel(rail: string): XmlNode {
  return element("SvcLvl", text("Cd", SERVICE_LEVELS[rail] ?? "NURG"));
}

function accountNode(
  name: string,
  { iban, accountNumber = "" }: AccountNumbers,
  currency: string | undefined,
  accountType?: string,
): XmlNode {
  const id =
    iban === undefined
      ? element("Othr", text("Id", accountNumber))
      : text("IBAN", iban.replaceAll(/\s/g, ""));
  const type = accountType === "savings" ? "SVGS" : "CACC";
  return element(
    name,
    element("Id", id),
    accountType === undefined ? undefined : element("Tp", text("Cd", type)),
    textIf("Ccy", currency),
  );
}

/** The bank of an account, by its BIC or the number of a clearing; undefined where neither is known. */
export function agentNode(name: string, account: AccountNumbers): XmlNode | undefined {
  const { bic, routingNumber, sortCode } = account;
  if (bic !== undefined) return element(name, element("FinInstnId", text("BICFI", bic)));
  const [system, member] =
    routingNumber === undefined
      ? [CLEARING.sortCode, sortCode]
      : [CLEARING.routingNumber, routingNumber];
  if (member === undefined) return undefined;
  const clearing = element(
    "ClrSysMmbId",
    element("ClrSysId", text("Cd", system)),
    text("MmbId", member),
  );
  return element(name, element("FinInstnId", clearing));
}

/** A bank that is found by the IBAN alone, as SEPA has it where a message must name one. */
export const noAgent = (name: string): XmlNode =>
  element(name, element("FinInstnId", element("Othr", text("Id", "NOTPROVIDED"))));

function creditorScheme(creditorId: string): XmlNode {
  const other = element("Othr", text("Id", creditorId), element("SchmeNm", text("Prtry", "SEPA")));
  return element("CdtrSchmeId", element("Id", element("PrvtId", other)));
}

function remittance(description: string | undefined): XmlNode | undefined {
  const said = description === undefined ? undefined : sepaRemittance(description);
  return said === undefined ? undefined : element("RmtInf", text("Ustrd", said));
}

export function nameOf(name: string): string {
  return sepaName(name) ?? "";
}

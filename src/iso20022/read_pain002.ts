/** What a `pain.002` says of the orders of ours that it is about, from the whole message down to each transaction. */
import type { SaidStatus } from "./bank_said.ts";
import { at, childrenOf, FileFault, needed, textAt, type XmlElement } from "./xml_reader.ts";

/** External code set ExternalPaymentTransactionStatus1Code, and those of groups. What is not here says that the order is on its way. */
const STATUSES: Readonly<Record<string, SaidStatus["status"]>> = {
  ...{ RJCT: "rejected", ACSC: "settled", ACCC: "credited", CANC: "cancelled" },
  ...{ RCVD: "pending", PDNG: "pending", ACTC: "pending", ACCP: "pending", ACSP: "pending" },
  ...{ ACWC: "pending", ACWP: "pending", ACFC: "pending", PATC: "pending", PART: "pending" },
};

/**
 * One telling for each transaction, and one for the whole message where a group or a block has a status of its own and names no transaction: then
 * it is that of all. Throws `FileFault` for a status that is none.
 */
export function readStatuses(message: XmlElement): readonly SaidStatus[] {
  const original = needed(message, "OrgnlGrpInfAndSts");
  const messageId = textAt(original, "OrgnlMsgId") ?? "";
  const blocks = childrenOf(message, "OrgnlPmtInfAndSts");
  const told = blocks.flatMap((block) => statusesOf(block, messageId));
  if (told.length > 0 || textAt(original, "GrpSts") === undefined) return told;
  return [statusOf(original, "GrpSts", { reference: messageId, whole: true })];
}

function statusesOf(block: XmlElement, messageId: string): SaidStatus[] {
  const transactions = childrenOf(block, "TxInfAndSts");
  if (transactions.length === 0) {
    if (textAt(block, "PmtInfSts") === undefined) return [];
    return [statusOf(block, "PmtInfSts", { reference: messageId, whole: true })];
  }
  return transactions.flatMap((transaction) => {
    const named = textAt(transaction, "OrgnlEndToEndId") ?? textAt(transaction, "OrgnlInstrId");
    if (textAt(transaction, "TxSts") === undefined) return [];
    return [statusOf(transaction, "TxSts", { reference: named ?? "", whole: false })];
  });
}

function statusOf(
  element: XmlElement,
  name: "GrpSts" | "PmtInfSts" | "TxSts",
  named: Pick<SaidStatus, "reference" | "whole">,
): SaidStatus {
  const code = textAt(element, name) ?? "";
  const status = Object.hasOwn(STATUSES, code) ? STATUSES[code] : undefined;
  if (status === undefined) {
    throw new FileFault(`${name}: "${code}" is no status of payments`, element.line);
  }
  const reason = reasonIn(at(element, "StsRsnInf", "Rsn"));
  const { line } = element;
  return { what: "status", line, ...named, status, code, ...(reason !== undefined && { reason }) };
}

/** A code of the published set, or the bank's own. */
export function reasonIn(element: XmlElement | undefined): string | undefined {
  return textAt(element, "Cd") ?? textAt(element, "Prtry");
}

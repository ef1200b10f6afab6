/**
 * The file by which a bank is asked to give up orders of an earlier file: `camt.055.001.08`, a customer's request to cancel payments. It names each order as the
 * file of orders did, and nobody who is paid.
 * Guarantees: the same orders are the same bytes.
 */
import { isoTime } from "../base/iso_time.ts";
import { decimalOf } from "./decimal_amount.ts";
import { agentNode, nameOf, noAgent, type OwnAccount, sumNodes } from "./order_file.ts";
import { referenceOf, uetrOf } from "./order_references.ts";
import { element, text, type XmlNode, xmlDocument } from "./xml_writer.ts";

export const CAMT_055 = "urn:iso:std:iso:20022:tech:xsd:camt.055.001.08";
/** The message that had the orders. */
const ORDERED_BY = "pain.001.001.09";
/** Requested by the customer (external code set ExternalCancellationReason1Code). */
const REASON = "CUST";

/** An order that is called back. */
export type CalledBackOrder = {
  /** The id of the request that calls it back. */
  requestId: string;
  /** The id of the request that has ordered it, by which the bank knows it. */
  orderId: string;
  /** Minor units, digits. */
  amount: string;
};

/** A message of orders, of which some are called back. `day`: `YYYY-MM-DD`, when they were to be carried out. */
export type OriginalMessage = {
  messageId: string;
  createdAtMs: number;
  day: string;
  orders: readonly CalledBackOrder[];
};

export type CancellationMessage = {
  messageId: string;
  account: OwnAccount;
  createdAtMs: number;
};

/** A `camt.055`: one message, with a part for each message of orders. */
export function cancellationRequest(
  { messageId, account, createdAtMs }: CancellationMessage,
  originals: readonly OriginalMessage[],
): string {
  const { currency } = account;
  const reference = referenceOf(messageId);
  const party = () => element("Pty", text("Nm", nameOf(account.holder)));
  const root = element(
    "CstmrPmtCxlReq",
    element(
      "Assgnmt",
      text("Id", reference),
      element("Assgnr", party()),
      element("Assgne", agentNode("Agt", account) ?? noAgent("Agt")),
      text("CreDtTm", isoTime(createdAtMs)),
    ),
    element("Case", text("Id", reference), element("Cretr", party())),
    element(
      "CtrlData",
      ...sumNodes(
        originals.flatMap(({ orders }) => orders),
        currency,
      ),
    ),
    element(
      "Undrlyg",
      originals.map((original) => originalNode(original, currency)),
    ),
  );
  return xmlDocument(element("Document", root), CAMT_055);
}

function originalNode(original: OriginalMessage, currency: string): XmlNode {
  const reference = referenceOf(original.messageId);
  return element(
    "OrgnlPmtInfAndCxl",
    text("OrgnlPmtInfId", reference),
    element(
      "OrgnlGrpInf",
      text("OrgnlMsgId", reference),
      text("OrgnlMsgNmId", ORDERED_BY),
      text("OrgnlCreDtTm", isoTime(original.createdAtMs)),
    ),
    ...sumNodes(original.orders, currency),
    original.orders.map((order) => orderNode(order, original.day, currency)),
  );
}

function orderNode(
  { requestId, orderId, amount }: CalledBackOrder,
  day: string,
  currency: string,
): XmlNode {
  const reference = referenceOf(orderId);
  return element(
    "TxInf",
    text("CxlId", referenceOf(requestId)),
    text("OrgnlInstrId", reference),
    text("OrgnlEndToEndId", reference),
    text("OrgnlUETR", uetrOf(orderId)),
    text("OrgnlInstdAmt", decimalOf(amount, currency), { Ccy: currency }),
    element("OrgnlReqdExctnDt", text("Dt", day)),
    element("CxlRsnInf", element("Rsn", text("Cd", REASON))),
  );
}

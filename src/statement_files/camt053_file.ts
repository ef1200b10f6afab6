/**
 * A statement file as `camt.053.001.08`: a message with a `Stmt` for each statement. An open month has the balance `ITBD`,
 * interim, in the place of the closing one, `CLBD`. What an entry has is in README.md.
 */
import type { StatementEntry } from "../contract/values/statement_csv.ts";
import { decimalOf } from "../iso20022/decimal_amount.ts";
import {
  element,
  elementEnd,
  elementStart,
  elementText,
  text,
  textIf,
  XML_DECLARATION,
  type XmlNode,
} from "../iso20022/xml_writer.ts";
import {
  cutText,
  digestOfFile,
  digestOfStatement,
  endMsOf,
  fittedReference,
  piecesOf,
  sayableText,
} from "./file_values.ts";
import { firstOf } from "./first_of.ts";
import { isoOffset, type LocalTimes, localTimes } from "./local_time.ts";
import type { FileStatement, StatementHead } from "./statement.ts";
import { codesOf } from "./transfer_codes.ts";

const NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08";
/** The most characters of a text of the schema. */
const MAX = { reference: 35, account: 34, accountName: 70, name: 140, ustrd: 140, more: 500 };
const IBAN = /^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}$/;
/** Who makes the proprietary codes of transactions. */
const ISSUER = "platform";

export function* camt053File(given: Iterable<FileStatement>): Generator<string> {
  const { head: first, statements } = firstOf(given);
  yield XML_DECLARATION;
  yield elementStart("Document", 0, { xmlns: NAMESPACE });
  yield elementStart("BkToCstmrStmt", 1);
  yield elementText(
    element(
      "GrpHdr",
      text("MsgId", `${first.month}-${digestOfFile(first, 24)}`),
      text("CreDtTm", momentText(first.createdAtMs, localTimes(first.timeZone))),
    ),
    2,
  );
  for (const statement of statements) yield* statementOf(statement);
  yield elementEnd("BkToCstmrStmt", 1);
  yield elementEnd("Document", 0);
}

function* statementOf({ head, entries }: FileStatement): Generator<string> {
  const localTime = localTimes(head.timeZone);
  yield elementStart("Stmt", 2);
  for (const node of headParts(head, localTime)) yield elementText(node, 3);
  let number = 0;
  for (const entry of entries) yield elementText(entryNode(entry, ++number, localTime), 3);
  yield elementText(text("AddtlStmtInf", cutText(sayableText(moreOf(head)), MAX.more)), 3);
  yield elementEnd("Stmt", 2);
}

function headParts(head: StatementHead, localTime: LocalTimes): XmlNode[] {
  const { month, currency, fromMs, createdAtMs, partial, productName, productId } = head;
  const endMs = endMsOf(head);
  return [
    text("Id", `${month}-${currency}-${digestOfStatement(head, 20)}`),
    text("ElctrncSeqNb", month.replace("-", "")),
    text("CreDtTm", momentText(createdAtMs, localTime)),
    element(
      "FrToDt",
      text("FrDtTm", momentText(fromMs, localTime)),
      text("ToDtTm", momentText(endMs, localTime)),
    ),
    element(
      "Acct",
      accountNode(head),
      text("Ccy", currency),
      textIf("Nm", cutText(sayableText(head.name ?? ""), MAX.accountName)),
      element(
        "Svcr",
        element(
          "FinInstnId",
          textIf("Nm", cutText(sayableText(productName), MAX.name)),
          element("Othr", text("Id", fittedReference(productId, MAX.reference))),
        ),
      ),
    ),
    balanceNode("OPBD", head.openingMinor, currency, text("Dt", localTime(fromMs).date)),
    partial
      ? balanceNode("ITBD", head.closingMinor, currency, text("DtTm", momentText(endMs, localTime)))
      : balanceNode("CLBD", head.closingMinor, currency, text("Dt", localTime(endMs).date)),
    summaryNode(head),
  ];
}

/** The IBAN, where the account has one of the form that the schema has; else the id, which then names no account of a bank. */
function accountNode({ iban, accountId }: StatementHead): XmlNode {
  if (iban !== undefined && IBAN.test(iban)) return element("Id", text("IBAN", iban));
  return element("Id", element("Othr", text("Id", fittedReference(accountId, MAX.account))));
}

function balanceNode(code: string, minor: bigint, currency: string, date: XmlNode): XmlNode {
  return element(
    "Bal",
    element("Tp", element("CdOrPrtry", text("Cd", code))),
    ...amountParts(minor, currency),
    element("Dt", date),
  );
}

/** An amount and its direction; nothing at all is a credit. */
function amountParts(minor: bigint, currency: string): XmlNode[] {
  const isDebit = minor < 0n;
  return [
    text("Amt", decimalOf(isDebit ? -minor : minor, currency), { Ccy: currency }),
    text("CdtDbtInd", isDebit ? "DBIT" : "CRDT"),
  ];
}

function summaryNode({
  currency,
  entryCount,
  totalDebitsMinor,
  totalCreditsMinor,
}: StatementHead): XmlNode {
  const net = totalCreditsMinor - totalDebitsMinor;
  const sum = (minor: bigint) => text("Sum", decimalOf(minor, currency));
  return element(
    "TxsSummry",
    element(
      "TtlNtries",
      text("NbOfNtries", String(entryCount)),
      sum(totalDebitsMinor + totalCreditsMinor),
      element(
        "TtlNetNtry",
        text("Amt", decimalOf(net < 0n ? -net : net, currency)),
        text("CdtDbtInd", net < 0n ? "DBIT" : "CRDT"),
      ),
    ),
    element("TtlCdtNtries", sum(totalCreditsMinor)),
    element("TtlDbtNtries", sum(totalDebitsMinor)),
  );
}

function entryNode(entry: StatementEntry, number: number, localTime: LocalTimes): XmlNode {
  const { amountMinor, direction, currency, bookedAtMs, transferId, kind } = entry;
  const { camt, isReversal } = codesOf(entry);
  return element(
    "Ntry",
    text("NtryRef", String(number)),
    ...amountParts(direction === "debit" ? -amountMinor : amountMinor, currency),
    isReversal ? text("RvslInd", "true") : undefined,
    element("Sts", text("Cd", "BOOK")),
    element("BookgDt", text("DtTm", momentText(bookedAtMs, localTime))),
    element("ValDt", text("Dt", localTime(bookedAtMs).date)),
    text("AcctSvcrRef", fittedReference(transferId, MAX.reference)),
    element(
      "BkTxCd",
      element(
        "Domn",
        text("Cd", "PMNT"),
        element("Fmly", text("Cd", camt.family), text("SubFmlyCd", camt.subFamily)),
      ),
      element("Prtry", text("Cd", fittedReference(kind, MAX.reference)), text("Issr", ISSUER)),
    ),
    element("NtryDtls", transactionNode(entry)),
  );
}

function transactionNode(entry: StatementEntry): XmlNode {
  const { direction, accountId: own, counterpartyAccountId: other, externalId = "" } = entry;
  const [debtor, creditor] = direction === "debit" ? [own, other] : [other, own];
  const fits = externalId !== "" && externalId.length <= MAX.reference;
  const ustrd = piecesOf(sayableText(entry.description ?? ""), MAX.ustrd);
  const more = [
    ...(externalId !== "" && !fits ? [`externalId ${externalId}`] : []),
    ...(entry.transferId.length > MAX.reference ? [`transferId ${entry.transferId}`] : []),
  ];
  return element(
    "TxDtls",
    fits ? element("Refs", text("EndToEndId", sayableText(externalId))) : undefined,
    element("RltdPties", partyAccount("DbtrAcct", debtor), partyAccount("CdtrAcct", creditor)),
    ustrd.length > 0 ? element("RmtInf", ...ustrd.map((piece) => text("Ustrd", piece))) : undefined,
    textIf("AddtlTxInf", cutText(sayableText(more.join("; ")), MAX.more)),
  );
}

function partyAccount(name: string, id: string): XmlNode {
  return element(
    name,
    element("Id", element("Othr", text("Id", fittedReference(id, MAX.account)))),
  );
}

/** What no element of the schema has a place for. */
function moreOf({ accountId, productId, entriesDigest, partial, timeZone }: StatementHead): string {
  return [
    ...(partial ? ["PARTIAL: entries may be added to this month"] : []),
    `${accountId} of ${productId}`,
    `days of ${timeZone}`,
    `SHA-256 of the entries ${entriesDigest}`,
  ].join("; ");
}

function momentText(timeMs: number, localTime: LocalTimes): string {
  const { date, time, offsetMinutes } = localTime(timeMs);
  return `${date}T${time}${isoOffset(offsetMinutes)}`;
}

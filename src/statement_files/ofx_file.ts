/**
 * A statement file as OFX 2.1.1 (XML): one answer of the bank message set, with a `STMTTRNRS` for each statement. What is available
 * (`AVAILBAL`) is not written, because the ledger of a month does not say it. What stands where is in README.md.
 */
import { isoTime } from "../base/iso_time.ts";
import type { StatementEntry } from "../contract/values/statement_csv.ts";
import {
  element,
  elementEnd,
  elementStart,
  elementText,
  text,
  textIf,
  type XmlNode,
} from "../iso20022/xml_writer.ts";
import {
  cutText,
  digestOf,
  endMsOf,
  fittedReference,
  sayableText,
  signedDecimal,
} from "./file_values.ts";
import { firstOf } from "./first_of.ts";
import { type LocalTimes, localTimes } from "./local_time.ts";
import type { FileStatement, StatementHead } from "./statement.ts";
import { codesOf } from "./transfer_codes.ts";

const HEADER =
  `<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n` +
  `<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>\n`;
const HOUR_MS = 3_600_000;
/** The most characters of a value (OFX 2.1.1, sections 3.2.8 and 11). */
const MAX = { bank: 9, account: 22, reference: 32, name: 32, memo: 255, request: 36 };

export function* ofxFile(given: Iterable<FileStatement>): Generator<string> {
  const { head: first, statements } = firstOf(given);
  yield HEADER;
  yield elementStart("OFX", 0);
  yield elementText(
    element(
      "SIGNONMSGSRSV1",
      element(
        "SONRS",
        statusNode(),
        text("DTSERVER", momentText(first.createdAtMs, localTimes(first.timeZone))),
        text("LANGUAGE", "ENG"),
      ),
    ),
    1,
  );
  yield elementStart("BANKMSGSRSV1", 1);
  for (const statement of statements) yield* statementOf(statement);
  yield elementEnd("BANKMSGSRSV1", 1);
  yield elementEnd("OFX", 0);
}

function* statementOf({ head, entries }: FileStatement): Generator<string> {
  const localTime = localTimes(head.timeZone);
  const endMs = endMsOf(head);
  yield elementStart("STMTTRNRS", 2);
  yield elementText(text("TRNUID", fittedReference(head.accountId, MAX.request)), 3);
  yield elementText(statusNode(), 3);
  yield elementStart("STMTRS", 3);
  yield elementText(text("CURDEF", head.currency), 4);
  yield elementText(accountNode(head), 4);
  yield elementStart("BANKTRANLIST", 4);
  yield elementText(text("DTSTART", momentText(head.fromMs, localTime)), 5);
  yield elementText(text("DTEND", momentText(endMs, localTime)), 5);
  for (const entry of entries) yield elementText(transactionNode(entry, localTime), 5);
  yield elementEnd("BANKTRANLIST", 4);
  const ledgerBalance = element(
    "LEDGERBAL",
    text("BALAMT", signedDecimal(head.closingMinor, head.currency)),
    text("DTASOF", momentText(endMs, localTime)),
  );
  yield elementText(ledgerBalance, 4);
  if (head.partial) yield elementText(text("MKTGINFO", "PARTIAL: entries may be added"), 4);
  yield elementEnd("STMTRS", 3);
  yield elementEnd("STMTTRNRS", 2);
}

function statusNode(): XmlNode {
  return element("STATUS", text("CODE", "0"), text("SEVERITY", "INFO"));
}

/** Programs know an account by both numbers. There is no number of a bank: in its place are digits of a digest of the Product. */
function accountNode(head: StatementHead): XmlNode {
  return element(
    "BANKACCTFROM",
    text("BANKID", digestOf(head.productId, MAX.bank)),
    text("ACCTID", fittedReference(head.iban ?? head.accountId, MAX.account)),
    text("ACCTTYPE", "CHECKING"),
  );
}

function transactionNode(entry: StatementEntry, localTime: LocalTimes): XmlNode {
  const { direction, amountMinor, currency, transferId, externalId = "" } = entry;
  return element(
    "STMTTRN",
    text("TRNTYPE", codesOf(entry).ofx),
    text("DTPOSTED", momentText(entry.bookedAtMs, localTime)),
    text("TRNAMT", signedDecimal(direction === "debit" ? -amountMinor : amountMinor, currency)),
    text("FITID", fittedReference(transferId, MAX.memo)),
    textIf("REFNUM", fittedReference(sayableText(externalId), MAX.reference)),
    text("NAME", fittedReference(entry.counterpartyAccountId, MAX.name)),
    textIf("MEMO", cutText(sayableText(entry.description ?? ""), MAX.memo)),
  );
}

/**
 * Section 3.2.8.2: `20261130235959.999[+1]`, the hours that the clocks are ahead of UTC. Programs disagree about what stands behind the point of an offset
 * such as `+5.5`, so of it the whole hours are taken: the time is the same, on a clock that is less than an hour behind.
 */
function momentText(timeMs: number, localTime: LocalTimes): string {
  const hours = Math.trunc(localTime(timeMs).offsetMinutes / 60);
  const digits = isoTime(timeMs + hours * HOUR_MS).replaceAll(/[-:TZ]/g, "");
  return `${digits}[${hours === 0 ? "0:GMT" : `${hours < 0 ? "" : "+"}${hours}`}]`;
}

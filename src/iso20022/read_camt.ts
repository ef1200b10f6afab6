/** What a statement (`camt.053`) or a notification (`camt.054`) says has moved: one telling for each transaction of each entry. */
import type { SaidAccount, SaidBalance, SaidMovement, SaidStatement } from "./bank_said.ts";
import { minorOf } from "./decimal_amount.ts";
import { momentIn } from "./moment.ts";
import { reasonIn } from "./read_pain002.ts";
import { at, childrenOf, FileFault, needed, textAt, type XmlElement } from "./xml_reader.ts";

/** Said in the place of a reference that there is none of. */
const NO_REFERENCE = "NOTPROVIDED";
const CLOSING_BOOKED = "CLBD";

/** `part`: `Stmt` or `Ntfctn`. Throws `FileFault`. */
export function readStatements(message: XmlElement, part: string): readonly SaidStatement[] {
  const statements = childrenOf(message, part);
  if (statements.length === 0) throw new FileFault(`${part} is missing`, message.line);
  return statements.map((statement) => {
    const closing = closingIn(statement);
    return {
      line: statement.line,
      account: accountIn(needed(statement, "Acct")),
      movements: childrenOf(statement, "Ntry").flatMap(movementsOf),
      ...(closing !== undefined && { closing }),
    };
  });
}

/** The balance of what is booked at the end of the statement; those of other moments, and of what is available, are not read. */
function closingIn(statement: XmlElement): SaidBalance | undefined {
  const closing = childrenOf(statement, "Bal").findLast(
    (balance) => textAt(balance, "Tp", "CdOrPrtry", "Cd") === CLOSING_BOOKED,
  );
  if (closing === undefined) return undefined;
  const { amount, currency } = moneyIn(needed(closing, "Amt"));
  const isOverdrawn = directionIn(needed(closing, "CdtDbtInd")) === "debit" && amount !== "0";
  const date = at(closing, "Dt", "DtTm") ?? at(closing, "Dt", "Dt");
  if (date === undefined) throw new FileFault("a balance has no date", closing.line);
  return {
    ...{ line: closing.line, amount: isOverdrawn ? `-${amount}` : amount },
    ...{ currency, atMs: momentIn(date) },
  };
}

function movementsOf(entry: XmlElement): SaidMovement[] {
  const whole = wholeOf(entry);
  const transactions = childrenOf(entry, "NtryDtls").flatMap((details) =>
    childrenOf(details, "TxDtls"),
  );
  if (transactions.length === 0) return [whole];
  const isOne = transactions.length === 1;
  return transactions.map((transaction) => movementOf(transaction, whole, isOne));
}

/** The entry as one movement; the references of a batch that has no transactions name the message. */
function wholeOf(entry: XmlElement): SaidMovement {
  const amount = needed(entry, "Amt");
  const direction = directionIn(needed(entry, "CdtDbtInd"));
  const status = needed(entry, "Sts");
  const day = at(entry, "BookgDt") ?? at(entry, "ValDt");
  const date = at(day, "DtTm") ?? at(day, "Dt");
  if (date === undefined) throw new FileFault("an entry has no date of booking", entry.line);
  const batch = at(entry, "NtryDtls", "Btch");
  const bankReference = referenceIn(entry, "AcctSvcrRef");
  return {
    what: "movement",
    line: entry.line,
    direction,
    isReturn: textAt(entry, "RvslInd") === "true",
    isBooked: (textAt(status, "Cd") ?? status.text) === "BOOK",
    ...moneyIn(amount),
    ...(bankReference !== undefined && { bankReference }),
    references: [textAt(batch, "MsgId"), textAt(batch, "PmtInfId")].filter(isReference),
    occurredAtMs: momentIn(date),
  };
}

/** A transaction of an entry; what it does not say itself is that of the entry. */
function movementOf(transaction: XmlElement, entry: SaidMovement, isOne: boolean): SaidMovement {
  const refs = at(transaction, "Refs");
  const amount = at(transaction, "Amt");
  const indicated = at(transaction, "CdtDbtInd");
  const returned = at(transaction, "RtrInf");
  const reason = reasonIn(at(returned, "Rsn"));
  const own = referenceIn(refs, "AcctSvcrRef");
  const bankReference = own ?? (isOne ? entry.bankReference : undefined);
  if (amount === undefined && !isOne) {
    throw new FileFault("a transaction of several has no amount of its own", transaction.line);
  }
  const names = ["EndToEndId", "InstrId", "PmtInfId", "MsgId"] as const;
  const { bankReference: _ofEntry, ...common } = entry;
  return {
    ...common,
    line: transaction.line,
    ...(indicated !== undefined && { direction: directionIn(indicated) }),
    isReturn: entry.isReturn || returned !== undefined,
    ...(amount !== undefined && moneyIn(amount)),
    ...(bankReference !== undefined && { bankReference }),
    references: names.map((name) => referenceIn(refs, name)).filter(isReference),
    ...(reason !== undefined && { reason }),
    ...partiesOf(transaction),
  };
}

/** Who has paid, to which account, and what for. */
function partiesOf(
  transaction: XmlElement,
): Pick<SaidMovement, "creditedAccount" | "payer" | "remittance"> {
  const parties = at(transaction, "RltdPties");
  const credited = at(parties, "CdtrAcct");
  const name = textAt(parties, "Dbtr", "Pty", "Nm") ?? textAt(parties, "Dbtr", "Nm");
  const debtor = at(parties, "DbtrAcct");
  const { iban, accountNumber = iban } = debtor === undefined ? {} : accountIn(debtor);
  const lines = childrenOf(at(transaction, "RmtInf"), "Ustrd").map((line) => line.text);
  const said = lines.filter((line) => line !== "").join(" ");
  return {
    ...(credited !== undefined && { creditedAccount: accountIn(credited) }),
    ...((name ?? accountNumber) !== undefined && {
      payer: { ...(name && { name }), ...(accountNumber && { accountNumber }) },
    }),
    ...(said !== "" && { remittance: said }),
  };
}

function accountIn(account: XmlElement): SaidAccount {
  const iban = textAt(account, "Id", "IBAN");
  const accountNumber = textAt(account, "Id", "Othr", "Id");
  return { ...(iban && { iban }), ...(accountNumber && { accountNumber }) };
}

function moneyIn(amount: XmlElement): { amount: string; currency: string } {
  const currency = amount.attributes["Ccy"] ?? "";
  const minor = minorOf(amount.text, currency);
  if (minor === undefined) {
    throw new FileFault(`Amt: "${amount.text}" is no amount in ${currency}`, amount.line);
  }
  return { amount: minor, currency };
}

function directionIn(element: XmlElement): SaidMovement["direction"] {
  if (element.text === "CRDT") return "credit";
  if (element.text === "DBIT") return "debit";
  throw new FileFault(`CdtDbtInd: "${element.text}" is not CRDT or DBIT`, element.line);
}

function referenceIn(parent: XmlElement | undefined, name: string): string | undefined {
  const reference = textAt(parent, name);
  return reference === NO_REFERENCE ? undefined : reference;
}

function isReference(reference: string | undefined): reference is string {
  return reference !== undefined && reference !== NO_REFERENCE;
}

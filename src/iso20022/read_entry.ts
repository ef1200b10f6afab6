/**
 * What an entry of a statement or a notification (`Ntry`) says has moved: one telling for each transaction of it, or for each message of ours that it is of.
 * Guarantees: what an entry tells comes to the amount of the entry, so no money of it is left out and none is told that has not moved.
 */
import type { SaidMovement } from "./bank_said.ts";
import {
  accountIn,
  directionIn,
  isReference,
  moneyIn,
  moneyOf,
  referenceIn,
  type SaidMoney,
  signedOf,
} from "./camt_parts.ts";
import { decimalOf } from "./decimal_amount.ts";
import { momentIn } from "./moment.ts";
import { reasonIn } from "./read_pain002.ts";
import { at, childrenOf, FileFault, needed, textAt, type XmlElement } from "./xml_reader.ts";

/** A part of an entry: a transaction, or a batch of which the bank names no transactions. */
type Part = { element: XmlElement; isBatch: boolean };

/** `createdAtMs`: of the file, where an entry that is not booked yet has no day. Throws `FileFault`. */
export function movementsOf(entry: XmlElement, createdAtMs: number): SaidMovement[] {
  const whole = wholeOf(entry, createdAtMs);
  const parts = childrenOf(entry, "NtryDtls").flatMap(partsOf);
  const [only] = parts;
  if (only === undefined) return [whole];
  if (parts.length === 1 && isWhole(only, whole)) return [onlyPart(only, whole)];
  const told = parts.flatMap((part) => partOf(part, whole) ?? []);
  if (told.length < parts.length) {
    return [
      {
        ...whole,
        fault: `it has ${parts.length} parts, which do not all say how much of it they are`,
      },
    ];
  }
  return [...named(told, whole.bankReference), ...remainderOf(told, whole)];
}

function partsOf(details: XmlElement): Part[] {
  const transactions = childrenOf(details, "TxDtls");
  if (transactions.length > 0) {
    return transactions.map((element) => ({ element, isBatch: false }));
  }
  const batch = at(details, "Btch");
  return batch === undefined ? [] : [{ element: batch, isBatch: true }];
}

/** The entry as one movement. */
function wholeOf(entry: XmlElement, createdAtMs: number): SaidMovement {
  const status = needed(entry, "Sts");
  const isBooked = (textAt(status, "Cd") ?? status.text) === "BOOK";
  const day = at(entry, "BookgDt") ?? at(entry, "ValDt");
  const date = at(day, "DtTm") ?? at(day, "Dt");
  if (date === undefined && isBooked) {
    throw new FileFault("an entry has no date of booking", entry.line);
  }
  const bankReference = referenceIn(entry, "AcctSvcrRef");
  return {
    what: "movement",
    line: entry.line,
    direction: directionIn(needed(entry, "CdtDbtInd")),
    isReturn: ["true", "1"].includes(textAt(entry, "RvslInd") ?? ""),
    isBooked,
    ...moneyIn(needed(entry, "Amt")),
    ...(bankReference !== undefined && { bankReference }),
    references: [],
    occurredAtMs: date === undefined ? createdAtMs : momentIn(date),
  };
}

/**
 * Whether the one part of an entry is all of it: it says no amount, or one that was better for the account before charges. An entry that is better than its only
 * part is of another payment as well, which the bank has left out.
 */
function isWhole(part: Part, whole: SaidMovement): boolean {
  const own = ownMoney(part, whole.currency);
  return own === undefined || signedOf({ ...whole, ...own }) >= signedOf(whole);
}

/** The one part of an entry: what has moved is what the entry says. The part may say another amount, as before charges. */
function onlyPart(part: Part, whole: SaidMovement): SaidMovement {
  const { amount, currency } = whole;
  const own = ownMoney(part, currency);
  const ordered = orderedMoney(part, whole) ?? own;
  const isOther = ordered !== undefined && ordered.amount !== amount;
  const bankReference = ownReference(part) ?? whole.bankReference;
  return {
    ...describedBy(part, whole),
    ...{ amount, currency, direction: whole.direction },
    ...(bankReference !== undefined && { bankReference }),
    ...(isOther && { orderedAmount: ordered.amount }),
  };
}

/** A part of several; undefined where it does not say how much of the entry it is. */
function partOf(part: Part, whole: SaidMovement): SaidMovement | undefined {
  const own = ownMoney(part, whole.currency);
  if (own === undefined) return undefined;
  const ordered = orderedMoney(part, whole);
  const isOther = ordered !== undefined && ordered.amount !== own.amount;
  const bankReference = ownReference(part);
  const { bankReference: _ofEntry, ...described } = describedBy(part, whole);
  return {
    ...{ ...described, ...own },
    ...(bankReference !== undefined && { bankReference }),
    ...(isOther && { orderedAmount: ordered.amount }),
  };
}

/** How much has moved by a part, in the currency of its account; undefined where it does not say so. */
function ownMoney({ element, isBatch }: Part, currency: string): SaidMoney | undefined {
  const said = isBatch
    ? [at(element, "TtlAmt")]
    : [at(element, "Amt"), at(element, "AmtDtls", "TxAmt", "Amt")];
  return said.map(moneyOf).find((money) => money?.currency === currency);
}

/** What was ordered, before charges: it stands beside what has moved. */
function orderedMoney({ element, isBatch }: Part, { currency }: SaidMoney): SaidMoney | undefined {
  if (isBatch) return undefined;
  const ordered = moneyOf(at(element, "AmtDtls", "InstdAmt", "Amt"));
  return ordered?.currency === currency ? ordered : undefined;
}

function ownReference({ element, isBatch }: Part): string | undefined {
  return isBatch ? undefined : referenceIn(at(element, "Refs"), "AcctSvcrRef");
}

/** What a part says beside its amount; what it does not say itself is that of the entry. */
function describedBy({ element, isBatch }: Part, whole: SaidMovement): SaidMovement {
  const indicated = at(element, "CdtDbtInd");
  const common: SaidMovement = {
    ...whole,
    line: element.line,
    ...(indicated !== undefined && { direction: directionIn(indicated) }),
  };
  if (isBatch) {
    const names = [textAt(element, "MsgId"), textAt(element, "PmtInfId")];
    return { ...common, line: whole.line, references: names.filter(isReference) };
  }
  const refs = at(element, "Refs");
  const returned = at(element, "RtrInf");
  const reason = reasonIn(at(returned, "Rsn"));
  const names = ["EndToEndId", "InstrId", "PmtInfId", "MsgId"] as const;
  return {
    ...common,
    isReturn: whole.isReturn || returned !== undefined,
    references: names.map((name) => referenceIn(refs, name)).filter(isReference),
    ...(reason !== undefined && { reason }),
    ...partiesOf(element, returned !== undefined),
  };
}

/**
 * Transactions of one entry to which the bank gives no names of their own: each is called by the entry's and its amount. The order in which they stand, and
 * how many of them a file has, change no name.
 */
function named(told: readonly SaidMovement[], ofEntry: string | undefined): SaidMovement[] {
  const counts = new Map<string, number>();
  return told.map((one) => {
    if (one.bankReference !== undefined || ofEntry === undefined) return one;
    const amount = String(signedOf(one));
    const count = (counts.get(amount) ?? 0) + 1;
    counts.set(amount, count);
    return { ...one, bankReference: `${ofEntry}.${amount}.${count}` };
  });
}

/** What the parts of an entry do not come to: charges, or what the bank has left out. Nobody can book it from the file. */
function remainderOf(told: readonly SaidMovement[], whole: SaidMovement): SaidMovement[] {
  const sum = told.reduce((total, one) => total + signedOf(one), 0n);
  const left = signedOf(whole) - sum;
  if (left === 0n) return [];
  const said = decimalOf(sum < 0n ? -sum : sum, whole.currency);
  const { bankReference: _ofEntry, ...common } = whole;
  return [
    {
      ...common,
      direction: left < 0n ? "debit" : "credit",
      amount: String(left < 0n ? -left : left),
      fault: `the parts of its entry come to ${sum < 0n ? "-" : ""}${said} ${whole.currency}, and this is the rest: charges, or what the bank has left out`,
    },
  ];
}

/** Who has paid, to which account, and what for. Of money that comes back both parties are those of what was sent, so the account is not that of whom it is for. */
function partiesOf(
  transaction: XmlElement,
  isReturned: boolean,
): Pick<SaidMovement, "creditedAccount" | "payer" | "remittance"> {
  const parties = at(transaction, "RltdPties");
  const credited = isReturned ? undefined : at(parties, "CdtrAcct");
  const [payer, payerAccount] = isReturned ? ["Cdtr", "CdtrAcct"] : ["Dbtr", "DbtrAcct"];
  const name =
    nameIn(at(parties, payer)) ?? (isReturned ? undefined : nameIn(at(parties, "UltmtDbtr")));
  const account = at(parties, payerAccount);
  const { iban, accountNumber = iban } = account === undefined ? {} : accountIn(account);
  const remittance = remittanceIn(at(transaction, "RmtInf"));
  return {
    ...(credited !== undefined && { creditedAccount: accountIn(credited) }),
    ...((name ?? accountNumber) !== undefined && {
      payer: { ...(name && { name }), ...(accountNumber && { accountNumber }) },
    }),
    ...(remittance !== "" && { remittance }),
  };
}

/** Of a person, a company or a bank. */
function nameIn(party: XmlElement | undefined): string | undefined {
  return (
    textAt(party, "Pty", "Nm") ?? textAt(party, "Nm") ?? textAt(party, "Agt", "FinInstnId", "Nm")
  );
}

/** What the payer wrote, in lines or as a reference of the creditor. */
function remittanceIn(information: XmlElement | undefined): string {
  const lines = childrenOf(information, "Ustrd").map(({ text }) => text);
  const references = childrenOf(information, "Strd").map((one) => textAt(one, "CdtrRefInf", "Ref"));
  return [...lines, ...references].filter(Boolean).join(" ");
}

/** What a file of a bank says, as tellings about orders and credits of ours; pure, so that it can be read beside the table in the README of `iso20022`. */
import { createHash } from "node:crypto";
import type { ProviderCredit } from "../contract/messages/provider_credit.ts";
import {
  PAYER_NAME_CHARACTERS_MAX,
  REMITTANCE_CHARACTERS_MAX,
} from "../contract/messages/provider_credit.ts";
import type { ProviderStatus } from "../contract/messages/provider_kinds.ts";
import { DETAIL, isReference, isShown, isText } from "../contract/messages/provider_texts.ts";
import {
  BANK_MESSAGE_PREFIX,
  type OrderKind,
} from "../features/bank_message/bank_message_document.ts";
import { PROVIDER_REQUEST_PREFIX } from "../features/provider_request/provider_request_document.ts";
import type { FileHead, SaidAccount, SaidMovement, SaidStatus } from "../iso20022/bank_said.ts";
import { idOfReference } from "../iso20022/order_references.ts";

/** What a status of `pain.002` says of each kind of order; `processing` changes nothing. */
const OF_STATUS: Readonly<Record<OrderKind, Record<SaidStatus["status"], ProviderStatus>>> = {
  payout: {
    ...{ rejected: "failed", cancelled: "cancelled", pending: "processing" },
    ...{ settled: "posted", credited: "posted" },
  },
  // That the debtor's account was debited is no money here yet: the credit of ours is.
  collection: {
    ...{ rejected: "failed", cancelled: "failed", pending: "processing" },
    ...{ settled: "processing", credited: "collected" },
  },
};
/** What money that moves says of each kind of order. */
const OF_MOVEMENT: Readonly<Record<OrderKind, Record<SaidMovement["direction"], ProviderStatus>>> =
  {
    payout: { debit: "posted", credit: "returned" },
    collection: { credit: "collected", debit: "returned" },
  };
const REASON_CHARACTERS_MAX = 64;

/** The number of a bank that gives its accounts no IBAN. */
export type ClearingNumbers = { routingNumber?: string; sortCode?: string };

export function outcomeOfStatus(kind: OrderKind, { status }: SaidStatus): ProviderStatus {
  return OF_STATUS[kind][status];
}

export function outcomeOfMovement(kind: OrderKind, { direction }: SaidMovement): ProviderStatus {
  return OF_MOVEMENT[kind][direction];
}

/** The id of the request that one of the references names, and that of a message. */
export function namedIn(references: readonly string[]): { requestId?: string; messageId?: string } {
  const idWith = (prefix: string) =>
    references.flatMap((reference) => idOfReference(reference, prefix) ?? [])[0];
  const requestId = idWith(PROVIDER_REQUEST_PREFIX);
  const messageId = idWith(BANK_MESSAGE_PREFIX);
  return { ...(requestId && { requestId }), ...(messageId && { messageId }) };
}

/** The same for the same parts, whenever a file is read: news with an id that is known changes nothing. */
export function newsIdOf(...parts: readonly string[]): string {
  return `file-${createHash("sha256").update(JSON.stringify(parts)).digest("hex")}`;
}

/** A code as news have it. */
export function reasonOf(reason: string | undefined): string | undefined {
  const code = reason?.toLowerCase().replaceAll(/[^a-z0-9_.-]/g, "_");
  return code?.slice(0, REASON_CHARACTERS_MAX) || undefined;
}

/** Money that no order of ours explains, as a credit that the bank tells, to the account of the statement where it names no other; a sentence where it cannot be one. */
export function creditOf(
  movement: SaidMovement,
  account: SaidAccount & ClearingNumbers,
): { credit: ProviderCredit } | { fault: string } {
  const { bankReference = "", amount, currency, occurredAtMs } = movement;
  if (!isReference(bankReference)) {
    return { fault: "the bank gives it no name of its own (AcctSvcrRef) without spaces" };
  }
  if (/^0+$/.test(amount)) return { fault: "it is of nothing" };
  const { iban, accountNumber } = movement.creditedAccount ?? account;
  const target = iban ?? accountNumber;
  if (!isText(target, DETAIL)) return { fault: "it names no account that was credited" };
  const credit: ProviderCredit = {
    ...{ newsId: newsIdOf("credit", bankReference), creditReference: bankReference },
    ...{ amount, currency, occurredAtMs },
    target: { address: iban === undefined ? addressOf(target, account) : { iban } },
    ...keptOf(movement),
  };
  return { credit };
}

/** Who has paid, and what the payer wrote, as much of it as can be kept. */
function keptOf({
  remittance = "",
  payer: told,
}: Pick<SaidMovement, "remittance" | "payer">): Pick<ProviderCredit, "payer" | "remittance"> {
  const said = cut(remittance, REMITTANCE_CHARACTERS_MAX);
  const payer = payerOf(told);
  return {
    ...(payer !== undefined && { payer }),
    ...(isShown(said, REMITTANCE_CHARACTERS_MAX) && said !== "" && { remittance: said }),
  };
}

/**
 * The bank's own name of an entry by which money of an order has come; undefined where the entry has none. Statements alone: a notification may have the same
 * money under another name.
 */
export function arrivalOf(
  { bankReference, direction }: SaidMovement,
  { type }: Pick<FileHead, "type">,
  requestId: string,
): string | undefined {
  if (type !== "camt.053" || direction !== "credit" || bankReference === undefined)
    return undefined;
  return isReference(nameOfSeveral(bankReference, requestId)) ? bankReference : undefined;
}

function nameOfSeveral(bankReference: string, requestId: string): string {
  return `${bankReference}/${requestId}`;
}

/**
 * Money that has come a second time by an order: a credit that names the order in the place of an address, so that it is nobody's until the operator
 * says whose. `isOfSeveral`: the entry is one for several orders, so its name is not that of this credit alone.
 */
export function secondCreditOf(
  movement: SaidMovement,
  order: { requestId: string; amount: string; isOfSeveral: boolean },
): ProviderCredit {
  const { bankReference = "", currency, occurredAtMs } = movement;
  const { requestId: effectId, amount, isOfSeveral } = order;
  const creditReference = isOfSeveral ? nameOfSeveral(bankReference, effectId) : bankReference;
  return {
    ...{ newsId: newsIdOf("credit", creditReference), creditReference },
    ...{ amount, currency, occurredAtMs, target: { effectId } },
    ...keptOf(movement),
  };
}

/** An account that has no IBAN is named beside the number of its bank. */
function addressOf(accountNumber: string, { routingNumber, sortCode }: ClearingNumbers) {
  if (routingNumber !== undefined) return { routingNumber, accountNumber };
  return sortCode === undefined ? { alias: accountNumber } : { sortCode, accountNumber };
}

/** What of the payer can be kept: a bank may write anything. */
function payerOf(told: SaidMovement["payer"]): ProviderCredit["payer"] {
  const name = told?.name && cut(told.name, PAYER_NAME_CHARACTERS_MAX);
  const accountNumber = told?.accountNumber;
  const payer = {
    ...(isShown(name, PAYER_NAME_CHARACTERS_MAX) && { name }),
    ...(isText(accountNumber, DETAIL) && { accountNumber }),
  };
  return Object.keys(payer).length === 0 ? undefined : payer;
}

/** No more characters than these, and no half of one: half a character cannot be kept, and all of the text would not be. */
function cut(text: string, charactersMax: number): string {
  return text.slice(0, charactersMax).replace(/[\ud800-\udbff]$/, "");
}

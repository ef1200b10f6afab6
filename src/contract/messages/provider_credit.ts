/**
 * What a bank tells of money that has arrived for an account, and what its book says of it, by version 1 of the published
 * protocol (outbox/PROVIDER.md): the types, and readers that take nothing but what the protocol allows.
 */
import { parseTimestamp } from "../values/timestamp_text.ts";
import { type AddressDetails, PROVIDER_PAGE_MAX } from "./provider_protocol.ts";
import {
  CURSOR,
  DETAIL,
  isObject,
  isReference,
  isShown,
  isText,
  objectOf,
} from "./provider_texts.ts";

/** The `kind` of news that tell a credit. News of an effect have none. */
export const CREDIT_NEWS_KIND = "received_credit";

/** Characters of a payer's name (ISO 20022, Max140Text). */
export const PAYER_NAME_CHARACTERS_MAX = 140;
/** Characters of what a payer wrote: SEPA's unstructured remittance information has 140. */
export const REMITTANCE_CHARACTERS_MAX = 140;

/** How far a credit is at its bank: it has the money for the account, or it has sent it back. */
export const CREDIT_STATUSES = ["received", "returned"] as const;
export type CreditStatus = (typeof CREDIT_STATUSES)[number];

/** The address that the money was sent to: by our id, by the effect that opened it, or by what the payer was told. */
export type CreditTarget =
  | { financialAddressId: string }
  | { effectId: string }
  | { address: AddressDetails };

/** Who paid. `accountNumber`: of any form, as the bank has it; it is cut before anything is recorded. */
export type CreditPayer = { name?: string; accountNumber?: string };

/** Money that has arrived, whoever says so. */
export type CreditFacts = {
  /** The bank's own name of the credit, which it gives to no other. */
  creditReference: string;
  /** Minor units, as digits. */
  amount: string;
  /** Three letters. */
  currency: string;
};

/** News of the kind `received_credit`. */
export type ProviderCredit = CreditFacts & {
  newsId: string;
  target: CreditTarget;
  payer?: CreditPayer;
  remittance?: string;
  /** By the bank's clock, milliseconds UTC. */
  occurredAtMs: number;
};

/** One line of the bank's book of credits. */
export type CreditBookLine = CreditFacts & { status: CreditStatus; occurredAtMs: number };
/** Money that the bank has for the accounts of this platform, minor units, as digits with a sign. */
export type BankBalances = Readonly<Record<string, string>>;
/** `balances`: by currency, as they are now; the bank may say them on any page. */
export type CreditPage = { credits: CreditBookLine[]; next?: string; balances?: BankBalances };

/** As the platform has amounts: 1 to 18 digits, not zero. */
const AMOUNT = /^[1-9]\d{0,17}$/;
const CURRENCY = /^[A-Z]{3}$/;
const BALANCE = /^(?:0|-?[1-9]\d{0,38})$/;
/** Currencies of one answer: more than ISO 4217 has. */
const BALANCES_MAX = 300;

/** The members of each form of details, of which an address has one form; the first that is given counts. */
const DETAIL_FORMS = [
  ["iban"],
  ["routingNumber", "accountNumber"],
  ["sortCode", "accountNumber"],
  ["alias"],
] as const;

/** The object in the body, where it is news of a credit, whole or not; undefined for all other bodies. */
export function creditNewsIn(body: Uint8Array): Record<string, unknown> | undefined {
  const value = objectOf(body);
  return value?.["kind"] === CREDIT_NEWS_KIND ? value : undefined;
}

/** The credit; undefined where a member is absent that is required, or has another form. */
export function readProviderCredit(value: Record<string, unknown>): ProviderCredit | undefined {
  const { newsId, remittance } = value;
  const facts = factsOf(value);
  const target = targetOf(value);
  const payer = value["payer"] === undefined ? undefined : payerOf(value["payer"]);
  const occurredAtMs = timeOf(value["occurredAt"]);
  if (!isReference(newsId) || facts === undefined || target === undefined) return undefined;
  if (occurredAtMs === undefined || (value["payer"] !== undefined && payer === undefined)) {
    return undefined;
  }
  if (remittance !== undefined && !isShown(remittance, REMITTANCE_CHARACTERS_MAX)) return undefined;
  return {
    ...{ newsId, ...facts, target, occurredAtMs },
    ...(payer !== undefined && { payer }),
    ...(remittance !== undefined && { remittance }),
  };
}

/** A page of the bank's book of credits, oldest first. */
export function readCreditPage(body: Uint8Array): CreditPage | undefined {
  const value = objectOf(body);
  const lines = value?.["credits"];
  if (!Array.isArray(lines) || lines.length > PROVIDER_PAGE_MAX) return undefined;
  const credits: CreditBookLine[] = [];
  for (const line of lines) {
    const read = isObject(line) ? bookLineOf(line) : undefined;
    if (read === undefined) return undefined;
    credits.push(read);
  }
  const { next, balances: told } = value ?? {};
  const balances = told === undefined ? undefined : balancesOf(told);
  if (told !== undefined && balances === undefined) return undefined;
  if (next !== undefined && !isText(next, CURSOR)) return undefined;
  return {
    credits,
    ...(next !== undefined && { next }),
    ...(balances !== undefined && { balances }),
  };
}

function bookLineOf(line: Record<string, unknown>): CreditBookLine | undefined {
  const facts = factsOf(line);
  const status = CREDIT_STATUSES.find((one) => one === line["status"]);
  const occurredAtMs = timeOf(line["occurredAt"]);
  if (facts === undefined || status === undefined || occurredAtMs === undefined) return undefined;
  return { ...facts, status, occurredAtMs };
}

function factsOf({
  creditReference,
  amount,
  currency,
}: Record<string, unknown>): CreditFacts | undefined {
  if (!isReference(creditReference)) return undefined;
  if (!isText(amount, AMOUNT) || !isText(currency, CURRENCY)) return undefined;
  return { creditReference, amount, currency };
}

/** Of several ways to name the address the surest one counts, and the others are left out. */
function targetOf({
  financialAddressId,
  effectId,
  address,
}: Record<string, unknown>): CreditTarget | undefined {
  if (financialAddressId !== undefined) {
    return isReference(financialAddressId) ? { financialAddressId } : undefined;
  }
  if (effectId !== undefined) return isReference(effectId) ? { effectId } : undefined;
  const details = isObject(address) ? detailsOf(address) : undefined;
  return details && { address: details };
}

function detailsOf(address: Record<string, unknown>): AddressDetails | undefined {
  const form = DETAIL_FORMS.find(([first]) => address[first] !== undefined);
  const details: AddressDetails = {};
  for (const member of form ?? []) {
    const text = address[member];
    if (!isText(text, DETAIL)) return undefined;
    details[member] = text;
  }
  return form && details;
}

function payerOf(value: unknown): CreditPayer | undefined {
  if (!isObject(value)) return undefined;
  const { name, accountNumber } = value;
  if (name !== undefined && !isShown(name, PAYER_NAME_CHARACTERS_MAX)) return undefined;
  if (accountNumber !== undefined && !isText(accountNumber, DETAIL)) return undefined;
  return {
    ...(name !== undefined && { name }),
    ...(accountNumber !== undefined && { accountNumber }),
  };
}

function balancesOf(value: unknown): BankBalances | undefined {
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value);
  if (entries.length > BALANCES_MAX) return undefined;
  const isRead = entries.every(
    ([currency, balance]) => CURRENCY.test(currency) && isText(balance, BALANCE),
  );
  return isRead ? (Object.fromEntries(entries) as BankBalances) : undefined;
}

function timeOf(value: unknown): number | undefined {
  return typeof value === "string" ? parseTimestamp(value) : undefined;
}

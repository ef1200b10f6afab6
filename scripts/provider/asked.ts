/**
 * Whether the reference provider understands what an effect asks for: every member that the table of the protocol
 * (src/outbox/PROVIDER.md) requires is there, in its form. What a verification asks for it takes as it is.
 */
import type { ProviderEffect } from "../../src/contract/messages/provider_protocol.ts";

type Form = (value: unknown) => boolean;
type Members = Readonly<Record<string, Form>>;

const text: Form = (value) => typeof value === "string" && value !== "";
const matching =
  (form: RegExp): Form =>
  (value) =>
    typeof value === "string" && form.test(value);
const optional =
  (form: Form): Form =>
  (value) =>
    value === undefined || form(value);

const HOLDER: Members = { type: text, id: text, name: optional(text) };
const NUMBERS: Readonly<Record<string, Members>> = {
  sepa: { iban: text, bic: optional(text) },
  ach: { routingNumber: matching(/^\d{9}$/), accountNumber: text },
  wire: { routingNumber: matching(/^\d{9}$/), accountNumber: text },
  fps: { sortCode: matching(/^\d{6}$/), accountNumber: text },
};
const LATER: Members = { financialAddressId: text, effectId: text };

const MANDATE: Members = {
  reference: matching(/^.{1,35}$/),
  acceptedAt: matching(/^\d{4}-\d{2}-\d{2}T/),
  sequence: matching(/^(first|recurrent)$/),
};

/** By kind of effect and action. */
const ASKED: Readonly<Record<string, Members>> = {
  "address open": {
    financialAddressId: text,
    type: matching(/^(iban|us_account|uk_account|alias)$/),
    country: matching(/^[A-Z]{2}$/),
    currency: matching(/^[A-Z]{3}$/),
    holder: (value) => hasMembers(value, HOLDER),
  },
  "address disable": LATER,
  "address enable": LATER,
  "address retire": LATER,
  "payout send": {
    payoutId: text,
    amount: matching(/^[1-9]\d{0,18}$/),
    currency: matching(/^[A-Z]{3}$/),
    rail: (value) => typeof value === "string" && Object.hasOwn(NUMBERS, value),
    description: optional(text),
  },
  "payout cancel": { payoutId: text, effectId: text },
  "credit_return return": {
    ...{ receivedCreditId: text, creditReference: text, reason: optional(text) },
    amount: matching(/^[1-9]\d{0,18}$/),
    currency: matching(/^[A-Z]{3}$/),
  },
  "payee_check check": {
    beneficiaryId: text,
    rail: (value) => typeof value === "string" && Object.hasOwn(NUMBERS, value),
  },
  "collection collect": {
    collectionId: text,
    amount: matching(/^[1-9]\d{0,18}$/),
    currency: matching(/^[A-Z]{3}$/),
    rail: matching(/^(sepa|ach)$/),
    mandate: (value) => hasMembers(value, MANDATE),
    description: optional(text),
  },
};

/** Of the creditor, the debtor and the payee, besides the numbers of the rail. */
const PARTY: Members = { name: text, accountType: optional(matching(/^(checking|savings)$/)) };

/** By action: the member that says whose account it is about. */
const PARTIES: Readonly<Record<string, string>> = {
  ...{ send: "creditor", collect: "debtor", check: "payee" },
};

export function isUnderstood({ kind, request }: ProviderEffect): boolean {
  if (kind === "verification") return true;
  const members = ASKED[`${kind} ${request["action"]}`];
  if (members === undefined || !hasMembers(request, members)) return false;
  const party = PARTIES[String(request["action"])];
  if (party === undefined) return true;
  const numbers = NUMBERS[String(request["rail"])] as Members;
  return hasMembers(request[party], { ...PARTY, ...numbers });
}

function hasMembers(value: unknown, members: Members): boolean {
  if (typeof value !== "object" || value === null) return false;
  const given = value as Record<string, unknown>;
  return Object.entries(members).every(([name, form]) => form(given[name]));
}

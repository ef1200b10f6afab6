/** The fields of operations about what banks do, and the rules that go over several of them. */
import type { Input } from "./model.ts";
import {
  amount,
  type Check,
  currency,
  externalId,
  type Fields,
  id,
  isBoolean,
  isObject,
  length,
  metadata,
  metadataChange,
  named,
  oneOf,
  removable,
  revision,
  text,
} from "./value_checks.ts";

/** Account numbers that can exist, of all that the generator uses; the last is of a country that is not served. */
export const IBANS = [
  "DE89370400440532013000",
  "FR1420041010050500013M02606",
  "BY13NBRB3600900000002Z00AB00",
];

const RAILS = oneOf("sepa", "ach", "fps", "wire", "book");

const PAYOUT: Fields = {
  sourceAccountId: id,
  beneficiaryId: id,
  "amount?": amount,
  "wholeBalance?": isBoolean,
  currency,
  "description?": length(0, 500),
  "metadata?": metadata,
  "externalId?": externalId,
};
const isPayout: Check = (value) => isObject(value, PAYOUT);

export const BANK_BODIES: Readonly<Record<string, Fields | undefined>> = {
  "beneficiary.create": {
    productId: id,
    "beneficiaryId?": text(/^(?!ben_)[a-z0-9_-]{1,64}$/),
    ownerType: oneOf("customer", "third_party", "tenant"),
    "ownerId?": id,
    name: named(140),
    rail: RAILS,
    destination: (value) =>
      isObject(value, { iban: oneOf(...IBANS) }) || isObject(value, { accountId: id }),
    "nickname?": named(100),
    "metadata?": metadata,
    "externalId?": externalId,
  },
  "beneficiary.update": {
    "nickname?": removable(named(100)),
    "metadata?": metadataChange,
    "externalId?": removable(externalId),
    "acceptMismatch?": (value) => value === true,
    "expectedRevision?": revision,
  },
  "beneficiary.archive": undefined,
  "payout.create": PAYOUT,
  "payout.batch.create": {
    items: (value) =>
      Array.isArray(value) && value.length >= 1 && value.length <= 1_000 && value.every(isPayout),
    "atomic?": isBoolean,
  },
  "payout.cancel": undefined,
  "financial_address.create": {
    accountId: id,
    type: oneOf("iban", "alias"),
    country: oneOf("DE", "GB"),
    currency,
    "metadata?": metadata,
    "externalId?": externalId,
  },
  "financial_address.disable": undefined,
  "financial_address.enable": undefined,
  "financial_address.retire": undefined,
  "received_credit.assign": { accountId: id },
  "received_credit.return": { "reason?": named(140) },
  "sandbox.inbound_credit.create": {
    financialAddressId: id,
    "destinationAccountId?": id,
    amount,
    currency,
    "reference?": text(/^[!-~]{1,128}$/),
    "remittance?": length(1, 140),
    "ifNotCreditable?": oneOf("refuse", "suspend"),
  },
};

/** Whether the fields of the input fit together. */
export function fitsBank(operation: string, input: Input): boolean {
  if (operation === "payout.create") return namesAmount(input);
  if (operation === "payout.batch.create") return (input.items ?? []).every(namesAmount);
  if (operation !== "beneficiary.create") return true;
  const { ownerType, ownerId, rail, destination = {} } = input;
  const isOfCustomer = ownerType === "customer";
  const isOfRail = rail === "book" ? "accountId" in destination : "iban" in destination;
  return (
    isOfCustomer === (ownerId !== undefined) && isOfRail && ["sepa", "book"].includes(rail ?? "")
  );
}

/** A payout has an amount, or pays the whole balance. */
function namesAmount({ amount: named, wholeBalance }: Input): boolean {
  return (named === undefined) === (wholeBalance === true);
}

/** The received credit as a resource: its declaration, its reads, and the function that renders it. */
import { isoTime } from "../../base/iso_time.ts";
import { filter, type ResourceNames } from "../../contract/declare/resource.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { actorOfText } from "../../contract/records/actor.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuchHere } from "../../contract/refusals/unknown_id.ts";
import { foundOfOne } from "../../contract/tables/stored_index.ts";
import { Id } from "../../contract/values/formats.ts";
import { declareNoun, type StatePartOf } from "../noun.ts";
import { SIMULATOR } from "../provider_request/providers.ts";
import { declareReads } from "../resource_reads.ts";
import { statusTransitions } from "../status_transitions.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import {
  RECEIVED_CREDIT_STATUSES,
  type ReceivedCreditDocument,
  type ReceivedCreditStatus,
} from "./received_credit_document.ts";
import {
  CreditReference,
  ReceivedCredit,
  ReceivedCreditStatusName,
} from "./received_credit_schema.ts";

const BY_REFERENCE = { table: LEDGER_TABLE.receivedCreditByReference, inRealm: 0 };
/** Stands behind a reference in its index: no reference has a space, so none is the beginning of another. */
const END = " ";

export const receivedCredits = declareNoun<ReceivedCreditDocument>()({
  noun: "received_credit",
  plural: "receivedCredits",
  prefix: "rc",
  readScope: "financial_addresses:read",
  output: ReceivedCredit,
  notFoundCode: "resource_not_found",
  notFound: receivedCreditNotFound,
  table: { code: LEDGER_TABLE.receivedCredit },
  private: ["customerId", "newsId", "contradiction", "ofRealm"],
  show: receivedCreditResource,
  search: {
    title: ({ amountMinor, currency, status }) => `${amountMinor} ${currency} ${status}`,
    names: ({ reference, payer, remittance }) => [reference, payer?.name, remittance],
    ids: ({ transferId, assignedTransferId, returnTransferId }) =>
      [transferId, assignedTransferId, returnTransferId].filter((id) => id !== undefined),
  },
  indexes: [
    {
      name: "received_credit_by_address",
      table: LEDGER_TABLE.receivedCreditByAddress,
      textsOf: ({ financialAddressId }) => [suffixIn(financialAddressId)],
    },
    {
      name: "received_credit_by_account",
      table: LEDGER_TABLE.receivedCreditByAccount,
      textsOf: ({ accountId }) => [suffixIn(accountId)],
    },
    {
      name: "received_credit_named",
      table: LEDGER_TABLE.receivedCreditNamed,
      textsOf: ({ reference }) => [reference + END],
    },
  ],
  finders: [
    {
      name: "received_credit_by_reference",
      ...BY_REFERENCE,
      textsOf: (credit) => [referenceText(credit)],
    },
  ],
  groups: { reference: referenceText },
  stored: { groups: { reference: foundOfOne(BY_REFERENCE) } },
  filters: {
    status: filter(
      described(ReceivedCreditStatusName, "Only credits in this status."),
      (wanted) =>
        ({ status }) =>
          status === wanted,
    ),
    accountId: filter(
      described(
        Id("acct"),
        "Only credits whose money this account has, or had until it was sent back.",
      ),
      (wanted) =>
        ({ accountId }) =>
          accountId === wanted,
      { table: LEDGER_TABLE.receivedCreditByAccount, textOf: suffixIn },
    ),
    reference: filter(
      described(CreditReference, "Only credits that their bank calls so."),
      (wanted) =>
        ({ reference }) =>
          reference === wanted,
      { table: LEDGER_TABLE.receivedCreditNamed, textOf: (wanted) => wanted + END },
    ),
  },
  realmOf: ({ ofRealm }) => ofRealm,
  customerIdOf: ({ customerId }) => customerId,
  happenings: {
    created: "Money has arrived by a financial address: it is credited, or in suspense.",
    assigned: "Money in suspense was moved to an account that somebody named.",
    returning: "A bank is asked to send money back to who has paid it: it is reserved.",
    returned: "A bank has sent money back to who had paid it.",
    return_failed: "A bank did not send money back: it stays where it was.",
    /** The bank has told of it again, with other facts: what no answer shows. */
    contradicted: {},
  },
});
export type ReceivedCreditState = StatePartOf<typeof receivedCredits>;

/** `received_credit.list` and `received_credit.retrieve`. */
export const [receivedCreditList, receivedCreditRetrieve] = declareReads(receivedCredits, {
  path: "/received-credits",
  list: {
    summary: "List received credits",
    description:
      "Newest first. `search` looks in references, payers and remittances, whatever the case; it takes the id of a transfer.",
  },
  retrieve: { summary: "Retrieve a received credit", description: "The credit as it is now." },
});

/** The credit of any realm of the shard that its bank calls so; of the simulator that of the realm. */
export function creditOfReference(
  { receivedCredits: table }: ReceivedCreditState,
  named: Pick<ReceivedCreditDocument, "realm" | "provider" | "reference">,
): ReceivedCreditDocument | undefined {
  return table.inGroup("reference", referenceText(named))[0];
}

/** Each sandbox has a simulator of its own; a bank is one, whichever Products it serves. */
function referenceText({
  realm,
  provider,
  reference,
}: Pick<ReceivedCreditDocument, "realm" | "provider" | "reference">): string {
  const bank = provider === SIMULATOR ? `${provider} ${realm}` : provider;
  return `${bank} ${reference}`;
}

/** `path`: of the id in the input, where it is not in the path of the request. */
export function receivedCreditNotFound(
  receivedCreditId: string,
  path?: readonly string[],
): Refusal<"resource_not_found"> {
  return refuse("resource_not_found", noSuchHere("rc", receivedCreditId), {
    resourceType: "received_credit",
    receivedCreditId,
    ...(path !== undefined && {
      issues: [
        {
          code: "not_found",
          message: `${path.join(".")} names no received credit`,
          path: [...path],
        },
      ],
    }),
  });
}

/** `state_conflict` unless the credit is in one of the statuses; names the transfer by which it is on its way back. */
export function refuseCreditStatus(
  { receivedCreditId, status, returnTransferId }: ReceivedCreditDocument,
  allowed: readonly ReceivedCreditStatus[],
): Refusal<"state_conflict"> | undefined {
  if (allowed.includes(status)) return undefined;
  const expected = allowed.join(" or ");
  const message = `received credit ${receivedCreditId} is ${status}, not ${expected}`;
  const underWay = status === "returning" && returnTransferId !== undefined;
  return refuse("state_conflict", message, {
    ...{ status, expected, actual: status },
    ...(underWay && { transferId: returnTransferId }),
  });
}

/** The credit in answers. The order of the fields is their order on the wire. */
export function receivedCreditResource(
  credit: Omit<
    ReceivedCreditDocument,
    "realm" | "customerId" | "newsId" | "contradiction" | "ofRealm"
  >,
  { productId, environment }: ResourceNames,
): ReceivedCredit {
  const { payer, remittance, suspenseReason, assignedTransferId, returnTransferId, failure } =
    credit;
  return {
    receivedCreditId: credit.receivedCreditId,
    productId,
    environment,
    provider: credit.provider,
    reference: credit.reference,
    financialAddressId: credit.financialAddressId,
    accountId: credit.accountId,
    amount: credit.amountMinor,
    currency: credit.currency,
    ...(payer !== undefined && { payer: { ...payer } }),
    ...(remittance !== undefined && { remittance }),
    occurredAt: isoTime(credit.occurredAtMs),
    status: credit.status,
    ...(suspenseReason !== undefined && { suspenseReason }),
    transferId: credit.transferId,
    ...(assignedTransferId !== undefined && { assignedTransferId }),
    ...(returnTransferId !== undefined && { returnTransferId }),
    ...(failure !== undefined && { failure: { ...failure } }),
    revision: credit.revision,
    createdAt: isoTime(credit.createdAtMs),
    updatedAt: isoTime(credit.updatedAtMs),
    actor: actorOfText(credit.changedBy),
    statusTransitions: statusTransitions(RECEIVED_CREDIT_STATUSES, credit.reachedAtMs),
  };
}

function suffixIn(id: string): string {
  return id.slice(id.indexOf("_") + 1);
}

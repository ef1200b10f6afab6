/** The payout as a resource: its declaration, its reads, and the function that renders it. */
import { isoTime } from "../../base/iso_time.ts";
import { filter, type ResourceNames } from "../../contract/declare/resource.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { actorOfText } from "../../contract/records/actor.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuchHere } from "../../contract/refusals/unknown_id.ts";
import { Id } from "../../contract/values/formats.ts";
import { BeneficiaryId } from "../beneficiary/beneficiary_schema.ts";
import { declareNoun, type StatePartOf } from "../noun.ts";
import { declareReads } from "../resource_reads.ts";
import { statusTransitions } from "../status_transitions.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import {
  isOpenPayout,
  PAYOUT_STATUSES,
  type PayoutDocument,
  transferIdOf,
} from "./payout_document.ts";
import { Payout, PayoutStatusName } from "./payout_schema.ts";

/** Stands behind a beneficiary's id in its index: no id has it, so none is the beginning of another. */
const END = "~";
const POSTED = "The money of a payout has left the account.";

export const payouts = declareNoun<PayoutDocument>()({
  noun: "payout",
  plural: "payouts",
  prefix: "po",
  readScope: "payouts:read",
  output: Payout,
  notFoundCode: "resource_not_found",
  notFound: payoutNotFound,
  table: { code: LEDGER_TABLE.payout },
  show: payoutResource,
  search: {
    title: ({ amountMinor, currency, status }) => `${amountMinor} ${currency} ${status}`,
    names: ({ description }) => [description],
    ids: (payout) =>
      [transferIdOf(payout), payout.settledTransferId, payout.returnTransferId].filter(
        (id) => id !== undefined,
      ),
  },
  externalId: {
    table: LEDGER_TABLE.payoutExternalId,
    of: ({ externalId }) => externalId,
  },
  indexes: [
    {
      name: "payout_by_account",
      table: LEDGER_TABLE.payoutByAccount,
      textsOf: ({ sourceAccountId }) => [suffixIn(sourceAccountId)],
    },
    {
      name: "payout_by_beneficiary",
      table: LEDGER_TABLE.payoutByBeneficiary,
      textsOf: ({ beneficiaryId }) => [beneficiaryId + END],
    },
    {
      name: "payout_by_object",
      table: LEDGER_TABLE.payoutByObject,
      textsOf: ({ objectId }) => (objectId === undefined ? [] : [suffixIn(objectId)]),
    },
  ],
  // An object is told of an end before the simulator goes on.
  deadlineOf: ({ tellsAtMs, simulatedAtMs }) => tellsAtMs ?? simulatedAtMs,
  stored: {
    deadlines: LEDGER_TABLE.payoutDue,
    counted: {
      name: "payout_under_way",
      table: LEDGER_TABLE.payoutUnderWay,
      groupOf: (payout) =>
        isOpenPayout(payout) ? underWayIn(payout.realm, payout.beneficiaryId) : undefined,
    },
  },
  filters: {
    accountId: filter(
      described(Id("acct"), "Only payouts from this account."),
      (wanted) =>
        ({ sourceAccountId }) =>
          sourceAccountId === wanted,
      { table: LEDGER_TABLE.payoutByAccount, textOf: suffixIn },
    ),
    beneficiaryId: filter(
      described(BeneficiaryId, "Only payouts to this beneficiary, by the id that answers have."),
      (wanted) =>
        ({ beneficiaryId }) =>
          beneficiaryId === wanted,
      { table: LEDGER_TABLE.payoutByBeneficiary, textOf: (wanted) => wanted + END },
    ),
    objectId: filter(
      described(Id("obj"), "Only payouts that actions of this object have made."),
      (wanted) =>
        ({ objectId }) =>
          objectId === wanted,
      { table: LEDGER_TABLE.payoutByObject, textOf: suffixIn },
    ),
    status: filter(
      described(PayoutStatusName, "Only payouts in this status."),
      (wanted) =>
        ({ status }) =>
          status === wanted,
    ),
  },
  customerIdOf: ({ customerId }) => customerId,
  happenings: {
    created: "A payout was made: its money is reserved.",
    /** Made and accepted by the simulator in one record: it has the events of both (`payout_accepted.ts`). */
    accepted: {},
    processing: "A provider has accepted a payout.",
    posted: POSTED,
    /** The bank has carried it out although it was heard that it would not. */
    corrected: { event: "posted", told: POSTED },
    failed: "A payout was not carried out; its money is available again.",
    cancelled: "A payout was given up; its money is available again.",
    returned: "The money of a payout came back, and was credited by a transfer of its own.",
    /** An attempt without an answer, or a cancellation that begins or was refused: what no answer shows. */
    attempted: {},
    /** The object whose action has paid out was told of an end: the clock has called what its program names. */
    told: {},
  },
});
export type PayoutState = StatePartOf<typeof payouts>;

/** `payout.list` and `payout.retrieve`. */
export const [payoutList, payoutRetrieve] = declareReads(payouts, {
  path: "/payouts",
  list: {
    summary: "List payouts",
    description: "Newest first. `search` looks in the description, whatever the case.",
  },
  retrieve: { summary: "Read a payout", description: "The payout as it is now." },
});

/** How many payouts to the beneficiary, by the id that answers have, have not ended. */
export function countUnderWayTo(
  { payouts: table }: PayoutState,
  realm: number,
  beneficiaryId: string,
): number {
  return table.counted.of(underWayIn(realm, beneficiaryId));
}

function underWayIn(realm: number, beneficiaryId: string): string {
  return `${realm} ${beneficiaryId}`;
}

/** `path`: of the id in the input, where it is not in the path of the request. */
export function payoutNotFound(
  payoutId: string,
  path?: readonly string[],
): Refusal<"resource_not_found"> {
  return refuse("resource_not_found", noSuchHere("po", payoutId), {
    resourceType: "payout",
    payoutId,
    ...(path !== undefined && {
      issues: [
        { code: "not_found", message: `${path.join(".")} names no payout`, path: [...path] },
      ],
    }),
  });
}

/**
 * The payout in answers. The order of the fields is their order on the wire. What may be absent is set where it is there: an object
 * that is put together from parts costs three times as much.
 */
export function payoutResource(
  payout: Omit<PayoutDocument, "realm">,
  { productId, environment }: ResourceNames,
): Payout {
  const shown = {
    payoutId: payout.payoutId,
    productId,
    environment,
    sourceAccountId: payout.sourceAccountId,
    beneficiaryId: payout.beneficiaryId,
    amount: payout.amountMinor,
    currency: payout.currency,
    rail: payout.rail,
  } as Payout;
  if (payout.provider !== undefined) shown.provider = payout.provider;
  shown.status = payout.status;
  shown.cancelable = isOpenPayout(payout);
  shown.expectedArrivalDate = payout.expectedArrivalDate;
  if (payout.failure !== undefined) shown.failure = payout.failure;
  showMoney(shown, payout);
  if (payout.description !== undefined) shown.description = payout.description;
  shown.metadata = payout.metadata ?? {};
  if (payout.externalId !== undefined) shown.externalId = payout.externalId;
  if (payout.objectId !== undefined) shown.objectId = payout.objectId;
  if (payout.action !== undefined) shown.action = payout.action;
  if (payout.label !== undefined) shown.label = payout.label;
  shown.revision = payout.revision;
  shown.createdAt = isoTime(payout.createdAtMs);
  shown.updatedAt = isoTime(payout.updatedAtMs);
  shown.actor = actorOfText(payout.changedBy);
  shown.statusTransitions = statusTransitions(PAYOUT_STATUSES, payout.reachedAtMs);
  return shown;
}

/** The transfers of the payout, and the accounts that they name. */
function showMoney(shown: Payout, payout: Omit<PayoutDocument, "realm">): void {
  const { settledTransferId, settledFromAccountId, returnTransferId, returnedToAccountId } = payout;
  shown.transferId = transferIdOf(payout);
  if (settledTransferId !== undefined) shown.settledTransferId = settledTransferId;
  if (settledFromAccountId !== undefined) shown.settledFromAccountId = settledFromAccountId;
  if (returnTransferId !== undefined) shown.returnTransferId = returnTransferId;
  if (returnedToAccountId !== undefined) shown.returnedToAccountId = returnedToAccountId;
}

function suffixIn(id: string): string {
  return id.slice(id.indexOf("_") + 1);
}

/** The collection as a resource, and the function that renders it. */
import { isoTime } from "../../base/iso_time.ts";
import { filter, type ResourceNames } from "../../contract/declare/resource.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { actorOfText } from "../../contract/records/actor.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuchHere } from "../../contract/refusals/unknown_id.ts";
import { entriesOfRealmGroup } from "../../contract/tables/stored_index.ts";
import { Id } from "../../contract/values/formats.ts";
import { declareNoun, type StatePartOf } from "../noun.ts";
import { declareReads } from "../resource_reads.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import type { CollectionAttempt as Attempt, CollectionDocument } from "./collection_document.ts";
import { Collection, type CollectionAttempt, CollectionStatusName } from "./collection_schema.ts";

const COLLECTED = "The money of a collection was moved, or a transfer that had moved it was named.";
/** The text of every entry in the index of collections that a bank is asked for. */
const UNDER_WAY = "b";

export const collections = declareNoun<CollectionDocument>()({
  noun: "collection",
  plural: "collections",
  prefix: "coll",
  readScope: "collections:read",
  output: Collection,
  notFoundCode: "collection_not_found",
  notFound: collectionNotFound,
  table: { code: LEDGER_TABLE.collection },
  show: collectionResource,
  search: {
    title: ({ amountMinor, currency, status }) => `${amountMinor} ${currency} ${status}`,
    ids: ({ consentId, objectId, scheduleId, transferId, returnTransferId }) =>
      [consentId, objectId, scheduleId, transferId, returnTransferId].filter(
        (id) => id !== undefined,
      ),
  },
  indexes: [
    index("customer", LEDGER_TABLE.collectionByCustomer, ({ customerId }) => customerId),
    index("consent", LEDGER_TABLE.collectionByConsent, ({ consentId }) => consentId),
    index("object", LEDGER_TABLE.collectionByObject, ({ objectId }) => objectId),
    {
      name: "collection_under_way",
      table: LEDGER_TABLE.collectionUnderWay,
      textsOf: ({ status }) => (status === "processing" ? [UNDER_WAY] : []),
    },
  ],
  groups: {
    underWay: ({ realm, status }) => (status === "processing" ? underWayIn(realm) : undefined),
  },
  // An object is told of an end before the simulator goes on.
  deadlineOf: ({ status, dueAtMs, simulatedAtMs, tellsAtMs = simulatedAtMs }) =>
    status === "scheduled" ? dueAtMs : tellsAtMs,
  stored: {
    deadlines: LEDGER_TABLE.collectionDue,
    groups: { underWay: entriesOfRealmGroup(LEDGER_TABLE.collectionUnderWay) },
  },
  filters: {
    objectId: filter(
      described(Id("obj"), "Only collections for this object."),
      (wanted) =>
        ({ objectId }) =>
          objectId === wanted,
      { table: LEDGER_TABLE.collectionByObject, textOf: suffixIn },
    ),
    consentId: filter(
      described(Id("cons"), "Only collections by this consent."),
      (wanted) =>
        ({ consentId }) =>
          consentId === wanted,
      { table: LEDGER_TABLE.collectionByConsent, textOf: suffixIn },
    ),
    customerId: filter(
      described(Id("cust"), "Only collections of this customer's money."),
      (wanted) =>
        ({ customerId }) =>
          customerId === wanted,
      { table: LEDGER_TABLE.collectionByCustomer, textOf: suffixIn },
    ),
    status: filter(
      described(CollectionStatusName, "Only collections in this status."),
      (wanted) =>
        ({ status }) =>
          status === wanted,
    ),
  },
  customerIdOf: ({ customerId }) => customerId,
  happenings: {
    scheduled: "A collection was made, or is to be tried again: it waits for its time.",
    processing: "A bank was asked for the money of a collection.",
    collected: COLLECTED,
    /** A bank has collected although it was heard that it would not. */
    corrected: { event: "collected", told: COLLECTED },
    failed:
      "An attempt was refused, by the platform or by a bank; the collection says whether another one can succeed.",
    returned:
      "A bank has taken the money of a collection back, and it was debited by a transfer of its own.",
    cancelled: "A collection was given up; its money is not taken any more.",
    updated:
      "A bank has collected the money of a collection a second time, and it is on an account of the role `product_suspense`; or has taken such a second sum back. The attempt says so; what became of the collection is as it was.",
    /** A bank has accepted what it was asked for: what no answer shows. */
    accepted: {},
    /** The object that has asked for the money was told of an end: the clock has done what follows. */
    told: {},
  },
});

/** `collection.list` and `collection.retrieve`. */
export const [collectionList, collectionRetrieve] = declareReads(collections, {
  path: "/collections",
  list: {
    summary: "List collections",
    description:
      "Newest first, from the first attempt of each on. `search` takes the id of a collection, of its consent, of its object or of its row.",
  },
  retrieve: {
    summary: "Retrieve a collection",
    description: "The collection as it is now, with every attempt and why the last one failed.",
  },
});

function index(
  by: string,
  table: number,
  idOf: (collection: CollectionDocument) => string | undefined,
) {
  return {
    name: `collection_by_${by}`,
    table,
    textsOf(collection: CollectionDocument) {
      const id = idOf(collection);
      return id === undefined ? [] : [suffixIn(id)];
    },
  };
}

/** A collection of the realm that a bank is asked for; undefined where there is none. */
export function firstUnderWay(
  { collections: table }: StatePartOf<typeof collections>,
  realm: number,
): CollectionDocument | undefined {
  for (const { document } of table.inOrder("underWay", underWayIn(realm), "")) {
    if (document !== undefined) return document;
  }
  return undefined;
}

function underWayIn(realm: number): string {
  return `${realm} ${UNDER_WAY}`;
}

/** The characters of an id behind its prefix. */
function suffixIn(id: string): string {
  return id.slice(id.indexOf("_") + 1);
}

export function collectionNotFound(collectionId: string): Refusal<"collection_not_found"> {
  return refuse("collection_not_found", noSuchHere("coll", collectionId), { collectionId });
}

/** The collection in answers. The order of the fields is their order on the wire. */
export function collectionResource(
  collection: Omit<CollectionDocument, "realm">,
  { productId, environment }: ResourceNames,
): Collection {
  const { objectId, scheduleId, sourceAccountId, destinationAccountId } = collection;
  const { description, transferId, failure, cancellationReason, rail, provider } = collection;
  const { action, label } = collection;
  return {
    collectionId: collection.collectionId,
    productId,
    environment,
    customerId: collection.customerId,
    consentId: collection.consentId,
    ...(objectId !== undefined && { objectId }),
    ...(scheduleId !== undefined && { scheduleId }),
    ...(action !== undefined && { action }),
    ...(label !== undefined && { label }),
    ...(sourceAccountId !== undefined && { sourceAccountId }),
    ...(destinationAccountId !== undefined && { destinationAccountId }),
    amount: collection.amountMinor,
    currency: collection.currency,
    ...(rail !== undefined && { rail }),
    ...(provider !== undefined && { provider }),
    ...(description !== undefined && { description }),
    dueAt: isoTime(collection.dueAtMs),
    attempts: attemptsShown(collection),
    ...(transferId !== undefined && { transferId }),
    ...byBankShown(collection),
    ...(failure !== undefined && { failure: { ...failure } }),
    ...(cancellationReason !== undefined && { cancellationReason }),
    status: collection.status,
    revision: collection.revision,
    createdAt: isoTime(collection.createdAtMs),
    updatedAt: isoTime(collection.updatedAtMs),
    actor: actorOfText(collection.changedBy),
  };
}

/** What only a collection has that a bank carries out. */
function byBankShown({
  expectedSettlementDate,
  creditedAccountId,
  returnableUntil,
  returnTransferId,
  returnedFromAccountId,
}: Omit<CollectionDocument, "realm">): Partial<Collection> {
  return {
    ...(expectedSettlementDate !== undefined && { expectedSettlementDate }),
    ...(creditedAccountId !== undefined && { creditedAccountId }),
    ...(returnableUntil !== undefined && { returnableUntil: { ...returnableUntil } }),
    ...(returnTransferId !== undefined && { returnTransferId }),
    ...(returnedFromAccountId !== undefined && { returnedFromAccountId }),
  };
}

function attemptsShown({ attempts }: Pick<CollectionDocument, "attempts">): Collection["attempts"] {
  return attempts.map(attemptShown);
}

export function attemptShown({ atMs, ...attempt }: Attempt): CollectionAttempt {
  return { at: isoTime(atMs), ...attempt };
}

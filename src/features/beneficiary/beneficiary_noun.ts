/** The beneficiary as a resource: its declaration, how it is found by either of its ids, and the function that renders it. */
import { isoTime } from "../../base/iso_time.ts";
import { mayBeSecret, shownText } from "../../base/shown_text.ts";
import type { ProductView } from "../../contract/declare/principal.ts";
import {
  filter,
  type ResourceNames,
  type Seen,
  type Titled,
} from "../../contract/declare/resource.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { actorOfText } from "../../contract/records/actor.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuchHere } from "../../contract/refusals/unknown_id.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { entriesOfRealmGroup } from "../../contract/tables/stored_index.ts";
import { Id } from "../../contract/values/formats.ts";
import { declareNoun, type FactOf, type StatePartOf } from "../noun.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import {
  type BeneficiaryDocument,
  type BeneficiaryVerification,
  RESERVED_ID,
} from "./beneficiary_document.ts";
import {
  Beneficiary,
  BeneficiaryOwnerTypeName,
  BeneficiaryPath,
  BeneficiaryRail,
  BeneficiaryStatusName,
} from "./beneficiary_schema.ts";

/** Stands behind a chosen id in its index: no chosen id has it, so none is the beginning of another. */
const END = "~";
const PREFIX = "ben";
/** Told of a change, and of the erasure of one that was archived before. */
const UPDATED =
  "The nickname, the metadata or the external id of a beneficiary changed; its bank has said whether the account has the name, and whether it can be paid; a mismatch was accepted; or the personal data of an archived one was erased.";

const declared = declareNoun<BeneficiaryDocument>()({
  noun: "beneficiary",
  plural: "beneficiaries",
  prefix: PREFIX,
  readScope: "beneficiaries:read",
  output: Beneficiary,
  notFoundCode: "resource_not_found",
  notFound: beneficiaryNotFound,
  table: { code: LEDGER_TABLE.beneficiary },
  private: ["sealed", "answered", "erasedKeyName"],
  show: beneficiaryResource,
  shownIdOf,
  search: {
    title: ({ name, nickname }) => nickname ?? name,
    names: ({ name, nickname, chosenId }) => [name, nickname, chosenId],
  },
  externalId: {
    table: LEDGER_TABLE.beneficiaryExternalId,
    of: ({ externalId }) => externalId,
  },
  indexes: [
    {
      name: "beneficiary_by_chosen_id",
      table: LEDGER_TABLE.beneficiaryByChosenId,
      textsOf: ({ chosenId }) => (chosenId === undefined ? [] : [chosenId + END]),
    },
    {
      name: "beneficiary_by_customer",
      table: LEDGER_TABLE.beneficiaryByCustomer,
      textsOf: ({ ownerId }) => (ownerId === undefined ? [] : [customerSuffixOf(ownerId)]),
    },
  ],
  groups: {
    chosenId: ({ realm, chosenId }) =>
      chosenId === undefined ? undefined : groupIn(realm, chosenId + END),
    customer: ({ realm, ownerId }) =>
      ownerId === undefined ? undefined : groupIn(realm, customerSuffixOf(ownerId)),
  },
  stored: {
    groups: {
      chosenId: entriesOfRealmGroup(LEDGER_TABLE.beneficiaryByChosenId),
      customer: entriesOfRealmGroup(LEDGER_TABLE.beneficiaryByCustomer),
    },
  },
  filters: {
    status: filter(
      described(BeneficiaryStatusName, "Only beneficiaries in this status."),
      (wanted) =>
        ({ status }) =>
          status === wanted,
    ),
    rail: filter(
      described(BeneficiaryRail, "Only beneficiaries of this rail."),
      (wanted) =>
        ({ rail }) =>
          rail === wanted,
    ),
    ownerType: filter(
      described(BeneficiaryOwnerTypeName, "Only beneficiaries with owners of this type."),
      (wanted) =>
        ({ ownerType }) =>
          ownerType === wanted,
    ),
    ownerId: filter(
      described(Id("cust"), "Only beneficiaries of this customer."),
      (wanted) =>
        ({ ownerId }) =>
          ownerId === wanted,
      { table: LEDGER_TABLE.beneficiaryByCustomer, textOf: customerSuffixOf },
    ),
  },
  customerIdOf: ({ ownerId }) => ownerId,
  happenings: {
    created: "A beneficiary was made: it can be paid, or its bank is asked first.",
    /** By the bank that was asked. */
    checked: { event: "updated", told: UPDATED },
    updated: UPDATED,
    archived:
      "A beneficiary was archived, and cannot be paid any more; its personal data may have been erased with it.",
    /** The personal data of one that was archived before. */
    erased: { event: "updated", told: UPDATED },
  },
});

const resource = {
  ...declared,
  find: seenBeneficiary,
  titled(snapshot: Snapshot, realm: number, id: string): Titled | undefined {
    const seen = seenBeneficiary(snapshot, realm, id);
    return seen && titledAs(seen.document);
  },
  /** See `Resource`. The reserved beneficiary is in no search: nothing can be done with it. */
  *named(snapshot: Snapshot, realm: number, text: string): Generator<Titled | undefined> {
    for (const { value } of snapshot.descend(declared.table.code, realm, {})) {
      const document = declared.decoded(value);
      yield isNamed(document, text) ? titledAs(document) : undefined;
    }
  },
};

/** Beneficiaries. Reads find them by both of their ids. */
export const beneficiaries = {
  ...resource,
  path: BeneficiaryPath,
  manifest: { ...declared.manifest, resources: [resource] },
};

export type BeneficiaryPart = StatePartOf<typeof declared>;
export type BeneficiaryFact = FactOf<typeof declared>;

/** What is asked about beneficiaries. */
export type BeneficiarySight = {
  beneficiaries: Pick<BeneficiaryPart["beneficiaries"], "byId" | "inGroup">;
};

/** The beneficiary with the id, a chosen one or one that was made; for decisions. */
export function findBeneficiary(
  { beneficiaries: table }: BeneficiarySight,
  realm: number,
  id: string,
): BeneficiaryDocument | undefined {
  return table.byId(realm, id) ?? table.inGroup("chosenId", groupIn(realm, id + END))[0];
}

/** All beneficiaries of a customer, archived ones too, in no order. */
export function beneficiariesOf(
  { beneficiaries: table }: BeneficiaryPart,
  realm: number,
  customerId: string,
): BeneficiaryDocument[] {
  return table.inGroup("customer", groupIn(realm, customerSuffixOf(customerId)));
}

/** How many of these a customer has, `atMost` where there are more. */
export function countBeneficiaries(
  { beneficiaries: table }: BeneficiaryPart,
  { realm, customerId, atMost }: { realm: number; customerId: string; atMost: number },
): number {
  return table.countInGroup("customer", groupIn(realm, customerSuffixOf(customerId)), atMost);
}

/** `findBeneficiary` for reads. Does not find the reserved one. */
export function seenBeneficiary(
  snapshot: Snapshot,
  realm: number | undefined,
  id: string,
): Seen<BeneficiaryDocument> | undefined {
  const made = declared.find(snapshot, realm, id);
  if (made !== undefined || realm === undefined) return made;
  const from = id + END;
  const range = { from, below: from + END };
  for (const { key } of snapshot.descend(LEDGER_TABLE.beneficiaryByChosenId, realm, range)) {
    return declared.find(snapshot, realm, `${PREFIX}_${key.slice(from.length)}`);
  }
  return undefined;
}

/** The beneficiary that is the platform's in every Product. It is stored nowhere: it follows from the Product. */
export function reservedBeneficiary({
  createdAtMs,
}: Pick<ProductView, "createdAtMs">): Omit<BeneficiaryDocument, "realm"> {
  return {
    beneficiaryId: RESERVED_ID,
    chosenId: RESERVED_ID,
    ownerType: "tenant",
    name: "Revenue",
    rail: "book",
    destination: {},
    status: "active",
    verification: { status: "unverified" },
    createdAtMs,
    updatedAtMs: createdAtMs,
    revision: 1,
    changedBy: "platform",
  };
}

export function beneficiaryNotFound(beneficiaryId: string): Refusal<"resource_not_found"> {
  return refuse("resource_not_found", notFoundMessage(beneficiaryId), {
    resourceType: "beneficiary",
    beneficiaryId,
  });
}

/** A text that may be a chosen id is not told what ids begin with. */
function notFoundMessage(id: string): string {
  const mayBeChosen = /^[a-z0-9_-]+$/.test(id) && !id.startsWith(`${PREFIX}_`);
  const shown = mayBeChosen && !mayBeSecret(id) ? shownText(id) : undefined;
  if (shown === undefined) return noSuchHere(PREFIX, id);
  return `no beneficiary ${shown} in this Product and environment`;
}

/** The id by which answers and events name it. */
export function shownIdOf({
  beneficiaryId,
  chosenId,
}: Pick<BeneficiaryDocument, "beneficiaryId" | "chosenId">): string {
  return chosenId ?? beneficiaryId;
}

function titledAs(document: BeneficiaryDocument): Titled {
  return { id: shownIdOf(document), title: declared.search.title(document, "") };
}

function isNamed({ name, nickname, chosenId }: BeneficiaryDocument, text: string): boolean {
  return [name, nickname, chosenId].some((one) => one?.toLowerCase().includes(text) === true);
}

function customerSuffixOf(customerId: string): string {
  return customerId.slice("cust_".length);
}

function groupIn(realm: number, text: string): string {
  return `${realm} ${text}`;
}

/** The beneficiary in answers. The order of the fields is their order on the wire. */
export function beneficiaryResource(
  beneficiary: Omit<BeneficiaryDocument, "realm" | "sealed" | "answered" | "erasedKeyName">,
  { productId, environment }: ResourceNames,
): Beneficiary {
  const { ownerId, nickname, externalId, erasedAtMs } = beneficiary;
  return {
    beneficiaryId: shownIdOf(beneficiary),
    productId,
    environment,
    reserved: beneficiary.chosenId === RESERVED_ID,
    ownerType: beneficiary.ownerType,
    ...(ownerId !== undefined && { ownerId }),
    name: beneficiary.name,
    ...(nickname !== undefined && { nickname }),
    rail: beneficiary.rail,
    destination: { ...beneficiary.destination },
    verification: shownVerification(beneficiary.verification),
    status: beneficiary.status,
    ...(erasedAtMs !== undefined && { erasedAt: isoTime(erasedAtMs) }),
    revision: beneficiary.revision,
    createdAt: isoTime(beneficiary.createdAtMs),
    updatedAt: isoTime(beneficiary.updatedAtMs),
    metadata: beneficiary.metadata ?? {},
    ...(externalId !== undefined && { externalId }),
    actor: actorOfText(beneficiary.changedBy),
  };
}

function shownVerification({
  checkedAtMs,
  acceptedAtMs,
  acceptedBy,
  ...said
}: BeneficiaryVerification): Beneficiary["verification"] {
  return {
    ...said,
    ...(checkedAtMs !== undefined && { checkedAt: isoTime(checkedAtMs) }),
    ...(acceptedAtMs !== undefined && { acceptedAt: isoTime(acceptedAtMs) }),
    ...(acceptedBy !== undefined && { acceptedBy: actorOfText(acceptedBy) }),
  };
}

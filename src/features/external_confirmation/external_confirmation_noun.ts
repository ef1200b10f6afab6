/** External confirmations as a noun: the table, what happens to them, their reads. */
import { isoTime } from "../../base/iso_time.ts";
import { filter, type ResourceNames } from "../../contract/declare/resource.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { actorOfText } from "../../contract/records/actor.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuchHere } from "../../contract/refusals/unknown_id.ts";
import { entriesOfRealmGroup } from "../../contract/tables/stored_index.ts";
import { declareNoun, type FactOf, type StatePartOf } from "../noun.ts";
import { declareReads } from "../resource_reads.ts";
import { statusTransitions } from "../status_transitions.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import {
  CONFIRMATION_STATUSES,
  type ExternalConfirmationDocument,
} from "./external_confirmation_document.ts";
import {
  ConfirmationStatusName,
  ConfirmedId,
  ConfirmedTypeName,
  ExternalConfirmation,
  ExternalReference,
} from "./external_confirmation_schema.ts";

/** Stands behind a reference and an id in their indexes: neither has a space, so no text begins with another. */
const END = " ";

export const externalConfirmations = declareNoun<ExternalConfirmationDocument>()({
  noun: "external_confirmation",
  plural: "externalConfirmations",
  prefix: "conf",
  readScope: "external_confirmations:read",
  output: ExternalConfirmation,
  notFoundCode: "external_confirmation_not_found",
  notFound: externalConfirmationNotFound,
  table: { code: LEDGER_TABLE.externalConfirmation },
  show: externalConfirmationResource,
  search: {
    title: ({ provider, externalReference, outcome }) =>
      `${provider} ${externalReference} ${outcome}`,
    texts: ({ externalReference }) => [externalReference],
    ids: ({ resource }) => (resource.id === undefined ? [] : [resource.id]),
  },
  indexes: [
    {
      name: "external_confirmation_by_reference",
      table: LEDGER_TABLE.externalConfirmationByReference,
      textsOf: ({ externalReference }) => [externalReference + END],
    },
    {
      name: "external_confirmation_by_resource",
      table: LEDGER_TABLE.externalConfirmationByResource,
      textsOf: ({ resource: { id } }) => (id === undefined ? [] : [id + END]),
    },
  ],
  groups: {
    reference: ({ realm, externalReference }) => groupIn(realm, externalReference),
    resource: ({ realm, resource: { id } }) => (id === undefined ? undefined : groupIn(realm, id)),
  },
  stored: {
    groups: {
      reference: entriesOfRealmGroup(LEDGER_TABLE.externalConfirmationByReference),
      resource: entriesOfRealmGroup(LEDGER_TABLE.externalConfirmationByResource),
    },
  },
  filters: {
    resourceType: filter(
      described(ConfirmedTypeName, "Only confirmations of things of this type."),
      (wanted) =>
        ({ resource }) =>
          resource.type === wanted,
    ),
    resourceId: filter(
      described(ConfirmedId, "Only confirmations of this thing."),
      (wanted) =>
        ({ resource }) =>
          resource.id === wanted,
      { table: LEDGER_TABLE.externalConfirmationByResource, textOf: (wanted) => wanted + END },
    ),
    externalReference: filter(
      described(ExternalReference, "Only confirmations with this reference."),
      (wanted) =>
        ({ externalReference }) =>
          externalReference === wanted,
      { table: LEDGER_TABLE.externalConfirmationByReference, textOf: (wanted) => wanted + END },
    ),
    status: filter(
      described(ConfirmationStatusName, "Only confirmations in this status."),
      (wanted) =>
        ({ status }) =>
          status === wanted,
    ),
  },
  happenings: {
    recorded: "Somebody outside of the platform has said what happened.",
    matched: "A confirmation says what the platform has on record.",
    rejected: "A confirmation says otherwise than its provider then told.",
  },
});

/** `external_confirmation.list` and `external_confirmation.retrieve`. */
export const [externalConfirmationList, externalConfirmationRetrieve] = declareReads(
  externalConfirmations,
  {
    path: "/external-confirmations",
    list: {
      summary: "List external confirmations",
      description: "Newest first. `search` looks in references, whatever the case.",
    },
    retrieve: {
      summary: "Read an external confirmation",
      description: "The confirmation as it is now.",
    },
  },
);

export type ExternalConfirmationState = StatePartOf<typeof externalConfirmations>;
export type ExternalConfirmationFact = FactOf<typeof externalConfirmations>;

/** The confirmation that a provider has given this reference to; undefined where none has it. */
export function confirmationOf(
  { externalConfirmations: table }: ExternalConfirmationState,
  realm: number,
  { provider, externalReference }: { provider: string; externalReference: string },
): ExternalConfirmationDocument | undefined {
  const known = table.inGroup("reference", groupIn(realm, externalReference));
  return known.find((one) => one.provider === provider);
}

/** The confirmations of a thing, in no order. */
export function confirmationsOf(
  { externalConfirmations: table }: ExternalConfirmationState,
  realm: number,
  resourceId: string,
): ExternalConfirmationDocument[] {
  return table.inGroup("resource", groupIn(realm, resourceId));
}

function groupIn(realm: number, text: string): string {
  return `${realm} ${text}${END}`;
}

function externalConfirmationNotFound(
  externalConfirmationId: string,
): Refusal<"external_confirmation_not_found"> {
  const message = noSuchHere("conf", externalConfirmationId);
  return refuse("external_confirmation_not_found", message, { externalConfirmationId });
}

/** The confirmation in answers. The order of the fields is their order on the wire. */
export function externalConfirmationResource(
  confirmation: Omit<ExternalConfirmationDocument, "realm">,
  { productId, environment }: ResourceNames,
): ExternalConfirmation {
  const { sourceOperationId, financialAddressId, destinationAccountId, amountMinor, currency } =
    confirmation;
  const { mismatched } = confirmation;
  return {
    externalConfirmationId: confirmation.externalConfirmationId,
    productId,
    environment,
    provider: confirmation.provider,
    externalReference: confirmation.externalReference,
    outcome: confirmation.outcome,
    resource: { ...confirmation.resource },
    ...(sourceOperationId !== undefined && { sourceOperationId }),
    ...(financialAddressId !== undefined && { financialAddressId }),
    ...(destinationAccountId !== undefined && { destinationAccountId }),
    ...(amountMinor !== undefined && { amount: amountMinor }),
    ...(currency !== undefined && { currency }),
    occurredAt: isoTime(confirmation.occurredAtMs),
    evidenceDigest: confirmation.evidenceDigest,
    status: confirmation.status,
    ...(mismatched !== undefined && { mismatched: [...mismatched] }),
    revision: confirmation.revision,
    createdAt: isoTime(confirmation.createdAtMs),
    updatedAt: isoTime(confirmation.updatedAtMs),
    actor: actorOfText(confirmation.changedBy),
    statusTransitions: statusTransitions(CONFIRMATION_STATUSES, confirmation.reachedAtMs),
  };
}

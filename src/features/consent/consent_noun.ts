/** The consent as a resource, and the function that renders it. */
import { isoTime } from "../../base/iso_time.ts";
import { filter, type ResourceNames } from "../../contract/declare/resource.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { actorOfText } from "../../contract/records/actor.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuchHere } from "../../contract/refusals/unknown_id.ts";
import { entriesOfRealmGroup } from "../../contract/tables/stored_index.ts";
import { Id } from "../../contract/values/formats.ts";
import type { AccountState } from "../account/account_state.ts";
import { declareNoun, type FactOf, type StatePartOf } from "../noun.ts";
import { declareReads } from "../resource_reads.ts";
import type { SandboxState } from "../sandbox/sandbox_state.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import type { ConsentDocument, ConsentMandate } from "./consent_document.ts";
import { Consent, ConsentStatusName, ConsentTypeName } from "./consent_schema.ts";
import { useShown } from "./consent_use.ts";
import { referenceGroupOf, referenceTextsOf } from "./mandate_reference.ts";

export const consents = declareNoun<ConsentDocument>()({
  noun: "consent",
  plural: "consents",
  prefix: "cons",
  readScope: "consents:read",
  output: Consent,
  notFoundCode: "consent_not_found",
  notFound: consentNotFound,
  table: { code: LEDGER_TABLE.consent },
  show: consentResource,
  search: {
    title: ({ type, status }) => `${type} ${status}`,
    ids: ({ customerId, accountId }) => [
      customerId,
      ...(accountId === undefined ? [] : [accountId]),
    ],
  },
  indexes: [
    {
      name: "consent_by_customer",
      table: LEDGER_TABLE.consentByCustomer,
      textsOf: ({ customerId }) => [customerSuffixOf(customerId)],
    },
    {
      name: "consent_by_reference",
      table: LEDGER_TABLE.consentByReference,
      textsOf: referenceTextsOf,
    },
  ],
  groups: { reference: referenceGroupOf },
  deadlineOf: ({ status, expiresAtMs }) =>
    status === "pending" || status === "active" ? expiresAtMs : undefined,
  stored: {
    deadlines: LEDGER_TABLE.consentDue,
    groups: { reference: entriesOfRealmGroup(LEDGER_TABLE.consentByReference) },
  },
  filters: {
    customerId: filter(
      described(Id("cust"), "Only consents of this customer."),
      (wanted) =>
        ({ customerId }) =>
          customerId === wanted,
      { table: LEDGER_TABLE.consentByCustomer, textOf: customerSuffixOf },
    ),
    type: filter(
      described(ConsentTypeName, "Only consents of this type."),
      (wanted) =>
        ({ type }) =>
          type === wanted,
    ),
    status: filter(
      described(ConsentStatusName, "Only consents in this status."),
      (wanted) =>
        ({ status }) =>
          status === wanted,
    ),
  },
  customerIdOf: ({ customerId }) => customerId,
  happenings: {
    created: "A consent was made; its status says whether it may be used already.",
    activated:
      "A consent was confirmed: its evidence is complete and verified, and it may be used.",
    rejected: "The customer did not agree; the consent never becomes active.",
    revoked: "A consent was withdrawn and cannot be used any more.",
    consumed: "A collection has used up the limits of a consent.",
    expired: "The end of a consent came, by the Product's clock.",
    /** A collection has used some of it, and tells of that itself. */
    used: {},
  },
});

/** `consent.list` and `consent.retrieve`. */
export const [consentList, consentRetrieve] = declareReads(consents, {
  path: "/consents",
  list: {
    summary: "List consents",
    description:
      "Newest first, those that are not in force too. `search` takes the id of a consent, of a customer or of an account.",
  },
  retrieve: {
    summary: "Retrieve a consent",
    description:
      "The consent as it is now, with its evidence, its limits and what is used of them.",
  },
});

export type ConsentPart = StatePartOf<typeof consents>;
export type ConsentState = AccountState & SandboxState & ConsentPart;
export type ConsentFact = FactOf<typeof consents>;

function customerSuffixOf(customerId: string): string {
  return customerId.slice("cust_".length);
}

export function consentNotFound(consentId: string): Refusal<"consent_not_found"> {
  return refuse("consent_not_found", noSuchHere("cons", consentId), { consentId });
}

/** The consent in answers. The order of the fields is their order on the wire. */
function consentResource(
  consent: Omit<ConsentDocument, "realm">,
  { productId, environment }: ResourceNames,
): Consent {
  const {
    accountId,
    mandate,
    limits = {},
    used,
    expiresAtMs,
    revokedAtMs,
    revocationReason,
  } = consent;
  return {
    consentId: consent.consentId,
    productId,
    environment,
    customerId: consent.customerId,
    type: consent.type,
    ...(accountId !== undefined && { accountId }),
    ...(mandate !== undefined && { mandate: mandateShown(mandate) }),
    limits: { ...limits },
    used: useShown(used),
    validFrom: isoTime(consent.validFromMs),
    ...(expiresAtMs !== undefined && { expiresAt: isoTime(expiresAtMs) }),
    evidence: evidenceShown(consent.evidence),
    status: consent.status,
    ...(revokedAtMs !== undefined && { revokedAt: isoTime(revokedAtMs) }),
    ...(revocationReason !== undefined && { revocationReason }),
    revision: consent.revision,
    createdAt: isoTime(consent.createdAtMs),
    updatedAt: isoTime(consent.updatedAtMs),
    actor: actorOfText(consent.changedBy),
  };
}

type ShownMandate = NonNullable<Consent["mandate"]>;

function mandateShown({ beneficiaryId, reference, rail }: ConsentMandate): ShownMandate {
  return { beneficiaryId, reference, rail };
}

function evidenceShown({
  acceptedAtMs,
  method,
  verified,
  ...rest
}: ConsentDocument["evidence"]): Consent["evidence"] {
  return {
    method,
    ...(acceptedAtMs !== undefined && { acceptedAt: isoTime(acceptedAtMs) }),
    ...rest,
    verified,
  };
}

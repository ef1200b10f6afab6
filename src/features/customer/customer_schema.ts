/** Schemas of the customer resource, and of the inputs about a customer. */
import { type Static, Type } from "@sinclair/typebox";
import { DEFAULT_OF_ENVIRONMENT } from "../../contract/defaults.ts";
import {
  Actor,
  Country,
  EnvironmentName,
  ExternalId,
  Id,
  Metadata,
  MetadataChange,
  notBlank,
  removable,
  StatusTransitions,
  Timestamp,
} from "../../contract/formats.ts";
import { PII } from "../../contract/redaction.ts";
import { ExpectedRevision } from "../expected_revision.ts";
import { CUSTOMER_STATUSES, ENTITY_KINDS } from "./customer_document.ts";

export const CustomerPath = Type.Object(
  { customerId: Id("cust") },
  { additionalProperties: false },
);

export const CustomerStatus = Type.Union(
  CUSTOMER_STATUSES.map((status) => Type.Literal(status)),
  { title: "CustomerStatus" },
);
const EntityKind = Type.Union(
  ENTITY_KINDS.map((kind) => Type.Literal(kind)),
  { title: "EntityKind" },
);
const DisplayName = Type.String({ minLength: 1, maxLength: 200, ...PII });
const SuspensionReason = Type.String({ minLength: 1, maxLength: 200 });
export const SuspensionReasonDraft = notBlank(SuspensionReason);

export const CustomerDraft = Type.Object(
  {
    productId: Id("prod"),
    test: Type.Optional(
      Type.Boolean({
        description:
          "A test customer is active at once; sandbox only. True when left out in sandbox, else false.",
        [DEFAULT_OF_ENVIRONMENT]: { sandbox: true, live: false },
      }),
    ),
    entity: Type.Object(
      { kind: EntityKind, displayName: notBlank(DisplayName), country: Country },
      { title: "CustomerEntityDraft", additionalProperties: false },
    ),
    metadata: Type.Optional(Metadata),
    externalId: Type.Optional(ExternalId),
  },
  { title: "CustomerDraft", additionalProperties: false },
);

/** A field that is sent replaces the stored one, `metadata` is merged; other fields stay. */
export const CustomerChange = Type.Object(
  {
    metadata: Type.Optional(MetadataChange),
    externalId: Type.Optional(removable(ExternalId)),
    expectedRevision: Type.Optional(ExpectedRevision),
  },
  { title: "CustomerChange", additionalProperties: false },
);

export const Customer = Type.Object(
  {
    customerId: Id("cust"),
    productId: Id("prod"),
    environment: EnvironmentName,
    test: Type.Boolean(),
    entity: Type.Object(
      { entityId: Id("ent"), kind: EntityKind, displayName: DisplayName, country: Country },
      { title: "CustomerEntity", additionalProperties: false },
    ),
    status: CustomerStatus,
    suspensionReason: Type.Optional(SuspensionReason),
    accessStatus: Type.Union([Type.Literal("active"), Type.Literal("none")], {
      title: "CustomerAccessStatus",
      description: "Status of the customer's access to the Product; `none` while there is none.",
    }),
    revision: Type.Integer({ minimum: 1 }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    metadata: Metadata,
    externalId: Type.Optional(ExternalId),
    actor: Actor,
    statusTransitions: StatusTransitions,
  },
  { title: "Customer", additionalProperties: false },
);
export type Customer = Static<typeof Customer>;

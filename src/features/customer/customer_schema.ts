/** Schemas of the customer resource, and of the inputs about a customer. */
import { type Static, Type } from "@sinclair/typebox";
import { DEFAULT_OF_ENVIRONMENT } from "../../contract/declare/defaults.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import {
  Actor,
  Country,
  CreatedAt,
  EnvironmentName,
  ExternalId,
  Id,
  Metadata,
  MetadataChange,
  notBlank,
  Revision,
  removable,
  StatusTransitions,
  UpdatedAt,
} from "../../contract/values/formats.ts";
import { CUSTOMER_ACCESS_STATUSES } from "../customer_access/customer_access_document.ts";
import { DisplayName, EntityKind } from "../entity/entity_schema.ts";
import { ExpectedRevision } from "../expected_revision.ts";
import { CUSTOMER_STATUSES } from "./customer_document.ts";

export const CustomerStatus = Type.Union(
  CUSTOMER_STATUSES.map((status) => Type.Literal(status)),
  {
    title: "CustomerStatus",
    description: "`active` may do everything, `suspended` pays nothing new, `closed` is for ever.",
  },
);
const SuspensionReason = Type.String({
  minLength: 1,
  maxLength: 200,
  description: "Why the customer is suspended: your own text, shown to whoever reads the customer.",
});
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
    entity: described(
      Type.Object(
        { kind: EntityKind, displayName: notBlank(DisplayName), country: Country },
        {
          title: "CustomerEntityDraft",
          description: "Who a new customer is.",
          additionalProperties: false,
        },
      ),
      "Who the customer is.",
    ),
    metadata: Type.Optional(Metadata),
    externalId: Type.Optional(ExternalId),
  },
  { title: "CustomerDraft", description: "A customer to create.", additionalProperties: false },
);

/** A field that is sent replaces the stored one, `metadata` is merged; other fields stay. */
export const CustomerChange = Type.Object(
  {
    metadata: Type.Optional(MetadataChange),
    externalId: Type.Optional(removable(ExternalId)),
    expectedRevision: Type.Optional(ExpectedRevision),
  },
  {
    title: "CustomerChange",
    description: "The changes of a customer; what is left out stays.",
    additionalProperties: false,
  },
);

export const Customer = Type.Object(
  {
    customerId: Id("cust"),
    productId: Id("prod"),
    environment: EnvironmentName,
    test: described(Type.Boolean(), "Whether it is a test customer, which only the sandbox has."),
    entity: described(
      Type.Object(
        { entityId: Id("ent"), kind: EntityKind, displayName: DisplayName, country: Country },
        {
          title: "CustomerEntity",
          description: "The person or organization that a customer is.",
          additionalProperties: false,
        },
      ),
      "Who the customer is.",
    ),
    status: CustomerStatus,
    suspensionReason: Type.Optional(
      described(SuspensionReason, "Why the customer is suspended; absent unless it is."),
    ),
    accessStatus: Type.Union(
      [...CUSTOMER_ACCESS_STATUSES.map((status) => Type.Literal(status)), Type.Literal("none")],
      {
        title: "CustomerAccessStatus",
        description:
          "Status of the customer's newest access to the Product; `none` while there was never one.",
      },
    ),
    revision: Revision,
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
    metadata: Metadata,
    externalId: Type.Optional(ExternalId),
    actor: Actor,
    statusTransitions: StatusTransitions,
  },
  {
    title: "Customer",
    description: "A person or organization that a Product serves.",
    additionalProperties: false,
  },
);
export type Customer = Static<typeof Customer>;

/** Schemas of the entity resource, and of the inputs about an entity. */
import { type Static, Type } from "@sinclair/typebox";
import { PII } from "../../contract/declare/redaction.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import {
  Actor,
  Country,
  CreatedAt,
  EnvironmentName,
  Id,
  Metadata,
  MetadataChange,
  notBlank,
  Revision,
  StatusTransitions,
  Timestamp,
  UpdatedAt,
} from "../../contract/values/formats.ts";
import { ExpectedRevision } from "../expected_revision.ts";
import { KYC_TIERS } from "../ledger/roles.ts";
import { ENTITY_KINDS, ENTITY_STATUSES, KYC_STATUSES } from "./entity_document.ts";

export const EntityPath = Type.Object({ entityId: Id("ent") }, { additionalProperties: false });

export const EntityKind = Type.Union(
  ENTITY_KINDS.map((kind) => Type.Literal(kind)),
  { title: "EntityKind", description: "Whether the customer is a person or an organization." },
);

export const DisplayName = Type.String({
  minLength: 1,
  maxLength: 200,
  description: "Name of the person or organization, as people write it; personal data.",
  ...PII,
});

export const EntityStatus = Type.Union(
  ENTITY_STATUSES.map((status) => Type.Literal(status)),
  {
    title: "EntityStatus",
    description:
      "`restricted` gets no new accounts while compliance looks into it, `suspended` the same by the platform, `archived` is for ever.",
  },
);

export const KycStatus = Type.Union(
  KYC_STATUSES.map((status) => Type.Literal(status)),
  {
    title: "KycStatus",
    description: "Where the entity stands on the way to the tier that was asked for last.",
  },
);

export const KycTierName = Type.Union(
  KYC_TIERS.map(({ tier }) => Type.Literal(tier)),
  { title: "KycTier", description: "How well the platform knows whom an entity stands for." },
);

export const KycExpiresAt = described(
  Timestamp,
  "When the attained tier ends, by the Product's clock; absent where nothing ends.",
);

/** A field that is sent replaces the stored one, `metadata` is merged; other fields stay. */
export const EntityChange = Type.Object(
  {
    displayName: Type.Optional(notBlank(DisplayName)),
    country: Type.Optional(Country),
    metadata: Type.Optional(MetadataChange),
    expectedRevision: Type.Optional(ExpectedRevision),
  },
  {
    title: "EntityChange",
    description: "The changes of an entity; what is left out stays.",
    additionalProperties: false,
  },
);

export const Entity = Type.Object(
  {
    entityId: Id("ent"),
    productId: Id("prod"),
    environment: EnvironmentName,
    customerId: Id("cust"),
    kind: EntityKind,
    displayName: DisplayName,
    country: Country,
    status: EntityStatus,
    kyc: Type.Object(
      {
        status: KycStatus,
        tierAttained: KycTierName,
        expiresAt: Type.Optional(KycExpiresAt),
      },
      {
        title: "EntityKyc",
        description: "How well the entity is known.",
        additionalProperties: false,
      },
    ),
    revision: Revision,
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
    metadata: Metadata,
    actor: Actor,
    statusTransitions: StatusTransitions,
  },
  {
    title: "Entity",
    description: "The person or the organization that a customer is.",
    additionalProperties: false,
  },
);
export type Entity = Static<typeof Entity>;

/** Schemas of the KYC profile: what was submitted of an entity and what is missing, by name. */
import { type Static, Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";
import { Id, Timestamp } from "../../contract/values/formats.ts";
import { KycExpiresAt, KycStatus, KycTierName } from "./entity_schema.ts";
import { KYC_FIELD_STATUSES } from "./kyc_field_status.ts";
import { VerificationOutcome, VerificationStatus } from "./verification_schema.ts";

const FieldName = Type.String({ description: "Name of the field, as it is submitted." });
const FieldTier = described(KycTierName, "The tier that asks for the field.");

const KycSubmittedField = Type.Object(
  {
    field: FieldName,
    tier: FieldTier,
    submittedAt: described(Timestamp, "When it was submitted last: real time, in the sandbox too."),
    status: Type.Union(
      KYC_FIELD_STATUSES.map((status) => Type.Literal(status)),
      { description: "`pending` until a verification has seen it." },
    ),
  },
  {
    title: "KycSubmittedField",
    description: "A field that was submitted: its name, never its value.",
    additionalProperties: false,
  },
);

export const KYC_REQUIREMENT_STATUSES = ["missing", ...KYC_FIELD_STATUSES] as const;

export const KycRequirement = Type.Object(
  {
    field: FieldName,
    tier: FieldTier,
    status: Type.Union(
      KYC_REQUIREMENT_STATUSES.map((status) => Type.Literal(status)),
      { description: "`missing` and `rejected` are to be submitted." },
    ),
    reason: Type.Optional(
      Type.String({ description: "Why it was rejected, or which part of it is missing." }),
    ),
  },
  {
    title: "KycRequirement",
    description: "Something that a tier asks of an entity.",
    additionalProperties: false,
  },
);
export type KycRequirement = Static<typeof KycRequirement>;

export const KycProfile = Type.Object(
  {
    entityId: Id("ent"),
    status: KycStatus,
    tierAttained: described(KycTierName, "The tier that is verified now."),
    tierRequested: Type.Optional(
      described(KycTierName, "The tier that was asked for last; absent where none was."),
    ),
    submittedFields: Type.Array(KycSubmittedField, {
      description: "The fields that were submitted, in the order of the tiers.",
    }),
    requirements: Type.Array(KycRequirement, {
      description: "What the requested tier and all below it ask for; else the next tier.",
    }),
    verification: Type.Optional(
      Type.Object(
        {
          verificationId: Id("ver"),
          status: VerificationStatus,
          outcome: Type.Optional(VerificationOutcome),
        },
        {
          title: "KycProfileVerification",
          description: "The verification that was started last, and where it stands.",
          additionalProperties: false,
        },
      ),
    ),
    expiresAt: Type.Optional(KycExpiresAt),
  },
  {
    title: "KycProfile",
    description: "How well an entity is known: what was submitted, and what is asked for.",
    additionalProperties: false,
  },
);
export type KycProfile = Static<typeof KycProfile>;

/** Schemas of the verification resource. */
import { type Static, Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";
import {
  Actor,
  CreatedAt,
  EnvironmentName,
  Id,
  Revision,
  StatusTransitions,
  Timestamp,
  UpdatedAt,
} from "../../contract/values/formats.ts";
import { ruled } from "../../contract/values/value_rules.ts";
import { KYC_TIERS } from "../ledger/roles.ts";
import { KycTierName } from "./entity_schema.ts";
import { VERIFICATION_STATUSES } from "./verification_document.ts";

export const VerificationStatus = Type.Union(
  VERIFICATION_STATUSES.map((status) => Type.Literal(status)),
  {
    title: "VerificationStatus",
    description:
      "`pending` until the provider has it, `processing` while it looks, `requires_input` where the person must do something there; the others are final.",
  },
);

export const VerificationPath = Type.Object(
  { entityId: Id("ent"), verificationId: Id("ver") },
  { additionalProperties: false },
);

/** Of the steps of the system, which name no entity. */
export const VerificationIdPath = Type.Object(
  { verificationId: Id("ver") },
  { additionalProperties: false },
);

/** The tiers that somebody verifies: every entity has the lowest. */
export const VerifiedTier = Type.Union(
  KYC_TIERS.filter(({ verification }) => verification !== "none").map(({ tier }) =>
    Type.Literal(tier),
  ),
  { title: "VerifiedTier", description: "A tier that a verification can attain." },
);

export const ReturnUrl = ruled(
  Type.String({
    maxLength: 2_048,
    pattern: "^https://[^\\s]+$",
    description: "Where the provider sends the person afterwards.",
    examples: ["https://shop.example/verified"],
  }),
  { mustBe: "an address that begins with https:// and has no spaces" },
);

export const VerificationOutcome = Type.String({
  description: "What the provider found; absent while nothing is known.",
});

export const Verification = Type.Object(
  {
    verificationId: Id("ver"),
    productId: Id("prod"),
    environment: EnvironmentName,
    entityId: Id("ent"),
    tier: described(KycTierName, "The tier that the entity attains where it ends well."),
    provider: Type.String({ description: "Who verifies; see `catalog.provider.list`." }),
    status: VerificationStatus,
    outcome: Type.Optional(VerificationOutcome),
    url: Type.Optional(
      Type.String({
        description:
          "Where the person goes on at the provider. In sandbox an address that leads nowhere, because the simulator has no page.",
      }),
    ),
    returnUrl: Type.Optional(ReturnUrl),
    lastError: Type.Optional(
      Type.Object(
        {
          code: Type.String({ description: "The provider's own word for it." }),
          reason: Type.String({ description: "What was wrong, in a sentence." }),
        },
        {
          title: "VerificationError",
          description: "Why the last attempt did not succeed.",
          additionalProperties: false,
        },
      ),
    ),
    attempts: Type.Integer({ minimum: 0, description: "How often the provider was asked." }),
    expiresAt: described(Timestamp, "When it ends by itself, by the Product's clock."),
    revision: Revision,
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
    actor: Actor,
    statusTransitions: StatusTransitions,
  },
  {
    title: "Verification",
    description: "What a provider is asked about an entity, and what it found.",
    additionalProperties: false,
  },
);
export type Verification = Static<typeof Verification>;

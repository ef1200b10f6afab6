/** Schemas of external confirmations. */
import { type Static, Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";
import {
  Actor,
  Amount,
  CreatedAt,
  Currency,
  EnvironmentName,
  Id,
  Revision,
  StatusTransitions,
  Timestamp,
  UpdatedAt,
} from "../../contract/values/formats.ts";
import { idRule } from "../../contract/values/meant_values.ts";
import { ruled } from "../../contract/values/value_rules.ts";
import { PROVIDER_NAME_PATTERN } from "../provider/provider_schema.ts";
import { CONFIRMATION_STATUSES, CONFIRMED_TYPES } from "./external_confirmation_document.ts";

export const ConfirmationStatusName = Type.Union(
  CONFIRMATION_STATUSES.map((status) => Type.Literal(status)),
  {
    title: "ExternalConfirmationStatus",
    description:
      "`recorded`: what it confirms is not known to the platform yet. `matched`: it says what the platform has on record. `rejected`: the provider has told otherwise, and `mismatched` says in what.",
  },
);

export const ConfirmedTypeName = Type.Union(
  CONFIRMED_TYPES.map((type) => Type.Literal(type)),
  { title: "ConfirmedResourceType", description: "What is confirmed." },
);

export const ConfirmedId = ruled(
  Type.String({
    description:
      "Id of what is confirmed: a `payoutId`, a `collectionId`, a `receivedCreditId` or a `verificationId`. Of a received credit it may be absent: the credit is found by provider and reference.",
    pattern: "^[A-Za-z0-9_-]{1,64}$",
    examples: [...(Id("po").examples as string[]), ...(Id("coll").examples as string[])],
  }),
  idRule(""),
);

const ConfirmedResource = Type.Object(
  { type: ConfirmedTypeName, id: Type.Optional(ConfirmedId) },
  {
    title: "ConfirmedResource",
    description: "What is confirmed.",
    additionalProperties: false,
  },
);

const ProviderText = ruled(
  Type.String({
    pattern: PROVIDER_NAME_PATTERN,
    description:
      "Who says so: a provider of `catalog.provider.list`, or the name of another source, such as your own back office.",
    examples: ["simulator", "back-office"],
  }),
  { mustBe: "1 to 40 lower-case letters, digits, _ and -, beginning with a letter" },
);
export const ExternalReference = ruled(
  Type.String({
    pattern: "^[!-~]{1,128}$",
    description: "What the provider calls it: 1 to 128 visible characters of ASCII, no spaces.",
    examples: ["CR-2026-000881"],
  }),
  { mustBe: "1 to 128 visible characters of ASCII without spaces" },
);
const Outcome = Type.String({
  minLength: 1,
  maxLength: 64,
  description:
    "What has happened. Of a payout `posted`, `failed`, `cancelled` or `returned`; of a collection `collected`, `failed` or `returned`; of a received credit `received` or `returned`; of a verification `verified` or `rejected`.",
  examples: ["posted"],
});
const OccurredAt = described(Timestamp, "When it happened, by the provider's clock.");

const FACTS = {
  provider: ProviderText,
  externalReference: ExternalReference,
  outcome: Outcome,
  resource: ConfirmedResource,
  sourceOperationId: Type.Optional(
    described(Id("op"), "The operation that began it; it must be over, its transfers too."),
  ),
  financialAddressId: Type.Optional(
    described(
      Id("fa"),
      "Of a received credit: the address that it came to. Required where the resource has no id.",
    ),
  ),
  destinationAccountId: Type.Optional(
    described(
      Id("acct"),
      "Of a received credit or a collection: the account that the money is for.",
    ),
  ),
  amount: Type.Optional(
    described(Amount, "Minor units. Required, but of a verification, which has none."),
  ),
  currency: Type.Optional(described(Currency, "Required, but of a verification, which has none.")),
  occurredAt: OccurredAt,
};

export const ExternalConfirmationDraft = Type.Object(
  {
    productId: Type.Optional(
      described(
        Id("prod"),
        "Where it is recorded. Required with a credential of a member or an agent; with an API key it is the Product of the key.",
      ),
    ),
    ...FACTS,
  },
  {
    title: "ExternalConfirmationDraft",
    description: "What somebody outside of the platform says has happened.",
    additionalProperties: false,
  },
);
export type ExternalConfirmationDraft = Static<typeof ExternalConfirmationDraft>;

export const ExternalConfirmation = Type.Object(
  {
    externalConfirmationId: Id("conf"),
    productId: Id("prod"),
    environment: EnvironmentName,
    ...FACTS,
    evidenceDigest: Type.String({
      pattern: "^sha256:[0-9a-f]{64}$",
      description:
        "SHA-256 of what was said, as JSON with sorted keys and without spaces: the members of the request as they are above, those of `resource` as `resource.type` and `resource.id`.",
      examples: [`sha256:${"0".repeat(64)}`],
    }),
    status: ConfirmationStatusName,
    mismatched: Type.Optional(
      Type.Array(Type.String(), {
        description: "The fields that the provider told otherwise; only of one that is rejected.",
      }),
    ),
    revision: Revision,
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
    actor: Actor,
    statusTransitions: StatusTransitions,
  },
  {
    title: "ExternalConfirmation",
    description: "What somebody outside of the platform says has happened to money or to a check.",
    additionalProperties: false,
  },
);
export type ExternalConfirmation = Static<typeof ExternalConfirmation>;

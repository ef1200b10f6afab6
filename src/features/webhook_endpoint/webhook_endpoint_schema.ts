/** Schemas of the webhook endpoint, and of the inputs about one. */
import { type Static, Type } from "@sinclair/typebox";
import { EVENT_TYPES_MAX } from "../../contract/declare/event.ts";
import { SECRET } from "../../contract/declare/redaction.ts";
import { described, PUBLISHED_AS } from "../../contract/declare/schema_marks.ts";
import {
  Actor,
  CreatedAt,
  Description,
  EnvironmentName,
  Id,
  Metadata,
  MetadataChange,
  Revision,
  removable,
  StatusTransitions,
  Timestamp,
  UpdatedAt,
} from "../../contract/values/formats.ts";
import { WEBHOOK_URL_PATTERN } from "../../contract/values/webhook_url.ts";
import { WantedEventType } from "../event_type_name.ts";
import { ExpectedRevision } from "../expected_revision.ts";
import { DISABLED_REASONS, WEBHOOK_ENDPOINT_STATUSES } from "./webhook_endpoint_document.ts";

/** The longest address, characters. */
export const WEBHOOK_URL_LENGTH_MAX = 2_048;
/** The longest time that a replaced secret stays in force, seconds (specification: one day). */
export const OVERLAP_SECONDS_MAX = 86_400;
/** The most secrets that sign a webhook: the current one, and two before it, so that one lost answer does no harm. */
export const SECRETS_IN_FORCE_MAX = 3;

const Url = Type.String({
  minLength: 1,
  maxLength: WEBHOOK_URL_LENGTH_MAX,
  description:
    "Address that webhooks are sent to: `https`, or `http` and `https` to loopback where this server itself listens on loopback.",
  examples: ["https://shop.example/webhooks"],
});
/** The contract says the form of an address; the check of the operation says what is wrong with another text. */
const WantedUrl = { ...Url, [PUBLISHED_AS]: { ...Url, pattern: WEBHOOK_URL_PATTERN } };

const EVENT_TYPES = {
  minItems: 1,
  maxItems: EVENT_TYPES_MAX,
  uniqueItems: true,
  description:
    "Types of events that are sent, of `GET /catalog/event-types`: any of them, or all by name; `*` stands for all, also for those that later versions add.",
  examples: [["transfer.posted", "transfer.failed"]],
};
const WantedEventTypes = Type.Array(WantedEventType, EVENT_TYPES);
/** As answers show them, without the list: a later version may have sent a type that this one has not. */
const EventTypes = Type.Array(
  Type.String({ minLength: 1, maxLength: 100, examples: ["transfer.posted"] }),
  EVENT_TYPES,
);

export const WebhookEndpointStatus = Type.Union(
  WEBHOOK_ENDPOINT_STATUSES.map((status) => Type.Literal(status)),
  {
    title: "WebhookEndpointStatus",
    description:
      "Whether webhooks are sent to it. What happens while it is disabled is sent later only where `webhook_endpoint.recover` asks for what was missed.",
  },
);

export const WebhookEndpointDraft = Type.Object(
  {
    productId: Id("prod"),
    url: WantedUrl,
    eventTypes: WantedEventTypes,
    description: Type.Optional(Description),
    metadata: Type.Optional(Metadata),
  },
  {
    title: "WebhookEndpointDraft",
    description: "A webhook endpoint to make.",
    additionalProperties: false,
  },
);

export const WebhookEndpointChange = Type.Object(
  {
    url: Type.Optional(WantedUrl),
    eventTypes: Type.Optional(WantedEventTypes),
    description: Type.Optional(removable(Description)),
    metadata: Type.Optional(MetadataChange),
    expectedRevision: Type.Optional(ExpectedRevision),
  },
  {
    title: "WebhookEndpointChange",
    description: "The changes of a webhook endpoint; what is left out stays.",
    additionalProperties: false,
  },
);

export const WebhookSecretRotation = Type.Object(
  {
    overlapSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: OVERLAP_SECONDS_MAX,
        default: OVERLAP_SECONDS_MAX,
        description:
          "For how long webhooks are signed with the secrets before the new one too; 0 ends all of them at once.",
      }),
    ),
  },
  {
    title: "WebhookSecretRotation",
    description: "How long the secrets before the new one stay in force.",
    additionalProperties: false,
  },
);

const FIELDS = {
  webhookEndpointId: Id("whe"),
  productId: Id("prod"),
  environment: EnvironmentName,
  url: Url,
  eventTypes: EventTypes,
  description: Type.Optional(Description),
  status: WebhookEndpointStatus,
  disabledReason: Type.Optional(
    Type.Union(
      DISABLED_REASONS.map((reason) => Type.Literal(reason)),
      {
        title: "WebhookEndpointDisabledReason",
        description:
          "`manual`: by a caller; `gone`: it answered 410; `exhausted`: nothing could be delivered for 5 days.",
      },
    ),
  ),
  secretPrefix: Type.String({ description: "The first characters of the signing secret." }),
  secretRotation: Type.Optional(
    Type.Object(
      {
        oldExpiresAt: described(
          Timestamp,
          "Until when webhooks are signed with an old secret too: real time, in the sandbox too.",
        ),
      },
      {
        title: "WebhookEndpointSecretRotation",
        description: "The last rotation of the secret, where the old secret was not ended at once.",
        additionalProperties: false,
      },
    ),
  ),
  lastSuccessAt: Type.Optional(described(Timestamp, "When a webhook was last delivered to it.")),
  lastFailureAt: Type.Optional(described(Timestamp, "When an attempt to deliver last failed.")),
  revision: Revision,
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
  metadata: Metadata,
  actor: Actor,
  statusTransitions: StatusTransitions,
};

export const WebhookEndpoint = Type.Object(FIELDS, {
  title: "WebhookEndpoint",
  description: "An address that webhooks are sent to.",
  additionalProperties: false,
});
export type WebhookEndpoint = Static<typeof WebhookEndpoint>;

/** The endpoint in the answers that show a secret. */
export const WebhookEndpointWithSecret = Type.Object(
  {
    ...FIELDS,
    secret: Type.Optional(
      Type.String({
        ...SECRET,
        description:
          "The signing secret, as libraries of Standard Webhooks take it: in this answer, once. A repeated request is answered without it.",
        examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="],
      }),
    ),
  },
  {
    title: "WebhookEndpointWithSecret",
    description: "A webhook endpoint with its new signing secret.",
    additionalProperties: false,
  },
);

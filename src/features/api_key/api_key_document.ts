/** An API key as answers show it: without its secret, and with the operations that it may call. */
import { type Static, Type } from "@sinclair/typebox";
import { isoTime } from "../../base/iso_time.ts";
import type { ApiKeyView } from "../../contract/declare/principal.ts";
import { PII } from "../../contract/declare/redaction.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { EnvironmentName, Id, Timestamp } from "../../contract/values/formats.ts";
import { operationIdsFor } from "../operation_ids.ts";

export const API_KEY_STATUSES = ["active", "rolling", "revoked", "expired"] as const;
export const ApiKeyStatus = Type.Union(API_KEY_STATUSES.map((status) => Type.Literal(status)));

/** Whether a new key may be sent to the agents' protocol. */
export const ForAgents = Type.Boolean({
  default: false,
  description: "Whether an agent without a person may use it as bearer token of `/v1/mcp`.",
});

/** The fields of a key, for answers that have more. */
export const API_KEY_FIELDS = {
  apiKeyId: Id("key"),
  tenantId: Id("ten"),
  productId: Id("prod"),
  environment: EnvironmentName,
  name: described(Type.String(), "What its maker called the key."),
  prefix: Type.String({ description: "How the key's text starts: enough to tell keys apart." }),
  scopes: described(Type.Array(Type.String()), "What the key may do; see `catalog.scope.list`."),
  operationIds: Type.Array(Type.String(), {
    description: "Operations that the key may call: those that there were when it was made.",
  }),
  status: described(
    ApiKeyStatus,
    "`active`; `rolling` while another key takes its place and both work; `revoked` or `expired` for ever.",
  ),
  origin: described(
    Type.Union([Type.Literal("browser"), Type.Literal("cli"), Type.Literal("agent")]),
    "Where the key was made.",
  ),
  allowedCidrs: Type.Optional(
    Type.Array(Type.String(), {
      description: "Addresses and CIDR blocks that the key is taken from; absent: from everywhere.",
    }),
  ),
  mcp: Type.Optional(
    Type.Boolean({ description: "True: an agent may use the key; absent of every other." }),
  ),
  boundGrantId: Type.Optional(
    Type.String({ description: "The login that the key ends with; absent where it has none." }),
  ),
  createdByUserId: Type.Optional(
    described(
      Id("usr"),
      "The person who made the key, or let in the agent that did; absent of keys of before.",
    ),
  ),
  createdAt: described(Timestamp, "When the key was made."),
  expiresAt: Type.Optional(
    described(
      Timestamp,
      "When the key stops working by itself; absent where it never does. A key of a login ends then at the latest: with its login, which ends sooner where it is unused or revoked.",
    ),
  ),
  endsAt: Type.Optional(
    described(Timestamp, "When a key stops working because another key has taken its place."),
  ),
  replacedBy: Type.Optional(described(Id("key"), "The key that has taken its place.")),
  revokedAt: Type.Optional(described(Timestamp, "When the key was revoked.")),
  lastUsedAt: Type.Optional(
    described(
      Timestamp,
      "When the key was used last, to about 16 minutes; absent if it never was.",
    ),
  ),
  lastUsedIp: Type.Optional(
    Type.String({ description: "The address that the key was used from last.", ...PII }),
  ),
  revision: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        "1 when the key is made, and one more after each change; see `expectedRevision`.",
    }),
  ),
};

export const ApiKey = Type.Object(
  {
    ...API_KEY_FIELDS,
    createdByMember: Type.Optional(
      Type.Object(
        {
          memberId: described(Id("mem"), "The maker's newest membership of the company."),
          status: Type.Union([Type.Literal("active"), Type.Literal("removed")], {
            description: "`removed`: the maker is no member any more, and the key goes on working.",
          }),
        },
        {
          title: "ApiKeyMaker",
          description:
            "The membership of who made the key, where that is known: in `api_key.retrieve` and `api_key.list`.",
          additionalProperties: false,
        },
      ),
    ),
  },
  {
    title: "ApiKey",
    description: "A key of one Product in one environment, without its secret.",
    additionalProperties: false,
  },
);
export type ApiKey = Static<typeof ApiKey>;

/** The key in answers, with the status that it is stored with. */
export function apiKeyDocument(apiKey: ApiKeyView): ApiKey {
  const { allowedCidrs = [], boundGrantId, createdByUserId, replacedBy } = apiKey;
  return {
    apiKeyId: apiKey.apiKeyId,
    tenantId: apiKey.tenantId,
    productId: apiKey.productId,
    environment: apiKey.environment,
    name: apiKey.name,
    prefix: apiKey.prefix,
    scopes: [...apiKey.scopes],
    operationIds: [...(apiKey.operationIds ?? operationIdsFor(apiKey))],
    status: apiKey.status,
    origin: apiKey.origin,
    ...(allowedCidrs.length > 0 && { allowedCidrs: [...allowedCidrs] }),
    ...(apiKey.mcp === true && { mcp: true }),
    ...(boundGrantId !== undefined && { boundGrantId }),
    ...(createdByUserId !== undefined && { createdByUserId }),
    createdAt: isoTime(apiKey.createdAtMs),
    ...(apiKey.expiresAtMs !== undefined && { expiresAt: isoTime(apiKey.expiresAtMs) }),
    ...(apiKey.endsAtMs !== undefined && { endsAt: isoTime(apiKey.endsAtMs) }),
    ...(replacedBy !== undefined && { replacedBy }),
    ...(apiKey.revokedAtMs !== undefined && { revokedAt: isoTime(apiKey.revokedAtMs) }),
    revision: apiKey.revision ?? 1,
  };
}

/** Schemas of requests to providers. No caller sees a request: only the system's own steps name one. */
import { Type } from "@sinclair/typebox";
import { PROVIDER_STATUSES } from "../../contract/messages/provider_kinds.ts";
import {
  ACCOUNT_NAME_CHARACTERS_MAX,
  ADDRESS_DETAILS,
} from "../../contract/messages/provider_protocol.ts";
import { Id } from "../../contract/values/formats.ts";
import { PROVIDER_REQUEST_STATUSES } from "./provider_request_document.ts";

const Text = Type.String({ maxLength: 128 });
/** How far a provider says that it is with what it has accepted, whatever it was asked for. */
export const Progress = Type.Object(
  {
    status: Type.Union(PROVIDER_STATUSES.map((status) => Type.Literal(status))),
    tier: Type.Optional(Text),
    reason: Type.Optional(Text),
    fields: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Object(
          {
            status: Type.Union([Type.Literal("met"), Type.Literal("rejected")]),
            reason: Type.Optional(Text),
          },
          { additionalProperties: false },
        ),
      ),
    ),
    details: Type.Optional(
      Type.Object(Object.fromEntries(ADDRESS_DETAILS.map((name) => [name, Type.Optional(Text)])), {
        additionalProperties: false,
      }),
    ),
    accountName: Type.Optional(Type.String({ maxLength: ACCOUNT_NAME_CHARACTERS_MAX })),
    occurredAtMs: Type.Optional(Type.Integer()),
  },
  { additionalProperties: false },
);

export const ProviderRequestPath = Type.Object(
  { providerRequestId: Id("preq") },
  { additionalProperties: false },
);

/** What a step of the system answers. */
export const ProviderRequestStep = Type.Object(
  {
    providerRequestId: Id("preq"),
    status: Type.Union(
      PROVIDER_REQUEST_STATUSES.map((status) => Type.Literal(status)),
      { title: "ProviderRequestStatus" },
    ),
    attempts: Type.Integer({ minimum: 0 }),
  },
  { title: "ProviderRequestStep", additionalProperties: false },
);

/** Schemas of requests to providers. No caller sees a request: only the system's own steps name one. */
import { Type } from "@sinclair/typebox";
import { PROVIDER_KINDS } from "../../contract/messages/provider_protocol.ts";
import { Id } from "../../contract/values/formats.ts";
import { PROVIDER_REQUEST_STATUSES } from "./provider_request_document.ts";

const Text = Type.String({ maxLength: 128 });
const { open, final } = PROVIDER_KINDS.verification;
/** How far a provider says that it is with what it has accepted. */
export const Progress = Type.Object(
  {
    status: Type.Union([...open, ...final].map((status) => Type.Literal(status))),
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

/** Schemas of requests to providers. No caller sees a request: only the system's own steps name one. */
import { Type } from "@sinclair/typebox";
import { Id } from "../../contract/formats.ts";
import { PROVIDER_REQUEST_STATUSES } from "./provider_request_document.ts";

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

/** The API key on the wire. */
import { type Static, Type } from "@sinclair/typebox";
import { EnvironmentName, Id, Timestamp } from "../../contract/formats.ts";
import { described } from "../../contract/schema_marks.ts";

export const ApiKey = Type.Object(
  {
    apiKeyId: Id("key"),
    tenantId: Id("ten"),
    productId: Id("prod"),
    environment: EnvironmentName,
    name: described(Type.String(), "What its maker called the key."),
    prefix: Type.String({ description: "How the key's text starts: enough to tell keys apart." }),
    scopes: described(Type.Array(Type.String()), "What the key may do; see `catalog.scope.list`."),
    operationIds: Type.Array(Type.String(), { description: "Operations that the key may call." }),
    status: described(
      Type.Union([Type.Literal("active"), Type.Literal("revoked")]),
      "`active`, or `revoked` for ever.",
    ),
    origin: described(
      Type.Union([Type.Literal("browser"), Type.Literal("cli"), Type.Literal("agent")]),
      "Where the key was made.",
    ),
    createdAt: described(Timestamp, "When the key was made."),
    expiresAt: Type.Optional(
      described(Timestamp, "When the key stops working; absent where it never does."),
    ),
  },
  {
    title: "ApiKey",
    description: "A key of one Product in one environment, without its secret.",
    additionalProperties: false,
  },
);
export type ApiKey = Static<typeof ApiKey>;

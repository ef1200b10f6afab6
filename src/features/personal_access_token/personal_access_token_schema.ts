/** The schema of a personal access token in answers. */
import { type Static, Type } from "@sinclair/typebox";
import { SECRET } from "../../contract/declare/redaction.ts";
import { Id, Timestamp } from "../../contract/values/formats.ts";

export const PersonalAccessTokenPath = Type.Object(
  { personalAccessTokenId: Id("pat") },
  { additionalProperties: false },
);

export const PersonalAccessToken = Type.Object(
  {
    personalAccessTokenId: Id("pat"),
    userId: Id("usr"),
    tenantId: Id("ten"),
    name: Type.String({ minLength: 1, maxLength: 120, description: "What the token is for." }),
    scopes: Type.Array(Type.String(), {
      description: "What the token may do, as far as the person's role allows it.",
    }),
    mfa: Type.Boolean({
      description: "Whether the session that made the token was verified with a second factor.",
    }),
    prefix: Type.String({ description: "The first characters of the token, to recognise it by." }),
    status: Type.Union([Type.Literal("active"), Type.Literal("revoked"), Type.Literal("expired")], {
      description: "Only an active token can be used; a revoked one was ended before its time.",
    }),
    createdAt: Timestamp,
    lastUsedAt: Type.Optional(Timestamp),
    expiresAt: Timestamp,
    revokedAt: Type.Optional(Timestamp),
    token: Type.Optional(
      Type.String({
        ...SECRET,
        description: "The token itself: in the answer that made it, once.",
      }),
    ),
  },
  {
    title: "PersonalAccessToken",
    description: "A credential with which programs act for one person in one company.",
    additionalProperties: false,
  },
);
export type PersonalAccessToken = Static<typeof PersonalAccessToken>;

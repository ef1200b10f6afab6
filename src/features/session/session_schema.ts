/** The schema of a session in answers. */
import { type Static, Type } from "@sinclair/typebox";
import { Id, Timestamp } from "../../contract/formats.ts";
import { PII } from "../../contract/redaction.ts";

export const SESSION_STATUSES = ["active", "revoked", "expired"] as const;

export const SessionStatus = Type.Union(
  SESSION_STATUSES.map((status) => Type.Literal(status)),
  { description: "Only an active session can be used; a revoked one was ended before its time." },
);

/** The fields of a session, for answers that have more. */
export const SESSION_FIELDS = {
  sessionId: Id("ses"),
  userId: Id("usr"),
  tenantId: Type.Optional(Id("ten")),
  kind: Type.Literal("browser", { description: "Where the session was begun." }),
  mfa: Type.Boolean({
    description: "Whether the login was completed with a second factor. It never changes.",
  }),
  ipAddress: Type.String({ description: "Where the login came from.", ...PII }),
  userAgent: Type.String({ description: "What the browser called itself at the login.", ...PII }),
  status: SessionStatus,
  createdAt: Timestamp,
  lastUsedAt: Type.Optional(Timestamp),
  expiresAt: Timestamp,
  revokedAt: Type.Optional(Timestamp),
};

export const SessionPath = Type.Object({ sessionId: Id("ses") }, { additionalProperties: false });

export const Session = Type.Object(SESSION_FIELDS, {
  title: "Session",
  description: "A person who is signed in with one browser.",
  additionalProperties: false,
});
export type Session = Static<typeof Session>;

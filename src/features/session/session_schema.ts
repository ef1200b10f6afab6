/** The schema of a session in answers. */
import { type Static, Type } from "@sinclair/typebox";
import { PII } from "../../contract/declare/redaction.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { Id, Timestamp } from "../../contract/values/formats.ts";

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
  kind: Type.Union([Type.Literal("browser"), Type.Literal("cli"), Type.Literal("agent")], {
    description:
      "Where the session was begun: in a browser, by a program that a person let in, such as the command line, or by an agent.",
  }),
  mfa: Type.Boolean({
    description: "Whether the login was completed with a second factor. It never changes.",
  }),
  ipAddress: Type.String({ description: "Where the login came from.", ...PII }),
  userAgent: Type.String({
    description: "What browser or program called itself at the login.",
    ...PII,
  }),
  status: SessionStatus,
  createdAt: Timestamp,
  lastUsedAt: Type.Optional(Timestamp),
  expiresAt: Timestamp,
  revokedAt: Type.Optional(Timestamp),
  clientId: Type.Optional(
    Type.String({
      description: "The name that the program gave itself; of a `cli` or `agent` session.",
    }),
  ),
  scopes: Type.Optional(
    Type.Array(Type.String(), {
      description: "What the program may do at most; of a `cli` or `agent` session.",
    }),
  ),
  idleExpiresAt: Type.Optional(
    described(
      Timestamp,
      "When a `cli` or `agent` session ends unless its program refreshes its tokens before.",
    ),
  ),
  agentGrantId: Type.Optional(
    described(Id("grant"), "The grant of the agent, which ends with its session."),
  ),
};

export const SessionPath = Type.Object({ sessionId: Id("ses") }, { additionalProperties: false });

export const Session = Type.Object(SESSION_FIELDS, {
  title: "Session",
  description: "A person who is signed in with one browser, or a program that the person let in.",
  additionalProperties: false,
});
export type Session = Static<typeof Session>;

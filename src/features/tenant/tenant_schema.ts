/** The schemas of members and invitations in answers. */
import { type Static, Type } from "@sinclair/typebox";
import { Id, Timestamp } from "../../contract/formats.ts";
import { PII } from "../../contract/redaction.ts";
import { ROLES } from "../../contract/roles.ts";

export const RoleName = Type.Union(
  ROLES.map((role) => Type.Literal(role)),
  { description: "What the person may do in the company." },
);

export const Member = Type.Object(
  {
    memberId: Id("mem"),
    tenantId: Id("ten"),
    userId: Id("usr"),
    email: Type.String({ description: "The person's e-mail address.", ...PII }),
    displayName: Type.String({ description: "The person's name.", ...PII }),
    role: RoleName,
    status: Type.Union([Type.Literal("active"), Type.Literal("removed")]),
    mfa: Type.Boolean({ description: "Whether the person has enrolled a second factor." }),
    revision: Type.Integer({ minimum: 1 }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "Member", additionalProperties: false },
);
export type Member = Static<typeof Member>;

export const Invitation = Type.Object(
  {
    invitationId: Id("inv"),
    tenantId: Id("ten"),
    email: Type.String({ description: "Who is invited.", ...PII }),
    role: RoleName,
    status: Type.Union([
      Type.Literal("pending"),
      Type.Literal("accepted"),
      Type.Literal("revoked"),
      Type.Literal("expired"),
    ]),
    createdAt: Timestamp,
    expiresAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "Invitation", additionalProperties: false },
);
export type Invitation = Static<typeof Invitation>;

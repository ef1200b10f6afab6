/** The schemas of a company, its rules, members and invitations in answers. */
import { type Static, Type } from "@sinclair/typebox";
import { PII } from "../../contract/declare/redaction.ts";
import { ROLES } from "../../contract/declare/roles.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import {
  Country,
  CreatedAt,
  Id,
  notBlank,
  Revision,
  Timestamp,
  UpdatedAt,
} from "../../contract/values/formats.ts";
import { ruled, type ValueRule } from "../../contract/values/value_rules.ts";

const closed = { additionalProperties: false } as const;

export const RoleName = Type.Union(
  ROLES.map((role) => Type.Literal(role)),
  { description: "What the person may do in the company; see `tenant.role.list`." },
);

const TenantName = Type.String({
  minLength: 1,
  maxLength: 120,
  description: "What people call the company.",
});
export const TenantNameDraft = notBlank(TenantName);

const TimeZone = Type.String({
  minLength: 1,
  maxLength: 64,
  examples: ["Europe/Berlin"],
  description:
    "The time zone by which days and months of statements, usage and statistics go: its name in the database of IANA, or `UTC`.",
});
export const TIME_ZONE_RULE: ValueRule = {
  mustBe: "the name of a time zone in the database of IANA, such as Europe/Berlin, or UTC",
};
export const TimeZoneDraft = ruled(
  { ...TimeZone, pattern: "^[A-Za-z][A-Za-z0-9_+/-]*$" },
  TIME_ZONE_RULE,
);

export const Tenant = Type.Object(
  {
    tenantId: Id("ten"),
    name: TenantName,
    country: Type.Optional(described(Country, "Where the company is, as ISO 3166-1 alpha-2.")),
    timeZone: TimeZone,
    status: Type.Literal("active", { description: "A company that may act; there is no other." }),
    revision: Revision,
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  { title: "Tenant", description: "A company that has Products.", ...closed },
);
export type Tenant = Static<typeof Tenant>;

export const RequireMfa = Type.Boolean({
  description:
    "Whether sessions and tokens of members are taken only where their login was verified with a second factor.",
});

export const SecurityPolicy = Type.Object(
  {
    tenantId: Id("ten"),
    requireMfa: RequireMfa,
    sessionMaxAge: Type.Integer({
      minimum: 1,
      description: "For how long a login in a browser lasts, seconds; used or not.",
    }),
    allowedCidrs: Type.Array(Type.String(), {
      description:
        "Addresses and CIDR blocks that sessions and tokens of members are taken from; empty: from everywhere.",
    }),
    revision: Revision,
  },
  {
    title: "SecurityPolicy",
    description: "A company's rules for whoever acts for it with a session or a token.",
    ...closed,
  },
);
export type SecurityPolicy = Static<typeof SecurityPolicy>;

export const MEMBER_STATUSES = ["active", "removed"] as const;
export const MemberStatus = Type.Union(
  MEMBER_STATUSES.map((status) => Type.Literal(status)),
  { description: "`removed`: the person may do nothing in the company any more." },
);

const MEMBER_FIELDS = {
  memberId: Id("mem"),
  tenantId: Id("ten"),
  userId: Id("usr"),
  email: Type.String({ description: "The person's confirmed e-mail address.", ...PII }),
  displayName: Type.String({ description: "What the person is called.", ...PII }),
  role: RoleName,
  status: MemberStatus,
  mfa: Type.Boolean({ description: "Whether the person has enrolled a second factor." }),
  revision: Revision,
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
};

export const Member = Type.Object(MEMBER_FIELDS, {
  title: "Member",
  description: "A person in a company.",
  ...closed,
});
/** The answer to a removal. Answers that were recorded before it had a count have none. */
export const RemovedMember = Type.Object(
  {
    ...MEMBER_FIELDS,
    apiKeysInForce: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: "API keys that the person has made, and that go on working.",
      }),
    ),
  },
  { title: "RemovedMember", description: "A person who was removed from a company.", ...closed },
);
export type Member = Static<typeof Member>;

export const INVITATION_STATUSES = ["pending", "accepted", "revoked", "expired"] as const;
export const InvitationStatus = Type.Union(
  INVITATION_STATUSES.map((status) => Type.Literal(status)),
  { description: "Only what is `pending` can be accepted or revoked; the others are final." },
);

export const Invitation = Type.Object(
  {
    invitationId: Id("inv"),
    tenantId: Id("ten"),
    email: Type.String({ description: "The address that the link was mailed to.", ...PII }),
    role: RoleName,
    status: InvitationStatus,
    createdAt: CreatedAt,
    expiresAt: described(Timestamp, "Until then the link of the mail can be used."),
    updatedAt: UpdatedAt,
  },
  {
    title: "Invitation",
    description: "An offer to a person to become a member of a company.",
    ...closed,
  },
);
export type Invitation = Static<typeof Invitation>;

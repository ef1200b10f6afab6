/**
 * The examples of companies: Ada Lovelace sets up her company and invites Grace Hopper, who leaves later.
 * Tokens are random and only sessions may call these operations, so the answers are written by hand.
 */
import { TENANT_PERMISSIONS } from "../../contract/declare/roles.ts";
import { type Example, exampleId } from "../../contract/document/example.ts";
import { MONTH, PRODUCT, STATEMENT, TENANT } from "../example_ids.ts";

const ADA = exampleId("usr", 501);
const ADAS_MEMBERSHIP = exampleId("mem", 501);
const GRACE = exampleId("usr", 511);
const GRACES_MEMBERSHIP = exampleId("mem", 511);
const INVITATION = exampleId("inv", 512);
const SECOND_INVITATION = exampleId("inv", 513);
const AUDIT_EVENT = exampleId("aud", 514);
const GRACES_KEY = "key_4WnLs8QbVx2RjGt6Hd3CpY";
const EMAIL = "grace@example.com";

const at = (second: number) => `2026-03-30T08:00:${second}.000Z`;

const tenant = (name: string, timeZone: string, revision: number, updatedAt: string) => ({
  tenantId: TENANT,
  name,
  country: "GB",
  timeZone,
  status: "active",
  revision,
  createdAt: at(25),
  updatedAt,
});

const policy = (requireMfa: boolean, allowedCidrs: string[], revision: number) => ({
  tenantId: TENANT,
  requireMfa,
  sessionMaxAge: 43_200,
  allowedCidrs,
  revision,
});

const ADA_SHOWN = {
  memberId: ADAS_MEMBERSHIP,
  tenantId: TENANT,
  userId: ADA,
  email: "ada@example.com",
  displayName: "Ada Lovelace",
  role: "owner",
  status: "active",
  mfa: true,
  revision: 1,
  createdAt: at(25),
  updatedAt: at(25),
};

const grace = (role: string, status: string, revision: number, updatedAt: string) => ({
  memberId: GRACES_MEMBERSHIP,
  tenantId: TENANT,
  userId: GRACE,
  email: EMAIL,
  displayName: "Grace Hopper",
  role,
  status,
  mfa: false,
  revision,
  createdAt: at(46),
  updatedAt,
});

const invitation = (invitationId: string, email: string, status: string, createdAt: string) => ({
  invitationId,
  tenantId: TENANT,
  email,
  role: "developer",
  status,
  createdAt,
  expiresAt: createdAt.replace("2026-03-30", "2026-04-06"),
  updatedAt: createdAt,
});

const ROLE_CHANGED = {
  auditEventId: AUDIT_EVENT,
  actor: { type: "user", id: ADA },
  operation: "tenant.member.update",
  resource: { type: "member", id: GRACES_MEMBERSHIP },
  before: grace("developer", "active", 1, at(46)),
  after: grace("finance", "active", 2, at(49)),
  ipAddress: "203.0.113.7",
  userAgent: "Mozilla/5.0",
  requestId: "5b1f0c8e-9d34-4c6a-8f27-3e0a7d91b642",
  createdAt: at(49),
};

/** March, in which Ada was the only customer of the only Product: its statement (`statement.retrieve`) by another digest. */
const MARCH = {
  tenantId: TENANT,
  environment: "sandbox",
  month: MONTH,
  status: "sealed",
  products: [{ productId: PRODUCT, status: "sealed", statementId: STATEMENT }],
  currencies: [
    {
      currency: "EUR",
      opening: "0",
      totalCredits: "100000",
      totalDebits: "0",
      closing: "100000",
      volume: "118450",
      fees: "0",
      entryCount: 6,
      activeAccounts: 3,
      movements: [
        moved("book", 3, "13750"),
        { ...moved("funding", 1, "100000"), credits: "100000" },
        moved("hold", 1, "4200"),
        moved("reversal", 1, "500"),
      ],
      corrections: [],
      entriesDigest: "9f47b5e1639ed55e2218b74ff4cf49c543f85ed9da3c837f31ce19d7dee94554",
    },
  ],
  sealedAt: "2026-04-01T00:05:00.000Z",
  createdAt: "2026-03-01T00:00:00.000Z",
};

function moved(kind: string, count: number, amount: string) {
  return { kind, count, amount, credits: "0", debits: "0", failedCount: 0 };
}

export const tenantExamples: readonly Example[] = [
  {
    at: "08:00:40",
    operation: "tenant.current.retrieve",
    answer: tenant("Example Ltd", "UTC", 1, at(25)),
  },
  {
    at: "08:00:41",
    operation: "tenant.current.update",
    body: { name: "Analytical Engines", timeZone: "Europe/London", expectedRevision: 1 },
    answer: tenant("Analytical Engines", "Europe/London", 2, at(41)),
  },
  {
    at: "08:00:42",
    operation: "tenant.security.retrieve",
    answer: policy(false, [], 2),
  },
  {
    at: "08:00:43",
    operation: "tenant.security.configure",
    body: { requireMfa: true, allowedCidrs: ["203.0.113.0/24"] },
    answer: policy(true, ["203.0.113.0/24"], 3),
  },
  {
    at: "08:00:44",
    operation: "tenant.invitation.create",
    body: { email: EMAIL, role: "developer" },
    makes: { invitationId: INVITATION },
    answer: invitation(INVITATION, EMAIL, "pending", at(44)),
  },
  {
    at: "08:00:45",
    operation: "tenant.invitation.list",
    query: { status: "pending" },
    answer: { items: [invitation(INVITATION, EMAIL, "pending", at(44))] },
  },
  {
    at: "08:00:46",
    operation: "tenant.invitation.accept",
    body: { token: "service_invite_cut_short" },
    makes: { memberId: GRACES_MEMBERSHIP },
    answer: grace("developer", "active", 1, at(46)),
  },
  {
    at: "08:00:47",
    operation: "tenant.member.list",
    answer: { items: [grace("developer", "active", 1, at(46)), ADA_SHOWN] },
  },
  {
    at: "08:00:48",
    operation: "tenant.member.retrieve",
    path: { memberId: GRACES_MEMBERSHIP },
    answer: grace("developer", "active", 1, at(46)),
  },
  {
    at: "08:00:49",
    operation: "tenant.member.update",
    path: { memberId: GRACES_MEMBERSHIP },
    body: { role: "finance", expectedRevision: 1 },
    answer: grace("finance", "active", 2, at(49)),
  },
  {
    at: "08:00:50",
    operation: "tenant.audit_event.list",
    query: { operation: "tenant.member.update" },
    makes: { "items.0.auditEventId": AUDIT_EVENT },
    answer: { items: [ROLE_CHANGED] },
  },
  {
    at: "08:00:51",
    operation: "tenant.audit_event.retrieve",
    path: { auditEventId: AUDIT_EVENT },
    answer: ROLE_CHANGED,
  },
  {
    at: "08:00:52",
    operation: "tenant.member.remove",
    path: { memberId: GRACES_MEMBERSHIP },
    answer: { ...grace("finance", "removed", 3, at(52)), apiKeysInForce: 1 },
  },
  {
    at: "08:00:57",
    operation: "tenant.member.api_key.revoke",
    path: { memberId: GRACES_MEMBERSHIP },
    answer: {
      memberId: GRACES_MEMBERSHIP,
      userId: GRACE,
      apiKeyIds: [GRACES_KEY],
      hasMore: false,
    },
  },
  {
    at: "08:00:53",
    operation: "tenant.invitation.create",
    isFurther: true,
    body: { email: "charles@example.com", role: "developer" },
    makes: { invitationId: SECOND_INVITATION },
    answer: invitation(SECOND_INVITATION, "charles@example.com", "pending", at(53)),
  },
  {
    at: "08:00:56",
    operation: "tenant.invitation.revoke",
    path: { invitationId: SECOND_INVITATION },
    answer: {
      ...invitation(SECOND_INVITATION, "charles@example.com", "revoked", at(53)),
      updatedAt: at(56),
    },
  },
  {
    at: "08:00:54",
    operation: "tenant.limit.retrieve",
    answer: {
      rate: { windowSeconds: 60, countedBy: "credential" },
      exposureCaps: [],
      products: { count: 1 },
      members: { count: 1, max: 1_000 },
      pendingInvitations: { count: 0, max: 100 },
    },
  },
  {
    at: "08:00:55",
    operation: "tenant.role.list",
    answer: {
      items: [
        {
          role: "owner",
          permissions: [...TENANT_PERMISSIONS, "accounts:read@sandbox", "accounts:read@live"],
        },
      ],
    },
  },
  { at: "09:11:50", operation: "tenant.statement.list", answer: { items: [MARCH] } },
  {
    at: "09:11:55",
    operation: "tenant.statement.retrieve",
    path: { month: MONTH },
    answer: MARCH,
  },
];

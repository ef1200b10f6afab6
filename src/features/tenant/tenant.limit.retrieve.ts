/** tenant.limit.retrieve: the limits of the company, and how much of each is used. */
import { type Static, Type } from "@sinclair/typebox";
import { found } from "../../contract/declare/found.ts";
import { declareRead, type ReadContext } from "../../contract/declare/operation.ts";
import { PEOPLE_AND_AGENTS } from "../../contract/declare/principal_lists.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { RATE_WINDOW_SECONDS } from "../../contract/values/rate_window_seconds.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import type { InvitationDocument } from "./invitation_document.ts";
import type { MemberDocument } from "./member_document.ts";
import { MEMBERS_MAX, PENDING_INVITATIONS_MAX } from "./tenant_limits.ts";
import { invitationStatus } from "./tenant_nouns.ts";

const closed = { additionalProperties: false } as const;

function counted(what: string) {
  return Type.Object(
    {
      count: Type.Integer({ minimum: 0, description: `How many ${what} there are now.` }),
      max: Type.Integer({ minimum: 1, description: `How many ${what} there may be at a time.` }),
    },
    { description: `The company's ${what}, and how many it may have.`, ...closed },
  );
}

const TenantLimits = Type.Object(
  {
    rate: Type.Object(
      {
        windowSeconds: Type.Integer({
          minimum: 1,
          description: "Requests are counted in fixed windows of so many seconds.",
        }),
        countedBy: Type.Literal("credential", {
          description: "Each key, session and token has a budget of its own.",
        }),
      },
      {
        description:
          "How requests are counted. How many are left says `X-RateLimit-Remaining` of each answer, of how many `X-RateLimit-Limit`.",
        ...closed,
      },
    ),
    exposureCaps: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
      description: "Caps on what the company may owe; none on this server.",
    }),
    products: Type.Object(
      { count: Type.Integer({ minimum: 0, description: "How many there are, closed ones too." }) },
      { description: "The company's Products; their number has no limit.", ...closed },
    ),
    members: counted("members"),
    pendingInvitations: counted("invitations that wait"),
  },
  { title: "TenantLimits", description: "What limits a company, and how near it is.", ...closed },
);

export const tenantLimitRetrieve = declareRead({
  id: "tenant.limit.retrieve",
  summary: "Retrieve the company's limits",
  description: "What the company has of what is limited, and the limits.",
  http: { method: "GET", path: "/tenant/limits" },
  principals: PEOPLE_AND_AGENTS,
  scope: "activity:read",
  permission: "tenant:read",
  acts: { on: "tenant" },
  runsIn: "pool",
  output: TenantLimits,
  refusals: [],
  read(snapshot, _input, context) {
    const { nowMs } = context;
    const limits: Static<typeof TenantLimits> = {
      rate: { windowSeconds: RATE_WINDOW_SECONDS, countedBy: "credential" },
      exposureCaps: [],
      products: { count: countIn(snapshot, context, PLATFORM_TABLE.product, () => true) },
      members: {
        count: countIn<MemberDocument>(
          snapshot,
          context,
          PLATFORM_TABLE.member,
          ({ status }) => status === "active",
        ),
        max: MEMBERS_MAX,
      },
      pendingInvitations: {
        count: countIn<InvitationDocument>(
          snapshot,
          context,
          PLATFORM_TABLE.invitation,
          (invitation) => invitationStatus(invitation, nowMs) === "pending",
        ),
        max: PENDING_INVITATIONS_MAX,
      },
    };
    return found(limits);
  },
});

function countIn<D>(
  snapshot: Snapshot,
  { realm }: ReadContext,
  table: number,
  isCounted: (document: D) => boolean,
): number {
  if (realm === undefined) return 0;
  let count = 0;
  for (const { value } of snapshot.ascend(table, realm, {})) {
    if (isCounted(decodeDocument<D>(value))) count++;
  }
  return count;
}

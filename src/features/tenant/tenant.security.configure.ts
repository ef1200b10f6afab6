/** tenant.security.configure: set the company's rules for whoever acts for it. */
import { Type } from "@sinclair/typebox";
import { ipBytes } from "../../base/ip_address.ts";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { cidrFault, openCidrList } from "../../contract/values/cidr_list.ts";
import { refuseIssues } from "../../contract/values/page.ts";
import { ruled } from "../../contract/values/value_rules.ts";
import { audited } from "../audit/audit_note.ts";
import { changed } from "../change.ts";
import { ExpectedRevision, refuseRevision } from "../expected_revision.ts";
import { refuseWithout, roleOfActor } from "./member_rules.ts";
import { ALLOWED_CIDRS_MAX } from "./tenant_limits.ts";
import { RequireMfa, SecurityPolicy } from "./tenant_schema.ts";
import type { TenantState } from "./tenant_state.ts";
import { changedTenant, revisionOf, securityResource, tenantFor } from "./tenant_views.ts";

const AllowedCidr = ruled(
  Type.String({
    minLength: 1,
    maxLength: 64,
    examples: ["203.0.113.0/24"],
    description: "An address or a CIDR block, IPv4 or IPv6.",
  }),
  { mustBe: "an address or a CIDR block, such as 203.0.113.0/24" },
);

export const tenantSecurityConfigure = declareWrite<TenantState>()({
  id: "tenant.security.configure",
  summary: "Set the company's security policy",
  description:
    "In force for every session and token of the company when the answer comes. `requireMfa` is turned on in a session that was verified with a second factor, and `allowedCidrs` must have the caller's own address: nobody locks himself out.",
  http: { method: "PUT", path: "/tenant/security" },
  principals: ["session"],
  scope: undefined,
  permission: "security:write",
  acts: { on: "tenant" },
  body: Type.Object(
    {
      requireMfa: RequireMfa,
      allowedCidrs: Type.Array(AllowedCidr, {
        maxItems: ALLOWED_CIDRS_MAX,
        description: "From where sessions and tokens are taken; empty: from everywhere.",
      }),
      expectedRevision: Type.Optional(ExpectedRevision),
    },
    {
      title: "SecurityPolicyChange",
      description: "The whole policy: it takes the place of the one there is.",
      additionalProperties: false,
    },
  ),
  output: SecurityPolicy,
  refusals: [
    "invalid_request",
    "missing_required_permission",
    "mfa_verification_required",
    "state_conflict",
  ],
  events: [],
  check: ({ allowedCidrs }) =>
    allowedCidrs.flatMap((cidr, at) => {
      const fault = cidrFault(cidr);
      if (fault === undefined) return [];
      const message = `allowedCidrs[${at}] ${fault}`;
      return [{ code: "format", message, path: ["allowedCidrs", at] }];
    }),
  prepare: async ({ allowedCidrs }, { from, caller }) => ({
    from,
    isMfa: caller.kind === "session" && caller.mfa,
    isInside: isIn(allowedCidrs, from.address),
  }),
  decide(state, { requireMfa, allowedCidrs, expectedRevision }, context) {
    const before = tenantFor(state, context);
    const { tenantId } = before;
    const { from, isMfa, isInside } = context.prepared;
    const refusal =
      refuseWithout("security:write", roleOfActor(state, context)) ??
      refuseUnverified(requireMfa && before.requireMfa !== true, isMfa) ??
      refuseRevision(tenantId, expectedRevision, revisionOf(before)) ??
      (isInside ? undefined : refuseLockOut(from.address));
    if (refusal !== undefined) return refusal;
    const shown = securityResource(before);
    const wanted = { requireMfa, allowedCidrs };
    const current = { requireMfa: shown.requireMfa, allowedCidrs: shown.allowedCidrs };
    if (changed(current, wanted) === current) return accept([], shown);
    const fact = changedTenant(before, wanted, context.nowMs);
    const after = securityResource(fact.tenant);
    const resource = { type: "tenant", id: tenantId };
    const note = { tenantIds: [tenantId], resource, before: shown, after };
    return audited(accept([fact], after), note, from);
  },
});

/** Whether the list has the address; an empty list has every address. */
function isIn(cidrs: readonly string[], address: string): boolean {
  if (cidrs.length === 0) return true;
  const bytes = ipBytes(address);
  return bytes !== undefined && openCidrList(cidrs)(bytes);
}

/** Refuses a caller who turns on a rule that the caller's own session or address does not fulfil. */
function refuseUnverified(
  isTurnedOn: boolean,
  isMfa: boolean,
): Refusal<"mfa_verification_required"> | undefined {
  if (!isTurnedOn || isMfa) return undefined;
  const message =
    "requireMfa is turned on in a session whose login was verified with a second factor; enrol TOTP, then log in again";
  return refuse("mfa_verification_required", message, { policy: "operation" });
}

function refuseLockOut(address: string): Refusal<"invalid_request"> {
  const message = `allowedCidrs does not have ${address}, the address of this request: you would lock yourself out`;
  return refuseIssues([{ code: "range", message, path: ["allowedCidrs"] }]);
}

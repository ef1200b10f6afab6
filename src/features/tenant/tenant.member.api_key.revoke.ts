/**
 * tenant.member.api_key.revoke: the keys that a person has made end, in all Products of the company and for ever. Every
 * edge knows it before the answer is sent.
 */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { Id } from "../../contract/values/formats.ts";
import { audited } from "../audit/audit_note.ts";
import { endKeys, inOrderOfMaking } from "../platform/key_end.ts";
import { askerOf, refuseRoleIn } from "./asker.ts";
import { keysMadeBy } from "./member_keys.ts";
import { memberNotFound } from "./tenant_nouns.ts";
import type { TenantState } from "./tenant_state.ts";

/** The most keys that end in one decision: each has two facts in its record. */
export const KEYS_ENDED_MAX = 100;

const EndedKeys = Type.Object(
  {
    memberId: Id("mem"),
    userId: Id("usr"),
    apiKeyIds: Type.Array(Id("key"), {
      maxItems: KEYS_ENDED_MAX,
      description: "The keys that have ended now, oldest first.",
    }),
    hasMore: Type.Boolean({
      description: "Whether the person has made keys that are still in force: then ask again.",
    }),
  },
  {
    title: "MemberApiKeysRevoked",
    description: "Which keys of a person have ended.",
    additionalProperties: false,
  },
);

export const tenantMemberApiKeyRevoke = declareWrite<TenantState>()({
  id: "tenant.member.api_key.revoke",
  summary: "Revoke the keys that a member has made",
  description:
    "Of both environments and all Products, also when the person is no member any more; no request with one of them is accepted after the answer. One call ends up to 100 keys. Keys of which it is not known who made them are of nobody.",
  http: { method: "POST", path: "/tenant/members/{memberId}/api-keys/revoke" },
  principals: ["founder"],
  scope: "keys:write",
  permission: "keys:write@sandbox",
  acts: { on: "tenant" },
  path: Type.Object({ memberId: Id("mem") }, { additionalProperties: false }),
  output: EndedKeys,
  refusals: ["resource_not_found", "missing_required_permission"],
  events: ["api_key.revoked"],
  prepare: askerOf,
  decide(state, { memberId }, context) {
    const { nowMs, place, prepared, realm } = context;
    const member = state.members.byId(realm, memberId);
    if (member === undefined) return memberNotFound(memberId);
    const { userId, tenantId } = member;
    const made = inOrderOfMaking(keysMadeBy(state, member, nowMs));
    const ending = made.slice(0, KEYS_ENDED_MAX);
    const environments = new Set(ending.map(({ environment }) => environment));
    for (const environment of environments) {
      const refusal = refuseRoleIn(state, context, "keys:write", environment);
      if (refusal !== undefined) return refusal;
    }
    const { facts, effects, apiKeyIds } = endKeys(state, ending, { revokedAtMs: nowMs, place });
    const reply = { memberId, userId, apiKeyIds, hasMore: made.length > ending.length };
    if (ending.length === 0) return accept([], reply);
    const note = {
      tenantIds: [tenantId],
      resource: { type: "member", id: memberId },
      after: reply,
    };
    return audited({ ...accept(facts, reply), effects }, note, prepared.from);
  },
});

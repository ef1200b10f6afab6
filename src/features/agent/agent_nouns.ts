/** Agents and grants as resources of their company, and the functions that render them. */
import { suffixOf } from "../../base/id.ts";
import { isoTime } from "../../base/iso_time.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuch } from "../../contract/refusals/unknown_id.ts";
import { foundOfGroup, realmFoundBy } from "../../contract/tables/stored_index.ts";
import { declareNoun } from "../noun.ts";
import { realmOfCompany } from "../platform/company_documents.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import {
  type AgentGrantDocument,
  type AgentMemberDocument,
  statusOfGrant,
} from "./agent_document.ts";
import { AgentGrant, AgentMember } from "./agent_schema.ts";

const inRealm = PLATFORM_REALM;
const MEMBER_BY_ID = { table: PLATFORM_TABLE.agentMemberById, inRealm };
const MEMBER_ACTIVE = { table: PLATFORM_TABLE.agentMemberActive, inRealm };
const GRANT_BY_ID = { table: PLATFORM_TABLE.agentGrantById, inRealm };
const GRANT_ACTIVE = { table: PLATFORM_TABLE.agentGrantActive, inRealm };

export const agentMembers = declareNoun<AgentMemberDocument>()({
  noun: "agent_member",
  plural: "agentMembers",
  prefix: "agt",
  readScope: "activity:read",
  output: AgentMember,
  notFoundCode: "resource_not_found",
  notFound: agentMemberNotFound,
  table: { code: PLATFORM_TABLE.agentMember },
  show: agentMemberResource,
  search: { title: ({ name }) => name },
  finders: [
    {
      name: "agent_member_by_id",
      ...MEMBER_BY_ID,
      textsOf: ({ agentMemberId }) => [suffixOf("agt", agentMemberId) as string],
    },
    {
      name: "agent_member_active",
      ...MEMBER_ACTIVE,
      textsOf: ({ status, tenantId, agentMemberId }) =>
        status === "active" ? [`${companyText(tenantId)}${suffixOf("agt", agentMemberId)}`] : [],
    },
  ],
  stored: {
    realmOf: (key, state) => realmFoundBy(MEMBER_BY_ID, key, state),
    groups: { active: foundOfGroup(MEMBER_ACTIVE, companyText) },
  },
  groups: { active: ({ status, tenantId }) => (status === "active" ? tenantId : undefined) },
  realmOf: realmOfCompany,
  toldIn: "products",
  happenings: {
    created: {},
    changed: {
      event: "updated",
      told: "An agent got another name, or reaches all Products of the company, or no longer.",
    },
    product_made: {},
    revoked: "An agent was revoked, with all its grants.",
  },
});

export const agentGrants = declareNoun<AgentGrantDocument>()({
  noun: "agent_grant",
  plural: "agentGrants",
  prefix: "grant",
  readScope: "activity:read",
  output: AgentGrant,
  notFoundCode: "resource_not_found",
  notFound: agentGrantNotFound,
  table: { code: PLATFORM_TABLE.agentGrant },
  show: (grant) => agentGrantResource(grant, grant.updatedAtMs),
  search: { title: ({ clientId }) => clientId },
  finders: [
    {
      name: "agent_grant_by_id",
      ...GRANT_BY_ID,
      textsOf: ({ agentGrantId }) => [suffixOf("grant", agentGrantId) as string],
    },
    {
      name: "agent_grant_active",
      ...GRANT_ACTIVE,
      textsOf: ({ status, agentMemberId, agentGrantId }) =>
        status === "active"
          ? [`${agentText(agentMemberId)}${suffixOf("grant", agentGrantId)}`]
          : [],
    },
  ],
  stored: {
    realmOf: (key, state) => realmFoundBy(GRANT_BY_ID, key, state),
    groups: { member: foundOfGroup(GRANT_ACTIVE, agentText) },
  },
  groups: {
    member: ({ status, agentMemberId }) => (status === "active" ? agentMemberId : undefined),
  },
  realmOf: realmOfCompany,
  toldIn: "products",
  happenings: {
    created: "A person let an agent in, for this Product among others.",
    changed: { event: "updated", told: "A grant was narrowed, or names other Products." },
    fetched: {},
    revoked: "A grant was revoked: none of its tokens and keys is taken any more.",
    expired: "A grant has ended by itself: 30 days after it began, or after 7 days unused.",
  },
});

/** The text that the rows of a company begin with. */
function companyText(tenantId: string): string | undefined {
  return suffixOf("ten", tenantId);
}

/** The text that the rows of an agent begin with. */
function agentText(agentMemberId: string): string | undefined {
  return suffixOf("agt", agentMemberId);
}

export function agentMemberNotFound(agentMemberId: string): Refusal<"resource_not_found"> {
  return refuse("resource_not_found", noSuch("agt", agentMemberId, "in this company"), {
    resourceType: "agent_member",
    agentMemberId,
  });
}

export function agentGrantNotFound(agentGrantId: string): Refusal<"resource_not_found"> {
  return refuse("resource_not_found", noSuch("grant", agentGrantId, "in this company"), {
    resourceType: "agent_grant",
    agentGrantId,
  });
}

export function agentMemberResource(member: Omit<AgentMemberDocument, "realm">): AgentMember {
  const { agentMemberId, tenantId, name, companyWide, status, productIds } = member;
  const { createdByUserId, revision, createdAtMs, updatedAtMs, revokedAtMs } = member;
  return {
    agentMemberId,
    companyId: tenantId,
    name,
    companyWide,
    status,
    products: [...productIds],
    createdByUserId,
    revision,
    createdAt: isoTime(createdAtMs),
    updatedAt: isoTime(updatedAtMs),
    ...(revokedAtMs !== undefined && { revokedAt: isoTime(revokedAtMs) }),
  };
}

/** The grant in answers. `login`: what its login says of times, as far as it is known. */
export function agentGrantResource(
  grant: Omit<AgentGrantDocument, "realm">,
  nowMs: number,
  login: { idleEndsAtMs?: number | undefined; lastUsedAtMs?: number | undefined } = {},
): AgentGrant {
  const { agentGrantId, agentMemberId, delegatorUserId, clientId, audience } = grant;
  const { toolForm, endsAtMs, revision, createdAtMs, updatedAtMs, revokedAtMs } = grant;
  const { idleEndsAtMs, lastUsedAtMs } = login;
  return {
    agentGrantId,
    agentMemberId,
    delegatorUserId,
    clientId,
    audience,
    scopes: [...grant.scopes],
    productIds: [...grant.productIds],
    buildIds: [...grant.buildIds],
    blueprintIds: [...(grant.blueprintIds ?? [])],
    toolForm,
    status: statusOfGrant(grant, nowMs),
    expiresAt: isoTime(endsAtMs),
    ...(idleEndsAtMs !== undefined && { idleExpiresAt: isoTime(idleEndsAtMs) }),
    ...(lastUsedAtMs !== undefined && { lastUsedAt: isoTime(lastUsedAtMs) }),
    revision,
    createdAt: isoTime(createdAtMs),
    updatedAt: isoTime(updatedAtMs),
    ...(revokedAtMs !== undefined && { revokedAt: isoTime(revokedAtMs) }),
  };
}

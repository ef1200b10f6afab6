/** A named agent of a company, and what people let it do, as the platform shard keeps them in the company's realm. */
import type { AgentGrantView, AgentMemberView } from "../../contract/declare/announcement.ts";
import type { ToolForm } from "../../contract/declare/caller.ts";

export type AgentMemberDocument = {
  realm: number;
  agentMemberId: string;
  tenantId: string;
  /** What people call it; unverified, and of no meaning for what it may do. */
  name: string;
  /** Whether it reaches the sandboxes of all Products of the company. */
  companyWide: boolean;
  /** `revoked`: for ever, with all its grants. */
  status: "active" | "revoked";
  /** The Products that it has made, oldest first. */
  productIds: readonly string[];
  /** Who let it in first. */
  createdByUserId: string;
  revision: number;
  createdAtMs: number;
  updatedAtMs: number;
  revokedAtMs?: number;
};

export type AgentGrantDocument = {
  realm: number;
  agentGrantId: string;
  agentMemberId: string;
  tenantId: string;
  /** The person on whose behalf the agent acts. */
  delegatorUserId: string;
  /** The name that the agent's program gave itself. */
  clientId: string;
  /** The address of the interface that the tokens are for. */
  audience: string;
  scopes: readonly string[];
  productIds: readonly string[];
  /** Empty: every Build that is within reach otherwise. */
  buildIds: readonly string[];
  /** Blueprints that it may read by name; absent of grants of before, which name none. */
  blueprintIds?: readonly string[];
  toolForm: ToolForm;
  /** `expired`: time has ended it, which the clock notes; `endsAtMs` is what counts. */
  status: "active" | "revoked" | "expired";
  /** The login that has its tokens; absent until the program has fetched them. */
  sessionId?: string;
  /** When it ends at the latest; until its tokens are fetched, when they no longer can be. */
  endsAtMs: number;
  revision: number;
  createdAtMs: number;
  updatedAtMs: number;
  revokedAtMs?: number;
};

/** The most agents in force of a company. */
export const AGENT_MEMBERS_MAX = 100;
/** The most Products, and the most Builds, that a grant names. */
export const GRANT_PRODUCTS_MAX = 20;
export const GRANT_BUILDS_MAX = 100;
/** The most blueprints that a grant names. */
export const GRANT_BLUEPRINTS_MAX = 100;

type StoredMember = Omit<AgentMemberDocument, "realm">;
type StoredGrant = Omit<AgentGrantDocument, "realm">;

/** The status as of now. */
export function statusOfGrant(
  { status, endsAtMs }: Pick<AgentGrantDocument, "status" | "endsAtMs">,
  nowMs: number,
): AgentGrantDocument["status"] {
  return status === "active" && nowMs >= endsAtMs ? "expired" : status;
}

/** What the edges need of an agent. */
export function viewOfMember(member: StoredMember): AgentMemberView {
  const { agentMemberId, tenantId, companyWide, productIds, revokedAtMs } = member;
  const view = { agentMemberId, tenantId, companyWide, productIds };
  return { ...view, ...(revokedAtMs !== undefined && { revokedAtMs }) };
}

/** What the edges need of a grant. Its end by time is that of its login. */
export function viewOfGrant(grant: StoredGrant): AgentGrantView {
  const { agentGrantId, agentMemberId, scopes, productIds, buildIds, toolForm } = grant;
  const { blueprintIds = [], revokedAtMs } = grant;
  const named = { productIds, buildIds, blueprintIds };
  const view = { agentGrantId, agentMemberId, scopes, ...named, toolForm };
  return { ...view, ...(revokedAtMs !== undefined && { revokedAtMs }) };
}

/**
 * What the platform shard tells every edge about its committed facts: which companies, members,
 * Products and credentials exist. Each announcement carries the whole new value and not a difference,
 * so it may be sent more than once. What an edge was not told of since the start it looks up.
 */
import type { ToolForm } from "./caller.ts";
import type { ApiKeyView, PlacedProduct } from "./principal.ts";
import type { Role } from "./roles.ts";

/**
 * A key as the edges need it. `digest`: the digest of the key's text in hex. `slot`: the number of
 * the key's budget in the rate limits.
 */
export type KeyCredential = Omit<ApiKeyView, "operationIds"> & {
  digest: string;
  slot: number;
  /** The number of the list of operations that the key reaches; absent of a key that was made before they were kept. */
  operationSet?: number;
};

/** A list of operations that keys reach: many keys have the same. */
export type OperationSet = { operationSet: number; operationIds: readonly string[] };

/** A company's rules for whoever acts for it with a session or a member's token. */
export type TenantPolicy = {
  tenantId: string;
  /** True: the session, or the session that made the token, must have completed TOTP at its login. */
  requireMfa: boolean;
  /** Addresses and CIDR blocks that sessions and tokens are taken from; empty: from everywhere. */
  allowedCidrs: readonly string[];
};

/** A person in a company; `role` is undefined once the person is no member any more. */
export type Membership = {
  tenantId: string;
  userId: string;
  memberId: string;
  role: Role | undefined;
};

/** The part that credentials of people have in common. */
export type PersonCredential = {
  userId: string;
  /** The company that the credential acts for; "" where the person has none. */
  tenantId: string;
  /** 22 characters of the credential's text, by which it is looked up. */
  identity: string;
  /** The digest of the credential's text in hex. */
  digest: string;
  /** Whether the person completed TOTP when the credential was made. It never changes. */
  mfa: boolean;
  createdAtMs: number;
  expiresAtMs: number;
  revokedAtMs?: number;
};

/** A browser session. */
export type SessionCredential = PersonCredential & { sessionId: string };

/** A personal access token. */
export type TokenCredential = PersonCredential & { tokenId: string; scopes: readonly string[] };

/** The login of a program that a person let in, with the tokens that it has now. */
export type LoginCredential = Pick<
  PersonCredential,
  "userId" | "tenantId" | "mfa" | "revokedAtMs"
> & {
  sessionId: string;
  scopes: readonly string[];
  /** Every access token that may be used; one that an announcement leaves out works no more. */
  access: readonly Pick<PersonCredential, "identity" | "digest" | "expiresAtMs">[];
  /** When the login ends unless it is refreshed before, milliseconds UTC. */
  endsAtMs: number;
  /** The grant of the agent whose login it is; absent of the login of a person's own program. */
  agentGrantId?: string;
};

/** A named agent of a company, as the edges need it. */
export type AgentMemberView = {
  agentMemberId: string;
  tenantId: string;
  /** True: the sandboxes of all Products of the company are within reach. */
  companyWide: boolean;
  /** The Products that the agent has made. */
  productIds: readonly string[];
  revokedAtMs?: number;
};

/** What a person lets an agent do, as the edges need it. */
export type AgentGrantView = {
  agentGrantId: string;
  agentMemberId: string;
  scopes: readonly string[];
  /** The Products that are granted by name. */
  productIds: readonly string[];
  /** The Builds that are granted by name; none: every Build that is within reach otherwise. */
  buildIds: readonly string[];
  /** The blueprints that are granted by name, for reading; absent of a grant that was made before grants named any. */
  blueprintIds?: readonly string[];
  toolForm: ToolForm;
  revokedAtMs?: number;
};

/** What an announcement is about: by this it is looked up in a view of the platform shard. */
export type AnnouncedSubject =
  | { kind: "tenant"; tenantId: string }
  | { kind: "member"; tenantId: string; userId: string }
  | { kind: "product"; productId: string }
  | { kind: "operation_set"; operationSet: number }
  | { kind: "api_key"; apiKeyId: string }
  /** A session, login or token, by its public id. */
  | { kind: "person_credential"; id: string }
  | { kind: "agent_member"; agentMemberId: string }
  | { kind: "agent_grant"; agentGrantId: string };

export type Announcement =
  | { kind: "tenant"; tenant: TenantPolicy }
  | { kind: "member"; member: Membership }
  | { kind: "session"; session: SessionCredential }
  | { kind: "token"; token: TokenCredential }
  | { kind: "login"; login: LoginCredential }
  | { kind: "agent_member"; agentMember: AgentMemberView }
  | { kind: "agent_grant"; agentGrant: AgentGrantView }
  | { kind: "product"; product: PlacedProduct }
  | { kind: "operation_set"; set: OperationSet }
  | { kind: "api_key"; key: KeyCredential };

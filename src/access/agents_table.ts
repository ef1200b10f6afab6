/**
 * The agents of companies and what people let them do: what an edge has looked up in the platform shard's
 * view, and what was announced since. The login of an agent is among the credentials of people
 * (`people_table.ts`); this table says which agent it is, and what the agent reaches.
 * Guarantees: a change is in force when `apply` returns.
 */
import type { AgentGrantView, AgentMemberView } from "../contract/declare/announcement.ts";
import type { AgentCaller } from "../contract/declare/caller.ts";
import { announcedAs, type Directory } from "./directory.ts";
import { Kept } from "./kept.ts";

/** What the grant and the agent say of a caller; the person who granted is known by the login. */
export type AgentPart = Pick<
  AgentCaller,
  "agentMemberId" | "agentGrantId" | "scopes" | "reach" | "toolForm"
>;

/** A grant, prepared for calls. */
type Grant = {
  readonly view: AgentGrantView;
  readonly scopes: ReadonlySet<string>;
  readonly productIds: ReadonlySet<string>;
  readonly buildIds: ReadonlySet<string>;
  readonly blueprintIds: ReadonlySet<string>;
  /** The part of its agent as it was last, for callers that are the same object as long as nothing changes. */
  last: { readonly member: Member; readonly part: AgentPart } | undefined;
};

type Member = { readonly view: AgentMemberView; readonly madeProductIds: ReadonlySet<string> };

/** `keptMax`: how many grants, and how many agents, stay besides those that were announced just now. */
export class AgentsTable {
  readonly #directory: Directory;
  readonly #grants: Kept<Grant>;
  readonly #members: Kept<Member>;

  constructor(directory: Directory, keptMax: number) {
    this.#directory = directory;
    this.#grants = new Kept(keptMax, directory);
    this.#members = new Kept(keptMax, directory);
  }

  /** Puts the grant in force, in the place of its earlier state. */
  applyGrant(grant: AgentGrantView): void {
    this.#grants.hold(grant.agentGrantId, preparedGrant(grant));
  }

  /** Puts the agent in force, in the place of its earlier state. */
  applyMember(member: AgentMemberView): void {
    this.#members.hold(member.agentMemberId, preparedMember(member));
  }

  /**
   * The agent of the grant and what it reaches; or when the grant or the agent was revoked, milliseconds UTC;
   * undefined where there is no such grant.
   */
  find(agentGrantId: string): AgentPart | { revokedAtMs: number } | undefined {
    const grant = this.#grantAt(agentGrantId);
    const member = grant && this.#memberAt(grant.view.agentMemberId);
    if (grant === undefined || member === undefined) return undefined;
    const revokedAtMs = grant.view.revokedAtMs ?? member.view.revokedAtMs;
    if (revokedAtMs !== undefined) return { revokedAtMs };
    if (grant.last?.member !== member) grant.last = { member, part: partOf(grant, member) };
    return grant.last.part;
  }

  #grantAt(agentGrantId: string): Grant | undefined {
    const kept = this.#grants.get(agentGrantId);
    if (kept !== undefined) return kept;
    const subject = { kind: "agent_grant", agentGrantId } as const;
    const found = announcedAs("agent_grant", this.#directory.find(subject));
    if (found === undefined) return undefined;
    const grant = preparedGrant(found.agentGrant);
    this.#grants.keep(agentGrantId, grant);
    return grant;
  }

  #memberAt(agentMemberId: string): Member | undefined {
    const kept = this.#members.get(agentMemberId);
    if (kept !== undefined) return kept;
    const subject = { kind: "agent_member", agentMemberId } as const;
    const found = announcedAs("agent_member", this.#directory.find(subject));
    if (found === undefined) return undefined;
    const member = preparedMember(found.agentMember);
    this.#members.keep(agentMemberId, member);
    return member;
  }
}

function partOf(
  { scopes, productIds, buildIds, blueprintIds, view }: Grant,
  member: Member,
): AgentPart {
  const { agentMemberId, agentGrantId, toolForm } = view;
  const { madeProductIds } = member;
  const { companyWide } = member.view;
  const reach = { productIds, madeProductIds, companyWide, buildIds, blueprintIds };
  return { agentMemberId, agentGrantId, scopes, reach, toolForm };
}

function preparedGrant(view: AgentGrantView): Grant {
  return {
    view,
    scopes: new Set(view.scopes),
    productIds: new Set(view.productIds),
    buildIds: new Set(view.buildIds),
    blueprintIds: new Set(view.blueprintIds),
    last: undefined,
  };
}

function preparedMember(view: AgentMemberView): Member {
  return { view, madeProductIds: new Set(view.productIds) };
}

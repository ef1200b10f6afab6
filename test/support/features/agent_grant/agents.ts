/** For tests: agents that a person has let in over the device flow, with their tokens. */
import assert from "node:assert/strict";
import type { AgentCaller } from "../../../../src/contract/declare/caller.ts";
import { EFFECT_OWED, type EffectOwed } from "../../../../src/contract/declare/effect.ts";
import type { Fact } from "../../../../src/contract/records/record.ts";
import { deviceAuthorizationApprove } from "../../../../src/features/device_authorization/device_authorization.approve.ts";
import { deviceAuthorizationCreate } from "../../../../src/features/device_authorization/device_authorization.create.ts";
import { oauthTokenCreate } from "../../../../src/features/oauth/oauth.token.create.ts";
import type { Telling } from "../../../../src/features/platform/platform_telling.ts";
import type { Person } from "../../../world/people.ts";
import type { PlatformWorld } from "../../../world/platform_world.ts";

export const AGENT_CLIENT = "reconciler-cli";
export const AGENT_RESOURCE = "https://money.example/v1/mcp";

export type Granting = Omit<
  Parameters<(typeof deviceAuthorizationApprove)["decide"]>[1],
  "userCode"
>;

export type LetIn = {
  agentMemberId: string;
  agentGrantId: string;
  sessionId: string;
  access: string;
  refresh: string;
  /** The caller that the tokens of the grant are. */
  caller: AgentCaller;
};

/** An agent that waits to be let in. */
export async function askingAgent(world: PlatformWorld, asked: Record<string, string> = {}) {
  const form = { client_id: AGENT_CLIENT, resource: AGENT_RESOURCE, agent_name: "Reconciler" };
  const reply = await world.made(deviceAuthorizationCreate, { ...form, ...asked });
  return { deviceCode: String(reply.device_code), userCode: String(reply.user_code) };
}

/** An agent of the person, which has fetched its tokens. */
export async function newAgent(
  world: PlatformWorld,
  { session }: Pick<Person, "session">,
  granting: Granting = {},
): Promise<LetIn> {
  const { deviceCode, userCode } = await askingAgent(world);
  await world.made(deviceAuthorizationApprove, { userCode, ...granting }, { caller: session });
  const form = {
    grant_type: "urn:ietf:params:oauth:grant-type:device_code",
    client_id: AGENT_CLIENT,
    device_code: deviceCode,
  };
  const tokens = await world.made(oauthTokenCreate, form);
  const grant = [...world.state.agentGrants.values()].at(-1);
  assert.ok(grant?.sessionId !== undefined && grant.delegatorUserId === session.userId);
  const { agentGrantId, agentMemberId, sessionId } = grant;
  const agent = world.state.agentMembers.find(world.state.agentMembers.keyOf(agentMemberId));
  assert.ok(agent !== undefined);
  const { kind: _, csrfToken: __, sessionId: ___, ...person } = session;
  const caller: AgentCaller = {
    ...person,
    ...{ kind: "agent", agentMemberId, agentGrantId, loginId: sessionId },
    scopes: new Set(grant.scopes),
    reach: {
      productIds: new Set(grant.productIds),
      madeProductIds: new Set(agent.productIds),
      companyWide: agent.companyWide,
      buildIds: new Set(grant.buildIds),
      blueprintIds: new Set(grant.blueprintIds),
    },
    toolForm: grant.toolForm,
  };
  const { access_token: access, refresh_token: refresh } = tokens;
  return { agentMemberId, agentGrantId, sessionId, access, refresh, caller };
}

/** What the record owes to realms of Products, in the order of the decision. */
export function tellingsIn(facts: readonly Fact[]): Telling[] {
  return facts.flatMap((fact) =>
    fact.kind === EFFECT_OWED ? [(fact as EffectOwed).effect.payload as Telling] : [],
  );
}

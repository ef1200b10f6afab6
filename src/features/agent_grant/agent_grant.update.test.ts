/** Decision table of agent_grant.update. */
import assert from "node:assert/strict";
import {
  AGENT_CLIENT,
  newAgent,
  tellingsIn,
} from "../../../test/support/features/agent_grant/agents.ts";
import { newBuild } from "../../../test/support/features/build/builds.ts";
import { kindsOf, noteIn } from "../../../test/support/features/tenant/tenant.ts";
import { newCompany, newPerson, newProduct } from "../../../test/world/people.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { oauthTokenCreate } from "../oauth/oauth.token.create.ts";
import { agentGrantRevoke } from "./agent_grant.revoke.ts";
import { agentGrantUpdate } from "./agent_grant.update.ts";

const SCOPES = ["accounts:read", "books:read"];

platformTable(agentGrantUpdate, {
  async given(world) {
    const company = await newCompany(world);
    const delegator = await newPerson(world, company, { role: "developer" });
    const admin = await newPerson(world, company, { role: "admin" });
    const other = await newCompany(world, "Babbage");
    const foreign = await newProduct(world, other);
    const first = await newProduct(world, company);
    const second = await newProduct(world, company);
    const { buildId } = await newBuild(world, delegator.session);
    const productIds = [first.productId];
    const agent = await newAgent(world, delegator, { scopes: SCOPES, productIds });
    return {
      ...{ delegator, admin, agent, buildId, foreignId: foreign.productId },
      ...{ firstId: first.productId, secondId: second.productId },
    };
  },
  input: ({ agent }) => ({ agentGrantId: agent.agentGrantId, scopes: ["books:read"] }),
  asking: ({ delegator }) => ({ caller: delegator.session }),
  rows: [
    {
      title: "fewer scopes",
      outcome: "the grant and its login have these, told and noted; a refresh answers them",
      reply: { scopes: ["books:read"], revision: 3 },
      async check({ reply, facts }, { world, agent }) {
        const expected = ["agent_grant.changed.1", "session.changed.1", "audit.noted.1"];
        assert.deepEqual(kindsOf(facts).slice(0, 3), expected);
        assert.deepEqual((noteIn(facts).before as typeof reply).scopes, SCOPES);
        assert.equal(tellingsIn(facts).length, 2);
        const refresh = { grant_type: "refresh_token", client_id: AGENT_CLIENT };
        const form = { ...refresh, refresh_token: agent.refresh };
        assert.equal((await world.made(oauthTokenCreate, form)).scope, "books:read");
      },
    },
    {
      title: "a further Product, by who let the agent in",
      input: ({ firstId, secondId }) => ({ scopes: undefined, productIds: [firstId, secondId] }),
      outcome: "named",
      reply: { scopes: SCOPES },
      check: ({ reply }, { firstId, secondId }) =>
        assert.deepEqual(reply.productIds, [firstId, secondId]),
    },
    {
      title: "no Product, by an admin",
      input: { scopes: undefined, productIds: [] },
      asking: ({ admin }) => ({ caller: admin.session }),
      outcome: "narrowed",
      reply: { productIds: [] },
    },
    {
      title: "a Build",
      input: ({ buildId }) => ({ buildIds: [buildId] }),
      outcome: "no other Build",
      check: ({ reply }, { buildId }) => assert.deepEqual(reply.buildIds, [buildId]),
    },
    {
      title: "a further Product, by an admin",
      input: ({ firstId, secondId }) => ({ productIds: [firstId, secondId] }),
      asking: ({ admin }) => ({ caller: admin.session }),
      code: "invalid_request",
    },
    {
      title: "a further scope",
      input: { scopes: ["books:read", "transfers:write"] },
      code: "invalid_request",
    },
    {
      title: "every Build again",
      async given({ world, agent, buildId, delegator }) {
        const input = { agentGrantId: agent.agentGrantId, buildIds: [buildId] };
        await world.made(agentGrantUpdate, input, { caller: delegator.session });
      },
      input: { buildIds: [] },
      code: "invalid_request",
    },
    {
      title: "a Product of another company",
      input: ({ foreignId }) => ({ productIds: [foreignId] }),
      code: "resource_not_found",
      details: { resourceType: "product" },
    },
    {
      title: "a Build that is none",
      input: { buildIds: ["bld_x"] },
      code: "resource_not_found",
      details: { resourceType: "build" },
    },
    { title: "another revision", input: { expectedRevision: 9 }, code: "state_conflict" },
    {
      title: "a revoked grant",
      async given({ world, agent, delegator }) {
        const { agentGrantId } = agent;
        await world.made(agentGrantRevoke, { agentGrantId }, { caller: delegator.session });
      },
      code: "state_conflict",
      details: { status: "revoked" },
    },
    {
      title: "an admin whom an edge took for one",
      asking: ({ admin }) => ({ caller: { ...admin.session, userId: "usr_x" } }),
      code: "missing_required_permission",
    },
    { title: "an unknown id", input: { agentGrantId: "grant_x" }, code: "resource_not_found" },
  ],
});

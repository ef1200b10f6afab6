/** Decision table of agent_grant.revoke. */
import assert from "node:assert/strict";
import { newAgent, tellingsIn } from "../../../test/support/features/agent_grant/agents.ts";
import { kindsOf, noteIn } from "../../../test/support/features/tenant/tenant.ts";
import { newCompany, newPerson, newProduct } from "../../../test/world/people.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { apiKeySandboxCreate } from "../api_key/api_key.sandbox.create.ts";
import { agentGrantRetrieve } from "./agent_grant.retrieve.ts";
import { agentGrantRevoke } from "./agent_grant.revoke.ts";

platformTable(agentGrantRevoke, {
  async given(world) {
    const company = await newCompany(world);
    const delegator = await newPerson(world, company, { role: "developer" });
    const admin = await newPerson(world, company, { role: "admin" });
    const viewer = await newPerson(world, company, { role: "viewer" });
    const { productId } = await newProduct(world, company);
    const agent = await newAgent(world, delegator, { productIds: [productId] });
    const stranger = await newPerson(world, await newCompany(world, "Babbage"));
    return { delegator, admin, viewer, stranger, agent, productId };
  },
  input: ({ agent }) => ({ agentGrantId: agent.agentGrantId }),
  asking: ({ delegator }) => ({ caller: delegator.session }),
  rows: [
    {
      title: "the person who let the agent in",
      outcome: "grant and login are over, told in both realms of the Product, noted",
      reply: { status: "revoked" },
      async check({ reply, facts }, { world, agent, delegator, productId }) {
        const expected = ["session.revoked.1", "agent_grant.revoked.1", "audit.noted.1"];
        assert.deepEqual(kindsOf(facts).slice(0, 3), expected);
        assert.deepEqual(noteIn(facts).after, reply);
        const told = tellingsIn(facts);
        const realms = told.map(({ names, operation, input }) => [names, operation, input["type"]]);
        const names = (environment: string) => ({
          tenantId: delegator.tenantId,
          productId,
          environment,
        });
        assert.deepEqual(realms, [
          [names("sandbox"), "agent.tell", "agent_grant.revoked"],
          [names("live"), "agent.tell", "agent_grant.revoked"],
        ]);
        const { agentGrantId } = agent;
        const asked = { caller: delegator.token };
        const shown = await world.found(agentGrantRetrieve, { agentGrantId }, asked);
        assert.equal(shown.status, "revoked");
        assert.equal(shown.revokedAt, reply.revokedAt);
      },
    },
    {
      title: "a grant whose agent has made a key of the sandbox",
      async given({ world, agent, productId }) {
        const { caller } = agent;
        const draft = { productId, name: "k", scopes: ["books:read"] };
        await world.made(apiKeySandboxCreate, draft, { caller });
      },
      outcome: "the key ends with it",
      reply: { status: "revoked" },
      check({ facts }, { world, agent }) {
        assert.ok(kindsOf(facts).includes("api_key.revoked.1"));
        const [key] = world.state.apiKeys.values();
        assert.deepEqual(
          [key?.origin, key?.boundGrantId, key?.status],
          ["agent", agent.sessionId, "revoked"],
        );
      },
    },
    {
      title: "a grant that was revoked before",
      async given({ world, agent, delegator }) {
        const { agentGrantId } = agent;
        await world.made(agentGrantRevoke, { agentGrantId }, { caller: delegator.session });
        world.nowMs += 60_000;
      },
      outcome: "unchanged, and nothing noted",
      reply: { status: "revoked", revokedAt: "2026-01-31T09:30:00.000Z" },
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "a grant that has ended by time",
      given: ({ world }) => {
        world.nowMs += 31 * 86_400_000;
      },
      outcome: "unchanged",
      reply: { status: "expired" },
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "an admin",
      asking: ({ admin }) => ({ caller: admin.session }),
      outcome: "revoked",
      reply: { status: "revoked" },
    },
    {
      title: "another member without the permission",
      asking: ({ viewer }) => ({ caller: viewer.session }),
      code: "missing_required_permission",
      details: { permission: "members:write", role: "viewer" },
    },
    {
      title: "a person of another company",
      asking: ({ stranger }) => ({ caller: stranger.session }),
      code: "resource_not_found",
      details: { resourceType: "agent_grant" },
    },
    { title: "an unknown id", input: { agentGrantId: "grant_x" }, code: "resource_not_found" },
  ],
});

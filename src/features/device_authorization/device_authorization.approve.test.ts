/** Decision table of device_authorization.approve. */
import assert from "node:assert/strict";
import {
  askingAgent,
  newAgent,
  tellingsIn,
} from "../../../test/support/features/agent_grant/agents.ts";
import { newDevice } from "../../../test/support/features/device_authorization/devices.ts";
import { newCompany, newPerson, newProduct } from "../../../test/world/people.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { AGENT_MEMBERS_MAX } from "../agent/agent_document.ts";
import { AUDIT_NOTED, type AuditNoted } from "../audit/audit_note.ts";
import { deviceAuthorizationApprove } from "./device_authorization.approve.ts";
import { deviceAuthorizationDeny } from "./device_authorization.deny.ts";
import type { DeviceFact } from "./device_facts.ts";

platformTable(deviceAuthorizationApprove, {
  async given(world) {
    const company = await newCompany(world);
    const mine = await newPerson(world, company, { mfa: true });
    const other = await newPerson(world, company, { role: "admin" });
    const { productId } = await newProduct(world, company);
    const elsewhere = await newCompany(world, "Babbage");
    const stranger = await newPerson(world, elsewhere, { email: "charles@example.com" });
    const foreignProductId = (await newProduct(world, elsewhere)).productId;
    const foreignAgentId = (await newAgent(world, stranger)).agentMemberId;
    const agentMemberId = (await newAgent(world, other)).agentMemberId;
    const developer = await newPerson(world, company, { role: "developer" });
    const agentCode = (await askingAgent(world, { scope: "books:read" })).userCode;
    return {
      ...{ company, mine, other, productId, foreignProductId, foreignAgentId, agentMemberId },
      ...{ developer, agentCode, device: await newDevice(world) },
    };
  },
  input: ({ device }) => ({ userCode: device.userCode }),
  asking: ({ mine }) => ({ caller: mine.session }),
  rows: [
    {
      title: "a program that waits",
      outcome: "let in for the session's company, with all that it asks for; noted",
      reply: { status: "approved", decidedAt: "2026-01-31T09:30:00.000Z" },
      check({ reply, facts }, { company, mine }) {
        const [changed, note] = facts as unknown as [DeviceFact, AuditNoted];
        const { tenantId } = company;
        const { userId, session } = mine;
        assert.deepEqual(changed.device.decision, {
          ...{ userId, sessionId: session.sessionId, decidedAtMs: 1_769_851_800_000 },
          ...{ tenantId, mfa: true, scopes: ["products:read", "keys:write"] },
        });
        assert.equal(note.kind, AUDIT_NOTED);
        assert.deepEqual([note.tenantIds, note.after], [[tenantId], reply]);
      },
    },
    {
      title: "fewer scopes",
      input: { scopes: ["keys:write"] },
      outcome: "only these",
      check: ({ reply }) =>
        assert.deepEqual(
          reply.scopes.map(({ scope }: { scope: string }) => scope),
          ["keys:write"],
        ),
    },
    { title: "a scope more", input: { scopes: ["accounts:read"] }, code: "invalid_request" },
    { title: "no scope", input: { scopes: [] }, code: "invalid_request" },
    {
      title: "a program that is no agent, with Products",
      input: { productIds: [] },
      code: "invalid_request",
    },
    {
      title: "an agent, for one Product, in another name",
      input: ({ agentCode: userCode, productId }) => {
        return { userCode, productIds: [productId], agentName: "Ledger bot" };
      },
      outcome: "an agent and its grant, told in both realms of the Product",
      reply: { status: "approved", agentName: "Reconciler" },
      check({ facts }, { world, mine }) {
        const kinds = ["agent_member.created.1", "agent_grant.created.1"];
        const changed = ["device_authorization.changed.1", AUDIT_NOTED];
        const made = facts.map(({ kind }) => kind).slice(0, 4);
        assert.deepEqual(made, [...kinds, ...changed]);
        assert.equal(tellingsIn(facts).length, 2);
        const agent = [...world.state.agentMembers.values()].at(-1);
        assert.deepEqual([agent?.name, agent?.createdByUserId], ["Ledger bot", mine.userId]);
      },
    },
    {
      title: "an agent that is known, and is for all Products from now on",
      input: ({ agentCode: userCode, agentMemberId }) => {
        return { userCode, agentMemberId, companyWide: true };
      },
      outcome: "another grant of the same agent",
      check({ facts }, { world, agentMemberId }) {
        assert.equal(facts[0]?.kind, "agent_member.changed.1");
        assert.equal(world.state.agentGrants.inGroup("member", agentMemberId).length, 2);
      },
    },
    {
      title: "the agent of an admin, for all Products, by a developer",
      asking: ({ developer }) => ({ caller: developer.session }),
      input: ({ agentCode: userCode, agentMemberId }) => {
        return { userCode, agentMemberId, companyWide: true };
      },
      code: "missing_required_permission",
      details: { permission: "members:write", role: "developer" },
    },
    {
      title: "an agent of another company",
      input: ({ agentCode: userCode, foreignAgentId: agentMemberId }) => {
        return { userCode, agentMemberId };
      },
      code: "resource_not_found",
      details: { resourceType: "agent_member" },
    },
    {
      title: "a Product of another company",
      input: ({ agentCode: userCode, foreignProductId }) => {
        return { userCode, productIds: [foreignProductId] };
      },
      code: "resource_not_found",
      details: { resourceType: "product" },
    },
    {
      title: "an agent more than a company may have",
      async given({ world, mine }) {
        for (let at = 1; at < AGENT_MEMBERS_MAX; at++) await newAgent(world, mine);
      },
      input: ({ agentCode: userCode }) => ({ userCode }),
      code: "state_constraint_failed",
      details: { constraint: "agents" },
    },
    {
      title: "a person without a company",
      asking: ({ mine }) => ({ caller: { ...mine.session, tenantId: "" } }),
      code: "missing_required_permission",
    },
    {
      title: "a program that was let in already",
      given: ({ world, mine, device }) =>
        world.made(
          deviceAuthorizationApprove,
          { userCode: device.userCode },
          { caller: mine.session },
        ),
      code: "state_conflict",
      details: { expected: "pending", actual: "approved" },
    },
    {
      title: "a program that was kept out",
      given: ({ world, mine, device }) =>
        world.made(
          deviceAuthorizationDeny,
          { userCode: device.userCode },
          { caller: mine.session },
        ),
      code: "state_conflict",
      details: { actual: "denied" },
    },
    {
      title: "a program that somebody else let in",
      given: ({ world, other, device }) =>
        world.made(
          deviceAuthorizationApprove,
          { userCode: device.userCode },
          { caller: other.session },
        ),
      code: "resource_not_found",
    },
    {
      title: "the last millisecond",
      given: ({ world }) => {
        world.nowMs += 899_999;
      },
      outcome: "let in",
      reply: { status: "approved" },
    },
    {
      title: "15 minutes later",
      given: ({ world }) => {
        world.nowMs += 900_000;
      },
      code: "state_conflict",
      details: { actual: "expired" },
    },
    { title: "a code of nobody", input: { userCode: "BBBBBBBB" }, code: "resource_not_found" },
  ],
});

/** Decision table of agent_approval.approve. */
import assert from "node:assert/strict";
import { agentThatAsks, waiting } from "../../../test/support/features/agent_approval/approvals.ts";
import { tellingsIn } from "../../../test/support/features/agent_grant/agents.ts";
import { noteIn } from "../../../test/support/features/tenant/tenant.ts";
import { guessUntilWait, kindsOf, WRONG } from "../../../test/support/features/user/people.ts";
import { newPerson, PASSWORD } from "../../../test/world/people.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { agentGrantRevoke } from "../agent_grant/agent_grant.revoke.ts";
import { agentApprovalApprove } from "./agent_approval.approve.ts";
import { agentApprovalDeny } from "./agent_approval.deny.ts";

platformTable(agentApprovalApprove, {
  async given(world) {
    const given = await agentThatAsks(world);
    const { owner } = given;
    const developer = await newPerson(world, owner, { role: "developer" });
    return { ...given, developer, agentApprovalId: waiting(world, given) };
  },
  input: ({ agentApprovalId }) => ({ agentApprovalId, password: PASSWORD }),
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "the password of the person",
      outcome: "approved, told in live alone, noted without the password",
      reply: { status: "approved", isWrite: true, agentName: "Reconciler" },
      check({ reply, facts }, { owner, productId }) {
        assert.equal(reply.decidedBy, owner.userId);
        assert.deepEqual(noteIn(facts).after, reply);
        const told = tellingsIn(facts).map(({ names, input }) => [
          names.productId,
          names.environment,
          input["type"],
        ]);
        assert.deepEqual(told, [[productId, "live", "agent_approval.approved"]]);
        assert.ok(!JSON.stringify(facts).includes(PASSWORD));
      },
    },
    {
      title: "a wrong password",
      input: { password: "not the password at all" },
      code: "invalid_credentials",
      check: ({ facts }) => assert.deepEqual(kindsOf(facts), ["guess.wrong.1"]),
    },
    {
      title: "the password, after five wrong ones",
      given: ({ world, agentApprovalId, owner: { session: caller } }) =>
        guessUntilWait(
          world,
          agentApprovalApprove,
          { agentApprovalId, password: WRONG },
          { caller },
        ),
      code: "rate_limited",
    },
    {
      title: "a member whose role does not permit the operation in live",
      asking: ({ developer }) => ({ caller: developer.session }),
      code: "missing_required_permission",
      details: { permission: "transfers:write@live", role: "developer" },
    },
    {
      title: "a person of another company",
      asking: ({ stranger }) => ({ caller: stranger.session }),
      code: "resource_not_found",
    },
    {
      title: "one that was approved",
      given: ({ world, agentApprovalId, owner }) =>
        world.made(
          agentApprovalApprove,
          { agentApprovalId, password: PASSWORD },
          { caller: owner.session },
        ),
      code: "state_conflict",
      details: { expected: "pending", actual: "approved" },
    },
    {
      title: "one that was denied",
      given: ({ world, agentApprovalId, owner }) =>
        world.made(agentApprovalDeny, { agentApprovalId }, { caller: owner.session }),
      code: "state_conflict",
      details: { expected: "pending", actual: "denied" },
    },
    {
      title: "ten minutes after it was asked for",
      given({ world }) {
        world.nowMs += 600_000;
      },
      code: "state_conflict",
      details: { expected: "pending", actual: "expired" },
    },
    {
      title: "a millisecond before that",
      given({ world }) {
        world.nowMs += 599_999;
      },
      outcome: "approved",
      reply: { status: "approved" },
    },
    {
      title: "the grant was revoked",
      given: ({ world, agent, owner }) =>
        world.made(
          agentGrantRevoke,
          { agentGrantId: agent.agentGrantId },
          { caller: owner.session },
        ),
      code: "state_conflict",
      details: { expected: "pending", actual: "expired" },
    },
  ],
});

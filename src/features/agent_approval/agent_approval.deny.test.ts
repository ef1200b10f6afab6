/** Decision table of agent_approval.deny. */
import assert from "node:assert/strict";
import { agentThatAsks, waiting } from "../../../test/support/features/agent_approval/approvals.ts";
import { tellingsIn } from "../../../test/support/features/agent_grant/agents.ts";
import { noteIn } from "../../../test/support/features/tenant/tenant.ts";
import { newPerson } from "../../../test/world/people.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { agentApprovalDeny } from "./agent_approval.deny.ts";

platformTable(agentApprovalDeny, {
  async given(world) {
    const given = await agentThatAsks(world);
    const { owner } = given;
    const developer = await newPerson(world, owner, { role: "developer" });
    const admin = await newPerson(world, owner, { role: "admin" });
    return { ...given, developer, admin, agentApprovalId: waiting(world, given) };
  },
  input: ({ agentApprovalId }) => ({ agentApprovalId, reason: "Not now." }),
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "the person who let the agent in",
      outcome: "denied with the reason, told and noted",
      reply: { status: "denied", reason: "Not now." },
      check({ reply, facts }) {
        assert.deepEqual(noteIn(facts).after, reply);
        assert.deepEqual(
          tellingsIn(facts).map(({ input }) => input["type"]),
          ["agent_approval.denied"],
        );
      },
    },
    {
      title: "without a reason",
      input: { reason: undefined },
      outcome: "denied",
      reply: { status: "denied" },
      check: ({ reply }) => assert.ok(!("reason" in reply)),
    },
    { title: "a reason of blanks", input: { reason: "  " }, code: "invalid_request" },
    {
      title: "a reason of 501 characters",
      input: { reason: "x".repeat(501) },
      code: "invalid_request",
    },
    {
      title: "a reason of 500 characters",
      input: { reason: "x".repeat(500) },
      outcome: "denied",
      reply: { status: "denied" },
    },
    {
      title: "an admin",
      asking: ({ admin }) => ({ caller: admin.session }),
      outcome: "denied",
      reply: { status: "denied" },
    },
    {
      title: "another member whose role does not permit the operation in live",
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
      title: "one that was denied",
      given: ({ world, agentApprovalId, owner }) =>
        world.made(agentApprovalDeny, { agentApprovalId }, { caller: owner.session }),
      code: "state_conflict",
      details: { expected: "pending", actual: "denied" },
    },
  ],
});

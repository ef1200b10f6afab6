/** Decision table of agent_approval.expire, and that time runs it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { agentThatAsks, waiting } from "../../../test/support/features/agent_approval/approvals.ts";
import { tellingsIn } from "../../../test/support/features/agent_grant/agents.ts";
import { openPlatformWorld, platformTable } from "../../../test/world/platform_world.ts";
import { agentApprovalExpire } from "./agent_approval.expire.ts";

platformTable(agentApprovalExpire, {
  async given(world) {
    const given = await agentThatAsks(world);
    return { ...given, agentApprovalId: waiting(world, given) };
  },
  input: ({ agentApprovalId }) => ({ agentApprovalId }),
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "ten minutes after it was asked for",
      given({ world }) {
        world.nowMs += 600_000;
      },
      outcome: "expired, and told",
      reply: { status: "expired", endedBecause: "time" },
      check: ({ facts }) =>
        assert.deepEqual(
          tellingsIn(facts).map(({ input }) => input["type"]),
          ["agent_approval.expired"],
        ),
    },
    { title: "before", code: "state_conflict", details: { expected: "due", actual: "pending" } },
    {
      title: "an id that is none of the company",
      asking: ({ stranger }) => ({ caller: stranger.session }),
      code: "resource_not_found",
    },
  ],
});

test("agent_approval.expire: ten minutes pass -> time ends the request by itself, once", async () => {
  const world = await openPlatformWorld();
  const given = await agentThatAsks(world);
  const agentApprovalId = waiting(world, given);
  world.nowMs += 600_000;
  const ended = world.passTime().filter(({ reply }) => reply?.agentApprovalId === agentApprovalId);
  assert.deepEqual(
    ended.map(({ reply }) => reply.status),
    ["expired"],
  );
  world.nowMs += 600_000;
  assert.deepEqual(
    world.passTime().filter(({ reply }) => reply?.agentApprovalId === agentApprovalId),
    [],
  );
});

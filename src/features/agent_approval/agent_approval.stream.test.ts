/** agent_approval.stream: a message after each change, and how many requests wait; those of one company alone. */
import assert from "node:assert/strict";
import { agentThatAsks, waiting } from "../../../test/support/features/agent_approval/approvals.ts";
import { PASSWORD } from "../../../test/world/people.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import type { StreamPart } from "../../contract/declare/found.ts";
import { agentApprovalApprove } from "./agent_approval.approve.ts";
import { agentApprovalDeny } from "./agent_approval.deny.ts";
import { agentApprovalStream } from "./agent_approval.stream.ts";

const told = ({ events }: StreamPart) => events.map(({ type, data }) => [type, data]);
const one = (count: number) => [["agent_approvals.changed", { waiting: count }]];

platformTable(agentApprovalStream, {
  async given(world) {
    const given = await agentThatAsks(world);
    const first = waiting(world, given);
    waiting(world, given);
    const asking = { caller: given.owner.session };
    const { reply } = await world.read(agentApprovalStream, {}, asking);
    return { ...given, first, position: String((reply as StreamPart).position) };
  },
  input: () => ({}),
  asking: ({ owner, position }) => ({ caller: owner.session, after: position }),
  rows: [
    {
      title: "at the beginning",
      asking: ({ owner }) => ({ caller: owner.session, after: undefined }),
      outcome: "one message at once",
      check: ({ reply }) => assert.deepEqual(told(reply), one(2)),
    },
    {
      title: "nothing has changed",
      outcome: "no message, and the same position",
      check({ reply }, { position }) {
        assert.deepEqual([told(reply), reply.position, reply.hasMore], [[], position, false]);
      },
    },
    {
      title: "one more was asked for",
      given: ({ world, ...given }) => waiting(world, given),
      outcome: "a message: three wait",
      check: ({ reply }) => assert.deepEqual(told(reply), one(3)),
    },
    {
      title: "one was approved",
      async given({ world, owner, first }) {
        const input = { agentApprovalId: first, password: PASSWORD };
        await world.made(agentApprovalApprove, input, { caller: owner.session });
      },
      outcome: "a message: one waits",
      check: ({ reply }) => assert.deepEqual(told(reply), one(1)),
    },
    {
      title: "one was denied",
      async given({ world, owner, first }) {
        await world.made(agentApprovalDeny, { agentApprovalId: first }, { caller: owner.session });
      },
      outcome: "a message: one waits",
      check: ({ reply }) => assert.deepEqual(told(reply), one(1)),
    },
    {
      title: "ten minutes later",
      given({ world }) {
        world.nowMs += 600_000;
      },
      outcome: "a message: none waits",
      check: ({ reply }) => assert.deepEqual(told(reply), one(0)),
    },
    {
      title: "a moment earlier",
      given({ world }) {
        world.nowMs += 599_999;
      },
      outcome: "no message",
      check: ({ reply }) => assert.deepEqual(told(reply), []),
    },
    {
      title: "another company",
      asking: ({ stranger }) => ({ caller: stranger.session }),
      outcome: "none waits",
      check: ({ reply }) => assert.deepEqual(told(reply), one(0)),
    },
    {
      title: "a position of another stream",
      asking: ({ owner }) => ({ caller: owner.session, after: "12" }),
      code: "invalid_request",
    },
  ],
});

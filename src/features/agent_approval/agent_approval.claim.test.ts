/** Decision table of agent_approval.claim: when a request of an agent goes on, and when a person is asked. */
import assert from "node:assert/strict";
import {
  ACCOUNT,
  agentThatAsks,
  claim,
  claimOf,
  waiting,
} from "../../../test/support/features/agent_approval/approvals.ts";
import { kindsOf } from "../../../test/support/features/tenant/tenant.ts";
import { PASSWORD } from "../../../test/world/people.ts";
import { type PlatformWorld, platformTable } from "../../../test/world/platform_world.ts";
import { PENDING_MAX } from "../agent/approval_document.ts";
import { agentGrantRevoke } from "../agent_grant/agent_grant.revoke.ts";
import { agentApprovalApprove } from "./agent_approval.approve.ts";
import { agentApprovalClaim } from "./agent_approval.claim.ts";

const KEY = "7d3f6c52-41a8-4e0b-9c17-2f5b8a6d9e01";
const CHANGED = [{ type: "account", id: ACCOUNT, revision: 2 }];

async function made(world: PlatformWorld) {
  const given = await agentThatAsks(world);
  const asked = claimOf(given, { idempotencyKey: KEY, buildDigest: "sha256:b" });
  const ask = () => claim(world, given, asked);
  const approve = async () => {
    const input = { agentApprovalId: ask().details["agentApprovalId"], password: PASSWORD };
    await world.made(agentApprovalApprove, input, { caller: given.owner.session });
  };
  const wait = (count: number) => {
    for (let at = 0; at < count; at++) waiting(world, given);
  };
  return { ...given, asked, ask, approve, wait };
}
type Made = Awaited<ReturnType<typeof made>>;

/** What an approval binds, each changed alone. */
const CHANGES = [
  ["a revision", { revisions: CHANGED }],
  ["the resources", { revisions: [] }],
  ["the Build", { buildDigest: "sha256:c" }],
  ["that there is a Build", { buildDigest: undefined }],
] as const;

platformTable(agentApprovalClaim, {
  given: made,
  input: ({ asked }) => ({ ...asked }),
  asking: ({ agent }) => ({ caller: agent.caller }),
  rows: [
    {
      title: "nothing was asked for by this key",
      code: "agent_approval_required",
      details: { status: "pending" },
      check: ({ facts }) => assert.equal(kindsOf(facts)[0], "agent_approval.requested.1"),
    },
    {
      title: "a person was asked",
      given: ({ ask }) => ask(),
      code: "agent_approval_required",
      details: { status: "pending" },
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "approved",
      given: ({ approve }) => approve(),
      outcome: "consumed, with what it binds",
      reply: {
        revisions: [{ type: "account", id: ACCOUNT, revision: 1 }],
        buildDigest: "sha256:b",
      },
      check: ({ facts }) => assert.equal(kindsOf(facts)[0], "agent_approval.consumed.1"),
    },
    ...CHANGES.map(([what, input]) => ({
      title: `approved, and ${what} changed`,
      given: ({ approve }: Made) => approve(),
      input,
      code: "agent_approval_required" as const,
      details: { status: "pending" },
      check: ({ facts }: { facts: readonly { kind: string }[] }) =>
        assert.deepEqual(facts.map(({ kind }) => kind).slice(0, 2), [
          "agent_approval.expired.1",
          "agent_approval.requested.1",
        ]),
    })),
    {
      title: "approved, and another request by the key",
      given: ({ approve }) => approve(),
      input: { argumentsDigest: "b".repeat(64) },
      code: "idempotency_conflict",
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "approved, and ten minutes over",
      async given({ world, approve }) {
        await approve();
        world.nowMs += 600_000;
      },
      code: "agent_approval_required",
      details: { status: "expired" },
    },
    {
      title: "a write that was consumed, though what it binds has changed since",
      async given({ approve, ask }) {
        await approve();
        ask();
      },
      input: { revisions: CHANGED },
      outcome: "goes on with what was bound, which its shard compares",
      reply: { revisions: [{ type: "account", id: ACCOUNT, revision: 1 }] },
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "a write that was consumed ten minutes ago",
      async given({ world, approve, ask }) {
        await approve();
        ask();
        world.nowMs += 600_000;
      },
      code: "agent_approval_required",
      details: { status: "consumed" },
    },
    {
      title: `${PENDING_MAX} wait already`,
      given: ({ wait }) => wait(PENDING_MAX),
      code: "rate_limited",
      details: { limit: PENDING_MAX },
    },
    {
      title: `${PENDING_MAX - 1} wait already`,
      given: ({ wait }) => wait(PENDING_MAX - 1),
      code: "agent_approval_required",
      details: { status: "pending" },
    },
    {
      title: "the grant has ended since an edge let the agent in",
      given: ({ world, agent, owner }) =>
        world.made(
          agentGrantRevoke,
          { agentGrantId: agent.agentGrantId },
          { caller: owner.session },
        ),
      code: "session_revoked",
    },
    {
      title: "a grant of another company",
      asking: ({ stranger }) => ({ caller: stranger.session }),
      code: "session_revoked",
    },
  ],
});

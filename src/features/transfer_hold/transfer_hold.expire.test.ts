/** Decision table of transfer_hold.expire, and when the step is due. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  DEADLINE,
  openParties,
  reserve,
} from "../../../test/support/features/transfer_hold/holds.ts";
import { START_MS } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { at, balanceOf, cancel, clear, HOUR_MS, hold } from "../../../test/world/parties.ts";
import { openWorld } from "../../../test/world/world.ts";
import type { DueStep } from "../../contract/declare/due_source.ts";
import { DeadlineIndex } from "../../contract/tables/document_index.ts";
import { SHARD_REGISTRY, type ShardState } from "../registry.ts";
import { transferHoldCancel } from "./transfer_hold.cancel.ts";
import { transferHoldClear } from "./transfer_hold.clear.ts";
import { transferHoldExpire } from "./transfer_hold.expire.ts";

const DEADLINE_MS = START_MS + HOUR_MS;

/** The earliest step of realm 1, due or not, but for those of the platform's own books. */
function earliestIn(state: ShardState): DueStep | undefined {
  const steps = SHARD_REGISTRY.due.flatMap((source) => source.earliest(state, 1) ?? []);
  const ofProduct = steps.filter(({ isOfPlatform }) => isOfPlatform !== true);
  return ofProduct.sort((a, b) => a.atMs - b.atMs)[0];
}

decisionTable(transferHoldExpire, {
  given: reserve,
  input: ({ transferHoldId }) => ({ transferHoldId }),
  asking: () => ({ cause: "clock" }),
  rows: [
    {
      title: "at the deadline, in live",
      environment: "live",
      given({ world }) {
        world.nowMs = DEADLINE_MS;
      },
      outcome: "all of it released, by the clock",
      reply: {
        status: "expired",
        clearedAmount: "0",
        releasedAmount: "400",
        actor: { type: "clock", id: "clock" },
        statusTransitions: { reservedAt: at(0), expiredAt: DEADLINE },
      },
      check(_came, { world, source }) {
        assert.deepEqual(balanceOf(world, source), { posted: "1000", held: "0", incoming: "0" });
        assert.equal(earliestIn(world.state), undefined);
      },
    },
    {
      title: "asked for by a late timer",
      environment: "live",
      given({ world }) {
        world.nowMs = DEADLINE_MS + 90_000;
      },
      asking: { due: { atMs: DEADLINE_MS, facts: [] } },
      outcome: "decided at its deadline, recorded now",
      reply: { status: "expired", updatedAt: at(HOUR_MS + 90_000) },
    },
    {
      title: "asked for before its time by a late timer",
      environment: "live",
      given({ world }) {
        world.nowMs = DEADLINE_MS + 90_000;
      },
      asking: { due: { atMs: DEADLINE_MS - 1, facts: [] } },
      code: "state_constraint_failed",
    },
    {
      title: "unknown hold",
      input: { transferHoldId: "th_unknown" },
      code: "transfer_hold_not_found",
    },
    {
      title: "hold that is cancelled",
      given: ({ world, transferHoldId }) => cancel(world, transferHoldId),
      code: "state_conflict",
      details: { status: "cancelled" },
    },
    {
      title: "one millisecond before the deadline, in live",
      environment: "live",
      given({ world }) {
        world.nowMs = DEADLINE_MS - 1;
      },
      code: "state_constraint_failed",
      details: { constraint: "deadline_passed", expiresAt: DEADLINE },
    },
  ],
});

for (const end of [transferHoldCancel, transferHoldClear]) {
  test(`${end.id}: at the deadline, before the timer -> state_conflict; expired and released once`, async () => {
    const world = await openWorld({ environment: "live" });
    const { source, destination, transferHoldId } = reserve(world);
    const codeOf = (again: typeof end | typeof transferHoldExpire) => {
      const { code, details } = world.run(again, { transferHoldId });
      return [code, details["status"]];
    };
    for (const nowMs of [DEADLINE_MS, DEADLINE_MS + 1]) {
      world.nowMs = nowMs;
      assert.deepEqual(codeOf(end), ["state_conflict", "reserved"]);
      assert.equal(balanceOf(world, source).held, "400");
    }
    const [expired, ...others] = world.passTime();
    assert.deepEqual([expired?.reply.transferHoldId, others], [transferHoldId, []]);
    assert.equal(expired?.reply.releasedAmount, "400");
    for (const again of [end, transferHoldExpire]) {
      assert.deepEqual(codeOf(again), ["state_conflict", "expired"]);
    }
    assert.equal(earliestIn(world.state), undefined);
    assert.deepEqual(balanceOf(world, source), { posted: "1000", held: "0", incoming: "0" });
    assert.deepEqual(balanceOf(world, destination), { posted: "0", held: "0", incoming: "0" });
  });
}

test("expiries: live holds -> due at their deadlines, earliest first, ended ones never", async () => {
  const world = await openWorld({ environment: "live" });
  const { source, destination } = openParties(world);
  const [late, early, cancelled, cleared] = [3, 1, 2, 2].map(
    (hours) =>
      hold(world, source, destination, "10", { expiresAt: at(hours * HOUR_MS) }).transferHoldId,
  ) as [string, string, string, string];
  cancel(world, cancelled);
  clear(world, cleared);
  const input = { transferHoldId: early };
  const first = { atMs: DEADLINE_MS, operation: "transfer_hold.expire", input };
  assert.deepEqual(earliestIn(world.state), first);
  world.nowMs = DEADLINE_MS - 1;
  assert.deepEqual(world.passTime(), []);
  world.nowMs = DEADLINE_MS * 2;
  const ended = world.passTime().map(({ reply }) => reply.transferHoldId);
  assert.deepEqual(ended, [early, late]);
});

test("expiries: sandbox holds, the wall clock past their deadline -> nothing is due", async () => {
  const world = await openWorld();
  reserve(world);
  world.nowMs = DEADLINE_MS + 1;
  assert.deepEqual(world.passTime(), []);
});

test("expiries: tables loaded again -> the same deadlines, ended holds left out", async () => {
  const world = await openWorld({ environment: "live" });
  const { source, destination, transferHoldId } = reserve(world);
  cancel(world, hold(world, source, destination, "10").transferHoldId);
  const loaded = SHARD_REGISTRY.createState();
  const tables = new Map(SHARD_REGISTRY.tables(loaded).map((table) => [table.code, table]));
  const view = await world.snapshot();
  for (const { code } of SHARD_REGISTRY.tables(world.state)) {
    for (const { key, value } of view.ascend(code, 1, {})) {
      tables.get(code)?.load?.(1, key, Uint8Array.from(value), 1);
    }
  }
  assert.deepEqual(earliestIn(loaded), {
    atMs: DEADLINE_MS,
    operation: "transfer_hold.expire",
    input: { transferHoldId },
  });
  const { deadlines } = loaded.transferHolds;
  assert.ok(deadlines instanceof DeadlineIndex);
  assert.deepEqual([...deadlines.realms()], [1]);
  assert.equal(deadlines.size(1), 1);
});

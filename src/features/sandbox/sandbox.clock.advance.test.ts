/**
 * Decision table of sandbox.clock.advance, what runs on its way, and what a reader sees meanwhile.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sha256 } from "../../../test/support/features/receipt/receipts.ts";
import { START_MS, STRANGER } from "../../../test/world/callers.ts";
import { assertHas, decisionTable } from "../../../test/world/decision_table.ts";
import {
  advanceClock,
  at,
  cancel,
  HOUR_MS,
  hold,
  openAccount,
} from "../../../test/world/parties.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import type { Outcome } from "../../../test/world/writing.ts";
import { idempotencyKeyRetrieve } from "../idempotency_key/idempotency_key.retrieve.ts";
import { operationRetrieve } from "../operation/operation.retrieve.ts";
import { receiptRetrieve } from "../receipt/receipt.retrieve.ts";
import { transferHoldCreate } from "../transfer_hold/transfer_hold.create.ts";
import { ADVANCES_MAX, sandboxClockAdvance } from "./sandbox.clock.advance.ts";
import { sandboxClockRetrieve } from "./sandbox.clock.retrieve.ts";

const MINUTE_MS = 60_000;
const DEADLINE = at(HOUR_MS);
/** The deadline and so many minutes. */
const after = (minutes: number) => at(HOUR_MS + minutes * MINUTE_MS);
const KEY = "0f8fad5b-d9cb-469f-a165-70867728950e";

/** Two accounts, the first with money; and holds of 10 from one to the other. */
function open(world: World) {
  const source = openAccount(world, { fundedMinor: 100n });
  const destination = openAccount(world);
  const reserve = (expiresAt = DEADLINE) =>
    hold(world, source, destination, "10", { expiresAt }).transferHoldId;
  return { source, destination, reserve };
}

/** Tells the clock where to go; nothing runs yet. */
function tell(world: World, time: string, idempotencyKey?: string): Outcome {
  const input = { productId: world.principal.productId, at: time };
  return world.run(sandboxClockAdvance, input, idempotencyKey ? { idempotencyKey } : {});
}

/** Where a reader sees the clock. */
async function clockOf(world: World): Promise<string> {
  const { productId } = world.principal;
  return (await world.found(sandboxClockRetrieve, { productId })).effectiveAt;
}

decisionTable(sandboxClockAdvance, {
  /** A hold that ends in an hour, and one that was cancelled. */
  given(world) {
    const { reserve } = open(world);
    const transferHoldId = reserve();
    cancel(world, reserve());
    return { productId: world.principal.productId, transferHoldId };
  },
  input: ({ productId }) => ({ productId, at: DEADLINE }),
  rows: [
    {
      title: "to where it stands",
      input: { at: at(0) },
      outcome: "nothing ran",
      reply: { effectiveAt: at(0), ran: 0 },
    },
    {
      title: "one millisecond before a deadline",
      input: { at: at(HOUR_MS - 1) },
      outcome: "nothing ran",
      reply: { effectiveAt: at(HOUR_MS - 1), ran: 0 },
    },
    {
      title: "at a deadline, in another time zone",
      input: { at: DEADLINE.replace("10:30:00.000Z", "12:30:00+02:00") },
      outcome: "the reserved hold expires, once",
      reply: { effectiveAt: DEADLINE, ran: 1 },
      check(_came, { world }) {
        const { reply, steps } = advanceClock(world, DEADLINE);
        assert.deepEqual([reply.ran, steps], [0, []]);
      },
    },
    {
      title: "another Product, backwards",
      input: { productId: STRANGER.principal.productId, at: at(-1) },
      code: "resource_not_found",
    },
    {
      title: "one millisecond backwards",
      input: { at: at(-1) },
      code: "state_constraint_failed",
      details: {
        constraint: "clock_moves_forward",
        effectiveAt: at(0),
        at: at(-1),
        issues: [
          { code: "clock_moves_forward", message: `at must not be before ${at(0)}`, path: ["at"] },
        ],
      },
    },
    {
      title: "backwards from where it was told to go",
      given: ({ world }) => tell(world, after(1)),
      code: "state_constraint_failed",
      details: { constraint: "clock_moves_forward", effectiveAt: after(1) },
    },
    {
      title: `${ADVANCES_MAX} under way`,
      given({ world }) {
        for (let count = 0; count < ADVANCES_MAX; count++) tell(world, DEADLINE);
      },
      code: "state_constraint_failed",
      details: { constraint: "advances_under_way", limit: ADVANCES_MAX },
      check(_came, { world }) {
        world.passTime();
        assert.equal(tell(world, DEADLINE).code, undefined);
      },
    },
    {
      title: `${ADVANCES_MAX - 1} under way`,
      given({ world }) {
        for (let count = 1; count < ADVANCES_MAX; count++) tell(world, DEADLINE);
      },
      outcome: "taken",
    },
  ],
});

test("sandbox.clock.advance: several deadlines, some equal -> in order of time and id, the clock at each", async () => {
  const world = await openWorld();
  const { reserve } = open(world);
  const minutes = [3, 1, 2, 1];
  const ids = minutes.map((minute) => reserve(after(minute)));
  tell(world, after(5));
  assert.equal(await clockOf(world), at(0));
  for (const index of [1, 3, 2, 0]) {
    const [step] = world.passTime(1);
    assertHas(step?.reply, { transferHoldId: ids[index], status: "expired" });
    assert.equal(await clockOf(world), after(minutes[index] as number));
  }
  assert.deepEqual(world.passTime(), []);
  assert.equal(await clockOf(world), after(5));
});

test("sandbox.clock.advance: under way -> no answer; others decide at the newest step's time", async () => {
  const world = await openWorld();
  const { source, destination, reserve } = open(world);
  for (const _ of [1, 2]) reserve();
  const later = reserve(after(1));
  const told = tell(world, after(2));
  assert.equal(told.reply, undefined);
  world.passTime(1);
  cancel(world, later);
  const past = {
    sourceAccountId: source,
    destinationAccountId: destination,
    amount: "10",
    currency: "EUR",
    expiresAt: DEADLINE,
  };
  assert.equal(world.run(transferHoldCreate, past).code, "state_constraint_failed");
  const made = reserve(after(1));
  assert.equal(world.answerOf(told.place), undefined);
  const steps = world.passTime();
  assertHas(steps.at(-1)?.reply, { transferHoldId: made, status: "expired" });
  assertHas(world.answerOf(told.place), { effectiveAt: after(2), ran: 3 });
});

test("sandbox.clock.advance: while one is under way -> each counts its own, in the order they came", async () => {
  const world = await openWorld();
  const { reserve } = open(world);
  reserve();
  reserve(after(1));
  const first = tell(world, DEADLINE);
  const second = tell(world, after(1));
  const same = tell(world, after(1));
  world.passTime(2);
  const answers = () => [first, second, same].map(({ place }) => world.answerOf(place));
  const { productId } = world.principal;
  const ofFirst = { productId, effectiveAt: DEADLINE, ran: 1 };
  assert.deepEqual(answers(), [ofFirst, undefined, undefined]);
  world.passTime();
  const ofSecond = { productId, effectiveAt: after(1), ran: 1 };
  assert.deepEqual(answers(), [ofFirst, ofSecond, { ...ofSecond, ran: 0 }]);
});

test("sandbox.clock.advance: its operation, key and receipt -> under way first, then as it ended", async () => {
  const world = await openWorld();
  open(world).reserve();
  const suffix = world.nextId("op").slice("op_".length);
  const told = tell(world, DEADLINE, KEY);
  const read = async () => ({
    operation: await world.found(operationRetrieve, { operationId: `op_${suffix}` }),
    key: await world.found(idempotencyKeyRetrieve, { idempotencyKey: KEY }),
    receipt: await world.found(receiptRetrieve, { receiptId: `rcpt_${suffix}` }),
  });
  world.nowMs += 5;
  world.passTime(1);
  const before = await read();
  const running = { status: "running", finalized: false, finishedAt: undefined, startedAt: at(0) };
  assertHas(before.operation, running);
  assertHas(before.key, { state: "in_progress" });
  const { ending: underWay, ...receipt } = before.receipt;
  assertHas(receipt, { outcome: "succeeded", responseDigest: undefined });
  assert.deepEqual(underWay, { status: "running", httpStatus: 200 });
  world.passTime();
  const ended = await read();
  assertHas(ended.operation, { status: "succeeded", finalized: true, finishedAt: at(5) });
  assertHas(ended.key, { state: "succeeded" });
  const responseDigest = sha256(JSON.stringify(world.answerOf(told.place)));
  const ending = { status: "succeeded", httpStatus: 200, finishedAt: at(5) };
  assert.deepEqual(ended.receipt, { ...receipt, responseDigest, ending });
});

test("sandbox.clock.advance: a log of before it could be under way -> stands there, as answered", async () => {
  const world = await openWorld();
  const effectiveAtMs = START_MS + HOUR_MS;
  world.apply([{ kind: "sandbox.clock_advanced.1", ...{ effectiveAtMs, revision: 2 } }]);
  assert.equal(await clockOf(world), DEADLINE);
  assert.equal(tell(world, at(HOUR_MS - 1)).code, "state_constraint_failed");
  assertHas(advanceClock(world, DEADLINE).reply, { effectiveAt: DEADLINE, ran: 0 });
});

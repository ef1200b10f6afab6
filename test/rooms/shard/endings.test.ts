/**
 * Work that goes on after its record, in a real mailbox over a real log: who waits for it, which command
 * answers whom and when, and what a repeated request does.
 */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { placeOf } from "../../../src/base/id.ts";
import { registryOf } from "../../../src/contract/declare/feature.ts";
import type { ShardRegistry } from "../../../src/contract/declare/registry.ts";
import { REPLY_REPLAYED } from "../../../src/contract/messages/envelope.ts";
import type { Port } from "../../../src/contract/messages/event_loop.ts";
import type { StoredRecord } from "../../../src/contract/records/record.ts";
import { SHARD_FEATURES } from "../../../src/features/registry.ts";
import type { Outcome } from "../../../src/shard/command.ts";
import { ReplyGroups } from "../../../src/shard/reply_groups.ts";
import { recordsOf } from "../../../wal/format.ts";
import { type JourneyState, journeyFeature } from "../../fixture/journeys.ts";
import { repliesIn } from "../../support/contract/envelopes.ts";
import {
  type Box,
  type BoxOptions,
  envelope,
  openMailboxOf,
  type Reply,
  send,
  standingClock,
  turns,
  until,
  uuid,
} from "../../support/shard/mailbox.ts";
import { directoryOf, openJournalOf } from "../../support/shard/open_journal.ts";
import { PRODUCT_ID } from "../../world/callers.ts";

const JOURNEYS: ShardRegistry<JourneyState> = {
  ...registryOf([...SHARD_FEATURES, journeyFeature] as const),
  effects: [],
};
type JourneyBox = Box<JourneyState>;

const open = (t: TestContext, options: Partial<BoxOptions<JourneyState>> = {}) =>
  openMailboxOf<JourneyState>(t, { registry: JOURNEYS, ...options });

const begin = (box: JourneyBox, slot: number, input: object = {}, key = uuid(1)) =>
  envelope(box, slot, { operation: "journey.begin", input: { to: "town", ...input }, key });

/** Tells how the journey at `place` ended, by the newest journey where it is absent. */
const end = (box: JourneyBox, slot: number, how: string, journey = placeOfBegin(box)) =>
  envelope(box, slot, { operation: "journey.end", input: { journey, how } });

const replyTo = ({ replies }: JourneyBox, slot: number) => replies[0]?.get(slot) as Reply;
const isAnswered = ({ replies }: JourneyBox, slot: number) => replies[0]?.has(slot) === true;

async function told(box: JourneyBox, slot: number): Promise<Reply> {
  await until(() => isAnswered(box, slot));
  return replyTo(box, slot);
}

/** Every record of the log, in order. */
function recordsIn({ log, journal }: JourneyBox): StoredRecord[] {
  return [...log.frames(1)].flatMap(({ sequence, bytes }) =>
    [...recordsOf(bytes)].map((_, at) => journal.record(placeOf(sequence, at)) as StoredRecord),
  );
}

const recordsOfOperation = (box: JourneyBox, id: string) =>
  recordsIn(box).filter(({ operation }) => operation === id);

function placeOfBegin(box: JourneyBox): number {
  return recordsOfOperation(box, "journey.begin").at(-1)?.place ?? 0;
}

/** Sends a traveller off, and lets the same request come again; both wait when this resolves. */
async function twoWaiting(box: JourneyBox, input: object = {}): Promise<void> {
  send(box, [begin(box, 1, input)]);
  await until(() => placeOfBegin(box) > 0);
  send(box, [begin(box, 2, input)]);
  await turns();
  assert.deepEqual([isAnswered(box, 1), isAnswered(box, 2)], [false, false]);
}

for (const { how, status } of [
  { how: "arrived", status: 201 },
  { how: "turned_away", status: 422 },
]) {
  test(`ending: ${how} -> who waits and who comes later get the same bytes, when it is durable`, async (t) => {
    const box = await open(t);
    await twoWaiting(box);
    const { length } = box.log.appends;
    box.log.isHolding = true;
    send(box, [end(box, 3, how)]);
    await until(() => box.log.appends.length > length);
    send(box, [begin(box, 4)]);
    await turns();
    assert.equal(box.replies[0]?.size, 0);
    box.log.isHolding = false;
    box.log.release();
    const first = await told(box, 1);
    assert.deepEqual([first.status, first.flags], [status, 0]);
    const again = { ...first, flags: REPLY_REPLAYED };
    assert.deepEqual([await told(box, 2), await told(box, 4)], [again, again]);
    send(box, [begin(box, 5)]);
    assert.deepEqual(await told(box, 5), again);
    assert.equal(recordsOfOperation(box, "journey.begin").length, 1);
    if (status === 422) assert.equal(JSON.parse(first.body).requestId, "r1");
  });
}

test("ending: unknown -> each is told so of its own request, as no replay; one resumes, all wait", async (t) => {
  const box = await open(t);
  await twoWaiting(box);
  send(box, [end(box, 3, "lost")]);
  for (const slot of [1, 2]) {
    const { status, flags, suffix, body } = await told(box, slot);
    const { error, requestId } = JSON.parse(body);
    assert.deepEqual([status, flags, error.code], [502, 0, "provider_egress_failed"]);
    assert.deepEqual([requestId, error.details.receiptId], [`r${slot}`, `rcpt_${suffix}`]);
  }
  const actor = { type: "user", id: "usr_1" } as const;
  send(box, [{ ...begin(box, 4), principalId: "ses_1", actor }, begin(box, 5)]);
  await until(() => recordsOfOperation(box, "journey.resume").length > 0);
  await turns();
  assert.deepEqual([isAnswered(box, 4), isAnswered(box, 5)], [false, false]);
  const [resumed, ...others] = recordsOfOperation(box, "journey.resume");
  assert.deepEqual(others, []);
  const { parentPlace, cause, principalId, actorId, requestId, idempotencyKey } = resumed ?? {};
  assert.deepEqual(
    { parentPlace, cause, principalId, actorId, requestId, idempotencyKey },
    {
      ...{ parentPlace: placeOfBegin(box), cause: "api", principalId: "ses_1", actorId: "usr_1" },
      ...{ requestId: "r4", idempotencyKey: undefined },
    },
  );
  send(box, [end(box, 6, "arrived")]);
  const came = await told(box, 4);
  assert.deepEqual([came.status, came.flags], [201, REPLY_REPLAYED]);
  assert.deepEqual(await told(box, 5), came);
  send(box, [begin(box, 7)]);
  assert.deepEqual(await told(box, 7), came);
  assert.equal(recordsOfOperation(box, "journey.begin").length, 1);
});

test("ending: by the fact of a command about something else -> who waits is answered, once", async (t) => {
  const box = await open(t);
  await twoWaiting(box);
  const on = placeOfBegin(box);
  send(box, [envelope(box, 3, { operation: "road.close", input: { on }, key: uuid(2) })]);
  const first = await told(box, 1);
  assert.deepEqual([first.status, first.flags], [422, 0]);
  assert.deepEqual(await told(box, 2), { ...first, flags: REPLY_REPLAYED });
});

test("ending: unknown, then known without a repeated request -> the next one gets it, nothing is resumed", async (t) => {
  const box = await open(t);
  await twoWaiting(box);
  for (const [slot, how] of [
    [3, "lost"],
    [4, "arrived"],
  ] as const) {
    send(box, [end(box, slot, how)]);
    await told(box, slot);
  }
  send(box, [begin(box, 5)]);
  const { status, flags } = await told(box, 5);
  assert.deepEqual([status, flags], [201, REPLY_REPLAYED]);
  assert.deepEqual(recordsOfOperation(box, "journey.resume"), []);
});

test("ending: unknown, and nothing can resume it -> unknown again, and not waited for", async (t) => {
  const box = await open(t);
  await twoWaiting(box, { to: "sea" });
  send(box, [end(box, 3, "lost")]);
  await told(box, 2);
  const { replayed } = box.mailbox.counters;
  send(box, [begin(box, 4, { to: "sea" })]);
  const { status, flags, body } = await told(box, 4);
  assert.deepEqual([status, flags, JSON.parse(body).requestId], [502, 0, "r4"]);
  assert.equal(box.mailbox.counters.replayed, replayed);
  assert.equal(recordsOfOperation(box, "journey.resume").length, 1);
});

for (const [at, status, again] of [
  ["arrived", 201, { flags: REPLY_REPLAYED }],
  ["turned_away", 422, { flags: REPLY_REPLAYED }],
  ["lost", 502, undefined],
] as const) {
  test(`ending: ${at} in its own record -> answered at once`, async (t) => {
    const box = await open(t);
    send(box, [begin(box, 1, { at })]);
    const first = await told(box, 1);
    assert.deepEqual([first.status, first.flags], [status, 0]);
    send(box, [begin(box, 2, { at })]);
    if (again !== undefined) assert.deepEqual(await told(box, 2), { ...first, ...again });
    else await until(() => recordsOfOperation(box, "journey.resume").length === 1);
  });
}

test("ending: refused before anything began -> the recorded refusal, and no work", async (t) => {
  const box = await open(t);
  send(box, [begin(box, 1, { to: "nowhere" })]);
  const first = await told(box, 1);
  send(box, [begin(box, 2, { to: "nowhere" })]);
  assert.equal(first.status, 409);
  assert.deepEqual(await told(box, 2), { ...first, flags: REPLY_REPLAYED });
});

test("ending: another request with the key, before and after -> a conflict that says how far it is", async (t) => {
  const box = await open(t);
  await twoWaiting(box);
  const conflict = async (slot: number) => {
    send(box, [begin(box, slot, { to: "village" })]);
    const { code, details } = JSON.parse((await told(box, slot)).body).error;
    return [code, details.state];
  };
  assert.deepEqual(await conflict(3), ["idempotency_conflict", "in_progress"]);
  send(box, [end(box, 4, "lost")]);
  await told(box, 1);
  assert.deepEqual(await conflict(5), ["idempotency_conflict", "in_progress"]);
  send(box, [end(box, 6, "arrived")]);
  await told(box, 6);
  assert.deepEqual(await conflict(7), ["idempotency_conflict", "finished"]);
});

test("ending: 100 requests with one key, over two edges -> one record, one answer", async (t) => {
  const box = await open(t, { edges: 2 });
  const slots = Array.from({ length: 100 }, (_, at) => at + 1);
  for (const slot of slots) send(box, [begin(box, slot)], slot % 2);
  await until(() => placeOfBegin(box) > 0);
  await turns();
  send(box, [end(box, 101, "arrived")], 0);
  const sizes = () => box.replies.map(({ size }) => size);
  await until(() => sizes().join() === "51,50");
  const answers = box.replies.flatMap((own) => [...own].filter(([slot]) => slot <= 100));
  assert.equal(new Set(answers.map(([, { status, body }]) => `${status} ${body}`)).size, 1);
  assert.equal(answers.filter(([, { flags }]) => flags === 0).length, 1);
  assert.equal(recordsOfOperation(box, "journey.begin").length, 1);
});

for (const isEnded of [false, true]) {
  test(`ending: the process ends ${isEnded ? "after" : "before"} it -> the same request gets it from the next`, async (t) => {
    const path = directoryOf(t);
    const first = await open(t, { path });
    await twoWaiting(first);
    if (isEnded) send(first, [end(first, 3, "turned_away")]);
    const answer = isEnded ? await told(first, 1) : undefined;
    await first.abandon();
    const next = await open(t, { path });
    send(next, [begin(next, 1)]);
    if (!isEnded) {
      await turns();
      assert.equal(isAnswered(next, 1), false);
      send(next, [end(next, 3, "turned_away")]);
    }
    const again = await told(next, 1);
    assert.deepEqual([again.status, again.flags], [422, REPLY_REPLAYED]);
    if (answer !== undefined) assert.equal(again.body, answer.body);
    assert.equal(recordsOfOperation(next, "journey.begin").length, 1);
  });
}

test("ending: a step that was due -> its caller is answered", async (t) => {
  const { nowMs, loop, advance } = standingClock();
  const box = await open(t, { environment: "live", nowMs, loop });
  send(box, [begin(box, 1, { arrivesAtMs: nowMs() + 40 })]);
  await turns();
  assert.equal(isAnswered(box, 1), false);
  advance(40);
  assert.equal((await told(box, 1)).status, 201);
});

test("ending: 100,000 wait for others -> a command looks at those whose work it continues", async (t) => {
  let looks = 0;
  const own = JOURNEYS.operations.get("journey.begin");
  assert.ok(own?.lasting !== undefined);
  const { endOf } = own.lasting;
  const counted: typeof own = {
    ...own,
    lasting: {
      endOf(...given) {
        looks++;
        return endOf(...given);
      },
    },
  };
  const operations = new Map(JOURNEYS.operations).set(own.id, counted);
  const box = await open(t, { registry: { ...JOURNEYS, operations } });
  const waiting = 100_000;
  for (let slot = 0; slot < waiting; slot += 1_000) {
    const batch = Array.from({ length: 1_000 }, (_, at) => slot + at);
    send(
      box,
      batch.map((one) => begin(box, one, {}, uuid(1 + (one % 1_000)))),
    );
  }
  await until(() => looks === waiting);
  send(box, [begin(box, waiting, {}, uuid(waiting))]);
  await until(() => looks === waiting + 1);
  await until(() => box.commit.durable === box.commit.newest && !box.commit.isCommitting);
  send(box, [end(box, waiting + 1, "arrived")]);
  assert.equal((await told(box, waiting)).status, 201);
  assert.deepEqual([box.replies[0]?.size, looks], [2, waiting + 2]);
});

for (const [how, over] of [
  ["closes", (box: JourneyBox) => box.mailbox.close()],
  ["fails", async (box: JourneyBox) => box.mailbox.fail(new Error("the disk is gone"))],
] as const) {
  test(`ending: the shard ${how} -> who waits is told to retry`, async (t) => {
    const box = await open(t);
    await twoWaiting(box);
    await over(box);
    for (const slot of [1, 2]) {
      const { status, body } = await told(box, slot);
      assert.deepEqual([status, JSON.parse(body).code], [503, "ledger_unavailable"]);
    }
    if (how === "fails") await box.abandon();
  });
}

test("ending: the sandbox is reset meanwhile -> who waits is told to retry, and then that it is over", async (t) => {
  const box = await open(t);
  await twoWaiting(box);
  const input = { productId: PRODUCT_ID, confirm: PRODUCT_ID };
  send(box, [envelope(box, 3, { operation: "sandbox.reset", input })]);
  assert.deepEqual([(await told(box, 1)).status, (await told(box, 2)).status], [503, 503]);
  send(box, [begin(box, 4)]);
  const { error } = JSON.parse((await told(box, 4)).body);
  const { state, operationId } = error.details;
  assert.deepEqual([error.code, state, operationId], ["idempotency_conflict", "in_progress", null]);
  send(box, [begin(box, 5, { at: "arrived" }, uuid(5))]);
  assert.equal((await told(box, 5)).status, 201);
});

test("reply groups: a command that answers others and is parked itself, then a failure -> each is answered once", () => {
  const slots: number[] = [];
  const port = { postMessage: (text: string) => slots.push(...repliesIn(text).keys()) };
  const groups = new ReplyGroups(() => 0);
  const edge = groups.addEdge(port as unknown as Port);
  const outcome = (place: number) => ({ place, suffix: "0", replayed: false }) as Outcome;
  groups.expect(edge, 11);
  groups.park(edge, 11, 1, "r11", outcome(5));
  groups.expect(edge, 12);
  groups.unpark(5, { status: 201, isUnknown: false, textFor: () => "{}" });
  groups.park(edge, 12, 1, "r12", outcome(6));
  groups.refuseAll();
  assert.deepEqual(slots.sort(), [11, 12]);
});

test("registry: an answer of two origins, work that nothing resumes -> the shard is not made", async (t) => {
  const own = JOURNEYS.operations.get("journey.begin");
  assert.ok(own?.lasting !== undefined);
  const resumedBy = { operation: "journey.unknown", inputOf: () => ({}) };
  for (const [changed, why] of [
    [{ ...own, respond: () => "{}" }, /journey\.begin: its answer has one origin/],
    [
      { ...own, lasting: { ...own.lasting, resumedBy } },
      /journey\.begin: an operation of the shard resumes its work/,
    ],
  ] as const) {
    const operations = new Map(JOURNEYS.operations).set(own.id, changed);
    const opening = openJournalOf(directoryOf(t), { registry: { ...JOURNEYS, operations } });
    await assert.rejects(opening, why);
  }
});

/**
 * Effects: carried after their frame is durable, under one id through all restarts, and settled
 * once.
 */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { EFFECT_OWED, EFFECT_SETTLED } from "../../../src/contract/declare/effect.ts";
import type { StoredRecord } from "../../../src/contract/records/record.ts";
import { EFFECTS_UNDER_WAY_MAX } from "../../../src/shard/effect_carrying.ts";
import { Mailbox } from "../../../src/shard/mailbox.ts";
import {
  CARDS_MAX,
  crash,
  end,
  LETTERS,
  type RunningShard,
  send,
  slowCarrier,
  startShard,
} from "../../support/shard/letters.ts";
import {
  commandOf,
  directoryOf,
  NAMES,
  openJournalOf,
  REALM_KEY,
} from "../../support/shard/open_journal.ts";

const KEYS = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];
const [KEY = "", OTHER = ""] = KEYS;

/** Lets the event loop turn until `holds`; the time limit of the test ends a wait that never ends. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

/** Lets the event loop turn until every message that does not wait for the disk has arrived. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
}

function newest({ journal }: RunningShard): StoredRecord {
  const record = journal.record(journal.realms.get(REALM_KEY)?.headPlace ?? 0);
  assert.ok(record !== undefined);
  return record;
}

const idle = ({ commit }: RunningShard) => commit.durable === commit.newest && !commit.isCommitting;

test("effect: an accepted request -> carried when its frame is durable, and not before", async (t) => {
  const carried = slowCarrier();
  const shard = await startShard(directoryOf(t), carried.carrier);
  shard.log.isHolding = true;
  const { length } = shard.log.appends;
  const sent = send(shard, ["ada", "bob"], KEY);
  await until(() => shard.log.appends.length > length);
  await turns();
  assert.deepEqual([carried.taken, shard.journal.effects.size], [[], 2]);
  shard.log.isHolding = false;
  shard.log.release();
  const { suffix } = await sent;
  assert.deepEqual(
    carried.taken.map(({ effectId: _, ...rest }) => rest),
    ["ada", "bob"].map((to) => ({ kind: "letter", realm: NAMES, payload: { to } })),
  );
  const [first, second] = carried.ids();
  assert.equal(first, `eff_${suffix}`);
  assert.match(second ?? "", /^eff_[0-9A-Z]{26}$/);
  assert.notEqual(second, first);
  await end(shard);
});

test("effect: a refused request -> none", async (t) => {
  const carried = slowCarrier();
  const shard = await startShard(directoryOf(t), carried.carrier);
  assert.equal((await send(shard, [], KEY)).status, 409);
  await turns();
  assert.deepEqual([carried.taken, shard.journal.effects.size], [[], 0]);
  await end(shard);
});

test("effect: its outcome -> a record of its own under the one that named it, and nothing is owed", async (t) => {
  const carried = slowCarrier();
  const path = directoryOf(t);
  const shard = await startShard(path, carried.carrier);
  const { place } = await send(shard, ["ada"], KEY);
  const [effectId = ""] = carried.ids();
  assert.deepEqual(newest(shard).facts, [
    { kind: "letter.sent.1" },
    { kind: EFFECT_OWED, index: 0, effect: { kind: "letter", payload: { to: "ada" } } },
  ]);
  carried.of(effectId).arrive("here");
  await until(() => newest(shard).operation === "letter.settle" && idle(shard));
  const { facts, ...head } = newest(shard);
  assert.deepEqual(facts, [{ kind: "letter.arrived.1" }, { kind: EFFECT_SETTLED, effectId }]);
  const { parentPlace, cause, principalId, actorType, actorId } = head;
  assert.deepEqual([parentPlace, cause], [place, "provider"]);
  assert.deepEqual([principalId, actorType, actorId], ["provider", "provider", "provider"]);
  assert.equal(shard.journal.effects.size, 0);
  await end(shard);
  const next = await startShard(path, carried.carrier);
  await turns();
  assert.equal(carried.taken.length, 1);
  await end(next);
});

test("effect: the key of its request again -> the answer again, and no second effect", async (t) => {
  const carried = slowCarrier();
  const shard = await startShard(directoryOf(t), carried.carrier);
  const first = await send(shard, ["ada"], KEY);
  const again = await send(shard, ["ada"], KEY);
  await turns();
  assert.deepEqual([again.replayed, again.body], [true, first.body]);
  assert.deepEqual([carried.taken.length, shard.journal.effects.size], [1, 1]);
  await end(shard);
});

for (const stored of [false, true]) {
  const where = stored ? "in the state" : "in the log alone";
  test(`effect: the process ends after the commit, before it is carried, ${where} -> carried after the start`, async (t) => {
    const path = directoryOf(t);
    const opened = await openJournalOf<object>(path, { registry: LETTERS });
    opened.journal.openRealm(NAMES, 0);
    const command = commandOf(opened.journal, "letter.send", { to: ["ada"] }, KEY);
    const { suffix } = opened.journal.execute(command);
    await opened.committed();
    if (stored) await opened.store.write(opened.journal.drain(opened.commit.durable));
    await opened.close();
    const carried = slowCarrier();
    const shard = await startShard(path, carried.carrier);
    assert.deepEqual(carried.ids(), [`eff_${suffix}`]);
    await end(shard);
  });
}

test("effect: the process ends before its frame is durable -> nobody hears of it", async (t) => {
  const path = directoryOf(t);
  const carried = slowCarrier();
  const shard = await startShard(path, carried.carrier);
  shard.log.isHolding = true;
  const { length } = shard.log.appends;
  const sent = send(shard, ["ada"], KEY);
  await until(() => shard.log.appends.length > length);
  await Promise.all([assert.rejects(sent), crash(shard)]);
  const next = await startShard(path, carried.carrier);
  await turns();
  assert.deepEqual([carried.taken, next.journal.effects.size], [[], 0]);
  await end(next);
});

for (const [how, over] of [["crashes", crash] as const, ["stops", end] as const]) {
  test(`effect: the process ${how} before its outcome -> the outcome is ignored, the effect is carried again under the same id`, async (t) => {
    const path = directoryOf(t);
    const carried = slowCarrier();
    const shard = await startShard(path, carried.carrier);
    await send(shard, ["ada"], KEY);
    const [effectId = ""] = carried.ids();
    const late = carried.of(effectId);
    await over(shard);
    const { length } = shard.bugs;
    late.arrive("here");
    await turns();
    assert.deepEqual([shard.journal.effects.size, shard.bugs.length], [1, length]);
    const next = await startShard(path, carried.carrier);
    assert.deepEqual(carried.ids(), [effectId, effectId]);
    await end(next);
  });
}

test("effect: the process ends before the record of its outcome is durable -> carried again, settled then", async (t) => {
  const path = directoryOf(t);
  const carried = slowCarrier();
  const shard = await startShard(path, carried.carrier);
  await send(shard, ["ada"], KEY);
  const [effectId = ""] = carried.ids();
  shard.log.isHolding = true;
  carried.of(effectId).arrive("here");
  await until(() => shard.journal.effects.size === 0);
  await turns();
  await crash(shard);
  const next = await startShard(path, carried.carrier);
  assert.deepEqual(carried.ids(), [effectId, effectId]);
  carried.of(effectId).arrive("here");
  await until(() => next.journal.effects.size === 0 && idle(next));
  await end(next);
  const last = await startShard(path, carried.carrier);
  await turns();
  assert.equal(carried.taken.length, 2);
  await end(last);
});

test("effect: a second outcome -> ignored", async (t) => {
  const carried = slowCarrier();
  const shard = await startShard(directoryOf(t), carried.carrier);
  await send(shard, ["ada"], KEY);
  const [effectId = ""] = carried.ids();
  const told = commandOf(shard.journal, "letter.settle", { is: "here" }, undefined);
  await shard.mailbox.run({ ...told, settles: effectId });
  const { place } = newest(shard);
  carried.of(effectId).arrive("here");
  await turns();
  assert.deepEqual([newest(shard).place, shard.bugs], [place, []]);
  await end(shard);
});

test("effect: an outcome that is refused -> settled all the same", async (t) => {
  const carried = slowCarrier();
  const shard = await startShard(directoryOf(t), carried.carrier);
  await send(shard, ["ada"], KEY);
  carried.of(carried.ids()[0] ?? "").arrive("lost");
  await until(() => newest(shard).operation === "letter.settle" && idle(shard));
  assert.deepEqual([newest(shard).refusalCode, shard.journal.effects.size], ["state_conflict", 0]);
  await end(shard);
});

const FAULTS: [string, "fail" | "torn", RegExp][] = [
  ["a carrier that throws", "fail", /^the carrier of letter threw at eff_/],
  ["an outcome that cannot be decided", "torn", /^letter\.settle could not be decided$/],
];
for (const [name, fault, message] of FAULTS) {
  test(`effect: ${name} -> owed still, told once, carried again after the next start; others go on`, async (t) => {
    const path = directoryOf(t);
    const carried = slowCarrier();
    const shard = await startShard(path, carried.carrier);
    await send(shard, ["ada"], KEY);
    const [effectId = ""] = carried.ids();
    if (fault === "fail") carried.of(effectId).fail();
    else carried.of(effectId).arrive("torn");
    await until(() => shard.bugs.length === 1);
    await send(shard, ["bob"], OTHER);
    const [, other = ""] = carried.ids();
    carried.of(other).arrive("here");
    await until(() => shard.journal.effects.size === 1 && idle(shard));
    assert.equal(carried.taken.length, 2);
    assert.match(shard.bugs.join(), message);
    await end(shard);
    const next = await startShard(path, carried.carrier);
    assert.deepEqual(carried.ids().slice(2), [effectId]);
    await end(next);
  });
}

test(`effect: ${EFFECTS_UNDER_WAY_MAX} under way, and one more -> it waits for the first outcome`, async (t) => {
  const carried = slowCarrier();
  const shard = await startShard(directoryOf(t), carried.carrier);
  await send(
    shard,
    Array.from({ length: EFFECTS_UNDER_WAY_MAX }, (_, at) => `${at}`),
    KEY,
  );
  assert.equal(carried.taken.length, EFFECTS_UNDER_WAY_MAX);
  await send(shard, ["last"], OTHER);
  await turns();
  assert.equal(carried.taken.length, EFFECTS_UNDER_WAY_MAX);
  carried.of(carried.ids()[7] ?? "").arrive("here");
  await until(() => carried.taken.length > EFFECTS_UNDER_WAY_MAX);
  assert.deepEqual(carried.taken.at(-1)?.payload, { to: "last" });
  await until(() => idle(shard));
  await end(shard);
});

test(`effect: more cards than the ${CARDS_MAX} that their kind has under way -> they wait, and letters do not`, async (t) => {
  const carried = slowCarrier();
  const path = directoryOf(t);
  const shard = await startShard(path, carried.carrier);
  const cards = ["ada", "bob", "eve"];
  const { mailbox, journal } = shard;
  await mailbox.run(commandOf(journal, "letter.send", { to: cards, kind: "card" }, KEY));
  await send(shard, ["zoe"], OTHER);
  const order = () => carried.taken.map(({ payload }) => (payload as { to: string }).to);
  assert.deepEqual(order(), ["ada", "bob", "zoe"]);
  carried.of(carried.ids()[0] ?? "").arrive("here");
  await until(() => carried.taken.length > 3);
  assert.deepEqual(order(), ["ada", "bob", "zoe", "eve"]);
  await until(() => idle(shard));
  await end(shard);
  const next = await startShard(path, carried.carrier);
  assert.deepEqual(order().slice(4).sort(), ["bob", "eve", "zoe"]);
  await end(next);
});

test("effect: stored while owed, then some settled -> the state is what the log alone gives", async (t) => {
  const path = directoryOf(t);
  const carried = slowCarrier();
  const first = await startShard(path, carried.carrier);
  await send(first, ["ada", "bob", "eve"], KEY);
  await end(first);
  const second = await startShard(path, carried.carrier);
  carried.of(carried.ids()[1] ?? "").arrive("here");
  await until(() => second.journal.effects.size === 2 && idle(second));
  const stored = await stateAtTheEnd(second);
  rmSync(join(path, "state"), { recursive: true });
  assert.deepEqual(await stateAtTheEnd(await startShard(path, carried.carrier)), stored);
});

/** Every stored entry after the shard has closed. */
async function stateAtTheEnd({ mailbox, store, close }: RunningShard): Promise<string[]> {
  await mailbox.close();
  const entries = [...store.range({})].map(([key, value]) => Buffer.concat([key, value]));
  await close();
  return entries.map((bytes) => bytes.toString("latin1"));
}

test("effect: a kind that nobody declared -> internal_error, no record, nothing owed", async (t) => {
  const carried = slowCarrier();
  const shard = await startShard(directoryOf(t), carried.carrier);
  const command = commandOf(shard.journal, "letter.send", { to: ["ada"], kind: "parcel" }, KEY);
  const { status, suffix } = await shard.mailbox.run(command);
  assert.deepEqual([status, suffix, shard.journal.effects.size], [500, undefined, 0]);
  assert.deepEqual(shard.bugs, ["letter.send could not be decided"]);
  await end(shard);
});

test("effect: a kind without a carrier, an outcome without an operation -> the shard is not made", async (t) => {
  const shard = await startShard(directoryOf(t), slowCarrier().carrier);
  const { journal, commit, store } = shard;
  const parts = { journal, commit, store, registry: LETTERS, nowMs: Date.now };
  const signals = { acknowledged: 0, viewed: 0, serving: false } as never;
  assert.throws(() => new Mailbox({ ...parts, signals, onFailure: () => {} }), /is a carrier/);
  const [kind] = LETTERS.effects;
  const effects = [{ ...kind, settledBy: "letter.unknown" }] as typeof LETTERS.effects;
  const registry = { ...LETTERS, effects };
  const opening = openJournalOf<object>(directoryOf(t), { registry });
  await assert.rejects(opening, /records the outcome of the effect letter/);
  await end(shard);
});

/**
 * What the shard owes because a realm is retired: an effect in that realm, of each kind that says so, from the record of the
 * renewal on, until it has an outcome; in logs of before the kind was there, too.
 */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import {
  crash,
  end,
  LETTERS,
  type RunningShard,
  send,
  slowCarrier,
  startShard,
} from "../../support/shard/letters.ts";
import { commandOf, directoryOf, NAMES, REALM_KEY } from "../../support/shard/open_journal.ts";

const KEYS = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];
const [KEY = "", OTHER = ""] = KEYS;
const REMOVAL = {
  kind: "removal",
  settledBy: "letter.settle",
  cause: "platform",
  isOfRetired: true,
} as const;
const REMOVING: typeof LETTERS = { ...LETTERS, effects: [...LETTERS.effects, REMOVAL] };

const forget = ({ mailbox, journal }: RunningShard, key: string) =>
  mailbox.run(commandOf(journal, "letter.forget", {}, key));

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}
const isIdle = ({ journal, commit }: RunningShard) =>
  journal.effects.size === 0 && commit.durable === commit.newest && !commit.isCommitting;

/** The operations of the records of a realm, newest first. */
function recordsIn({ journal }: RunningShard, realm: number): string[] {
  const operations: string[] = [];
  let place = journal.realms.numbered(realm).headPlace;
  while (place !== 0) {
    const record = journal.recordAt(place);
    operations.push(record.operation);
    place = record.previousPlace;
  }
  return operations;
}

test("effect of a retired realm: two renewals -> one for each, with the number of the realm, under two ids, before nothing else", async (t) => {
  const carried = slowCarrier();
  const shard = await startShard(directoryOf(t), carried.carrier, REMOVING);
  await send(shard, ["ada"], KEY);
  assert.deepEqual(carried.taken.length, 1);
  await forget(shard, OTHER);
  await forget(shard, KEY.replace("4000", "4001"));
  const removals = carried.taken.filter(({ kind }) => kind === "removal");
  assert.deepEqual(
    removals.map(({ realm, payload }) => ({ realm, payload })),
    [1, 2].map((realm) => ({ realm: NAMES, payload: { realm } })),
  );
  assert.equal(new Set(carried.ids()).size, 3);
  for (const id of carried.ids()) carried.of(id).arrive("here");
  await until(() => isIdle(shard));
  assert.deepEqual(recordsIn(shard, 1), ["letter.settle", "letter.settle", "letter.send"]);
  assert.deepEqual(recordsIn(shard, 2), ["letter.settle", "letter.forget"]);
  assert.deepEqual(recordsIn(shard, 3), ["letter.forget"]);
  await end(shard);
});

for (const [how, losesState] of [
  ["its state", false],
  ["its log alone", true],
] as const) {
  test(`effect of a retired realm: a crash before its outcome, started from ${how} -> carried again under its id, and after its outcome never`, async (t) => {
    const path = directoryOf(t);
    const carried = slowCarrier();
    const first = await startShard(path, carried.carrier, REMOVING);
    await forget(first, KEY);
    const [id = ""] = carried.ids();
    await first.store.write(first.journal.drain(first.commit.durable));
    await crash(first);
    if (losesState) rmSync(join(path, "state"), { recursive: true });
    const second = await startShard(path, carried.carrier, REMOVING);
    assert.deepEqual(carried.ids(), [id, id]);
    carried.of(id).arrive("here");
    await until(() => isIdle(second));
    assert.deepEqual(recordsIn(second, 1), ["letter.settle"]);
    await end(second);
    if (losesState) rmSync(join(path, "state"), { recursive: true });
    const third = await startShard(path, carried.carrier, REMOVING);
    assert.deepEqual([carried.taken.length, third.journal.effects.size], [2, 0]);
    assert.equal(third.journal.realms.get(REALM_KEY)?.number, 2);
    await end(third);
  });
}

test("effect of a retired realm: a log of before the kind was there -> owed for each realm that it retired", async (t) => {
  const path = directoryOf(t);
  const before = await startShard(path, slowCarrier().carrier);
  await forget(before, KEY);
  await forget(before, OTHER);
  assert.equal(before.journal.effects.size, 0);
  await end(before);
  // The state of such a version has another version of the table of effects, so a start makes it again.
  rmSync(join(path, "state"), { recursive: true });
  const carried = slowCarrier();
  const shard = await startShard(path, carried.carrier, REMOVING);
  assert.deepEqual(
    carried.taken.map(({ payload }) => payload),
    [{ realm: 1 }, { realm: 2 }],
  );
  await end(shard);
});

test("effect of a retired realm: a decision that names one -> internal_error, nothing owed", async (t) => {
  const carried = slowCarrier();
  const shard = await startShard(directoryOf(t), carried.carrier, REMOVING);
  const command = commandOf(shard.journal, "letter.send", { to: ["ada"], kind: "removal" }, KEY);
  const { status } = await shard.mailbox.run(command);
  assert.deepEqual([status, carried.taken, shard.bugs.length], [500, [], 1]);
  await end(shard);
});

/** Group commit over a real log whose appends can be held: groups, their order, and failures. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { indexOf, placeOf, RECORDS_PER_FRAME } from "../../../src/base/id.ts";
import { FRAME_BYTES_SOFT, GroupCommit } from "../../../src/shard/group_commit.ts";
import { recordsOf } from "../../../wal/format.ts";
import { openLog } from "../../../wal/log.ts";
import { directoryOf, HeldLog } from "../../support/shard/open_journal.ts";

async function opened(t: TestContext) {
  const log = new HeldLog(await openLog({ path: join(directoryOf(t), "log") }));
  t.after(() => log.close());
  const failures: Error[] = [];
  const commits: { frames: number; bytes: number }[] = [];
  const commit = new GroupCommit(log, {
    failure: (error) => failures.push(error),
    committed: ({ frames, bytes }) => commits.push({ frames, bytes }),
  });
  return { log, commit, failures, commits };
}

/** Adds a record; returns its place. */
function add(commit: GroupCommit, text: string) {
  const place = commit.nextPlace();
  const { buffer, offset } = commit.reserve(text.length);
  commit.commitRecord(offset + buffer.write(text, offset, "latin1"));
  return place;
}

const durable = (commit: GroupCommit) =>
  new Promise<number>((resolve) => assert.ok(commit.commit(resolve)));
/** Lets the callbacks of settled promises run. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

test("group commit: one record -> one frame, at the place that was said", async (t) => {
  const { commit, log, commits } = await opened(t);
  assert.deepEqual([commit.newest, commit.durable, commit.hasRecords], [0, 0, false]);
  const place = add(commit, "one");
  assert.equal(place, placeOf(1, 0));
  assert.deepEqual([commit.newest, commit.durable, commit.hasRecords], [1, 0, true]);
  assert.equal(await durable(commit), 1);
  assert.deepEqual([commit.newest, commit.durable, commit.hasRecords], [1, 1, false]);
  assert.deepEqual(
    [...log.frames(1)].flatMap(({ bytes }) => texts(bytes)),
    ["one"],
  );
  assert.deepEqual(commits, [{ frames: 1, bytes: log.read(1)?.length ?? 0 }]);
});

test("group commit: nothing added -> no append", async (t) => {
  const { commit, log } = await opened(t);
  assert.equal(
    commit.commit(() => assert.fail("nothing became durable")),
    false,
  );
  assert.deepEqual(log.appends, []);
});

test("group commit: what arrives during an append -> goes into the next, in order", async (t) => {
  const { commit, log } = await opened(t);
  const order: number[] = [];
  log.isHolding = true;
  add(commit, "a");
  assert.ok(commit.commit((sequence) => order.push(sequence)));
  add(commit, "b");
  add(commit, "c");
  assert.equal(
    commit.commit(() => assert.fail("one append at a time")),
    false,
  );
  await turn();
  assert.deepEqual([order, commit.durable, commit.isCommitting], [[], 0, true]);
  log.isHolding = false;
  log.release();
  while (commit.isCommitting) await turn();
  assert.equal(await durable(commit), 2);
  assert.deepEqual([order, log.appends], [[1], [[1], [2]]]);
  assert.deepEqual(
    [...log.frames(1)].map(({ bytes }) => texts(bytes)),
    [["a"], ["b", "c"]],
  );
});

test("group commit: records read back -> open, sealed, in flight and durable alike", async (t) => {
  const { commit, log } = await opened(t);
  log.isHolding = true;
  const large = "L".repeat(FRAME_BYTES_SOFT);
  const inFlight = add(commit, "in flight");
  commit.commit(() => {});
  const sealed = add(commit, large);
  const open = add(commit, "open");
  const read = (place: number) => Buffer.from(commit.read(place) ?? []).toString("latin1");
  const expectAll = () => {
    assert.deepEqual([inFlight, sealed, open].map(read), ["in flight", large, "open"]);
    assert.equal(commit.read(open + 1), undefined);
    assert.equal(commit.read(placeOf(9, 0)), undefined);
  };
  expectAll();
  log.isHolding = false;
  log.release();
  while (commit.isCommitting) await turn();
  await durable(commit);
  expectAll();
});

for (const [name, count, text, frames] of [
  ["more bytes than a frame takes", 300, "x".repeat(1_000), 5],
  ["more records than a frame takes", RECORDS_PER_FRAME + 1, "x", 2],
] as const) {
  test(`group commit: ${name} -> ${frames} frames, one append`, async (t) => {
    const { commit, log } = await opened(t);
    const places = Array.from({ length: count }, () => add(commit, text));
    assert.equal(await durable(commit), frames);
    assert.deepEqual(log.appends, [Array.from({ length: frames }, (_, at) => at + 1)]);
    const stored = [...log.frames(1)].flatMap(({ sequence, bytes }) =>
      texts(bytes).map((_, index) => placeOf(sequence, index)),
    );
    assert.deepEqual(stored, places);
    assert.ok(places.every((place) => indexOf(place) < RECORDS_PER_FRAME));
  });
}

test("group commit: a failed append -> told once, nothing durable, no append ever again", async (t) => {
  const { commit, log, failures } = await opened(t);
  log.isHolding = true;
  add(commit, "a");
  commit.commit(() => assert.fail("it did not become durable"));
  log.breakDown();
  await turn();
  assert.deepEqual(
    failures.map(({ message }) => message),
    ["the disk is gone"],
  );
  add(commit, "b");
  assert.equal(
    commit.commit(() => assert.fail("it is over")),
    false,
  );
  assert.deepEqual([commit.isFailed, commit.durable, log.appends.length], [true, 0, 1]);
});

test("group commit: opened on a log with frames -> goes on after them", async (t) => {
  const { commit, log } = await opened(t);
  add(commit, "a");
  await durable(commit);
  const again = new GroupCommit(log, { failure: assert.fail, committed: () => {} });
  assert.deepEqual([again.durable, again.newest], [1, 1]);
  assert.equal(add(again, "b"), placeOf(2, 0));
  assert.equal(await durable(again), 2);
  assert.equal([...log.frames(1)].length, 2);
});

function texts(frame: Uint8Array): string[] {
  return [...recordsOf(frame)].map((record) => Buffer.from(record).toString("latin1"));
}

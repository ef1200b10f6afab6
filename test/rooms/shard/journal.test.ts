/**
 * A replay gives the memory that the operations made: random operations run through the real
 * registry, then the memory is rebuilt from the log alone, from the state and the frames after it, and
 * from a state that was written at any frame. Documents, keys and answers must be the same.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import {
  decodeDocument,
  STATE_META_KEY,
  type StateMeta,
} from "../../../src/contract/tables/table.ts";
import { recover } from "../../../src/shard/recovery.ts";
import { LogDamaged } from "../../../wal/errors.ts";
import { type Done, lived } from "../../support/shard/life.ts";
import { commandOf, type OpenJournal, openJournal } from "../../support/shard/open_journal.ts";
import { PRODUCT_ID, START_MS } from "../../world/callers.ts";

/** Writes the state, then returns a digest over all its entries, idempotency segments included. */
async function digestOf({ journal, commit, store }: OpenJournal): Promise<string> {
  await store.write(journal.drain(commit.durable));
  const hash = createHash("sha256");
  let documents = 0;
  for (const [key, value] of store.range({})) {
    hash.update(`${key.length} ${value.length} `).update(key).update(value);
    documents++;
  }
  return `${documents} documents, ${journal.keyCount} keys, ${hash.digest("hex")}`;
}

function assertAnswersAgain({ journal }: OpenJournal, done: readonly Done[]): void {
  for (const { command, outcome } of done) {
    if (command.idempotencyKey === undefined) continue;
    const again = journal.execute(command);
    const { status, body, suffix } = outcome;
    assert.deepEqual(
      [again.status, again.body, again.suffix, again.replayed],
      [status, body, suffix, true],
    );
  }
}

test("journal: replayed from the log alone -> the documents, keys and answers of live", async (t) => {
  const { path, opened, done } = await lived(t, { writesState: false });
  const expected = await digestOf(opened);
  assertAnswersAgain(opened, done);
  await opened.close();
  rmSync(join(path, "state"), { recursive: true });
  const replayed = await openJournal(path);
  const { records, from } = await recover(replayed.journal, replayed, () => {});
  t.diagnostic(`${records} records, ${done.length} commands`);
  assert.equal(from, 0);
  assert.equal(await digestOf(replayed), expected);
  assertAnswersAgain(replayed, done);
  await replayed.close();
});

test("journal: opened from state and tail -> the documents, keys and answers of live", async (t) => {
  const { path, opened, done } = await lived(t, { writesState: true });
  await opened.close();
  const tailed = await openJournal(path);
  const { from, frames } = await recover(tailed.journal, tailed, () => {});
  assert.ok(from > 0 && frames > 0, `state at ${from}, then ${frames} frames`);
  const expected = await digestOf(tailed);
  assertAnswersAgain(tailed, done);
  await tailed.close();
  rmSync(join(path, "state"), { recursive: true });
  const replayed = await openJournal(path);
  await recover(replayed.journal, replayed, () => {});
  assert.equal(await digestOf(replayed), expected);
  await replayed.close();
});

test("journal: replay that writes the state on the way -> the same state, and progress", async (t) => {
  const { path, opened } = await lived(t, { writesState: false });
  const expected = await digestOf(opened);
  await opened.close();
  rmSync(join(path, "state"), { recursive: true });
  const replayed = await openJournal(path);
  const told: number[] = [];
  const { stored } = await recover(replayed.journal, replayed, ({ frame }) => told.push(frame), {
    checkpointBytes: 20_000,
    progressMs: 0,
  });
  assert.ok(stored > 0 && told.length > 0, `stored at ${stored}, told ${told.length} times`);
  assert.equal(await digestOf(replayed), expected);
  await replayed.close();
});

test("recovery: a frame that the one behind it does not confirm -> not in the state", async (t) => {
  const { path, opened } = await lived(t, { writesState: false });
  const { log } = opened;
  await opened.close();
  rmSync(join(path, "state"), { recursive: true });
  const replayed = await openJournal(path);
  const damagedAt = Math.floor(log.head.sequence / 2);
  const frames = replayed.log.frames.bind(replayed.log);
  replayed.log.frames = function* (from) {
    for (const frame of frames(from)) {
      // The log throws so when the hash in frame `damagedAt` differs from the hash of its bytes.
      if (frame.sequence === damagedAt)
        throw new LogDamaged({ sequence: damagedAt, reason: "chain" });
      yield frame;
    }
  };
  await assert.rejects(
    recover(replayed.journal, replayed, () => {}, { checkpointBytes: 1 }),
    LogDamaged,
  );
  const meta = decodeDocument<StateMeta>(replayed.store.get(STATE_META_KEY) as Uint8Array);
  assert.equal(meta.sequence, damagedAt - 2);
  await replayed.close();
});

test("journal: operations go on after a reopening -> time and places never go back", async (t) => {
  const { path, opened, done } = await lived(t, { writesState: true });
  const newest = opened.journal.record(done.at(-1)?.outcome.place ?? 0);
  await opened.close();
  const again = await openJournal(path, { nowMs: () => START_MS - 1_000 });
  await recover(again.journal, again, () => {});
  const command = commandOf(again.journal, "sandbox.clock.advance", {}, undefined);
  const outcome = again.journal.execute({
    ...command,
    input: { productId: PRODUCT_ID, at: new Date(START_MS + 2 * 86_400_000).toISOString() },
  });
  const record = again.journal.record(outcome.place);
  assert.ok(record !== undefined && newest !== undefined);
  assert.ok(record.timeMs >= newest.timeMs && record.place > newest.place);
  await again.close();
});

test("journal: a record that cannot be applied -> LogDamaged naming frame and record", async (t) => {
  const { path, opened, done } = await lived(t, { writesState: false });
  await opened.close();
  rmSync(join(path, "state"), { recursive: true });
  const replayed = await openJournal(path);
  replayed.journal.load(replayed.store);
  const target = done[700]?.outcome.place ?? 0;
  const steps = replayed.journal.replay(0, ({ place }) => {
    if (place === target) throw new Error("this one is wrong");
  });
  assert.throws(() => [...steps], {
    name: "LogDamaged",
    sequence: done[700]?.outcome.frame,
    index: target % 8_192,
    reason: "this one is wrong",
  });
  await replayed.close();
});

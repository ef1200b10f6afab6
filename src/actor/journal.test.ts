/**
 * A replay gives the memory that the operations made: random operations run through the real
 * registry, then the memory is rebuilt from the log alone, from the state and the frames after it, and
 * from a state that was written at any frame. Documents, keys and answers must be the same.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { PRODUCT_ID, START_MS } from "../../test/world/callers.ts";
import { dueLoopOver } from "../../test/world/journal.ts";
import { LogDamaged } from "../../wal/errors.ts";
import { openStateStore } from "../../wal/state_store.ts";
import { randomOf, seedOf } from "../../wal/testing/sample.ts";
import { ACTOR_TABLE } from "../contract/actor_table_codes.ts";
import {
  decodeDocument,
  encodeDocument,
  STATE_FORMAT_VERSION,
  STATE_META_KEY,
  type StateMeta,
} from "../contract/table.ts";
import { ACCOUNT_BALANCE_TABLE } from "../features/ledger/balance_block.ts";
import { SHARD_REGISTRY } from "../features/registry.ts";
import type { Command, Outcome } from "./command.ts";
import { recover } from "./recovery.ts";
import { commandOf, directoryOf, NAMES, type OpenJournal, openJournal } from "./testing.ts";

const STEPS = 1_500;
const MINUTE_MS = 60_000;
const RESET = ["sandbox.reset", { productId: PRODUCT_ID, confirm: PRODUCT_ID }] as const;
type Done = { command: Command; outcome: Outcome };

/** A clock that moves by random steps, so that some times repeat and others differ. */
function clockOf(random: (limit: number) => number): () => number {
  let nowMs = START_MS;
  return () => {
    nowMs += random(3);
    return nowMs;
  };
}

/** Runs random operations; between them, at random, commits groups and writes the state. */
async function live(
  opened: OpenJournal,
  random: (limit: number) => number,
  { writesState }: { writesState: boolean },
): Promise<Done[]> {
  const { journal, commit, store } = opened;
  journal.openScope(NAMES, START_MS);
  const done: Done[] = [];
  const accounts: string[] = [];
  const holds: string[] = [];
  const ids = idsOf(random);
  const nowMs = () => START_MS;
  const time = dueLoopOver({ ...opened, registry: SHARD_REGISTRY, nowMs, dueSlice: 2 });
  const pick = (from: readonly string[]) => from[random(from.length)] ?? ids();
  for (let step = 0; step < STEPS; step++) {
    const clockMs = START_MS + step * MINUTE_MS;
    // Not in the first half, so that one scope has enough records for its index by time.
    const resets = step > STEPS * 0.6 && random(80) === 0;
    const [operation, input] = resets ? RESET : choice(random, { accounts, holds, pick, clockMs });
    const command = commandOf(journal, operation, input, random(20) === 0 ? undefined : ids());
    const outcome = journal.execute(command);
    done.push({ command, outcome });
    time.touch(command.scope);
    if (random(2) === 0) time.runSlice();
    const reply = JSON.parse(outcome.body ?? "{}") as Record<string, string>;
    if (operation === "account.create" && outcome.status === 201) {
      accounts.push(String(reply["accountId"]));
    }
    if (operation === "transfer_hold.create" && outcome.status === 201) {
      holds.push(String(reply["transferHoldId"]));
    }
    if (operation === "sandbox.reset" && outcome.status === 200) accounts.length = 0;
    if (random(12) === 0) await opened.committed();
    // At least one write in the middle, so that a state exists; none near the end, so that frames follow.
    const isDue = step === STEPS / 2 || (step < STEPS * 0.75 && random(60) === 0);
    if (writesState && isDue) {
      if (commit.hasRecords) await opened.committed();
      await store.write(journal.drain(commit.durable));
    }
  }
  for (time.tend(); time.hasWork; time.runSlice()) {
    if (commit.hasRecords) await opened.committed();
  }
  for (const { outcome } of done) outcome.body ??= journal.answerOf(outcome.place);
  if (commit.hasRecords) await opened.committed();
  return done;
}

type Known = {
  accounts: readonly string[];
  holds: readonly string[];
  pick(from: readonly string[]): string;
  /** The time to which the sandbox clock is advanced now. */
  clockMs: number;
};

function choice(
  random: (limit: number) => number,
  { accounts, holds, pick, clockMs }: Known,
): [operation: string, input: Record<string, unknown>] {
  /**
   * Two accounts that differ, because an edge refuses equal ones before the actor sees the request.
   */
  const draft = () => ({
    sourceAccountId: pick(accounts.slice(0, accounts.length >> 1)),
    destinationAccountId: pick(accounts.slice(accounts.length >> 1)),
    amount: String(1 + random(random(8) === 0 ? 100_000 : 300)),
    currency: "EUR",
    ...(random(6) === 0 && { metadata: { note: `Zoë 🦊 ${random(9)}` } }),
  });
  const dice = accounts.length < 4 ? 0 : random(20);
  if (dice < 1) {
    const owner = { type: "product", id: PRODUCT_ID };
    const role = "product_operating";
    return ["account.create", { productId: PRODUCT_ID, role, currency: "EUR", owner }];
  }
  if (dice < 4) {
    const funding = { destinationAccountId: pick(accounts), amount: "500", currency: "EUR" };
    return ["sandbox.account_funding.create", funding];
  }
  if (dice < 11) return ["transfer.create", draft()];
  if (dice < 13) {
    const items = Array.from({ length: 1 + random(5) }, draft);
    return ["transfer.batch.create", { items, atomic: random(2) === 0 }];
  }
  if (dice < 16) {
    const expiresAt = new Date(clockMs + MINUTE_MS + random(100 * MINUTE_MS)).toISOString();
    return ["transfer_hold.create", { ...draft(), expiresAt }];
  }
  if (dice < 17) return ["transfer_hold.clear", { transferHoldId: pick(holds) }];
  if (dice < 18) return ["transfer_hold.cancel", { transferHoldId: pick(holds) }];
  if (dice < 19) {
    return ["account.freeze", { accountId: pick(accounts), mode: "debits", reason: "a test" }];
  }
  const at = new Date(clockMs).toISOString();
  return ["sandbox.clock.advance", { productId: PRODUCT_ID, at }];
}

function idsOf(random: (limit: number) => number): () => string {
  return () => {
    const hex = Array.from({ length: 32 }, () => random(16).toString(16)).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  };
}

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

async function lived(t: TestContext, options: { writesState: boolean }) {
  const seed = seedOf(t);
  const random = randomOf(seed);
  const path = directoryOf(t);
  const opened = await openJournal(path, { nowMs: clockOf(random) });
  const done = await live(opened, random, options);
  return { path, opened, done };
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
    checkpointRecords: 100,
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
    recover(replayed.journal, replayed, () => {}, { checkpointRecords: 1 }),
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

test("journal: a state that stands after the log's end -> StateUnusable, ahead", async (t) => {
  const opened = await openJournal(directoryOf(t));
  const meta = encodeDocument({ formatVersion: STATE_FORMAT_VERSION, sequence: 9 });
  await opened.store.write({ puts: [[STATE_META_KEY, meta]], removes: [] });
  assert.throws(() => opened.journal.load(opened.store), {
    name: "StateUnusable",
    isAhead: true,
    message: /stands at frame 9 but the log ends at frame 0/,
  });
  await opened.close();
});

test("recovery: an earlier version's state after the log's end -> StateUnusable, ahead, untouched", async (t) => {
  const opened = await openJournal(directoryOf(t));
  const meta = encodeDocument({ formatVersion: STATE_FORMAT_VERSION - 1, sequence: 9 });
  await opened.store.write({ puts: [[STATE_META_KEY, meta]], removes: [] });
  await assert.rejects(
    recover(opened.journal, opened, () => {}),
    {
      name: "StateUnusable",
      isAhead: true,
    },
  );
  assert.deepEqual(Buffer.from(opened.store.get(STATE_META_KEY) ?? []), Buffer.from(meta));
  await opened.close();
});

test("recovery: a state from before checksums -> made again; a damaged head -> StateUnusable", async (t) => {
  const { path, opened, done } = await lived(t, { writesState: true });
  const head = opened.store.get(STATE_META_KEY);
  const { sequence } = decodeDocument<StateMeta>(head as Uint8Array);
  await opened.close();
  const state = join(path, "state");
  const putHead = async (bytes: Uint8Array): Promise<void> => {
    const unchecked = openStateStore(state, { checksums: false });
    await unchecked.write({ puts: [[STATE_META_KEY, bytes]], removes: [] });
    await unchecked.close();
  };
  await putHead(encodeDocument({ formatVersion: 2, sequence }));
  const replayed = await openJournal(path);
  assert.equal((await recover(replayed.journal, replayed, () => {})).from, 0);
  assert.equal(
    replayed.journal.record(done.at(-1)?.outcome.place ?? 0)?.place,
    done.at(-1)?.outcome.place,
  );
  await replayed.close();
  for (const version of [2, 3]) {
    const text = JSON.stringify({ formatVersion: version, sequence });
    await putHead(Buffer.from(version === 2 ? `${text}~~~~` : text));
    const damaged = await openJournal(path);
    await assert.rejects(
      recover(damaged.journal, damaged, () => {}),
      {
        name: "StateUnusable",
        message: /the state cannot be read: state is damaged at key .*npm run log -- rebuild/,
      },
    );
    await damaged.close();
  }
});

const UNNOTICED_BY_CHECKSUMS: [string, (entries: Entry[]) => Changed][] = [
  ["put back as it was", (entries) => ({ puts: [older(entries)], removes: [] })],
  ["gone", (entries) => ({ puts: [], removes: [rowOf(entries)[0]] })],
  ["there twice", (entries) => ({ puts: [twin(entries)], removes: [] })],
  ["of the head gone", () => ({ puts: [], removes: [STATE_META_KEY] })],
];
type Entry = [key: Uint8Array, value: Uint8Array];
type Changed = { puts: Entry[]; removes: Uint8Array[] };

const rowOf = (entries: Entry[]) =>
  entries.find(([key]) => key[0] === ACTOR_TABLE.recordIndex) as Entry;
/** The entry of an account with another balance; its checksum will fit, so the value looks whole. */
function older(entries: Entry[]): Entry {
  const [key, value] = entries.find(([key]) => key[0] === ACCOUNT_BALANCE_TABLE) as Entry;
  const bytes = Buffer.from(value);
  bytes.writeBigUInt64LE(bytes.readBigUInt64LE(0) ^ 1n, 0);
  return [key, bytes];
}
function twin(entries: Entry[]): Entry {
  const [key, value] = rowOf(entries);
  return [Buffer.concat([key.subarray(0, -1), Buffer.of((key.at(-1) as number) ^ 1)]), value];
}

for (const [name, change] of UNNOTICED_BY_CHECKSUMS) {
  test(`journal: an entry of the state ${name} -> StateUnusable, rebuild named`, async (t) => {
    const { path, opened } = await lived(t, { writesState: true });
    await opened.store.write(change([...opened.store.range({})]));
    await opened.close();
    const again = await openJournal(path);
    assert.throws(() => again.journal.load(again.store), {
      name: "StateUnusable",
      isAhead: false,
      message: /has \d+ entries with the sum -?\d+, but \d+ with the sum .*npm run log -- rebuild/,
    });
    await again.close();
  });
}

test("journal: a state of a later version -> StateUnusable, not ahead", async (t) => {
  const opened = await openJournal(directoryOf(t));
  const meta = encodeDocument({ formatVersion: STATE_FORMAT_VERSION + 1, sequence: 0 });
  await opened.store.write({ puts: [[STATE_META_KEY, meta]], removes: [] });
  assert.throws(() => opened.journal.load(opened.store), { name: "StateUnusable", isAhead: false });
  await opened.close();
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

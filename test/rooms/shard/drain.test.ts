/** A drain that takes many steps: what is written is the state at the end of one frame. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { BLOCK_ROWS } from "../../../src/features/ledger/balance_block.ts";
import { SHARD_REGISTRY } from "../../../src/features/registry.ts";
import { seedOf } from "../../support/seeds.ts";
import {
  ACCOUNT,
  ask,
  type Box,
  envelope,
  openMailbox,
  send,
  turns,
  until,
} from "../../support/shard/mailbox.ts";
import {
  answerOf,
  commandOf,
  directoryOf,
  NAMES,
  type OpenJournal,
  openJournal,
} from "../../support/shard/open_journal.ts";
import { randomOf } from "../../support/wal/sample.ts";
import { START_MS } from "../../world/callers.ts";
import { journalOver } from "../../world/journal.ts";

/** More than three blocks of balances. */
const ACCOUNTS = 3 * BLOCK_ROWS + 5;
const NEW_ACCOUNTS = 200;
/**
 * Of so many steps between slices one adds an account. A slice takes half an entry in the middle, there
 * are three steps after each, and an account is three entries of the next drain: so each drain is about
 * as long as the one before it. With one of 8 each would be more than twice as long.
 */
const STEPS_OF_AN_ACCOUNT = 16;

type Stored = Pick<OpenJournal, "log" | "store">;

/** All entries of the state, by key. */
function storedIn({ store }: Stored): Map<string, string> {
  return new Map(
    [...store.range({})].map(([key, value]) => [hexOf(key), Buffer.from(value).toString("latin1")]),
  );
}

/** The entries that the log alone gives at the end of frame `sequence`. */
function replayedTo({ log }: Stored, sequence: number): Map<string, string> {
  const { journal } = journalOver({ log, registry: SHARD_REGISTRY, nowMs: () => 0 });
  for (const step of journal.replay(0)) if (step.sequence === sequence) break;
  const withoutChecksum = (stored: Uint8Array) => Buffer.from(stored.subarray(0, -4));
  return new Map(
    journal
      .drain(sequence)
      .puts.map(([key, stored]) => [hexOf(key), withoutChecksum(stored).toString("latin1")]),
  );
}

function hexOf(key: Uint8Array): string {
  return Buffer.from(key).toString("hex");
}

test("drain: accounts and transfers between its slices -> the state of the frame it began at", async (t) => {
  const random = randomOf(seedOf(t));
  const path = directoryOf(t);
  const opened = await openJournal(path, { nowMs: () => START_MS });
  const { journal, commit, store } = opened;
  journal.openRealm(NAMES, START_MS);
  const run = (operation: string, input: Record<string, unknown>) => {
    const outcome = journal.execute(commandOf(journal, operation, input, undefined));
    assert.ok(outcome.status < 300, outcome.body);
    return JSON.parse(answerOf(outcome)) as { accountId: string };
  };
  const money = { amount: "1", currency: "EUR" };
  const accountIds: string[] = [];
  const add = () => {
    const { accountId } = run("account.create", ACCOUNT);
    const funding = { destinationAccountId: accountId, amount: "500", currency: "EUR" };
    run("sandbox.account_funding.create", funding);
    accountIds.push(accountId);
  };
  const move = () => {
    const [sourceAccountId, destinationAccountId] = [0, 1].map(
      (half) => accountIds[2 * random(accountIds.length >> 1) + half],
    );
    run("transfer.create", { sourceAccountId, destinationAccountId, ...money });
  };
  while (accountIds.length < ACCOUNTS) add();
  for (let round = 0; round < 6; round++) {
    for (let count = 0; count < 40; count++) move();
    await opened.committed();
    const sequence = commit.durable;
    const drain = journal.beginDrain(sequence);
    let batch = drain.take(0);
    while (batch === undefined) {
      for (let count = 0; count < 3; count++) random(STEPS_OF_AN_ACCOUNT) === 0 ? add() : move();
      batch = drain.take(random(2));
    }
    move();
    await store.write(batch);
    await opened.committed();
    assert.deepEqual(storedIn(opened), replayedTo(opened, sequence));
    assert.notDeepEqual(storedIn(opened), replayedTo(opened, commit.durable));
  }
  await opened.close();
  const again = await openJournal(path);
  const from = again.journal.load(again.store);
  for (const _ of again.journal.replay(from));
  await again.store.write(again.journal.drain(again.log.head.sequence));
  assert.deepEqual(storedIn(again), replayedTo(again, again.log.head.sequence));
  await again.close();
});

/** A mailbox with funded accounts, whose drains stand still while `slice.blocks` is 0. */
async function slicedBox(t: Parameters<typeof openMailbox>[0]) {
  const slice = { blocks: Number.POSITIVE_INFINITY, asked: 0 };
  // Before the mailbox closes, which takes all that is left.
  t.after(() => {
    slice.blocks = Number.POSITIVE_INFINITY;
  });
  const drainSlice = () => {
    slice.asked++;
    return slice.blocks;
  };
  const box = await openMailbox(t, { drainSlice });
  const slots = Array.from({ length: ACCOUNTS }, (_, at) => at + 1);
  send(
    box,
    slots.map((slot) => envelope(box, slot)),
  );
  await until(() => box.replies[0]?.size === ACCOUNTS);
  const accountIds = slots.map((slot) => {
    const { accountId } = JSON.parse(box.replies[0]?.get(slot)?.body ?? "") as Record<
      string,
      string
    >;
    return accountId as string;
  });
  return { box, slice, accountIds };
}

function fund(box: Box, slot: number, accountId: string): Promise<unknown> {
  const input = { destinationAccountId: accountId, amount: "5", currency: "EUR" };
  return ask(box, envelope(box, slot, { operation: "sandbox.account_funding.create", input }));
}

/** Changes an account, and begins a drain that takes nothing until `slice` says how many blocks. */
async function beginStalledDrain(box: Box, slice: { blocks: number }, accountId: string) {
  slice.blocks = 0;
  await fund(box, 1_001, accountId);
  box.ports[0]?.postMessage({ kind: "view" });
  await turns();
}

test("mailbox: a drain under way -> requests are answered, the view waits, and is that of one frame", async (t) => {
  const { box, slice, accountIds } = await slicedBox(t);
  const { signals } = box;
  await until(() => signals.viewed === signals.acknowledged);
  await beginStalledDrain(box, slice, accountIds[0] as string);
  const { viewed } = signals;
  const began = signals.acknowledged;
  assert.ok(viewed < began);
  for (const [at, accountId] of [0, BLOCK_ROWS, ACCOUNTS - 1].entries()) {
    await fund(box, 1_002 + at, accountIds[accountId] as string);
  }
  await turns();
  assert.deepEqual([signals.viewed, signals.acknowledged], [viewed, began + 3]);
  slice.blocks = 1;
  await until(() => signals.viewed > viewed);
  assert.equal(signals.viewed, began);
  assert.deepEqual(storedIn(box), replayedTo(box, began));
});

test("mailbox: many entries change while a drain is under way -> its slices are as large, and it ends in few turns", async (t) => {
  const { box, slice } = await slicedBox(t);
  const { signals } = box;
  await until(() => signals.viewed === signals.acknowledged);
  const { viewed } = signals;
  const open = (first: number) =>
    send(
      box,
      Array.from({ length: NEW_ACCOUNTS }, (_, at) => envelope(box, first + at)),
    );
  slice.blocks = 0;
  open(2_000);
  box.ports[0]?.postMessage({ kind: "view" });
  await turns();
  open(3_000);
  await turns();
  slice.blocks = 1;
  slice.asked = 0;
  open(4_000);
  await until(() => signals.viewed > viewed);
  // By slices of one entry there would be one for each entry: several of each account.
  assert.ok(slice.asked < NEW_ACCOUNTS / 4, `${slice.asked} slices`);
});

test("mailbox: close while a drain is under way -> all that was taken is in the state", async (t) => {
  const { box, slice, accountIds } = await slicedBox(t);
  await beginStalledDrain(box, slice, accountIds[0] as string);
  await fund(box, 1_002, accountIds[1] as string);
  slice.blocks = 1;
  await box.mailbox.close();
  assert.deepEqual(
    [box.signals.viewed, box.signals.acknowledged],
    [box.commit.newest, box.commit.newest],
  );
  assert.deepEqual(storedIn(box), replayedTo(box, box.commit.newest));
});

test("mailbox: the log fails while a drain is under way -> the view stays, and a start brings it on", async (t) => {
  const { box, slice, accountIds } = await slicedBox(t);
  const { signals, path } = box;
  await until(() => signals.viewed === signals.acknowledged);
  await beginStalledDrain(box, slice, accountIds[0] as string);
  const { viewed } = signals;
  box.log.isHolding = true;
  send(box, [envelope(box, 1_002)]);
  const { length } = box.log.appends;
  await until(() => box.log.appends.length > length);
  box.log.breakDown();
  await until(() => box.failures.length === 1);
  slice.blocks = 1;
  await turns();
  assert.equal(signals.viewed, viewed);
  assert.deepEqual(storedIn(box), replayedTo(box, viewed));
  await box.abandon();
  const again = await openMailbox(t, { path });
  await until(() => again.signals.viewed === again.commit.durable);
  assert.deepEqual(storedIn(again), replayedTo(again, again.commit.durable));
});

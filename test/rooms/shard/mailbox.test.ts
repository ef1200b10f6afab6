/** The mailbox between real ports and a real log: which edge gets which message, and when. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  REPLY_BARE_REFUSAL,
  REPLY_REPLAYED,
  REPLY_UNRECORDED,
} from "../../../src/contract/messages/envelope.ts";
import { systemCommand } from "../../../src/shard/system_command.ts";
import type { StateStore } from "../../../wal/state_store.ts";
import { messageOf } from "../../support/contract/envelopes.ts";
import {
  ACCOUNT,
  ask,
  envelope,
  openMailbox,
  send,
  standingClock,
  turns,
  until,
  uuid,
} from "../../support/shard/mailbox.ts";
import { NAMES } from "../../support/shard/open_journal.ts";

/** A state store and a clock that moves only by the writes of the store, each by `writeMs`. */
function slowStore(writeMs: number) {
  const slow = { clockMs: Date.now(), writes: 0 };
  const storeOf = (store: StateStore): StateStore => ({
    get: (key) => store.get(key),
    getUnchecked: (key) => store.getUnchecked(key),
    range: (range) => store.range(range),
    scan: (visit) => store.scan(visit),
    snapshot: () => store.snapshot(),
    current: () => store.current(),
    async write(batch) {
      await store.write(batch);
      slow.writes++;
      slow.clockMs += writeMs;
    },
    clear: () => store.clear(),
    sync: () => store.sync(),
    close: () => store.close(),
  });
  return { slow, storeOf, nowMs: () => slow.clockMs };
}

for (const { writeMs, restMs } of [
  { writeMs: 2, restMs: 100 },
  { writeMs: 30, restMs: 300 },
  { writeMs: 200, restMs: 2_000 },
  { writeMs: 400, restMs: 3_000 },
]) {
  test(`mailbox: a view that took ${writeMs} ms to write -> rests ${restMs} ms, but not when a reader waits`, async (t) => {
    const { slow, storeOf, nowMs } = slowStore(writeMs);
    const box = await openMailbox(t, { storeOf, nowMs });
    const readerAsks = async () => {
      const { writes } = slow;
      box.ports[0]?.postMessage({ kind: "view" });
      await until(() => box.signals.viewed === box.signals.acknowledged);
      assert.equal(slow.writes, writes + 1);
    };
    await until(() => slow.writes === 1);
    await ask(box, envelope(box, 1));
    await readerAsks();
    const drainedMs = slow.clockMs - writeMs;
    const { writes } = slow;
    slow.clockMs = drainedMs + restMs - 1;
    await ask(box, envelope(box, 2));
    await turns();
    assert.equal(slow.writes, writes);
    slow.clockMs = drainedMs + restMs;
    await ask(box, envelope(box, 3));
    await until(() => slow.writes === writes + 1);
    await ask(box, envelope(box, 4));
    await readerAsks();
  });
}

test("mailbox: a write -> no reply and no acknowledgement before its frame is durable", async (t) => {
  const box = await openMailbox(t);
  const { log, signals, replies } = box;
  const before = signals.acknowledged;
  log.isHolding = true;
  send(box, [envelope(box, 1)]);
  await until(() => log.appends.length === 2);
  await turns();
  assert.deepEqual([replies[0]?.size, signals.acknowledged], [0, before]);
  log.isHolding = false;
  log.release();
  await until(() => replies[0]?.size === 1);
  const reply = replies[0]?.get(1);
  assert.deepEqual([reply?.status, reply?.flags, signals.acknowledged], [201, 0, before + 1]);
  assert.match(reply?.suffix ?? "", /^[0-9A-Z]{26}$/);
  assert.ok(log.read(before + 1) !== undefined);
});

test("mailbox: a write of a member's session -> the member is the actor, in record and resource", async (t) => {
  const box = await openMailbox(t);
  const actor = { type: "user", id: "usr_1" } as const;
  const { actor: answered } = await ask(box, { ...envelope(box, 1), principalId: "ses_1", actor });
  const record = box.journal.record(box.journal.realms.get(box.realmKey)?.headPlace ?? 0);
  assert.deepEqual(
    [record?.principalId, record?.actorType, record?.actorId],
    ["ses_1", actor.type, actor.id],
  );
  assert.deepEqual(answered, actor);
});

test("mailbox: the same key while its fsync runs -> the same answer, after that fsync", async (t) => {
  const box = await openMailbox(t, { edges: 2 });
  const { log, replies } = box;
  log.isHolding = true;
  send(box, [envelope(box, 1)], 0);
  await until(() => log.appends.length === 2);
  send(box, [envelope(box, 7, { key: uuid(1) })], 1);
  await turns();
  assert.deepEqual(
    replies.map(({ size }) => size),
    [0, 0],
  );
  log.isHolding = false;
  log.release();
  await until(() => replies[0]?.size === 1 && replies[1]?.size === 1);
  const first = replies[0]?.get(1);
  assert.deepEqual(replies[1]?.get(7), { ...first, flags: REPLY_REPLAYED });
  assert.equal(log.appends.length, 2);
});

test("mailbox: requests of one turn from two edges -> one append, each edge its own", async (t) => {
  const box = await openMailbox(t, { edges: 2 });
  const { log, replies } = box;
  send(box, [envelope(box, 1), envelope(box, 2)], 0);
  send(box, [envelope(box, 3)], 1);
  await until(() => replies[0]?.size === 2 && replies[1]?.size === 1);
  assert.deepEqual(log.appends.slice(1), [[2]]);
  assert.deepEqual([...(replies[0]?.keys() ?? [])], [1, 2]);
});

for (const { characters, appends } of [
  { characters: 64 * 256 - 1, appends: [[2]] },
  { characters: 64 * 256, appends: [[2], [3]] },
]) {
  test(`mailbox: a message of ${characters} characters, and another one -> ${appends.length} appends`, async (t) => {
    const box = await openMailbox(t);
    const withNote = (note: string) =>
      envelope(box, 1, { input: { ...ACCOUNT, description: note } });
    const rest = characters - messageOf([withNote("")]).length;
    send(box, [withNote("x".repeat(rest))]);
    send(box, [envelope(box, 2)]);
    await until(() => box.replies[0]?.size === 2);
    assert.deepEqual(box.log.appends.slice(1), appends);
  });
}

test("mailbox: text outside ASCII, several replies of a group -> lengths cut it right", async (t) => {
  const box = await openMailbox(t);
  const named = (slot: number, name: string) =>
    envelope(box, slot, { input: { ...ACCOUNT, name } });
  send(box, [named(1, "Zoë 🦊"), named(2, "不足"), named(3, "plain")]);
  await until(() => box.replies[0]?.size === 3);
  const names = [1, 2, 3].map((slot) => JSON.parse(box.replies[0]?.get(slot)?.body ?? "").name);
  assert.deepEqual(names, ["Zoë 🦊", "不足", "plain"]);
});

test("mailbox: the append fails -> 503 to all that wait and come later, and it stays so", async (t) => {
  const box = await openMailbox(t, { edges: 2 });
  const { log, replies, signals, failures, mailbox } = box;
  const before = signals.acknowledged;
  log.isHolding = true;
  send(box, [envelope(box, 1), envelope(box, 2)], 0);
  await until(() => log.appends.length === 2);
  send(box, [envelope(box, 3)], 1);
  await turns();
  log.breakDown();
  await until(() => replies[0]?.size === 2 && replies[1]?.size === 1);
  send(box, [envelope(box, 4)], 1);
  await until(() => replies[1]?.size === 2);
  for (const reply of replies.flatMap((own) => [...own.values()])) {
    assert.deepEqual([reply.status, reply.flags], [503, REPLY_UNRECORDED | REPLY_BARE_REFUSAL]);
    assert.equal(JSON.parse(reply.body).code, "ledger_unavailable");
  }
  assert.deepEqual([signals.serving, signals.acknowledged], [false, before]);
  assert.deepEqual(
    failures.map(({ message }) => message),
    ["the disk is gone"],
  );
  const realm = { names: NAMES, createdAtMs: 0 };
  await assert.rejects(mailbox.openRealms([realm]), /does not serve/);
});

test("mailbox: locate after an append failed -> no answer, instead of that there is no such key", async (t) => {
  const box = await openMailbox(t);
  await ask(box, envelope(box, 1));
  box.log.isHolding = true;
  send(box, [envelope(box, 2)]);
  await until(() => box.log.appends.length === 3);
  box.log.breakDown();
  await until(() => box.replies[0]?.has(2) === true);
  for (const key of [uuid(1), uuid(2)]) {
    box.ports[0]?.postMessage({ kind: "locate", ticket: 1, realm: box.realmKey, key });
  }
  await turns();
  assert.deepEqual(box.told, []);
});

test("mailbox: a realm that is not open -> 503, nothing recorded", async (t) => {
  const box = await openMailbox(t);
  send(box, [envelope(box, 1, { realm: "live:prod_unknown" })]);
  await until(() => box.replies[0]?.size === 1);
  assert.equal(box.replies[0]?.get(1)?.status, 503);
  assert.equal(box.log.appends.length, 1);
});

test("mailbox: a view request -> told when the state shows all that was acknowledged", async (t) => {
  const box = await openMailbox(t);
  await ask(box, envelope(box, 1));
  const acknowledged = box.signals.acknowledged;
  const reached = () =>
    box.told.some((one) => one.kind === "viewReached" && one.sequence >= acknowledged);
  while (!reached()) {
    const count = box.told.length;
    box.ports[0]?.postMessage({ kind: "view" });
    await until(() => box.told.length > count);
  }
  assert.ok(box.signals.viewed >= acknowledged);
});

test("mailbox: the state while an append is held -> shows only durable frames", async (t) => {
  const box = await openMailbox(t);
  await ask(box, envelope(box, 1));
  const { signals, log } = box;
  const durable = signals.acknowledged;
  log.isHolding = true;
  send(box, [envelope(box, 2)]);
  await until(() => log.appends.length === 3);
  box.ports[0]?.postMessage({ kind: "view" });
  await turns();
  assert.ok(signals.viewed <= durable);
  log.isHolding = false;
  log.release();
  await until(() => box.replies[0]?.has(2) === true);
});

test("mailbox: locate -> the place of a key in its own realm, 0 elsewhere", async (t) => {
  const box = await openMailbox(t);
  await ask(box, envelope(box, 1));
  const asked = [
    { realm: box.realmKey, key: uuid(1) },
    { realm: box.realmKey, key: uuid(2) },
    { realm: "live:prod_unknown", key: uuid(1) },
  ];
  asked.forEach(({ realm, key }, ticket) => {
    box.ports[0]?.postMessage({ kind: "locate", ticket, realm, key });
  });
  await until(() => box.told.length === 3);
  const places = box.told.map((one) => (one.kind === "located" ? one.place : -1));
  assert.equal(box.journal.record(places[0] ?? 0)?.idempotencyKey, uuid(1));
  assert.deepEqual(places.slice(1), [0, 0]);
});

test("mailbox: a hold's deadline in live -> it expires by itself, as a record of the clock", async (t) => {
  const { nowMs, loop, advance } = standingClock();
  const box = await openMailbox(t, { environment: "live", nowMs, loop });
  const source = await ask(box, envelope(box, 1));
  const destination = await ask(box, envelope(box, 2));
  const money = { amount: "70", currency: "EUR" };
  const funding = { destinationAccountId: source["accountId"], ...money };
  await ask(box, envelope(box, 3, { operation: "sandbox.account_funding.create", input: funding }));
  const hold = {
    sourceAccountId: source["accountId"],
    destinationAccountId: destination["accountId"],
    expiresAt: new Date(nowMs() + 40).toISOString(),
    ...money,
  };
  await ask(box, envelope(box, 4, { operation: "transfer_hold.create", input: hold }));
  const newest = () => {
    const realm = box.journal.realms.get(box.realmKey);
    return realm === undefined ? undefined : box.journal.record(realm.headPlace);
  };
  advance(39);
  await turns();
  assert.equal(newest()?.operation, "transfer_hold.create");
  advance(1);
  await until(() => newest()?.operation === "transfer_hold.expire");
  assert.deepEqual([newest()?.cause, newest()?.status], ["clock", 200]);
  const ordinal = box.journal.state.accounts.ordinalOf(1, String(source["accountId"]));
  assert.equal(box.journal.state.accounts.debitsPending(ordinal), 0n);
  await until(() => box.commit.durable === box.commit.newest);
});

test("mailbox: close -> all that was taken is durable and in the state", async (t) => {
  const box = await openMailbox(t);
  send(box, [envelope(box, 1), envelope(box, 2)]);
  await until(() => box.log.appends.length === 2);
  await box.mailbox.close();
  assert.deepEqual(
    [box.signals.viewed, box.signals.acknowledged, box.signals.serving],
    [box.commit.newest, box.commit.newest, false],
  );
});

test("mailbox: the platform asks for something after close -> refused, nothing in the log", async (t) => {
  const box = await openMailbox(t);
  const realm = box.journal.realms.get(box.realmKey);
  assert.ok(realm !== undefined);
  await box.mailbox.close();
  const { newest } = box.commit;
  const names = { ...NAMES, productId: "prod_late", environment: "sandbox" as const };
  const command = systemCommand("customer.create", {}, realm, "platform", 0);
  for (const ask of [
    () => box.mailbox.openRealms([{ names, createdAtMs: Date.now() }]),
    () => box.mailbox.run(command),
  ]) {
    await assert.rejects(ask, /does not serve/);
  }
  assert.deepEqual([box.commit.newest, box.commit.isCommitting], [newest, false]);
});

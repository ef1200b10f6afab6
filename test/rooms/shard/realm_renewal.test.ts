/**
 * A fresh realm in the place of another, as after a reset of a sandbox: in memory, in the state and in
 * the log; and what the retired realm still has to do: nothing that time asks for, every effect it owes.
 */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { placeOf } from "../../../src/base/id.ts";
import { oneEvent } from "../../../src/contract/declare/event.ts";
import {
  REALM_RENEWED,
  type RealmDocument,
  retiredRealmKey,
} from "../../../src/contract/records/realm_document.ts";
import type { StoredRecord } from "../../../src/contract/records/record.ts";
import { SHARD_TABLE } from "../../../src/contract/tables/shard_table_codes.ts";
import { decodeDocument, tableKey } from "../../../src/contract/tables/table.ts";
import { recover } from "../../../src/shard/recovery.ts";
import { recordsOf } from "../../../wal/format.ts";
import {
  crash,
  end,
  LETTERS,
  type RunningShard,
  send,
  slowCarrier,
  startShard,
} from "../../support/shard/letters.ts";
import {
  ask,
  type Box,
  type BoxOptions,
  envelope,
  openMailboxOf,
  send as sendTo,
  standingClock,
  turns,
  until,
} from "../../support/shard/mailbox.ts";
import {
  commandOf,
  directoryOf,
  NAMES,
  type OpenJournal,
  openJournal,
  REALM_KEY,
} from "../../support/shard/open_journal.ts";
import { ROW_REGISTRY, type RowState, ranIn } from "../../support/shard/rows.ts";
import { PRODUCT_ID, START_MS } from "../../world/callers.ts";

const RESET = { productId: PRODUCT_ID, confirm: PRODUCT_ID };
const KEYS = [1, 2, 3, 4].map((number) => `00000000-0000-4000-8000-00000000000${number}`);
const [KEY = "", OTHER = "", RESET_KEY = "", LAST = ""] = KEYS;

/** A customer; its kind of fact means one event. */
const customer = ({ journal }: OpenJournal, key: string) =>
  journal.execute(
    commandOf(
      journal,
      "customer.create",
      { productId: PRODUCT_ID, entity: { kind: "person", displayName: "Ada", country: "GB" } },
      key,
    ),
  );
const reset = ({ journal }: OpenJournal, key = RESET_KEY) =>
  journal.execute(commandOf(journal, "sandbox.reset", RESET, key));

async function opened(path: string): Promise<OpenJournal> {
  const journal = await openJournal(path, { nowMs: () => START_MS });
  await recover(journal.journal, journal, () => {});
  return journal;
}

async function store({ committed, commit, journal, store: state }: OpenJournal): Promise<void> {
  if (commit.hasRecords) await committed();
  await state.write(journal.drain(commit.durable));
}

const realmIn = ({ store: state }: OpenJournal, key: string) =>
  decodeDocument<RealmDocument>(
    state.get(tableKey(SHARD_TABLE.realm, 0, key)) ?? new TextEncoder().encode("null"),
  );

/** Every entry of the state, as text. */
const entriesOf = ({ store: state }: OpenJournal) =>
  [...state.range({})].map((entry) => Buffer.concat(entry).toString("latin1"));

for (const storesBetween of [false, true]) {
  const when = storesBetween ? "before and after" : "after";
  test(`realm renewal: the state written ${when} -> both realms by their keys, as from the log alone`, async (t) => {
    const path = directoryOf(t);
    const first = await opened(path);
    first.journal.openRealm(NAMES, START_MS);
    customer(first, KEY);
    if (storesBetween) await store(first);
    reset(first);
    if (storesBetween) await store(first);
    reset(first, OTHER);
    await store(first);
    assert.deepEqual(
      [REALM_KEY, retiredRealmKey(1), retiredRealmKey(2)].map((key) => {
        const { number, names, recordCount, eventCount } = realmIn(first, key);
        assert.deepEqual(names, NAMES);
        return { number, recordCount, eventCount };
      }),
      [
        { number: 3, recordCount: 1, eventCount: 3 },
        { number: 1, recordCount: 1, eventCount: 1 },
        { number: 2, recordCount: 1, eventCount: 2 },
      ],
    );
    const stored = entriesOf(first);
    await first.close();
    rmSync(join(path, "state"), { recursive: true });
    const replayed = await opened(path);
    await store(replayed);
    assert.deepEqual(entriesOf(replayed), stored);
    await replayed.close();
  });
}

for (const [how, stores] of [
  ["in the log alone", false],
  ["in the state", true],
] as const) {
  test(`realm renewal: a restart with it ${how} -> the fresh realm by its name, keys as before`, async (t) => {
    const path = directoryOf(t);
    const first = await opened(path);
    first.journal.openRealm(NAMES, START_MS);
    const answers = [customer(first, KEY), reset(first), customer(first, OTHER)];
    await first.committed();
    if (stores) await store(first);
    await first.close();
    const again = await opened(path);
    const { realms } = again.journal;
    assert.deepEqual(
      [...realms.all()].map(({ number, key }) => ({ number, key })),
      [{ number: 2, key: REALM_KEY }],
    );
    assert.equal(again.journal.openRealm(NAMES, START_MS), undefined);
    assert.deepEqual([realms.isRetired(1), realms.get(retiredRealmKey(1))], [true, undefined]);
    const told = [customer(again, KEY), reset(again), customer(again, OTHER)];
    assert.deepEqual(
      told.map(({ body, replayed }) => [body, replayed]),
      answers.map(({ body }) => [body, true]),
    );
    const { place } = customer(again, LAST);
    assert.equal(again.journal.record(place)?.firstEvent, 4);
    await again.close();
  });
}

test("realm renewal: the process ends before its frame is durable -> nothing was renewed, its key is free", async (t) => {
  const path = directoryOf(t);
  const first = await opened(path);
  first.journal.openRealm(NAMES, START_MS);
  const { body } = customer(first, KEY);
  await first.committed();
  reset(first);
  await first.close();
  const again = await opened(path);
  assert.equal(again.journal.realms.get(REALM_KEY)?.number, 1);
  assert.equal(customer(again, KEY).body, body);
  assert.equal(reset(again).replayed, false);
  assert.equal(again.journal.realms.get(REALM_KEY)?.number, 2);
  await again.close();
});

test("realm renewal: its record -> the fresh realm's, and the fact that replays it", async (t) => {
  const first = await opened(directoryOf(t));
  first.journal.openRealm(NAMES, START_MS - 5);
  customer(first, KEY);
  const { place } = reset(first);
  const record = first.journal.record(place);
  assert.deepEqual([record?.realm, record?.previousPlace, record?.firstEvent], [2, 0, 2]);
  assert.deepEqual(record?.facts, [
    { kind: REALM_RENEWED, number: 2, retired: 1, names: NAMES, createdAtMs: START_MS - 5 },
  ]);
  await first.close();
});

test("realm renewal: a key of before, looked for -> found, as a view may still show its realm", async (t) => {
  const first = await opened(directoryOf(t));
  const other = { ...NAMES, productId: "prod_other" };
  for (const names of [NAMES, other]) first.journal.openRealm(names, START_MS);
  const { place } = customer(first, KEY);
  await first.committed();
  reset(first);
  const [current, ofOther, none] = [3, 2, 9].map((realm) => first.journal.placeOfKey(realm, KEY));
  assert.deepEqual([current, ofOther, none], [place, 0, 0]);
  await first.close();
});

type RowBox = Box<RowState>;

function openRows(t: TestContext, options: Partial<BoxOptions<RowState>>): Promise<RowBox> {
  return openMailboxOf(t, { registry: ROW_REGISTRY, environment: "live", ...options });
}

const make = (box: RowBox, slot: number, fromMs: number) =>
  envelope(box, slot, { operation: "rows.make", input: { count: 1, fromMs } });
const renew = (box: RowBox, slot: number) =>
  envelope(box, slot, { operation: "realm.renew", input: {} });
const ran = ({ journal }: RowBox) => ranIn(journal.state);

test("realm renewal: a row of before, its time comes -> never runs; one of after runs", async (t) => {
  const { advance, nowMs, loop } = standingClock();
  const box = await openRows(t, { nowMs, loop });
  await ask(box, make(box, 1, nowMs() + 1_000));
  await ask(box, renew(box, 2));
  advance(1_001);
  await turns();
  assert.equal(ran(box), 0);
  await ask(box, make(box, 3, nowMs() + 1_000));
  advance(1_001);
  await until(() => ran(box) === 1);
  await turns();
  assert.equal(ran(box), 1);
});

test("realm renewal: a row that is due and the renewal in one message -> the row never runs", async (t) => {
  const box = await openRows(t, {});
  sendTo(box, [make(box, 1, 0), renew(box, 2)]);
  await until(() => box.replies[0]?.size === 2);
  await turns();
  assert.equal(ran(box), 0);
});

test("realm renewal: a restart with rows of before that are due -> none runs", async (t) => {
  const { advance, nowMs, loop } = standingClock();
  const box = await openRows(t, { nowMs, loop });
  await ask(box, make(box, 1, nowMs() + 1_000));
  await ask(box, renew(box, 2));
  await box.mailbox.close();
  await box.abandon();
  rmSync(join(box.path, "state"), { recursive: true });
  advance(2_000);
  const next = await openRows(t, { nowMs, loop, path: box.path });
  await turns();
  assert.equal(ran(next), 0);
  await ask(next, make(next, 3, nowMs() + 1_000));
  advance(1_001);
  await until(() => ran(next) === 1);
});

/** Letters whose arrival is told as an event. */
const TOLD: typeof LETTERS = {
  ...LETTERS,
  events: new Map([
    ...LETTERS.events,
    ["letter.arrived.1", oneEvent("letter.arrived", { resourceIdOf: () => "" })],
  ]),
};

const forget = ({ mailbox, journal }: RunningShard) =>
  mailbox.run(commandOf(journal, "letter.forget", {}, OTHER));

function recordsIn({ log, journal }: RunningShard): StoredRecord[] {
  return [...log.frames(1)].flatMap(({ sequence, bytes }) =>
    [...recordsOf(bytes)].map((_, at) => journal.record(placeOf(sequence, at)) as StoredRecord),
  );
}

const isIdle = ({ commit }: RunningShard) =>
  commit.durable === commit.newest && !commit.isCommitting;

for (const restarts of [false, true]) {
  const when = restarts ? "after a crash" : "in the same life";
  test(`realm renewal: an effect that is owed, ${when} -> carried, settled in its realm, no event`, async (t) => {
    const path = directoryOf(t);
    const carried = slowCarrier();
    let life = await startShard(path, carried.carrier, TOLD);
    await send(life, ["ada"], KEY);
    const [effectId = ""] = carried.ids();
    await forget(life);
    if (restarts) {
      await crash(life);
      life = await startShard(path, carried.carrier, TOLD);
      assert.deepEqual(carried.ids(), [effectId, effectId]);
      assert.deepEqual(carried.taken.at(-1)?.realm, NAMES);
    }
    const current = life.journal.realms.get(REALM_KEY);
    const headPlace = current?.headPlace;
    carried.of(effectId).arrive("here");
    await until(() => life.journal.effects.size === 0 && isIdle(life));
    const settled = recordsIn(life).at(-1);
    const expected = ["letter.settle", 1, 0];
    assert.deepEqual([settled?.operation, settled?.realm, settled?.firstEvent], expected);
    assert.deepEqual([current?.number, current?.headPlace], [2, headPlace]);
    await end(life);
    const stored = await startShard(path, carried.carrier, TOLD);
    assert.deepEqual([stored.journal.effects.size, stored.bugs], [0, []]);
    assert.equal(stored.journal.realms.numbered(1).recordCount, 2);
    await end(stored);
  });
}

/** What a start makes of a state that is of another version, of another log, or not whole. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { SHARD_TABLE } from "../../../src/contract/tables/shard_table_codes.ts";
import {
  decodeDocument,
  encodeDocument,
  STATE_FORMAT_VERSION,
  STATE_META_KEY,
  type StateMeta,
} from "../../../src/contract/tables/table.ts";
import { LEDGER_TABLE } from "../../../src/features/table_codes.ts";
import { recover } from "../../../src/shard/recovery.ts";
import { openStateStore } from "../../../wal/state_store.ts";
import { lived } from "../../support/shard/life.ts";
import { directoryOf, openJournal } from "../../support/shard/open_journal.ts";

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

for (const [name, change] of [
  ["another version of a table", (tables) => ({ ...tables, 12: "customer@0" })],
  ["the keys of all realms as one", ({ 3: _, ...others }) => others],
  ["one table fewer", ({ 12: _, ...others }) => others],
  ["a table that is gone by now", (tables) => ({ ...tables, 200: "coupon@1" })],
] satisfies [string, (tables: Record<string, string>) => Record<string, string>][]) {
  test(`recovery: a state with ${name} -> made again from the log`, async (t) => {
    const { path, opened } = await lived(t, { writesState: true });
    const before = opened.store.get(STATE_META_KEY) as Uint8Array;
    const meta = decodeDocument<StateMeta>(before);
    assert.equal(meta.tables?.["12"], "customer@2");
    const head = encodeDocument({ ...meta, tables: change({ ...meta.tables }) });
    await opened.store.write({ puts: [[STATE_META_KEY, head]], removes: [] });
    await opened.close();
    const again = await openJournal(path);
    const { from, stored } = await recover(again.journal, again, () => {}, {
      checkpointBytes: 1,
    });
    const written = again.store.get(STATE_META_KEY) as Uint8Array;
    const { sequence, tables } = decodeDocument<StateMeta>(written);
    assert.deepEqual([from, sequence, tables], [0, stored, meta.tables]);
    await again.close();
  });
}

const UNNOTICED_BY_CHECKSUMS: [string, (entries: Entry[]) => Changed][] = [
  ["put back as it was", (entries) => ({ puts: [older(entries)], removes: [] })],
  ["gone", (entries) => ({ puts: [], removes: [rowOf(entries)[0]] })],
  ["there twice", (entries) => ({ puts: [twin(entries)], removes: [] })],
  ["of the head gone", () => ({ puts: [], removes: [STATE_META_KEY] })],
];
type Entry = [key: Uint8Array, value: Uint8Array];
type Changed = { puts: Entry[]; removes: Uint8Array[] };

const rowOf = (entries: Entry[]) =>
  entries.find(([key]) => key[0] === SHARD_TABLE.recordIndex) as Entry;
/** With other money than it has, and the checksum of what it says: a value that is whole. */
function older(entries: Entry[]): Entry {
  const [key, value] = entries.find(([key]) => key[0] === LEDGER_TABLE.accountBalance) as Entry;
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

/** How much the deadlines of stored documents read; that they are right is in shard/stored_documents.test.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { NOTHING_STORED, type StateReads } from "./state_reads.ts";
import { deadlineOfEntry, StoredDeadlines } from "./stored_index.ts";

type Row = { realm: number; atMs: number | undefined };
const REALM = 1;
const COUNT = 500;

/** The entries of rows that are due one after another, three at each moment. */
const ENTRIES = Array.from(
  { length: COUNT },
  (_, at) =>
    (1_000 + Math.floor(at / 3)).toString(36).padStart(9, "0") +
    `row${String(at).padStart(4, "0")}`,
);

function openDeadlines() {
  const young = new Set<string>();
  const entries = new Set(ENTRIES);
  let read = 0;
  const state: StateReads = {
    ...NOTHING_STORED,
    *under(_code, realm, prefix, after = "") {
      for (const key of entries) {
        if (!key.startsWith(prefix) || key <= after) continue;
        read++;
        yield { realm, key, value: new Uint8Array() };
      }
    },
  };
  const deadlines = new StoredDeadlines<Row>({ name: "due", code: 1 }, ({ atMs }) => atMs);
  deadlines.attach({
    state,
    isYoung: (key) => young.has(key),
    young: noDocument,
    find: noDocument,
  });
  /** As a table tells that the row has run: it is young, and waits for nothing. */
  const ran = ({ key, atMs }: { key: string; atMs: number }) => {
    young.add(key);
    deadlines.changed(key, { realm: REALM, atMs }, { realm: REALM, atMs: undefined });
    deadlines.youngChanged(key, undefined, { realm: REALM, atMs: undefined });
  };
  /** As a table tells that the row was removed, and as the state is when that is written. */
  const removed = (entry: string) => {
    const { atMs, key } = deadlineOfEntry(entry);
    young.add(key);
    deadlines.changed(key, { realm: REALM, atMs }, undefined);
    entries.delete(entry);
    young.delete(key);
  };
  return { deadlines, young, ran, removed, readCount: () => read };
}

function noDocument(): undefined {}

test("stored deadlines: rows that run one after another -> in their order, each stored entry is read at most twice", () => {
  const { deadlines, ran, readCount } = openDeadlines();
  const order: string[] = [];
  for (let first = deadlines.first(REALM); first !== undefined; first = deadlines.first(REALM)) {
    order.push(first.key);
    ran(first);
  }
  assert.deepEqual(
    order,
    ENTRIES.map((entry) => deadlineOfEntry(entry).key),
  );
  assert.ok(readCount() <= 2 * COUNT, `${readCount()} entries were read`);
});

test("stored deadlines: one of the rows that ran is young no longer, and waits again -> it is the first", () => {
  const { deadlines, young, ran } = openDeadlines();
  const one = deadlines.first(REALM);
  assert.ok(one !== undefined);
  ran(one);
  const second = deadlines.first(REALM);
  assert.ok(second !== undefined);
  ran(second);
  young.delete(one.key);
  deadlines.youngChanged(one.key, { realm: REALM, atMs: undefined }, undefined);
  assert.deepEqual(deadlines.first(REALM), one);
});

test("stored deadlines: one that was read together with the first is removed, and that is written -> it is not there", () => {
  const { deadlines, ran, removed } = openDeadlines();
  for (let count = 0; count < 3; count++) {
    const first = deadlines.first(REALM);
    assert.ok(first !== undefined);
    ran(first);
  }
  assert.equal(deadlines.first(REALM)?.key, "row0003");
  removed(ENTRIES[4] as string);
  const fourth = deadlines.first(REALM);
  assert.ok(fourth !== undefined);
  ran(fourth);
  assert.equal(deadlines.first(REALM)?.key, "row0005");
});

test("stored deadlines: together at a moment of which one ran -> the others", () => {
  const { deadlines, ran } = openDeadlines();
  const first = deadlines.first(REALM);
  assert.ok(first !== undefined);
  ran(first);
  const { keys } = deadlines.together(REALM, 10) ?? {};
  assert.deepEqual(keys, ["row0001", "row0002"]);
});

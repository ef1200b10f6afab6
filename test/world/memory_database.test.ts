/** LMDB in memory against LMDB itself: the same transactions, the same reads. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { type Database, openDatabase, type RangeOptions } from "../../wal/database.ts";
import { seedOf } from "../support/seeds.ts";
import { randomOf } from "../support/wal/sample.ts";
import { createFaultlessDisk } from "./memory_database.ts";

const TRANSACTIONS = 40;
const RANGES = 200;
/** Few keys, so that most transactions change existing keys. */
const KEYS = 40;

/** A key of two bytes: the first one decides the order, the second one is not ASCII. */
const keyOf = (number: number) => Uint8Array.of(1 + (number >> 2), 0xfc + (number & 3));

function read(database: Database, options: RangeOptions): string[] {
  return [...database.getRange(options)].map(
    ({ key, value }) => `${Buffer.from(key).toString("hex")} ${Buffer.from(value).toString("hex")}`,
  );
}

test("memory database: random transactions and ranges -> what LMDB says", async (t) => {
  const path = mkdtempSync(join(tmpdir(), "database-"));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  const random = randomOf(seedOf(t));
  const both = [openDatabase("state", path), createFaultlessDisk().open()];
  for (let transaction = 0; transaction < TRANSACTIONS; transaction++) {
    const changes = Array.from({ length: 1 + random(4) }, () => ({
      key: keyOf(random(KEYS)),
      value: random(3) === 0 ? undefined : Buffer.from([random(256), transaction]),
    }));
    // Removes come before puts, as in the state store.
    const ordered = changes.toSorted(
      (a, b) => Number(a.value !== undefined) - Number(b.value !== undefined),
    );
    for (const database of both) {
      await database.batch(() => {
        for (const { key, value } of ordered) {
          if (value === undefined) database.remove(key);
          else database.put(key, value);
        }
      });
      database.resetReadTxn();
    }
  }
  const [lmdb, memory] = both as [Database, Database];
  assert.deepEqual(memory.getStats().entryCount, lmdb.getStats().entryCount);
  for (let number = 0; number < KEYS; number++) {
    const [expected, found] = both.map((one) => one.getBinary(keyOf(number))?.toString("hex"));
    assert.equal(found, expected);
  }
  for (let range = 0; range < RANGES; range++) {
    const options: RangeOptions = {
      ...(random(3) > 0 && { start: keyOf(random(KEYS)) }),
      ...(random(3) > 0 && { end: keyOf(random(KEYS)) }),
      ...(random(2) > 0 && { reverse: true }),
      ...(random(2) > 0 && { exclusiveStart: true }),
      ...(random(2) > 0 && { inclusiveEnd: true }),
      ...(random(4) === 0 && { limit: 1 + random(5) }),
    };
    assert.deepEqual(read(memory, options), read(lmdb, options), JSON.stringify(options));
  }
  for (const database of both) await database.close();
});

test("memory database: a key that is there, one that is not -> not written, written whole", async () => {
  const database = createFaultlessDisk().open();
  const [one, other] = [keyOf(1), keyOf(2)];
  const puts: Promise<boolean>[] = [];
  const put = (key: Uint8Array) => () => {
    for (const each of [key, keyOf(3)]) puts.push(database.put(each, Buffer.from("v")));
  };
  assert.equal(await database.ifNoExists(one, put(one)), true);
  assert.equal(await database.ifNoExists(one, put(other)), false);
  assert.deepEqual(await Promise.all(puts), [true, true, false, false]);
  assert.equal(database.getBinary(other), undefined);
});

test("memory database: a moment that is held -> does not move, until it is let go", async () => {
  const database = createFaultlessDisk().open();
  const put = (text: string) => database.batch(() => database.put(keyOf(1), Buffer.from(text)));
  const text = () => database.getBinaryFast(keyOf(1))?.subarray(0, database.lastSize).toString();
  await put("a");
  assert.equal(text(), "a");
  await put("b");
  assert.equal(text(), "a");
  database.resetReadTxn();
  assert.equal(text(), "b");
});

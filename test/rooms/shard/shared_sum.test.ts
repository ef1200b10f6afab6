/** A start whose state two threads walk, against one whose state one thread walks. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { Worker } from "node:worker_threads";
import { threadCodeOf } from "../../../scripts/program.ts";
import {
  encodeText,
  NEVER_STORED,
  type Table,
  type TableSink,
} from "../../../src/contract/tables/table.ts";
import { load, newStored, StateUnusable } from "../../../src/shard/checkpoint.ts";
import { Drain } from "../../../src/shard/drain.ts";
import { IdempotencyTable } from "../../../src/shard/idempotency_table.ts";
import {
  SharedSum,
  type SharedWalk,
  type Summing,
  sumParts,
} from "../../../src/shard/shared_sum.ts";
import { openStateStore, type StateStore } from "../../../wal/state_store.ts";
import { directoryOf } from "../../support/shard/open_journal.ts";

const DOCUMENTS = 3_000;

/** A table that reads at a start only how many documents it has. */
class Documents implements Table {
  readonly name: string;
  readonly code: number;
  readonly version = 1;
  readonly loaded: string[] = [];
  entries = 0;

  constructor(code: number) {
    this.name = `documents_${code}`;
    this.code = code;
  }

  drain(sink: TableSink): void {
    for (let at = 0; at < DOCUMENTS; at++) {
      sink(at % 3, `key-${at}`, encodeText("value".repeat(at % 40)), NEVER_STORED);
    }
  }

  attach(_: unknown, entries: number): void {
    this.entries = entries;
  }
}

class ReadDocuments extends Documents {
  load(realm: number, key: string): void {
    this.loaded.push(`${realm} ${key}`);
  }
}

/** Tables that are read stand between tables that are not. */
function newTables() {
  return [10, 11, 12, 20, 30].map((code) =>
    code % 20 === 0 ? new ReadDocuments(code) : new Documents(code),
  );
}

async function directoryOfState(t: TestContext): Promise<string> {
  const path = directoryOf(t);
  const store = openStateStore(path);
  await store.write(new Drain(newStored(newTables(), new IdempotencyTable(1)), 7).takeAll());
  await store.close();
  return path;
}

async function loaded(path: string, summing?: Summing) {
  const store = openStateStore(path);
  const tables = newTables();
  const stored = newStored(tables, new IdempotencyTable(1));
  let elsewhere = 0;
  const scan: StateStore["scan"] = (visit, take) =>
    store.scan(visit, (part) => {
      const entries = take?.(part);
      elsewhere += entries ?? 0;
      return entries;
    });
  const reads = { get: store.get.bind(store), current: store.current.bind(store), scan };
  try {
    const from = load(reads, stored, 7, summing);
    return { from, total: stored.total, tables, elsewhere };
  } finally {
    await store.close();
  }
}

test("shared sum: another thread is done before -> it walked all that reads nothing, and all is as with one thread", async (t) => {
  const path = await directoryOfState(t);
  const { elsewhere: none, ...expected } = await loaded(path);
  const start = (walk: SharedWalk) => sumParts(path, walk);
  const { elsewhere, ...found } = await loaded(path, { fromEntries: 1, start });
  assert.deepEqual(found, expected);
  assert.equal(none, 0);
  // Some parts have entries of both kinds.
  assert.ok(elsewhere > 3.8 * DOCUMENTS && elsewhere < 4 * DOCUMENTS, String(elsewhere));
  assert.deepEqual(
    found.tables.map(({ entries }) => entries),
    [DOCUMENTS, DOCUMENTS, DOCUMENTS, DOCUMENTS, DOCUMENTS],
  );
  assert.equal(found.tables[3]?.loaded.length, DOCUMENTS);
});

test("shared sum: threads at the same time, ten starts -> as with one thread each time", async (t) => {
  const path = await directoryOfState(t);
  const { elsewhere: _, ...expected } = await loaded(path);
  const program = threadCodeOf(new URL("../../../src/entries/summing.ts", import.meta.url));
  for (let round = 0; round < 10; round++) {
    let ended: Promise<unknown> | undefined;
    const start = (walk: SharedWalk) => {
      const thread = new Worker(program, { eval: true, workerData: { path, walk } });
      ended = new Promise((resolve, reject) => thread.on("exit", resolve).on("error", reject));
      const words = new Int32Array(walk.memory);
      while (words.every((word) => word === 0));
    };
    const { elsewhere, ...found } = await loaded(path, { fromEntries: 5 * DOCUMENTS, start });
    assert.deepEqual(found, expected);
    assert.ok(elsewhere > 0);
    t.diagnostic(`${elsewhere} entries in the other thread`);
    await ended;
  }
});

test("shared sum: a state of fewer entries -> no second thread", async (t) => {
  const path = await directoryOfState(t);
  await loaded(path, { fromEntries: 5 * DOCUMENTS + 1, start: () => assert.fail() });
});

test("shared sum: the second thread does not start, or ends inside of a part -> the shard walks it", async (t) => {
  const path = await directoryOfState(t);
  const { elsewhere: _, ...expected } = await loaded(path);
  const ends: Summing["start"][] = [
    () => {},
    (walk) => assert.throws(() => sumParts(`${path}/none`, walk), { code: "ENOENT" }),
    (walk) => {
      const shared = new SharedSum(walk, 1);
      assert.ok(shared.claim({ index: 1, from: Buffer.of(11), below: Buffer.of(12) }));
    },
  ];
  for (const start of ends) {
    const { elsewhere, ...found } = await loaded(path, { fromEntries: 1, start, waitMs: 1 });
    assert.deepEqual(found, expected);
    assert.equal(elsewhere, 0);
  }
});

test("shared sum: damage that the second thread finds -> the shard refuses with the same words", async (t) => {
  const path = await directoryOfState(t);
  const file = join(path, "data.mdb");
  const bytes = readFileSync(file);
  // The last bytes of a document of a table that reads nothing: no other value has them.
  const at = bytes.lastIndexOf("valuevalue");
  bytes[at] = (bytes[at] as number) ^ 1;
  writeFileSync(file, bytes);
  const messageOf = async (summing?: Summing) => {
    try {
      await loaded(path, summing);
    } catch (cause) {
      assert.ok(cause instanceof StateUnusable);
      return cause.message;
    }
    return undefined;
  };
  let own: unknown;
  const start = (walk: SharedWalk) => {
    try {
      sumParts(path, walk);
    } catch (cause) {
      own = cause;
    }
  };
  const expected = await messageOf();
  assert.match(String(expected), /checksum/);
  assert.equal(await messageOf({ fromEntries: 1, start }), expected);
  assert.match(String(own), /checksum/);
});

/** The moment from which on a new key hides ids: after everything that a directory holds already. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { sampleRecord } from "../../test/support/proofs/tree_log.ts";
import { batchOf, newEntry } from "../../test/support/request_log/entries.ts";
import { directoryOf, frameAfter } from "../../test/support/wal/sample.ts";
import { openLog } from "../../wal/log.ts";
import { RECORD } from "../contract/records/record_layout.ts";
import { RequestStore } from "../request_log/store.ts";
import { idKeyAt, makeIdKey } from "./id_key_file.ts";

const DAY_MS = 86_400_000;

/** A log of two frames, whose last record is of a time. */
async function logAt(path: string, timeMs: number): Promise<string> {
  const log = await openLog({ path });
  for (const back of [5, 0]) {
    const recordAt = (sequence: number, index: number) => {
      const record = sampleRecord(sequence, index);
      record.writeDoubleLE(timeMs - back, RECORD.timeMs);
      return record;
    };
    await log.append([frameAfter(log.head, 3, recordAt)]);
  }
  await log.close();
  return path;
}

test("new id key: nothing has an id yet -> all ids are hidden", async (t) => {
  const path = directoryOf(t);
  const existing = { logPaths: [join(path, "none")], requestLogPath: join(path, "requests") };
  const keyId = await makeIdKey(path, existing);
  const { secret, sinceMs } = idKeyAt(path, path, keyId);
  assert.deepEqual([secret.length, sinceMs], [16, 0]);
  assert.notEqual(await makeIdKey(path, existing), keyId, "chance makes a key");
  assert.throws(() => idKeyAt(path, path, keyId), /is not the key of this directory/);
});

test("new id key: records of the past -> from now on; of a clock that was ahead -> after the newest of any shard", async (t) => {
  const path = directoryOf(t);
  const requestLogPath = join(path, "requests");
  const startedMs = Date.now();
  const past = await logAt(join(path, "a"), startedMs - DAY_MS);
  const since = async (logPaths: string[]) =>
    idKeyAt(path, path, await makeIdKey(path, { logPaths, requestLogPath })).sinceMs;
  const now = await since([past]);
  assert.ok(now >= startedMs && now <= Date.now());
  const ahead = await logAt(join(path, "b"), startedMs + DAY_MS);
  assert.equal(await since([past, ahead]), startedMs + DAY_MS + 1);
});

test("new id key: requests that were logged by a clock ahead -> after them too", async (t) => {
  const path = directoryOf(t);
  const requestLogPath = join(path, "requests");
  const startedMs = Date.now();
  const timeMs = startedMs + 40 * DAY_MS;
  const store = new RequestStore({
    ...{ path: requestLogPath, bytesMax: 2 ** 30, nowMs: () => timeMs },
    onFault: (error) => assert.fail(String(error)),
  });
  await store.write(batchOf([newEntry(timeMs - 7), newEntry(timeMs)]));
  await store.close();
  const logPaths = [await logAt(join(path, "a"), startedMs - DAY_MS)];
  const keyId = await makeIdKey(path, { logPaths, requestLogPath });
  assert.equal(idKeyAt(path, path, keyId).sinceMs, timeMs + 1);
});

test("new id key: a log whose newest record cannot be read -> no key, and why", async (t) => {
  const path = directoryOf(t);
  const logPath = await logAt(join(path, "a"), Date.now());
  const file = join(logPath, "data.mdb");
  writeFileSync(file, readFileSync(file).subarray(0, 4_096));
  await assert.rejects(
    makeIdKey(path, { logPaths: [logPath], requestLogPath: join(path, "requests") }),
    { name: "OptionError", message: /the newest record of .* cannot be read.*log -- verify/ },
  );
});

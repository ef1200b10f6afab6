/** Entries as bytes: what was recorded is what is read, of both versions. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import {
  BASE_MS,
  entryBytes,
  newEntry,
  noteOf,
  oldEntryBytes,
} from "../../test/support/request_log/entries.ts";
import { encodeIdSuffix } from "../base/id.ts";
import type { RequestEntry } from "../contract/messages/request_log.ts";
import { decodeEntry, entriesOf } from "./entry.ts";

const OTHER = "\u20ac caf\u00e9 \ud83d\ude00";

function variants(): RequestEntry[] {
  const plain = newEntry(BASE_MS);
  const write = {
    ...plain,
    operationId: `op_${encodeIdSuffix(BASE_MS, 3, 8_192_007, 5)}`,
    idempotencyKey: randomUUID(),
    requestId: "!".repeat(128),
    status: 201,
    durationMs: 30_000.07,
    requestBody: '{"a":1}',
    responseBody: '{"error":{}}',
    responseBytes: 2 ** 40,
    traceId: "0".repeat(31).concat("1"),
  };
  const texts = ["realmKey", "path", "query", "userAgent", "idempotencyKey", "accept"] as const;
  const bodies = ["requestBody", "responseBody", "errorCode", "keyPrefix"] as const;
  const others = [...texts, ...bodies].flatMap((field) => [
    { ...plain, [field]: OTHER },
    { ...write, [field]: OTHER },
    { ...write, [field]: field === "path" ? "/" : "" },
  ]);
  return [plain, write, { ...plain, idempotencyKey: randomUUID().toUpperCase() }, ...others];
}

test("entry: every text in every place, the path in the profile or not -> read back", () => {
  for (const entry of variants()) {
    for (const hasPath of [true, false]) {
      const block = Buffer.concat([Buffer.alloc(0), entryBytes(noteOf(entry, hasPath))]);
      const [place, ...more] = entriesOf(block);
      assert.ok(place !== undefined && more.length === 0);
      assert.deepEqual(decodeEntry(block, place), entry);
    }
  }
});

test("entry: of a member -> read back with who stands behind the credential", () => {
  const entry = newEntry(BASE_MS, { principalId: "ses_1", keyPrefix: "", actor: "user:usr_1" });
  const block = entryBytes(noteOf(entry));
  const [place] = entriesOf(block);
  assert.ok(place !== undefined);
  assert.deepEqual(decodeEntry(block, place), entry);
});

test("entry: a line feed in a text of one line -> a space", () => {
  const entry = newEntry(BASE_MS, { path: "/a\nb", userAgent: "c\nd", requestBody: "e\nf" });
  const block = entryBytes(noteOf(entry));
  const [place] = entriesOf(block);
  assert.ok(place !== undefined);
  const { path, userAgent, requestBody } = decodeEntry(block, place);
  assert.deepEqual([path, userAgent, requestBody], ["/a b", "c d", "e\nf"]);
});

test("entry: both versions in one block -> each is read as it was", () => {
  const entries = variants();
  const parts = entries.map((entry, at) =>
    at % 2 === 0 ? oldEntryBytes(entry) : entryBytes(noteOf(entry)),
  );
  const block = Buffer.concat(parts);
  const places = [...entriesOf(block)];
  assert.deepEqual(
    places.map((place) => decodeEntry(block, place)),
    entries,
  );
});

test("entry: a block that is cut at any byte -> refused, unless an entry ends there", () => {
  const entries = variants().slice(0, 3);
  const parts = entries.map((entry, at) =>
    at === 1 ? oldEntryBytes(entry) : entryBytes(noteOf(entry)),
  );
  const block = Buffer.concat(parts);
  const ends = new Set([0]);
  for (const part of parts) ends.add(Math.max(...ends) + part.length);
  for (let below = 0; below <= block.length; below++) {
    const cut = block.subarray(0, below);
    if (ends.has(below)) assert.doesNotThrow(() => [...entriesOf(cut)]);
    else assert.throws(() => [...entriesOf(cut)], /entry of a block/);
  }
});

/** How a PATCH changes metadata. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { METADATA_KEYS_MAX } from "../contract/values/formats.ts";
import { mergedMetadata, refuseMetadata } from "./metadata_change.ts";

type Values = Record<string, string>;
type Row = [
  what: string,
  before: Values | undefined,
  change: Record<string, string | null> | null | undefined,
  after: Values | undefined,
];

const ROWS: Row[] = [
  ["no metadata in the change", { a: "1" }, undefined, undefined],
  ["no keys", { a: "1" }, {}, { a: "1" }],
  ["no keys, none before", undefined, {}, {}],
  ["another key", { a: "1" }, { b: "2" }, { a: "1", b: "2" }],
  ["the same key", { a: "1", b: "2" }, { a: "3" }, { a: "3", b: "2" }],
  ["a key with null", { a: "1", b: "2" }, { a: null }, { b: "2" }],
  ["a key with an empty text", { a: "1", b: "2" }, { a: "" }, { b: "2" }],
  ["a key with null that is not there", { a: "1" }, { b: null }, { a: "1" }],
  ["null", { a: "1", b: "2" }, null, {}],
  ["null, none before", undefined, null, {}],
  ["a key that was made empty before", { a: "" }, { b: "2" }, { a: "", b: "2" }],
  [
    "names of every object",
    { a: "1" },
    { constructor: "2", toString: null },
    { a: "1", constructor: "2" },
  ],
];

for (const [what, before, change, after] of ROWS) {
  test(`metadata: ${what} -> ${JSON.stringify(after) ?? "as it was"}`, () => {
    const kept = structuredClone(before);
    assert.deepEqual(mergedMetadata(before, change), after);
    assert.deepEqual(before, kept, "what was before is not written");
  });
}

test("metadata: as many keys as it may have, and one more -> taken, refused", () => {
  const keys = Array.from({ length: METADATA_KEYS_MAX }, (_, at) => [`k${at}`, "v"]);
  const full: Values = Object.fromEntries(keys);
  assert.equal(refuseMetadata(undefined), undefined);
  assert.equal(refuseMetadata(full), undefined);
  const refusal = refuseMetadata(mergedMetadata(full, { more: "v" }));
  assert.equal(refusal?.code, "state_constraint_failed");
  assert.equal(refuseMetadata(mergedMetadata(full, { more: "v", k0: null })), undefined);
});

/** One entry of the error catalog, read without a shard. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ERROR_CATALOG, ERROR_CODES } from "../../contract/error_catalog.ts";
import { catalogErrorRetrieve } from "./catalog.error.retrieve.ts";

test("catalog.error.retrieve: every code -> its entry", () => {
  for (const code of ERROR_CODES) {
    const answer = catalogErrorRetrieve.read(undefined as never, { code }, undefined as never);
    assert.deepEqual(answer.refused ? undefined : JSON.parse(answer.json), ERROR_CATALOG[code]);
  }
});

for (const code of ["no_such_code", "toString", "__proto__"]) {
  test(`catalog.error.retrieve: ${code} -> resource_not_found`, () => {
    const answer = catalogErrorRetrieve.read(undefined as never, { code }, undefined as never);
    assert.equal(answer.refused && answer.code, "resource_not_found");
    assert.deepEqual(answer.refused && answer.details, { resourceType: "error", code });
  });
}

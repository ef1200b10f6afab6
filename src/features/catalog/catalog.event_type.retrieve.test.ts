/** One type of event: its schema is JSON Schema, and its example is of it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { faultsOf, type Schema } from "../../../test/support/json_schema.ts";
import "../registry.ts";
import { createTestShard } from "../testing.ts";
import { catalogEventTypeRetrieve } from "./catalog.event_type.retrieve.ts";
import { eventTypes } from "./event_types.ts";

const shard = createTestShard([]);

test("catalog.event_type.retrieve: every type -> a schema that its example satisfies", () => {
  assert.ok(eventTypes().length > 10);
  for (const { type } of eventTypes()) {
    const { reply } = shard.read(catalogEventTypeRetrieve, { eventType: type });
    const { schema, example } = reply as { schema: Schema; example: unknown };
    const { $schema: dialect, ...rest } = schema;
    assert.equal(dialect, "https://json-schema.org/draft/2020-12/schema");
    assert.deepEqual(faultsOf(rest, rest, example), [], type);
  }
});

for (const eventType of ["transfer.vanished", "transfer", "toString"]) {
  test(`catalog.event_type.retrieve: ${eventType} -> resource_not_found`, () => {
    assert.equal(shard.read(catalogEventTypeRetrieve, { eventType }).code, "resource_not_found");
  });
}

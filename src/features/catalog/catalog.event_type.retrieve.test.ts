/** catalog.event_type.retrieve: a type's schema is JSON Schema, and the example satisfies the schema. */
import assert from "node:assert/strict";
import { declaredEvents } from "../../../test/support/features/catalog/catalog.ts";
import { faultsOf } from "../../../test/support/json_schema.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import type { Answer } from "../../../test/world/writing.ts";
import { catalogEventTypeRetrieve } from "./catalog.event_type.retrieve.ts";

decisionTable(catalogEventTypeRetrieve, {
  rows: [
    ...[...declaredEvents().keys()].map((eventType) => ({
      title: eventType,
      input: { eventType },
      outcome: "a schema that its example satisfies",
      check({ reply: { schema, example } }: { reply: Answer }) {
        const { $schema: dialect, ...rest } = schema;
        assert.equal(dialect, "https://json-schema.org/draft/2020-12/schema");
        assert.deepEqual(faultsOf(rest, rest, example), []);
      },
    })),
    ...["transfer.vanished", "transfer", "toString"].map((eventType) => ({
      title: eventType,
      input: { eventType },
      code: "resource_not_found" as const,
    })),
  ],
});

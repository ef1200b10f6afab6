/** The examples of refusals: as their declarations say. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Value } from "@sinclair/typebox/value";
import { operations } from "../features/registry.ts";
import { ERROR_CODES } from "./error_catalog.ts";
import { detailsSchemaOf } from "./error_details.ts";
import { errorExample } from "./error_examples.ts";
import { codesOf } from "./shared_codes.ts";

test("error examples: every code that a published operation declares -> has one", () => {
  const published = operations.filter(({ inContract }) => inContract !== false);
  const codes = new Set(published.flatMap((operation) => codesOf(operation)));
  const without = [...codes].filter((code) => errorExample(code, "x.y") === undefined);
  assert.deepEqual(without, []);
});

test("error examples: every example -> details as the code declares them, closed", () => {
  for (const code of ERROR_CODES) {
    const example = errorExample(code, "transfer.create") as
      | { error: { code: string; message: string; details: object } }
      | undefined;
    if (example === undefined) continue;
    assert.equal(example.error.code, code);
    const errors = [...Value.Errors(detailsSchemaOf(code), example.error.details)];
    assert.deepEqual(errors, [], code);
  }
});

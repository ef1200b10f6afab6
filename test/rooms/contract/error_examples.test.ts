/** The examples of refusals: as their declarations say. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Value } from "@sinclair/typebox/value";
import { errorExample } from "../../../src/contract/document/error_examples.ts";
import { ERROR_CODES } from "../../../src/contract/refusals/error_catalog.ts";
import { detailsSchemaOf } from "../../../src/contract/refusals/error_details.ts";
import { codesOf } from "../../../src/contract/refusals/shared_codes.ts";
import { operations } from "../../../src/features/registry.ts";

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

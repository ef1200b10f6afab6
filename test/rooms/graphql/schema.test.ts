/** Which reads are root fields: those by GET of the contract, and no others. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AnyRead } from "../../../src/calls/callable.ts";
import { openApiDocument } from "../../../src/contract/document/openapi.ts";
import { ABOUT } from "../../../src/features/published.ts";
import { operations } from "../../../src/features/registry.ts";
import { readOf, schemaOf } from "../../../src/graphql/schema.ts";

type Paths = Record<string, Record<string, { operationId: string }>>;

test("schema: root fields -> the GET operations of the contract that answer JSON, each once", () => {
  const { paths } = openApiDocument(operations, ABOUT, { serverUrl: "/v1" }) as { paths: Paths };
  const gets = Object.values(paths).flatMap(({ get }) => (get === undefined ? [] : [get]));
  const declared = new Map(operations.map((operation) => [operation.id, operation]));
  // A page, a redirect or a stream of events is declared as such, and is no field.
  const wanted = gets
    .map(({ operationId }) => operationId)
    .filter((id) => declared.get(id)?.answers === undefined);
  const fields = Object.values(schemaOf(operations).getQueryType()?.getFields() ?? {});
  const served = fields.map((field) => readOf(field)?.operation.id);
  assert.deepEqual(served.toSorted(), wanted.toSorted());
});

test("schema: reads that need a proof of a log's tree -> outside of the contract", () => {
  const proving = operations.filter(
    (operation): operation is AnyRead => operation.type === "read" && operation.proves === true,
  );
  assert.ok(proving.length > 0);
  for (const { id, inContract } of proving) assert.equal(inContract, false, id);
});

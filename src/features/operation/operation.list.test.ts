/** Operations as they are listed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { PRODUCT_ID, START_MS } from "../testing.ts";
import { operationList } from "./operation.list.ts";
import type { OperationDocument } from "./operation_schema.ts";
import { createOperationShard, KEY, listOperations } from "./testing_operations.ts";

const at = (seconds: number) => new Date(START_MS + seconds * 1_000).toISOString();

const LISTS: { name: string; filters: Record<string, unknown>; statuses: number[] }[] = [
  { name: "a name", filters: { operation: "transfer.batch.create" }, statuses: [201] },
  { name: "a status", filters: { status: "refused" }, statuses: [409] },
  { name: "a status that none has", filters: { status: "running" }, statuses: [] },
  { name: "part of a name", filters: { search: "BATCH" }, statuses: [201] },
  { name: "text that nothing has", filters: { search: "batches" }, statuses: [] },
  { name: "an idempotency key", filters: { idempotencyKey: KEY.toUpperCase() }, statuses: [201] },
  {
    name: "from one second to before another",
    filters: { createdFrom: at(2), createdTo: at(4) },
    statuses: [201, 409],
  },
  { name: "a name that nothing has", filters: { operation: "transfer.reverse" }, statuses: [] },
];

for (const { name, filters, statuses } of LISTS) {
  test(`operation.list: ${name} -> ${statuses.join(" ") || "nothing"}`, () => {
    const found = listOperations(createOperationShard().shard, filters);
    assert.deepEqual(
      found.map(({ httpStatus }) => httpStatus),
      statuses,
    );
  });
}

test("operation.list: a resource -> the operation that made it", () => {
  const { shard, source } = createOperationShard();
  const [made] = listOperations(shard, { resourceId: source });
  assert.deepEqual(made?.resource, { type: "account", id: source });
  assert.deepEqual(listOperations(shard, { search: source }), [made]);
  assert.deepEqual(listOperations(shard, { search: made?.operationId }), [made]);
});

test("operation.list: pages of one -> the same walk as one page", () => {
  const { shard } = createOperationShard();
  const whole = listOperations(shard, {}).map(({ operationId }) => operationId);
  const walked: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { productId: PRODUCT_ID, limit: 1, ...(cursor && { cursor }) };
    const page = shard.read(operationList, query).reply as {
      items: OperationDocument[];
      nextCursor?: string;
    };
    walked.push(...page.items.map(({ operationId }) => operationId));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  assert.deepEqual(walked, whole);
});

test("operation.list: another Product -> resource_not_found", () => {
  const { code } = createOperationShard().shard.read(operationList, { productId: "prod_x" });
  assert.equal(code, "resource_not_found");
});

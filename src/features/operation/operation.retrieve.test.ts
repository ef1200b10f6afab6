/** One operation, and what a record says of its resource. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Value } from "@sinclair/typebox/value";
import { PRINCIPAL } from "../testing.ts";
import { operationRetrieve } from "./operation.retrieve.ts";
import { OperationDocument } from "./operation_schema.ts";
import { createOperationShard, KEY, listOperations } from "./testing_operations.ts";

test("operation.retrieve: a success, a refusal, a batch, the clock -> what each record says", () => {
  const { shard } = createOperationShard();
  const [clock, batch, refused, made] = listOperations(shard, {});
  for (const operation of [clock, batch, refused, made]) {
    const { reply } = shard.read(operationRetrieve, { operationId: operation?.operationId });
    assert.deepEqual(reply, operation);
    assert.deepEqual([...Value.Errors(OperationDocument, reply)], []);
  }
  assert.deepEqual([made?.status, made?.errorCode], ["succeeded", undefined]);
  assert.equal(made?.idempotencyKey, KEY);
  const transferId = `tr_${made?.operationId.slice(3)}`;
  assert.deepEqual(made?.resource, { type: "transfer", id: transferId });
  assert.deepEqual(made?.principal, { type: "product_key", id: PRINCIPAL.principalId });
  assert.deepEqual([refused?.status, refused?.errorCode], ["refused", "insufficient_balance"]);
  assert.equal(batch?.resource, undefined);
  assert.deepEqual(clock?.principal, { type: "system", id: "clock" });
  assert.deepEqual([clock?.cause, clock?.parentOperationId], ["clock", batch?.operationId]);
});

test("operation.retrieve: unknown, malformed and foreign ids -> resource_not_found", () => {
  const { shard, operationId } = createOperationShard();
  const tampered = `${operationId.slice(0, -1)}!`;
  for (const unknown of ["op_x", operationId.replace("op_", "tr_"), tampered]) {
    assert.equal(
      shard.read(operationRetrieve, { operationId: unknown }).code,
      "resource_not_found",
    );
  }
  const context = { scope: 2 };
  const foreign = shard.read(operationRetrieve, { operationId }, context);
  assert.equal(foreign.code, "resource_not_found");
});

/** Tests of api_key.current.retrieve, and of which operations a key reaches. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Value } from "@sinclair/typebox/value";
import type { ApiKeyView } from "../../contract/principal.ts";
import { announceOperations, operationIdsFor } from "../operation_ids.ts";
import { productRetrieve } from "../product/product.retrieve.ts";
import { sandboxClockRetrieve } from "../sandbox/sandbox.clock.retrieve.ts";
import { createTestShard, keyCaller, PRODUCT_ID, START_MS, TENANT_ID } from "../testing.ts";
import { assertContains } from "../transfer_hold/testing.ts";
import { transferHoldCreate } from "../transfer_hold/transfer_hold.create.ts";
import { transferHoldExpire } from "../transfer_hold/transfer_hold.expire.ts";
import { apiKeyCurrentRetrieve } from "./api_key.current.retrieve.ts";

announceOperations([
  transferHoldExpire,
  transferHoldCreate,
  sandboxClockRetrieve,
  productRetrieve,
  apiKeyCurrentRetrieve,
]);

const KEY: ApiKeyView = {
  apiKeyId: "key_0000000000000000000001",
  tenantId: TENANT_ID,
  productId: PRODUCT_ID,
  environment: "sandbox",
  name: "Checkout",
  prefix: "service_test_000",
  scopes: ["sandbox:read", "transfer_holds:write"],
  status: "active",
  origin: "cli",
  createdAtMs: START_MS,
};

test("api_key.current.retrieve: key without an end -> itself and what it may call", () => {
  const { reply } = createTestShard([]).read(apiKeyCurrentRetrieve, {}, { caller: keyCaller(KEY) });
  assert.ok(Value.Check(apiKeyCurrentRetrieve.output, reply));
  const { createdAtMs: _, ...shown } = KEY;
  assert.deepEqual(reply, {
    ...shown,
    operationIds: ["api_key.current.retrieve", "sandbox.clock.retrieve", "transfer_hold.create"],
    createdAt: "2026-01-31T09:30:00.000Z",
  });
});

test("api_key.current.retrieve: key with an end -> expiresAt", () => {
  const apiKey = { ...KEY, expiresAtMs: START_MS + 1 };
  const { reply } = createTestShard([]).read(
    apiKeyCurrentRetrieve,
    {},
    { caller: keyCaller(apiKey) },
  );
  assert.ok(Value.Check(apiKeyCurrentRetrieve.output, reply));
  assertContains(reply, { expiresAt: "2026-01-31T09:30:00.001Z" });
});

test("operation ids: live key with a sandbox scope -> no sandbox operation", () => {
  const key = { scopes: ["sandbox:read"], environment: "live", origin: "browser" } as const;
  assert.deepEqual(operationIdsFor(key), ["api_key.current.retrieve"]);
});

test("operation ids: an operation for keys of a browser -> with such a key only", () => {
  const browserOnly = { ...productRetrieve, browserKeyOnly: true } as const;
  announceOperations([browserOnly]);
  const reached = (origin: ApiKeyView["origin"]) =>
    operationIdsFor({ scopes: ["products:read"], environment: "sandbox", origin });
  assert.deepEqual([reached("browser"), reached("cli")], [["product.retrieve"], []]);
});

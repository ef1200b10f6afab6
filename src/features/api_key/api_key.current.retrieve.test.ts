/** Tests of api_key.current.retrieve, and of which operations a key reaches. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { keyCaller, PRODUCT_ID, START_MS, TENANT_ID } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { at } from "../../../test/world/parties.ts";
import type { ApiKeyView } from "../../contract/declare/principal.ts";
import { operationIdsFor } from "../operation_ids.ts";
import { productRetrieve } from "../product/product.retrieve.ts";
import { sandboxClockRetrieve } from "../sandbox/sandbox.clock.retrieve.ts";
import { transferHoldCreate } from "../transfer_hold/transfer_hold.create.ts";
import { transferHoldExpire } from "../transfer_hold/transfer_hold.expire.ts";
import { apiKeyCurrentRetrieve } from "./api_key.current.retrieve.ts";

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

decisionTable(apiKeyCurrentRetrieve, {
  asking: () => ({ caller: keyCaller(KEY) }),
  rows: [
    {
      title: "key without an end",
      outcome: "itself and what it may call",
      check({ reply }) {
        const { createdAtMs: _, ...fields } = KEY;
        const { operationIds, ...rest } = reply;
        assert.deepEqual(rest, { ...fields, createdAt: at(0), revision: 1 });
        assert.deepEqual(operationIds, operationIdsFor(KEY));
      },
    },
    {
      title: "key with an end",
      asking: { caller: keyCaller({ ...KEY, expiresAtMs: START_MS + 1 }) },
      outcome: "expiresAt",
      reply: { expiresAt: at(1) },
    },
  ],
});

const SOME = [
  transferHoldExpire,
  transferHoldCreate,
  sandboxClockRetrieve,
  productRetrieve,
  apiKeyCurrentRetrieve,
];

test("operation ids: a key with two scopes -> what takes them, or none, or a key at all", () => {
  const expected = ["api_key.current.retrieve", "sandbox.clock.retrieve", "transfer_hold.create"];
  assert.deepEqual(operationIdsFor(KEY, SOME), expected);
});

test("operation ids: live key with a sandbox scope -> no sandbox operation", () => {
  const key = { scopes: ["sandbox:read"], environment: "live", origin: "browser" } as const;
  assert.deepEqual(operationIdsFor(key, SOME), ["api_key.current.retrieve"]);
});

test("operation ids: an operation for keys of a browser -> with such a key only", () => {
  const some = [{ ...productRetrieve, browserKeyOnly: true } as const];
  const reached = (origin: ApiKeyView["origin"]) =>
    operationIdsFor({ scopes: ["products:read"], environment: "sandbox", origin }, some);
  assert.deepEqual([reached("browser"), reached("cli")], [["product.retrieve"], []]);
});

/** Decision table of api_key.tell: what is told is the key as a read of it shows it. */
import assert from "node:assert/strict";
import { PRINCIPAL, START_MS } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { at } from "../../../test/world/parties.ts";
import { operationIdsFor } from "../operation_ids.ts";
import { apiKeyTell } from "./api_key.tell.ts";

const { productId, tenantId } = PRINCIPAL;
const PLACE = 8_193;
const KNOWN = {
  apiKeyId: "key_2",
  tenantId,
  productId,
  environment: "sandbox",
  name: "K",
  prefix: "service_test_000",
  scopes: ["transfers:read"],
  origin: "cli",
} as const;
const KEY = { ...KNOWN, status: "active", createdAtMs: START_MS };
const SHOWN = { ...KNOWN, operationIds: operationIdsFor(KNOWN), createdAt: at(0), revision: 1 };

decisionTable(apiKeyTell, {
  input: () => ({ type: "api_key.created", apiKey: KEY, origin: PLACE }),
  rows: [
    {
      title: "a new key",
      outcome: "the key and what it may call, as a fact and as the answer",
      check({ reply, facts }) {
        const apiKey = { ...SHOWN, status: "active" };
        assert.ok(apiKey.operationIds.includes("transfer.list"));
        assert.deepEqual(reply, apiKey);
        const type = "api_key.created";
        assert.deepEqual(facts, [{ kind: "api_key.told.1", type, origin: PLACE, apiKey }]);
      },
    },
    {
      title: "a key with an end, revoked",
      input: {
        type: "api_key.revoked",
        apiKey: {
          ...KEY,
          status: "revoked",
          revokedAtMs: START_MS + 5,
          expiresAtMs: START_MS + 9,
        },
      },
      outcome: "the key as revoked",
      check: ({ reply }) =>
        assert.deepEqual(reply, {
          ...SHOWN,
          status: "revoked",
          expiresAt: at(9),
          revokedAt: at(5),
        }),
    },
    {
      title: "a key that another replaces, of frozen operations",
      input: {
        type: "api_key.rolled",
        apiKey: {
          ...KEY,
          status: "rolling",
          operationIds: ["transfer.list"],
          allowedCidrs: ["192.0.2.1"],
          replacedBy: "key_3",
          endsAtMs: START_MS + 9,
          revision: 2,
        },
      },
      outcome: "its frozen operations, and when it ends",
      reply: {
        status: "rolling",
        operationIds: ["transfer.list"],
        allowedCidrs: ["192.0.2.1"],
        replacedBy: "key_3",
        endsAt: at(9),
        revision: 2,
      },
    },
  ],
});

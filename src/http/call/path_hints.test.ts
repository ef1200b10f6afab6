/** Which path was meant: near paths, far paths, and paths that nobody should repeat. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { PathHints } from "./path_hints.ts";

const PATTERNS = [
  ...["/v1/accounts", "/v1/accounts/:accountId", "/v1/accounts/:accountId/balance"],
  ...["/v1/customers", "/v1/transfer-holds/:transferHoldId", "/healthz", "/docs", "/openapi.json"],
];
const hints = new PathHints(
  PATTERNS.map((pattern) => ({ pattern, method: "GET" })),
  "/v1",
);
const ROWS: [path: string, meant: string | undefined][] = [
  ["/accounts", "/v1/accounts"],
  ["/accounts/acct_1", "/v1/accounts/{accountId}"],
  ["/v1/accounts/", "/v1/accounts"],
  ["//v1//accounts", "/v1/accounts"],
  ["/v1/v1/accounts", "/v1/accounts"],
  ["/v2/accounts", "/v1/accounts"],
  ["/api/v1/accounts", "/v1/accounts"],
  ["/V1/accounts", "/v1/accounts"],
  ["/v1/account", "/v1/accounts"],
  ["/v1/transfer_holds/th_1", "/v1/transfer-holds/{transferHoldId}"],
  ["/v1/costumers", "/v1/customers"],
  ["/docs/", "/docs"],
  ["/health", "/healthz"],
  ["/", undefined],
  ["/v1", undefined],
  ["/v1/nowhere", undefined],
  ["/wp-login.php", undefined],
  [`/v1/accounts/${"a".repeat(300)}/`, undefined],
  ["/a/b/c/d/e/f/g/h/i/j/k/accounts", undefined],
];
for (const [path, meant] of ROWS) {
  test(`path hints: ${path.slice(0, 40)} -> ${meant ?? "none"}`, () => {
    assert.equal(hints.hintFor(path)?.path, meant);
  });
}

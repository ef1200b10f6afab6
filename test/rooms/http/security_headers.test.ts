/** What caches and browsers may do with an answer, by its route and the address that clients use. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../../../src/features/registry.ts";
import {
  DATA_HEADERS,
  guardOf,
  guardsWith,
  strictTransportOf,
} from "../../../src/http/answer/security_headers.ts";
import { documentRoute, operationRoute } from "../../../src/http/route.ts";

const [operation] = operations;
assert.ok(operation !== undefined);
const data = operationRoute(operation);
const page = operationRoute({ ...operation, type: "read", answers: "page" } as never);
const redirect = operationRoute({ ...operation, answers: "redirect" } as never);

test("strict transport: the address that clients use -> only where it is one of TLS", () => {
  for (const [url, expected] of [
    ["https://money.example/docs/errors", "\r\nstrict-transport-security: max-age=31536000"],
    ["http://money.example/docs/errors", ""],
    ["http://https://", ""],
  ] as const) {
    assert.equal(strictTransportOf(url), expected, url);
  }
});

test("guard: data, pages, redirects, documents, no route -> no-store and TLS only; a policy for pages", () => {
  const transport = "\r\nstrict-transport-security: max-age=1";
  const guards = guardsWith(transport);
  assert.equal(guardOf(data, guards), DATA_HEADERS + transport);
  assert.equal(guardOf(data, guardsWith("")), DATA_HEADERS);
  for (const route of [page, redirect, documentRoute(), undefined]) {
    const lines = guardOf(route, guards);
    assert.ok(lines.startsWith(DATA_HEADERS));
    assert.ok(lines.endsWith(transport));
    assert.match(lines, /content-security-policy: default-src '(?:self|none)';/);
    assert.match(lines, /frame-ancestors 'none'\r\nreferrer-policy: no-referrer/);
  }
});

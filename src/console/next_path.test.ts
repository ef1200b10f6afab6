/** Where a log-in leads, for every form of `next` that somebody may put into an address. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { loginFor, safeNext } from "./browser/next_path.ts";

const HOME = "/console";

const CASES: readonly [next: string | null, to: string][] = [
  [null, HOME],
  ["", HOME],
  ["/console", HOME],
  ["/console/keys", "/console/keys"],
  [
    "/console/device?user_code=ABCD-EFGH#email=a@b.example",
    "/console/device?user_code=ABCD-EFGH#email=a@b.example",
  ],
  ["/console/./keys/../members", "/console/members"],
  ["//evil.example", HOME],
  ["///evil.example", HOME],
  ["/\\evil.example", HOME],
  ["\\\\evil.example", HOME],
  ["/\t/evil.example", HOME],
  ["/%09/evil.example", HOME],
  ["https://evil.example", HOME],
  ["https:evil.example", HOME],
  ["javascript:alert(1)", HOME],
  ["data:text/html,x", HOME],
  ["console/keys", HOME],
  [" /console/keys", HOME],
  ["/console/../..//evil.example", HOME],
  ["/console/..//evil.example", HOME],
  ["/console/%2e%2e//evil.example", HOME],
  ["/console/../docs", HOME],
  ["/consoles", HOME],
  ["/console@evil.example", HOME],
  ["/console/login?next=/console/login", HOME],
  ["/console/signup", HOME],
  ["/console/reset/confirm", HOME],
  [`/console/${"a".repeat(2_048)}`, HOME],
];

for (const [next, to] of CASES) {
  const shown = JSON.stringify(next)?.slice(0, 60);
  test(`next path: ${shown} -> ${to.slice(0, 60)}`, () => assert.equal(safeNext(next), to));
}

test("next path: the log-in for a page -> keeps the page, and nothing for the overview", () => {
  assert.equal(loginFor("/console"), "/console/login");
  assert.equal(loginFor("//evil.example"), "/console/login");
  const { searchParams } = new URL(loginFor("/console/keys?a=1&b=2"), "http://x.example");
  assert.equal(safeNext(searchParams.get("next")), "/console/keys?a=1&b=2");
});

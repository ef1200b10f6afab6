/** Refusals in the form of the OAuth protocol, and the challenge of WWW-Authenticate. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { refuse, refuseConstraint, refuseUnavailable } from "../../contract/refusals/refusal.ts";
import { refuseIssues } from "../../contract/values/page.ts";
import { challengeLine } from "./challenge.ts";
import { oauthAnswer } from "./oauth_answer.ts";

const RATE = { subject: "ip", limit: 5, resetAt: "2026-01-31T09:31:00.000Z" };
const ISSUES = [
  { code: "required", message: 'a "b" is missing', path: ["a"] },
  { code: "required", message: "c\\d is missing", path: ["c"] },
];

for (const [refusal, status, error, says, oauth = {}] of [
  [refuseConstraint("slow_down", "wait"), 400, "slow_down", "wait"],
  [refuseIssues(ISSUES), 400, "invalid_request", "a 'b' is missing; c'd is missing"],
  [refuseIssues(ISSUES), 400, "unfit", "a 'b' is missing; c'd is missing", { unfitError: "unfit" }],
  [refuse("rate_limited", "over 5", RATE), 429, "slow_down", "over 5"],
  [refuse("request_body_too_large", "big", { maxBytes: 1 }), 413, "invalid_request", "big"],
  [refuse("internal_error", "bad", {}), 500, "server_error", "bad"],
  [refuseUnavailable("full"), 503, "temporarily_unavailable", "full"],
] as const) {
  test(`oauth answer: ${refusal.code} -> ${status} ${error}`, () => {
    const answer = oauthAnswer(refusal, oauth);
    assert.equal(answer.status, status);
    assert.deepEqual(JSON.parse(answer.body), { error, error_description: says });
  });
}

test("challenge: a refusal that a token would not change -> none; one of a scope -> the scope", () => {
  const at = {
    origin: "https://money.example",
    scope: "keys:write",
    isSent: true,
    says: 'no "key"',
  };
  const metadata =
    'resource_metadata="https://money.example/.well-known/oauth-protected-resource/v1"';
  assert.equal(challengeLine("not_found", at), "");
  assert.equal(challengeLine("missing_required_permission", at), "");
  assert.equal(
    challengeLine("missing_required_scope", at),
    `\r\nwww-authenticate: Bearer error="insufficient_scope", ${metadata}, scope="keys:write", error_description="no 'key'"`,
  );
  assert.equal(
    challengeLine("session_required", { ...at, scope: undefined, isSent: false }),
    `\r\nwww-authenticate: Bearer ${metadata}`,
  );
});

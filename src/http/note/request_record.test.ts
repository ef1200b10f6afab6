/** What the log of requests keeps of a request. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { PII, redactionOf, SECRET } from "../../contract/declare/redaction.ts";
import { refuseIssues } from "../../contract/values/page.ts";
import { operationRoute } from "../route.ts";
import { addressText, BODY_KEPT_MAX, FIELD_KEPT_MAX, requestNote } from "./request_record.ts";

const declared = declareRead({
  id: "thing.list",
  summary: "x",
  http: { method: "GET", path: "/things" },
  principals: ["product_key"],
  scope: undefined,
  ofItself: { because: "a test" },
  output: Type.Unknown(),
  refusals: [],
  read: () => refuseIssues([]),
});
const Body = Type.Object({ note: Type.String(), name: Type.Optional(Type.String(PII)) });
const compiled = { ...operationRoute(declared), redactsBody: redactionOf(Body) };
const plain = {
  ...compiled,
  redactsBody: redactionOf(Type.Object({ note: Type.String() })),
};

type Kept = { path?: string; query?: string; body?: string; isValid?: boolean; status?: number };

function kept(
  { path = "/v1/things", query = "", body = "", isValid = true, status = 200 }: Kept,
  of = compiled,
) {
  const principal = { principalId: "key_1", tenantId: "t", productId: "p", environment: "live" };
  const key = { prefix: "service_live_1" };
  const caller = { kind: "product_key", principal, realmKey: "live:p", key } as never;
  const headers = { userAgent: "u", idempotencyKey: "", contentType: "", accept: "" };
  const request = { method: "get", path, query, headers, body, isValid, requestId: "r" };
  const received = { ...request, bodyBytes: body.length };
  const mark = { timeMs: 1, shard: 1_022, count: 1 };
  const ids = { mark, operationSuffix: "", traceId: "", address: Uint8Array.of(10, 0, 0, 7) };
  const sent = { ...ids, durationMs: 1, status, code: undefined, body, bodyBytes: 0 };
  const { profile, ...found } = requestNote(of, caller, "live:p", received, sent);
  return { ...found, path: found.path === "" ? profile.path : found.path, profile };
}

const note = (units: number) => JSON.stringify({ note: "n".repeat(units - 11) });

test("request record: a body at the limit, one unit more -> kept, left out", () => {
  assert.equal(kept({ body: note(BODY_KEPT_MAX) }, plain).requestBody, note(BODY_KEPT_MAX));
  const longer = kept({ body: note(BODY_KEPT_MAX + 1), status: 400 }, plain);
  assert.deepEqual([longer.requestBody, longer.responseBody], ["", ""]);
  assert.equal(longer.requestBytes, BODY_KEPT_MAX + 1);
});

test("request record: a path at the limit, one unit more -> whole, cut off", () => {
  const path = `/${"p".repeat(FIELD_KEPT_MAX)}`;
  assert.equal(kept({ path: path.slice(0, -1) }).path, path.slice(0, -1));
  assert.equal(kept({ path }).path, path.slice(0, -1));
  const pair = `/${"p".repeat(FIELD_KEPT_MAX - 2)}😀`;
  assert.equal(kept({ path: pair }).path, `${pair.slice(0, -2)}\ufffd`);
});

const BODIES: [string, string, boolean, string][] = [
  ["personal data", '{"note":"a","name":"Ada"}', true, '{"note":"a","name":"[redacted]"}'],
  ["an unknown field", '{"note":"a","pin":1}', false, '{"note":"a","pin":"[redacted]"}'],
  [
    "unusable texts",
    '{"note":"\\ud83d\\\\ud83d\\u0000\\ud83d\\ude00\\n"}',
    false,
    '{"note":"\ufffd\\\\ud83d\ufffd😀\\n"}',
  ],
  ["no JSON", "name=Ada", false, '"[redacted]"'],
];
for (const [name, body, isValid, expected] of BODIES) {
  test(`request record: ${name} -> ${expected}`, () => {
    assert.equal(kept({ body, isValid }).requestBody, expected);
  });
}

test("request record: free text in the query -> taken out, the rest stays", () => {
  const { query } = kept({ query: "limit=2&search=Ada%20L&q=Bob&status=open" });
  assert.equal(query, "limit=2&search=[redacted]&q=[redacted]&status=open");
});

test("request record: parameters that their schemas hide -> taken out of path and query", () => {
  const hidden = operationRoute({
    ...declared,
    http: { ...declared.http, path: "/codes/{userCode}/things/{thingId}" },
    path: Type.Object({ userCode: Type.String(SECRET), thingId: Type.String() }),
    query: Type.Object({ email: Type.String(PII), limit: Type.String() }),
  } as never);
  const { path, query } = kept(
    { path: "/v1/codes/ABCD-EFGH/things/7", query: "limit=2&email=ada%40x.y&e%6Dail=b" },
    hidden,
  );
  assert.equal(path, "/v1/codes/[redacted]/things/7");
  assert.equal(query, "limit=2&email=[redacted]&e%6Dail=[redacted]");
});

test("request record: what a read found, what a refusal said -> not kept, kept", () => {
  assert.equal(kept({ body: '{"note":"a"}' }).responseBody, "");
  assert.equal(kept({ body: '{"note":"a"}', status: 404 }).responseBody, '{"note":"a"}');
});

test("request record: addresses of both kinds -> as text", () => {
  assert.equal(addressText(Uint8Array.of(10, 0, 0, 7)), "10.0.0.7");
  const six = new Uint8Array(16);
  six[0] = 0x20;
  six[15] = 1;
  assert.equal(addressText(six), "2000:0:0:0:0:0:0:1");
});

test("request record: the next request alike, another address, header or realm -> one profile, another", () => {
  const of = operationRoute(declared);
  const principal = { principalId: "key_1", tenantId: "t", productId: "p", environment: "live" };
  const caller = { kind: "product_key", principal, realmKey: "live:p", key: {} } as never;
  let realmKey = "live:p";
  const profile = (change: object = {}, address = Uint8Array.of(10, 0, 0, 7), method = "get") => {
    const headers = { userAgent: "u", idempotencyKey: "", contentType: "", accept: "", ...change };
    const body = { body: "", bodyBytes: 0, isValid: true };
    const request = { method, path: "/v1/things", query: "", headers, requestId: "r", ...body };
    const mark = { timeMs: 1, shard: 1_022, count: 1 };
    const ids = { mark, operationSuffix: "", traceId: "", address };
    const end = { durationMs: 1, status: 200, code: undefined, body: "", bodyBytes: 0 };
    return requestNote(of, caller, realmKey, request, { ...ids, ...end }).profile;
  };
  const first = profile();
  assert.equal(profile(), first);
  assert.deepEqual(
    [first.path, first.method, first.ipAddress, first.userAgent],
    ["/v1/things", "GET", "10.0.0.7", "u"],
  );
  assert.equal(profile({}, Uint8Array.of(10, 0, 0, 8)).ipAddress, "10.0.0.8");
  assert.equal(profile({}, undefined, "head").method, "HEAD");
  for (const header of ["userAgent", "contentType", "accept"] as const) {
    assert.equal(profile({ [header]: "other" })[header], "other");
    assert.equal(profile()[header], first[header]);
  }
  realmKey = "live:q";
  assert.equal(profile().realmKey, "live:q");
  const long = profile({ userAgent: "a".repeat(FIELD_KEPT_MAX + 1) });
  assert.equal(long.userAgent.length, FIELD_KEPT_MAX);
});

test("request record: a member -> the session and who stands behind it, and no prefix of a key", () => {
  const of = operationRoute(declared);
  const member = { tenantId: "ten_1", csrfToken: "c", slot: 0 };
  const caller = { kind: "session", sessionId: "ses_1", userId: "usr_1", ...member } as never;
  const headers = { userAgent: "u", idempotencyKey: "", contentType: "", accept: "" };
  const body = { body: "", bodyBytes: 0, isValid: true };
  const request = {
    method: "get",
    path: "/v1/things",
    query: "",
    headers,
    requestId: "r",
    ...body,
  };
  const mark = { timeMs: 1, shard: 1_022, count: 1 };
  const ids = { mark, operationSuffix: "", traceId: "", address: Uint8Array.of(10, 0, 0, 7) };
  const end = { durationMs: 1, status: 200, code: undefined, body: "", bodyBytes: 0 };
  const { profile } = requestNote(of, caller, "live:p", request, { ...ids, ...end });
  assert.deepEqual(
    [profile.realmKey, profile.principalId, profile.keyPrefix, profile.actor],
    ["live:p", "ses_1", "", "user:usr_1"],
  );
});

/** The document files of an effect: what goes out of them, before what, and what becomes of the effect. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { type TestContext, test } from "node:test";
import {
  ACCEPTED,
  EFFECT,
  exchangeOf,
  NEVER_SEEN,
  providerOf,
  REFUSED,
  type Scripted,
  sendingTo,
} from "../../test/support/outbox/provider.ts";
import { rawReceiverOf, SECRET } from "../../test/support/outbox/receiver.ts";
import type { ProviderFile } from "./provider_exchange.ts";

/** No UTF-8: a signature over text in place of the bytes would be another. */
const PASSPORT = Buffer.from("ffd8ff00fe80c3", "hex");
const BILL = Buffer.from("%PDF-1.7\nbill");
const TAKEN: Scripted = { status: 201 };
const DONE: Scripted = { status: 201, body: ACCEPTED };
const PUT = `PUT /base/v1/effects/${EFFECT.effectId}/documents/`;
const POST = "POST /base/v1/effects";
const GET = `GET /base/v1/effects/${EFFECT.effectId}`;

/** Two files, and the moments at which they were opened: how many requests there were until then. */
function filesOver(asked: readonly unknown[]) {
  const openedAfter: number[] = [];
  const file = (documentId: string, mediaType: string, bytes: Buffer | undefined) => ({
    ...{ documentId, mediaType },
    open() {
      openedAfter.push(asked.length);
      return bytes;
    },
  });
  const files: ProviderFile[] = [
    file("kdoc_1", "image/jpeg", PASSPORT),
    file("kdoc_2", "application/pdf", BILL),
  ];
  return { files, openedAfter, unreadable: file("kdoc_2", "application/pdf", undefined) };
}

async function given(t: TestContext, answers: readonly Scripted[]) {
  const { asked, baseUrl } = await providerOf(t, answers);
  const routes = () => asked.map(({ method, path }) => `${method} ${path}`);
  return { asked, baseUrl, routes, ...filesOver(asked) };
}

test("provider files: two of an effect -> each put under its key with its bytes, signed; then the effect", async (t) => {
  const { asked, baseUrl, routes, files, openedAfter } = await given(t, [TAKEN, TAKEN, DONE]);
  const attempt = await exchangeOf(t).attempt(sendingTo(baseUrl, { files }));
  assert.equal(attempt.result, "accepted");
  assert.equal(attempt.wasSent, true);
  assert.deepEqual(routes(), [`${PUT}kdoc_1`, `${PUT}kdoc_2`, POST]);
  assert.deepEqual(openedAfter, [0, 1]);
  const [first, second] = asked;
  assert.deepEqual(first?.bytes, PASSPORT);
  assert.deepEqual(second?.bytes, BILL);
  assert.equal(first?.headers["content-type"], "image/jpeg");
  assert.equal(second?.headers["content-type"], "application/pdf");
  const key = `${EFFECT.effectId}_kdoc_1`;
  assert.equal(first?.headers["idempotency-key"], key);
  assert.equal(first?.headers["webhook-id"], key);
  const signed = `${key}.${first?.headers["webhook-timestamp"]}.`;
  const mac = createHmac("sha256", Buffer.from(SECRET.slice("whsec_".length), "base64"));
  mac.update(signed).update(PASSPORT);
  assert.equal(first?.headers["webhook-signature"], `v1,${mac.digest("base64")}`);
});

/** Answers to the second file, and whether it is taken by it. */
const ANSWERS: [what: string, answer: Scripted, says: string][] = [
  ["200", { status: 200 }, "accepted"],
  ["204", { status: 204 }, "accepted"],
  ["200 with a long body", { status: 200, body: "x".repeat(70_000) }, "accepted"],
  ["302", { status: 302, headers: { location: "/x" } }, "document_not_taken"],
  ["400", { status: 400 }, "document_not_taken"],
  ["401", { status: 401 }, "document_not_taken"],
  ["404", { status: 404, body: NEVER_SEEN }, "document_not_taken"],
  ["409", { status: 409 }, "document_not_taken"],
  ["422 refused", { status: 422, body: REFUSED }, "document_not_taken"],
  ["500", { status: 500 }, "document_not_taken"],
];

for (const [what, answer, says] of ANSWERS) {
  test(`provider files: a file is answered ${what} -> ${says}`, async (t) => {
    const { baseUrl, routes, files } = await given(t, [TAKEN, answer, DONE]);
    const attempt = await exchangeOf(t).attempt(sendingTo(baseUrl, { files }));
    const isTaken = says === "accepted";
    assert.equal(attempt.result === "unknown" ? attempt.fault : attempt.result, says);
    assert.equal(attempt.wasSent, isTaken);
    assert.deepEqual(routes(), [`${PUT}kdoc_1`, `${PUT}kdoc_2`, ...(isTaken ? [POST] : [])]);
  });
}

test("provider files: one is not taken with 503 and Retry-After -> told; with 500 not", async (t) => {
  const headers = { "retry-after": "120" };
  const { baseUrl, files } = await given(t, [
    { status: 503, headers },
    { status: 500, headers },
  ]);
  const exchange = exchangeOf(t, { now: () => 1_000 });
  for (const wanted of [121_000, undefined]) {
    const attempt = await exchange.attempt(sendingTo(baseUrl, { files }));
    assert.equal(attempt.result === "unknown" && attempt.fault, "document_not_taken");
    assert.equal("retryAfterMs" in attempt ? attempt.retryAfterMs : undefined, wanted);
  }
});

test("provider files: one that cannot be opened -> document_unreadable, the effect is not sent", async (t) => {
  const { baseUrl, routes, files, unreadable } = await given(t, [TAKEN, DONE]);
  const [first] = files as [ProviderFile];
  const attempt = await exchangeOf(t).attempt(sendingTo(baseUrl, { files: [first, unreadable] }));
  assert.equal(attempt.result === "unknown" && attempt.fault, "document_unreadable");
  assert.equal(attempt.wasSent, false);
  assert.deepEqual(routes(), [`${PUT}kdoc_1`]);
});

/** What the question before an attempt tells, and what goes out then. */
const ASKED: [what: string, answer: Scripted, says: string, then: string[]][] = [
  ["it has the effect", { status: 200, body: ACCEPTED }, "accepted", []],
  ["it has refused it", { status: 200, body: REFUSED }, "refused", []],
  ["it does not say", { status: 500 }, "http_status", []],
  [
    "it has never seen it",
    { status: 404, body: NEVER_SEEN },
    "accepted",
    [`${PUT}kdoc_1`, `${PUT}kdoc_2`, POST],
  ],
];

for (const [what, answer, says, then] of ASKED) {
  test(`provider files: asked first, ${what} -> ${says}, ${then.length} requests more`, async (t) => {
    const { baseUrl, routes, files, openedAfter } = await given(t, [answer, TAKEN, TAKEN, DONE]);
    const attempt = await exchangeOf(t).attempt(sendingTo(baseUrl, { files, asksFirst: true }));
    assert.equal(attempt.result === "unknown" ? attempt.fault : attempt.result, says);
    assert.equal(attempt.wasSent, then.length > 0);
    assert.deepEqual(routes(), [GET, ...then]);
    assert.equal(openedAfter.length, then.length === 0 ? 0 : 2);
  });
}

test("provider files: a kept connection ends under a file -> the file goes again, over another, and then the effect", async (t) => {
  const { baseUrl, routes, files } = await given(t, [DONE, "no answer", TAKEN, TAKEN, DONE]);
  const exchange = exchangeOf(t);
  await exchange.attempt(sendingTo(baseUrl));
  const attempt = await exchange.attempt(sendingTo(baseUrl, { files }));
  assert.equal(attempt.result, "accepted");
  assert.deepEqual(routes().slice(1), [`${PUT}kdoc_1`, `${PUT}kdoc_1`, `${PUT}kdoc_2`, POST]);
});

test("provider files: a kept connection ends under the effect -> asked; never seen: the effect again without its files", async (t) => {
  const never: Scripted = { status: 404, body: NEVER_SEEN };
  const { baseUrl, routes, files } = await given(t, [TAKEN, TAKEN, "no answer", never, DONE]);
  const attempt = await exchangeOf(t).attempt(sendingTo(baseUrl, { files }));
  assert.equal(attempt.result, "accepted");
  assert.equal(attempt.wasSent, true);
  assert.deepEqual(routes(), [`${PUT}kdoc_1`, `${PUT}kdoc_2`, POST, GET, POST]);
});

test("provider files: one that is never answered -> document_not_taken after the time of a request", async (t) => {
  const { port } = await rawReceiverOf(t, () => {});
  const { files } = filesOver([]);
  const exchange = exchangeOf(t, { attemptMs: 100 });
  const attempt = await exchange.attempt(sendingTo(`http://127.0.0.1:${port}`, { files }));
  assert.equal(attempt.result === "unknown" && attempt.fault, "document_not_taken");
});

test("provider files: ended under a file -> aborted; no secret -> internal_fault; not on this machine -> address_forbidden", async (t) => {
  const abort = new AbortController();
  const { port } = await rawReceiverOf(t, () => abort.abort());
  const { files } = filesOver([]);
  const url = `http://127.0.0.1:${port}`;
  const faultOf = async (more: object, allowsLoopback = true) => {
    const exchange = exchangeOf(t, { allowsLoopback });
    const attempt = await exchange.attempt(sendingTo(url, { files, ...more }));
    return attempt.result === "unknown" && attempt.fault;
  };
  assert.equal(await faultOf({ signal: abort.signal }), "aborted");
  assert.equal(await faultOf({ secrets: [] }), "internal_fault");
  assert.equal(await faultOf({}, false), "address_forbidden");
});

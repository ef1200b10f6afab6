/** One attempt at a provider: what goes out, what answers mean, and that nothing is sent twice. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
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
import {
  PROVIDER_BODY_BYTES_MAX,
  REFUSING_STATUSES,
} from "../contract/messages/provider_protocol.ts";

/** What is told besides the end of an attempt, without its times. */
const telling = (attempt: object) => {
  const { atMs: _at, durationMs: _took, ...rest } = attempt as Record<string, unknown>;
  return rest;
};

test("provider: an effect -> one POST with its id as the key, signed by Standard Webhooks", async (t) => {
  const { asked, baseUrl } = await providerOf(t, [{ status: 201, body: ACCEPTED }]);
  const attempt = await exchangeOf(t).attempt(sendingTo(`${baseUrl}/`));
  const { effectId: _, ...answer } = ACCEPTED;
  assert.deepEqual(telling(attempt), { ...answer, httpStatus: 201, wasSent: true });
  const [request] = asked;
  assert.equal(asked.length, 1);
  assert.equal(`${request?.method} ${request?.path}`, "POST /base/v1/effects");
  assert.equal(request?.headers["idempotency-key"], EFFECT.effectId);
  assert.equal(request?.headers["content-type"], "application/json");
  const headers = request?.headers as Record<string, string>;
  assert.deepEqual(new Webhook(SECRET).verify(request?.body ?? "", headers), EFFECT);
  assert.equal(headers["webhook-id"], EFFECT.effectId);
});

test("provider: a question -> one GET of the effect, signed with its id and no body", async (t) => {
  const { asked, baseUrl } = await providerOf(t, [{ status: 200, body: ACCEPTED }]);
  const attempt = await exchangeOf(t).ask({ baseUrl, secrets: [SECRET] }, EFFECT);
  assert.equal(attempt?.result, "accepted");
  assert.equal(attempt?.wasSent, false);
  const [request] = asked;
  assert.equal(`${request?.method} ${request?.path}`, `GET /base/v1/effects/${EFFECT.effectId}`);
  const headers = { ...request?.headers } as Record<string, string>;
  const { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signature } = headers;
  assert.equal(id, EFFECT.effectId);
  const wanted = new Webhook(SECRET).sign(EFFECT.effectId, new Date(Number(at) * 1_000), "");
  assert.equal(signature, wanted);
});

const OURS = { result: "refused", providerCode: "gone", message: "it cannot be sent any more" };
const { effectId: _of, ...ACCEPTED_SAYS } = ACCEPTED;
const WITHHELD: {
  first: string;
  answers: Scripted[];
  says: { result: string } & Record<string, unknown>;
}[] = [
  { first: "that nobody can have", answers: [], says: OURS },
  {
    first: "never seen",
    answers: [{ status: 404, body: NEVER_SEEN }],
    says: { ...OURS, httpStatus: 404 },
  },
  {
    first: "taken",
    answers: [{ status: 200, body: ACCEPTED }],
    says: { ...ACCEPTED_SAYS, httpStatus: 200 },
  },
  {
    first: "a 404 of another page",
    answers: [{ status: 404, body: { error: "no such page" } }],
    says: { result: "unknown", fault: "invalid_answer", httpStatus: 404 },
  },
];

for (const { first, answers, says } of WITHHELD) {
  test(`provider: an effect that is withheld, ${first} -> ${says.result}, ${answers.length} questions, and nothing is sent`, async (t) => {
    const { asked, baseUrl } = await providerOf(t, answers);
    const asksFirst = answers.length > 0;
    const sending = sendingTo(baseUrl, { asksFirst, withheld: "gone" });
    const attempt = await exchangeOf(t).attempt(sending);
    assert.deepEqual(telling(attempt), { ...says, wasSent: false });
    const questions = answers.map(() => "GET");
    assert.deepEqual(
      asked.map(({ method }) => method),
      questions,
    );
  });
}

test("provider: asked for what it has never seen -> undefined", async (t) => {
  const { baseUrl } = await providerOf(t, [{ status: 404, body: NEVER_SEEN }]);
  assert.equal(await exchangeOf(t).ask({ baseUrl, secrets: [SECRET] }, EFFECT), undefined);
});

const ANSWERED = { ...ACCEPTED, status: "requires_input", url: "https://id.example.com/x?y=1" };
/** Answers to a POST: whether they are an answer, or why not. */
const ANSWERS: [what: string, answer: Scripted, says: string][] = [
  ["200 accepted", { status: 200, body: ACCEPTED }, "accepted"],
  ["201 with a link", { status: 201, body: ANSWERED }, "accepted"],
  ["201 with what no protocol knows", { status: 201, body: { ...ACCEPTED, x: [1] } }, "accepted"],
  ...REFUSING_STATUSES.map((status): [string, Scripted, string] => [
    `${status} refused`,
    { status, body: REFUSED },
    "refused",
  ]),
  ["202", { status: 202, body: ACCEPTED }, "http_status"],
  ["204", { status: 204 }, "http_status"],
  ["301", { status: 301, headers: { location: "http://127.0.0.1/" } }, "redirect_refused"],
  ["308", { status: 308, headers: { location: "/v1/effects" } }, "redirect_refused"],
  ["401 refused", { status: 401, body: REFUSED }, "http_status"],
  ["404 refused", { status: 404, body: REFUSED }, "http_status"],
  ["404 never seen", { status: 404, body: NEVER_SEEN }, "http_status"],
  ["429 refused", { status: 429, body: REFUSED }, "http_status"],
  ["500", { status: 500, body: ACCEPTED }, "http_status"],
  ["503", { status: 503 }, "http_status"],
  ["422 without a body", { status: 422 }, "invalid_answer"],
  ["422 accepted", { status: 422, body: ACCEPTED }, "invalid_answer"],
  ["200 refused", { status: 200, body: REFUSED }, "invalid_answer"],
  ["200 never seen", { status: 200, body: NEVER_SEEN }, "invalid_answer"],
  ["200 without a body", { status: 200 }, "invalid_answer"],
  ["200 no JSON", { status: 200, body: "<html>" }, "invalid_answer"],
  ["200 cut", { status: 200, body: JSON.stringify(ACCEPTED).slice(0, -1) }, "invalid_answer"],
  ["200 null", { status: 200, body: "null" }, "invalid_answer"],
  ["200 a list", { status: 200, body: [ACCEPTED] }, "invalid_answer"],
  ["of another effect", { status: 200, body: { ...ACCEPTED, effectId: "x" } }, "invalid_answer"],
  ["of an unknown status", { status: 200, body: { ...ACCEPTED, status: "ok" } }, "invalid_answer"],
  ["of an unknown tier", { status: 200, body: { ...ACCEPTED, tier: "tier_9" } }, "unknown_tier"],
  [
    "without a reference",
    { status: 200, body: { ...ACCEPTED, providerReference: "" } },
    "invalid_answer",
  ],
  [
    "with a link of another kind",
    { status: 200, body: { ...ACCEPTED, url: "javascript:alert(1)" } },
    "invalid_answer",
  ],
  [
    "that is as long as may be",
    { status: 200, body: JSON.stringify(ACCEPTED).padEnd(PROVIDER_BODY_BYTES_MAX) },
    "accepted",
  ],
  [
    "that is a byte longer",
    { status: 200, body: JSON.stringify(ACCEPTED).padEnd(PROVIDER_BODY_BYTES_MAX + 1) },
    "invalid_answer",
  ],
  ["none", "no answer", "closed_early"],
];

for (const [what, answer, says] of ANSWERS) {
  test(`provider: an answer to an effect, ${what} -> ${says}, after one request`, async (t) => {
    const { asked, baseUrl } = await providerOf(t, [answer]);
    const attempt = await exchangeOf(t).attempt(sendingTo(baseUrl));
    assert.equal(attempt.result === "unknown" ? attempt.fault : attempt.result, says);
    assert.equal(attempt.wasSent, true);
    assert.equal(asked.length, 1);
  });
}

/** Answers to the question before an attempt, and whether the effect is then sent. */
const ASKED: [what: string, answer: Scripted, says: string, isSent: boolean][] = [
  ["it has it", { status: 200, body: ACCEPTED }, "accepted", false],
  ["it has refused it", { status: 200, body: REFUSED }, "refused", false],
  ["it has never seen it", { status: 404, body: NEVER_SEEN }, "accepted", true],
  ["404 of something else", { status: 404, body: "not found" }, "invalid_answer", false],
  [
    "it has never seen another",
    { status: 404, body: { ...NEVER_SEEN, effectId: "x" } },
    "invalid_answer",
    false,
  ],
  ["never seen, but 200", { status: 200, body: NEVER_SEEN }, "invalid_answer", false],
  ["never seen, but 410", { status: 410, body: NEVER_SEEN }, "http_status", false],
  [
    "it names an unknown tier",
    { status: 200, body: { ...ACCEPTED, status: "verified", tier: "gold" } },
    "unknown_tier",
    false,
  ],
  ["500", { status: 500 }, "http_status", false],
  ["a redirect", { status: 302, headers: { location: "/x" } }, "redirect_refused", false],
  ["no answer", "no answer", "closed_early", false],
];

for (const [what, answer, says, isSent] of ASKED) {
  test(`provider: asked first, ${what} -> ${says}, ${isSent ? "sent once" : "not sent"}`, async (t) => {
    const { asked, baseUrl } = await providerOf(t, [answer, { status: 201, body: ACCEPTED }]);
    const attempt = await exchangeOf(t).attempt(sendingTo(baseUrl, { asksFirst: true }));
    assert.equal(attempt.result === "unknown" ? attempt.fault : attempt.result, says);
    assert.equal(attempt.wasSent, isSent);
    assert.deepEqual(
      asked.map(({ method }) => method),
      isSent ? ["GET", "POST"] : ["GET"],
    );
  });
}

const AFTER_STALE: [what: string, answer: Scripted, methods: string[], says: string][] = [
  ["had it", { status: 200, body: ACCEPTED }, ["POST", "POST", "GET"], "accepted"],
  ["had it not", { status: 404, body: NEVER_SEEN }, ["POST", "POST", "GET", "POST"], "accepted"],
  ["does not say", { status: 503 }, ["POST", "POST", "GET"], "http_status"],
];

for (const [what, answer, methods, says] of AFTER_STALE) {
  test(`provider: a kept connection ends under an effect, it ${what} -> asked before any other POST`, async (t) => {
    const done: Scripted = { status: 201, body: ACCEPTED };
    const { asked, baseUrl } = await providerOf(t, [done, "no answer", answer, done]);
    const exchange = exchangeOf(t);
    await exchange.attempt(sendingTo(baseUrl));
    const attempt = await exchange.attempt(sendingTo(baseUrl));
    assert.equal(attempt.result === "unknown" ? attempt.fault : attempt.result, says);
    assert.equal(attempt.wasSent, true);
    assert.deepEqual(
      asked.map(({ method }) => method),
      methods,
    );
  });
}

test("provider: it wants no request for a while, with 429 and 503 -> told; with others not", async (t) => {
  const headers = { "retry-after": "120" };
  const answers = [429, 503, 500].map((status) => ({ status, headers }));
  const { baseUrl } = await providerOf(t, answers);
  const exchange = exchangeOf(t, { now: () => 1_000 });
  for (const { status } of answers) {
    const attempt = await exchange.attempt(sendingTo(baseUrl));
    const retryAfterMs = "retryAfterMs" in attempt ? attempt.retryAfterMs : undefined;
    assert.equal(retryAfterMs, status === 500 ? undefined : 121_000, `${status}`);
  }
});

test("provider: an answer that never comes, and one that never ends -> timeout", async (t) => {
  for (const head of ["", "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"]) {
    const { port } = await rawReceiverOf(t, (socket) => socket.write(head));
    const exchange = exchangeOf(t, { attemptMs: 100 });
    const attempt = await exchange.attempt(sendingTo(`http://127.0.0.1:${port}`));
    assert.deepEqual(attempt.result === "unknown" && attempt.fault, "timeout");
  }
});

test("provider: on this machine where that is not allowed, or no URL -> unknown, no connection", async (t) => {
  const { port, connections } = await rawReceiverOf(t, () => {});
  const exchange = exchangeOf(t, { allowsLoopback: false });
  for (const asksFirst of [false, true]) {
    const local = await exchange.attempt(sendingTo(`http://127.0.0.1:${port}`, { asksFirst }));
    assert.equal(local.result === "unknown" && local.fault, "address_forbidden");
    const other = await exchange.attempt(sendingTo("ftp://example.com", { asksFirst }));
    assert.equal(other.result === "unknown" && other.fault, "url_forbidden");
  }
  assert.equal(connections.length, 0);
});

test("provider: closed while it thinks, and asked after -> aborted", async (t) => {
  const exchange = exchangeOf(t);
  const { port } = await rawReceiverOf(t, () => void exchange.close());
  for (const asksFirst of [false, true]) {
    const attempt = await exchange.attempt(sendingTo(`http://127.0.0.1:${port}`, { asksFirst }));
    assert.equal(attempt.result === "unknown" && attempt.fault, "aborted");
  }
});

test("provider: no secret, and one of another form -> internal_fault, no request", async (t) => {
  const { asked, baseUrl } = await providerOf(t, []);
  for (const secrets of [[], ["whsec_short"]]) {
    const attempt = await exchangeOf(t).attempt(sendingTo(baseUrl, { secrets }));
    assert.equal(attempt.result === "unknown" && attempt.fault, "internal_fault");
  }
  assert.equal(asked.length, 0);
});

test("provider: its book in pages -> read with the cursor; a page that is none -> a fault", async (t) => {
  const first = { effects: [ACCEPTED, { ...REFUSED, effectId: "preq_02" }], next: "c-2" };
  const { asked, baseUrl } = await providerOf(t, [
    { status: 200, body: first },
    { status: 200, body: { effects: [] } },
    { status: 200, body: { effects: [{}] } },
    { status: 500 },
    // A question may come twice: over the connection that was kept, and then over a new one.
    "no answer",
    "no answer",
  ]);
  const exchange = exchangeOf(t);
  const target = { baseUrl, secrets: [SECRET] };
  const page = await exchange.page(target, ["verification"]);
  assert.deepEqual(page, first);
  assert.deepEqual(await exchange.page(target, ["verification"], "c-2"), { effects: [] });
  assert.deepEqual(await exchange.page(target, ["verification"]), { fault: "invalid_answer" });
  assert.deepEqual(await exchange.page(target, ["verification"]), { fault: "http_status" });
  assert.deepEqual(await exchange.page(target, ["verification"]), { fault: "closed_early" });
  assert.deepEqual(
    asked.slice(0, 2).map(({ path }) => path),
    ["/base/v1/effects", "/base/v1/effects?after=c-2"],
  );
  assert.equal(asked[1]?.headers["webhook-id"], "after_c-2");
});

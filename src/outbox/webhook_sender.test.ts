/** What an attempt sends, and what becomes of every kind of answer, with receivers on loopback. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { Webhook } from "standardwebhooks";
import {
  BODY,
  promised,
  rawReceiverOf,
  receiverOf,
  SECRET,
  senderOf,
  webhookTo,
} from "../../test/support/outbox/receiver.ts";
import { WEBHOOK_ERRORS } from "../contract/messages/webhook_outcome.ts";
import { ANSWER_BYTES_MAX } from "./exchange.ts";
import { RETRY_AFTER_MAX_MS } from "./retry_after.ts";

const OK = "HTTP/1.1 200 OK\r\n";

test("attempt: its request -> these headers in this order, no other, and the body", async (t) => {
  let received = "";
  const { url, port } = await rawReceiverOf(t, (socket, request) => {
    received = request;
    socket.end(`${OK}content-length: 0\r\n\r\n`);
  });
  const sender = senderOf(t, { now: () => 1_700_000_000_999 });
  const outcome = await sender.send(webhookTo(`${url}/a%20b?c=d`));
  const [head = "", body] = received.split("\r\n\r\n");
  const signature = /webhook-signature: (.*)/.exec(head)?.[1];
  assert.deepEqual(head.split("\r\n"), [
    "POST /hook/a%20b?c=d HTTP/1.1",
    `host: 127.0.0.1:${port}`,
    "connection: keep-alive",
    "content-type: application/json",
    "user-agent: money-movement-platform-webhooks/1",
    "webhook-id: evt_1",
    "webhook-timestamp: 1700000000",
    `webhook-signature: ${signature}`,
    `content-length: ${BODY.length}`,
  ]);
  assert.equal(body, BODY);
  assert.equal(signature, new Webhook(SECRET).sign("evt_1", new Date(1_700_000_000_000), BODY));
  assert.deepEqual(outcome, {
    atMs: 1_700_000_000_999,
    durationMs: outcome.durationMs,
    httpStatus: 200,
  });
  assert.ok(Number.isInteger(outcome.durationMs) && outcome.durationMs >= 0);
});

test("attempt: two secrets, text of any language -> verified by either receiver from the raw body", async (t) => {
  const other = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;
  const text = '{"name":"Zoë ✓ 😀"}';
  const received = promised<void>();
  const { url } = await receiverOf(t, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = request.headers as Record<string, string>;
    try {
      for (const secret of [SECRET, other]) {
        new Webhook(secret).verify(Buffer.concat(chunks).toString(), headers);
      }
      received.resolve();
    } catch (cause) {
      received.reject(cause);
    }
    response.end();
  });
  const secrets = [other, SECRET];
  await senderOf(t).send(webhookTo(url, { secrets, body: Buffer.from(text) }));
  await received.promise;
});

/** An answer, and the outcome without its times. */
const ANSWERS: [what: string, answer: string, outcome: Record<string, unknown>][] = [
  [
    "200 with a body",
    `${OK}content-length: 2\r\n\r\nok`,
    { httpStatus: 200, responseSnippet: "ok" },
  ],
  ["204", "HTTP/1.1 204 No Content\r\n\r\n", { httpStatus: 204 }],
  ["299", "HTTP/1.1 299 X\r\ncontent-length: 0\r\n\r\n", { httpStatus: 299 }],
  [
    "HTTP/1.0 until the end",
    "HTTP/1.0 200 OK\r\n\r\nold",
    { httpStatus: 200, responseSnippet: "old" },
  ],
  [
    "chunks",
    `${OK}transfer-encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n`,
    { httpStatus: 200, responseSnippet: "abc" },
  ],
  [
    "103, then 200",
    `HTTP/1.1 103 Early Hints\r\nlink: a\r\n\r\n${OK}content-length: 0\r\n\r\n`,
    { httpStatus: 200 },
  ],
  [
    "500",
    "HTTP/1.1 500 X\r\ncontent-length: 4\r\n\r\noops",
    { httpStatus: 500, error: "http_status", responseSnippet: "oops" },
  ],
  [
    "410",
    "HTTP/1.1 410 Gone\r\ncontent-length: 0\r\n\r\n",
    { httpStatus: 410, error: "http_status" },
  ],
  ["400", "HTTP/1.1 400 X\r\ncontent-length: 0\r\n\r\n", { httpStatus: 400, error: "http_status" }],
  ["304", "HTTP/1.1 304 X\r\n\r\n", { httpStatus: 304, error: "redirect_refused" }],
  ["199", "HTTP/1.1 199 X\r\n\r\n", { error: "closed_early" }],
  ["100", "HTTP/1.1 100 Continue\r\n\r\n", { error: "invalid_response" }],
  [
    "101",
    "HTTP/1.1 101 X\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n",
    { error: "invalid_response" },
  ],
  ["999", "HTTP/1.1 999 X\r\ncontent-length: 0\r\n\r\n", { httpStatus: 999, error: "http_status" }],
  ["nothing", "", { error: "closed_early" }],
  ["half a head", "HTTP/1.1 200 OK\r\ncontent-le", { error: "closed_early" }],
  [
    "half a body",
    `${OK}content-length: 9\r\n\r\nabc`,
    { httpStatus: 200, error: "closed_early", responseSnippet: "abc" },
  ],
  [
    "half a body, connection: close",
    `${OK}connection: close\r\ncontent-length: 9\r\n\r\nabc`,
    { httpStatus: 200, error: "closed_early", responseSnippet: "abc" },
  ],
  [
    "half of the chunks",
    `${OK}transfer-encoding: chunked\r\n\r\n5\r\nab`,
    { httpStatus: 200, error: "closed_early", responseSnippet: "ab" },
  ],
  [
    "half of the chunks, connection: close",
    `${OK}connection: close\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab`,
    { httpStatus: 200, error: "closed_early", responseSnippet: "ab" },
  ],
  [
    "a bad chunk",
    `${OK}transfer-encoding: chunked\r\n\r\nxyz\r\n`,
    { httpStatus: 200, error: "invalid_response" },
  ],
  ["no HTTP", "SSH-2.0-OpenSSH_9.6\r\n", { error: "invalid_response" }],
  ["HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", { error: "invalid_response" }],
  [
    "two lengths",
    `${OK}content-length: 1\r\ncontent-length: 2\r\n\r\nab`,
    { error: "invalid_response" },
  ],
  [
    "a length and chunks",
    `${OK}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    { error: "invalid_response" },
  ],
  ["a head too large", `${OK}x: ${"a".repeat(20_000)}\r\n\r\n`, { error: "invalid_response" }],
];

for (const [what, answer, wanted] of ANSWERS) {
  test(`answer: ${what} -> ${wanted["error"] ?? "delivered"}`, async (t) => {
    const { url } = await rawReceiverOf(t, (socket) => socket.end(answer));
    const { atMs, durationMs, ...outcome } = await senderOf(t).send(webhookTo(url));
    assert.deepEqual(outcome, wanted);
    assert.ok(outcome.error === undefined || outcome.error in WEBHOOK_ERRORS);
  });
}

test("answer: redirects of every kind -> redirect_refused, and no second request", async (t) => {
  for (const status of [300, 301, 302, 303, 307, 308]) {
    let requests = 0;
    const { url } = await receiverOf(t, (_, response) => {
      requests++;
      response.writeHead(status, { location: "/elsewhere" }).end();
    });
    const outcome = await senderOf(t).send(webhookTo(url));
    assert.equal(outcome.error, "redirect_refused");
    assert.equal(outcome.httpStatus, status);
    assert.equal(requests, 1);
  }
});

test("answer: retry-after in both forms, with 429 and 503 -> the moment; with others -> none", async (t) => {
  const nowMs = Date.UTC(2026, 10, 23, 8);
  const afterOf = async (status: number, value: string) => {
    const { url } = await receiverOf(t, (_, response) =>
      response.writeHead(status, { "Retry-After": value }).end(),
    );
    const { retryAfterMs, httpStatus } = await senderOf(t, { now: () => nowMs }).send(
      webhookTo(url),
    );
    assert.equal(httpStatus, status);
    return retryAfterMs === undefined ? undefined : retryAfterMs - nowMs;
  };
  assert.equal(await afterOf(429, "120"), 120_000);
  assert.equal(await afterOf(503, "Mon, 23 Nov 2026 08:10:00 GMT"), 600_000);
  assert.equal(await afterOf(429, "99999999"), RETRY_AFTER_MAX_MS);
  assert.equal(await afterOf(429, "soon"), undefined);
  assert.equal(await afterOf(500, "120"), undefined);
  assert.equal(await afterOf(200, "120"), undefined);
});

test("answer: a body with a content encoding -> its bytes, not decoded", async (t) => {
  const { url } = await receiverOf(t, (_, response) =>
    response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("x".repeat(5_000))),
  );
  const { error, responseSnippet } = await senderOf(t).send(webhookTo(url));
  assert.equal(error, undefined);
  assert.match(responseSnippet ?? "", /^\ufffd/);
  assert.doesNotMatch(responseSnippet ?? "", /xxx/);
});

test("answer: a body of 3,000 bytes -> the first 1,024 as text", async (t) => {
  const { url } = await receiverOf(t, (_, response) => response.end("é".repeat(1_500)));
  const { responseSnippet } = await senderOf(t).send(webhookTo(url));
  assert.equal(responseSnippet, "é".repeat(512));
});

test("answer: as many bytes as are read, one more -> the connection is kept, and is closed", async (t) => {
  const answerOf = (bytes: number) => {
    const head = (length: number) => `${OK}content-length: ${length}\r\n\r\n`;
    const length = bytes - head(bytes).length;
    return head(length) + "a".repeat(length);
  };
  for (const [bytes, open] of [
    [ANSWER_BYTES_MAX, 1],
    [ANSWER_BYTES_MAX + 1, 0],
  ] as const) {
    assert.equal(answerOf(bytes).length, bytes);
    const { url } = await rawReceiverOf(t, (socket) => socket.write(answerOf(bytes)));
    const sender = senderOf(t);
    const outcome = await sender.send(webhookTo(url));
    assert.equal(outcome.httpStatus, 200);
    assert.equal(outcome.error, undefined);
    assert.equal(outcome.responseSnippet, "a".repeat(1_024));
    assert.equal(sender.connections.open, open);
  }
});

/** Ways to send 100 MB: the head of the answer, one piece of it, and the outcome's error. */
const FLOODS: [what: string, head: string, piece: string, error: string | undefined][] = [
  ["a body", `${OK}content-length: 100000000\r\n\r\n`, "a".repeat(10_000), undefined],
  [
    "a body of 500",
    "HTTP/1.1 500 X\r\ncontent-length: 100000000\r\n\r\n",
    "a".repeat(10_000),
    "http_status",
  ],
  [
    "chunks",
    `${OK}transfer-encoding: chunked\r\n\r\n`,
    `3e8\r\n${"a".repeat(1_000)}\r\n`.repeat(10),
    undefined,
  ],
  [
    "small chunks",
    `${OK}transfer-encoding: chunked\r\n\r\n`,
    "1\r\na\r\n".repeat(2_000),
    undefined,
  ],
  ["a chunk extension", `${OK}transfer-encoding: chunked\r\n\r\n1;`, "a".repeat(10_000), undefined],
  [
    "trailers",
    `${OK}transfer-encoding: chunked\r\n\r\n0\r\n`,
    "a: b\r\n".repeat(2_000),
    "invalid_response",
  ],
  ["headers", OK, "a: b\r\n".repeat(2_000), "invalid_response"],
  ["one header", `${OK}a: `, "b".repeat(10_000), "invalid_response"],
  ["a reason", "HTTP/1.1 200 ", "b".repeat(10_000), "invalid_response"],
  ["informational answers", "", "HTTP/1.1 103 X\r\n\r\n".repeat(500), "invalid_response"],
  ["empty lines", "", "\r\n".repeat(5_000), "invalid_response"],
];

for (const [what, head, piece, error] of FLOODS) {
  test(`answer: 100 MB of ${what} -> cut off early, ${error ?? "delivered"}`, async (t) => {
    let sent = 0;
    const closed = promised<number>();
    const { url } = await rawReceiverOf(t, (socket) => {
      const go = () => {
        while (sent < 100_000_000 && !socket.destroyed && socket.write(piece)) sent += piece.length;
      };
      socket.on("drain", go).on("close", () => closed.resolve(sent));
      socket.write(head);
      go();
    });
    const sender = senderOf(t);
    const outcome = await sender.send(webhookTo(url));
    assert.equal(outcome.error, error);
    assert.equal(sender.connections.open, 0);
    // What the buffers of two sockets hold may have left the receiver.
    assert.ok((await closed.promise) < 20_000_000, `${sent} bytes were sent`);
  });
}

test("fault: what cannot be signed or written -> internal_fault, and no request", async (t) => {
  let requests = 0;
  const { url } = await receiverOf(t, (_, response) => {
    requests++;
    response.end();
  });
  const sender = senderOf(t);
  const faults = [{ secrets: [] }, { secrets: ["whsec_x"] }, { webhookId: "a\r\nx-evil: 1" }];
  for (const fault of faults) {
    const { error } = await sender.send(webhookTo(url, fault));
    assert.equal(error, "internal_fault");
  }
  assert.equal(requests, 0);
});

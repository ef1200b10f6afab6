/** How an attempt ends that its receiver does not end: by its time, by its caller, by the sender. */
import assert from "node:assert/strict";
import { once } from "node:events";
import type { Socket } from "node:net";
import { test } from "node:test";
import {
  promised,
  rawReceiverOf,
  senderOf,
  webhookTo,
} from "../../test/support/outbox/receiver.ts";
import { ATTEMPT_MS } from "./guarded_client.ts";

const OK = "HTTP/1.1 200 OK\r\n";

test("time: a receiver that never answers -> timeout, and the connection is closed", async (t) => {
  const { url, connections } = await rawReceiverOf(t, () => {});
  const sender = senderOf(t, { attemptMs: 100 });
  const outcome = await sender.send(webhookTo(url));
  assert.equal(outcome.error, "timeout");
  assert.equal(outcome.httpStatus, undefined);
  assert.ok(outcome.durationMs >= 99);
  // On a busy machine the attempt may be over before its request has gone out.
  while (connections.length === 0) await new Promise(setImmediate);
  const [socket] = connections as [Socket];
  if (!socket.closed) await once(socket, "close");
  assert.equal(ATTEMPT_MS, 10_000);
});

/** Answers that go on and on, a little at a time. */
const TRICKLES: [what: string, head: string, piece: string][] = [
  ["head", OK, "a: b\r\n"],
  ["body", `${OK}content-length: 100000\r\n\r\n`, "a"],
  ["chunks", `${OK}transfer-encoding: chunked\r\n\r\n`, "1\r\na\r\n"],
  ["informational answers", "", "HTTP/1.1 103 X\r\n\r\n"],
];

for (const [what, head, piece] of TRICKLES) {
  test(`time: ${what} that trickles for ever -> timeout`, async (t) => {
    const { url } = await rawReceiverOf(t, (socket) => {
      socket.write(head);
      const timer = setInterval(() => socket.write(piece), 5);
      socket.on("close", () => clearInterval(timer));
    });
    const outcome = await senderOf(t, { attemptMs: 300 }).send(webhookTo(url));
    assert.equal(outcome.error, "timeout");
  });
}

test("time: a name that is never resolved -> timeout", async (t) => {
  const resolve = () => new Promise<string[]>(() => {});
  const sender = senderOf(t, { resolve, attemptMs: 50 });
  const outcome = await sender.send(webhookTo("https://hooks.example.com/"));
  assert.equal(outcome.error, "timeout");
});

test("time: a receiver that accepts and never speaks TLS -> timeout", async (t) => {
  const { port } = await rawReceiverOf(t, () => {});
  const sender = senderOf(t, { attemptMs: 200 });
  const outcome = await sender.send(webhookTo(`https://127.0.0.1:${port}/`));
  assert.equal(outcome.error, "timeout");
  assert.equal(sender.connections.open, 0);
});

test("end: a signal, before and while the receiver thinks -> aborted", async (t) => {
  const asked = promised<void>();
  const { url } = await rawReceiverOf(t, () => asked.resolve());
  const sender = senderOf(t);
  const early = await sender.send(webhookTo(url, { signal: AbortSignal.abort() }));
  assert.equal(early.error, "aborted");
  const controller = new AbortController();
  const attempt = sender.send(webhookTo(url, { signal: controller.signal }));
  await asked.promise;
  controller.abort();
  assert.equal((await attempt).error, "aborted");
});

test("end: a signal in any turn between the name and the connection -> aborted", async (t) => {
  const { port } = await rawReceiverOf(t, () => {});
  for (const turns of [0, 1, 2, 3, 4, 5, 6, 7, 8]) {
    const controller = new AbortController();
    const resolve = async () => {
      // Aborts at any of the turns between the answer of the resolver and the first connection.
      let turn = Promise.resolve();
      for (let at = 0; at < turns; at++) turn = turn.then(() => {});
      void turn.then(() => controller.abort());
      return ["127.0.0.1"];
    };
    const sender = senderOf(t, { resolve });
    const webhook = webhookTo(`http://a.localhost:${port}/`, { signal: controller.signal });
    assert.equal((await sender.send(webhook)).error, "aborted");
    assert.equal(sender.connections.open, 0);
  }
});

test("end: the sender closes while receivers think and names are resolved -> all aborted", async (t) => {
  const asked = promised<void>();
  const { url, connections } = await rawReceiverOf(t, (_socket, _request, number) => {
    if (number === 3) asked.resolve();
  });
  const sender = senderOf(t, { resolve: () => new Promise(() => {}) });
  const attempts = [url, url, url, "http://a.localhost/"].map((to) => sender.send(webhookTo(to)));
  await asked.promise;
  const closed = connections.map((socket) => once(socket, "close"));
  await sender.close();
  const errors = (await Promise.all(attempts)).map(({ error }) => error);
  assert.deepEqual(errors, ["aborted", "aborted", "aborted", "aborted"]);
  await Promise.all(closed);
  assert.deepEqual(sender.connections, { open: 0, idle: 0 });
  assert.equal((await sender.send(webhookTo(url))).error, "aborted");
});

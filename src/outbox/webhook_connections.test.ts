/** Connections that are kept: used again, closed by receivers at bad moments, and bounded. */
import assert from "node:assert/strict";
import { once } from "node:events";
import type { Socket } from "node:net";
import { test } from "node:test";
import {
  CERTIFICATE,
  promised,
  rawReceiverOf,
  receiverOf,
  senderOf,
  tlsReceiverOf,
  webhookTo,
} from "../../test/support/outbox/receiver.ts";

const OK = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";

test("connection: 100 webhooks one after the other -> one connection; 16 at once -> 16", async (t) => {
  for (const receiverFor of [receiverOf, tlsReceiverOf]) {
    let connections = 0;
    const { url, server } = await receiverFor(t, (_, response) => response.end("ok"));
    server.on(receiverFor === receiverOf ? "connection" : "secureConnection", () => connections++);
    const sender = senderOf(t, { ca: CERTIFICATE });
    for (let at = 0; at < 100; at++) {
      assert.equal((await sender.send(webhookTo(url))).error, undefined);
    }
    assert.equal(connections, 1);
    for (let round = 0; round < 3; round++) {
      const sends = Array.from({ length: 16 }, () => sender.send(webhookTo(url)));
      for (const { error } of await Promise.all(sends)) assert.equal(error, undefined);
    }
    assert.equal(connections, 16);
    assert.deepEqual(sender.connections, { open: 16, idle: 16 });
  }
});

test("connection: closed by the receiver after each answer, without a word -> every attempt delivered", async (t) => {
  const ways: ((socket: Socket) => void)[] = [
    (socket) => socket.end(OK),
    (socket) => socket.write(OK, () => socket.resetAndDestroy()),
    (socket) => socket.write(OK, () => setImmediate(() => socket.destroy())),
    (socket) => socket.end(OK.replace("content", "connection: close\r\ncontent")),
  ];
  for (const answer of ways) {
    const { url, connections } = await rawReceiverOf(t, answer);
    const sender = senderOf(t);
    for (let at = 0; at < 20; at++) {
      assert.equal((await sender.send(webhookTo(url))).error, undefined);
    }
    assert.equal(connections.length, 20);
  }
});

test("connection: closed while idle, and the sender has seen it -> dropped, the next attempt opens one", async (t) => {
  const { url, connections } = await rawReceiverOf(t, (socket) => socket.write(OK));
  const sender = senderOf(t);
  await sender.send(webhookTo(url));
  assert.deepEqual(sender.connections, { open: 1, idle: 1 });
  const [first] = connections as [Socket];
  first.end();
  // The sender answers the receiver's end with its own.
  await once(first, "close");
  while (sender.connections.open > 0) await new Promise(setImmediate);
  assert.equal((await sender.send(webhookTo(url))).error, undefined);
  assert.equal(connections.length, 2);
});

test("connection: an old one is closed with the request in it -> sent again over a new one, same id", async (t) => {
  const requests: string[] = [];
  const { url } = await rawReceiverOf(t, (socket, request, number) => {
    requests.push(request);
    if (number === 2) socket.destroy();
    else socket.write(OK);
  });
  const sender = senderOf(t, { now: () => 1_700_000_000_000 });
  await sender.send(webhookTo(url));
  const { error } = await sender.send(webhookTo(url, { webhookId: "evt_2" }));
  assert.equal(error, undefined);
  assert.equal(requests.length, 3);
  assert.match(requests[1] ?? "", /webhook-id: evt_2\r\n/);
  assert.equal(requests[2], requests[1]);
});

test("connection: a new one is closed with the request in it -> closed_early, sent once", async (t) => {
  let requests = 0;
  const { url } = await rawReceiverOf(t, (socket) => {
    requests++;
    socket.destroy();
  });
  assert.equal((await senderOf(t).send(webhookTo(url))).error, "closed_early");
  assert.equal(requests, 1);
});

test("connection: two in a row are closed with the request in them -> closed_early, sent twice", async (t) => {
  let requests = 0;
  const { url } = await rawReceiverOf(t, (socket, _, number) => {
    requests = number;
    if (number === 1) socket.write(OK);
    else socket.destroy();
  });
  const sender = senderOf(t);
  await sender.send(webhookTo(url));
  assert.equal((await sender.send(webhookTo(url))).error, "closed_early");
  assert.equal(requests, 3);
});

test("connection: an old one ends after a part of an answer -> closed_early, not sent again", async (t) => {
  let requests = 0;
  const { url } = await rawReceiverOf(t, (socket, _, number) => {
    requests = number;
    if (number === 1) socket.write(OK);
    else socket.end("HTTP/1.1 20");
  });
  const sender = senderOf(t);
  await sender.send(webhookTo(url));
  assert.equal((await sender.send(webhookTo(url))).error, "closed_early");
  assert.equal(requests, 2);
});

test("connection: an answer nobody asked for, sent ahead -> never taken for the next one's", async (t) => {
  const { url, connections } = await rawReceiverOf(t, (socket, _, number) => {
    if (number === 1) socket.write(`${OK}HTTP/1.1 299 Ahead\r\ncontent-length: 0\r\n\r\n`);
    else socket.write("HTTP/1.1 500 X\r\ncontent-length: 0\r\n\r\n");
  });
  const sender = senderOf(t);
  assert.equal((await sender.send(webhookTo(url))).httpStatus, 200);
  assert.equal((await sender.send(webhookTo(url))).httpStatus, 500);
  assert.equal(connections.length, 2);
});

test("connection: more idle ones than are kept -> the one that was idle longest is closed", async (t) => {
  const sender = senderOf(t, { idleConnectionsMax: 2 });
  const receivers = await Promise.all(
    [0, 1, 2].map(() => rawReceiverOf(t, (socket) => socket.write(OK))),
  );
  for (const { url } of receivers) await sender.send(webhookTo(url));
  assert.deepEqual(sender.connections, { open: 2, idle: 2 });
  const [first, second, third] = receivers;
  const [closed] = first?.connections ?? [];
  if (closed?.destroyed === false) await once(closed, "close");
  await sender.send(webhookTo(second?.url ?? ""));
  await sender.send(webhookTo(third?.url ?? ""));
  assert.equal(second?.connections.length, 1);
  assert.equal(third?.connections.length, 1);
  await sender.send(webhookTo(first?.url ?? ""));
  assert.equal(first?.connections.length, 2);
});

test("connection: an attempt is cut off -> its own is closed, others of the receiver go on", async (t) => {
  const asked = promised<void>();
  const slow: Socket[] = [];
  const { url } = await rawReceiverOf(t, (socket, request) => {
    if (request.includes("webhook-id: evt_cut")) asked.resolve();
    else slow.push(socket);
  });
  const sender = senderOf(t);
  const controller = new AbortController();
  const other = sender.send(webhookTo(url, { webhookId: "evt_other" }));
  const cut = sender.send(webhookTo(url, { webhookId: "evt_cut", signal: controller.signal }));
  await asked.promise;
  while (slow.length === 0) await new Promise(setImmediate);
  controller.abort();
  assert.equal((await cut).error, "aborted");
  slow[0]?.write(OK);
  assert.equal((await other).error, undefined);
});

/**
 * Large answers to a client that asks on and reads nothing, over real sockets. The library's `end` keeps
 * every answer in memory, and loses a body where the connection takes not even its head (decision 0108).
 */
import type { HttpResponse, us_listen_socket } from "uWebSockets.js";
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { after, before, test } from "node:test";
import { uWS } from "../native_server.ts";
import { writeMadeResponse, writeResponse } from "./response_head.ts";

const BODY_BYTES = 200_000;
const BODY = Buffer.alloc(BODY_BYTES, "x");
/** Answers that are more than the system keeps for a connection. */
const MOST = 250;
const MADE = Buffer.from("200 OK\r\ncontent-type: text/plain");
const HEAD = { status: 200, contentType: "text/plain", headers: "" };

/** By path, the ways in which an answer whose connection stays is written. */
const WAYS: Record<string, (response: HttpResponse) => void> = {
  "/bytes": (response) => writeResponse(response, HEAD, BODY, false),
  "/text": (response) => writeResponse(response, HEAD, BODY.toString(), false),
  "/made": (response) => writeMadeResponse(response, MADE, BODY),
};

let socket: us_listen_socket;
let served = 0;

const app = uWS.App().get("/*", (response, request) => {
  const write = WAYS[request.getUrl()];
  response.onAborted(() => {});
  served++;
  response.cork(() => write?.(response));
});

before(() => {
  app.listen("127.0.0.1", 0, (listening) => {
    if (listening !== false) socket = listening;
  });
});

after(() => app.close());

async function open(): Promise<Socket> {
  const client = connect({ host: "127.0.0.1", port: uWS.us_socket_local_port(socket) });
  client.setNoDelay(true);
  client.on("error", () => {});
  await once(client, "connect");
  return client;
}

/** The server is in this thread: what lies in its sockets has been read after two turns of the loop. */
async function twoTurns(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
}

for (const path of Object.keys(WAYS)) {
  test(`slow client: of ${path} asks on and reads nothing -> one answer waits, then the connection ends`, async () => {
    const client = await open();
    const closed = once(client, "close");
    const before = served;
    for (let asked = 0; asked < MOST && served === before + asked; asked++) {
      client.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
      await twoTurns();
    }
    assert.ok(served - before < MOST, `${served - before} answers were made`);
    client.resume();
    await closed;
  });

  test(`slow client: of ${path} reads late -> the whole body, and the answer behind it`, async () => {
    const client = await open();
    client.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await twoTurns();
    let received = "";
    for (let answers = 0; answers < 2; ) {
      const [bytes] = (await once(client, "data")) as [Buffer];
      received += bytes.toString("latin1");
      const end = received.indexOf("\r\n\r\n") + 4;
      if (received.length < end + BODY_BYTES) continue;
      assert.match(received.slice(0, end), /^HTTP\/1\.1 200 OK\r\n/);
      assert.equal(received.slice(end), BODY.toString());
      received = "";
      if (++answers === 1) client.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    }
    client.destroy();
  });
}

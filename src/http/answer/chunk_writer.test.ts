/** ChunkWriter over a real socket: when it waits, and what becomes of a client that takes nothing. */
import type { HttpResponse, us_listen_socket } from "uWebSockets.js";
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import test, { type TestContext } from "node:test";
import { uWS } from "../native_server.ts";
import { ChunkWriter, STALLED_MS } from "./chunk_writer.ts";

const PIECE = Buffer.alloc(262_144, "x");
/** More than the system keeps for a connection of this machine. */
const PIECES = 64;

/** A writer and the client that it writes to, which reads nothing yet. */
async function open(
  t: TestContext,
  isLast = false,
): Promise<{ writer: ChunkWriter; client: Socket; ended: () => boolean }> {
  let isEnded = false;
  let resolve: (writer: ChunkWriter) => void = () => {};
  const opened = new Promise<ChunkWriter>((settle) => {
    resolve = settle;
  });
  let socket: us_listen_socket | undefined;
  const app = uWS.App().get("/*", (response: HttpResponse) => {
    const head = { status: 200, contentType: "text/event-stream", headers: "" };
    const how = {
      isLast,
      ended: () => {
        isEnded = true;
      },
    };
    const writer = new ChunkWriter(response, head, how);
    response.onAborted(() => writer.gone());
    resolve(writer);
  });
  app.listen("127.0.0.1", 0, (listening) => {
    if (listening !== false) socket = listening;
  });
  const port = uWS.us_socket_local_port(socket as us_listen_socket);
  const client = connect(port, "127.0.0.1");
  client.on("error", () => {});
  t.after(() => {
    client.destroy();
    uWS.us_listen_socket_close(socket as us_listen_socket);
  });
  client.pause();
  client.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  return { writer: await opened, client, ended: () => isEnded };
}

test("ChunkWriter: a client that reads -> the whole body, in its order, and its end", async (t) => {
  const { writer, client, ended } = await open(t, true);
  let length = 0;
  client.on("data", (chunk: Buffer) => {
    length += chunk.length;
  });
  client.resume();
  for (let at = 0; at < PIECES; at++) await writer.write(PIECE);
  writer.end();
  await once(client, "close");
  assert.ok(length > PIECES * PIECE.length, `${length} bytes came`);
  assert.equal(ended(), true);
});

test("ChunkWriter: a client that takes nothing -> writing waits, then its connection is closed", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { writer, client } = await open(t);
  let written = 0;
  const writing = (async () => {
    for (; written < PIECES; written++) await writer.write(PIECE);
  })();
  // The socket's turns pass; the time of the writer does not.
  for (let turn = 0; turn < 1_000; turn++) await new Promise((done) => setImmediate(done));
  const waitingAt = written;
  assert.ok(waitingAt < PIECES, `${waitingAt} pieces were taken`);
  t.mock.timers.tick(STALLED_MS);
  client.resume();
  await once(client, "close");
  await writing;
});

test("ChunkWriter: the client goes away while writing waits -> writing goes on, into nothing", async (t) => {
  const { writer, client, ended } = await open(t);
  const writing = (async () => {
    for (let at = 0; at < PIECES; at++) await writer.write(PIECE);
  })();
  client.destroy();
  await writing;
  writer.end();
  writer.close();
  assert.equal(ended(), false);
});

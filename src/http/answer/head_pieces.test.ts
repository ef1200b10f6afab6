/**
 * A request's head that comes in two packets, cut at each of its bytes, with the native build of this
 * machine. The old build (decision 0108) refuses some cuts of the first line, and no request runs then.
 */
import type { us_listen_socket } from "uWebSockets.js";
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { isOldBuild, thisMachine } from "../native_build.mjs";
import { uWS } from "../native_server.ts";

const METHOD = "POST ";
const TARGET = "/v1/transfers?x=1";
const VERSION = " HTTP/1.1\r\n";
const HEAD = `${METHOD}${TARGET}${VERSION}Host: a\r\nContent-Length: 2\r\nX-Name: value\r\n\r\n`;
const BODY = "{}";

let socket: us_listen_socket;
let served = 0;

const app = uWS.App().any("/*", (response) => {
  response.onAborted(() => {});
  response.onData((_bytes, isLast) => {
    if (!isLast) return;
    served++;
    response.end("ok");
  });
});

before(() => {
  app.listen("127.0.0.1", 0, (listening) => {
    if (listening !== false) socket = listening;
  });
});

after(() => app.close());

/** The status of the answer to a request that is cut behind `cut` bytes. */
async function statusCutAt(cut: number): Promise<number> {
  const client = connect({ host: "127.0.0.1", port: uWS.us_socket_local_port(socket) });
  client.setNoDelay(true);
  await once(client, "connect");
  await sent(client, HEAD.slice(0, cut));
  // The server is in this thread: it has read what lay in its sockets after two turns of the loop.
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
  await sent(client, HEAD.slice(cut) + BODY);
  const [answer] = (await once(client, "data")) as [Buffer];
  client.destroy();
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer.toString("latin1"))?.[1]);
}

function sent(client: ReturnType<typeof connect>, text: string): Promise<void> {
  return new Promise((resolve) => {
    client.write(text, () => resolve());
  });
}

test("head in pieces: two packets, cut at every byte -> served, but for the first line on an old build", async () => {
  const refused: number[] = [];
  let whole = 0;
  for (let cut = 1; cut < HEAD.length; cut++) {
    const status = await statusCutAt(cut);
    if (status === 200) whole++;
    else if (status === 505) refused.push(cut);
    else assert.fail(`cut behind ${cut} bytes: ${status}`);
  }
  const inVersion = Array.from(VERSION.slice(1), (_, at) => METHOD.length + TARGET.length + at + 1);
  const refusedByOld = [METHOD.length, ...inVersion];
  assert.deepEqual(refused, isOldBuild(thisMachine()) ? refusedByOld : []);
  assert.equal(served, whole);
});

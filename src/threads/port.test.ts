/** The port that edges share: one server alone gets it, even when several start at one moment. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { type TestContext, test } from "node:test";
import { uWS } from "../http/native_server.ts";
import { takePort } from "./port.ts";

const HOST = "127.0.0.1";
const BUSY =
  /^cannot listen on 127\.0\.0\.1:\d+: another program has this port: [^\n]+ --port \(npm start -- --port 8081\)[^\n]+$/;

/** Listens as an edge does; resolves with false where listening fails. */
function edgeListens(t: TestContext, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    uWS.App().listen(HOST, port, (socket) => {
      if (socket !== false) t.after(() => uWS.us_listen_socket_close(socket));
      resolve(socket !== false);
    });
  });
}

test("port: chosen by the kernel, 50 times at once -> each its own, which edges share", async (t) => {
  const taken = await Promise.all(Array.from({ length: 50 }, () => takePort(HOST, 0)));
  assert.equal(new Set(taken.map(({ port }) => port)).size, taken.length);
  for (const { port, onListening } of taken) {
    const stranger = createServer().listen(port, HOST);
    const [cause] = await once(stranger, "error");
    assert.equal(cause.code, "EADDRINUSE", "nobody else has it before the edges do");
    const edges = await Promise.all([edgeListens(t, port), edgeListens(t, port)]);
    assert.deepEqual(edges, [true, true]);
    onListening();
  }
});

test("port: one that was asked for, 5 times at once -> one has it, the others are refused", async (t) => {
  // The kernel chose a free port, and this test holds that port until the others ask for it.
  const { port, onListening } = await takePort(HOST, 0);
  const others = Promise.allSettled(Array.from({ length: 5 }, () => takePort(HOST, port)));
  assert.equal(await edgeListens(t, port), true);
  onListening();
  for (const other of await others) {
    assert.equal(other.status, "rejected");
    assert.equal(other.reason.name, "OptionError");
    assert.match(other.reason.message, BUSY);
  }
});

test("port: who had it is gone before it listened -> the next one has it", async (t) => {
  const first = await takePort(HOST, 0);
  const next = takePort(HOST, first.port);
  first.onListening();
  const { port, onListening } = await next;
  assert.equal(port, first.port);
  assert.equal(await edgeListens(t, port), true);
  onListening();
});

test("port: an address that this machine lacks -> refused in a sentence", async () => {
  for (const port of [0, 8_080]) {
    await assert.rejects(takePort("192.0.2.1", port), {
      name: "OptionError",
      message: /^cannot listen on 192\.0\.2\.1:\d+: .*EADDRNOTAVAIL/,
    });
  }
});

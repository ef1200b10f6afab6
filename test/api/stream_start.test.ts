/**
 * A stream of events that is asked for while a server starts: an EventSource comes again until the server serves, where
 * a status of 503 would end it for ever. Edge, sockets and client are real; when the start is over, the test says.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { EventSource } from "eventsource";
import { openClientAddress } from "../../src/access/client_address.ts";
import { createCursorCodec } from "../../src/access/cursor.ts";
import { openRateLimiter } from "../../src/access/rate_limit.ts";
import { createRateLimitMemory } from "../../src/access/rate_window.ts";
import type { AnyOperation } from "../../src/calls/callable.ts";
import { Calls } from "../../src/calls/calls.ts";
import { refuse } from "../../src/contract/refusals/refusal.ts";
import { operations } from "../../src/features/registry.ts";
import { ConnectionGate } from "../../src/http/connection_gate.ts";
import { Edge } from "../../src/http/edge.ts";
import { openRaw, requestText } from "../support/raw.ts";

const NO_LIMITS = { credentialLimit: 0, ipLimit: 0, discoveryLimit: 0, identityIpLimit: 0 };
const STREAMS = (operations as readonly AnyOperation[]).filter(
  ({ stream }) => stream !== undefined,
);
const faults: Error[] = [];
const log = {
  ...{ enabled: false, probesEnabled: false, line() {}, probeLine() {} },
  fault: (_: string, error: Error) => faults.push(error),
};
const calls = new Calls({
  credentials: {
    ...{ hasTenant: () => false, productOf: () => undefined, productOfKey: () => undefined },
    authenticate: () => refuse("invalid_credentials", "nobody has a key here"),
  },
  limiter: openRateLimiter(createRateLimitMemory(), NO_LIMITS),
  cursors: createCursorCodec(Buffer.alloc(32, 1)),
  shards: { couriers: new Map(), views: new Map() },
  readers: { run: () => undefined },
  ...{ recorder: undefined, requestLog: undefined },
  newChallenge: () => assert.fail("nobody logs in"),
  prove: () => Promise.reject(new Error("no prover")),
  log,
  reaching: { prefixes: [], refusalOf: () => undefined },
  nowMs: Date.now,
});
const starting = {
  ...{ counted: false, isProbe: true },
  answer: async () => ({ status: 503, contentType: "application/json", body: "{}\n" }),
};
const edge = new Edge({
  operations: operations as readonly AnyOperation[],
  calls,
  ...{ clientAddress: openClientAddress([]), connections: new ConnectionGate(0, () => false) },
  ...{ log, edge: 0, recorder: undefined, nowMs: Date.now, docsUrl: "http://docs" },
  ...{ protocols: [], documents: new Map([["/readyz", starting]]), deliveries: [] },
});
let port = 0;

before(async () => {
  port = await edge.listen("127.0.0.1", 0);
});

after(async () => {
  await edge.close(1_000);
  assert.deepEqual(faults, []);
});

/** What comes back for a request of its own connection; undefined where that is closed without an answer. */
async function answerTo(method: string, path: string, accept: string) {
  const connection = await openRaw(port);
  await connection.send(requestText(method, path, { Accept: accept }));
  const reply = await connection.next({ withoutBody: method === "HEAD" });
  if (reply === undefined) assert.equal(connection.rest(), "");
  connection.end();
  return reply;
}

for (const { id, http } of STREAMS) {
  test(`start: ${id} is asked for by an EventSource -> closed without an answer; by others -> 503`, async () => {
    const path = `/v1${http.path}`;
    assert.equal(await answerTo("GET", path, "text/event-stream"), undefined);
    for (const accept of ["*/*", "application/json"]) {
      const refused = await answerTo("GET", path, accept);
      assert.equal(refused?.status, 503);
      assert.match(refused.head, /\r\nretry-after: 1\r\n/i);
      assert.match(refused.body, /"code":"resource_reader_unavailable"/);
    }
    assert.equal((await answerTo("HEAD", path, "text/event-stream"))?.status, 503);
  });
}

test("start: probes and other operations -> answered, whatever form is asked for", async () => {
  for (const path of ["/readyz", "/v1/products", "/v1/events"]) {
    assert.equal((await answerTo("GET", path, "text/event-stream"))?.status, 503, path);
  }
});

test("start: an EventSource that comes while the server starts -> comes again, and is answered once it serves", async () => {
  const asked: number[] = [];
  const source = new EventSource(`http://127.0.0.1:${port}/v1/events/stream`, {
    async fetch(url, init) {
      asked.push(asked.length);
      // The start is over between the first request and the second.
      if (asked.length === 2) edge.ready = true;
      return fetch(url, init);
    },
  });
  const [first] = (await once(source, "error")) as { code?: number }[];
  assert.deepEqual([first?.code, source.readyState], [undefined, source.CONNECTING]);
  const [second] = (await once(source, "error")) as { code?: number }[];
  assert.deepEqual([asked.length, second?.code], [2, 401]);
  source.close();
});

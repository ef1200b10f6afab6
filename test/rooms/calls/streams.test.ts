/**
 * Streams over a real view and courier in simulated time: what is read together, what a turn does, who
 * is dropped, and what a stream costs. Over sockets: test/api/streams.test.ts.
 */
import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { Type } from "@sinclair/typebox";
import { createCursorCodec } from "../../../src/access/cursor.ts";
import type { Call, CallStream, StreamEnd } from "../../../src/calls/call.ts";
import { READS_A_TURN, STREAMS_A_TURN } from "../../../src/calls/stream_reads.ts";
import {
  KEEP_ALIVE_MS,
  LAST_EVENT_MS,
  POLL_MS,
  REQUEST_POLL_MS,
  STALLED_MS,
  STREAMS_MAX,
  STREAMS_OF_CREDENTIAL_MAX,
  Streams,
} from "../../../src/calls/streams.ts";
import { targetOfKey } from "../../../src/calls/target.ts";
import type { Caller, ProductKeyCaller } from "../../../src/contract/declare/caller.ts";
import { foundEvents, type StreamEvent } from "../../../src/contract/declare/found.ts";
import { declareRead } from "../../../src/contract/declare/operation.ts";
import { ShardSignals } from "../../../src/contract/messages/envelope.ts";
import { type Refusal, refuse } from "../../../src/contract/refusals/refusal.ts";
import { SHARD_REGISTRY } from "../../../src/features/registry.ts";
import { Courier } from "../../../src/placement/courier.ts";
import { createChannel, createTimeline } from "../../simulator/timeline.ts";
import { keyCaller, PRINCIPAL } from "../../world/callers.ts";
import { openShard } from "../../world/shard.ts";

/** What the platform promises: a comment at least this often, milliseconds. */
const COMMENT_MS_PROMISED = 15_000;
const OWN = keyCaller();

/** A client: what it was sent, and how much of it it takes. */
class Client {
  readonly received: string[] = [];
  readonly comments: number[] = [];
  ended: StreamEnd | undefined;
  refusal: Refusal | undefined;
  isClosed = false;
  isFinished = false;
  /** The events that the client takes before it takes no more. */
  takes = Number.POSITIVE_INFINITY;
  isHead = false;
  readonly authorization: string;
  readonly lastEventId: string;
  readonly caller: Caller;
  onGone: (() => void) | undefined;

  constructor(caller: ProductKeyCaller, lastEventId = "") {
    this.caller = caller;
    this.authorization = caller.principal.principalId;
    this.lastEventId = lastEventId;
  }

  get isEnded(): boolean {
    return this.ended !== undefined;
  }

  refuse(refusal: Refusal): void {
    this.refusal = refusal;
    this.isFinished = true;
  }

  leave(): void {
    this.isFinished = true;
    this.onGone?.();
  }

  openStream(nowMs: () => number): CallStream {
    const client = this;
    if (client.isHead) client.isFinished = true;
    return {
      get isFull() {
        return client.takes === 0;
      },
      send(events) {
        const taken = events.slice(0, client.takes);
        client.takes -= taken.length;
        client.received.push(...taken.map(({ id }) => id));
        return taken.length;
      },
      keepAlive: () => void client.comments.push(nowMs()),
      end(why) {
        client.ended = why;
        if (client.takes > 0) client.isFinished = true;
      },
      close() {
        client.isClosed = true;
        client.leave();
      },
    };
  }
}

async function open(t: TestContext) {
  const timeline = createTimeline();
  const { nowMs } = timeline;
  const loop = timeline.loop(() => true);
  const shard = await openShard(SHARD_REGISTRY, nowMs);
  const view = await shard.view();
  const signals = new ShardSignals(ShardSignals.allocate());
  signals.serving = true;
  const [port] = createChannel(loop, () => 0);
  const courier = new Courier(port, signals, { loop });
  t.after(() => courier.close());
  /** All events there are; an odd number matches the filter "odd". */
  const events: StreamEvent[] = [];
  let reads = 0;
  const operation = declareRead({
    id: "probe.event.stream",
    summary: "",
    http: { method: "GET", path: "/events" },
    principals: ["product_key"],
    scope: undefined,
    ofItself: { because: "a test" },
    stream: { types: [], id: "its number", begins: "with the first" },
    query: Type.Object({ only: Type.Optional(Type.String()), log: Type.Optional(Type.String()) }),
    output: Type.Object({}),
    refusals: [],
    needs: { requestLog: ({ log }) => log !== undefined },
    read(_snapshot, { only }, { after }) {
      reads++;
      const rest = events.slice(Number(after ?? 0));
      const part = rest.slice(0, 100);
      const isWanted = ({ id }: StreamEvent) => only !== "odd" || Number(id) % 2 === 1;
      return foundEvents({
        events: only === "none" ? [] : part.filter(isWanted),
        position: part.at(-1)?.id,
        hasMore: rest.length > part.length,
      });
    },
  });
  const refused = new Map<string, Refusal>();
  const streams = new Streams({
    shards: { couriers: new Map([[0, courier]]), views: new Map([[0, view]]) },
    credentials: {
      authenticate: ({ authorization = "" }) => refused.get(authorization) ?? OWN,
      hasTenant: () => true,
      productOf: () => undefined,
      productOfKey: () => undefined,
    },
    cursors: createCursorCodec(Buffer.alloc(32, 7)),
    requestLog: undefined,
    recorder: undefined,
    readers: { run: () => assert.fail("a stream is not read in the pool") } as never,
    prove: () => assert.fail("a stream proves nothing"),
    log: { fault: (message, error) => assert.fail(`${message}: ${error}`) },
    loop,
    nowMs,
  });
  const server = {
    streams,
    signals,
    refused,
    nowMs,
    get reads() {
      return reads;
    },
    /** Adds events, as one frame of the shard. */
    happen(count: number): void {
      for (let at = 0; at < count; at++) {
        events.push({ id: String(events.length + 1), type: "probe", data: {} });
      }
      signals.acknowledged++;
      signals.viewed = signals.acknowledged;
    },
    listen(client: Client, input: Record<string, string> = {}): Client {
      const call = Object.assign(client, {
        openStream: Client.prototype.openStream.bind(client, nowMs),
      }) as unknown as Call;
      streams.open({
        call,
        operation,
        input,
        target: targetOfKey(client.caller as ProductKeyCaller),
      });
      return client;
    },
    async pass(ms: number): Promise<void> {
      const end = timeline.elapsedMs() + ms;
      let isThere = false;
      timeline.after(ms, () => {
        isThere = true;
      });
      while (!isThere || timeline.elapsedMs() < end) assert.ok(await timeline.step());
    },
    step: () => timeline.step(),
  };
  return server;
}

type TestServer = Awaited<ReturnType<typeof open>>;

function listenMany(server: TestServer, count: number, caller = OWN): Client[] {
  return Array.from({ length: count }, () => server.listen(new Client(caller)));
}

function numbers(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, at) => String(from + at));
}

test("streams: 1,000 of one credential at one position -> one read a part, all have each event once", async (t) => {
  const server = await open(t);
  server.happen(250);
  const clients = listenMany(server, STREAMS_OF_CREDENTIAL_MAX);
  await server.pass(POLL_MS + 1);
  assert.equal(server.reads, 3, "a read for each part of 100");
  server.happen(7);
  await server.pass(2 * POLL_MS);
  assert.equal(server.reads, 4);
  for (const { received } of clients) assert.deepEqual(received, numbers(1, 257));
  await server.pass(10 * POLL_MS);
  assert.equal(server.reads, 4, "nothing happened, so nothing is read");
});

test("streams: another filter, position, credential -> a read of its own", async (t) => {
  const server = await open(t);
  server.happen(9);
  const other = keyCaller({ apiKeyId: "key_0000000000000000000003" });
  const all = server.listen(new Client(OWN));
  const odd = server.listen(new Client(OWN), { only: "odd" });
  const late = server.listen(new Client(OWN, "7"));
  const ofOther = server.listen(new Client(other));
  await server.pass(POLL_MS);
  assert.equal(server.reads, 4);
  assert.deepEqual(all.received, numbers(1, 9));
  assert.deepEqual(odd.received, ["1", "3", "5", "7", "9"]);
  assert.deepEqual(late.received, ["8", "9"]);
  assert.deepEqual(ofOther.received, numbers(1, 9));
});

test("streams: 500 to send to, 500 to read for -> a slice a turn", async (t) => {
  const server = await open(t);
  const clients = listenMany(server, 500);
  for (let at = 0; at < 500; at++) clients.push(server.listen(new Client(OWN, String(at))));
  server.happen(1_000);
  let sentBefore = 0;
  let readsBefore = 0;
  while (clients.some(({ received }) => received.at(-1) !== "1000")) {
    assert.ok(await server.step());
    const sent = clients.reduce((sum, { received }) => sum + received.length, 0);
    assert.ok(sent - sentBefore <= STREAMS_A_TURN * 100, `${sent - sentBefore} events in a turn`);
    assert.ok(server.reads - readsBefore <= READS_A_TURN);
    sentBefore = sent;
    readsBefore = server.reads;
  }
});

test("streams: as many as a credential may have, as an edge may have, one more -> open, refused", async (t) => {
  const server = await open(t);
  const caller = (slot: number) => ({ ...OWN, slot });
  const first = listenMany(server, STREAMS_OF_CREDENTIAL_MAX, caller(1));
  const more = server.listen(new Client(caller(1)));
  assert.equal(more.refusal?.code, "rate_limited");
  assert.equal(more.refusal?.retryAfterSeconds, 1);
  first[0]?.leave();
  assert.equal(server.listen(new Client(caller(1))).refusal, undefined, "a place is free at once");
  for (let slot = 2; server.streams.size < STREAMS_MAX; slot++) {
    const count = Math.min(STREAMS_OF_CREDENTIAL_MAX, STREAMS_MAX - server.streams.size);
    listenMany(server, count, caller(slot));
  }
  const last = server.listen(new Client(caller(99)));
  assert.equal(last.refusal?.code, "resource_reader_unavailable");
  assert.deepEqual(last.refusal?.details, { reader: "stream" });
});

test("streams: a filter that nothing matches, and much happens -> comments in time, position moves", async (t) => {
  const server = await open(t);
  const none = server.listen(new Client(OWN), { only: "none" });
  const quiet = server.listen(new Client(OWN, "100000"));
  const begin = server.nowMs();
  for (let at = 0; at < 100; at++) {
    server.happen(50);
    await server.pass(1_000);
  }
  for (const { comments, received } of [none, quiet]) {
    assert.deepEqual(received, []);
    const gaps = [begin, ...comments].map((at, index, all) => (all[index + 1] ?? at) - at);
    assert.ok(comments.length > 0 && Math.max(...gaps) <= COMMENT_MS_PROMISED);
    assert.ok(Math.max(...gaps) <= KEEP_ALIVE_MS + 2 * POLL_MS, `${gaps}`);
  }
  const before = server.reads;
  server.happen(1);
  await server.pass(2 * POLL_MS);
  assert.equal(server.reads - before, 2, "one read each, from where the stream stood");
});

test("streams: a client that takes a part of what is sent -> the rest when it takes again", async (t) => {
  const server = await open(t);
  server.happen(10);
  const client = new Client(OWN);
  client.takes = 4;
  server.listen(client);
  await server.pass(STALLED_MS / 2);
  assert.deepEqual(client.received, numbers(1, 4));
  client.takes = 3;
  await server.pass(STALLED_MS / 2);
  client.takes = Number.POSITIVE_INFINITY;
  await server.pass(STALLED_MS);
  assert.deepEqual(client.received, numbers(1, 10));
  assert.equal(client.ended, undefined);
});

test("streams: a client that takes nothing for a while -> dropped with a last event, then closed", async (t) => {
  const server = await open(t);
  server.happen(10);
  const slow = new Client(OWN);
  slow.takes = 4;
  server.listen(slow);
  const quick = server.listen(new Client(OWN));
  await server.pass(STALLED_MS);
  assert.ok(!slow.isEnded);
  const { reads } = server;
  await server.pass(3 * POLL_MS);
  assert.equal(server.reads, reads, "nothing is read for a client that takes nothing");
  assert.equal(slow.ended?.type, "stream.dropped");
  assert.equal(slow.ended?.code, "resource_reader_unavailable");
  assert.equal(slow.isClosed, false);
  await server.pass(LAST_EVENT_MS);
  assert.equal(slow.isClosed, true);
  assert.deepEqual([quick.received, quick.ended], [numbers(1, 10), undefined]);
  assert.equal(server.streams.size, 1);
});

test("streams: credential revoked, shard not serving, server stops -> a last event with the code", async (t) => {
  const server = await open(t);
  const client = server.listen(new Client(OWN));
  await server.pass(POLL_MS);
  const revokedAt = "2026-01-31T09:30:00.000Z";
  const revoked = refuse("key_revoked", "the key was revoked", { revokedAt });
  server.refused.set(PRINCIPAL.principalId, revoked);
  await server.pass(POLL_MS);
  assert.deepEqual(client.ended, { ...revoked, type: "stream.ended" });
  server.refused.clear();
  const waiting = server.listen(new Client(OWN));
  await server.pass(POLL_MS);
  server.signals.serving = false;
  await server.pass(POLL_MS);
  assert.equal(waiting.ended?.code, "resource_reader_unavailable");
  server.signals.serving = true;
  const last = server.listen(new Client(OWN));
  await server.pass(POLL_MS);
  server.streams.close();
  assert.equal(last.ended?.code, "resource_reader_unavailable");
  assert.match(last.ended?.message ?? "", /stopping/);
  assert.equal(server.streams.size, 0);
  const late = server.listen(new Client(OWN));
  assert.equal(late.refusal?.code, "resource_reader_unavailable");
});

test("streams: HEAD -> answered, and keeps no place", async (t) => {
  const server = await open(t);
  const head = new Client(OWN);
  head.isHead = true;
  server.listen(head);
  await server.pass(1);
  assert.equal(head.isFinished, true);
  assert.equal(server.streams.size, 0);
});

test("streams: of the log of requests -> read by time, because its shard does not move", async (t) => {
  const server = await open(t);
  server.happen(1);
  server.listen(new Client(OWN), { log: "yes" });
  await server.pass(POLL_MS);
  const before = server.reads;
  await server.pass(10 * REQUEST_POLL_MS);
  const reads = server.reads - before;
  assert.ok(reads >= 5 && reads <= 10, `${reads} reads in ${10 * REQUEST_POLL_MS} ms`);
});

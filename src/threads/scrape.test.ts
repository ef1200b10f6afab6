/** A scrape while something is wrong: threads that have ended or do not answer. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Rpc } from "./rpc.ts";
import { scrape } from "./scrape.ts";

const THREAD = {
  delayP99Seconds: 0,
  delayMaxSeconds: 0,
  heapUsedBytes: 1,
  externalBytes: 1,
};

const COUNTS = { waiting: 1, ended: { made: 2, growing: 0, failed: 0, refused: 0 } };

function answering(name: string, answer: () => Promise<unknown>): { name: string; rpc: Rpc } {
  const call = <R>() => answer() as Promise<R>;
  return { name, rpc: { call, end() {} } };
}

test("scrape: one thread ended, one silent -> the others' numbers, and who does not answer", async () => {
  const scraped = await scrape({
    shards: [
      answering("shard-0", () => Promise.reject(new Error("ended"))),
      answering("shard-1", async () => ({ shard: 1, thread: THREAD })),
    ],
    edges: [answering("edge-0", () => new Promise(() => {}))],
    prover: { counts: COUNTS, rpc: answering("prover", () => new Promise(() => {})).rpc },
    exporter: { rpc: undefined },
    outbox: { rpc: undefined },
    replays: new Map(),
    ready: true,
    disk: {
      freeBytes: 1,
      sizeBytes: 1,
      reserveBytes: 1,
      daysLeft: 1,
      requestLogBytes: 0,
      requestLogTakes: true,
    },
    connections: { listens: true, openDescriptors: 1, descriptorsMax: 2 },
    port: 1,
    main: () => THREAD,
  });
  assert.deepEqual(
    scraped.threads.map(({ name, metrics }) => [name, metrics !== undefined]),
    [
      ["main", true],
      ["shard-0", false],
      ["shard-1", true],
      ["edge-0", false],
      ["prover", false],
    ],
  );
  assert.equal(scraped.shards.length, 1);
  assert.equal(scraped.edges.length, 0);
  assert.deepEqual([scraped.proofs, scraped.prover], [COUNTS, undefined]);
  assert.equal(scraped.process.openConnections, 0);
});

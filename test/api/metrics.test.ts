/**
 * The metrics as a scraper reads them: the text, the names, and that each number moves when it
 * should.
 * A server of its own: its metrics are compared as a whole.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { type Client, expect, openClient } from "../support/client.ts";
import { lintMetrics, readMetrics, type Scrape, scrapeMetrics } from "../support/metrics.ts";
import { ownAddress } from "../support/own_address.ts";
import { draft, newAccount } from "../support/parties.ts";
import { PATIENCE_MS } from "../support/patience.ts";
import { openRaw, requestText } from "../support/raw.ts";
import { newCredentials, type Server, startServer, stopServer } from "../support/server.ts";

const CREDENTIAL_LIMIT = 5_000;

let server: Server;
let client: Client;
let ada: string;
let bob: string;

before(async () => {
  const limits = ["--limit-credential", String(CREDENTIAL_LIMIT), "--limit-discovery", "30"];
  server = await startServer(["--edges", "2", "--shards", "2", ...limits]);
  client = await openClient(server, await newCredentials(server));
  ada = await newAccount(client, { fund: "100000" });
  bob = await newAccount(client);
});

after(async () => {
  client.close();
  assert.equal((await stopServer(server)).code, 0);
});

function scraped(): Promise<Scrape> {
  return scrapeMetrics(new URL(server.baseUrl).origin);
}

/** Scrapes until `condition` is true of a scrape, and fails when that takes too long. */
async function until(condition: (scrape: Scrape) => boolean, what: string): Promise<Scrape> {
  const deadlineMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const scrape = await scraped();
    if (condition(scrape)) return scrape;
    assert.ok(performance.now() < deadlineMs, what);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test("metrics: two scrapes with work between -> well-formed, no counter falls", async () => {
  const first = await scraped();
  expect(await client.post("/transfers", draft(ada, bob, "1")), 201);
  const second = await scraped();
  assert.deepEqual(lintMetrics(first), []);
  assert.deepEqual(lintMetrics(second), []);
  for (const [sample, value] of first.samples) {
    const name = sample.replace(/\{.*/, "");
    const type = second.families.get(name.replace(/_(bucket|sum|count)$/, ""))?.type;
    if (type !== "counter" && type !== "histogram" && !name.endsWith("_total")) continue;
    assert.ok((second.samples.get(sample) ?? -1) >= value, `${sample} fell from ${value}`);
  }
});

test("metrics: a text with a fault each -> is found", () => {
  const family = "# HELP service_a_total x\n# TYPE service_a_total counter\n";
  assert.deepEqual(lintMetrics(readMetrics(`${family}service_a_total{b="c"} 1\n`)), []);
  for (const bad of [
    "service_a_total 1\n",
    `${family}service_a_total 1\nservice_a_total 1\n`,
    `${family}${family}`,
    `${family}service_a_total{b="c"d="e"} 1\n`,
    `${family}service_a_total x\n`,
  ]) {
    assert.throws(() => readMetrics(bad), bad);
  }
  for (const bad of ["service_a", "service_a_ms", "other_total", "service_counter_total"]) {
    const text = `# HELP ${bad} x\n# TYPE ${bad} counter\n${bad} 1\n`;
    assert.notDeepEqual(lintMetrics(readMetrics(text)), [], bad);
  }
});

test("metrics: the table of METRICS.md -> the families of a scrape, with their types", async () => {
  const text = readFileSync(new URL("../../src/threads/METRICS.md", import.meta.url), "utf8");
  const rows = [...text.matchAll(/^\| `([a-z0-9_]+)` \| (counter|gauge|histogram) \|/gm)];
  const documented = rows.map(([, name, type]) => `${name} ${type}`).sort();
  const { families } = await scraped();
  assert.deepEqual(documented, [...families.values()].map((f) => `${f.name} ${f.type}`).sort());
});

/** A metric, its labels, and the least by which it grows when something is done. */
type Moved = [string, Record<string, string>, number];

async function moves(rows: readonly Moved[], action: () => Promise<unknown>): Promise<void> {
  const first = await scraped();
  await action();
  for (const [name, labels, least] of rows) {
    const from = first.sum(name, labels);
    const what = `${name} ${JSON.stringify(labels)} grows by ${least} from ${from}`;
    await until((scrape) => scrape.sum(name, labels) >= from + least, what);
  }
}

test("metrics: a transfer, its repetition, a refusal, no route -> counted where they belong", async () => {
  const operation = "transfer.create";
  const rows: Moved[] = [
    ["service_requests_total", { operation, status: "201" }, 2],
    ["service_requests_total", { operation, status: "409" }, 1],
    ["service_requests_total", { operation: "unmatched", status: "404" }, 1],
    ["service_refusals_total", { operation, code: "insufficient_balance" }, 1],
    ["service_refusals_total", { operation: "unmatched", code: "not_found" }, 1],
    ["service_request_duration_seconds_count", { operation }, 3],
    ["service_commands_total", {}, 3],
    ["service_replayed_answers_total", {}, 1],
    ["service_refused_commands_total", {}, 1],
    ["service_commit_duration_seconds_count", {}, 2],
    ["service_commit_size_bytes_sum", {}, 100],
    ["service_log_frames_total", {}, 2],
    ["service_log_written_bytes_total", {}, 100],
    ["service_acknowledged_sequence", {}, 2],
    ["service_view_sequence", {}, 2],
    ["service_view_writes_total", {}, 1],
    ["service_view_documents_total", {}, 1],
    ["service_idempotency_keys", {}, 2],
    ["process_cpu_seconds_total", {}, 0.000_1],
  ];
  await moves(rows, async () => {
    const key = randomUUID();
    for (const _ of [1, 2]) {
      expect(await client.post("/transfers", draft(ada, bob, "1"), { key }), 201);
    }
    expect(await client.post("/transfers", draft(ada, bob, "9".repeat(18))), 409);
    expect(await client.get("/nowhere"), 404);
  });
});

test("metrics: an export, a proof -> counted; the tree is behind until the next proof", async () => {
  const transferred = async () => {
    const reply = expect(await client.post("/transfers", draft(ada, bob, "1")), 201);
    return reply.id("receiptId");
  };
  const provenAt = async (receipt: string) => {
    expect(await client.get(`/receipts/${receipt}/proof`), 200);
    const scrape = await until(
      (one) => one.sum("service_proof_tree_lag_frames") === 0,
      "a tree that is not behind",
    );
    return scrape.sum("service_proof_tree_frame");
  };
  const rows: Moved[] = [
    ["service_long_reads_total", { outcome: "answered" }, 1],
    ["service_long_read_duration_seconds_count", {}, 1],
    ["service_proofs_total", { outcome: "made" }, 2],
  ];
  await moves(rows, async () => {
    const month = new Date().toISOString().slice(0, 7);
    expect(await client.get(`/accounts/${ada}/statements/${month}`), 200);
    const frame = await provenAt(await transferred());
    const receipt = await transferred();
    const behind = (one: Scrape) => one.sum("service_proof_tree_lag_frames") > 0;
    await until(behind, "a tree that is behind");
    assert.ok((await provenAt(receipt)) > frame);
  });
  const last = await scraped();
  assert.equal(last.sum("service_thread_up", { thread: "prover" }), 1);
  assert.equal(last.sum("service_long_reads_running"), 0);
  assert.equal(last.sum("service_long_reads_waiting"), 0);
  assert.equal(last.sum("service_proofs_waiting"), 0);
  assert.equal(last.sum("service_proof_tree_failures_total"), 0);
});

test("metrics: a key, an address over its budget -> counted by subject", async () => {
  const subject = (name: string): Moved => ["service_rate_limited_total", { subject: name }, 1];
  await moves([subject("credential"), subject("discovery")], async () => {
    for (let isOver = false; !isOver; ) {
      const all = Array.from({ length: 64 }, () => client.get("/api-keys/current"));
      isOver = (await Promise.all(all)).some(({ status }) => status === 429);
    }
    for (let at = 0; at < 64; at++) await client.get("/catalog/errors?limit=1");
  });
});

test("metrics: connections that send half a request -> gauges rise, and fall when they go", async () => {
  const half = requestText("POST", "/v1/transfers", { "Content-Length": "10" });
  const before = (await scraped()).sum("service_open_connections");
  const connections = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const connection = await openRaw(server.port);
      await connection.send(
        `${half.replace("Content-Length", "Authorization: x\r\nContent-Length")}1`,
      );
      return connection;
    }),
  );
  await until(
    (scrape) => scrape.sum("service_open_connections") >= before + connections.length,
    "40 more connections",
  );
  for (const connection of connections) connection.reset();
  await until(
    (scrape) =>
      scrape.sum("service_open_connections") < before + connections.length / 2 &&
      scrape.sum("service_requests_under_way") <= 1,
    "they are gone",
  );
});

test("metrics: the first endpoint of webhooks -> the thread of the outbox starts", async () => {
  const threadsUp = (scrape: Scrape) => scrape.sum("service_thread_up", { thread: "outbox" });
  assert.equal(threadsUp(await scraped()), 0);
  const credentials = await newCredentials(server, { origin: "browser" });
  const other = await openClient(server, credentials, { contract: client.contract });
  const { productId } = credentials;
  const url = "http://127.0.0.1:8080/";
  const endpoint = { productId, url, eventTypes: ["customer.activated"] };
  expect(await other.post("/webhook-endpoints", endpoint), 201);
  other.close();
  await until((scrape) => threadsUp(scrape) === 1, "the outbox runs");
});

test("metrics: many batches at once -> the mailbox is seen filled, and empties", async () => {
  const mine = await newCredentials(server);
  const other = await openClient(server, mine, { connections: 16, contract: client.contract });
  const [from, to] = [await newAccount(other, { fund: "100000000" }), await newAccount(other)];
  const items = Array.from({ length: 300 }, () => draft(from, to, "1"));
  let isSeen = false;
  const senders = Array.from({ length: 16 }, async () => {
    while (!isSeen) await other.post("/transfers/batch", { items });
  });
  try {
    await until(
      (scrape) =>
        scrape.sum("service_mailbox_depth") > 0 && scrape.sum("service_requests_under_way") > 0,
      "a mailbox with requests",
    );
  } finally {
    isSeen = true;
    await Promise.all(senders);
    other.close();
  }
  const last = await until(
    (scrape) => scrape.sum("service_mailbox_depth") === 0 && lagOf(scrape) === 0,
    "an empty mailbox and a view that is not behind",
  );
  assert.ok(last.sum("service_event_loop_delay_max_seconds") > 0);
  assert.ok(last.sum("service_log_size_bytes") > 100_000);
  assert.ok(last.sum("service_state_size_bytes") > 0);
  const threads = [
    "main",
    "platform",
    "shard-0",
    "shard-1",
    "edge-0",
    "edge-1",
    "prover",
    "outbox",
  ];
  assert.equal(last.sum("service_thread_up"), threads.length);
  for (const thread of threads) {
    assert.ok(last.sum("service_heap_used_bytes", { thread }) > 1_000_000, thread);
    assert.ok(last.sum("service_external_bytes", { thread }) > 0, thread);
  }
  assert.ok(last.sum("process_resident_memory_bytes") > 50_000_000);
  assert.ok(last.sum("process_open_fds") > 10);
});

function lagOf(scrape: Scrape): number {
  return scrape.sum("service_view_lag_frames");
}

test("metrics: while a server starts again -> answered as soon as it listens, replay told", async () => {
  assert.equal((await stopServer(server)).code, 0);
  const { host, port } = await ownAddress();
  let isUp = false;
  const seen: Scrape[] = [];
  const scraping = (async () => {
    while (!isUp) {
      try {
        seen.push(await scrapeMetrics(`http://${host}:${port}`));
      } catch (cause) {
        // The server does not listen yet; an answer that is not a 200 is a fault.
        if ((cause as Error).name === "AssertionError") throw cause;
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  server = await startServer(
    ["--edges", "2", "--host", host, "--port", String(port)],
    server.dataDir,
  );
  isUp = true;
  await scraping;
  const last = await until((scrape) => scrape.sum("service_ready") === 1, "ready");
  for (const scrape of [...seen, last]) assert.deepEqual(lintMetrics(scrape), []);
  assert.ok(last.sum("service_replay_head_frame") > 2);
  assert.equal(last.sum("service_replay_frame"), last.sum("service_replay_head_frame"));
  assert.equal(last.sum("service_shard_serving"), 3);
  assert.ok(last.sum("process_start_time_seconds") > 1e9);
});

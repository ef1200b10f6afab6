/** The bench at its smallest: the generators send what they should, the arithmetic is right. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type TestContext, test } from "node:test";
import { fromReport } from "./autocannon.ts";
import { chooseGenerator, type LoadResult, runLoad } from "./load.ts";
import { withNumbers } from "./readme.ts";
import { spreadOf, summarize, textOf } from "./report.ts";
import { startCeiling } from "./server.ts";
import { parseWrk } from "./wrk.ts";

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const ACCOUNT_IDS = ["acct_a", "acct_b", "acct_c"];
const SMALL = { connections: 4, seconds: 1 };
/** Where wrk is not installed, only autocannon is tested: it is all that would run. */
const GENERATORS =
  chooseGenerator() === "wrk" ? (["wrk", "autocannon"] as const) : (["autocannon"] as const);

for (const generator of GENERATORS) {
  test(`${generator}: a second of load -> well-formed transfers, each with a fresh key`, async (t) => {
    const keys = new Set<string>();
    const problems = new Set<string>();
    let count = 0;
    const port = await listen(t, (request, response) => {
      let text = "";
      request.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      request.on("end", () => {
        const { authorization, "idempotency-key": key } = request.headers;
        const draft = JSON.parse(text) as Record<string, string>;
        count += 1;
        if (`${request.method} ${request.url}` !== "POST /v1/transfers") problems.add("route");
        if (authorization !== "Bearer key") problems.add("authorization");
        if (typeof key !== "string" || !UUID_V4.test(key)) problems.add(`key ${key}`);
        if (keys.has(String(key))) problems.add("repeated key");
        keys.add(String(key));
        if (!isTransfer(draft)) problems.add(text);
        response.statusCode = 201;
        response.end("{}");
      });
    });
    const target = { port, apiKey: "key", accountIds: ACCOUNT_IDS };

    const first = await runLoad(generator, target, SMALL);
    const second = await runLoad(generator, target, SMALL);

    assert.deepEqual([...problems], []);
    assert.equal(first.refused + first.failed + second.refused + second.failed, 0);
    assert.ok(first.requests > 10 && first.p99Ms >= first.p50Ms);
    assert.ok(count >= first.requests + second.requests);
  });
}

test("load: a server that refuses -> every reply counted as refused", async (t) => {
  const port = await listen(t, (request, response) => {
    request.resume().on("end", () => {
      response.statusCode = 409;
      response.end("{}");
    });
  });
  const result = await runLoad(
    chooseGenerator(),
    { port, apiKey: "key", accountIds: ACCOUNT_IDS },
    SMALL,
  );
  assert.ok(result.requests > 0);
  assert.equal(result.refused, result.requests);
});

test("ceiling: one transfer and a second of load -> the given reply, all 201", async () => {
  const ceiling = await startCeiling('{"transferId":"tr_1"}');
  try {
    const reply = await fetch(`http://127.0.0.1:${ceiling.port}/v1/transfers`, {
      method: "POST",
      body: '{"amount":"1"}',
    });
    assert.equal(reply.status, 201);
    assert.equal(await reply.text(), '{"transferId":"tr_1"}');
    const target = { port: ceiling.port, apiKey: "key", accountIds: ACCOUNT_IDS };
    const result = await runLoad(chooseGenerator(), target, SMALL);
    assert.ok(result.requests > 100);
    assert.equal(result.refused + result.failed, 0);
  } finally {
    await ceiling.stop();
  }
});

test("wrk: its output -> requests per second and milliseconds", () => {
  const output =
    "Running 10s test\n  1 threads\n" +
    'BENCH_RESULT {"requests":5000,"durationUs":10000000,"refused":3,"socketErrors":2,' +
    '"timeouts":1,"p50Us":1500,"p90Us":2000,"p99Us":9250,"p999Us":12000,"maxUs":20000}\n';
  assert.deepEqual(parseWrk(output), {
    requests: 5000,
    perSecond: 500,
    refused: 3,
    failed: 3,
    p50Ms: 1.5,
    p90Ms: 2,
    p99Ms: 9.25,
    p999Ms: 12,
    maxMs: 20,
  });
});

test("wrk: output without a result -> throws with that output", () => {
  assert.throws(() => parseWrk("unable to connect"), /unable to connect/);
});

test("autocannon: its report -> requests per second and milliseconds", () => {
  const latency = { p50: 1, p90: 2, p99: 3, p99_9: 4, max: 5 };
  const counts = { non2xx: 6, errors: 8, timeouts: 7 };
  const result = fromReport({ duration: 2, requests: { total: 100 }, ...counts, latency });
  assert.equal(result.perSecond, 50);
  assert.equal(result.refused, 6);
  assert.equal(result.failed, 8);
  assert.deepEqual([result.p50Ms, result.p99Ms, result.p999Ms, result.maxMs], [1, 3, 4, 5]);
});

for (const [values, median, low, high] of [
  [[3], 3, 3, 3],
  [[3, 1], 2, 1, 3],
  [[10, 9, 100], 10, 9, 100],
] as const) {
  test(`spread: turns ${values.join(", ")} -> median ${median}, ${low} to ${high}`, () => {
    assert.deepEqual(spreadOf(values), { median, low, high });
  });
}

test("report: three pairs -> ratio by pair, headline numbers first", () => {
  const pair = (server: number, ceiling: number) => ({
    server: resultOf(server, 8),
    ceiling: resultOf(ceiling, 2),
  });
  const summary = summarize([pair(50_000, 100_000), pair(40_000, 50_000), pair(60_000, 100_000)]);
  assert.deepEqual(summary.ratio, { median: 0.6, low: 0.5, high: 0.8 });
  assert.deepEqual(textOf(summary).split("\n"), [
    "durable transfers per second  50,000  (40,000 to 60,000)",
    "p99 ms                        8.0  (8.0 to 8.0)",
    "bare uWS ceiling per second   100,000  (50,000 to 100,000)",
    "ratio to the ceiling          0.60  (0.50 to 0.80)",
  ]);
});

/** Port of a plain server that lives as long as the test. */
async function listen(t: TestContext, answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  return (server.address() as { port: number }).port;
}

function isTransfer(draft: Record<string, string>): boolean {
  const { sourceAccountId = "", destinationAccountId = "", amount, currency } = draft;
  return (
    ACCOUNT_IDS.includes(sourceAccountId) &&
    ACCOUNT_IDS.includes(destinationAccountId) &&
    sourceAccountId !== destinationAccountId &&
    amount === "1" &&
    currency === "USD"
  );
}

function resultOf(perSecond: number, p99Ms: number): LoadResult {
  const none = { refused: 0, failed: 0, p90Ms: 1, p999Ms: 9, maxMs: 9 };
  return { requests: perSecond, perSecond, p50Ms: 1, p99Ms, ...none };
}

test("writeNumbers: a README with marks -> the table between them, the rest untouched", () => {
  const spread = { median: 20_000.4, low: 1, high: 30_000 };
  const readme = "a\n<!-- numbers -->\nold\n<!-- /numbers -->\nb\n";
  const written = withNumbers(readme, {
    bench: "transfers",
    date: "2026-11-21T00:00:00.000Z",
    commit: "0123456789ab",
    dirty: false,
    machine: { cpu: "a cpu", cores: 2, memoryGiB: 23, platform: "linux x64", node: "v20.20.2" },
    generator: "wrk",
    connections: 256,
    seconds: 10,
    pairs: 3,
    perSecond: spread,
    p50Ms: spread,
    p99Ms: spread,
    ceilingPerSecond: spread,
    ratio: { median: 0.5, low: 0.4, high: 0.6 },
  });
  assert.match(written, /^a\n<!-- numbers -->\n\n\|/);
  assert.match(written, /\| durable transfers per second \| 20,000 \(1 to 30,000\) \|/);
  assert.match(written, /\| share of that ceiling \| 0\.50 \(0\.40 to 0\.60\) \|/);
  assert.ok(written.endsWith("<!-- /numbers -->\nb\n"));
  assert.ok(!written.includes("old"));
  assert.throws(() => withNumbers("no marks", {} as never), /has no <!-- numbers -->/);
});

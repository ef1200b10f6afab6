/** The load generators: they send correct requests, and their output is read correctly. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { type TestContext, test } from "node:test";
import { fromReport } from "./autocannon.ts";
import { chooseGenerator, type Kind, loadTurn, runLoad, type Target } from "./load.ts";
import { startCeiling } from "./server.ts";
import { parseWrk } from "./wrk.ts";

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const GROUPS = [
  { apiKey: "key1", accountIds: ["acct_a", "acct_b", "acct_c"] },
  { apiKey: "key2", accountIds: ["acct_x", "acct_y"] },
];
const BATCH_ITEMS = 7;
const SMALL = { connections: 4, seconds: 1 };
/**
 * How long an answer takes, milliseconds: so a second of load is some hundreds of requests. Ten thousand would
 * show no more.
 */
const ANSWER_MS = 4;
/** Without wrk only autocannon is tested: nothing else would run on such a machine. */
const GENERATORS =
  chooseGenerator() === "wrk" ? (["wrk", "autocannon"] as const) : (["autocannon"] as const);
const KINDS: readonly Kind[] = ["transfer", "hot", "batch", "balance"];

for (const generator of GENERATORS) {
  for (const kind of KINDS) {
    test(`${generator}: a second of ${kind} -> well-formed requests, each with a fresh key`, async (t) => {
      const keys = new Set<string>();
      const problems = new Set<string>();
      const tokens = new Set<string>();
      const port = await listen(t, (request, response) => {
        let text = "";
        request.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
        });
        request.on("end", () => {
          const { authorization = "", "idempotency-key": key } = request.headers;
          tokens.add(authorization);
          const accountIds = GROUPS.find(
            ({ apiKey }) => authorization === `Bearer ${apiKey}`,
          )?.accountIds;
          if (accountIds === undefined) problems.add(authorization);
          else problems.add(problemOf(kind, request, text, accountIds));
          if (kind !== "balance") {
            if (typeof key !== "string" || !UUID_V4.test(key)) problems.add(`key ${key}`);
            if (keys.has(String(key))) problems.add("repeated key");
            keys.add(String(key));
          }
          response.statusCode = 201;
          response.end("{}");
        });
      });
      const target: Target = { port, groups: GROUPS, kind, batchItems: BATCH_ITEMS };
      // One second on a busy machine may be enough for few requests only: the load is repeated until
      // each group has sent some.
      do {
        const { perSecond, p50Ms, p99Ms } = await loadTurn(generator, target, SMALL);
        assert.ok(perSecond > 0 && p99Ms >= p50Ms);
      } while (tokens.size < GROUPS.length);
      assert.deepEqual([...problems], [""]);
    });
  }
}

test("load: a server that refuses -> every reply counted as refused, and no turn", async (t) => {
  const port = await listen(t, (request, response) => {
    request.resume().on("end", () => {
      response.statusCode = 409;
      response.end("{}");
    });
  });
  const target: Target = { port, groups: GROUPS, kind: "transfer" };
  let result = await runLoad(chooseGenerator(), target, SMALL);
  while (result.requests === 0) result = await runLoad(chooseGenerator(), target, SMALL);
  assert.equal(result.refused, result.requests);
  await assert.rejects(loadTurn(chooseGenerator(), target, SMALL), /were refused/);
});

test("ceiling: a transfer and a balance -> the given replies, header by header", async () => {
  const reply = (status: string, body: string) => ({
    status,
    headers: [["x-request-id", "req_1"]] as [string, string][],
    body,
  });
  const ceiling = await startCeiling({
    transfer: reply("201 Created", '{"transferId":"tr_1"}'),
    balance: reply("200 OK", '{"available":"1"}'),
  });
  try {
    const url = `http://127.0.0.1:${ceiling.port}/v1`;
    const made = await fetch(`${url}/transfers`, { method: "POST", body: '{"amount":"1"}' });
    assert.equal(made.status, 201);
    assert.equal(made.headers.get("x-request-id"), "req_1");
    assert.equal(await made.text(), '{"transferId":"tr_1"}');
    const balance = await fetch(`${url}/accounts/acct_a/balance`);
    assert.equal(balance.status, 200);
    assert.equal(await balance.text(), '{"available":"1"}');
    const empty = await fetch(`${url}/transfers`, { method: "POST", body: "{}" });
    assert.equal(empty.status, 400);
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

/** Starts a plain HTTP server, which takes its time and ends with the test; resolves with its port. */
async function listen(t: TestContext, answer: RequestListener): Promise<number> {
  const server = createServer((request, response) => {
    setTimeout(answer, ANSWER_MS, request, response);
  }).listen(0, "127.0.0.1");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  return (server.address() as { port: number }).port;
}

/** The fault of a request of this kind; "" when it is correct. */
function problemOf(
  kind: Kind,
  { method, url }: IncomingMessage,
  text: string,
  accountIds: readonly string[],
): string {
  const route = `${method} ${url}`;
  if (kind === "balance") {
    const [, accountId = ""] = /^GET \/v1\/accounts\/(\w+)\/balance$/.exec(route) ?? [];
    return accountIds.includes(accountId) ? "" : route;
  }
  if (kind === "batch") {
    const { items } = JSON.parse(text) as { items: Draft[] };
    if (route !== "POST /v1/transfers/batch" || items.length !== BATCH_ITEMS) return route;
    return items.every((draft) => isTransfer(draft, accountIds)) ? "" : text;
  }
  const draft = JSON.parse(text) as Draft;
  if (route !== "POST /v1/transfers" || !isTransfer(draft, accountIds)) return `${route} ${text}`;
  const isHot = [draft["sourceAccountId"], draft["destinationAccountId"]].includes(
    accountIds[0] as string,
  );
  return kind === "transfer" || isHot ? "" : text;
}

type Draft = Record<string, string>;

function isTransfer(draft: Draft, accountIds: readonly string[]): boolean {
  const { sourceAccountId = "", destinationAccountId = "", amount, currency } = draft;
  return (
    accountIds.includes(sourceAccountId) &&
    accountIds.includes(destinationAccountId) &&
    sourceAccountId !== destinationAccountId &&
    amount === "1" &&
    currency === "USD"
  );
}

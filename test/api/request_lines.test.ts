/**
 * What an operator sees of a request: its line in the log, its trace there, in the developer log and
 * at a collector; and what must not be seen.
 * A server of its own: each line that it writes is compared.
 */
import assert from "node:assert/strict";
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { type Client, expect, openClient } from "../support/client.ts";
import { draft, newAccount } from "../support/parties.ts";
import { newCredentials, newDataDir, startServer, stopServer } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN = "00f067aa0ba902b7";
const TRACEPARENT = `00-${TRACE}-${SPAN}-01`;

type Line = Record<string, unknown>;
type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };
type OtlpSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Attribute[];
};

const FLAGS = ["--edges", "1", "--shards", "1", "--log-level"];

async function open(t: TestContext, level: string, environment: Record<string, string> = {}) {
  const dataDir = newDataDir();
  const server = await startServer([...FLAGS, level], dataDir, { environment });
  const client = await openClient(server, await newCredentials(server));
  t.after(() => client.close());
  return { server, client, origin: new URL(server.baseUrl).origin };
}

function linesOf(output: string): Line[] {
  return output
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Line);
}

async function transferred(client: Client) {
  const [a, b] = [await newAccount(client, { fund: "100" }), await newAccount(client)];
  const headers = { traceparent: TRACEPARENT };
  const made = await client.post("/transfers", draft(a, b, "1"), { headers });
  return { a, made: expect(made, 201) };
}

test("request lines: a write, a read, no route, a probe -> path, route, client, bytes, trace, level", async (t) => {
  const { server, client, origin } = await open(t, "info");
  const { a, made } = await transferred(client);
  await client.get(`/accounts/${a}?q=secret-of-a-query`);
  await fetch(`${origin}/nowhere/else?token=secret-of-a-query`);
  for (const path of ["/healthz", "/readyz", "/metrics"]) await fetch(origin + path);
  const { code, output } = await stopServer(server);
  assert.equal(code, 0, output);
  const lines = linesOf(output).filter(({ msg }) => msg === "request");
  const write = lines.find(({ requestId }) => requestId === made.headers["x-request-id"]);
  const { bytesIn, ms, ...seen } = write ?? {};
  assert.ok(Number(bytesIn) > 50 && Number(ms) > 0, JSON.stringify(write));
  assert.deepEqual(
    [
      "path",
      "route",
      "method",
      "client",
      "status",
      "operation",
      "bytesOut",
      "traceId",
      "spanId",
    ].map((name) => seen[name]),
    [
      ...["/v1/transfers", "/v1/transfers", "POST", "127.0.0.1", 201, "transfer.create"],
      ...[made.text.length, TRACE, undefined],
    ],
  );
  const read = lines.find(({ path }) => path === `/v1/accounts/${a}`);
  assert.deepEqual([read?.["route"], read?.["traceId"]], ["/v1/accounts/{accountId}", undefined]);
  const unmatched = lines.find(({ path }) => path === "/nowhere/else");
  assert.deepEqual([unmatched?.["status"], unmatched?.["client"]], [404, "127.0.0.1"]);
  const probes = lines.filter(({ path }) => /^\/(healthz|readyz|metrics)$/.test(String(path)));
  assert.deepEqual(probes, [], "probes are below info");
  assert.ok(!output.includes("secret-of-a-query"), "no line has a query");
  assert.ok(!output.includes(server.demo.apiKey), "a log has no key");
  assert.match(output, /its key and its founder are in .*\/demo\.json\n/);
});

test("request lines: at debug -> probes too", async (t) => {
  const { server, origin } = await open(t, "debug");
  for (const path of ["/healthz", "/readyz", "/metrics"]) await fetch(origin + path);
  const { output } = await stopServer(server);
  const probes = linesOf(output).filter(({ level, msg }) => level === 20 && msg === "request");
  assert.deepEqual(probes.map(({ path }) => path).sort(), ["/healthz", "/metrics", "/readyz"]);
});

test("traceparent: valid, or not -> in the developer log, or as none", async (t) => {
  const server = await sharedServer();
  const client = await openClient(server, await newCredentials(server));
  t.after(() => client.close());
  const traceOf = async (traceparent: string) => {
    const read = await client.get("/api-keys/current", { headers: { traceparent } });
    const requestId = encodeURIComponent(String(read.headers["x-request-id"]));
    const [row] = expect(await client.get(`/developer-logs?requestId=${requestId}`), 200).items();
    return row?.["traceId"];
  };
  assert.equal(await traceOf(TRACEPARENT), TRACE);
  assert.equal(await traceOf(`00-${"0".repeat(32)}-${SPAN}-01`), undefined);
});

/** A collector of OTLP/JSON; `stop` ends it. */
async function openCollector(t: TestContext) {
  const spans: OtlpSpan[] = [];
  const services = new Set<string>();
  const collector: HttpServer = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString("utf8")) as {
        resourceSpans: {
          resource: { attributes: Attribute[] };
          scopeSpans: { spans: OtlpSpan[] }[];
        }[];
      };
      for (const { resource, scopeSpans } of resourceSpans) {
        services.add(attribute(resource, "service.name") ?? "");
        for (const scope of scopeSpans) spans.push(...scope.spans);
      }
      response.setHeader("content-type", "application/json").end("{}");
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  t.after(() => collector.close());
  const { port } = collector.address() as AddressInfo;
  return { spans, services, url: `http://127.0.0.1:${port}` };
}

function attribute({ attributes }: { attributes: Attribute[] }, name: string) {
  const value = attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue?.toString();
}

test("traces: a write with a parent, a read without -> spans at the collector, ids in the log", async (t) => {
  const collector = await openCollector(t);
  const { server, client } = await open(t, "info", {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    OTEL_SERVICE_NAME: "ledger-under-test",
  });
  const { a } = await transferred(client);
  await client.get(`/accounts/${a}/balance`);
  const { code, output } = await stopServer(server);
  assert.equal(code, 0, output);
  assert.deepEqual([...collector.services], ["ledger-under-test"]);
  const { spans } = collector;
  const request = spans.find(({ traceId, kind }) => traceId === TRACE && kind === 2);
  assert.ok(request, JSON.stringify(spans.map(({ name }) => name)));
  assert.deepEqual([request.name, request.parentSpanId], ["POST /v1/transfers", SPAN]);
  const told = ["http.response.status_code", "http.route", "service.operation", "client.address"];
  assert.deepEqual(
    told.map((name) => attribute(request, name)),
    ["201", "/v1/transfers", "transfer.create", "127.0.0.1"],
  );
  const commit = spans.find(({ parentSpanId }) => parentSpanId === request.spanId);
  assert.deepEqual([commit?.name, commit?.traceId], ["ledger commit", TRACE]);
  const lines = linesOf(output).filter(({ msg }) => msg === "request");
  const line = lines.find(({ traceId }) => traceId === TRACE);
  assert.equal(line?.["spanId"], request.spanId);
  const read = lines.find(({ operation }) => operation === "account.balance.retrieve");
  const reading = spans.find(({ spanId }) => spanId === read?.["spanId"]);
  assert.equal(reading?.name, "GET /v1/accounts/{accountId}/balance");
  assert.ok(!reading?.parentSpanId && reading?.traceId === read?.["traceId"]);
});

test("traces: not sampled by the caller, switched off -> none at the collector", async (t) => {
  for (const more of [{ OTEL_SDK_DISABLED: "true" }, { OTEL_TRACES_SAMPLER: "always_off" }]) {
    const collector = await openCollector(t);
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...more };
    const { server, client } = await open(t, "warn", environment);
    await transferred(client);
    assert.equal((await stopServer(server)).code, 0);
    assert.equal(collector.spans.length, 0);
  }
});

test("traces: a collector that is not there -> every request answered, one line says so", async (t) => {
  const { server, client } = await open(t, "warn", {
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://127.0.0.1:9/v1/traces",
    OTEL_BSP_SCHEDULE_DELAY: "10",
    OTEL_BSP_MAX_QUEUE_SIZE: "64",
    OTEL_BSP_MAX_EXPORT_BATCH_SIZE: "16",
    OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: "100",
  });
  for (let at = 0; at < 500; at++) expect(await client.get("/api-keys/current"), 200);
  const { code, output } = await stopServer(server);
  assert.equal(code, 0, output);
  const said = linesOf(output).filter(({ msg }) => String(msg).startsWith("traces are not deliv"));
  assert.ok(said.length >= 1 && said.length <= 6, output);
});

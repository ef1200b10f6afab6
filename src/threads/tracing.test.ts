/**
 * When traces are made; that nothing of OpenTelemetry is loaded when they are not.
 * A server of its own: what it loads is noted from its first line on.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { killServer, newDataDir, startServer } from "../../test/support/server.ts";
import { tracesProtocolOf } from "./tracing.ts";

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318" };

test("traces: the standard variables, each way -> made, or not", () => {
  const rows: [Record<string, string>, string | undefined][] = [
    [{}, undefined],
    [{ OTEL_SERVICE_NAME: "a", OTEL_TRACES_SAMPLER: "always_on" }, undefined],
    [ENDPOINT, "http/protobuf"],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://c/v1/traces" }, "http/protobuf"],
    [{ OTEL_TRACES_EXPORTER: "otlp" }, "http/protobuf"],
    [{ ...ENDPOINT, OTEL_TRACES_EXPORTER: "none" }, undefined],
    [{ ...ENDPOINT, OTEL_SDK_DISABLED: "TRUE" }, undefined],
    [{ ...ENDPOINT, OTEL_SDK_DISABLED: "false" }, "http/protobuf"],
    [{ ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" }, "http/json"],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: " " }, undefined],
  ];
  for (const [environment, protocol] of rows) {
    assert.equal(tracesProtocolOf(environment), protocol, JSON.stringify(environment));
  }
  const grpc = { ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" };
  assert.throws(() => tracesProtocolOf(grpc), /http\/protobuf or http\/json, not "grpc"/);
});

test("traces: not asked for -> a start loads no OpenTelemetry and no pino-pretty, in any thread", async () => {
  const list = join(newDataDir(), "loaded");
  const preload = fileURLToPath(new URL("../../test/support/threads/loaded.cjs", import.meta.url));
  const environment = { NODE_OPTIONS: `--require ${preload}`, LOADED_INTO: list };
  const server = await startServer([], undefined, { environment });
  assert.equal((await fetch(new URL("/healthz", server.baseUrl))).status, 200);
  await killServer(server);
  const loaded = readFileSync(list, "utf8").split("\n");
  const scripts = new Set(
    loaded.filter((name) => name.endsWith(".js")).map((name) => basename(name)),
  );
  assert.deepEqual([...scripts].sort(), [
    "edge.js",
    "ledger.js",
    "load.js",
    "main.js",
    "platform.js",
    "server.js",
  ]);
  const packages = [...new Set(loaded)].filter((name) => /^@?[a-z][\w.@/-]*$/.test(name));
  const unwanted = packages.filter((name) => /opentelemetry|pino-pretty|piscina/.test(name));
  assert.deepEqual(unwanted, []);
});

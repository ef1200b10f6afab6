/** When traces are made; that nothing of OpenTelemetry is loaded when they are not. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { tracesProtocolOf } from "./tracing.ts";

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318" };
const build = new URL("../../.build/", import.meta.url);

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

test("traces: not asked for -> no program of the build loads OpenTelemetry or pino-pretty", () => {
  const seen = new Set<string>();
  const packages = new Set<string>();
  const follow = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(new URL(file, build), "utf8");
    for (const [, name = ""] of text.matchAll(/^(?:import|export)\b[^;]*?"([^"]+)";$/gm)) {
      if (name.startsWith("./")) follow(name);
      else packages.add(name);
    }
    // What an edge loads is loaded by its name at its start.
    for (const [, name = ""] of text.matchAll(/\bimport\("(\.\/edge_program-[^"]+)"\)/g))
      follow(name);
  };
  for (const program of ["./server.mjs", "./worker.mjs", "./reader.mjs"]) follow(program);
  assert.ok(packages.has("pino"), [...packages].join(" "));
  assert.ok(
    [...seen].some((file) => file.startsWith("./edge_program-")),
    [...seen].join(" "),
  );
  const unwanted = [...packages].filter((name) => /opentelemetry|pino-pretty/.test(name));
  assert.deepEqual(unwanted, []);
});

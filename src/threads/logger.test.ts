/** No log line holds an API key, under whatever name or in whatever place the key comes into it. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { pino } from "pino";
import { makeApiKey } from "../access/api_key.ts";
import { demoText } from "../operator/demo.ts";
import { forPeople, loggerSettings, withoutSecrets } from "./logger.ts";

const { text: KEY } = makeApiKey("sandbox", randomBytes, randomBytes(32));

function linesOf(write: (logger: pino.Logger) => void): string {
  const lines: string[] = [];
  const destination = withoutSecrets({
    write: (line) => lines.push(line),
    flush: (done) => done?.(),
    flushSync() {},
  });
  write(pino(loggerSettings({ level: "trace", thread: "test" }), destination));
  return lines.join("");
}

test("logger: a key under a secret's name, in a message, an error, a nested text -> never in a line", () => {
  const lines = linesOf((logger) => {
    logger.info({ apiKey: KEY, request: { headers: { authorization: `Bearer ${KEY}` } } }, "named");
    logger.error({ err: new Error(`cannot take ${KEY} twice: ${KEY}`) }, "in an error");
    logger.trace({ deep: { deeper: { deepest: { note: `x${KEY}y` } } } }, `${KEY} in a message`);
    logger.child({ bound: KEY }, { redact: [] }).warn("bound");
    logger.fatal(KEY.slice(0, -15));
  });
  assert.equal(lines.split("\n").length, 6);
  assert.ok(!lines.includes(KEY.slice(16, 60)), lines);
  assert.ok(!lines.includes(KEY.slice(36, 56)), lines);
  assert.ok(lines.includes(`cannot take ${KEY.slice(0, 16)}…[redacted] twice`), lines);
});

test("logger: what is no key -> as it was written", () => {
  const text = `service_test_ and service_operation_id op_1, a hash ${"a".repeat(64)}`;
  assert.ok(linesOf((logger) => logger.info(text)).includes(text));
});

test("logger: on a terminal -> one readable line, no JSON", () => {
  const lines: string[] = [];
  const output = { write: (line: string) => lines.push(line), flush() {}, flushSync() {} };
  const settings = loggerSettings({ level: "info", thread: "main" });
  pino(settings, forPeople(output, false)).warn({ shard: 1 }, "a thing");
  assert.equal(lines.length, 1);
  assert.match(
    lines[0] ?? "",
    /^\[\d\d:\d\d:\d\d\.\d{3}\] WARN: a thing \{"thread":"main","shard":1\}\n$/,
  );
});

test("demo: on a terminal, elsewhere -> requests and what the founder has, the file that has it", () => {
  const founder = {
    email: "a@b.example",
    password: "p-a-s-s",
    personalAccessToken: "service_pat_x",
  };
  const demo = { baseUrl: "http://x/v1", productId: "prod_1", apiKey: KEY, founder } as const;
  const told = (isTerminal: boolean, consoleUrl?: string) => {
    const options = { demoPath: "/d/demo.json", isTerminal, ...(consoleUrl && { consoleUrl }) };
    return demoText({ ...demo, environment: "sandbox" }, options);
  };
  for (const text of [KEY, ...Object.values(founder)]) {
    assert.ok(told(true).includes(text), text);
    assert.ok(!told(false).includes(text.slice(0, 20)), text);
  }
  assert.ok(told(false).includes("/d/demo.json"));
  assert.ok(told(true, "http://x/console").includes("http://x/console"));
  assert.ok(!told(true).includes("/console"));
});

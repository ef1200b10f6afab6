/** No log line holds an API key, under whatever name or in whatever place the key comes into it. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { pino } from "pino";
import { makeApiKey } from "../access/api_key.ts";
import { loggerSettings, withoutSecrets } from "./logger.ts";

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
  const text = "service_test_ and service_operation_id op_1, a hash " + "a".repeat(64);
  assert.ok(linesOf((logger) => logger.info(text)).includes(text));
});

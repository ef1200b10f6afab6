/** A trouble that comes a thousand times: what is written, and what is counted. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { KINDS_MAX, QUIET_MS, REMIND_MS, withoutRepetitions } from "./repeated_lines.ts";

function open() {
  let now = 0;
  const lines: string[] = [];
  const output = withoutRepetitions(
    { write: (line) => lines.push(line), flush: (done) => done?.(), flushSync() {} },
    () => now,
  );
  const fail = (message: string, level = 50) => {
    const line = { level, time: `2026-01-01T00:00:${now}Z`, thread: "main", msg: "not kept" };
    output.write(`${JSON.stringify({ ...line, err: { type: "Error", message } })}\n`);
  };
  const pass = (ms: number) => {
    now += ms;
    output.tend();
  };
  const told = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { output, fail, pass, told, lines };
}

test("repeated lines: 567 that differ in numbers -> one, and one at the end that says how often", () => {
  const { fail, pass, told } = open();
  for (let at = 0; at < 567; at++) {
    fail(`no space at position ${at * 4096} of op_01ABC${at}`);
    pass(100);
  }
  pass(QUIET_MS);
  const [first, last, ...more] = told();
  assert.deepEqual([more.length, first?.["msg"], last?.["repeated"]], [0, "not kept", 566]);
  assert.match(String(last?.["msg"]), /^not kept \(566 more times in 57 s; it has ended\)$/);
  fail("no space at position 1");
  assert.equal(told().length, 3, "what comes later is new");
});

test("repeated lines: a trouble that goes on -> told again; two kinds -> each once", () => {
  const { fail, pass, told } = open();
  for (let at = 0; at <= REMIND_MS; at += 1_000) {
    fail("no space");
    fail("no connection");
    pass(1_000);
  }
  assert.equal(told().length, 4);
  assert.match(String(told()[2]?.["msg"]), /it goes on/);
});

test("repeated lines: below a warning, once, more kinds than remembered, the end -> nothing is lost", () => {
  const { output, fail, pass, told } = open();
  for (let at = 0; at < 3; at++) fail("x", 30);
  assert.equal(told().length, 3);
  fail("once");
  pass(QUIET_MS);
  assert.equal(told().length, 4, "once is no repetition");
  const letters = (at: number) => String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26));
  for (let at = 0; at <= KINDS_MAX; at++) fail(letters(at));
  fail(letters(KINDS_MAX));
  assert.equal(told().length, 4 + KINDS_MAX + 2);
  fail(letters(0));
  output.flush(() => {});
  assert.match(String(told().at(-1)?.["msg"]), /1 more times/);
});

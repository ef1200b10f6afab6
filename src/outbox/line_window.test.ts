/** Since when a line fails, where attempts overlap. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { LineWindow } from "./line_window.ts";

test("line window: an attempt begins before the last success and fails after it -> given up so long after its end", () => {
  const window = new LineWindow({ atOnce: 4, giveUpMs: 150 }, undefined);
  window.judge({ atMs: 1_005, durationMs: 10 }, 1_015);
  const failure = { error: "timeout", durationMs: 25 } as const;
  assert.equal(window.judge({ ...failure, atMs: 1_005 }, 1_030), undefined);
  assert.equal(window.failingSinceMs, 1_030);
  assert.equal(window.judge({ ...failure, atMs: 1_154 }, 1_179), undefined);
  assert.equal(window.judge({ ...failure, atMs: 1_155 }, 1_180), "exhausted");
});

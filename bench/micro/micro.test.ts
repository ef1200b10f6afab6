/** The row `micro` runs whole: every function does its work, and every figure is there. */
import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { test } from "node:test";
import type { Settings } from "../row.ts";
import { micro } from "../rows/micro.ts";
import { runRow } from "../run_row.ts";
import { MICRO_NAMES } from "./micro.ts";

const SETTINGS: Settings = {
  size: "small",
  generator: "autocannon",
  connections: 1,
  accounts: 16,
  scratch: tmpdir(),
  say: () => undefined,
};

test("micro: a turn at its smallest -> a time for each function, and the row has all of them", async () => {
  const { figures } = await runRow(micro, SETTINGS, { pairs: 1, seconds: 1, warmUpSeconds: 0 });
  assert.deepEqual(Object.keys(figures), MICRO_NAMES);
  for (const [name, { median }] of Object.entries(figures)) assert.ok(median > 0, name);
  const shown = micro.figures.map(({ name }) => name);
  assert.deepEqual(shown, MICRO_NAMES);
});

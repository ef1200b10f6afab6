/**
 * Faults of a disk: it loses bytes that were not synced, fails a call, or holds wrong bytes.
 * These are short runs; `npm run disk` makes long ones. SEED replays the choices.
 */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { skipLacking } from "../../support/machine.ts";
import { seedOf } from "../../support/seeds.ts";
import { randomOf } from "../../support/wal/sample.ts";
import { type Fault, meetFault, randomFault } from "./faults.ts";
import { loseOften } from "./losses.ts";
import { preparedData, recordWrites } from "./recording.ts";
import { buildShim } from "./shim.ts";

const shim = buildShim();

/** The path of the shim; without a compiler the test is skipped, with the reason. */
function shimOf(t: TestContext): string | undefined {
  if ("path" in shim) return shim.path;
  skipLacking(t, "gcc", shim.reason);
  return undefined;
}

test("power loss: unsynced sectors lost, kept or torn, 20 times -> all that was answered is there", async (t) => {
  const path = shimOf(t);
  if (path === undefined) return;
  const random = randomOf(seedOf(t));
  const recording = await recordWrites(path, random, 250);
  const lost = await loseOften(recording, random, {
    count: 20,
    servedEvery: 10,
    ignoresSyncs: false,
  });
  assert.equal(lost.fault, undefined);
  const control = await loseOften(recording, random, {
    count: 8,
    servedEvery: 1_000,
    ignoresSyncs: true,
  });
  assert.ok(control.good < control.images, "a log that is never synced does not survive this");
  t.diagnostic(`${lost.good} of ${lost.images}; without syncs ${control.good}/${control.images}`);
});

test("disk: a write, a sync, a meta page fails under load -> 503, and nothing answered is lost", async (t) => {
  const path = shimOf(t);
  if (path === undefined) return;
  const random = randomOf(seedOf(t));
  const { load, server } = await preparedData(random);
  const data = { load, dataDir: server.dataDir };
  for (const call of ["write", "sync", "meta"] as const) {
    const fault: Fault = randomFault(random, call);
    const report = await meetFault(path, data, fault);
    t.diagnostic(JSON.stringify({ ...fault, ...report }));
    assert.ok(report.answeredBefore > 0);
  }
});

/**
 * `kill -9` of a real server under load, again and again: nothing acknowledged is lost, nothing
 * happens twice, every answer is given again byte for byte. CRASH_KILLS sets the number of kills;
 * SEED replays the choices of operations (not the timing). For many more kills: `npm run crash`.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { seedOf } from "../support/seeds.ts";
import { runCrashLoop } from "./crash_loop.ts";

const KILLS = Number(process.env["CRASH_KILLS"] ?? 12);

test(`crash: kill -9 under load, ${KILLS} times -> nothing lost, nothing doubled`, async (t) => {
  const report = await runCrashLoop({
    kills: KILLS,
    seed: seedOf(t),
    connections: 12,
    shards: 1,
    edges: 1,
    dataDir: undefined,
    onProgress: () => undefined,
  });
  assert.equal(report.finding, undefined, `${report.finding}\nkept in ${report.dataDir}`);
  assert.equal(report.kills, KILLS);
  assert.ok(report.acknowledged > KILLS, "answers came");
  t.diagnostic(JSON.stringify({ ...report.byMoment, ...report.inDoubt }));
});

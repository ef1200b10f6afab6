/**
 * `kill -9` of the server and of the reference provider, again and again, under verifications, payouts, collections, credits, payees and programs of live.
 * PROVIDER_KILLS sets the number of kills; SEED replays the choices (not the timing). For many more: `npm run crash -- --providers`, `--payouts`,
 * `--collections`, `--credits`, `--payees` or `--programs`.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { seedOf } from "../support/seeds.ts";
import { runProviderCrashLoop, type WorkName } from "./provider_crash_loop.ts";

const KILLS = Number(process.env["PROVIDER_KILLS"] ?? 4);

type Row = { work: WorkName; says: string; connections?: number };
const ROWS: readonly Row[] = [
  { work: "verifications", says: "both books agree, nothing sent twice" },
  { work: "payouts", says: "both books agree, nothing sent twice, all money where it belongs" },
  { work: "collections", says: "both books agree, nothing sent twice, all money where it belongs" },
  { work: "credits", says: "both books agree, each credit is in one place, to the unit" },
  {
    work: "payees",
    says: "both books agree, nothing sent twice, each payee as the bank has found",
  },
  {
    work: "programs",
    says: "both books agree, nothing sent twice, each object is told each end once",
    // Each of its requests leads to several of the bank and of the clock.
    connections: 2,
  },
];

for (const { work, says, connections = 6 } of ROWS) {
  test(`live provider: ${work}, killed ${KILLS} times on either side -> ${says}`, async (t) => {
    const report = await runProviderCrashLoop({
      ...{ work, kills: KILLS, seed: seedOf(t), connections, shards: 2, edges: 1 },
      dataDir: undefined,
      onProgress: () => undefined,
    });
    assert.equal(report.finding, undefined, `${report.finding}\nkept in ${report.dataDir}`);
    assert.equal(report.kills, KILLS);
    assert.ok(report.replayed > 0, "answers came, and came again");
    t.diagnostic(JSON.stringify({ ...report.byVictim, ...report.faults }));
  });
}

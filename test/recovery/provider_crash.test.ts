/**
 * `kill -9` of the server and of the reference provider, again and again, under verifications, payouts, collections, credits and payees of live.
 * PROVIDER_KILLS sets the number of kills; SEED replays the choices (not the timing). For many more: `npm run crash -- --providers`, `--payouts`,
 * `--collections`, `--credits` or `--payees`.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { seedOf } from "../support/seeds.ts";
import { runProviderCrashLoop } from "./provider_crash_loop.ts";

const KILLS = Number(process.env["PROVIDER_KILLS"] ?? 4);

for (const { work, says } of [
  { work: "verifications", says: "both books agree, nothing sent twice" },
  { work: "payouts", says: "both books agree, nothing sent twice, all money where it belongs" },
  { work: "collections", says: "both books agree, nothing sent twice, all money where it belongs" },
  { work: "credits", says: "both books agree, each credit is in one place, to the unit" },
  {
    work: "payees",
    says: "both books agree, nothing sent twice, each payee as the bank has found",
  },
] as const) {
  test(`live provider: ${work}, killed ${KILLS} times on either side -> ${says}`, async (t) => {
    const report = await runProviderCrashLoop({
      ...{ work, kills: KILLS, seed: seedOf(t), connections: 6, shards: 2, edges: 1 },
      dataDir: undefined,
      onProgress: () => undefined,
    });
    assert.equal(report.finding, undefined, `${report.finding}\nkept in ${report.dataDir}`);
    assert.equal(report.kills, KILLS);
    assert.ok(report.replayed > 0, "answers came, and came again");
    t.diagnostic(JSON.stringify({ ...report.byVictim, ...report.faults }));
  });
}

/**
 * Damage at random places of the log or the state of a server at rest: never a wrong answer.
 * A server of its own: its start is cut short.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { before, test } from "node:test";
import { seedOf } from "../support/seeds.ts";
import { newDataDir, startServer } from "../support/server.ts";
import { randomOf } from "../support/wal/sample.ts";
import { damageOnce, type Sound, soundData } from "./random_damage.ts";

const ROUNDS = 6;

let sound: Sound;
before(async () => {
  sound = await soundData();
});

test(`damage: at random, ${ROUNDS} times -> refused, or every answer right or an error`, async (t) => {
  const random = randomOf(seedOf(t));
  for (let round = 0; round < ROUNDS; round++) {
    const { damage, outcome, errors, wrong } = await damageOnce(sound, random, { rebuilds: false });
    t.diagnostic(`${damage}: ${outcome}, ${errors} errors`);
    assert.deepEqual(wrong, [], damage);
  }
});

test("server of a test: not serving in time -> killed before the caller hears of it", async () => {
  const dataDir = newDataDir();
  await assert.rejects(startServer([], dataDir, { startMs: 1 }), /did not serve in time/);
  const own = readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && runsOn(pid, dataDir));
  assert.deepEqual(own, []);
});

function runsOn(pid: string, dataDir: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(dataDir);
  } catch {
    return false;
  }
}

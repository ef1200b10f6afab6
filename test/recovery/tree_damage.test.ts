/** Old or lost pages of LMDB's own tree, with every value whole, are found and never served. */
import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { StateUnusable } from "../../src/shard/checkpoint.ts";
import { LogDamaged } from "../../wal/errors.ts";
import { openLog } from "../../wal/log.ts";
import { openStateReader } from "../../wal/state_reader.ts";
import { runServer } from "../support/server.ts";
import { openJournal } from "../support/shard/open_journal.ts";
import { copyOf, dataFileOf, headOf } from "./bank.ts";
import {
  flipSeparator,
  pointToOld,
  putOldInPlace,
  separatorsOf,
  type Versions,
  versionsOf,
} from "./lmdb_tree.ts";
import { runLog } from "./log_command.ts";
import { outcomeOf, type Sound, soundData } from "./random_damage.ts";

let sound: Sound;
before(async () => {
  sound = await soundData();
});

type Kind = "log" | "state";
type Damage = (file: Buffer, versions: Versions) => void;

const DAMAGES: readonly [string, Damage][] = [
  ["a branch that leads to an old leaf", (file, versions) => assert.ok(pointToOld(file, versions))],
  ["an old leaf in the place of the new one", putOldInPlace],
];

for (const [name, damage] of DAMAGES) {
  test(`state: ${name}, each that the file has -> not loaded, or nothing is lost by it`, async (t) => {
    const expected = await entriesOf(sound.dataDir);
    const reasons: string[] = [];
    for (const dataDir of damagedCopies("state", damage)) {
      const opened = await openJournal(join(dataDir, "shard-0"));
      try {
        opened.journal.load(opened.store);
        assert.deepEqual(await entriesOf(dataDir), expected);
      } catch (cause) {
        assert.ok(cause instanceof StateUnusable && !cause.isAhead, String(cause));
        reasons.push(cause.message);
      } finally {
        await opened.close();
      }
      rmSync(dataDir, { recursive: true });
    }
    const bySum = reasons.filter((reason) => reason.includes("entries with the sum"));
    assert.ok(bySum.length > 0, reasons.join("\n"));
    t.diagnostic(`${reasons.length} refused, ${bySum.length} by the sum`);
  });

  test(`log: ${name}, each that the file has -> named as damage, or no frame is lost by it`, async (t) => {
    const head = await headOf(sound.dataDir);
    let refused = 0;
    for (const dataDir of damagedCopies("log", damage)) {
      try {
        const log = await openLog({ path: join(dataDir, "shard-0", "log") });
        const hash = Buffer.from(log.head.hash).toString("hex");
        assert.deepEqual({ sequence: log.head.sequence, hash }, head);
        try {
          for (const _ of log.frames(1));
        } finally {
          await log.close();
        }
      } catch (cause) {
        assert.ok(cause instanceof LogDamaged, String(cause));
        refused++;
      }
      rmSync(dataDir, { recursive: true });
    }
    assert.ok(refused > 0);
    t.diagnostic(`${refused} refused`);
  });
}

test("state: a bit of each key in its branches flipped -> not loaded, or every entry is found", async (t) => {
  const file = readFileSync(dataFileOf(sound.dataDir, "state"));
  const dataDir = copyOf(sound.dataDir);
  const separators = separatorsOf(file);
  assert.ok(separators.length > 0);
  let refused = 0;
  for (const separator of separators) {
    for (let bit = 3; bit < separator.bytes * 8; bit += 29) {
      const copy = Buffer.from(file);
      flipSeparator(copy, bit, separator);
      writeFileSync(dataFileOf(dataDir, "state"), copy);
      const opened = await openJournal(join(dataDir, "shard-0"));
      try {
        opened.journal.load(opened.store);
        for (const [key] of opened.store.range({})) assert.ok(opened.store.get(key) !== undefined);
      } catch (cause) {
        assert.ok(cause instanceof StateUnusable && !cause.isAhead, String(cause));
        refused++;
      } finally {
        await opened.close();
      }
    }
  }
  assert.ok(refused > 0);
  t.diagnostic(`${refused} refused`);
});

test("start: a branch of the state that leads to an old leaf -> refused, rebuild named; rebuilt, all is there", async () => {
  const [dataDir] = damagedCopies("state", pointToOld);
  assert.ok(dataDir !== undefined);
  const { code, output } = await startOn(dataDir);
  assert.equal(code, 1, output);
  assert.match(
    output,
    /shard 0 does not start, so the server does not: the state cannot be read: /,
  );
  assert.match(output, /npm run log -- rebuild --data \S+ --shard 0/);
  const rebuilt = await runLog("rebuild", "--data", dataDir, "--shard", "0");
  assert.equal(rebuilt.code, 0, rebuilt.output + rebuilt.errors);
  const { outcome, errors, wrong } = await outcomeOf(sound, dataDir);
  assert.deepEqual([outcome, errors, wrong], ["served", 0, []]);
});

test("start: a branch of the log that leads to an old last leaf, no state -> refused, the frame named", async () => {
  const dataDir = [...damagedCopies("log", pointToOld)].at(-1);
  assert.ok(dataDir !== undefined);
  rmSync(join(dataDir, "shard-0", "state"), { recursive: true });
  const { code, output } = await startOn(dataDir);
  assert.equal(code, 1, output);
  const said = /shard 0 does not start.* log is damaged at frame (\d+): (.*)\n/.exec(output);
  assert.ok(said !== null, output);
  const verified = await runLog("verify", "--data", dataDir, "--shard", "0");
  assert.equal(verified.code, 1, verified.output);
  assert.ok(verified.output.includes(`shard-0: DAMAGED at frame ${said[1]}: ${said[2]}`));
});

const startOn = (dataDir: string) =>
  runServer(["--port", "0", "--data", dataDir, "--log-level", "silent"]);

/** All entries of the state, as texts. */
async function entriesOf(dataDir: string): Promise<string[]> {
  const reader = openStateReader(join(dataDir, "shard-0", "state"));
  const entries = [...reader.ascend({})];
  await reader.close();
  return entries.map((entry) => entry.map((bytes) => Buffer.from(bytes).toString("hex")).join(" "));
}

/** Copies of the data directory, each damaged by one old leaf below a branch. */
function* damagedCopies(kind: Kind, damage: Damage): Generator<string> {
  const file = readFileSync(dataFileOf(sound.dataDir, kind));
  const versions = versionsOf(file).filter(({ live }) => live.pointerAt !== undefined);
  assert.ok(versions.length > 0, "the file has two versions of a leaf");
  for (const each of versions) {
    const dataDir = copyOf(sound.dataDir);
    const copy = Buffer.from(file);
    damage(copy, each);
    writeFileSync(dataFileOf(dataDir, kind), copy);
    yield dataDir;
  }
}

/**
 * What it costs an edge to find out who calls with a Product key, measured in a process of its own over the
 * platform shard of a directory at rest. The process is forked with a task, answers with figures, and
 * ends with its parent.
 */
import { join } from "node:path";
import { createCredentialTable } from "../../src/access/credential_table.ts";
import { ShardSignals } from "../../src/contract/messages/envelope.ts";
import { PLATFORM_SHARD } from "../../src/contract/records/platform_realm.ts";
import { FactCodecs } from "../../src/contract/records/record_codec.ts";
import { openDataDirectory } from "../../src/data_directory.ts";
import { PLATFORM_REGISTRY } from "../../src/features/registry.ts";
import { secretBytesOf } from "../../src/keys/key_files.ts";
import { credentialDirectory, findersOf } from "../../src/threads/credential_directory.ts";
import { openShardView } from "../../src/threads/open_shard_view.ts";
import { keyAt } from "./credentials.ts";

/** `keys`: how many the directory has. */
export type CheckTask = { dataDir: string; keys: number; seconds: number };
/** Nanoseconds of one check, the median of the passes. */
export type CheckFigures = { kept: number; lookedUp: number; unknown: number };

/** Keys of one pass, chosen anew for each pass. */
const KEYS_OF_PASS = 10;
/** Checks of each kept key in a pass, so that the look at the clock is small beside them. */
const REPEATS = 100;

process.once("message", (task: CheckTask) => {
  process.send?.({ figures: check(task) });
});
process.once("disconnect", () => process.exit(0));

function check({ dataDir, keys, seconds }: CheckTask): CheckFigures {
  const { rings } = openDataDirectory(dataDir, { shards: undefined, demo: false });
  const pepper = secretBytesOf(rings.pepper.current);
  const memory = ShardSignals.allocate();
  const files = {
    shard: PLATFORM_SHARD,
    logPath: join(dataDir, "platform", "log"),
    statePath: join(dataDir, "platform", "state"),
    treePath: join(dataDir, "platform", "proof"),
    signals: memory,
  };
  const codecs = new FactCodecs(PLATFORM_REGISTRY.codecs);
  const view = openShardView(files, {
    codecs,
    saltSecrets: { value: [{ secret: new Uint8Array(32) }] },
  });
  // Another frame than that of a view which was not read yet: the first look-up opens it.
  const signals = new ShardSignals(memory);
  signals.acknowledged = signals.viewed = view.refreshed().sequence;
  const finders = findersOf(PLATFORM_REGISTRY);
  const directory = credentialDirectory(finders, [files], new Map([[PLATFORM_SHARD, view]]));
  const from = { address: Uint8Array.of(127, 0, 0, 1) };
  const taken: Record<keyof CheckFigures, number[]> = { kept: [], lookedUp: [], unknown: [] };
  const endMs = performance.now() + seconds * 1_000;
  while (performance.now() < endMs) {
    const headers = Array.from(
      { length: KEYS_OF_PASS },
      () => `Bearer ${keyAt(Math.floor(Math.random() * keys), pepper).text}`,
    );
    const strangers = headers.map((_, at) => `Bearer ${keyAt(keys + at, pepper).text}`);
    const table = createCredentialTable({ all: [pepper] }, undefined, directory);
    const nowMs = Date.now();
    const ask = (texts: readonly string[], isKnown: boolean, repeats: number) => {
      const startedMs = performance.now();
      for (let repeat = 0; repeat < repeats; repeat++) {
        for (const text of texts) {
          const answer = table.authenticate(text, from, nowMs);
          if ("refused" in answer === isKnown)
            throw new Error("a key was not taken as it should be");
        }
      }
      return ((performance.now() - startedMs) * 1e6) / (texts.length * repeats);
    };
    taken.lookedUp.push(ask(headers, true, 1));
    taken.kept.push(ask(headers, true, REPEATS));
    taken.unknown.push(ask(strangers, false, 1));
  }
  return {
    kept: median(taken.kept),
    lookedUp: median(taken.lookedUp),
    unknown: median(taken.unknown),
  };
}

/** Without the first half, in which the functions are compiled. */
function median(values: readonly number[]): number {
  const measured = values.slice(values.length >> 1).sort((one, other) => one - other);
  return measured[measured.length >> 1] as number;
}

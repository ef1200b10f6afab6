/** The part of `verify` that compares a shard's kept proof tree with its log. */
import { constants, copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SaltSecrets } from "../../src/contract/records/record_leaf.ts";
import { SALT_RING } from "../../src/keys/key_files.ts";
import { keptOf, ringKeysIn } from "../../src/keys/key_ring.ts";
import { saltSecretsOf } from "../../src/keys/key_rings.ts";
import { compareTree } from "../../src/proofs/compare_tree.ts";
import type { Shard } from "./shards.ts";

type Options = { isAtRest: boolean; scratch: string };

/**
 * Prints where the tree stands; returns the faults of the tree, one sentence each. Works on a copy
 * in `scratch`. Throws `LogDamaged`.
 */
export async function treeFaults(shard: Shard, { isAtRest, scratch }: Options): Promise<string[]> {
  const { name, logPath, treePath } = shard;
  if (shard.kind !== "ledger") return [];
  const say = (text: string) => process.stdout.write(`${name}: proof tree ${text}\n`);
  const file = join(treePath, "data.mdb");
  if (!isAtRest || !existsSync(file)) {
    say(isAtRest ? "not there: the next proof makes it" : "not compared: a server runs");
    return [];
  }
  const copy = join(scratch, "proof");
  mkdirSync(copy);
  copyFileSync(file, join(copy, "data.mdb"), constants.COPYFILE_FICLONE);
  const saltSecrets = saltsOf(shard);
  if (saltSecrets === undefined) {
    return ["the proof tree cannot be compared without receipt-salt.key: restore it"];
  }
  const parts = { shard: shard.shard, logPath, treePath: copy, saltSecrets };
  const { meta, rootHash, differences } = await compareTree(parts, join(scratch, "proof-made"));
  if (differences.length > 0) {
    const advice = `delete ${name}/proof, it is made again from the log`;
    return [`the proof tree is damaged: ${advice}`, ...differences];
  }
  if (meta === undefined) say("empty");
  else say(`at frame ${meta.frame} equals the log: ${meta.size} leaves, root ${rootHash}`);
  return [];
}

function saltsOf({ path }: Shard): SaltSecrets | undefined {
  const file = join(dirname(path), SALT_RING.file);
  const keys = existsSync(file) ? ringKeysIn(readFileSync(file), SALT_RING) : undefined;
  return keys && { value: saltSecretsOf(keptOf(keys)) };
}

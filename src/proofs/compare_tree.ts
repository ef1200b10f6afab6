/**
 * Compares a kept tree with its log, node by node: the tree is made again from the log, up to the
 * last frame of the kept tree. A kept tree that is behind its log is sound; every difference
 * is named.
 */
import { frameHash } from "../../wal/format.ts";
import { openLogReader } from "../../wal/log_reader.ts";
import { LogTree, type LogTreeParts } from "./log_tree.ts";
import { nameOfKey, TreeDamaged, type TreeMeta, TreeStore } from "./tree_store.ts";

/** Differences that are named before the rest is only counted. */
const DIFFERENCES_NAMED = 10;

export type TreeComparison = {
  /** The extent of the kept tree; undefined when it was never written or cannot be read. */
  meta: TreeMeta | undefined;
  /** The root of the tree that the log makes, hexadecimal; undefined where no tree was made. */
  rootHash: string | undefined;
  differences: string[];
};

/**
 * `treePath` leads to a copy of the kept tree, which may be written to; nothing exists at
 * `freshPath` yet. Throws `LogDamaged`.
 */
export async function compareTree(parts: LogTreeParts, freshPath: string): Promise<TreeComparison> {
  let kept: TreeStore;
  try {
    kept = new TreeStore(parts.treePath);
  } catch (cause) {
    return wrong(undefined, (cause as Error).message);
  }
  try {
    const meta = kept.meta();
    if (meta === undefined) return { meta, rootHash: undefined, differences: [] };
    const unfit = await unfitOf(parts.logPath, meta);
    if (unfit !== undefined) return wrong(meta, unfit);
    const tree = await LogTree.open({ ...parts, treePath: freshPath });
    await tree.grow(meta.frame);
    const rootHash = tree.root().toString("hex");
    await tree.close();
    const fresh = new TreeStore(freshPath);
    try {
      return { meta, rootHash, differences: summed(differencesOf(fresh, kept)) };
    } finally {
      await fresh.close();
    }
  } catch (cause) {
    if (cause instanceof TreeDamaged) return wrong(undefined, `where it stands: ${cause.message}`);
    throw cause;
  } finally {
    await kept.close();
  }
}

/** Why a tree of the extent `meta` cannot be a tree of this log; undefined when it can. */
async function unfitOf(logPath: string, meta: TreeMeta): Promise<string | undefined> {
  const log = openLogReader(logPath);
  try {
    if (meta.logId !== Buffer.from(log.id).toString("hex")) return `it is of log ${meta.logId}`;
    const end = log.headSequence();
    if (meta.frame > end) return `it stands at frame ${meta.frame}, the log ends at ${end}`;
    const frame = log.readView(meta.frame);
    const isSame = frame !== undefined && frameHash(frame).toString("hex") === meta.frameHash;
    return isSame ? undefined : `frame ${meta.frame} is another than the one that it was made of`;
  } finally {
    await log.close();
  }
}

function differencesOf(fresh: TreeStore, kept: TreeStore): string[] {
  const differences: string[] = [];
  for (const [key, value] of fresh.entries()) {
    const difference = differenceAt(kept, key, value);
    if (difference !== undefined) differences.push(`${nameOfKey(key)} ${difference}`);
  }
  try {
    for (const [key] of kept.entries()) {
      if (fresh.get(key) === undefined) differences.push(`${nameOfKey(key)} is not of this tree`);
    }
  } catch (cause) {
    // A damaged value ends the search for values that are not of this tree. The loop above has
    // named it when its key belongs to the tree.
    if (!(cause instanceof TreeDamaged)) throw cause;
    if (differences.length === 0) differences.push(cause.message);
  }
  return differences;
}

function differenceAt(kept: TreeStore, key: Uint8Array, value: Uint8Array): string | undefined {
  try {
    const stored = kept.get(key);
    if (stored === undefined) return "is missing";
    return Buffer.compare(stored, value) === 0 ? undefined : "is not what the log makes";
  } catch (cause) {
    if (!(cause instanceof TreeDamaged)) throw cause;
    return "is not what was written";
  }
}

function summed(differences: string[]): string[] {
  const more = differences.length - DIFFERENCES_NAMED;
  if (more <= 0) return differences;
  return [...differences.slice(0, DIFFERENCES_NAMED), `and ${more} more`];
}

function wrong(meta: TreeMeta | undefined, difference: string): TreeComparison {
  return { meta, rootHash: undefined, differences: [difference] };
}

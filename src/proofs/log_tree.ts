/**
 * The Merkle tree over the records of one log, in log order: grown from durable frames, kept beside
 * the log, and made again from the log whenever the kept tree does not fit it.
 * Guarantees: the same log gives the same tree at every size, however it was grown; a proof reads
 * at most 512 records and a handful of tiles, whatever the size of the log; no answer is made from
 * a tree that was damaged on disk (`TreeDamaged`).
 * Does not: verify the chain of frames (`npm run log -- verify` does), run by itself, or serve two
 * calls at once: the caller takes turns.
 */
import { existsSync, rmSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { frameHash, recordCountOf, recordOf, recordsOf } from "../../wal/format.ts";
import { type LogReader, openLogReader } from "../../wal/log_reader.ts";
import { frameOf, indexOf, type Place, placeOf } from "../base/id.ts";
import { invariant } from "../base/invariant.ts";
import { completeRoot, HASH_BYTES, inclusionPath, rootOf, rootOfPath } from "../base/merkle.ts";
import {
  createLeafHasher,
  type LeafHasher,
  type LeafRow,
  type SaltSecrets,
  saltKeysOf,
  saltsOf,
} from "../contract/records/record_leaf.ts";
import {
  groupPut,
  metaPut,
  type Put,
  TreeDamaged,
  type TreeMeta,
  TreeStore,
  tilePut,
} from "./tree_store.ts";

/** Hashes of one tile: eight levels of the tree. */
const TILE_HASHES = 256;
const TILE_LEVELS = 8;
const TILE_BYTES = TILE_HASHES * HASH_BYTES;
/** Other work of the thread waits this long at most while a tree grows, milliseconds. */
const SLICE_MS = 20;
/** Records after which the tree is written: limits the memory, and the work that a crash loses. */
const WRITE_RECORDS = 262_144;

export type LogTreeParts = {
  /** Number of the shard whose log it is. */
  shard: number;
  logPath: string;
  /** Where the tree is kept; made when missing. */
  treePath: string;
  /** The data directory's secrets from which the salts of leaves are derived. */
  saltSecrets: SaltSecrets;
};

export type TreeProof = { leafIndex: number; treeSize: number; rootHash: Buffer; path: Buffer[] };

/** The last tile of a level, which is not full. */
type Edge = { index: number; count: number; bytes: Buffer; changed: boolean };

export class LogTree {
  readonly logId: string;
  readonly #log: LogReader;
  readonly #store: TreeStore;
  readonly #saltKeyOf: (frame: number) => Uint8Array;
  readonly #hasher: LeafHasher;
  /** The last tile of each level; at level 0 it holds the leaves of the last, incomplete group. */
  readonly #edges: Edge[] = [];
  #puts: Put[] = [];
  #unwritten = 0;
  #size = 0;
  #frame = 0;

  /** Opens the kept tree, or begins a new one where the kept tree does not belong to this log. */
  static async open(parts: LogTreeParts): Promise<LogTree> {
    const log = openLogReader(parts.logPath);
    for (const isSecond of [false, true]) {
      let store: TreeStore | undefined;
      try {
        store = new TreeStore(parts.treePath);
        return new LogTree(log, store, parts);
      } catch (cause) {
        await store?.close();
        if (isSecond) {
          await log.close();
          throw cause;
        }
        removeTree(parts.treePath);
      }
    }
    throw new Error("a tree that was removed opens as a new one");
  }

  private constructor(log: LogReader, store: TreeStore, { shard, saltSecrets }: LogTreeParts) {
    this.logId = Buffer.from(log.id).toString("hex");
    this.#log = log;
    this.#store = store;
    this.#hasher = createLeafHasher(shard);
    this.#saltKeyOf = saltKeysOf(saltSecrets, log.id);
    const meta = store.meta();
    if (meta !== undefined) this.#resume(meta);
  }

  /** The last frame whose records are leaves. */
  get frame(): number {
    return this.#frame;
  }
  /** The number of leaves. */
  get size(): number {
    return this.#size;
  }

  /**
   * Adds the records of the frames up to `through`, which are durable, and writes the tree to disk.
   * Yields to the thread's other work on the way, and ends early when `isEnough` returns true.
   * Throws `LogDamaged`; the tree must not be used after that.
   */
  async grow(through: number, isEnough = (): boolean => false): Promise<void> {
    this.#log.refresh();
    let sinceMs = performance.now();
    while (this.#frame < through && !isEnough()) {
      this.#addFrame(this.#frame + 1);
      if (this.#unwritten >= WRITE_RECORDS) await this.#write();
      if (performance.now() - sinceMs < SLICE_MS) continue;
      await setImmediate();
      sinceMs = performance.now();
    }
    if (this.#unwritten > 0) await this.#write();
  }

  /**
   * Proof that the record at `place` is a leaf of the present tree; undefined when the tree has no
   * record at `place`. Not to be called while the tree grows. Throws `TreeDamaged`.
   */
  prove(place: Place): TreeProof | undefined {
    const frame = frameOf(place);
    if (frame < 1 || frame > this.#frame) return undefined;
    if (indexOf(place) >= recordCountOf(this.#readFrame(frame))) return undefined;
    const { group, start } = this.#store.groupOf(place);
    const { leaves, at } = this.#leavesOf(start, place);
    const tiles = new Map<string, Uint8Array>([[`0.${group}`, leaves]]);
    const nodeAt = (level: number, index: number) => this.#node(level, index, tiles);
    const leafIndex = group * TILE_HASHES + at;
    const treeSize = this.#size;
    const path = inclusionPath(leafIndex, treeSize, nodeAt);
    const rootHash = rootOf(treeSize, nodeAt);
    const leaf = leaves.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES);
    const reached = rootOfPath(leaf, { leafIndex, treeSize, path });
    if (reached?.equals(rootHash)) return { leafIndex, treeSize, rootHash, path };
    throw new TreeDamaged(`the path of leaf ${leafIndex} does not lead to the root`);
  }

  /** Root of the present tree. */
  root(): Buffer {
    const tiles = new Map<string, Uint8Array>();
    return rootOf(this.#size, (level, index) => this.#node(level, index, tiles));
  }

  async close(): Promise<void> {
    await this.#store.close();
    await this.#log.close();
  }

  #resume(meta: TreeMeta): void {
    const { formatVersion, logId, frame, frameHash: expected, size } = meta;
    if (formatVersion !== 1 || logId !== this.logId) throw new TreeDamaged("of another log");
    const bytes = this.#log.read(frame);
    if (bytes === undefined || frameHash(bytes).toString("hex") !== expected) {
      throw new TreeDamaged(`frame ${frame} of the log is another`);
    }
    let count = size;
    for (let level = 0; count > 0; level++) {
      const edge = this.#edge(level);
      edge.count = count % TILE_HASHES;
      edge.index = Math.floor(count / TILE_HASHES);
      count = edge.index;
      if (level > 0 && edge.count > 0) edge.bytes.set(this.#store.tile(level, edge.index));
    }
    this.#size = size;
    this.#frame = frame;
    const leaves = this.#edge(0);
    if (leaves.count === 0) return;
    const last = placeOf(frame, recordCountOf(bytes) - 1);
    const { group, start } = this.#store.groupOf(last);
    const read = this.#leavesOf(start, last).leaves;
    if (group !== leaves.index || read.length !== leaves.count * HASH_BYTES) {
      throw new TreeDamaged("the last records of the tree are not those of the log");
    }
    leaves.bytes.set(read);
  }

  #addFrame(sequence: number): void {
    const frame = this.#readFrame(sequence);
    const salts = saltsOf(this.#saltKeyOf(sequence), sequence, recordCountOf(frame));
    const leaves = this.#edge(0);
    const into: LeafRow = { bytes: leaves.bytes, at: 0 };
    let index = 0;
    for (const record of recordsOf(frame)) {
      if (leaves.count === 0) this.#puts.push(groupPut(placeOf(sequence, index), leaves.index));
      into.at = leaves.count * HASH_BYTES;
      this.#hasher(record, salts, { frame: sequence, index: index++ }, into);
      leaves.count++;
      if (leaves.count === TILE_HASHES) this.#complete(0);
    }
    this.#size += index;
    this.#unwritten += index;
    this.#frame = sequence;
  }

  /** Ends the last tile of a level, which is full: its root becomes a hash of the level above. */
  #complete(level: number): void {
    const tile = this.#edge(level);
    if (level > 0) this.#puts.push(tilePut(level, tile.index, tile.bytes));
    const above = this.#edge(level + 1);
    completeRoot(tile.bytes).copy(above.bytes, above.count * HASH_BYTES);
    above.count++;
    above.changed = true;
    tile.count = 0;
    tile.index++;
    tile.changed = false;
    if (above.count === TILE_HASHES) this.#complete(level + 1);
  }

  async #write(): Promise<void> {
    const puts = this.#puts;
    for (const [level, edge] of this.#edges.entries()) {
      if (level === 0 || !edge.changed) continue;
      puts.push(tilePut(level, edge.index, edge.bytes.subarray(0, edge.count * HASH_BYTES)));
      edge.changed = false;
    }
    const { logId } = this;
    const frame = this.#frame;
    const hash = frameHash(this.#readFrame(frame)).toString("hex");
    puts.push(metaPut({ formatVersion: 1, logId, frame, frameHash: hash, size: this.#size }));
    this.#puts = [];
    this.#unwritten = 0;
    await this.#store.write(puts);
  }

  /** The root of a complete subtree, from the tile that has it or has the hashes below it. */
  #node(level: number, index: number, tiles: Map<string, Uint8Array>): Uint8Array {
    const tileLevel = Math.floor(level / TILE_LEVELS);
    const width = 2 ** (level % TILE_LEVELS);
    const first = index * width;
    const tile = this.#tile(tileLevel, Math.floor(first / TILE_HASHES), tiles);
    const from = (first % TILE_HASHES) * HASH_BYTES;
    const hashes = tile.subarray(from, from + width * HASH_BYTES);
    invariant(hashes.length === width * HASH_BYTES, "a complete subtree has all of its hashes");
    return width === 1 ? hashes : completeRoot(hashes);
  }

  #tile(level: number, index: number, tiles: Map<string, Uint8Array>): Uint8Array {
    const edge = this.#edge(level);
    if (edge.index === index) return edge.bytes.subarray(0, edge.count * HASH_BYTES);
    const key = `${level}.${index}`;
    const tile = tiles.get(key) ?? this.#store.tile(level, index);
    tiles.set(key, tile);
    return tile;
  }

  /**
   * Leaf hashes of the group that starts at `start`, and the number of the leaf of `place` in it.
   */
  #leavesOf(start: Place, place: Place): { leaves: Buffer; at: number } {
    const into: LeafRow = { bytes: Buffer.alloc(TILE_BYTES), at: 0 };
    let at = -1;
    for (let sequence = frameOf(start); sequence <= this.#frame; sequence++) {
      const frame = this.#readFrame(sequence);
      const count = recordCountOf(frame);
      const salts = saltsOf(this.#saltKeyOf(sequence), sequence, count);
      for (let index = sequence === frameOf(start) ? indexOf(start) : 0; index < count; index++) {
        if (into.at === TILE_BYTES) break;
        if (placeOf(sequence, index) === place) at = into.at / HASH_BYTES;
        const record = recordOf(frame, index) as Uint8Array;
        this.#hasher(record, salts, { frame: sequence, index }, into);
        into.at += HASH_BYTES;
      }
      if (into.at === TILE_BYTES) break;
    }
    if (at < 0) throw new TreeDamaged(`the group at ${start} does not have ${place} in it`);
    return { leaves: into.bytes.subarray(0, into.at), at };
  }

  #edge(level: number): Edge {
    let edge = this.#edges[level];
    if (edge === undefined) {
      edge = { index: 0, count: 0, bytes: Buffer.alloc(TILE_BYTES), changed: false };
      this.#edges[level] = edge;
    }
    return edge;
  }

  /** A frame of the log; the bytes are valid until this thread reads again. */
  #readFrame(sequence: number): Uint8Array {
    const bytes = this.#log.readView(sequence);
    invariant(bytes !== undefined, "a frame that is durable is in the log");
    return bytes;
  }
}

/** Removes a kept tree. The next use makes it again from the log. */
export function removeTree(path: string): void {
  if (existsSync(path)) rmSync(path, { recursive: true, force: true });
}

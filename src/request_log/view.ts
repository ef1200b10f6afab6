/**
 * The reader of the log of requests: the entries of a realm, newest first, over all days, and those
 * that came after a position. Blocks of two edges may overlap in time, by no more than the time that
 * an entry waits before it is written; a block is of one edge.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { openStateReader, type StateReader } from "../../wal/state_reader.ts";
import { ID_SUFFIX_LENGTH, lowestSuffixAt, timeMsOfSuffix } from "../base/id.ts";
import {
  edgeOfSuffix,
  type NewerRequests,
  type RequestEntry,
  type RequestLogReader,
  type RequestPosition,
} from "../contract/messages/request_log.ts";
import { decodeEntry, entriesOf } from "./entry.ts";
import { blockKey, dayOf, daysIn, NO_CHECKSUMS } from "./store.ts";

/** The oldest and the newest entry of one block are less than this apart, milliseconds. */
export const BLOCK_SPAN_MS = 10_000;
/** A text that sorts after every suffix. */
const AFTER_ALL = "~";

type Range = { fromMs: number; belowMs: number };
type Loaded = { suffix: string; decode(): RequestEntry };

export class RequestLogView implements RequestLogReader {
  readonly #path: string;
  readonly #readers = new Map<string, StateReader>();

  constructor(path: string) {
    this.#path = path;
  }

  get(realmKey: string, suffix: string): RequestEntry | undefined {
    return this.#find(realmKey, suffix, ({ suffix: own }) => own === suffix);
  }

  ofOperation(realmKey: string, operationSuffix: string): RequestEntry | undefined {
    const operationId = `op_${operationSuffix}`;
    return this.#find(
      realmKey,
      operationSuffix,
      ({ suffix, decode }) =>
        suffix === operationSuffix ||
        (suffix > operationSuffix && decode().operationId === operationId),
    );
  }

  newer(
    realmKey: string,
    { fromMs, seen }: RequestPosition,
    { max, nowMs }: { max: number; nowMs: number },
  ): NewerRequests {
    const reached = new Map(seen);
    const lowest = lowestSuffixAt(fromMs);
    const isSeen = (suffix: string) => suffix <= (reached.get(edgeOfSuffix(suffix)) ?? lowest);
    const loaded: Loaded[] = [];
    // Where the walk ends: the entries of all blocks before were seen.
    let endMs = nowMs;
    let hasMore = false;
    walk: for (const [newest, block] of this.#blocksFrom(realmKey, lowest)) {
      if (isSeen(newest)) continue;
      for (const entry of loadedOf(block)) {
        if (isSeen(entry.suffix)) continue;
        if (loaded.length === max) {
          hasMore = true;
          endMs = Math.min(endMs, timeMsOfSuffix(newest));
          break walk;
        }
        reached.set(edgeOfSuffix(entry.suffix), entry.suffix);
        loaded.push(entry);
      }
    }
    // Whole seconds, so that readers who began at different times come to have equal positions.
    const settledMs = Math.floor((endMs - BLOCK_SPAN_MS) / 1_000) * 1_000;
    const from = Math.max(fromMs, settledMs);
    const lowestNext = lowestSuffixAt(from);
    for (const [edge, suffix] of reached) if (suffix < lowestNext) reached.delete(edge);
    loaded.sort((a, b) => (a.suffix < b.suffix ? -1 : 1));
    const entries = loaded.map(({ decode }) => decode());
    return { entries, position: { fromMs: from, seen: reached }, hasMore };
  }

  /** Blocks that may hold an entry from `suffix` on, each with the suffix of its newest entry. */
  *#blocksFrom(realmKey: string, suffix: string): Generator<[newest: string, block: Uint8Array]> {
    const oldest = dayOf(timeMsOfSuffix(suffix));
    const bounds = { from: blockKey(realmKey, suffix), below: blockKey(realmKey, AFTER_ALL) };
    for (const day of this.#days()) {
      const reader = day < oldest ? undefined : this.#readerOf(day);
      if (reader === undefined) continue;
      try {
        for (const [key, block] of reader.ascend(bounds)) {
          yield [Buffer.from(key).toString("latin1").slice(-ID_SUFFIX_LENGTH), block];
        }
      } finally {
        reader.refresh();
      }
    }
  }

  /** The first entry that is wanted in the blocks that may hold an entry made with `suffix`. */
  #find(
    realmKey: string,
    suffix: string,
    isWanted: (entry: Loaded) => boolean,
  ): RequestEntry | undefined {
    const timeMs = timeMsOfSuffix(suffix);
    const reader = this.#readerOf(dayOf(timeMs));
    if (reader === undefined) return undefined;
    const below = blockKey(realmKey, lowestSuffixAt(timeMs + BLOCK_SPAN_MS) + AFTER_ALL);
    try {
      for (const [, block] of reader.ascend({ from: blockKey(realmKey, suffix), below })) {
        const entry = loadedOf(block).find(isWanted);
        if (entry !== undefined) return entry.decode();
      }
      return undefined;
    } finally {
      reader.refresh();
    }
  }

  *descend(realmKey: string, range: Range, after: string | undefined): Generator<RequestEntry> {
    const end = after ?? lowestSuffixAt(range.belowMs);
    const from = lowestSuffixAt(range.fromMs);
    if (end <= from) return;
    const [newest, oldest] = [end, from].map((bound) => dayOf(timeMsOfSuffix(bound)));
    for (const day of this.#days().reverse()) {
      if (day > (newest as string) || day < (oldest as string)) continue;
      const reader = this.#readerOf(day);
      if (reader === undefined) continue;
      try {
        for (const { suffix, decode } of entriesBack(reader, realmKey, end)) {
          if (suffix >= end) continue;
          if (suffix < from) break;
          yield decode();
        }
      } finally {
        reader.refresh();
      }
    }
  }

  async close(): Promise<void> {
    for (const reader of this.#readers.values()) await reader.close();
    this.#readers.clear();
  }

  /** Closes the days that were removed, so that the disk gets their space back. */
  async release(): Promise<void> {
    const days = daysIn(this.#path);
    for (const [day, reader] of this.#readers) {
      if (days.includes(day)) continue;
      this.#readers.delete(day);
      await reader.close();
    }
  }

  #days(): string[] {
    const days = daysIn(this.#path);
    for (const [day, reader] of this.#readers) {
      if (days.includes(day)) continue;
      this.#readers.delete(day);
      void reader.close();
    }
    return days;
  }

  /** The reader of a day; undefined while the day has no entry yet, or was removed. */
  #readerOf(day: string): StateReader | undefined {
    const known = this.#readers.get(day);
    if (known !== undefined) return known;
    const path = join(this.#path, day);
    if (!existsSync(join(path, "data.mdb"))) return undefined;
    try {
      const reader = openStateReader(path, NO_CHECKSUMS);
      this.#readers.set(day, reader);
      return reader;
    } catch {
      // The day is being made or removed at this moment: there is nothing in it to read.
      return undefined;
    }
  }
}

/** Entries of all blocks that may hold an entry before `end`, newest first. */
function* entriesBack(reader: StateReader, realmKey: string, end: string): Generator<Loaded> {
  const latestMs = timeMsOfSuffix(end) + BLOCK_SPAN_MS;
  const bounds = {
    from: blockKey(realmKey, ""),
    below: blockKey(realmKey, lowestSuffixAt(latestMs) + AFTER_ALL),
  };
  // Sorted oldest first, so that the newest entry is taken from the end.
  let pending: Loaded[] = [];
  for (const [, block] of reader.descend(bounds)) {
    const loaded = loadedOf(block);
    const newestOfBlock = loaded.at(-1)?.suffix ?? "";
    // All entries of the blocks that follow are older than the newest entry of this block.
    while (pending.length > 0 && (pending.at(-1) as Loaded).suffix > newestOfBlock) {
      yield pending.pop() as Loaded;
    }
    pending = [...pending, ...loaded].sort((a, b) => (a.suffix < b.suffix ? -1 : 1));
  }
  while (pending.length > 0) yield pending.pop() as Loaded;
}

function loadedOf(bytes: Uint8Array): Loaded[] {
  const block = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return [...entriesOf(block)].map((place) => ({
    suffix: place.suffix,
    decode: () => decodeEntry(block, place),
  }));
}

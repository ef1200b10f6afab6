/**
 * What a thread that reads (an edge, a reader of its pool) sees of one shard: the shard's `state`
 * environment and its log, at one sequence. Never the shard's memory.
 * Guarantees: everything that one snapshot answers belongs to the frame that the snapshot names.
 * Records of later frames are not part of it, although the log may already hold them.
 */
import { LogDamaged } from "../../wal/errors.ts";
import { recordOf, recordStartOf } from "../../wal/format.ts";
import type { LogReader } from "../../wal/log_reader.ts";
import type { StateReader } from "../../wal/state_reader.ts";
import { newView, rememberView } from "../base/byte_view.ts";
import { decodeIdSuffix, frameOf, indexOf, lowestSuffixAt, type Place } from "../base/id.ts";
import { type RealmNames, realmKeyOf } from "../contract/declare/principal.ts";
import type { ShardSignals } from "../contract/messages/envelope.ts";
import type { RealmDocument } from "../contract/records/realm_document.ts";
import type { StoredRecord } from "../contract/records/record.ts";
import type { FactCodecs } from "../contract/records/record_codec.ts";
import {
  type RecordLeaf,
  recordLeaf,
  type SaltSecrets,
  saltKeysOf,
} from "../contract/records/record_leaf.ts";
import { RecordView } from "../contract/records/record_view.ts";
import { SHARD_TABLE } from "../contract/tables/shard_table_codes.ts";
import {
  type RecordSpot,
  type Snapshot,
  SnapshotMemory,
  type TableRow,
} from "../contract/tables/snapshot.ts";
import {
  decodeDocument,
  lookupKey,
  STATE_META_KEY,
  type StateMeta,
  tableKey,
} from "../contract/tables/table.ts";

/**
 * Bytes of frames that are kept: some 20,000 transfers. Where hundreds of accounts have transfers,
 * the newest page of one account goes through thousands of the transfers of all accounts; with 32
 * frames kept, each row of that page copied a frame again.
 */
const CACHED_BYTES_MAX = 8 * 2 ** 20;

/** A frame that was checked when it was read. */
type Frame = { sequence: number; bytes: Buffer; view: DataView };

export type ShardViewParts = {
  shard: number;
  /** `log` and `state` belong to the view from then on: the view closes them. */
  log: LogReader;
  state: StateReader;
  signals: ShardSignals;
  codecs: FactCodecs;
  /** The secrets of the data directory that the salts of leaves come from. */
  saltSecrets: SaltSecrets;
};

export class ShardView implements Snapshot {
  readonly shard: number;
  readonly memory = new SnapshotMemory();
  readonly #signals: ShardSignals;
  readonly #codecs: FactCodecs;
  readonly #log: LogReader;
  readonly #state: StateReader;
  /** 32 hexadecimal digits. */
  readonly logId: string;
  readonly #saltKeyOf: (frame: number) => Uint8Array;
  readonly #frames = new Map<number, Frame>();
  #framesBytes = 0;
  #lastFrame: Frame | undefined;
  readonly #realmKeys: string[] = [];
  /** Of realms that this snapshot was asked for. A reset gives a key another number. */
  readonly #realmNumbers = new Map<string, number>();
  /** The names of the realms by number, as of the last look-up of a number that was unknown. */
  readonly #realmNames = new Map<number, RealmNames>();
  #sequence = -1;

  constructor(parts: ShardViewParts) {
    this.shard = parts.shard;
    this.#signals = parts.signals;
    this.#codecs = parts.codecs;
    this.#log = parts.log;
    this.#state = parts.state;
    this.logId = Buffer.from(parts.log.id).toString("hex");
    this.#saltKeyOf = saltKeysOf(parts.saltSecrets, parts.log.id);
  }

  get sequence(): number {
    return this.#sequence;
  }

  /** The newest snapshot: this very object, moved to the newest view. */
  refreshed(): Snapshot {
    if (this.#sequence !== this.#signals.viewed) {
      this.#state.refresh();
      const meta = this.#state.get(STATE_META_KEY);
      this.#sequence = meta === undefined ? 0 : decodeDocument<StateMeta>(meta).sequence;
      this.#log.refresh();
      this.#realmNumbers.clear();
    }
    return this;
  }

  /** Lets go of the moment that reads hold, so that LMDB can use its pages again. */
  release(): void {
    this.#state.refresh();
    this.#sequence = -1;
  }

  /** The realm that has this realm key, or undefined while the shard has no such realm. */
  realmOf(key: string): RealmDocument | undefined {
    const value = this.#state.get(tableKey(SHARD_TABLE.realm, 0, key));
    if (value === undefined) return undefined;
    const realm = decodeDocument<RealmDocument>(value);
    this.#realmKeys[realm.number] = key;
    this.#realmNumbers.set(key, realm.number);
    return realm;
  }

  /**
   * The names of the realm with this number; undefined where this snapshot has no such realm, and
   * where another realm has its names by now.
   */
  namesOfRealm(number: number): RealmNames | undefined {
    const names = this.#openedNames(number);
    if (names === undefined) return undefined;
    return this.realmNumberOf(realmKeyOf(names)) === number ? names : undefined;
  }

  /** The names that the realm with this number was opened with. */
  #openedNames(number: number): RealmNames | undefined {
    const known = this.#realmNames.get(number);
    if (known !== undefined) return known;
    for (const { value } of this.ascend(SHARD_TABLE.realm, 0, {})) {
      const realm = decodeDocument<RealmDocument>(value);
      this.#realmNames.set(realm.number, realm.names);
    }
    return this.#realmNames.get(number);
  }

  /** The number of the realm that has this realm key in this snapshot. */
  realmNumberOf(key: string): number | undefined {
    return this.#realmNumbers.get(key) ?? this.realmOf(key)?.number;
  }

  get(tableCode: number, realm: number, key: string): Uint8Array | undefined {
    return this.#state.get(lookupKey(tableCode, realm, key));
  }

  descend(
    tableCode: number,
    realm: number,
    range: { from?: string; below?: string },
  ): Iterable<TableRow> {
    return rowsOf(this.#state.descend(boundsOf(tableCode, realm, range)));
  }

  ascend(
    tableCode: number,
    realm: number,
    range: { from?: string; below?: string },
  ): Iterable<TableRow> {
    return rowsOf(this.#state.ascend(boundsOf(tableCode, realm, range)));
  }

  newestRecord(realm: number, belowMs?: number): Place {
    if (belowMs !== undefined) {
      const from = lowestSuffixAt(belowMs);
      for (const { key } of this.ascend(SHARD_TABLE.recordIndex, realm, { from })) {
        return decodeIdSuffix(key)?.place ?? 0;
      }
    }
    const key = this.#realmKeys[realm];
    const found = key === undefined ? undefined : this.realmOf(key);
    return found?.number === realm ? found.headPlace : 0;
  }

  record(place: Place): StoredRecord | undefined {
    const frame = this.#frameAt(place);
    if (frame === undefined) return undefined;
    const start = recordStartOf(frame.view, indexOf(place));
    if (start < 0) return undefined;
    // The record's readers ask `viewOf` for these bytes; it need not make another view of them.
    rememberView(frame.bytes, frame.view);
    return new RecordView(frame.bytes, start, this.#codecs, { shard: this.shard, place });
  }

  pointAt(place: Place, spot: RecordSpot): boolean {
    const frame = this.#frameAt(place);
    const start = frame === undefined ? -1 : recordStartOf(frame.view, indexOf(place));
    if (frame === undefined || start < 0) return false;
    spot.bytes = frame.bytes;
    spot.view = frame.view;
    spot.start = start;
    return true;
  }

  leaf(place: Place): RecordLeaf | undefined {
    const frame = this.#frameAt(place);
    const bytes = frame === undefined ? undefined : recordOf(frame.bytes, indexOf(place));
    if (bytes === undefined) return undefined;
    const { logId, shard } = this;
    return recordLeaf(bytes, place, { logId, shard, saltKey: this.#saltKeyOf(frameOf(place)) });
  }

  async close(): Promise<void> {
    await this.#state.close();
    await this.#log.close();
  }

  /** The frame that holds a place of this snapshot; undefined for any other place. */
  #frameAt(place: Place): Frame | undefined {
    const sequence = frameOf(place);
    if (sequence < 1 || sequence > this.#sequence) return undefined;
    if (this.#lastFrame?.sequence === sequence) return this.#lastFrame;
    const frame = this.#frames.get(sequence) ?? this.#readFrame(sequence);
    this.#lastFrame = frame;
    return frame;
  }

  #readFrame(sequence: number): Frame {
    const read = this.#log.read(sequence);
    // The state stands at this frame or a later one, so the log has had this frame.
    if (read === undefined) throw new LogDamaged({ sequence, reason: "the frame is missing" });
    const bytes = Buffer.from(read.buffer, read.byteOffset, read.byteLength);
    this.#framesBytes += bytes.length;
    for (const [oldest, { bytes: old }] of this.#frames) {
      if (this.#framesBytes <= CACHED_BYTES_MAX) break;
      this.#frames.delete(oldest);
      this.#framesBytes -= old.length;
    }
    const view = newView(bytes);
    const frame = { sequence, bytes, view };
    this.#frames.set(sequence, frame);
    return frame;
  }
}

function boundsOf(
  tableCode: number,
  realm: number,
  { from, below }: { from?: string; below?: string },
): { from: Uint8Array; below: Uint8Array } {
  return {
    from: tableKey(tableCode, realm, from ?? ""),
    below:
      below === undefined ? tableKey(tableCode, realm + 1, "") : tableKey(tableCode, realm, below),
  };
}

function* rowsOf(entries: Iterable<[Uint8Array, Uint8Array]>): Generator<TableRow> {
  for (const [key, value] of entries) {
    const bytes = Buffer.from(key.buffer, key.byteOffset, key.byteLength);
    yield { key: bytes.toString("utf8", 5), value };
  }
}

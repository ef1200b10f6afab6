/**
 * The records of a shard, and all that they make in memory: each is written into the open frame and applied,
 * and a start applies those of the log again. Decides nothing.
 *
 * Guarantees: a record is encoded before it is applied, because encoding may fail and applying may not;
 * times never decrease; a replay leaves memory exactly as it was.
 */
import { LogDamaged } from "../../wal/errors.ts";
import { recordBoundsOf, recordCountOf, recordOf } from "../../wal/format.ts";
import type { Log } from "../../wal/log.ts";
import { frameOf, type Place, placeOf, timeInOrder } from "../base/id.ts";
import { invariant } from "../base/invariant.ts";
import { type RealmNames, realmKeyOf } from "../contract/declare/principal.ts";
import type { ShardRegistry } from "../contract/declare/registry.ts";
import {
  REALM_OPENED,
  type RealmDocument,
  type RealmOpened,
} from "../contract/records/realm_document.ts";
import type { Fact, StoredRecord } from "../contract/records/record.ts";
import {
  decodeRecord,
  encodeRecord,
  FactCodecs,
  recordBytesMax,
} from "../contract/records/record_codec.ts";
import { RecordView } from "../contract/records/record_view.ts";
import { type EntryStore, load, newStored, type Stored } from "./checkpoint.ts";
import { type Command, EMPTY_DIGEST, NO_FACTS } from "./command.ts";
import { type Batch, Drain } from "./drain.ts";
import { EffectTable } from "./effect_table.ts";
import { type EventCount, FactRules } from "./fact_rules.ts";
import type { GroupCommit } from "./group_commit.ts";
import type { IdempotencyTable } from "./idempotency_table.ts";
import { KeyedRecords } from "./keyed_records.ts";
import { RealmTable } from "./realm_table.ts";
import type { Summing } from "./shared_sum.ts";
import { stateTables } from "./state_tables.ts";

export type ShardRecordsParts<S> = {
  shard: number;
  log: Log;
  commit: GroupCommit;
  registry: ShardRegistry<S>;
  nowMs: () => number;
  /** An empty table, which `load` and `replay` fill. */
  idempotency: IdempotencyTable;
};

export class ShardRecords<S> {
  readonly state: S;
  readonly realms = new RealmTable();
  readonly effects: EffectTable;
  readonly keys: KeyedRecords;
  /** What stands in `state`, as memory has it. */
  readonly stored: Stored;
  protected readonly codecs: FactCodecs;
  /** The frame of the newest record: what a decision that leaves no record rests on. */
  protected newestFrame = 0;
  readonly #parts: ShardRecordsParts<S>;
  readonly #facts: FactRules<S>;
  #lastTimeMs = 0;

  constructor(parts: ShardRecordsParts<S>) {
    this.#parts = parts;
    this.state = parts.registry.createState();
    this.keys = new KeyedRecords({
      table: parts.idempotency,
      realms: this.realms,
      recordAt: (place) => this.record(place),
    });
    this.codecs = new FactCodecs(parts.registry.codecs);
    this.effects = new EffectTable(parts.registry.effects);
    const own = [this.realms.changes, this.effects.changes];
    this.#facts = new FactRules(parts.registry, own, this.realms);
    this.stored = newStored(stateTables(parts.registry, this), parts.idempotency);
  }

  get keyCount(): number {
    return this.#parts.idempotency.count;
  }

  protected get isFullOfKeys(): boolean {
    return this.#parts.idempotency.isFull;
  }

  /** Opens a realm unless it is already open; returns it when it wrote a record. */
  openRealm(names: RealmNames, createdAtMs: number): RealmDocument | undefined {
    if (this.realms.get(realmKeyOf(names)) !== undefined) return undefined;
    const number = this.realms.nextNumber;
    const fact: RealmOpened = { kind: REALM_OPENED, number, names, createdAtMs };
    this.writeOwn("scope.open", "platform", 0, fact);
    return this.realms.numbered(number);
  }

  /** Writes a record of the shard itself, which no caller asked for and no operation decided. */
  writeOwn(operation: string, cause: "clock" | "platform", parentPlace: Place, fact: Fact): void {
    const who = { principalId: cause, actorType: cause, actorId: cause };
    const by = { operation, requestId: cause, ...who, cause, parentPlace };
    const record = this.newRecord({ ...by, idempotencyKey: undefined }, 0, EMPTY_DIGEST, 200);
    record.facts = [fact];
    this.write(record);
  }

  /** The record at `place`, durable or not yet. */
  record(place: Place): StoredRecord | undefined {
    if (place <= 0) return undefined;
    const bytes = this.#parts.commit.read(place);
    return bytes === undefined ? undefined : this.#decode(bytes, place);
  }

  /** The record at `place`, which must be there. */
  recordAt(place: Place): StoredRecord {
    const record = this.record(place);
    invariant(record !== undefined, "a record that somebody waits for is in the log");
    return record;
  }

  /** The place of the record of a key, in this realm or a retired one of its name; 0 when none has it. */
  placeOfKey(realm: number, idempotencyKey: string): Place {
    if (!this.realms.has(realm)) return 0;
    const owner = { realm, principalId: "", cause: "api", facts: NO_FACTS } as const;
    return this.keys.placeOf(owner, idempotencyKey);
  }

  /** Begins to take what changed since the last drain; memory stands at the end of frame `sequence`. */
  beginDrain(sequence: number): Drain {
    return new Drain(this.stored, sequence);
  }

  /** The same in one step. */
  drain(sequence: number): Batch {
    return this.beginDrain(sequence).takeAll();
  }

  /**
   * Loads the stored documents into memory, once, before `replay`. Returns the frame that they stand
   * at, 0 when there are none. Throws `StateUnusable` when they do not belong to this log.
   */
  load(store: EntryStore, summing?: Summing): number {
    const from = load(store, this.stored, this.#parts.log.head.sequence, summing);
    this.#lastTimeMs = this.#timeOfFrame(from);
    this.#parts.registry.loaded(this.state);
    return from;
  }

  /**
   * Applies every frame after `from`, which `load` returned. Yields when memory stands exactly at the
   * end of a frame, with its number of records and of bytes. `inspect` sees each record before it is applied, and
   * may throw. Throws `LogDamaged` at the first record that cannot be applied, and names it.
   */
  *replay(
    from: number,
    inspect?: (record: StoredRecord) => void,
  ): Generator<{ sequence: number; records: number; bytes: number }, void, undefined> {
    for (const { sequence, bytes } of this.#parts.log.frames(from + 1)) {
      const frame = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const bounds = recordBoundsOf(frame);
      const records = bounds.length - 1;
      for (let index = 0; index < records; index++) {
        try {
          this.#replayRecord(frame, bounds[index] as number, placeOf(sequence, index), inspect);
        } catch (cause) {
          const reason = cause instanceof Error ? cause.message : String(cause);
          throw new LogDamaged({ sequence, index, reason }, { cause });
        }
      }
      yield { sequence, records, bytes: bytes.length };
    }
  }

  #replayRecord(
    frame: Buffer,
    start: number,
    place: Place,
    inspect: ((record: StoredRecord) => void) | undefined,
  ): void {
    const record = new RecordView(frame, start, this.codecs, { shard: this.#parts.shard, place });
    inspect?.(record);
    const events = this.#facts.countEvents(record);
    const first = this.realms.firstEvent(record, events.count);
    invariant(record.numberFrom(first), "a record numbers its events after those before it");
    this.#apply(record, events, first);
    this.keys.addFrom(frame, record);
  }

  /** The record of a step before it is decided. One literal, so that all records have one shape. */
  protected newRecord(
    by: Omit<Command, "realm" | "input" | "prepared" | "due">,
    realm: number,
    requestDigest: string,
    status: number,
  ): StoredRecord {
    const { shard, nowMs } = this.#parts;
    const place = this.#parts.commit.nextPlace();
    this.#lastTimeMs = timeInOrder(Math.max(this.#lastTimeMs, nowMs()), shard, place);
    return {
      place,
      shard,
      timeMs: this.#lastTimeMs,
      operation: by.operation,
      requestId: by.requestId,
      realm,
      principalId: by.principalId,
      actorType: by.actorType,
      actorId: by.actorId,
      cause: by.cause,
      previousPlace: this.realms.headPlace(realm),
      parentPlace: by.parentPlace,
      idempotencyKey: by.idempotencyKey,
      requestDigest,
      status,
      refusalCode: undefined,
      firstEvent: 0,
      facts: NO_FACTS,
      reply: undefined,
    };
  }

  /** Encodes the record into the open frame, then applies it: encoding may fail, applying may not. */
  protected write(record: StoredRecord): void {
    const { commit } = this.#parts;
    const events = this.#facts.countEvents(record);
    record.firstEvent = this.realms.firstEvent(record, events.count);
    const { buffer, offset } = commit.reserve(recordBytesMax(record, this.codecs));
    const end = encodeRecord(record, this.codecs, buffer, offset);
    this.#apply(record, events, record.firstEvent);
    this.keys.add(record);
    commit.commitRecord(end);
  }

  #apply(record: StoredRecord, { count, areDense }: EventCount, firstEvent: number): void {
    const { opens, recorded } = this.#parts.registry;
    for (const fact of this.#inOrder(record.facts)) {
      const names = opens?.(fact);
      const opened = names === undefined ? undefined : this.realms.openNext(names, record.timeMs);
      this.#facts.apply(this.state, fact, record, opened);
    }
    recorded?.(this.state, record);
    this.realms.advance(record, count);
    if (!areDense) this.realms.indexEvents(record, firstEvent, this.#facts.eventsOf);
    this.#lastTimeMs = Math.max(this.#lastTimeMs, record.timeMs);
    this.newestFrame = frameOf(record.place);
  }

  /** The facts in the order in which they are applied: the one that moves a clock to the time of its step is the first. */
  #inOrder(facts: readonly Fact[]): readonly Fact[] {
    const last = facts.length < 2 ? undefined : facts[facts.length - 1];
    if (last === undefined || last.kind !== this.#parts.registry.clocks?.steppedKind) return facts;
    return [last, ...facts.slice(0, -1)];
  }

  /** The latest time in a frame. Times never decrease, so the last record has it. */
  #timeOfFrame(sequence: number): number {
    const bytes = sequence === 0 ? undefined : this.#parts.log.read(sequence);
    if (bytes === undefined) return 0;
    const index = recordCountOf(bytes) - 1;
    return this.#decode(recordOf(bytes, index) as Uint8Array, placeOf(sequence, index)).timeMs;
  }

  #decode(bytes: Uint8Array, place: Place): StoredRecord {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return decodeRecord(buffer, this.codecs, { shard: this.#parts.shard, place });
  }
}

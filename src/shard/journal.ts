/**
 * The core of a shard, without threads or sockets: one state, one log, one step at a time.
 * A step replays or refuses by idempotency key, or decides, adds a record and applies it in memory.
 *
 * Guarantees: `decide` sees the facts of every earlier step; a key never runs twice; the record holds
 * all that a restart or a replay of the reply needs. The answer of a step may leave the process only
 * when frame `outcome.frame` is durable: the mailbox waits for that.
 */
import { LogDamaged, SegmentUnmounted } from "../../wal/errors.ts";
import { recordBoundsOf, recordCountOf, recordOf } from "../../wal/format.ts";
import type { Log } from "../../wal/log.ts";
import { encodeIdSuffix, frameOf, type Place, placeOf, timeInOrder } from "../base/id.ts";
import { invariant } from "../base/invariant.ts";
import { OPERATOR_ID } from "../contract/declare/caller.ts";
import type { Decision } from "../contract/declare/operation.ts";
import { type RealmNames, realmKeyOf } from "../contract/declare/principal.ts";
import type { ShardRegistry } from "../contract/declare/registry.ts";
import { REALM_OPENED, type RealmOpened } from "../contract/records/realm_document.ts";
import { type Fact, isAskedFor, type StoredRecord } from "../contract/records/record.ts";
import {
  decodeRecord,
  encodeRecord,
  FactCodecs,
  recordBytesMax,
} from "../contract/records/record_codec.ts";
import { RecordView } from "../contract/records/record_view.ts";
import type { ErrorCode } from "../contract/refusals/error_catalog.ts";
import { httpStatusOf } from "../contract/refusals/refusal.ts";
import { Answers } from "./answers.ts";
import { refusalOfBound } from "./bound_check.ts";
import { type EntryStore, load, newStored, type Stored } from "./checkpoint.ts";
import { type Command, EMPTY_DIGEST, NO_FACTS, type Outcome } from "./command.ts";
import { type Batch, Drain } from "./drain.ts";
import { EffectTable } from "./effect_table.ts";
import { type EventCount, FactRules } from "./fact_rules.ts";
import type { GroupCommit } from "./group_commit.ts";
import type { IdempotencyTable } from "./idempotency_table.ts";
import { KeyedRecords } from "./keyed_records.ts";
import { RealmTable } from "./realm_table.ts";
import { IDEMPOTENCY_KEYS_FULL, INTERNAL_ERROR, refusalWhereUnmounted } from "./refusals.ts";
import type { Summing } from "./shared_sum.ts";
import { stateTables } from "./state_tables.ts";
import {
  assertWithoutSecrets,
  isAnswered,
  isDerived,
  isTraceless,
  type Step,
  stepsOf,
} from "./step.ts";
import { isDigestOf, renewRealm, requestDigestOf, StepContext } from "./step_context.ts";

export type JournalParts<S> = {
  shard: number;
  log: Log;
  commit: GroupCommit;
  registry: ShardRegistry<S>;
  nowMs: () => number;
  /** An empty table, which `load` and `replay` fill. */
  idempotency: IdempotencyTable;
  docsUrl: string;
  onBug: (what: string, cause: unknown) => void;
};

export class Journal<S> {
  readonly state: S;
  readonly realms = new RealmTable();
  readonly effects: EffectTable;
  readonly keys: KeyedRecords;
  readonly answers: Answers<S>;
  /** What stands in `state`, as memory has it. */
  readonly stored: Stored;
  readonly #parts: JournalParts<S>;
  readonly #codecs: FactCodecs;
  readonly #steps: ReturnType<typeof stepsOf<S>>;
  readonly #facts: FactRules<S>;
  #lastTimeMs = 0;
  /** The frame of the newest record: what a decision that leaves no record rests on. */
  #newestFrame = 0;

  constructor(parts: JournalParts<S>) {
    this.#parts = parts;
    this.state = parts.registry.createState();
    this.keys = new KeyedRecords({
      table: parts.idempotency,
      realms: this.realms,
      recordAt: (place) => this.record(place),
    });
    this.#codecs = new FactCodecs(parts.registry.codecs);
    this.#steps = stepsOf(parts.registry);
    const { realms, state } = this;
    this.answers = new Answers({ steps: this.#steps, realms, state, docsUrl: parts.docsUrl });
    this.effects = new EffectTable(parts.registry.effects);
    const own = { ...this.realms.changes, ...this.effects.changes };
    this.#facts = new FactRules(parts.registry, own, this.realms);
    this.stored = newStored(stateTables(parts.registry, this), parts.idempotency);
  }

  get onBug(): JournalParts<S>["onBug"] {
    return this.#parts.onBug;
  }

  get keyCount(): number {
    return this.#parts.idempotency.count;
  }

  /** Runs one command, or answers from the record of its key. */
  execute(command: Command): Outcome {
    const step = this.#steps.get(command.operation);
    invariant(step !== undefined, "a shard is asked for operations it has");
    const { realm, idempotencyKey, principalId, cause: by } = command;
    const owner = { realm: realm.number, principalId, cause: by, facts: NO_FACTS };
    let earlier: StoredRecord | undefined;
    try {
      earlier = idempotencyKey === undefined ? undefined : this.keys.get(owner, idempotencyKey);
    } catch (cause) {
      return this.answers.refused(command, refusalWhereUnmounted(cause));
    }
    if (earlier !== undefined) {
      // In one key space the same input acts on the same names, renewed since or not.
      const isSame = isDigestOf(earlier.requestDigest, command, earlier.realm, step);
      if (!isSame) return this.answers.conflict(command, earlier);
      return this.answers.again(command, earlier, this.#newestFrame);
    }
    // A key that cannot be remembered is not used; known keys are answered still.
    if (idempotencyKey !== undefined && this.#parts.idempotency.isFull) {
      return this.answers.refused(command, IDEMPOTENCY_KEYS_FULL);
    }
    const { registry } = this.#parts;
    const shut = this.#gateOf(command) ?? refusalOfBound(registry, this.state, command);
    if (shut !== undefined) return this.answers.refused(command, shut, this.#newestFrame);
    return this.#run(step, command, requestDigestOf(command, realm.number, step));
  }

  /** Why the realm takes nothing from callers; the operator and the platform itself are none. */
  #gateOf({ cause, principalId, realm }: Command) {
    const { gate } = this.#parts.registry;
    if (gate === undefined || !isAskedFor(cause) || principalId === OPERATOR_ID) return undefined;
    return gate(this.state, realm.number);
  }

  /** Opens a realm unless it is already open. Returns true when it wrote a record. */
  openRealm(names: RealmNames, createdAtMs: number): boolean {
    if (this.realms.get(realmKeyOf(names)) !== undefined) return false;
    const number = this.realms.nextNumber;
    const fact: RealmOpened = { kind: REALM_OPENED, number, names, createdAtMs };
    this.writeOwn("scope.open", "platform", 0, fact);
    return true;
  }

  /** Writes a record of the shard itself, which no caller asked for and no operation decided. */
  writeOwn(operation: string, cause: "clock" | "platform", parentPlace: Place, fact: Fact): void {
    const who = { principalId: cause, actorType: cause, actorId: cause };
    const by = { operation, requestId: cause, ...who, cause, parentPlace };
    const record = this.#newRecord({ ...by, idempotencyKey: undefined }, 0, EMPTY_DIGEST, 200);
    record.facts = [fact];
    this.#write(record);
  }

  /** The record at `place`, durable or not yet. */
  record(place: Place): StoredRecord | undefined {
    if (place <= 0) return undefined;
    const bytes = this.#parts.commit.read(place);
    return bytes === undefined ? undefined : this.#decode(bytes, place);
  }

  /** The answer of the record at `place`; undefined while the work that it began is under way. */
  answerOf(place: Place): string | undefined {
    const record = this.recordAt(place);
    return this.answers.textOf(this.answers.standingOf(record), record);
  }

  /** The answer to a request whose key the record at `place` has, as it is now. */
  answerAgain(command: Command, place: Place): Outcome {
    return this.answers.again(command, this.recordAt(place), this.#newestFrame);
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
    const record = new RecordView(frame, start, this.#codecs, { shard: this.#parts.shard, place });
    inspect?.(record);
    const events = this.#facts.countEvents(record);
    const first = this.realms.firstEvent(record, events.count);
    invariant(record.numberFrom(first), "a record numbers its events after those before it");
    this.#apply(record, events, first);
    this.keys.addFrom(frame, record);
  }

  #run(step: Step<S>, command: Command, digest: string): Outcome {
    const { operation } = step;
    const { realm } = command;
    const record = this.#newRecord(command, realm.number, digest, operation.http.status);
    let decision: Decision<ErrorCode>;
    let bodyWithSecrets: string | undefined;
    try {
      decision = operation.decide(
        this.state,
        command.input,
        new StepContext(this, record, command),
      );
      if (isTraceless(operation, decision, command)) {
        return this.answers.unrecorded(command, decision, this.#newestFrame);
      }
      bodyWithSecrets = this.#complete(record, step, decision, command);
    } catch (cause) {
      if (cause instanceof SegmentUnmounted)
        return this.answers.refused(command, refusalWhereUnmounted(cause));
      this.#parts.onBug(`${command.operation} could not be decided`, cause);
      return this.answers.refused(command, INTERNAL_ERROR);
    }
    this.#write(record);
    const isPlain =
      command.isPlain === true && !decision.refused && isAnswered(operation, record.facts);
    // Nobody waits for the answer to a due step.
    const isAnswer = record.reply === undefined && !isPlain && command.due === undefined;
    const standing = isAnswer ? this.answers.standingOf(record) : undefined;
    const body = standing === undefined ? record.reply : this.answers.textOf(standing, command);
    return {
      status: standing?.status ?? record.status,
      body: isPlain ? "" : (bodyWithSecrets ?? body),
      isPlain,
      suffix: encodeIdSuffix(record.timeMs, record.shard, record.place, 0),
      replayed: false,
      frame: frameOf(record.place),
      facts: record.facts,
      place: record.place,
      resumption: undefined,
    };
  }

  /**
   * Puts the decision into the record. Returns the answer with its secrets when the answer has any: the
   * record, and so every replay of the answer, lacks them. Throws when a secret is in the record.
   */
  #complete(
    record: StoredRecord,
    step: Step<S>,
    decision: Decision<ErrorCode>,
    command: Command,
  ): string | undefined {
    const { operation, outputSecrets } = step;
    const { due, settles } = command;
    const facts = this.effects.factsOf(decision, settles);
    record.facts = due === undefined ? facts : [...facts, ...due.facts];
    if (decision.refused) {
      record.status = httpStatusOf(decision);
      record.refusalCode = decision.code;
      record.reply = this.answers.refusalText(decision, command);
      return undefined;
    }
    if (decision.isExisting) {
      const { existingStatus } = operation.http;
      invariant(existingStatus !== undefined, "the operation declares what it answers then");
      record.status = existingStatus;
    }
    if (decision.renewsRealm) renewRealm(record, command, this.realms, step);
    if (outputSecrets === undefined) {
      if (!isDerived(operation)) record.reply = JSON.stringify(decision.reply);
      return undefined;
    }
    record.reply = JSON.stringify(outputSecrets.removedFrom(decision.reply));
    assertWithoutSecrets(record, this.#codecs, outputSecrets.textsIn(decision.reply));
    return JSON.stringify(decision.reply);
  }

  /** The record of a step before it is decided. One literal, so that all records have one shape. */
  #newRecord(
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
  #write(record: StoredRecord): void {
    const { commit } = this.#parts;
    const events = this.#facts.countEvents(record);
    record.firstEvent = this.realms.firstEvent(record, events.count);
    const { buffer, offset } = commit.reserve(recordBytesMax(record, this.#codecs));
    const end = encodeRecord(record, this.#codecs, buffer, offset);
    this.#apply(record, events, record.firstEvent);
    this.keys.add(record);
    commit.commitRecord(end);
  }

  #apply(record: StoredRecord, { count, areDense }: EventCount, firstEvent: number): void {
    const { opens } = this.#parts.registry;
    for (const fact of record.facts) {
      const names = opens?.(fact);
      const opened = names === undefined ? undefined : this.realms.openNext(names, record.timeMs);
      this.#facts.apply(this.state, fact, record, opened);
    }
    this.realms.advance(record, count);
    if (!areDense) this.realms.indexEvents(record, firstEvent, this.#facts.eventsOf);
    this.#lastTimeMs = Math.max(this.#lastTimeMs, record.timeMs);
    this.#newestFrame = frameOf(record.place);
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
    return decodeRecord(buffer, this.#codecs, { shard: this.#parts.shard, place });
  }
}

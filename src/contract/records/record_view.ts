/**
 * A stored record that is read in place, in the bytes of its frame: the facts at once, a text only
 * when it is used. A replay uses almost no texts, and decoding them took a third of its time: 5.0
 * us for each transfer with `decodeRecord`, 3.2 us with this class (2 loaded cores, Node 20.20, in
 * process, SHA-256 and CRC of the frames included). Plain twin: `decodeRecord`, in
 * record_view.test.ts.
 * A view is valid as long as the bytes of the frame are.
 */
import { viewOf } from "../../base/byte_view.ts";
import type { Place } from "../../base/id.ts";
import { readUuid } from "../../base/uuid.ts";
import { type ActorType, actorTypeOfId } from "./actor.ts";
import type { Cause, Fact, StoredRecord } from "./record.ts";
import { decodeFact, type FactCodecs } from "./record_codec.ts";
import {
  actorTypeIn,
  causeIn,
  firstEventIn,
  headEndOf,
  RECORD,
  textsStartOf,
} from "./record_layout.ts";

export class RecordView implements StoredRecord {
  readonly place: Place;
  readonly shard: number;
  readonly timeMs: number;
  readonly realm: number;
  readonly facts: readonly Fact[];
  readonly #frame: Buffer;
  readonly #start: number;
  readonly #headEnd: number;
  readonly #replyAt: number;
  #counted: number | undefined;

  /** The record at `start` of `frame`. Throws on an unknown version or codec. */
  constructor(
    frame: Buffer,
    start: number,
    codecs: FactCodecs,
    where: { shard: number; place: Place },
  ) {
    const view = viewOf(frame);
    this.#frame = frame;
    this.#start = start;
    this.place = where.place;
    this.shard = where.shard;
    this.timeMs = view.getFloat64(start + RECORD.timeMs, true);
    this.realm = view.getUint32(start + RECORD.realm, true);
    this.#headEnd = headEndOf(frame, start);
    const count = view.getUint16(this.#headEnd, true);
    const cursor = { at: this.#headEnd + 2 };
    const facts: Fact[] = [];
    for (let fact = 0; fact < count; fact++) facts.push(decodeFact(frame, codecs, cursor));
    this.facts = facts;
    this.#replyAt = cursor.at;
  }

  get operation(): string {
    return this.#text(0);
  }
  get requestId(): string {
    return this.#text(1);
  }
  get principalId(): string {
    return this.#text(2);
  }
  get refusalCode(): string | undefined {
    return this.#has(RECORD.isRefused) ? this.#text(3) : undefined;
  }
  get actorType(): ActorType {
    return actorTypeIn(this.#frame, this.#start) ?? actorTypeOfId(this.principalId);
  }
  get actorId(): string {
    if (!this.#has(RECORD.hasActorId)) return this.principalId;
    return this.#text(this.#has(RECORD.isRefused) ? 4 : 3);
  }
  get cause(): Cause {
    return causeIn(this.#frame, this.#start, this.#headEnd);
  }
  get firstEvent(): number | undefined {
    return firstEventIn(viewOf(this.#frame), this.#start) ?? this.#counted;
  }
  /**
   * The record's first event has this number, as a replay counts: a record of version 1 does not store
   * it. False where the record stores another number.
   */
  numberFrom(first: number): boolean {
    this.#counted = first;
    return this.firstEvent === first;
  }
  get status(): number {
    return viewOf(this.#frame).getUint16(this.#start + RECORD.status, true);
  }
  get previousPlace(): Place {
    return viewOf(this.#frame).getFloat64(this.#start + RECORD.previousPlace, true);
  }
  get parentPlace(): Place {
    return viewOf(this.#frame).getFloat64(this.#start + RECORD.parentPlace, true);
  }
  get idempotencyKey(): string | undefined {
    const { idempotencyKeyAt } = this;
    return idempotencyKeyAt < 0 ? undefined : readUuid(this.#frame, idempotencyKeyAt);
  }
  /** Offset of the key's 16 bytes in the frame; -1 for a record without a key. */
  get idempotencyKeyAt(): number {
    return this.#has(RECORD.hasKey) ? this.#start + RECORD.idempotencyKey : -1;
  }
  get requestDigest(): string {
    const at = this.#start + RECORD.requestDigest;
    return this.#frame.toString("hex", at, at + 16);
  }
  get reply(): string | undefined {
    if (!this.#has(RECORD.hasReply)) return undefined;
    const bytes = viewOf(this.#frame).getUint32(this.#replyAt, true);
    return this.#frame.toString("utf8", this.#replyAt + 4, this.#replyAt + 4 + bytes);
  }

  #has(flag: number): boolean {
    return ((this.#frame[this.#start + RECORD.flags] as number) & flag) !== 0;
  }

  #text(index: number): string {
    let at = textsStartOf(this.#frame, this.#start);
    for (let text = 0; text < index; text++) at += 1 + (this.#frame[at] as number);
    return this.#frame.toString("utf8", at + 1, at + 1 + (this.#frame[at] as number));
  }
}

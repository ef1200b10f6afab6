/**
 * The messages between an edge and a shard. Writes and replies travel as texts, many in one message
 * (`envelope_text.ts`), so that nothing is cloned object by object.
 */
import type { Place } from "../../base/id.ts";
import type { Announcement } from "../declare/announcement.ts";
import type { Bound } from "../declare/approval.ts";
import type { PlainItems } from "../declare/plain_items.ts";
import type { ErrorCode } from "../refusals/error_catalog.ts";
import type { Actor } from "../values/formats.ts";

/** Where a write acts and who asks for it. */
export type Who = {
  /** `realmKeyOf`. */
  realmKey: string;
  principalId: string;
  /** The actor behind the credential; undefined for a Product key, which acts itself. */
  actor: Actor | undefined;
  /** The interface that the call came to. */
  cause: "api" | "mcp";
};

/** One write as it arrives at its shard. */
export type Envelope = {
  /** The slot, on the edge, of the request that waits for the reply. */
  slot: number;
  operation: string;
  requestId: string;
  /** The text of a `Who`. */
  who: string;
  /** Idempotency key: a lower-case UUID. */
  key: string;
  /** Path, query and body merged, valid by the operation's schema. */
  input: Record<string, unknown>;
  /** Of a plain input, its list as bytes; undefined where it has no list, or one that is not ASCII. */
  items: PlainItems | undefined;
  /**
   * True where the input has nothing but plain fields. Where the operation's `plain` has an `answerTo`,
   * the edge makes that of a fresh success.
   */
  isPlain: boolean;
  /** The result of the operation's `prepare`; undefined where the operation has no `prepare`. */
  prepared: unknown;
  /** What the approval of an agent's call binds; undefined of every call that needs none. */
  bound: Bound | undefined;
};

/** The reply repeats an earlier reply to the same idempotency key. */
export const REPLY_REPLAYED = 1;
/** The reply has no record, no operation id and no receipt. */
export const REPLY_UNRECORDED = 2;
/** The edge must add the error envelope: the body is a `BareRefusal` in JSON. */
export const REPLY_BARE_REFUSAL = 4;
/** The body is what the operation's `plain.answerTo` makes of the request; the shard sends none. */
export const REPLY_PLAIN = 8;

export type BareRefusal = {
  code: ErrorCode;
  message: string;
  details: Record<string, unknown>;
};

/** An edge asks for a message once the view has reached everything acknowledged so far. */
export type ViewRequest = { kind: "view" };
export type ViewReached = { kind: "viewReached"; sequence: number };
/** An edge asks where the record of an idempotency key stands. */
export type LocateRequest = { kind: "locate"; ticket: number; realm: string; key: string };
export type Located = { kind: "located"; ticket: number; place: Place };

/** Announcements for the edges. An edge that applied them answers with `ticket`, unless it is 0. */
export type Announced = {
  kind: "announced";
  announcements: readonly Announcement[];
  ticket: number;
};
/** An edge has applied every announcement up to a ticket. */
export type AnnouncementApplied = { kind: "applied"; ticket: number };

/** A text has envelopes. */
export type ToShard = string | ViewRequest | LocateRequest | AnnouncementApplied;
/** A text has replies. */
export type ToEdge = string | ViewReached | Located | Announced;

/** Words of a shard's shared memory, 64 bits each: see `ShardSignals`. */
export const SIGNAL_WORDS = 4;

/** Values of the word that says whether a shard serves. */
const STOPPED = 0n;
const SERVING = 1n;
/** It serves reads; writes are refused because the disk has no room for them. */
const READING = 2n;

/**
 * What a shard tells every thread without a message.
 * `acknowledged`: the newest durable frame.
 * `viewed`: the frame that the `state` database shows.
 * `serving`: true once the log is replayed; false before that, and after a failure.
 * `takesWrites`: true while the shard serves and the disk has room for what it would write. Main
 * says which; reads go on without it.
 */
export class ShardSignals {
  readonly #words: BigInt64Array;
  constructor(memory: SharedArrayBuffer) {
    this.#words = new BigInt64Array(memory);
  }
  static allocate(): SharedArrayBuffer {
    return new SharedArrayBuffer(SIGNAL_WORDS * 8);
  }
  get acknowledged(): number {
    return Number(Atomics.load(this.#words, 0));
  }
  set acknowledged(sequence: number) {
    Atomics.store(this.#words, 0, BigInt(sequence));
  }
  get viewed(): number {
    return Number(Atomics.load(this.#words, 1));
  }
  set viewed(sequence: number) {
    Atomics.store(this.#words, 1, BigInt(sequence));
  }
  get serving(): boolean {
    return Atomics.load(this.#words, 2) !== STOPPED;
  }
  set serving(value: boolean) {
    Atomics.store(this.#words, 2, value ? SERVING : STOPPED);
  }
  get takesWrites(): boolean {
    return Atomics.load(this.#words, 2) === SERVING;
  }
  /** Does not make a shard serve that has stopped. */
  set hasRoom(value: boolean) {
    const [from, to] = value ? [READING, SERVING] : [SERVING, READING];
    Atomics.compareExchange(this.#words, 2, from, to);
  }
}

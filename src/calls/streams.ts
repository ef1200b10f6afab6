/**
 * Calls that are answered with a stream of events: first the events after the position that the
 * client names, then new events for as long as the client stays connected. Nothing is kept for a
 * client that is not connected: it connects again with the id of the last event that it received.
 * Guarantees: an event is sent only after its record is durable; a stream ends at the first poll
 * after its credential or its Product is no longer valid; every stream that the server ends has a
 * last event that says why; a client that does not take what is written to it costs a bounded
 * buffer for a bounded time, and is dropped then.
 * Does not push: one timer of the edge polls the shards of all streams.
 */
import { type Gate, gateOf } from "../access/gate.ts";
import {
  accessToSuspended,
  checkMfa,
  checkPermission,
  checkProduct,
} from "../access/permission.ts";
import { isoTime } from "../base/iso_time.ts";
import { type Caller, countedAs } from "../contract/declare/caller.ts";
import type { StreamPart } from "../contract/declare/found.ts";
import type { ProductView } from "../contract/declare/principal.ts";
import type { EventLoop } from "../contract/messages/event_loop.ts";
import { type Refusal, refuse, retriedAfter } from "../contract/refusals/refusal.ts";
import type { Authenticator } from "./admission.ts";
import type { CallStream, StreamEnd } from "./call.ts";
import type { Reading, ReadParts } from "./read.ts";
import { refuseUnreadable } from "./readable.ts";
import {
  type ReadStream,
  STREAMS_A_TURN,
  type StreamAnswer,
  StreamReads,
  subjectOf,
} from "./stream_reads.ts";
import { type TenantDirectory, tenantOf } from "./target.ts";

/** After so many seconds a client that was refused a stream asks again. */
const RETRY_SECONDS = 1;
/** The most open streams of one credential on one edge. */
export const STREAMS_OF_CREDENTIAL_MAX = 1_000;
/** The most open streams of one edge. */
export const STREAMS_MAX = 4_000;
/** Time between two polls of all streams, milliseconds. */
export const POLL_MS = 200;
/** Time between two reads of a stream of the log of requests, milliseconds. */
export const REQUEST_POLL_MS = 500;
/**
 * A stream without events writes a comment after this time, milliseconds, so that proxies and clients,
 * who may count on one every 15 s, do not take it for dead, and a client that is gone is noticed. The
 * server's library asks for none: 20.30 left a stream without a write open for 48 s (measured); the
 * limits of 10 s (20.49) and 30 s (20.57) are for a client that does not take what was written.
 */
export const KEEP_ALIVE_MS = 5_000;
/**
 * A client that has not taken what was written for this time is dropped, milliseconds. It is less
 * than the 10 s (20.49) or 30 s (20.57) after which uWebSockets.js closes the connection without a word.
 */
export const STALLED_MS = 5_000;
/** The time in which a client takes the last event; then its connection is closed, milliseconds. */
export const LAST_EVENT_MS = 2_000;
const LEFT_COMPANY = "the credential is no longer for this company";
/** Lower than every frame: the stream has more events to send. */
const NOT_CAUGHT_UP = -1;

export type StreamParts = ReadParts & {
  credentials: Authenticator & TenantDirectory;
  loop: EventLoop;
};

type OpenStream = ReadStream & {
  readonly gate: Gate;
  /** True: the stream follows the log of requests, which moves without its shard. */
  readonly ofRequests: boolean;
  /** Undefined until the first part was read. */
  output: CallStream | undefined;
  /** The frame up to which every event was sent, or `NOT_CAUGHT_UP`. */
  caughtUpFrame: number;
  isReading: boolean;
  readMs: number;
  /** When something was last written. */
  sentMs: number;
  /** Since when the client has not taken what was written. */
  fullSinceMs: number | undefined;
  /** Set once the last event was written: when the connection is closed if it is not taken. */
  closeAtMs: number | undefined;
};

/** All streams that are open on one edge. */
export class Streams {
  readonly #parts: StreamParts;
  readonly #reads: StreamReads<OpenStream>;
  readonly #open = new Set<OpenStream>();
  /** Open streams by the credential's slot. */
  readonly #counts = new Map<number | string, number>();
  #isPolling = false;
  #isClosed = false;

  constructor(parts: StreamParts) {
    this.#parts = parts;
    this.#reads = new StreamReads({
      parts,
      answer: (stream, answer) => this.#take(stream, answer),
    });
  }

  /** How many streams are open. */
  get size(): number {
    return this.#open.size;
  }

  /** Answers the call with events, or refuses the call. */
  open(reading: Reading): void {
    const { call, operation, input } = reading;
    const refusal = this.#refusalOfMore(reading);
    if (refusal !== undefined) {
      call.refuse(refusal);
      return;
    }
    const nowMs = this.#parts.nowMs();
    const opened: OpenStream = {
      ...reading,
      gate: gateOf(operation),
      ofRequests: operation.needs?.requestLog?.(input) === true,
      subject: subjectOf(reading),
      output: undefined,
      position: call.lastEventId === "" ? undefined : call.lastEventId,
      caughtUpFrame: NOT_CAUGHT_UP,
      isReading: false,
      readMs: nowMs,
      sentMs: nowMs,
      fullSinceMs: undefined,
      closeAtMs: undefined,
    };
    this.#open.add(opened);
    this.#count(opened, 1);
    call.onGone = () => this.#forget(opened);
    this.#read(opened);
    this.#pollLater();
  }

  /** Ends every stream; a client then connects again, to this edge or to another. */
  close(): void {
    this.#isClosed = true;
    for (const stream of this.#open) this.#end(stream, refuseStopping());
  }

  #refusalOfMore({ call: { caller } }: Reading): Refusal | undefined {
    if (this.#isClosed) return retriedAfter(refuseStopping(), RETRY_SECONDS);
    if (this.#open.size >= STREAMS_MAX) {
      const message = "too many streams are open here; retry later";
      return retriedAfter(refuseStream(message), RETRY_SECONDS);
    }
    const slot = countedAs(caller);
    const own = slot === undefined ? 0 : (this.#counts.get(slot) ?? 0);
    if (own < STREAMS_OF_CREDENTIAL_MAX) return undefined;
    const message = `the credential has ${own} streams open, which is the limit`;
    const resetAt = isoTime(this.#parts.nowMs() + RETRY_SECONDS * 1_000);
    const details = { subject: "credential", limit: STREAMS_OF_CREDENTIAL_MAX, resetAt };
    return retriedAfter(refuse("rate_limited", message, details), RETRY_SECONDS);
  }

  #count({ call: { caller } }: OpenStream, change: 1 | -1): void {
    const slot = countedAs(caller);
    if (slot === undefined) return;
    const count = (this.#counts.get(slot) ?? 0) + change;
    if (count === 0) this.#counts.delete(slot);
    else this.#counts.set(slot, count);
  }

  #forget(stream: OpenStream): void {
    if (this.#open.delete(stream)) this.#count(stream, -1);
  }

  #read(stream: OpenStream): void {
    stream.isReading = true;
    stream.readMs = this.#parts.nowMs();
    this.#reads.want(stream);
  }

  #take(stream: OpenStream, answer: StreamAnswer): void {
    stream.isReading = false;
    if (!this.#open.has(stream) || stream.closeAtMs !== undefined) return;
    if ("refused" in answer) this.#end(stream, answer);
    else this.#send(stream, answer.part, answer.frame);
    if (stream.call.isFinished) this.#forget(stream);
  }

  #send(stream: OpenStream, part: StreamPart, frame: number): void {
    stream.output ??= stream.call.openStream();
    const { output } = stream;
    const { events, position, hasMore } = part;
    const sent = events.length === 0 ? 0 : output.send(events);
    if (sent > 0) stream.sentMs = this.#parts.nowMs();
    const isWhole = sent === events.length;
    stream.position = (isWhole ? position : events[sent - 1]?.id) ?? stream.position;
    stream.caughtUpFrame = hasMore || !isWhole ? NOT_CAUGHT_UP : frame;
    if (hasMore && isWhole && !output.isFull) this.#read(stream);
  }

  #pollLater(): void {
    if (this.#isPolling) return;
    this.#isPolling = true;
    this.#parts.loop.after(POLL_MS, () => this.#pollSome([...this.#open], 0, []));
  }

  /**
   * Polls a slice of the streams in this turn, and the others in the next turns. Those with news are
   * read when all were polled, so that they are read together.
   */
  #pollSome(streams: readonly OpenStream[], from: number, withNews: OpenStream[]): void {
    const below = from + STREAMS_A_TURN;
    for (const stream of streams.slice(from, below)) {
      if (this.#poll(stream)) withNews.push(stream);
    }
    if (below < streams.length) {
      this.#parts.loop.soon(() => this.#pollSome(streams, below, withNews));
      return;
    }
    for (const stream of withNews) this.#read(stream);
    this.#isPolling = false;
    if (this.#open.size > 0) this.#pollLater();
  }

  /** Returns true when the stream is to be read. */
  #poll(stream: OpenStream): boolean {
    const { call, target, output, closeAtMs } = stream;
    const nowMs = this.#parts.nowMs();
    if (call.isFinished) this.#forget(stream);
    if (!this.#open.has(stream)) return false;
    if (closeAtMs !== undefined) {
      if (nowMs >= closeAtMs) output?.close();
      return false;
    }
    const courier = this.#parts.shards.couriers.get(target.shard);
    const refusal =
      courier?.serving === true ? this.#refusalNow(stream, nowMs) : refuseUnreadable();
    if (refusal !== undefined) {
      this.#end(stream, refusal);
      return false;
    }
    if (output === undefined) return false;
    if (output.isFull) {
      stream.fullSinceMs ??= nowMs;
      if (nowMs - stream.fullSinceMs >= STALLED_MS) this.#drop(stream, output);
      return false;
    }
    stream.fullSinceMs = undefined;
    if (nowMs - stream.sentMs >= KEEP_ALIVE_MS) {
      output.keepAlive();
      stream.sentMs = nowMs;
    }
    return !stream.isReading && this.#hasNews(stream, courier?.acknowledged ?? 0, nowMs);
  }

  #hasNews({ ofRequests, caughtUpFrame, readMs }: OpenStream, frame: number, nowMs: number) {
    if (ofRequests && caughtUpFrame !== NOT_CAUGHT_UP) return nowMs - readMs >= REQUEST_POLL_MS;
    return frame > caughtUpFrame;
  }

  /**
   * What a new request would be refused for: the key was revoked, the session or the token has ended, the
   * Product was disabled, …
   */
  #refusalNow({ call, gate, target }: OpenStream, nowMs: number): Refusal | undefined {
    if (gate.isPublic) return undefined;
    const { credentials } = this.#parts;
    const { tenantId, productId, environment } = target.principal;
    let caller: Caller | Refusal;
    let product: ProductView | undefined;
    try {
      caller = credentials.authenticate(call, nowMs);
      product = credentials.productOf(productId);
    } catch {
      // What is stored of the caller is damaged: reads fail for it too, and say so in the log.
      return refuseUnreadable();
    }
    if ("refused" in caller) return caller;
    const may = checkPermission(caller, environment, gate) ?? checkMfa(caller, gate);
    // A person may have left this company since, and still be a member of another.
    if (tenantId !== "" && tenantOf(caller) !== tenantId) {
      return refuse("tenant_mismatch", LEFT_COMPANY, {});
    }
    if (product === undefined) return may;
    return checkProduct(product, environment, accessToSuspended(caller, gate)) ?? may;
  }

  #drop(stream: OpenStream, output: CallStream): void {
    const message =
      `what was written was not taken for ${STALLED_MS / 1_000} s: ` +
      "read faster, or filter more, and connect again after lastEventId";
    this.#finish(stream, output, { ...refuseStream(message), type: "stream.dropped" });
  }

  /** Refuses a call whose stream has not begun; ends a stream with a last event that says why. */
  #end(stream: OpenStream, refusal: Refusal): void {
    const { output, call } = stream;
    if (stream.closeAtMs !== undefined) return;
    if (output !== undefined) this.#finish(stream, output, { ...refusal, type: "stream.ended" });
    else {
      call.refuse(refusal);
      this.#forget(stream);
    }
  }

  #finish(stream: OpenStream, output: CallStream, why: StreamEnd): void {
    stream.closeAtMs = this.#parts.nowMs() + LAST_EVENT_MS;
    output.end(why);
    if (stream.call.isFinished) this.#forget(stream);
  }
}

function refuseStream(message: string): Refusal<"resource_reader_unavailable"> {
  return refuse("resource_reader_unavailable", message, { reader: "stream" });
}

function refuseStopping(): Refusal<"resource_reader_unavailable"> {
  return refuseStream("the server is stopping; connect again in a moment");
}

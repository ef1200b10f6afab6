/**
 * Calls that are answered with a stream of events: first the events after the position that the
 * client names, then new events for as long as the client stays connected. Nothing is kept for a
 * client that is not connected: it connects again with the id of the last event that it received.
 * Guarantees: an event is sent only after its record is durable; nothing is sent to a client that
 * does not read; a stream ends at the first poll after its credential or its Product is no longer
 * valid.
 * Does not push: one timer of the edge polls the shards of all streams.
 */
import { type Gate, gateOf } from "../access/gate.ts";
import { checkPermission, checkProduct } from "../access/permission.ts";
import { invariant } from "../base/invariant.ts";
import { isoTime } from "../base/iso_time.ts";
import { slotOf } from "../contract/caller.ts";
import type { EventLoop } from "../contract/event_loop.ts";
import type { StreamPart } from "../contract/found.ts";
import { type Refusal, refuse, retriedAfter } from "../contract/refusal.ts";
import type { Authenticator } from "./admission.ts";
import type { CallStream } from "./call.ts";
import { type TenantDirectory, viewAt } from "./place.ts";
import type { Reading, ReadParts } from "./read.ts";
import { readContextOf } from "./read_context.ts";
import { refuseUnreadable, whenReadable } from "./readable.ts";

/** After so many seconds a client that was refused one more stream asks again. */
const RETRY_SECONDS = 1;
/** The most open streams of one credential on one edge. */
export const STREAMS_OF_CREDENTIAL_MAX = 10;
/** The most open streams of one edge. */
export const STREAMS_MAX = 1_000;
/** Time between two polls of the shards, milliseconds. */
const POLL_MS = 200;
/**
 * A stream without events writes a comment after this time, milliseconds: uWebSockets.js closes a
 * connection on which nothing was written for 10 s (20.30) or 30 s (20.57).
 */
const KEEP_ALIVE_MS = 5_000;
/** Lower than every frame: the stream has more events to send. */
const NOT_CAUGHT_UP = -1;

export type StreamParts = ReadParts & {
  credentials: Authenticator & TenantDirectory;
  loop: EventLoop;
};

type OpenStream = Reading & {
  gate: Gate;
  /** Undefined until the first part was read. */
  output: CallStream | undefined;
  position: string | undefined;
  /** The frame up to which every event was sent, or `NOT_CAUGHT_UP`. */
  caughtUpFrame: number;
  isReading: boolean;
  sentMs: number;
};

export class Streams {
  readonly #parts: StreamParts;
  readonly #open = new Set<OpenStream>();
  #isPolling = false;

  constructor(parts: StreamParts) {
    this.#parts = parts;
  }

  /** Answers the call with events, or refuses the call. */
  open(reading: Reading): void {
    const { call } = reading;
    const refusal = this.#refusalOfMore(reading);
    if (refusal !== undefined) {
      call.refuse(refusal);
      return;
    }
    const position = call.lastEventId === "" ? undefined : call.lastEventId;
    const opened: OpenStream = {
      ...reading,
      gate: gateOf(reading.operation),
      output: undefined,
      position,
      caughtUpFrame: NOT_CAUGHT_UP,
      isReading: false,
      sentMs: this.#parts.nowMs(),
    };
    this.#open.add(opened);
    this.#read(opened);
    this.#pollLater();
  }

  /** Ends every stream; a client then connects again, to this edge or to another. */
  close(): void {
    for (const stream of this.#open) this.#end(stream);
  }

  #refusalOfMore({ call: { caller } }: Reading): Refusal | undefined {
    if (this.#open.size >= STREAMS_MAX) {
      const message = "too many streams are open here; retry later";
      return retriedAfter(
        refuse("resource_reader_unavailable", message, { reader: "stream" }),
        RETRY_SECONDS,
      );
    }
    const own = [...this.#open].filter(
      ({ call }) =>
        !call.isFinished && slotOf(caller) !== undefined && slotOf(call.caller) === slotOf(caller),
    );
    if (own.length < STREAMS_OF_CREDENTIAL_MAX) return undefined;
    const message = `the credential has ${own.length} streams open, which is the limit`;
    const resetAt = isoTime(this.#parts.nowMs() + RETRY_SECONDS * 1_000);
    const details = { subject: "credential", limit: STREAMS_OF_CREDENTIAL_MAX, resetAt };
    return retriedAfter(refuse("rate_limited", message, details), RETRY_SECONDS);
  }

  /**
   * Reads the next part of the stream when the view contains the frame that is acknowledged now.
   */
  #read(stream: OpenStream): void {
    const { call, operation, input, place, position } = stream;
    const { shards, cursors, requestLog, nowMs } = this.#parts;
    stream.isReading = true;
    const requestsRead = operation.needsRequestLog?.(input) === true;
    const needs = { keys: [], realmKey: place.realmKey, requestLog: requestsRead };
    whenReadable(this.#parts, call, shards.couriers.get(place.shard), needs, ({ sequence }) => {
      stream.isReading = false;
      if (!this.#open.has(stream)) {
        call.refuse(refuseUnreadable());
        return;
      }
      const view = viewAt(shards, place);
      const snapshot = view.refreshed();
      const realm = view.realmNumberOf(place.realmKey);
      const at = { nowMs: nowMs(), realm, located: 0, place, cursors, requestLog, after: position };
      const answer = operation.read(snapshot, input, readContextOf(operation, call.caller, at));
      if (answer.refused) call.refuse(answer);
      else {
        invariant(answer.stream !== undefined, "an operation that answers events finds a stream");
        this.#send(stream, answer.stream, sequence);
      }
    });
  }

  #send(stream: OpenStream, { events, position, hasMore }: StreamPart, frame: number): void {
    stream.output ??= stream.call.openStream();
    stream.position = position ?? stream.position;
    stream.caughtUpFrame = hasMore ? NOT_CAUGHT_UP : frame;
    if (events.length > 0) {
      stream.output.send(events);
      stream.sentMs = this.#parts.nowMs();
    }
    if (hasMore) this.#parts.loop.soon(() => this.#poll(stream));
  }

  #pollLater(): void {
    if (this.#isPolling) return;
    this.#isPolling = true;
    this.#parts.loop.after(POLL_MS, () => {
      this.#isPolling = false;
      for (const stream of this.#open) this.#poll(stream);
      if (this.#open.size > 0) this.#pollLater();
    });
  }

  #poll(stream: OpenStream): void {
    const { call, place, output } = stream;
    if (call.isFinished) {
      this.#open.delete(stream);
      return;
    }
    const courier = this.#parts.shards.couriers.get(place.shard);
    if (courier?.serving !== true || !this.#isStillAllowed(stream)) {
      this.#end(stream);
      return;
    }
    if (stream.isReading || output === undefined || output.isFull) return;
    const nowMs = this.#parts.nowMs();
    if (courier.acknowledged > stream.caughtUpFrame) this.#read(stream);
    else if (nowMs - stream.sentMs >= KEEP_ALIVE_MS) {
      output.keepAlive();
      stream.sentMs = nowMs;
    }
  }

  /**
   * False where a new request would be refused: the key was revoked, the Product was disabled, …
   */
  #isStillAllowed({ call, gate, place }: OpenStream): boolean {
    const { credentials, nowMs } = this.#parts;
    const caller = credentials.authenticate(call.authorization, nowMs());
    if ("refused" in caller) return false;
    const { productId, environment } = place.principal;
    const product = credentials.productOf(productId);
    const refusal = product === undefined ? undefined : checkProduct(product, environment);
    return (refusal ?? checkPermission(caller, gate)) === undefined;
  }

  #end(stream: OpenStream): void {
    this.#open.delete(stream);
    stream.output?.end();
  }
}

/**
 * Calls that are answered by events: what has come since the position that the client knows, and then
 * what comes, for as long as the client listens. Nothing is kept for a client that is away: it comes
 * back with the id of the last event that it heard.
 * Guarantees: an event leaves after the record behind it is durable, as any read; a client that takes
 * nothing is sent nothing; a stream ends when its credential does, with the next look.
 * Does not push: all streams of an edge look together whether their shards have moved.
 */
import { type Gate, gateOf } from "../access/gate.ts";
import { checkPermission, checkProduct } from "../access/permission.ts";
import { invariant } from "../base/invariant.ts";
import { slotOf } from "../contract/caller.ts";
import type { EventLoop } from "../contract/event_loop.ts";
import type { StreamPart } from "../contract/found.ts";
import { type Refusal, refuse, retriedAfter } from "../contract/refusal.ts";
import type { Authenticator } from "./admission.ts";
import type { CallStream } from "./call.ts";
import { type Residents, viewAt } from "./place.ts";
import type { Reading, ReadParts } from "./read.ts";
import { readContextOf } from "./read_context.ts";
import { refuseUnreadable, whenReadable } from "./readable.ts";

/** Streams that one credential may have on one edge; one more is refused. */
export const STREAMS_OF_CREDENTIAL_MAX = 10;
/** Streams of one edge. */
export const STREAMS_MAX = 1_000;
/** Between two looks whether a shard has moved, milliseconds. */
const LOOK_MS = 200;
/** The server's library closes a connection on which nothing was written for 10 s, milliseconds. */
const KEEP_ALIVE_MS = 5_000;
/** Before every frame: the stream has not shown all that there is. */
const NOT_CAUGHT_UP = -1;

export type StreamParts = ReadParts & { credentials: Authenticator & Residents; loop: EventLoop };

type OpenStream = Reading & {
  gate: Gate;
  /** Undefined until the first part was found. */
  way: CallStream | undefined;
  position: string | undefined;
  /** The frame that the last part showed everything up to. */
  caughtUpFrame: number;
  isReading: boolean;
  sentMs: number;
};

export class Streams {
  readonly #parts: StreamParts;
  readonly #open = new Set<OpenStream>();
  #isLooking = false;

  constructor(parts: StreamParts) {
    this.#parts = parts;
  }

  /** Answers the call by events, or refuses it. */
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
      way: undefined,
      position,
      caughtUpFrame: NOT_CAUGHT_UP,
      isReading: false,
      sentMs: this.#parts.nowMs(),
    };
    this.#open.add(opened);
    this.#read(opened);
    this.#lookLater();
  }

  /** Ends every stream: its client comes back, here or elsewhere. */
  close(): void {
    for (const stream of this.#open) this.#end(stream);
  }

  #refusalOfMore({ call: { caller } }: Reading): Refusal | undefined {
    if (this.#open.size >= STREAMS_MAX) {
      const message = "too many streams are open here; retry later";
      return retriedAfter(refuse("resource_reader_unavailable", message, { reader: "stream" }), 1);
    }
    const own = [...this.#open].filter(
      ({ call }) =>
        !call.isFinished && slotOf(caller) !== undefined && slotOf(call.caller) === slotOf(caller),
    );
    if (own.length < STREAMS_OF_CREDENTIAL_MAX) return undefined;
    const message = `the credential has ${own.length} streams open, which is the limit`;
    const details = { subject: "credential", limit: STREAMS_OF_CREDENTIAL_MAX };
    return retriedAfter(refuse("rate_limited", message, details), 1);
  }

  /** Reads on from where the stream stands, when its view shows what is acknowledged now. */
  #read(stream: OpenStream): void {
    const { call, operation, input, place, position } = stream;
    const { actors, cursors, requestLog, nowMs } = this.#parts;
    stream.isReading = true;
    const requestsRead = operation.needsRequestLog?.(input) === true;
    const needs = { keys: [], scopeKey: place.scopeKey, requestLog: requestsRead };
    whenReadable(this.#parts, call, actors.couriers.get(place.shard), needs, ({ sequence }) => {
      stream.isReading = false;
      if (!this.#open.has(stream)) {
        call.refuse(refuseUnreadable());
        return;
      }
      const view = viewAt(actors, place);
      const snapshot = view.refreshed();
      const scope = view.scopeNumberOf(place.scopeKey);
      const at = { nowMs: nowMs(), scope, located: 0, place, cursors, requestLog, after: position };
      const answer = operation.read(snapshot, input, readContextOf(operation, call.caller, at));
      if (answer.refused) call.refuse(answer);
      else {
        invariant(answer.stream !== undefined, "an operation that answers events finds a stream");
        this.#send(stream, answer.stream, sequence);
      }
    });
  }

  #send(stream: OpenStream, { events, position, hasMore }: StreamPart, frame: number): void {
    stream.way ??= stream.call.openStream();
    stream.position = position ?? stream.position;
    stream.caughtUpFrame = hasMore ? NOT_CAUGHT_UP : frame;
    if (events.length > 0) {
      stream.way.send(events);
      stream.sentMs = this.#parts.nowMs();
    }
    if (hasMore) this.#parts.loop.soon(() => this.#look(stream));
  }

  #lookLater(): void {
    if (this.#isLooking) return;
    this.#isLooking = true;
    this.#parts.loop.after(LOOK_MS, () => {
      this.#isLooking = false;
      for (const stream of this.#open) this.#look(stream);
      if (this.#open.size > 0) this.#lookLater();
    });
  }

  #look(stream: OpenStream): void {
    const { call, place, way } = stream;
    if (call.isFinished) {
      this.#open.delete(stream);
      return;
    }
    const courier = this.#parts.actors.couriers.get(place.shard);
    if (courier?.serving !== true || !this.#isStillAllowed(stream)) {
      this.#end(stream);
      return;
    }
    if (stream.isReading || way === undefined || way.isFull) return;
    const nowMs = this.#parts.nowMs();
    if (courier.acknowledged > stream.caughtUpFrame) this.#read(stream);
    else if (nowMs - stream.sentMs >= KEEP_ALIVE_MS) {
      way.keepAlive();
      stream.sentMs = nowMs;
    }
  }

  /**
   * A key that was revoked or lost the scope, a Product that was disabled: the stream ends where a
   * request would be refused.
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
    stream.way?.end();
  }
}

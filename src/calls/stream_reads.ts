/**
 * The reads of streams. Streams that would read the same (operation, realm, input, credential and
 * position) are read once together, and all of them are sent the one part that the read found. The
 * work is done in slices of a turn each, so that a thousand streams hold up nobody else.
 */
import { invariant } from "../base/invariant.ts";
import { callerIdOf } from "../contract/declare/caller.ts";
import type { StreamPart } from "../contract/declare/found.ts";
import type { EventLoop } from "../contract/messages/event_loop.ts";
import type { Refusal } from "../contract/refusals/refusal.ts";
import type { RefusableCall } from "./failure.ts";
import type { Reading, ReadParts } from "./read.ts";
import { readContextOf } from "./read_context.ts";
import { whenReadable } from "./readable.ts";
import { viewAt } from "./target.ts";

/** Reads that begin in one turn of the event loop. */
export const READS_A_TURN = 8;
/** Streams that are sent events, or are looked at, in one turn of the event loop. */
export const STREAMS_A_TURN = 64;

/** What a read needs of a stream. */
export type ReadStream = Reading & {
  /** Equal for two streams whose reads differ in nothing but their position. */
  readonly subject: string;
  /** The position after which the stream goes on; undefined at its beginning. */
  position: string | undefined;
};

/** What a read found, or why it failed. `frame`: the read showed every event up to this frame. */
export type StreamAnswer = { part: StreamPart; frame: number } | Refusal;

export type StreamReadsParts<S extends ReadStream> = {
  parts: ReadParts & { loop: EventLoop };
  /** Called once for each stream that was wanted, in a later turn. */
  answer(stream: S, answer: StreamAnswer): void;
};

type Delivery<S> = { streams: readonly S[]; next: number; answer: StreamAnswer };

/** A text that is the same for all streams of one operation, realm, input and credential. */
export function subjectOf({ operation, target, call, input }: Reading): string {
  return JSON.stringify([
    operation.id,
    target.shard,
    target.realmKey,
    callerIdOf(call.caller),
    input,
  ]);
}

/** Reads for streams: streams that read the same part are read once. */
export class StreamReads<S extends ReadStream> {
  readonly #parts: StreamReadsParts<S>;
  /** Streams that wait for one read, by what they read. */
  readonly #wanted = new Map<string, S[]>();
  readonly #deliveries: Delivery<S>[] = [];
  #isTurnAhead = false;

  constructor(parts: StreamReadsParts<S>) {
    this.#parts = parts;
  }

  /** Reads the part after the stream's position. A stream is not wanted again before its answer. */
  want(stream: S): void {
    const { subject, position } = stream;
    const key = position === undefined ? subject : `${subject}${position}`;
    const others = this.#wanted.get(key);
    if (others === undefined) this.#wanted.set(key, [stream]);
    else others.push(stream);
    this.#turnLater();
  }

  #turnLater(): void {
    if (this.#isTurnAhead) return;
    this.#isTurnAhead = true;
    this.#parts.parts.loop.soon(() => {
      this.#isTurnAhead = false;
      this.#deliver();
      if (this.#deliveries.length === 0) this.#readSome();
      if (this.#deliveries.length > 0 || this.#wanted.size > 0) this.#turnLater();
    });
  }

  #deliver(): void {
    for (let count = 0; count < STREAMS_A_TURN; count++) {
      const delivery = this.#deliveries[0];
      if (delivery === undefined) return;
      const stream = delivery.streams[delivery.next++] as S;
      if (delivery.next === delivery.streams.length) this.#deliveries.shift();
      this.#parts.answer(stream, delivery.answer);
    }
  }

  #readSome(): void {
    let count = 0;
    for (const [key, streams] of this.#wanted) {
      if (count++ === READS_A_TURN) return;
      this.#wanted.delete(key);
      this.#read(streams);
    }
  }

  /** Reads when the view contains the frame that is acknowledged now. */
  #read(streams: readonly S[]): void {
    const { parts } = this.#parts;
    const { operation, input, target, position, call } = streams[0] as S;
    const { shards, cursors, requestLog, nowMs } = parts;
    const needs = { keys: [], realmKey: target.realmKey, requestLog: false };
    const settle = (answer: StreamAnswer) => {
      this.#deliveries.push({ streams, next: 0, answer });
      this.#turnLater();
    };
    const reader: RefusableCall = { isFinished: false, refuse: settle };
    whenReadable(parts, reader, shards.couriers.get(target.shard), needs, ({ sequence }) => {
      const view = viewAt(shards, target);
      const snapshot = view.refreshed();
      const realm = view.realmNumberOf(target.realmKey);
      const { environment } = target.principal;
      const when = { nowMs: nowMs(), realm, located: 0, after: position };
      const at = { ...when, place: target, environment, cursors, requestLog };
      const answer = operation.read(snapshot, input, readContextOf(operation, call.caller, at));
      if (answer.refused) settle(answer);
      else {
        const part = answer.stream;
        invariant(part !== undefined, "an operation that answers events finds a stream");
        settle({ part, frame: sequence });
      }
    });
  }
}

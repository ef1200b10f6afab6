/**
 * Replies on their way out, in two groups: those whose fsync runs, and those of the commit after
 * it. A group leaves in one message an edge. Replies that are not known yet are parked until the
 * clock of their scope has arrived. Also knows who waits, so that everybody hears when the log
 * fails.
 */

import type { Place } from "../base/id.ts";
import { ID_SUFFIX_LENGTH } from "../base/id.ts";
import {
  type BareRefusal,
  REPLY_BARE_REFUSAL,
  REPLY_REPLAYED,
  REPLY_UNRECORDED,
  type ReplyBatch,
  type ToEdge,
} from "../contract/envelope.ts";
import type { Port } from "../contract/event_loop.ts";
import type { Outcome } from "./command.ts";

const NO_SUFFIX = " ".repeat(ID_SUFFIX_LENGTH);
const UNKNOWN = "the outcome is unknown until the ledger is back; retry with the same key";

/** Replies of one edge. Their slots are also those of the requests that wait for them. */
type Outbox = { numbers: number[]; text: string; slots: number[] };
/** Somebody who waits for a reply that is not known yet. */
type Parked = { edge: number; slot: number; outcome: Outcome };

export class ReplyGroups {
  readonly #edges: Port[] = [];
  #open: Outbox[] = [];
  #inFlight: Outbox[] = [];
  /** By number of the scope. */
  readonly #parked = new Map<number, Parked[]>();

  get edges(): readonly Port[] {
    return this.#edges;
  }

  /** Returns the edge's number. */
  addEdge(port: Port): number {
    const edge = this.#edges.push(port) - 1;
    this.#open[edge] = newOutbox();
    this.#inFlight[edge] = newOutbox();
    return edge;
  }

  /** A request of `slot` is about to run: it is told something, whatever happens. */
  expect(edge: number, slot: number): void {
    (this.#open[edge] as Outbox).slots.push(slot);
  }

  /** The reply leaves with the next group. */
  add(edge: number, slot: number, { status, suffix, replayed }: Outcome, body: string): void {
    const outbox = this.#open[edge] as Outbox;
    const flags = (replayed ? REPLY_REPLAYED : 0) | (suffix === undefined ? REPLY_UNRECORDED : 0);
    outbox.numbers.push(slot, status, flags, body.length);
    outbox.text += (suffix ?? NO_SUFFIX) + body;
  }

  /** The reply to the request that was expected last is not known yet. */
  park(edge: number, slot: number, scope: number, outcome: Outcome): void {
    (this.#open[edge] as Outbox).slots.pop();
    const parked = this.#parked.get(scope);
    if (parked === undefined) this.#parked.set(scope, [{ edge, slot, outcome }]);
    else parked.push({ edge, slot, outcome });
  }

  /** The parked replies of the scope that are known now leave with the next group. */
  unpark(scope: number, bodyOf: (place: Place) => string | undefined): void {
    const parked = this.#parked.get(scope) ?? [];
    this.#parked.delete(scope);
    for (const { edge, slot, outcome } of parked) {
      const body = bodyOf(outcome.place);
      this.expect(edge, slot);
      if (body === undefined) this.park(edge, slot, scope, outcome);
      else this.add(edge, slot, outcome, body);
    }
  }

  /** Who waits for a parked reply, of this scope or of any, is told that nobody knows it now. */
  refuseParked(scope?: number): void {
    for (const [number, parked] of this.#parked) {
      if (scope !== undefined && scope !== number) continue;
      this.#parked.delete(number);
      for (const { edge, slot } of parked) this.refuse(edge, [slot], UNKNOWN);
    }
  }

  /** A 503 that leaves at once: the request did not run, or what came of it is unknown. */
  refuse(edge: number, slots: readonly number[], message: string): void {
    if (slots.length === 0) return;
    const outbox = newOutbox();
    const refusal: BareRefusal = { code: "ledger_unavailable", message, details: {} };
    const text = JSON.stringify(refusal);
    for (const slot of slots) {
      outbox.numbers.push(slot, 503, REPLY_UNRECORDED | REPLY_BARE_REFUSAL, text.length);
      outbox.text += NO_SUFFIX + text;
    }
    this.#sendTo(edge, outbox);
  }

  /** The open group's commit begins. */
  beginFlight(): void {
    [this.#open, this.#inFlight] = [this.#inFlight, this.#open];
  }

  /** The commit is durable. */
  sendInFlight(): void {
    this.#send(this.#inFlight);
  }

  /** The open group needs no commit of its own: all that it depends on is durable. */
  sendOpen(): void {
    this.#send(this.#open);
  }

  /** The log failed: none of the replies may leave, and everybody who waits is told so. */
  refuseAll(): void {
    for (const group of [this.#inFlight, this.#open]) {
      for (const [edge, { slots }] of group.entries()) {
        group[edge] = newOutbox();
        this.refuse(edge, slots, UNKNOWN);
      }
    }
    this.refuseParked();
  }

  post(edge: number, message: ToEdge): void {
    (this.#edges[edge] as Port).postMessage(message);
  }

  close(): void {
    for (const port of this.#edges) port.close();
  }

  #send(group: Outbox[]): void {
    for (let edge = 0; edge < group.length; edge++) {
      const outbox = group[edge] as Outbox;
      if (outbox.numbers.length === 0) continue;
      group[edge] = newOutbox();
      this.#sendTo(edge, outbox);
    }
  }

  #sendTo(edge: number, { numbers, text }: Outbox): void {
    const block = Int32Array.from(numbers);
    const batch: ReplyBatch = { kind: "replies", numbers: block, text };
    (this.#edges[edge] as Port).postMessage(batch, [block.buffer as ArrayBuffer]);
  }
}

function newOutbox(): Outbox {
  return { numbers: [], text: "", slots: [] };
}

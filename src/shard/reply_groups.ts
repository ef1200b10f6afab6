/**
 * Replies that wait to be sent, in two groups: the replies whose fsync runs, and the replies of the
 * next commit. A group leaves in one message for each edge. Replies that are not known yet are parked
 * until the clock of their realm has arrived. Also keeps the slots of all waiting requests, so that
 * each of them is answered when the log fails.
 */

import type { Place } from "../base/id.ts";
import {
  type BareRefusal,
  REPLY_BARE_REFUSAL,
  REPLY_PLAIN,
  REPLY_REPLAYED,
  REPLY_UNRECORDED,
  type ToEdge,
} from "../contract/envelope.ts";
import { replyText } from "../contract/envelope_text.ts";
import type { Port } from "../contract/event_loop.ts";
import { refuseUnavailable } from "../contract/refusal.ts";
import type { Outcome } from "./command.ts";

const UNKNOWN = "the outcome is unknown until the ledger is back; retry with the same key";

/** Replies to one edge, and the slots of the requests that wait for them. */
type Outbox = { text: string; slots: number[] };
/** A request whose reply is not known yet. */
type Parked = { edge: number; slot: number; outcome: Outcome };

export class ReplyGroups {
  readonly #edges: Port[] = [];
  #open: Outbox[] = [];
  #inFlight: Outbox[] = [];
  /** Parked requests by the number of their realm. */
  readonly #parked = new Map<number, Parked[]>();

  get edges(): readonly Port[] {
    return this.#edges;
  }

  /** Adds an edge; returns its number. */
  addEdge(port: Port): number {
    const edge = this.#edges.push(port) - 1;
    this.#open[edge] = newOutbox();
    this.#inFlight[edge] = newOutbox();
    return edge;
  }

  /** The request in `slot` is about to run: from now on it gets an answer even if the log fails. */
  expect(edge: number, slot: number): void {
    (this.#open[edge] as Outbox).slots.push(slot);
  }

  /** Adds a reply to the open group. */
  add(edge: number, slot: number, outcome: Outcome, body: string): void {
    const { status, suffix, replayed, isPlain } = outcome;
    const flags =
      (replayed ? REPLY_REPLAYED : 0) |
      (suffix === undefined ? REPLY_UNRECORDED : 0) |
      (isPlain ? REPLY_PLAIN : 0);
    (this.#open[edge] as Outbox).text += replyText(slot, status, flags, suffix, body);
  }

  /** Parks the request that was expected last, because its reply is not known yet. */
  park(edge: number, slot: number, realm: number, outcome: Outcome): void {
    (this.#open[edge] as Outbox).slots.pop();
    const parked = this.#parked.get(realm);
    if (parked === undefined) this.#parked.set(realm, [{ edge, slot, outcome }]);
    else parked.push({ edge, slot, outcome });
  }

  /** Adds the parked replies of the realm that are known now to the open group. */
  unpark(realm: number, bodyOf: (place: Place) => string | undefined): void {
    const parked = this.#parked.get(realm) ?? [];
    this.#parked.delete(realm);
    for (const { edge, slot, outcome } of parked) {
      const body = bodyOf(outcome.place);
      this.expect(edge, slot);
      if (body === undefined) this.park(edge, slot, realm, outcome);
      else this.add(edge, slot, outcome, body);
    }
  }

  /** Answers the parked requests of the realm, or of all realms, that their outcome is unknown. */
  refuseParked(realm?: number): void {
    for (const [number, parked] of this.#parked) {
      if (realm !== undefined && realm !== number) continue;
      this.#parked.delete(number);
      for (const { edge, slot } of parked) this.refuse(edge, [slot], UNKNOWN);
    }
  }

  /** Answers 503 at once: the request did not run, or its outcome is unknown. */
  refuse(edge: number, slots: readonly number[], message: string): void {
    if (slots.length === 0) return;
    const outbox = newOutbox();
    const { code, details } = refuseUnavailable(message);
    const refusal: BareRefusal = { code, message, details };
    const text = JSON.stringify(refusal);
    for (const slot of slots) {
      outbox.text += replyText(slot, 503, REPLY_UNRECORDED | REPLY_BARE_REFUSAL, undefined, text);
    }
    this.#sendTo(edge, outbox);
  }

  /** The commit of the open group begins: the group is in flight, and a new one is open. */
  beginFlight(): void {
    [this.#open, this.#inFlight] = [this.#inFlight, this.#open];
  }

  /** The commit of the group in flight is durable: its replies leave. */
  sendInFlight(): void {
    this.#send(this.#inFlight);
  }

  /** The replies of the open group leave without a commit: all frames they depend on are durable. */
  sendOpen(): void {
    this.#send(this.#open);
  }

  /** The log failed: no reply may leave, and every waiting request is answered "unknown". */
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
      if (outbox.text === "") continue;
      group[edge] = newOutbox();
      this.#sendTo(edge, outbox);
    }
  }

  #sendTo(edge: number, { text }: Outbox): void {
    (this.#edges[edge] as Port).postMessage(text);
  }
}

function newOutbox(): Outbox {
  return { text: "", slots: [] };
}

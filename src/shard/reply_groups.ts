/**
 * Replies that wait to be sent, in two groups: the replies whose fsync runs, and the replies of the
 * next commit. A group leaves in one message for each edge. Replies that are not known yet are parked
 * at the place of their record until the work that it began has ended. Replies that wait for effects
 * are held until the carriers have returned, and leave by themselves. Also keeps the slots of all
 * waiting requests, so that each of them is answered when the log fails.
 */
import type { Place } from "../base/id.ts";
import {
  type BareRefusal,
  REPLY_BARE_REFUSAL,
  REPLY_PLAIN,
  REPLY_REPLAYED,
  REPLY_UNRECORDED,
  type ToEdge,
} from "../contract/messages/envelope.ts";
import { replyText } from "../contract/messages/envelope_text.ts";
import type { Port } from "../contract/messages/event_loop.ts";
import type { Fact } from "../contract/records/record.ts";
import { refuseUnavailable } from "../contract/refusals/refusal.ts";
import type { Outcome } from "./command.ts";

const UNKNOWN = "the outcome is unknown until the ledger is back; retry with the same key";

/** Replies to one edge, and the slots of the requests that wait for them. */
type Outbox = { text: string; slots: number[] };
/** The replies of one record that wait for carriers, and how many carriers have not returned yet. */
type Held = { effects: number; replies: { edge: number; slot: number; text: string }[] };
/** A request whose reply is not known yet. */
type Parked = { edge: number; slot: number; requestId: string } & Pick<
  Outcome,
  "suffix" | "replayed"
>;
/** The requests that wait for the work of one record. */
type ParkedAt = { realm: number; requests: Parked[] };
/** What a parked request is answered. */
export type Known = { status: number; isUnknown: boolean; textFor(requestId: string): string };

export class ReplyGroups {
  readonly #edges: Port[] = [];
  #open: Outbox[] = [];
  #inFlight: Outbox[] = [];
  /** Parked requests by the place of the record. */
  readonly #parked = new Map<Place, ParkedAt>();
  /** Held replies by the place of their record. */
  readonly #held = new Map<Place, Held>();

  readonly #awaitedIn: (facts: readonly Fact[]) => number;

  /** `awaitedIn`: how many effects among the facts of a record its caller waits for. */
  constructor(awaitedIn: (facts: readonly Fact[]) => number) {
    this.#awaitedIn = awaitedIn;
  }

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

  /**
   * Adds the reply of a request that is expected to the open group. A reply that waits for
   * effects is held instead: effects are carried after their frame is durable, so it may leave by
   * itself when the last of them is released.
   */
  add(edge: number, slot: number, outcome: Outcome, body: string): void {
    const text = textOf(slot, outcome, body);
    const held = this.#heldOf(outcome);
    if (held === undefined) {
      (this.#open[edge] as Outbox).text += text;
      return;
    }
    this.#withdraw(edge, slot);
    held.replies.push({ edge, slot, text });
  }

  /** A carrier of an effect of the record at `place` has returned. */
  release(place: Place): void {
    const held = this.#held.get(place);
    if (held === undefined || --held.effects > 0) return;
    this.#held.delete(place);
    this.#sendHeld(held);
  }

  /**
   * Nothing that replies wait for will happen any more: held replies leave, because their frames are
   * durable; the outcome of parked requests is unknown.
   */
  endWaiting(): void {
    for (const held of this.#held.values()) this.#sendHeld(held);
    this.#held.clear();
    this.refuseParked();
  }

  /** Parks a request that is expected, because its reply is not known yet. */
  park(edge: number, slot: number, realm: number, requestId: string, outcome: Outcome): void {
    this.#withdraw(edge, slot);
    const { place, suffix, replayed } = outcome;
    const parked = { edge, slot, requestId, suffix, replayed };
    const there = this.#parked.get(place);
    if (there === undefined) this.#parked.set(place, { realm, requests: [parked] });
    else there.requests.push(parked);
  }

  /** A request that is expected gets no answer in this life of the shard: its outcome is unknown. */
  refuseExpected(edge: number, slot: number): void {
    this.#withdraw(edge, slot);
    this.refuse(edge, [slot], UNKNOWN);
  }

  get hasParked(): boolean {
    return this.#parked.size > 0;
  }

  isParkedAt(place: Place): boolean {
    return this.#parked.has(place);
  }

  /**
   * Adds the replies of the requests that are parked at `place` to the open group, whatever carriers do:
   * the replies rest on a later record than the one that named effects.
   */
  unpark(place: Place, { status, isUnknown, textFor }: Known): void {
    const { requests } = this.#parked.get(place) ?? { requests: [] };
    this.#parked.delete(place);
    for (const { edge, slot, requestId, suffix, replayed } of requests) {
      this.expect(edge, slot);
      const outcome = { status, suffix, replayed: replayed && !isUnknown, isPlain: false };
      (this.#open[edge] as Outbox).text += textOf(slot, outcome, textFor(requestId));
    }
  }

  /** Answers the parked requests of the realm, or of all realms, that their outcome is unknown. */
  refuseParked(ofRealm?: number): void {
    for (const [place, { realm, requests }] of this.#parked) {
      if (ofRealm !== undefined && ofRealm !== realm) continue;
      this.#parked.delete(place);
      for (const { edge, slot } of requests) this.refuse(edge, [slot], UNKNOWN);
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
    for (const { replies } of this.#held.values()) {
      for (const { edge, slot } of replies) this.refuse(edge, [slot], UNKNOWN);
    }
    this.#held.clear();
    this.refuseParked();
  }

  post(edge: number, message: ToEdge): void {
    (this.#edges[edge] as Port).postMessage(message);
  }

  close(): void {
    for (const port of this.#edges) port.close();
  }

  /** What holds this reply: its record's effects. A repeated answer waits as the first one does. */
  #heldOf({ place, facts }: Outcome): Held | undefined {
    const effects = this.#awaitedIn(facts);
    if (effects === 0) return this.#held.size === 0 ? undefined : this.#held.get(place);
    const held: Held = { effects, replies: [] };
    this.#held.set(place, held);
    return held;
  }

  /** Others may have been expected since, because a command answers parked requests while it runs. */
  #withdraw(edge: number, slot: number): void {
    const { slots } = this.#open[edge] as Outbox;
    slots.splice(slots.lastIndexOf(slot), 1);
  }

  #sendHeld({ replies }: Held): void {
    for (const { edge, text } of replies) this.#sendTo(edge, { text, slots: [] });
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

function textOf(
  slot: number,
  {
    status,
    suffix,
    replayed,
    isPlain,
  }: Pick<Outcome, "status" | "suffix" | "replayed" | "isPlain">,
  body: string,
): string {
  const flags =
    (replayed ? REPLY_REPLAYED : 0) |
    (suffix === undefined ? REPLY_UNRECORDED : 0) |
    (isPlain ? REPLY_PLAIN : 0);
  return replyText(slot, status, flags, suffix, body);
}

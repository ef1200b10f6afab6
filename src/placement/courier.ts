/**
 * The edge's side of one shard: the envelopes of a turn leave together, at most 32 or some 8 KiB a
 * message, and the replies of a commit come back in one message. A slot is the number of a request that waits
 * for its reply. The courier also waits for the view, so that a client reads its own writes.
 * Guarantees: at most `MAILBOX_LIMIT` requests of this edge are with the shard; a request that is
 * not answered in time is answered "outcome unknown", and its late reply is dropped; the envelope
 * of a client that went away in the turn of its request is not sent.
 */
import type { Place } from "../base/id.ts";
import type { Announcement } from "../contract/declare/announcement.ts";
import type { Announced, ShardSignals, ToEdge } from "../contract/messages/envelope.ts";
import { readReplies, slotText } from "../contract/messages/envelope_text.ts";
import { type EventLoop, type Port, THREAD_EVENT_LOOP } from "../contract/messages/event_loop.ts";

/** Requests of one edge that one shard may have under way; one more is refused. */
export const MAILBOX_LIMIT = 8_192;
/**
 * Envelopes of a turn after which the next envelope sends them: so the shard decides the first
 * envelopes while the edge still reads the last requests. Otherwise the two threads would wait for
 * one another in turn under closed-loop load. The newest envelope is never among them: the bytes
 * behind its request are not read yet, and may close its connection.
 */
const ENVELOPES_PER_MESSAGE = 32;
/**
 * Characters of the envelopes of one message, some 32 transfers: a batch is as much work as many of them. Gain: of batches
 * of 50 over 16 connections 1.08 times as many a second, together with the slices of the mailbox.
 */
export const CHARACTERS_PER_MESSAGE = 8_192;
/** Bytes of envelopes of one edge that may be with one shard. */
export const MAILBOX_BYTES_LIMIT = 64 * 2 ** 20;
/** A request is answered within this time, even if only with "outcome unknown", milliseconds. */
export const REPLY_DEADLINE_MS = 30_000;

/**
 * Who waits for a reply. `suffix`: 26 characters, the suffix of the record's ids, or "" where nothing
 * was recorded. `flags`: the flags that `contract/messages/envelope.ts` declares.
 */
export interface ReplyTaker {
  /** True when nobody waits any more: an envelope that is still here then is not sent. */
  readonly isFinished: boolean;
  onReply(status: number, flags: number, suffix: string, body: string): void;
  /** No reply came in time: the outcome is unknown. */
  onNoReply(): void;
}

type ViewWaiter = { sequence: number; deadlineMs: number; settle: (reached: boolean) => void };
type LocateWaiter = { deadlineMs: number; settle: (place: Place | undefined) => void };

/** A promise for what is not done at once. It must not be rejected. */
export type ApplyAnnouncements = (
  announcements: readonly Announcement[],
) => Promise<void> | undefined;

export type CourierOptions = {
  /** The event loop of this thread where it is absent. */
  loop?: EventLoop;
  /** Puts in force what the shard announces; the shard is told when that is done. */
  apply?: ApplyAnnouncements;
};

export class Courier {
  readonly #port: Port;
  readonly #loop: EventLoop;
  readonly #apply: ApplyAnnouncements;
  readonly #signals: ShardSignals;
  readonly #takers: (ReplyTaker | undefined)[] = [];
  readonly #deadlines: number[] = [];
  readonly #freeSlots: number[] = [];
  /** The envelopes of this turn that are not sent yet, their slots, and the characters of all. */
  readonly #outgoing: string[] = [];
  readonly #outgoingSlots: number[] = [];
  #characters = 0;
  #scheduled = false;
  #underWay = 0;
  #bytesUnderWay = 0;
  readonly #bytesOf: number[] = [];
  #viewWaiters: ViewWaiter[] = [];
  #viewAsked = false;
  /** Who waits for slots to be free, each with those that are not free yet. */
  #answerWaiters: { slots: Set<number>; resolve: () => void }[] = [];
  readonly #locateWaiters = new Map<number, LocateWaiter>();
  #nextTicket = 1;

  constructor(
    port: Port,
    signals: ShardSignals,
    { loop = THREAD_EVENT_LOOP, apply = () => undefined }: CourierOptions = {},
  ) {
    this.#port = port;
    this.#loop = loop;
    this.#apply = apply;
    this.#signals = signals;
    port.on("message", (message: ToEdge) => {
      this.#take(message);
      for (
        let received = loop.receive(port);
        received !== undefined;
        received = loop.receive(port)
      ) {
        this.#take(received.message as ToEdge);
      }
    });
  }

  get serving(): boolean {
    return this.#signals.serving;
  }
  get underWay(): number {
    return this.#underWay;
  }

  /**
   * Puts a request into the mailbox. `envelope` is what `envelopeText` gave; the courier writes the
   * slot before it. False when the mailbox is full or the shard takes no writes: nothing was sent.
   */
  send(envelope: string, taker: ReplyTaker, nowMs: number): boolean {
    const bytes = envelope.length;
    if (
      this.#underWay >= MAILBOX_LIMIT ||
      this.#bytesUnderWay + bytes > MAILBOX_BYTES_LIMIT ||
      !this.#signals.takesWrites
    ) {
      return false;
    }
    const slot = this.#freeSlots.pop() ?? this.#takers.length;
    this.#takers[slot] = taker;
    this.#deadlines[slot] = nowMs + REPLY_DEADLINE_MS;
    this.#bytesOf[slot] = bytes;
    this.#underWay++;
    this.#bytesUnderWay += bytes;
    const { length } = this.#outgoing;
    const isFull = length === ENVELOPES_PER_MESSAGE || this.#characters >= CHARACTERS_PER_MESSAGE;
    if (isFull) this.#post();
    this.#outgoing.push(slotText(slot) + envelope);
    this.#outgoingSlots.push(slot);
    this.#characters += bytes;
    if (!this.#scheduled) {
      this.#scheduled = true;
      this.#loop.soon(this.#flush);
    }
    return true;
  }

  /** Resolves when all requests that are with the shard now are answered, also those given up. */
  async whenAnswered(): Promise<void> {
    const slots = new Set<number>();
    for (const [slot, taker] of this.#takers.entries()) if (taker !== undefined) slots.add(slot);
    if (slots.size === 0) return;
    await new Promise<void>((resolve) => this.#answerWaiters.push({ slots, resolve }));
  }

  /** The frame that a read must see when the read arrives now. */
  get acknowledged(): number {
    return this.#signals.acknowledged;
  }

  isViewed(sequence: number): boolean {
    return this.#signals.viewed >= sequence;
  }

  /**
   * Calls `settle` with true when the view contains frame `sequence`, with false when time is up.
   */
  awaitView(sequence: number, nowMs: number, settle: (reached: boolean) => void): void {
    this.#viewWaiters.push({ sequence, deadlineMs: nowMs + REPLY_DEADLINE_MS, settle });
    this.#askForView();
  }

  /**
   * Asks the shard where the record of an idempotency key stands in a realm. `settle` gets 0 when
   * there is no such record, undefined when the shard did not answer in time.
   */
  locate(realm: string, key: string, nowMs: number, settle: (place: Place | undefined) => void) {
    const ticket = this.#nextTicket++;
    this.#locateWaiters.set(ticket, { deadlineMs: nowMs + REPLY_DEADLINE_MS, settle });
    this.#port.postMessage({ kind: "locate", ticket, realm, key });
  }

  /**
   * Answers every request whose deadline has passed, and every reader that waits in vain for a
   * view. Called every second or so.
   */
  expire(nowMs: number): void {
    for (let slot = 0; slot < this.#takers.length; slot++) {
      const taker = this.#takers[slot];
      if (taker === undefined || taker === ABANDONED) continue;
      if ((this.#deadlines[slot] as number) > nowMs) continue;
      this.#takers[slot] = ABANDONED;
      taker.onNoReply();
    }
    // A shard that has stopped writes no view and names no place any more: who waits for them would
    // wait in vain.
    const until = this.#signals.serving ? nowMs : Number.POSITIVE_INFINITY;
    const late = this.#viewWaiters.filter(({ deadlineMs }) => deadlineMs <= until);
    this.#viewWaiters = this.#viewWaiters.filter(({ deadlineMs }) => deadlineMs > until);
    for (const { settle } of late) settle(false);
    for (const [ticket, waiter] of this.#locateWaiters) {
      if (waiter.deadlineMs > until) continue;
      this.#locateWaiters.delete(ticket);
      waiter.settle(undefined);
    }
  }

  close(): void {
    this.#port.close();
  }

  readonly #flush = (): void => {
    this.#scheduled = false;
    if (this.#outgoing.length > 0) this.#post();
  };

  /** Sends the envelopes of this turn whose takers still wait, and drops the others. */
  #post(): void {
    let text = "";
    for (let at = 0; at < this.#outgoing.length; at++) {
      const slot = this.#outgoingSlots[at] as number;
      if (this.#takers[slot]?.isFinished === true) this.#free(slot);
      else text += this.#outgoing[at];
    }
    this.#outgoing.length = 0;
    this.#outgoingSlots.length = 0;
    this.#characters = 0;
    if (text !== "") this.#port.postMessage(text);
  }

  #take(message: ToEdge): void {
    if (typeof message === "string") {
      readReplies(message, this.#deliver);
      return;
    }
    switch (message.kind) {
      case "viewReached":
        this.#viewAsked = false;
        this.#wakeViewWaiters();
        return;
      case "announced":
        this.#takeAnnounced(message);
        return;
      case "located": {
        const waiter = this.#locateWaiters.get(message.ticket);
        this.#locateWaiters.delete(message.ticket);
        waiter?.settle(message.place);
      }
    }
  }

  #takeAnnounced({ announcements, ticket }: Announced): void {
    const answer = () => {
      if (ticket !== 0) this.#port.postMessage({ kind: "applied", ticket });
    };
    const applying = this.#apply(announcements);
    if (applying === undefined) answer();
    else applying.then(answer);
  }

  readonly #deliver = (
    slot: number,
    status: number,
    flags: number,
    suffix: string,
    body: string,
  ): void => {
    const taker = this.#takers[slot] as ReplyTaker;
    this.#free(slot);
    taker.onReply(status, flags, suffix, body);
  };

  #free(slot: number): void {
    this.#takers[slot] = undefined;
    this.#freeSlots.push(slot);
    this.#underWay--;
    this.#bytesUnderWay -= this.#bytesOf[slot] as number;
    if (this.#answerWaiters.length > 0) this.#noteAnswered(slot);
  }

  #noteAnswered(slot: number): void {
    for (const { slots, resolve } of this.#answerWaiters) {
      if (slots.delete(slot) && slots.size === 0) resolve();
    }
    this.#answerWaiters = this.#answerWaiters.filter(({ slots }) => slots.size > 0);
  }

  #wakeViewWaiters(): void {
    const { viewed } = this.#signals;
    const ready = this.#viewWaiters.filter(({ sequence }) => sequence <= viewed);
    if (ready.length > 0) {
      this.#viewWaiters = this.#viewWaiters.filter(({ sequence }) => sequence > viewed);
      for (const { settle } of ready) settle(true);
    }
    if (this.#viewWaiters.length > 0) this.#askForView();
  }

  #askForView(): void {
    if (this.#viewAsked) return;
    this.#viewAsked = true;
    this.#port.postMessage({ kind: "view" });
  }
}

/** Takes the place of a request that was given up; its slot is free again when the reply comes. */
const ABANDONED: ReplyTaker = { isFinished: false, onReply() {}, onNoReply() {} };

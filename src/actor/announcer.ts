/**
 * Tells other threads what an actor has decided and they must act on before anybody is answered: the
 * edges that a key is revoked, the ledger shards that a Product is there. The mailbox holds the replies
 * of a commit back until everybody has applied it. After a restart all that is in force is told again,
 * before the actor serves: so a command that needs other actors is done whole, whenever a crash comes.
 * Guarantees: nothing is told before it is durable; announcements arrive in the order of their facts; a
 * later round is told when the earlier one has applied; a listener that has gone is not waited for.
 */
import type { Announcement } from "../contract/announcement.ts";
import type { Port } from "../contract/event_loop.ts";
import type { Fact } from "../contract/record.ts";
import type { ActorRegistry } from "../contract/registry.ts";

/**
 * Who is told first: main, which opens the scopes of a new Product on their shards. Then the edges,
 * which send the shards requests about it.
 */
export type Round = "shards" | "edges";
const ROUNDS: readonly Round[] = ["shards", "edges"];

/** Announcements of one message: some hundred kilobytes. */
const ANNOUNCEMENTS_PER_MESSAGE = 1_000;

type Listener = { port: Port; round: Round; hasGone: boolean };
type Telling = {
  announcements: readonly Announcement[];
  /** Rounds that have not begun. */
  rounds: Round[];
  ticket: number;
  awaited: Set<number>;
  told: () => void;
};

export class Announcer<S> {
  readonly #sources: ActorRegistry<S>["announcements"];
  readonly #listeners: Listener[] = [];
  #noted: Announcement[] = [];
  #telling: Telling | undefined;
  #nextTicket = 1;

  constructor({ announcements }: ActorRegistry<S>) {
    this.#sources = announcements;
  }

  /** Something that was told has not been applied everywhere. */
  get isTelling(): boolean {
    return this.#telling !== undefined;
  }

  /** Listeners have the numbers 0, 1, … in the order in which they come. */
  addListener(port: Port, round: Round): void {
    this.#listeners.push({ port, round, hasGone: false });
  }

  /** The facts of a step that was just decided. */
  note(facts: readonly Fact[]): void {
    if (this.#sources === undefined) return;
    for (const fact of facts) {
      const announcement = this.#sources.of(fact);
      if (announcement !== undefined) this.#noted.push(announcement);
    }
  }

  /** What was noted since the last call: the announcements of the commit that begins now. */
  take(): readonly Announcement[] {
    if (this.#noted.length === 0) return NOTHING;
    const noted = this.#noted;
    this.#noted = [];
    return noted;
  }

  /** Tells everybody; calls `told` when all have applied it, at once where there is nothing. */
  tell(announcements: readonly Announcement[], told: () => void): void {
    if (announcements.length === 0) {
      told();
      return;
    }
    this.#telling = { announcements, rounds: [...ROUNDS], ticket: 0, awaited: new Set(), told };
    this.#settle();
  }

  /** Tells everybody all that the state holds. */
  tellAll(state: S, told: () => void): void {
    this.tell([...(this.#sources?.all(state) ?? NOTHING)], told);
  }

  /** A listener has applied everything up to the ticket. */
  applied(listener: number, ticket: number): void {
    if (this.#telling?.ticket !== ticket) return;
    this.#telling.awaited.delete(listener);
    this.#settle();
  }

  /** A listener has closed its port: whatever it would have served, it serves no more. */
  left(listener: number): void {
    (this.#listeners[listener] as Listener).hasGone = true;
    this.#telling?.awaited.delete(listener);
    this.#settle();
  }

  /** Goes on to the next round, and to the end, when nobody is waited for. */
  #settle(): void {
    while (this.#telling !== undefined && this.#telling.awaited.size === 0) {
      const round = this.#telling.rounds.shift();
      if (round !== undefined) this.#begin(this.#telling, round);
      else {
        const { told } = this.#telling;
        this.#telling = undefined;
        told();
      }
    }
  }

  #begin(telling: Telling, round: Round): void {
    telling.ticket = this.#nextTicket++;
    for (const [number, listener] of this.#listeners.entries()) {
      if (listener.round !== round || listener.hasGone) continue;
      telling.awaited.add(number);
      post(listener.port, telling);
    }
  }
}

/** Only the last message asks for an answer. */
function post(port: Port, { announcements, ticket }: Telling): void {
  for (let at = 0; at < announcements.length; at += ANNOUNCEMENTS_PER_MESSAGE) {
    const some = announcements.slice(at, at + ANNOUNCEMENTS_PER_MESSAGE);
    const isLast = at + ANNOUNCEMENTS_PER_MESSAGE >= announcements.length;
    port.postMessage({ kind: "announced", announcements: some, ticket: isLast ? ticket : 0 });
  }
}

const NOTHING: readonly Announcement[] = [];

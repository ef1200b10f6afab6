/**
 * Announces decisions of a shard that other threads must act on before a caller is answered: the edges
 * learn that a key is revoked, the ledger shards learn that a Product exists. The mailbox holds back the
 * replies of a commit until every listener has applied its announcements. After a restart main is told
 * again what it must act on before the shard serves, so a command that needs other shards is completed
 * even when a crash interrupts it. The edges are told nothing then: they look up what is in force.
 * Guarantees: an announcement is sent only after its fact is durable; announcements arrive in the order
 * of their facts; a round begins when the earlier round has applied everything; a listener that has
 * closed its port is not waited for.
 */
import type { Announcement } from "../contract/declare/announcement.ts";
import type { ShardRegistry } from "../contract/declare/registry.ts";
import type { Port } from "../contract/messages/event_loop.ts";
import type { Fact } from "../contract/records/record.ts";

/**
 * The rounds in order: first main, which opens the realms of a new Product on their shards; then the
 * edges, which send the shards requests of that Product.
 */
export type Round = "shards" | "edges";
const ROUNDS: readonly Round[] = ["shards", "edges"];

/** Announcements in one message, some hundred kilobytes. */
const ANNOUNCEMENTS_PER_MESSAGE = 1_000;

type Listener = { port: Port; round: Round; hasGone: boolean };
type Telling = {
  announcements: readonly Announcement[];
  /** Rounds that have not begun yet. */
  rounds: Round[];
  ticket: number;
  awaited: Set<number>;
  told: () => void;
};

export class Announcer<S> {
  readonly #sources: ShardRegistry<S>["announcements"];
  readonly #listeners: Listener[] = [];
  #noted: Announcement[] = [];
  #telling: Telling | undefined;
  #nextTicket = 1;

  constructor({ announcements }: ShardRegistry<S>) {
    this.#sources = announcements;
  }

  /** True while a listener has not applied an announcement that was sent. */
  get isTelling(): boolean {
    return this.#telling !== undefined;
  }

  /** Adds a listener. Listeners are numbered 0, 1, … in the order in which they are added. */
  addListener(port: Port, round: Round): void {
    this.#listeners.push({ port, round, hasGone: false });
  }

  /** Collects the announcements of the facts of a step that was just decided. */
  note(facts: readonly Fact[]): void {
    if (this.#sources === undefined) return;
    for (const fact of facts) {
      const announcement = this.#sources.of(fact);
      if (announcement !== undefined) this.#noted.push(announcement);
    }
  }

  /**
   * Takes the announcements that were noted since the last call; they belong to the commit that
   * begins.
   */
  take(): readonly Announcement[] {
    if (this.#noted.length === 0) return NOTHING;
    const noted = this.#noted;
    this.#noted = [];
    return noted;
  }

  /** Sends the announcements to all listeners; calls `told` when all have applied them. */
  tell(announcements: readonly Announcement[], told: () => void): void {
    this.#tell(announcements, ROUNDS, told);
  }

  /** Tells main what it must know at a start. */
  tellAtStart(state: S, told: () => void): void {
    this.#tell([...(this.#sources?.atStart(state) ?? NOTHING)], ["shards"], told);
  }

  #tell(announcements: readonly Announcement[], rounds: readonly Round[], told: () => void): void {
    if (announcements.length === 0) {
      told();
      return;
    }
    this.#telling = { announcements, rounds: [...rounds], ticket: 0, awaited: new Set(), told };
    this.#settle();
  }

  /** A listener has applied every announcement up to the ticket. */
  applied(listener: number, ticket: number): void {
    if (this.#telling?.ticket !== ticket) return;
    this.#telling.awaited.delete(listener);
    this.#settle();
  }

  /**
   * A listener has closed its port: its thread serves no request any more, so it is not waited for.
   */
  left(listener: number): void {
    (this.#listeners[listener] as Listener).hasGone = true;
    this.#telling?.awaited.delete(listener);
    this.#settle();
  }

  /** Begins the next round, or ends the announcement, when no listener is waited for. */
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

/** Only the last message has a ticket, so the listener answers once. */
function post(port: Port, { announcements, ticket }: Telling): void {
  for (let at = 0; at < announcements.length; at += ANNOUNCEMENTS_PER_MESSAGE) {
    const some = announcements.slice(at, at + ANNOUNCEMENTS_PER_MESSAGE);
    const isLast = at + ANNOUNCEMENTS_PER_MESSAGE >= announcements.length;
    port.postMessage({ kind: "announced", announcements: some, ticket: isLast ? ticket : 0 });
  }
}

const NOTHING: readonly Announcement[] = [];

/**
 * The mailbox of a shard: takes the messages of the edges, runs their commands, commits, and replies
 * after the fsync. It also keeps the `state` database close behind the log, runs due steps, and stops
 * acknowledging at the first failure.
 *
 * Guarantees: requests that arrive while an fsync runs are decided meanwhile and join the next commit;
 * the replies of a commit leave in one message for each edge; `acknowledged` is published before the
 * replies; `state` is written only for durable frames; a turn takes a bounded number of requests and
 * a bounded number of due steps, so that neither holds up the other.
 */
import type { StateStore } from "../../wal/state_store.ts";
import { invariant } from "../base/invariant.ts";
import type { PlainFields } from "../contract/declare/aspects/plain.ts";
import type { Carriers } from "../contract/declare/effect.ts";
import type { ShardRegistry } from "../contract/declare/registry.ts";
import type {
  Envelope,
  LocateRequest,
  ShardSignals,
  ToShard,
} from "../contract/messages/envelope.ts";
import { readEnvelopes } from "../contract/messages/envelope_text.ts";
import { type EventLoop, type Port, THREAD_EVENT_LOOP } from "../contract/messages/event_loop.ts";
import { REALM_OPENED, type RealmDocument } from "../contract/records/realm_document.ts";
import { Announcer, type Round } from "./announcer.ts";
import { type Command, type Outcome, writeCommand } from "./command.ts";
import { DueLoop } from "./due_loop.ts";
import { EffectCarrying } from "./effect_carrying.ts";
import { Endings, resumed } from "./endings.ts";
import type { GroupCommit } from "./group_commit.ts";
import type { Journal } from "./journal.ts";
import { KnownCallers } from "./known_callers.ts";
import { ReplyGroups } from "./reply_groups.ts";
import { ViewWriter, type ViewWriterParts } from "./view_writer.ts";
import { Waiters } from "./waiters.ts";

/** Requests decided in one turn of the event loop; the message that reaches the limit is finished. */
const WORK_SLICE = 64;
/** So many characters of a message, as a transfer has, count as a request. */
const REQUEST_CHARACTERS = 256;
const UNAVAILABLE = "the shard does not serve; its log says why";

export type MailboxParts<S> = Pick<ViewWriterParts<S>, "drainSlice"> & {
  journal: Journal<S>;
  commit: GroupCommit;
  registry: ShardRegistry<S>;
  store: StateStore;
  signals: ShardSignals;
  nowMs: () => number;
  onFailure: (error: Error) => void;
  /** The event loop; when absent, the one of this thread. */
  loop?: EventLoop;
  /** Due steps in one turn of the event loop; `DUE_SLICE` when absent. */
  dueSlice?: number;
  /** A carrier for each kind of effect that the registry declares. */
  carriers?: Carriers;
};

export type NewRealm = Pick<RealmDocument, "names" | "createdAtMs">;

type Received = { edge: number; message: ToShard };
export class Mailbox<S> {
  readonly #parts: MailboxParts<S>;
  readonly #loop: EventLoop;
  readonly #replies: ReplyGroups;
  readonly #effects: EffectCarrying;
  /** Messages that the event loop has delivered and the mailbox has not taken yet. */
  readonly #inbox: Received[] = [];
  readonly #announcer: Announcer<S>;
  readonly #due: DueLoop<S>;
  readonly #endings: Endings<S>;
  readonly #callers = new KnownCallers();
  #workScheduled = false;
  readonly #view: ViewWriter<S>;
  #failed = false;
  #onStartFailed: (error: Error) => void = () => {};
  #closing = false;
  readonly #waiters = new Waiters();
  readonly #counts = { commands: 0, replayed: 0, refused: 0 };

  constructor(parts: MailboxParts<S>) {
    this.#parts = parts;
    this.#loop = parts.loop ?? THREAD_EVENT_LOOP;
    this.#replies = new ReplyGroups((facts) => parts.journal.effects.awaitedIn(facts));
    this.#view = new ViewWriter({
      ...parts,
      loop: this.#loop,
      replies: this.#replies,
      settle: () => this.#settle(),
      fail: (error) => this.fail(error),
    });
    this.#announcer = new Announcer(parts.registry);
    this.#endings = new Endings({ ...parts, replies: this.#replies });
    this.#due = new DueLoop({
      ...parts,
      loop: this.#loop,
      run: (command) => this.#step(command),
      wake: () => this.#schedule(),
      arrived: (toldBy) => this.#endings.tell(toldBy),
      halted: ({ number }) => this.#replies.refuseParked(number),
    });
    const { journal, commit, signals, carriers = new Map() } = parts;
    this.#effects = new EffectCarrying({
      ...{ journal, commit, signals, carriers, announcer: this.#announcer, replies: this.#replies },
      resume: (command) => {
        if (command !== undefined) this.#guarded(() => this.#step(command));
        this.#settle();
      },
    });
  }

  get counters() {
    return { ...this.#counts, ...this.#view.counters };
  }

  /** Serves an edge, or main. The number that the edge gets is used within this mailbox only. */
  attach(port: Port, round: Round = "edges"): void {
    const edge = this.#replies.addEdge(port);
    this.#announcer.addListener(port, round);
    port.on("close", () => this.#announcer.left(edge));
    port.on("message", (message: ToShard) => {
      this.#inbox.push({ edge, message });
      this.#schedule();
    });
  }

  /**
   * After replay: begins to serve, and to run the steps that became due while the process was down.
   * Resolves when main has applied what it must know and, of a shard that announces, the view shows
   * all that is acknowledged: edges look up in it. Rejects when the shard fails before that.
   */
  start(): Promise<void> {
    const { journal, registry, signals } = this.#parts;
    return new Promise((resolve, reject) => {
      this.#onStartFailed = reject;
      this.#announcer.tellAtStart(journal.state, () => {
        signals.serving = true;
        this.#view.expect(registry.announcements === undefined ? 0 : signals.acknowledged, resolve);
        this.#due.start();
        this.#settle();
      });
    });
  }

  /** Opens the realms that are not open; resolves when the records of their opening are durable. */
  async openRealms(realms: readonly NewRealm[]): Promise<void> {
    this.#own(() => {
      for (const { names, createdAtMs } of realms) {
        const realm = this.#parts.journal.openRealm(names, createdAtMs);
        if (realm !== undefined) this.#due.touch(realm, [{ kind: REALM_OPENED }]);
      }
    });
    await this.#whenDurable(this.#parts.commit.newest);
  }

  /** Runs a command of the platform itself; resolves with its outcome when it is durable. */
  async run(command: Command): Promise<Outcome & { body: string }> {
    let outcome: Outcome | undefined;
    this.#own(() => {
      outcome = this.#step(command);
    });
    if (outcome === undefined) throw new Error(UNAVAILABLE);
    const { body } = outcome;
    await this.#whenDurable(outcome.frame);
    invariant(body !== undefined, "the platform asks for nothing that takes many turns");
    return { ...outcome, body };
  }

  /**
   * Answers the messages in the mailbox, writes the view, and stops. One more slice of due steps runs;
   * the next start runs the others, and callers who wait for them are told to retry.
   */
  async close(): Promise<void> {
    this.#drainPorts();
    this.#guarded(() => {
      this.#takeSome(Number.POSITIVE_INFINITY);
      this.#due.runSlice();
    });
    this.#due.stop();
    this.#settle();
    await this.#whenIdle();
    this.#closing = true;
    this.#effects.stop();
    this.#view.close({ isLast: !this.#failed });
    this.#replies.endWaiting();
    if (!this.#failed) {
      this.#settle();
      await this.#whenIdle();
    }
    this.#parts.signals.serving = false;
    this.#replies.close();
  }

  /**
   * One turn: a slice of the waiting requests, a slice of the due steps, then a commit if none is
   * under way. Then the event loop runs, because it may hold the end of an fsync, and the replies of
   * that fsync must not wait for all requests that came later.
   */
  readonly #work = (): void => {
    this.#workScheduled = false;
    this.#guarded(() => {
      this.#takeSome(WORK_SLICE);
      this.#due.runSlice();
    });
    this.#settle();
    if (this.#inbox.length > 0) this.#schedule();
  };

  #schedule(): void {
    if (this.#workScheduled) return;
    this.#workScheduled = true;
    this.#loop.soon(this.#work);
  }

  #takeSome(limit: number): void {
    let [at, taken] = [0, 0];
    while (at < this.#inbox.length && taken < limit) {
      const { edge, message } = this.#inbox[at++] as Received;
      taken += this.#take(edge, message);
    }
    this.#inbox.splice(0, at);
  }

  /** Takes the messages in the ports that the event loop has not delivered yet. */
  #drainPorts(): void {
    for (const [edge, port] of this.#replies.edges.entries()) {
      for (
        let received = this.#loop.receive(port);
        received !== undefined;
        received = this.#loop.receive(port)
      ) {
        this.#inbox.push({ edge, message: received.message as ToShard });
      }
    }
  }

  /** Returns the number of requests in the message, or as how many they count. */
  #take(edge: number, message: ToShard): number {
    if (typeof message === "string") {
      const envelopes = readEnvelopes(message, this.#plainFieldsOf);
      for (const envelope of envelopes) this.#takeWrite(edge, envelope);
      return Math.max(envelopes.length, message.length / REQUEST_CHARACTERS);
    }
    switch (message.kind) {
      case "view":
        this.#view.ask(edge);
        return 1;
      case "locate":
        this.#locate(edge, message);
        return 1;
      case "applied":
        this.#announcer.applied(edge, message.ticket);
        return 0;
    }
  }

  #takeWrite(edge: number, envelope: Envelope): void {
    const { slot } = envelope;
    const who = this.#callers.whoOf(envelope.who);
    const realm = this.#parts.journal.realms.get(who.realmKey);
    if (this.#failed || this.#closing || realm === undefined) {
      this.#replies.refuse(edge, [slot], "the ledger does not take requests now");
      return;
    }
    this.#replies.expect(edge, slot);
    try {
      this.#answer(edge, envelope, realm, this.#step(writeCommand(envelope, who, realm)));
    } catch (cause) {
      this.fail(cause instanceof Error ? cause : new Error(String(cause)));
    }
  }

  readonly #plainFieldsOf = (operation: string): PlainFields | undefined =>
    this.#parts.registry.operations.get(operation)?.plain;

  #answer(edge: number, { slot, requestId }: Envelope, realm: RealmDocument, outcome: Outcome) {
    if (outcome.body !== undefined) this.#replies.add(edge, slot, outcome, outcome.body);
    else if (this.#due.isHalted(realm)) this.#replies.refuseExpected(edge, slot);
    else this.#replies.park(edge, slot, realm.number, requestId, outcome);
  }

  #step(command: Command): Outcome {
    const { journal } = this.#parts;
    const first = journal.execute(command);
    this.#due.touch(command.realm, first.facts);
    this.#announcer.note(first.facts);
    this.#endings.follow(command, first);
    const outcome = resumed(journal, command, first, (resumption) => this.#step(resumption));
    this.#counts.commands++;
    if (outcome.replayed) this.#counts.replayed++;
    else if (outcome.status >= 400) this.#counts.refused++;
    return outcome;
  }

  /** A failed shard does not know which keys were used: it sends no answer, the edge says "unknown". */
  #locate(edge: number, { ticket, realm, key }: LocateRequest): void {
    if (this.#failed) return;
    const { journal } = this.#parts;
    const number = journal.realms.get(realm)?.number ?? -1;
    const place = journal.placeOfKey(number, key);
    this.#replies.post(edge, { kind: "located", ticket, place });
  }

  /** Begins the next commit or sends its replies, and writes the view. Called after every turn. */
  #settle(): void {
    const { commit } = this.#parts;
    if (this.#failed) return;
    const isWaiting = commit.isCommitting || this.#announcer.isTelling;
    if (!isWaiting && commit.hasRecords) this.#beginCommit();
    else if (!isWaiting) this.#replies.sendOpen();
    this.#guarded(this.#effects.tend);
    this.#view.tend();
    this.#due.tend();
    if (this.#due.hasWork) this.#schedule();
    if (!this.#isBusy()) this.#waiters.wakeIdle();
  }

  #beginCommit(): void {
    const { commit } = this.#parts;
    this.#replies.beginFlight();
    const announcements = this.#announcer.take();
    commit.commit((sequence) => {
      this.#parts.signals.acknowledged = sequence;
      this.#announcer.tell(announcements, () => {
        if (this.#failed) return;
        this.#replies.sendInFlight();
        this.#waiters.wakeDurable(sequence);
        this.#settle();
      });
      // Readers of this frame do not wait for those who apply its announcements.
      if (this.#announcer.isTelling && !this.#failed) this.#view.tend();
    });
    this.#view.drainIfDue();
  }

  #isBusy(): boolean {
    const { commit } = this.#parts;
    return (
      commit.isCommitting ||
      this.#announcer.isTelling ||
      commit.hasRecords ||
      this.#inbox.length > 0 ||
      this.#view.isBusy
    );
  }

  /** Resolves when the shard has no work under way, or has failed. */
  async #whenIdle(): Promise<void> {
    while (this.#isBusy() && !this.#failed) {
      await this.#waiters.untilIdle();
    }
  }

  /** Resolves when `frame` is durable and announced; throws when the shard fails before that. */
  async #whenDurable(frame: number): Promise<void> {
    const isOpen = this.#parts.commit.durable < frame || this.#announcer.isTelling;
    if (isOpen && !this.#failed) await this.#waiters.untilDurable(frame);
    if (this.#failed) throw new Error(UNAVAILABLE);
  }

  /** A bug in a step leaves memory in doubt: the shard stops, and a restart replays the log. */
  #guarded(step: () => void): void {
    try {
      step();
    } catch (cause) {
      this.fail(cause instanceof Error ? cause : new Error(String(cause)));
    }
  }

  /** Runs a command of the platform. A mailbox that closes refuses it, because no commit follows. */
  #own(step: () => void): void {
    if (this.#closing) throw new Error(UNAVAILABLE);
    this.#guarded(step);
    this.#settle();
  }

  /**
   * Stops acknowledging until a restart: the outcome of the requests under way is unknown until the
   * restart replays the log. Every caller who waits is answered 503, retry with the same key.
   */
  fail(error: Error): void {
    if (this.#failed) return;
    this.#failed = true;
    this.#effects.stop();
    this.#parts.signals.serving = false;
    this.#due.stop();
    this.#replies.refuseAll();
    this.#parts.onFailure(error);
    this.#onStartFailed(error);
    this.#waiters.wakeAll();
  }
}

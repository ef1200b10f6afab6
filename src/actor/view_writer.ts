/**
 * Keeps the `state` environment close behind the log: what changed is taken out of memory when a
 * commit begins and memory stands at exactly one frame, and is written when that frame is durable; at
 * once where an edge waits for it. Part of the mailbox, which calls it after every turn.
 */
import type { StateStore } from "../../wal/state_store.ts";
import type { ShardSignals } from "../contract/envelope.ts";
import type { CallOff, EventLoop } from "../contract/event_loop.ts";
import type { Batch } from "./checkpoint.ts";
import type { GroupCommit } from "./group_commit.ts";
import type { Journal } from "./journal.ts";
import type { ReplyGroups } from "./reply_groups.ts";
import { VIEW_LAG_MS, ViewWriteSchedule } from "./view_write_schedule.ts";

export type ViewWriterParts<S> = {
  journal: Journal<S>;
  commit: GroupCommit;
  store: StateStore;
  signals: ShardSignals;
  nowMs: () => number;
  loop: EventLoop;
  replies: ReplyGroups;
  /** Something has changed: the mailbox looks what is to be done next. */
  settle: () => void;
  fail: (error: Error) => void;
};

/** Stands for the mailbox itself among the edges that wait. */
const OWN = -1;

export class ViewWriter<S> {
  /** Counted for metrics. */
  readonly counters = { viewWrites: 0, viewDocuments: 0 };
  readonly #parts: ViewWriterParts<S>;
  readonly #schedule = new ViewWriteSchedule();
  readonly #waiters = new Set<number>();
  /** Drained documents whose frame is not durable yet. */
  #batch: Batch | undefined;
  #isWriting = false;
  #drainedSequence: number;
  #toldSequence = -1;
  #callOffLag: CallOff | undefined;
  #closing = false;

  constructor(parts: ViewWriterParts<S>) {
    this.#parts = parts;
    this.#drainedSequence = parts.signals.viewed;
  }

  get isBusy(): boolean {
    return this.#batch !== undefined || this.#waiters.size > 0;
  }

  /** An edge waits for everything that is acknowledged. */
  ask(edge: number): void {
    this.#waiters.add(edge);
  }

  /** From now on nothing waits for a timer. `isLast`: the view is to show everything once more. */
  close({ isLast }: { isLast: boolean }): void {
    this.#closing = true;
    this.#callOffLag?.();
    if (isLast) this.#waiters.add(OWN);
  }

  /** Memory now stands exactly at the newest frame: if the view is due, takes what changed. */
  drainIfDue(): void {
    const { commit, journal, nowMs } = this.#parts;
    if (this.#batch !== undefined || commit.newest === this.#drainedSequence) return;
    const waited = this.#waiters.size > 0 || this.#schedule.isDue(nowMs());
    if (!waited) return;
    const beganMs = nowMs();
    this.#batch = journal.drain(commit.newest);
    this.#drainedSequence = commit.newest;
    this.#schedule.drained(beganMs, nowMs());
  }

  /** Writes what may be written, tells who waits, and sets the timer for what is left. */
  tend(): void {
    const { commit, signals, loop, settle } = this.#parts;
    if (!commit.hasRecords) this.drainIfDue();
    this.#write();
    this.#tellWaiters();
    const lagging = signals.viewed < commit.newest && this.#batch === undefined;
    if (!lagging || this.#callOffLag !== undefined || this.#closing) return;
    this.#callOffLag = loop.after(VIEW_LAG_MS, () => {
      this.#callOffLag = undefined;
      settle();
    });
  }

  #write(): void {
    const { commit, store, signals, nowMs, settle, fail } = this.#parts;
    const batch = this.#batch;
    if (batch === undefined || this.#isWriting || batch.sequence > commit.durable) return;
    this.#isWriting = true;
    const beganMs = nowMs();
    store.write(batch).then(() => {
      this.#isWriting = false;
      this.#batch = undefined;
      this.#schedule.written(beganMs, nowMs());
      this.counters.viewWrites++;
      this.counters.viewDocuments += batch.puts.length;
      signals.viewed = batch.sequence;
      settle();
    }, fail);
  }

  /** An edge that needs a newer view asks again: its requests know which frame they need. */
  #tellWaiters(): void {
    const { signals, replies } = this.#parts;
    const { viewed } = signals;
    if (this.#waiters.size === 0) return;
    if (viewed === this.#toldSequence && viewed < signals.acknowledged) return;
    this.#toldSequence = viewed;
    for (const edge of this.#waiters) {
      if (edge !== OWN) replies.post(edge, { kind: "viewReached", sequence: viewed });
    }
    this.#waiters.clear();
  }
}

/**
 * Keeps the `state` database close behind the log: changed documents are taken from memory when a
 * commit begins, because memory then stands exactly at the end of a frame, and are written when that
 * frame is durable; at once when an edge waits for the view. It is a part of the mailbox, which calls
 * it after every turn.
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
  /** Lets the mailbox continue after a write of the view or after a timer. */
  settle: () => void;
  fail: (error: Error) => void;
};

/** The number of the mailbox itself among the edges that wait for the view. */
const OWN = -1;

export class ViewWriter<S> {
  /** Counters for metrics. */
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

  /** An edge waits until the view shows every acknowledged frame. */
  ask(edge: number): void {
    this.#waiters.add(edge);
  }

  /** From now on no timer is set. `isLast`: the view is written once more, with all that changed. */
  close({ isLast }: { isLast: boolean }): void {
    this.#closing = true;
    this.#callOffLag?.();
    if (isLast) this.#waiters.add(OWN);
  }

  /**
   * Called when memory stands exactly at the newest frame: takes the changed documents if it is
   * time.
   */
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

  /**
   * Writes the view if its frame is durable, tells waiting edges, and sets the timer of the next
   * write.
   */
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

  /** Tells waiting edges which frame the view shows; an edge that needs a newer frame asks again. */
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

/**
 * Keeps the `state` database close behind the log: a drain begins when a commit begins, because
 * memory then stands exactly at the end of a frame, takes a slice in each turn, and what it took is
 * written when that frame is durable; at once when an edge waits for the view. It is a part of the
 * mailbox, which calls it after every turn.
 */
import type { StateStore } from "../../wal/state_store.ts";
import type { ShardSignals } from "../contract/messages/envelope.ts";
import type { CallOff, EventLoop } from "../contract/messages/event_loop.ts";
import { tellWritten } from "./checkpoint.ts";
import { type Batch, changedCount, type Drain } from "./drain.ts";
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
  /** Blocks of balances and entries taken in the next slice of a drain at least, 0: none; `DRAIN_SLICE` when absent. */
  drainSlice?: () => number;
  /** Lets the mailbox continue after a write of the view, after a timer or with the next slice. */
  settle: () => void;
  fail: (error: Error) => void;
};

/**
 * Blocks and entries taken in one slice: of blocks, copies and checksums of 1 MB, 0.6 ms (4.5 us a block, Node 20.20, two
 * cores). Up to 16,000 accounts are one slice.
 */
export const DRAIN_SLICE = 128;

/** The most entries that a slice takes of what it owes: some 1 ms (1 us an entry, Node 20.20, two cores); and the most that is owed. */
const SLICE_MAX = 1_024;
const OWED_MAX = 16_384;

/** The number of the mailbox itself among the edges that wait for the view. */
const OWN = -1;

export class ViewWriter<S> {
  /** Counters for metrics. */
  readonly counters = { viewWrites: 0, viewDocuments: 0 };
  readonly #parts: ViewWriterParts<S>;
  readonly #schedule = new ViewWriteSchedule();
  readonly #waiters = new Set<number>();
  readonly #slice: () => number;
  /** The drain under way, and whether its next slice is scheduled. */
  #drain: Drain | undefined;
  #isScheduled = false;
  #drainBeganMs = 0;
  /** How many entries had changed, of those that the drain under way does not take, at its last slice; and how many slices still owe. */
  #changedBefore = 0;
  #owed = 0;
  /** What a whole drain took, until it is written: its frame may not be durable yet. */
  #batch: Batch | undefined;
  #isWriting = false;
  #drainedSequence: number;
  #toldSequence = -1;
  #callOffLag: CallOff | undefined;
  /** Those in this thread who wait for the view. */
  #expecting: { sequence: number; go: () => void }[] = [];
  #closing = false;

  constructor(parts: ViewWriterParts<S>) {
    this.#parts = parts;
    this.#slice = parts.drainSlice ?? (() => DRAIN_SLICE);
    this.#drainedSequence = parts.signals.viewed;
  }

  get isBusy(): boolean {
    return this.#isUnderWay || this.#waiters.size > 0;
  }

  /** What was drained last is not written yet. */
  get #isUnderWay(): boolean {
    return this.#drain !== undefined || this.#batch !== undefined;
  }

  /** An edge waits until the view shows every acknowledged frame. */
  ask(edge: number): void {
    this.#waiters.add(edge);
  }

  /** Calls `go` when the view shows the frame; the view is written at once for that. */
  expect(sequence: number, go: () => void): void {
    if (this.#parts.signals.viewed >= sequence) {
      go();
      return;
    }
    this.#expecting.push({ sequence, go });
    this.#waiters.add(OWN);
  }

  /** From now on no timer is set. `isLast`: the view is written once more, with all that changed. */
  close({ isLast }: { isLast: boolean }): void {
    this.#closing = true;
    this.#callOffLag?.();
    if (isLast) this.#waiters.add(OWN);
  }

  /** Called when memory stands exactly at the newest frame: begins to drain if it is time. */
  drainIfDue(): void {
    const { commit, journal, nowMs } = this.#parts;
    if (this.#isUnderWay || commit.newest === this.#drainedSequence) return;
    const isDue = this.#schedule.isDue(nowMs(), changedCount(journal.stored));
    const waited = this.#waiters.size > 0 || isDue;
    if (!waited) return;
    this.#drainBeganMs = nowMs();
    this.#drain = journal.beginDrain(commit.newest);
    this.#drainedSequence = commit.newest;
    this.#changedBefore = changedCount(journal.stored);
    this.#owed = 0;
  }

  /**
   * Takes a slice of the drain under way, writes the view if its frame is durable, tells waiting
   * edges, and sets the timer of the next write.
   */
  tend(): void {
    const { commit, signals, loop, settle } = this.#parts;
    if (!commit.hasRecords) this.drainIfDue();
    this.#takeSlice();
    this.#write();
    this.#tellWaiters();
    const lagging = signals.viewed < commit.newest && !this.#isUnderWay;
    if (!lagging || this.#callOffLag !== undefined || this.#closing) return;
    this.#callOffLag = loop.after(VIEW_LAG_MS, () => {
      this.#callOffLag = undefined;
      settle();
    });
  }

  /**
   * How many entries the next slice takes. A turn that changes very many, as a batch does, must not leave the drain behind: what changes
   * meanwhile waits for the next drain, which would be larger each time. (With slices of 128 alone, batches of 1,000 payouts one after the
   * other led to drains of 200,000 entries.) So slices owe twice as many as have changed since the drain began. They take what they owe in
   * parts, between which others are served, unless they owe very much.
   */
  #sliceNow(): number {
    const usual = this.#slice();
    if (usual === 0) return 0;
    const changed = changedCount(this.#parts.journal.stored);
    this.#owed += 2 * (changed - this.#changedBefore);
    this.#changedBefore = changed;
    const slice = Math.max(usual, Math.min(this.#owed, SLICE_MAX), this.#owed - OWED_MAX);
    this.#owed = Math.max(0, this.#owed - slice);
    return slice;
  }

  #takeSlice(): void {
    if (this.#drain === undefined) return;
    const { loop, nowMs, settle } = this.#parts;
    this.#batch = this.#drain.take(this.#sliceNow());
    if (this.#batch !== undefined) {
      this.#drain = undefined;
      this.#schedule.drained(this.#drainBeganMs, nowMs());
    } else if (!this.#isScheduled) {
      this.#isScheduled = true;
      loop.soon(() => {
        this.#isScheduled = false;
        settle();
      });
    }
  }

  #write(): void {
    const { journal, commit, store, signals, nowMs, settle, fail } = this.#parts;
    const batch = this.#batch;
    if (batch === undefined || this.#isWriting || batch.sequence > commit.durable) return;
    this.#isWriting = true;
    const beganMs = nowMs();
    store.write(batch).then(() => {
      this.#isWriting = false;
      this.#batch = undefined;
      tellWritten(journal.stored, batch);
      this.#schedule.written(beganMs, nowMs());
      this.counters.viewWrites++;
      this.counters.viewDocuments += batch.puts.length;
      signals.viewed = batch.sequence;
      this.#tellExpecting();
      settle();
    }, fail);
  }

  #tellExpecting(): void {
    const { viewed } = this.#parts.signals;
    const reached = this.#expecting.filter(({ sequence }) => sequence <= viewed);
    this.#expecting = this.#expecting.filter(({ sequence }) => sequence > viewed);
    if (this.#expecting.length > 0) this.#waiters.add(OWN);
    for (const { go } of reached) go();
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

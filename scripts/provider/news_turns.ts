/**
 * Which of the waiting news is told next. The news of one effect come in their order: the next one when the one
 * before has ended. Among effects the news that are due first come first; of several that are due at the same time,
 * those that were added first. Every method takes at most logarithmic time.
 */
import { BinaryHeap } from "../../src/base/binary_heap.ts";
import { invariant } from "../../src/base/invariant.ts";
import type { BookNews } from "./book.ts";

/** `tellings`: how often it was told in vain. `dueMs`: when it is told next, milliseconds UTC; 0: at once. */
export type WaitingNews = {
  readonly news: BookNews;
  readonly tellings: number;
  readonly dueMs: number;
};

/** `rank`: how many were added before it. `next`: the news of the same effect that follows it. */
type Turn = WaitingNews & { readonly rank: number; next: Turn | undefined };
/** The news of one effect that wait, or are being told, in their order. */
type Line = { first: Turn; last: Turn };

export class NewsTurns {
  /** By effect; every effect of which news wait or are being told. */
  readonly #lines = new Map<string, Line>();
  /** The first news of each line, but of those whose first news are being told. */
  readonly #firsts: BinaryHeap<Turn>;
  #added = 0;

  /** `onCompared`: is called each time that two news are compared. */
  constructor(onCompared: () => void = () => undefined) {
    this.#firsts = new BinaryHeap<Turn>((one, other) => {
      onCompared();
      return one.dueMs < other.dueMs || (one.dueMs === other.dueMs && one.rank < other.rank);
    });
  }

  /** The news are due at once, behind those of their effect that were added before. */
  add(news: BookNews): void {
    const turn: Turn = { news, tellings: 0, dueMs: 0, rank: this.#added++, next: undefined };
    const line = this.#lines.get(news.effectId);
    if (line !== undefined) {
      line.last.next = turn;
      line.last = turn;
      return;
    }
    this.#lines.set(news.effectId, { first: turn, last: turn });
    this.#firsts.push(turn);
  }

  /** When the next news are due, milliseconds UTC; undefined where none wait for their turn. */
  dueMs(): number | undefined {
    return this.#firsts.peek()?.dueMs;
  }

  /** The next news, which then are being told: until they are put off or ended, none of their effect are taken. */
  take(): WaitingNews | undefined {
    return this.#firsts.pop();
  }

  /** What was taken waits again, in front of the other news of its effect. */
  putOff({ news, tellings }: WaitingNews, dueMs: number): void {
    const line = this.#lineOf(news);
    const { rank, next } = line.first;
    const turn: Turn = { news, tellings: tellings + 1, dueMs, rank, next };
    if (line.last === line.first) line.last = turn;
    line.first = turn;
    this.#firsts.push(turn);
  }

  /** What was taken is told no more; the news of its effect that follow it wait for their turn. */
  end({ news }: WaitingNews): void {
    const line = this.#lineOf(news);
    const { next } = line.first;
    if (next === undefined) {
      this.#lines.delete(news.effectId);
      return;
    }
    line.first = next;
    this.#firsts.push(next);
  }

  /** The line whose first news are the ones that were taken. */
  #lineOf({ newsId, effectId }: BookNews): Line {
    const line = this.#lines.get(effectId);
    invariant(line?.first.news.newsId === newsId, "what ends or is put off was taken");
    return line;
  }
}

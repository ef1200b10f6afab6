/**
 * Time as a loop of the shard: the earliest due step of a realm runs at its own time, then the due
 * sources of the realm are asked again, so a step that an earlier step caused runs too. Realms take
 * turns, one step each.
 *
 * Guarantees: after every command in a realm the sources of that realm are asked again, and those of
 * no other realm; realms that wait for the wall clock are in a heap, so no turn looks at all realms;
 * steps that a crash left undone run when the shard starts again. A step that fails, or that its
 * source returns again after it ran, stops the time of its realm until a restart, and of no other.
 * In a realm that is retired, or that takes nothing any more, no step runs.
 */

import type { Place } from "../base/id.ts";
import { invariant } from "../base/invariant.ts";
import type { DueStep } from "../contract/declare/due_source.ts";
import type { ShardRegistry } from "../contract/declare/registry.ts";
import type { CallOff, EventLoop } from "../contract/messages/event_loop.ts";
import type { RealmDocument } from "../contract/records/realm_document.ts";
import type { Fact } from "../contract/records/record.ts";
import type { Command, Outcome } from "./command.ts";
import { Deadlines } from "./deadlines.ts";
import type { GroupCommit } from "./group_commit.ts";
import type { Journal } from "./journal.ts";
import { systemCommand } from "./system_command.ts";

/** Steps that run in one turn of the event loop: some 2 ms of rows of schedules, for which requests wait. */
export const DUE_SLICE = 16;
/**
 * Frames of about 64 KiB that may wait for the disk while due steps run. A request waits for the commit under way
 * and for its own, so neither may have many. The row `due` of the bench: p99 of others 175 ms with 64, 90 ms with 3, and
 * as many rows a second.
 */
export const DUE_FRAMES_AHEAD = 3;
/** The longest delay that a timer of Node can have, milliseconds. */
const TIMER_MAX_MS = 2 ** 31 - 1;
const NO_FACTS: readonly Fact[] = [];

export type DueLoopParts<S> = {
  journal: Journal<S>;
  commit: Pick<GroupCommit, "newest" | "durable">;
  registry: ShardRegistry<S>;
  nowMs: () => number;
  loop: EventLoop;
  /** `DUE_SLICE` when absent. */
  dueSlice?: number;
  /** Runs a due step in the same way as every other command. */
  run(command: Command): Outcome;
  /** Called when a deadline has passed: the mailbox must call `runSlice` in a later turn. */
  wake(): void;
  /** A clock has reached the time that the record at `toldBy` told it to: its caller can be answered. */
  arrived(toldBy: Place): void;
  /** The realm's time stands still until a restart: callers who wait for its clock get no answer. */
  halted(realm: RealmDocument): void;
};

/** What a realm does in its turn: it runs `step`, or its clock arrives when there is no step. */
type Turn = { step: DueStep | undefined; toldBy: Place };

export class DueLoop<S> {
  readonly #parts: DueLoopParts<S>;
  /** Realms whose sources are to be asked again. */
  readonly #touched = new Set<RealmDocument>();
  /** Realms that have a due step or an arriving clock now, in the order of their turns. */
  readonly #ready = new Map<RealmDocument, Turn>();
  /** Realms whose time stands still until a restart. */
  readonly #halted = new Set<RealmDocument>();
  readonly #deadlines = new Deadlines();
  #callOff: CallOff | undefined;
  #timerMs = Number.POSITIVE_INFINITY;
  #isStopped = false;

  constructor(parts: DueLoopParts<S>) {
    this.#parts = parts;
  }

  /**
   * True when `runSlice` must be called: a step is due, and not too many frames wait for the disk.
   */
  get hasWork(): boolean {
    const { newest, durable } = this.#parts.commit;
    return this.#ready.size > 0 && newest - durable <= DUE_FRAMES_AHEAD;
  }

  isHalted(realm: RealmDocument): boolean {
    return this.#halted.has(realm);
  }

  /** A command ran in the realm: its sources are asked again. */
  touch(realm: RealmDocument): void {
    this.#touched.add(realm);
  }

  /**
   * After the replay: finds the realms that have due steps, and the clocks that were being
   * advanced.
   */
  start(): void {
    const { journal, registry } = this.#parts;
    const { realms, state } = journal;
    for (const source of registry.due) {
      for (const number of source.realms(state)) this.touch(realms.numbered(number));
    }
    for (const number of registry.clocks?.onTheirWay(state) ?? []) {
      this.touch(realms.numbered(number));
    }
  }

  /** Asks the sources of the touched realms again and sets the timer. Called after every turn. */
  tend(): void {
    if (this.#isStopped) return;
    for (const realm of this.#touched) this.#ask(realm);
    this.#touched.clear();
    this.#setTimer();
  }

  /** Runs a bounded number of the steps that are due now. */
  runSlice(): void {
    if (this.#isStopped) return;
    const { dueSlice = DUE_SLICE } = this.#parts;
    this.tend();
    this.#takeDue(dueSlice);
    if (!this.hasWork) return;
    let left = dueSlice;
    for (const [realm, { step, toldBy }] of this.#ready) {
      if (left <= 0) return;
      left -= step?.weight ?? 1;
      // Deletes the realm; if it has another step it is added again behind all other realms.
      this.#ready.delete(realm);
      if (step === undefined) this.#arrive(realm, toldBy);
      else this.#run(realm, step, toldBy);
    }
  }

  /** No due step runs from now on. */
  stop(): void {
    this.#isStopped = true;
    this.#callOff?.();
    this.#ready.clear();
  }

  /** Makes at most `limit` realms ready whose deadline has passed: one turn runs no more steps. */
  #takeDue(limit: number): void {
    for (let left = limit; left > 0; left--) {
      const first = this.#deadlines.first();
      if (first === undefined || first.atMs > this.#parts.nowMs()) return;
      this.#ask(first.realm);
    }
  }

  /** Finds the next step of the realm, and whether it is due now or at a later time. */
  #ask(realm: RealmDocument): void {
    if (this.#halted.has(realm)) return;
    const { journal, registry, nowMs } = this.#parts;
    const { number } = realm;
    if (journal.realms.isRetired(number) || registry.gate?.(journal.state, number) !== undefined) {
      this.#ready.delete(realm);
      this.#deadlines.set(realm, undefined);
      return;
    }
    const clock = registry.clocks?.of(journal.state, realm.number);
    const step = this.#earliestOf(realm.number);
    const isDue = step !== undefined && step.atMs <= (clock?.toMs ?? nowMs());
    const toldBy = clock?.toldBy ?? 0;
    if (isDue || toldBy !== 0) this.#ready.set(realm, { step: isDue ? step : undefined, toldBy });
    else this.#ready.delete(realm);
    this.#deadlines.set(realm, clock === undefined && !isDue ? step?.atMs : undefined);
  }

  #earliestOf(realm: number): DueStep | undefined {
    const { journal, registry } = this.#parts;
    let earliest: DueStep | undefined;
    for (const source of registry.due) {
      const step = source.earliest(journal.state, realm);
      if (step === undefined || (earliest !== undefined && earliest.atMs <= step.atMs)) continue;
      earliest = step;
    }
    return earliest;
  }

  #run(realm: RealmDocument, step: DueStep, toldBy: Place): void {
    const { registry, run } = this.#parts;
    const { atMs, operation, input, cause = "clock" } = step;
    const clocks = toldBy === 0 ? undefined : registry.clocks;
    const facts = clocks === undefined ? NO_FACTS : [clocks.stepped(atMs)];
    const command = systemCommand(operation, input, realm, cause, toldBy);
    const { place } = run({ ...command, due: { atMs, facts } });
    this.#ask(realm);
    const next = this.#ready.get(realm)?.step;
    if (place === 0 || (next !== undefined && isSame(next, step))) this.#halt(realm, step);
  }

  #arrive(realm: RealmDocument, toldBy: Place): void {
    const { journal, registry, arrived } = this.#parts;
    invariant(registry.clocks !== undefined, "only a clock that is told arrives");
    const fact = registry.clocks.arrived(journal.state, realm.number);
    journal.writeOwn("clock.arrive", "clock", toldBy, fact);
    this.#ask(realm);
    arrived(toldBy);
  }

  #halt(realm: RealmDocument, { operation, atMs, input }: DueStep): void {
    const { journal, halted } = this.#parts;
    this.#halted.add(realm);
    this.#ready.delete(realm);
    this.#deadlines.set(realm, undefined);
    const step = `${operation} due at ${atMs} with ${JSON.stringify(input)}`;
    const what = `the time of realm ${realm.key} stands still until a restart, at ${step}`;
    journal.onBug(what, new Error("a due step failed, or did not take itself off its source"));
    halted(realm);
  }

  /**
   * Sets the timer for the earliest deadline. A timer that was set for a deadline which is gone by
   * then wakes the mailbox, which finds no due step and sets the timer again.
   */
  #setTimer(): void {
    const { loop, nowMs, wake } = this.#parts;
    const first = this.#deadlines.first();
    if (first === undefined || first.atMs >= this.#timerMs) return;
    this.#callOff?.();
    this.#timerMs = first.atMs;
    const delayMs = Math.min(Math.max(0, first.atMs - nowMs()), TIMER_MAX_MS);
    this.#callOff = loop.after(delayMs, () => {
      this.#callOff = undefined;
      this.#timerMs = Number.POSITIVE_INFINITY;
      wake();
    });
  }
}

function isSame(a: DueStep, b: DueStep): boolean {
  if (a.atMs !== b.atMs || a.operation !== b.operation) return false;
  return JSON.stringify(a.input) === JSON.stringify(b.input);
}

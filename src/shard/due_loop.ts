/**
 * Time as a loop of the shard: the earliest due step of a scope runs at its own time, then the due
 * sources of the scope are asked again, so a step that an earlier step caused runs too. Scopes take
 * turns, one step each.
 *
 * Guarantees: after every command in a scope the sources of that scope are asked again, and those of
 * no other scope; scopes that wait for the wall clock are in a heap, so no turn looks at all scopes;
 * steps that a crash left undone run when the shard starts again. A step that fails, or that its
 * source returns again after it ran, stops the time of its scope until a restart, and of no other.
 * In a scope that is retired no step runs.
 */

import type { Place } from "../base/id.ts";
import { invariant } from "../base/invariant.ts";
import type { DueStep } from "../contract/due_source.ts";
import type { CallOff, EventLoop } from "../contract/event_loop.ts";
import type { Fact } from "../contract/record.ts";
import type { ShardRegistry } from "../contract/registry.ts";
import type { ScopeDocument } from "../contract/scope_document.ts";
import type { Command, Outcome } from "./command.ts";
import { Deadlines } from "./deadlines.ts";
import type { GroupCommit } from "./group_commit.ts";
import type { Journal } from "./journal.ts";
import { systemCommand } from "./system_command.ts";

/** Steps that run in one turn of the event loop. */
export const DUE_SLICE = 64;
/** Frames of about 64 KiB that may wait for the disk while due steps run. */
export const DUE_FRAMES_AHEAD = 64;
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
  /** The clock of the scope has reached the time it was advanced to: waiting replies can be sent. */
  arrived(scope: ScopeDocument): void;
  /** The scope's time stands still until a restart: callers who wait for its clock get no answer. */
  halted(scope: ScopeDocument): void;
};

/** What a scope does in its turn: it runs `step`, or its clock arrives when there is no step. */
type Turn = { step: DueStep | undefined; toldBy: Place };

export class DueLoop<S> {
  readonly #parts: DueLoopParts<S>;
  /** Scopes whose sources are to be asked again. */
  readonly #touched = new Set<ScopeDocument>();
  /** Scopes that have a due step or an arriving clock now, in the order of their turns. */
  readonly #ready = new Map<ScopeDocument, Turn>();
  /** Scopes whose time stands still until a restart. */
  readonly #halted = new Set<ScopeDocument>();
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

  isHalted(scope: ScopeDocument): boolean {
    return this.#halted.has(scope);
  }

  /** A command ran in the scope: its sources are asked again. */
  touch(scope: ScopeDocument): void {
    this.#touched.add(scope);
  }

  /**
   * After the replay: finds the scopes that have due steps, and the clocks that were being
   * advanced.
   */
  start(): void {
    const { journal, registry } = this.#parts;
    const { scopes, state } = journal;
    for (const source of registry.due) {
      for (const number of source.scopes(state)) this.touch(scopes.numbered(number));
    }
    for (const number of registry.clocks?.onTheirWay(state) ?? []) {
      this.touch(scopes.numbered(number));
    }
  }

  /** Asks the sources of the touched scopes again and sets the timer. Called after every turn. */
  tend(): void {
    if (this.#isStopped) return;
    for (const scope of this.#touched) this.#ask(scope);
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
    for (const [scope, { step, toldBy }] of this.#ready) {
      if (left-- === 0) return;
      // Deletes the scope; if it has another step it is added again behind all other scopes.
      this.#ready.delete(scope);
      if (step === undefined) this.#arrive(scope, toldBy);
      else this.#run(scope, step, toldBy);
    }
  }

  /** No due step runs from now on. */
  stop(): void {
    this.#isStopped = true;
    this.#callOff?.();
    this.#ready.clear();
  }

  /** Makes at most `limit` scopes ready whose deadline has passed: one turn runs no more steps. */
  #takeDue(limit: number): void {
    for (let left = limit; left > 0; left--) {
      const first = this.#deadlines.first();
      if (first === undefined || first.atMs > this.#parts.nowMs()) return;
      this.#ask(first.scope);
    }
  }

  /** Finds the next step of the scope, and whether it is due now or at a later time. */
  #ask(scope: ScopeDocument): void {
    if (this.#halted.has(scope)) return;
    const { journal, registry, nowMs } = this.#parts;
    if (journal.scopes.isRetired(scope.number)) {
      this.#ready.delete(scope);
      this.#deadlines.set(scope, undefined);
      return;
    }
    const clock = registry.clocks?.of(journal.state, scope.number);
    const step = this.#earliestOf(scope.number);
    const isDue = step !== undefined && step.atMs <= (clock?.toMs ?? nowMs());
    const toldBy = clock?.toldBy ?? 0;
    if (isDue || toldBy !== 0) this.#ready.set(scope, { step: isDue ? step : undefined, toldBy });
    else this.#ready.delete(scope);
    this.#deadlines.set(scope, clock === undefined && !isDue ? step?.atMs : undefined);
  }

  #earliestOf(scope: number): DueStep | undefined {
    const { journal, registry } = this.#parts;
    let earliest: DueStep | undefined;
    for (const source of registry.due) {
      const step = source.earliest(journal.state, scope);
      if (step === undefined || (earliest !== undefined && earliest.atMs <= step.atMs)) continue;
      earliest = step;
    }
    return earliest;
  }

  #run(scope: ScopeDocument, step: DueStep, toldBy: Place): void {
    const { registry, run } = this.#parts;
    const { atMs, operation, input } = step;
    const clocks = toldBy === 0 ? undefined : registry.clocks;
    const facts = clocks === undefined ? NO_FACTS : [clocks.stepped(atMs)];
    const command = systemCommand(operation, input, scope, "clock", toldBy);
    const { place } = run({ ...command, due: { atMs, facts } });
    this.#ask(scope);
    const next = this.#ready.get(scope)?.step;
    if (place === 0 || (next !== undefined && isSame(next, step))) this.#halt(scope, step);
  }

  #arrive(scope: ScopeDocument, toldBy: Place): void {
    const { journal, registry, arrived } = this.#parts;
    invariant(registry.clocks !== undefined, "only a clock that is told arrives");
    const fact = registry.clocks.arrived(journal.state, scope.number);
    journal.writeOwn("clock.arrive", "clock", toldBy, fact);
    this.#ask(scope);
    arrived(scope);
  }

  #halt(scope: ScopeDocument, { operation, atMs, input }: DueStep): void {
    const { journal, halted } = this.#parts;
    this.#halted.add(scope);
    this.#ready.delete(scope);
    this.#deadlines.set(scope, undefined);
    const step = `${operation} due at ${atMs} with ${JSON.stringify(input)}`;
    const what = `the time of scope ${scope.key} stands still until a restart, at ${step}`;
    journal.onBug(what, new Error("a due step failed, or did not take itself off its source"));
    halted(scope);
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

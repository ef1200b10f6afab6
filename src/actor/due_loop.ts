/**
 * Time as a loop of the actor: the earliest due step of a scope runs at its own time, then the
 * sources of the scope are asked again, so a row that a row made runs too. Scopes take turns, a
 * step each.
 *
 * Guarantees: after every command that touched a scope its sources are asked again, and no other
 * scope's; a scope waits for the wall clock in a heap, so nobody looks at all scopes; a run that a
 * crash cut short goes on when the actor starts again. A step that fails, or that its source gives
 * again after it ran, stops the time of its scope until a restart, and of no other scope.
 */

import type { Place } from "../base/id.ts";
import { invariant } from "../base/invariant.ts";
import type { DueStep } from "../contract/due_source.ts";
import type { CallOff, EventLoop } from "../contract/event_loop.ts";
import type { Fact } from "../contract/record.ts";
import type { ActorRegistry } from "../contract/registry.ts";
import type { ScopeDocument } from "../contract/scope_document.ts";
import type { Command, Outcome } from "./command.ts";
import { Deadlines } from "./deadlines.ts";
import type { GroupCommit } from "./group_commit.ts";
import type { Journal } from "./journal.ts";
import { systemCommand } from "./system_command.ts";

/** Steps that run in one turn of the event loop. */
export const DUE_SLICE = 64;
/** Frames, some 64 KiB each, that may not be durable yet while time runs. */
export const DUE_FRAMES_AHEAD = 64;
/** Longest timer that Node keeps, milliseconds. */
const TIMER_MAX_MS = 2 ** 31 - 1;
const NO_FACTS: readonly Fact[] = [];

export type DueLoopParts<S> = {
  journal: Journal<S>;
  commit: Pick<GroupCommit, "newest" | "durable">;
  registry: ActorRegistry<S>;
  nowMs: () => number;
  loop: EventLoop;
  /** `DUE_SLICE` when absent. */
  dueSlice?: number;
  /** Runs a step as every command is run. */
  run(command: Command): Outcome;
  /** A deadline has come: `runSlice` shall be called in a later turn. */
  wake(): void;
  /** The clock of the scope stands where it was told to go: what waited for that has its answer. */
  arrived(scope: ScopeDocument): void;
  /** The scope's time stands still until a restart: nobody who waits for it gets an answer. */
  halted(scope: ScopeDocument): void;
};

/** What a scope does when it is its turn. Without a step, its clock arrives. */
type Turn = { step: DueStep | undefined; toldBy: Place };

export class DueLoop<S> {
  readonly #parts: DueLoopParts<S>;
  /** Scopes whose sources are to be asked again. */
  readonly #touched = new Set<ScopeDocument>();
  /** Scopes that have something to do now, in the order of their turns. */
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

  /** Something is due and the disk is near: `runSlice` shall be called in a later turn. */
  get hasWork(): boolean {
    const { newest, durable } = this.#parts.commit;
    return this.#ready.size > 0 && newest - durable <= DUE_FRAMES_AHEAD;
  }

  isHalted(scope: ScopeDocument): boolean {
    return this.#halted.has(scope);
  }

  /** A command has changed something in the scope. */
  touch(scope: ScopeDocument): void {
    this.#touched.add(scope);
  }

  /** After the replay: finds what waits, and what was under way when the process ended. */
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

  /** Runs what is due now, a bounded number of steps. */
  runSlice(): void {
    if (this.#isStopped) return;
    const { dueSlice = DUE_SLICE } = this.#parts;
    this.tend();
    this.#takeDue(dueSlice);
    if (!this.hasWork) return;
    let left = dueSlice;
    for (const [scope, { step, toldBy }] of this.#ready) {
      if (left-- === 0) return;
      // Behind all others, if it has more to do: the loop then meets it again.
      this.#ready.delete(scope);
      if (step === undefined) this.#arrive(scope, toldBy);
      else this.#run(scope, step, toldBy);
    }
  }

  /** Nothing runs any more. */
  stop(): void {
    this.#isStopped = true;
    this.#callOff?.();
    this.#ready.clear();
  }

  /** Scopes whose deadline has come have something to do; as many as can have it in this turn. */
  #takeDue(limit: number): void {
    for (let left = limit; left > 0; left--) {
      const first = this.#deadlines.first();
      if (first === undefined || first.atMs > this.#parts.nowMs()) return;
      this.#ask(first.scope);
    }
  }

  /** Finds what the scope does next, now or at what time. */
  #ask(scope: ScopeDocument): void {
    if (this.#halted.has(scope)) return;
    const { journal, registry, nowMs } = this.#parts;
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

  /** For the earliest deadline. One that is set for an earlier time finds nothing, and is set anew. */
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

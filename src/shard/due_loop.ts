/**
 * Time as a loop of the shard: the earliest due step of a realm runs at its own time, then the due
 * sources of the realm are asked again, so a step that an earlier step caused runs too. Realms take
 * turns, one step each.
 *
 * Guarantees: after a command the sources are asked that wait for the kinds of its facts, in the realm of the command and
 * in no other, so after a plain transfer none is asked; in a realm whose turn has come all sources are asked, and the
 * earliest step runs; realms that wait for the wall clock are in a heap, so no turn looks at all realms;
 * steps that a crash left undone run when the shard starts again. A step that fails, or that its
 * source returns again after it ran, stops the time of its realm until a restart, and of no other.
 * In a realm that is retired no step runs; in one that takes nothing any more, and has the wall clock, those run that say so.
 */
import type { Place } from "../base/id.ts";
import { invariant } from "../base/invariant.ts";
import type { AskedSource, DueStep } from "../contract/declare/due_source.ts";
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

/**
 * What a realm does in its turn: it runs `step`, or its clock arrives where the record at `toldBy` told it to go. Where
 * there is neither, `waitsUntilMs` is when the earliest step is due by the wall clock.
 */
type Next = { step: DueStep | undefined; toldBy: Place; waitsUntilMs: number | undefined };
const NOTHING: Next = { step: undefined, toldBy: 0, waitsUntilMs: undefined };

export class DueLoop<S> {
  readonly #parts: DueLoopParts<S>;
  /** By kind of fact: the sources that are asked after it. */
  readonly #sources: ReadonlyMap<string, readonly AskedSource<S>[]>;
  /** By realm: the sources that are to be asked. */
  readonly #touched = new Map<RealmDocument, Set<AskedSource<S>>>();
  /** Realms that have, or have had, a due step or an arriving clock, in the order of their turns. */
  readonly #ready = new Set<RealmDocument>();
  /** Realms whose time stands still until a restart. */
  readonly #halted = new Set<RealmDocument>();
  readonly #deadlines = new Deadlines();
  #callOff: CallOff | undefined;
  #timerMs = Number.POSITIVE_INFINITY;
  #isStopped = false;

  constructor(parts: DueLoopParts<S>) {
    this.#parts = parts;
    this.#sources = sourcesByKind(parts.registry.due);
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

  /** A command ran in the realm, and has written these facts; where it retired the realm, those of the one in its place. */
  touch(ran: RealmDocument, facts: readonly Fact[]): void {
    const { realms } = this.#parts.journal;
    const realm = realms.nowNamed(ran);
    for (const { kind } of facts) {
      for (const source of this.#sources.get(kind) ?? []) {
        const of = source.realm === undefined ? realm : realms.numbered(source.realm);
        this.#touchedIn(of).add(source);
      }
    }
  }

  /**
   * After the replay: finds the realms that have due steps, and the clocks that were being
   * advanced.
   */
  start(): void {
    const { journal, registry } = this.#parts;
    const { realms, state } = journal;
    for (const source of registry.due) {
      for (const number of source.realms(state)) {
        this.#touchedIn(realms.numbered(number)).add(source);
      }
    }
    for (const number of registry.clocks?.onTheirWay(state) ?? []) {
      this.#touchedIn(realms.numbered(number));
    }
  }

  #touchedIn(realm: RealmDocument): Set<AskedSource<S>> {
    const sources = this.#touched.get(realm) ?? new Set();
    this.#touched.set(realm, sources);
    return sources;
  }

  /** Asks the touched sources and sets the timer. Called after every turn. */
  tend(): void {
    if (this.#isStopped) return;
    for (const [realm, sources] of this.#touched) {
      const next = this.#nextOf(realm, sources);
      if (isNow(next)) this.#ready.add(realm);
      else if (next.waitsUntilMs !== undefined) {
        this.#deadlines.setEarlier(realm, next.waitsUntilMs);
      }
    }
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
    for (const realm of this.#ready) {
      if (left <= 0) return;
      const { step, toldBy } = this.#ask(realm);
      left -= step?.weight ?? 1;
      // Deletes the realm; if it has another step it is added again behind all other realms.
      this.#ready.delete(realm);
      if (step !== undefined) this.#run(realm, step, toldBy);
      else if (toldBy !== 0) this.#arrive(realm, toldBy);
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

  /** Asks all sources for what is next in the realm, and makes the realm ready or wait for it. */
  #ask(realm: RealmDocument): Next {
    const next = this.#nextOf(realm, this.#parts.registry.due);
    this.#touched.delete(realm);
    if (isNow(next)) this.#ready.add(realm);
    else this.#ready.delete(realm);
    this.#deadlines.set(realm, next.waitsUntilMs);
    return next;
  }

  /** What is next in the realm, as far as these sources know. */
  #nextOf(realm: RealmDocument, sources: Iterable<AskedSource<S>>): Next {
    const { journal, registry, nowMs } = this.#parts;
    const { realms, state } = journal;
    const { number } = realm;
    if (this.#halted.has(realm) || realms.isRetired(number)) return NOTHING;
    const clock = registry.clocks?.of(state, number);
    const isShut = registry.gate?.(state, number) !== undefined;
    if (isShut && clock !== undefined) return NOTHING;
    const toldBy = clock?.toldBy ?? 0;
    let earliest: DueStep | undefined;
    for (const source of sources) {
      const step = source.earliest(state, number);
      if (step === undefined || (isShut && step.runsWhenShut !== true)) continue;
      if (!(earliest && earliest.atMs <= step.atMs)) earliest = step;
    }
    if (earliest !== undefined && earliest.atMs <= (clock?.toMs ?? nowMs())) {
      return { step: earliest, toldBy, waitsUntilMs: undefined };
    }
    const waitsUntilMs = clock === undefined ? earliest?.atMs : undefined;
    return { step: undefined, toldBy, waitsUntilMs };
  }

  #run(realm: RealmDocument, step: DueStep, toldBy: Place): void {
    const { registry, run } = this.#parts;
    const { atMs, operation, input, cause = "clock" } = step;
    const clocks = toldBy === 0 ? undefined : registry.clocks;
    const facts = clocks === undefined ? NO_FACTS : [clocks.stepped(step)];
    const command = systemCommand(operation, input, realm, cause, toldBy);
    const { place } = run({ ...command, due: { atMs, facts } });
    const { step: next } = this.#ask(realm);
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

function sourcesByKind<S>(all: readonly AskedSource<S>[]) {
  const sources = new Map<string, AskedSource<S>[]>();
  for (const source of all) {
    for (const kind of source.kinds) sources.set(kind, [...(sources.get(kind) ?? []), source]);
  }
  return sources;
}

/** Whether the realm has something to do in its turn. */
function isNow({ step, toldBy }: Next): boolean {
  return step !== undefined || toldBy !== 0;
}

function isSame(a: DueStep, b: DueStep): boolean {
  if (a.atMs !== b.atMs || a.operation !== b.operation) return false;
  return JSON.stringify(a.input) === JSON.stringify(b.input);
}

/**
 * What the passing of time causes: rows that features keep until a certain time, and clocks that
 * advance only when a caller advances them. A shard runs the earliest step of a realm at the
 * step's own time, and then asks for the next step.
 */
import type { Place } from "../../base/id.ts";
import type { Fact } from "../records/record.ts";

/**
 * An operation that runs because its time has come. `atMs`: when it is due, milliseconds UTC. `cause`: who acts;
 * the clock by default, and a provider where the step stands in for one. `weight`: as how many of the steps that a shard takes in one
 * turn it counts, 1 by default; for a step that does the work of many. `isOfPlatform`: the platform does it for its own books, so a
 * caller who advances a clock is not told of it among the steps that ran. `runsWhenShut`: also in a realm that takes nothing any
 * more, by the wall clock.
 */
export type DueStep = {
  atMs: number;
  operation: string;
  input: Record<string, unknown>;
  cause?: "provider";
  weight?: number;
  isOfPlatform?: true;
  runsWhenShut?: true;
};

/**
 * Rows of one kind, each of which waits for its time. The source stands in the manifest of the feature whose facts make
 * the rows, because a shard asks it for its earliest step after those facts alone.
 */
export type DueSource<S> = {
  name: string;
  /** The realm of all rows, whichever realm their record is in; absent where a row waits in the realm of its record. */
  realm?: number;
  /** Numbers of the realms that have a waiting row. Called once, when a shard starts. */
  realms(state: S): Iterable<number>;
  /**
   * The earliest step of a realm, of several at the same time the first by id; undefined while no
   * row waits. Takes at most logarithmic time. A step that has run must not be returned again.
   */
  earliest(state: S, realm: number): DueStep | undefined;
};

/**
 * A source, and the kinds of the facts that can make a step of it due, or due earlier: the facts of its feature, and those
 * of the features that say where clocks go and which realms take nothing.
 */
export type AskedSource<S> = DueSource<S> & { kinds: ReadonlySet<string> };

/** The target of a clock that advances only when a caller advances it. */
export type ToldClock = {
  /** The target, milliseconds UTC. Every step that is due at or before the target runs. */
  toMs: number;
  /** The record that advanced the clock to the target; 0 once the clock has arrived. */
  toldBy: Place;
};

/** Clocks that only a caller advances. Realms without such a clock use the wall clock. */
export type ToldClocks<S> = {
  /** Numbers of the realms whose clock is before its target. Called once, when a shard starts. */
  onTheirWay(state: S): Iterable<number>;
  /** The clock of a realm; undefined where the realm uses the wall clock. */
  of(state: S, realm: number): ToldClock | undefined;
  /**
   * The fact that moves a clock to the time of a step. It is the last one of the record of the step, and is applied before the
   * others: what the step does happens at its time.
   */
  stepped(step: DueStep): Fact;
  /** The kind of that fact. */
  steppedKind: string;
  /**
   * The fact that moves a clock to its target once no step is due before the target; it is part of
   * a record of the shard itself.
   */
  arrived(state: S, realm: number): Fact;
};

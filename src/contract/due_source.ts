/**
 * What time itself asks for: rows that features keep until their time comes, and clocks that are
 * told how far to go. An actor runs the earliest step of a scope at the step's own time, and asks
 * again.
 */
import type { Place } from "../base/id.ts";
import type { Fact } from "./record.ts";

/** An operation that time asks for, and when it is due, milliseconds UTC. */
export type DueStep = { atMs: number; operation: string; input: Record<string, unknown> };

/** Rows of one kind that wait for their time. */
export type DueSource<S> = {
  name: string;
  /** Numbers of the scopes in which a row waits. Asked once, when an actor starts. */
  scopes(state: S): Iterable<number>;
  /**
   * The earliest step of a scope, of several at one time the first by id; undefined while no row
   * waits. Takes logarithmic time at the most. A step that has run must not be given again.
   */
  earliest(state: S, scope: number): DueStep | undefined;
};

/** Where a clock that is told goes. */
export type ToldClock = {
  /** Milliseconds UTC. What is due at or before it runs. */
  toMs: number;
  /** The record that told the clock to go there; 0 once the clock stands there. */
  toldBy: Place;
};

/** Clocks that stand still until they are told to go. Other scopes have the wall clock. */
export type ToldClocks<S> = {
  /** Numbers of the scopes whose clock is on its way. Asked once, when an actor starts. */
  onTheirWay(state: S): Iterable<number>;
  /** The clock of a scope; undefined where the scope has the wall clock. */
  of(state: S, scope: number): ToldClock | undefined;
  /** Moves a clock on its way to the time of a step; stands in the record of the step. */
  stepped(atMs: number): Fact;
  /** Lets a clock arrive once nothing is due on its way; stands in a record of the shard itself. */
  arrived(state: S, scope: number): Fact;
};

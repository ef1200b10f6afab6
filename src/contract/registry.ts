/** What `main` and `worker` hand to an actor so that it can act for features it does not know. */
import type { Announcement } from "./announcement.ts";
import type { DueSource, ToldClocks } from "./due_source.ts";
import type { EffectKind } from "./effect.ts";
import type { EventsOf } from "./event.ts";
import type { Apply, WriteOperation } from "./operation.ts";
import type { ScopeNames } from "./principal.ts";
import type { Fact, FactCodec } from "./record.ts";
import type { Table } from "./table.ts";

/** What other threads must act on: what a fact means for them, and all that is in force. */
export type Announcements<S> = {
  of(fact: Fact): Announcement | undefined;
  all(state: S): Iterable<Announcement>;
};

export type ActorRegistry<S> = {
  operations: ReadonlyMap<string, WriteOperation<S>>;
  /** By fact kind; every kind in the log has one. */
  apply: ReadonlyMap<string, Apply<S>>;
  /** By fact kind: what is told of it; every kind that `apply` has is here too. */
  events: ReadonlyMap<string, EventsOf>;
  codecs: readonly FactCodec[];
  /** Every kind of effect that a decision may name; each needs a carrier where the actor runs. */
  effects: readonly EffectKind[];
  /** The scope that a fact opens beside what it changes; absent where no fact opens one. */
  opens?(fact: Fact): ScopeNames | undefined;
  /** What every edge must know; absent for an actor that tells the edges nothing. */
  announcements?: Announcements<S>;
  createState(): S;
  /** Every table of the state, indexes included. */
  tables(state: S): Table[];
  /** Called once after loading and before replay: rebuilds what is not stored. */
  loaded(state: S): void;
  /** What time itself asks for. Of steps at one time, those of the first source run first. */
  due: readonly DueSource<S>[];
  /** Absent where every scope has the wall clock. */
  clocks?: ToldClocks<S>;
};

/** What `main` and `worker` hand to an actor so that it can act for features it does not know. */
import type { Apply, FollowUp, WriteOperation } from "./operation.ts";
import type { FactCodec } from "./record.ts";
import type { ScopeDocument } from "./scope_document.ts";
import type { Table } from "./table.ts";

export type ActorRegistry<S> = {
  operations: ReadonlyMap<string, WriteOperation<S>>;
  /** By fact kind; every kind in the log has one. */
  apply: ReadonlyMap<string, Apply<S>>;
  codecs: readonly FactCodec[];
  createState(): S;
  /** Every table of the state, in the order of loading. */
  tables(state: S): Table[];
  /** Called once after loading and before replay: rebuilds what is not stored. */
  loaded(state: S): void;
  /** What time itself asks for in this scope at `nowMs`. */
  due(state: S, scope: ScopeDocument, nowMs: number): FollowUp[];
  /** When `due` next has something, milliseconds UTC; undefined while nothing waits. */
  nextDueMs(state: S, scope: ScopeDocument): number | undefined;
};

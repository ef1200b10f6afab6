/**
 * A scope: one Product in one environment on one shard; the unit that owns records, keys and
 * balances. Its document is stored in scope 0 under the scope's key, so that a reader finds it by the
 * key. A retired scope has another key, by which no reader looks a scope up.
 */
import type { Place } from "../base/id.ts";
import type { ScopeNames } from "./principal.ts";

export type ScopeDocument = {
  scope: 0;
  /** Number of the scope within its shard, from 1, in the order of opening. */
  number: number;
  key: string;
  names: ScopeNames;
  /** Milliseconds UTC of the Product's creation. */
  createdAtMs: number;
  /** Place of the newest record of the scope; the chain of the scope's records starts there. */
  headPlace: Place;
  recordCount: number;
  /** Number of events of the scope's records, which is also the number of the last event. */
  eventCount: number;
};

/** Opens a scope on a shard. The shard room itself understands only this fact and `ScopeRenewed`. */
export type ScopeOpened = {
  kind: typeof SCOPE_OPENED;
  number: number;
  names: ScopeNames;
  createdAtMs: number;
};
export const SCOPE_OPENED = "scope.opened.1";

/**
 * Opens a scope that replaces the scope with the number `retired` and takes over its names. The fact
 * stands in the first record of the new scope.
 */
export type ScopeRenewed = Omit<ScopeOpened, "kind"> & {
  kind: typeof SCOPE_RENEWED;
  retired: number;
};
export const SCOPE_RENEWED = "scope.renewed.1";

/** The key of a scope that is retired: no Product, tenant or platform has such a name. */
export function retiredScopeKey(number: number): string {
  return `retired:${number}`;
}

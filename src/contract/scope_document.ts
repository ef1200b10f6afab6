/**
 * A scope: one Product in one environment on one shard; the unit that owns records, keys and
 * balances. Stored under scope 0 with the scope's key, so that a reader finds it by name. A scope that
 * is retired has another key, which is the name of nothing.
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
  /** Its newest record; the chain of its records starts here. */
  headPlace: Place;
  recordCount: number;
  /** Events of its records; also the number of the last one. */
  eventCount: number;
};

/** Opens a scope on a shard. The actor room itself understands this fact, and the one below. */
export type ScopeOpened = {
  kind: typeof SCOPE_OPENED;
  number: number;
  names: ScopeNames;
  createdAtMs: number;
};
export const SCOPE_OPENED = "scope.opened.1";

/**
 * Opens a scope in the place of the scope `retired`, which has the same names until then. Stands in
 * the first record of the new scope.
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

/**
 * A realm: one Product in one environment on one shard; the unit that owns records, keys and
 * balances. Its document is stored in realm 0 under the realm's key, so that a reader finds it by the
 * key. A retired realm has another key, by which no reader looks a realm up.
 */
import type { Place } from "../../base/id.ts";
import type { RealmNames } from "../declare/principal.ts";

export type RealmDocument = {
  realm: 0;
  /** Number of the realm within its shard, from 1, in the order of opening. */
  number: number;
  key: string;
  names: RealmNames;
  /** Milliseconds UTC of the Product's creation. */
  createdAtMs: number;
  /** Place of the newest record of the realm; the chain of the realm's records starts there. */
  headPlace: Place;
  recordCount: number;
  /** Number of events of the realm's records, which is also the number of the last event. */
  eventCount: number;
  /** Number of the first realm that had these names; the indexes of events are kept under it. */
  first: number;
  /** Events and records since the last block of the index of events. */
  block: { events: number; records: number };
};

/**
 * Opens a realm on a shard. The kind is the text that the logs hold: a realm was called a scope when
 * it was chosen. The shard room itself understands only this fact and `RealmRenewed`.
 */
export type RealmOpened = {
  kind: typeof REALM_OPENED;
  number: number;
  names: RealmNames;
  createdAtMs: number;
};
export const REALM_OPENED = "scope.opened.1";

/**
 * Opens a realm that replaces the realm with the number `retired` and takes over its names. The fact
 * stands in the first record of the new realm.
 */
export type RealmRenewed = Omit<RealmOpened, "kind"> & {
  kind: typeof REALM_RENEWED;
  retired: number;
};
export const REALM_RENEWED = "scope.renewed.1";

/** The key of a realm that is retired: no Product, tenant or platform has such a name. */
export function retiredRealmKey(number: number): string {
  return `retired:${number}`;
}

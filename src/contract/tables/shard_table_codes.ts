/**
 * First byte of the keys that the shard room itself stores in the `state` database. The tables
 * of features have codes of their own, from 8 to 199 (`src/features/table_codes.ts`).
 */
export const SHARD_TABLE = {
  /** One entry: the `StateMeta` of the environment. */
  meta: 0,
  realm: 1,
  /** One key for every fixed number of records of a realm: the id suffix of the record. */
  recordIndex: 2,
  idempotency: 3,
  /** Effects that are owed; the key is the effect's id without its prefix. */
  effect: 4,
  /** The indexes of events; see `event_index.ts`. */
  eventBlock: 5,
  eventType: 6,
  eventResource: 7,
  eventCustomer: 241,
  /** Where the calls of agents are that people approved; see `approved_index.ts`. */
  approvedCall: 240,
} as const;

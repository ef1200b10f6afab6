/** First byte of the actor room's own keys in the `state` environment; see also features' codes. */
export const ACTOR_TABLE = {
  /** One value: where the environment stands. */
  meta: 0,
  scope: 1,
  /** Every so many records of a scope one key: the record's id suffix. */
  recordIndex: 2,
  idempotency: 3,
  /** Effects that are owed, by the characters of their id after its prefix. */
  effect: 4,
} as const;

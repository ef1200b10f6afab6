/** The aspect `secrets` of a write that is prepared: what becomes of the secret fields of its input. */

/** Absent: the shard gets the secret fields, and the digest of the request is made without them. */
export type SecretInput<M> = {
  /**
   * A digest of the secret fields, which the digest of the request then contains: a repeated key with other secrets is
   * a conflict. Whoever has the log must not be able to test a guess by it, so `prepare` makes it under a key
   * that the log has not (`EntitySealing.digest`).
   */
  digest?(prepared: M): string;
  /**
   * True: the secret fields end with `prepare`. The shard gets the input without them, and `decide` must not ask for
   * them: for content, which is long and of which only a file is kept.
   */
  endInPrepare?: true;
};

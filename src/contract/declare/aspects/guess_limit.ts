/** How operations that take a password or a code bound the guesses of it. */

/**
 * What counts wrong guesses. `person`: the platform shard, for the person, over all sessions, with a wait that
 * grows. `mailed_code`: the code itself, which a few wrong guesses retire. `proof`: the proofs of work that the
 * guesses cost, of which an address has so many a minute. `user_code`: the memory of the process, for the
 * person and the address, in each minute.
 */
export type GuessLimit = "person" | "mailed_code" | "proof" | "user_code";

/** Assertions of what must hold: a failed invariant is a bug and stops its shard. */

/**
 * Throws when `condition` is false. `sentence` states what holds, positively.
 * Does not handle refusals (expected) or faults (the world failed).
 */
export function invariant(condition: boolean, sentence: string): asserts condition {
  if (!condition) throw new InvariantViolation(sentence);
}

/** A bug, never an expected outcome: a shard that catches it names the record, and stops. */
export class InvariantViolation extends Error {
  override readonly name = "InvariantViolation";
  constructor(sentence: string) {
    super(`invariant does not hold: ${sentence}`);
  }
}

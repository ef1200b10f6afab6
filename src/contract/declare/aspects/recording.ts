/** The aspect `recording` of a write: what its records keep, and what answers show of them. */

/** Absent: every decision leaves a record, and a recorded answer is shown as it was recorded. */
export type Recording = {
  /** True: without an idempotency key, a decision that changes nothing leaves no record. */
  onlyChanges?: true;
  /**
   * A recorded answer, reply or refusal, as an answer may show it now, where records of earlier versions have something
   * that no answer shows any more.
   */
  shown?(reply: string): string;
};

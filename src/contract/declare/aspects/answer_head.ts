/** The aspect `head` of a write: what the head of its answer has beside what every answer has. */

/** Absent: nothing. */
export type AnswerHead = {
  /**
   * What becomes of the browser's session. `begins`: the secret field `sessionToken` of the reply is set as a cookie
   * and not shown. `ends`: the cookie is removed.
   */
  session?: "begins" | "ends";
  /** The list of the reply whose texts the header `service-clock-operation-ids` shows. */
  clockOperationsAt?: string;
};

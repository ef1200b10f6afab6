/**
 * How the engine stops at a refusal. What finds one throws it, and `refusalOr`, through which every
 * entry of the engine goes, gives it back as a value: it never leaves this folder as an exception.
 * It is no `Error`, because a stack trace would cost more than the call that is refused.
 */
import { type Refusal, refuseConstraint } from "../../contract/refusals/refusal.ts";

/** What `stop` throws, and `refusalOr` catches: no error, and never seen outside of the engine. */
export class Refused {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    this.refusal = refusal;
  }
}

/**
 * The names of the rules that values break while a program runs; a program names others in
 * `require`.
 */
export const CONSTRAINTS = [
  ...(["missing_value", "amount_range", "int_range", "bps_range", "date_range"] as const),
  ...(["zero_denominator", "split_count", "split_index", "field_range"] as const),
  ...(["schedule_rows", "same_account", "consent_type"] as const),
];
export type Constraint = (typeof CONSTRAINTS)[number];

/** Ends the run with the refusal, which `refusalOr` returns. */
export function stop(refusal: Refusal): never {
  throw new Refused(refusal);
}

/** Ends the run with `state_constraint_failed`, which names the constraint. */
export function stopAt(constraint: Constraint, message: string): never {
  throw new Refused(refuseConstraint(constraint, message));
}

/**
 * The result of `run`, or the refusal with which it was stopped. Any other exception is a bug, and is thrown on.
 */
export function refusalOr<T>(run: () => T): T | Refusal {
  try {
    return run();
  } catch (thrown) {
    if (thrown instanceof Refused) return thrown.refusal;
    throw thrown;
  }
}

/** Whether an answer of the engine is a refusal. */
export function isRefusal(answer: object): answer is Refusal {
  return "refused" in answer && answer.refused === true;
}

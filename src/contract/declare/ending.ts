/**
 * How the work of a write ended that goes on after its record: the clock of a sandbox that is on its
 * way, a provider that is asked. The record says what began; the ending is a function of the record
 * and of what later records put into the state.
 */
import type { ErrorCode } from "../refusals/error_catalog.ts";
import type { Refusal } from "../refusals/refusal.ts";

/**
 * `succeeded`: `body` is the JSON text of the answer. `refused`: a 4xx, which is as final; every
 * repetition gets it again. `unknown`: a 5xx; the work is not over, and the same request resumes it.
 * The first two never change once they are there.
 */
export type Ending<C extends ErrorCode = ErrorCode> =
  | { kind: "succeeded"; atMs: number; body: string }
  | { kind: "refused"; atMs: number; refusal: Refusal<C> }
  | { kind: "unknown"; refusal: Refusal<C> };

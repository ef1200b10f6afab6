/**
 * Calls that a bug, a damaged disk or a missing one has ended: the process log gets the reason, the
 * call a refusal.
 */
import { refuse } from "../contract/refusals/refusal.ts";
import { isDamage, isUnmounted } from "../views/damage.ts";
import type { Call } from "./call.ts";

/** The part of a call that a fault or a wait needs. */
export type RefusableCall = Pick<Call, "isFinished" | "refuse">;

export type FaultLog = {
  /** Writes a fault into the process log; the caller never sees its text. */
  fault(message: string, error: Error): void;
};

/** Refuses a call that an exception has ended; the thread goes on. */
export function failCall(log: FaultLog, call: RefusableCall, cause: unknown): void {
  if (isDamage(cause)) {
    failDamaged(log, call, cause);
    return;
  }
  if (isUnmounted(cause)) {
    failUnmounted(log, call, cause.segment, cause);
    return;
  }
  const error = cause instanceof Error ? cause : new Error(String(cause));
  log.fault("a request could not be handled", error);
  call.refuse(refuse("internal_error", "the request failed unexpectedly", {}));
}

/** Refuses a read of damaged data: bytes on disk that are not the bytes that were written. */
export function failDamaged(log: FaultLog, call: RefusableCall, error: Error): void {
  log.fault("what is stored is damaged: nothing is answered from it", error);
  const message = "the read model cannot be read";
  call.refuse(refuse("resource_reader_unavailable", message, { reader: "shard" }));
}

/** Refuses a read of old records: the segment of the log that has them is not mounted. */
export function failUnmounted(
  log: FaultLog,
  call: RefusableCall,
  segment: string,
  error: Error,
): void {
  log.fault("a segment of the log is not mounted", error);
  const message = `older records are in the segment ${segment} of the log, which is not mounted now`;
  call.refuse(refuse("resource_reader_unavailable", message, { reader: "shard" }));
}

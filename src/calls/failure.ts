/**
 * Calls that a bug or a damaged disk has ended: the process log gets the reason, the call a
 * refusal.
 */
import { refuse } from "../contract/refusal.ts";
import { isDamage } from "../views/damage.ts";
import type { Call } from "./call.ts";

export type FaultLog = {
  /** Writes a fault into the process log; the caller never sees its text. */
  fault(message: string, error: Error): void;
};

/** Refuses a call that an exception has ended; the thread goes on. */
export function failCall(log: FaultLog, call: Call, cause: unknown): void {
  if (isDamage(cause)) {
    failDamaged(log, call, cause);
    return;
  }
  const error = cause instanceof Error ? cause : new Error(String(cause));
  log.fault("a request could not be handled", error);
  call.refuse(refuse("internal_error", "the request failed unexpectedly", {}));
}

/** Refuses a read of damaged data: bytes on disk that are not the bytes that were written. */
export function failDamaged(log: FaultLog, call: Call, error: Error): void {
  log.fault("what is stored is damaged: nothing is answered from it", error);
  const message = "the read model cannot be read";
  call.refuse(refuse("resource_reader_unavailable", message, { reader: "shard" }));
}

/** Calls that cannot be answered by a fault of ours or of the disk: told to the log, and refused. */
import { refuse } from "../contract/refusal.ts";
import { isDamage } from "../views/damage.ts";
import type { Call } from "./call.ts";

export type FaultLog = {
  /** For what went wrong and only the operator is told. */
  fault(message: string, error: Error): void;
};

/** A bug met on the way: this call fails, the thread goes on. */
export function failCall(log: FaultLog, call: Call, cause: unknown): void {
  if (isDamage(cause)) {
    failDamaged(log, call, cause);
    return;
  }
  const error = cause instanceof Error ? cause : new Error(String(cause));
  log.fault("a request could not be handled", error);
  call.refuse(refuse("internal_error", "the request failed unexpectedly", {}));
}

/** What was to be read is not what was written: the log of this process says what to do. */
export function failDamaged(log: FaultLog, call: Call, error: Error): void {
  log.fault("what is stored is damaged: nothing is answered from it", error);
  const message = "the read model cannot be read";
  call.refuse(refuse("resource_reader_unavailable", message, { reader: "shard" }));
}

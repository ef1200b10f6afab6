/**
 * Refusals by the shard itself, which leave no record: nothing was decided, and the shard goes on. Some
 * are of commands whose older records are in a segment of the log that is not mounted.
 */
import { SegmentUnmounted } from "../../wal/errors.ts";
import { encodeIdSuffix, type Place, placeOf } from "../base/id.ts";
import type { RecordHead } from "../contract/records/record.ts";
import { type Refusal, refuse, refuseUnavailable } from "../contract/refusals/refusal.ts";

/** The refusal of a command that needs such a record. Throws any other cause. */
export function refusalWhereUnmounted(cause: unknown): Refusal<"ledger_unavailable"> {
  if (!(cause instanceof SegmentUnmounted)) throw cause;
  return refuseUnavailable(
    `this needs an older record, in the segment ${cause.segment} of the log, which is not mounted ` +
      "now; nothing happened: retry with the same key",
  );
}

/**
 * A place in the frame that is not mounted: who reads there is refused in turn, and told which
 * segment it is. Throws any other cause.
 */
export function placeWhereUnmounted(cause: unknown): Place {
  if (!(cause instanceof SegmentUnmounted)) throw cause;
  return placeOf(cause.sequence, 0);
}

/** A decision that throws is a bug, but it has written nothing: its request alone fails. */
export const INTERNAL_ERROR = refuse(
  "internal_error",
  "the operation failed unexpectedly; nothing happened",
);

export const IDEMPOTENCY_KEYS_FULL = refuseUnavailable(
  "the shard has as many idempotency keys as it can remember",
);

/**
 * The refusal of a key that `earlier` has used. `own`: in the same realm, so that its operation may be
 * named. `isUnderWay`: what the record began is not over.
 */
export function conflictWith(
  { timeMs, shard, place }: RecordHead,
  own: boolean,
  isUnderWay: boolean,
): Refusal<"idempotency_conflict"> {
  return refuse(
    "idempotency_conflict",
    "this Idempotency-Key was used for another request; use a new key for a new request",
    {
      state: isUnderWay ? "in_progress" : "finished",
      operationId: own ? `op_${encodeIdSuffix(timeMs, shard, place, 0)}` : null,
      firstSeenAt: new Date(timeMs).toISOString(),
    },
  );
}

/** The refusal of a request whose work was under way when another realm took the place of its own. */
export function conflictWithAbandoned({ timeMs }: RecordHead): Refusal<"idempotency_conflict"> {
  return refuse(
    "idempotency_conflict",
    "the work of this Idempotency-Key was under way when the sandbox was reset; use a new key",
    { state: "in_progress", operationId: null, firstSeenAt: new Date(timeMs).toISOString() },
  );
}

/**
 * Commands whose older records are in a segment of the log that is not mounted. Nothing was decided,
 * so they are refused, and the shard goes on.
 */
import { SegmentUnmounted } from "../../wal/errors.ts";
import { type Place, placeOf } from "../base/id.ts";
import { type Refusal, refuseUnavailable } from "../contract/refusal.ts";

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

/**
 * Waits until a read may run: until the view contains every frame that was acknowledged before the
 * read arrived. So a client reads its own writes, and nobody reads a write that could still be
 * lost.
 */
import type { Place } from "../base/id.ts";
import type { RequestRecorder } from "../contract/messages/request_log.ts";
import { type Refusal, refuse } from "../contract/refusals/refusal.ts";
import type { Courier } from "../placement/courier.ts";
import { type FaultLog, failCall, type RefusableCall } from "./failure.ts";

/** What a read needs beside the view. */
export type Needs = {
  /** Idempotency keys of this realm; the shard is asked for the places of their records. */
  keys: readonly string[];
  realmKey: string;
  /** True when the read needs the log of requests with every request that has ended before. */
  requestLog: boolean;
};

/**
 * `sequence`: a frame that the view contains. `located`: for each key the place of its record, 0
 * where the key has no record.
 */
export type ReadPoint = { sequence: number; located: readonly Place[] };

export type ReadableParts = {
  nowMs: () => number;
  recorder: RequestRecorder | undefined;
  log: FaultLog;
};

const NOTHING_LOCATED: readonly Place[] = [];

/** Calls `go` when the read may run, at once where possible; refuses the call when that fails. */
export function whenReadable(
  parts: ReadableParts,
  call: RefusableCall,
  courier: Courier | undefined,
  needs: Needs,
  go: (point: ReadPoint) => void,
): void {
  if (courier?.serving !== true) {
    call.refuse(refuseUnreadable());
    return;
  }
  const sequence = courier.acknowledged;
  const asksMore = needs.keys.length > 0 || needs.requestLog;
  // Nearly every read takes this branch, so the branch allocates no closure.
  if (!asksMore && courier.isViewed(sequence)) {
    reach(parts, call, { sequence, located: NOTHING_LOCATED }, go);
  } else wait(parts, call, courier, needs, sequence, go);
}

function reach(
  { log }: ReadableParts,
  call: RefusableCall,
  point: ReadPoint,
  go: (point: ReadPoint) => void,
): void {
  if (call.isFinished) return;
  try {
    go(point);
  } catch (cause) {
    failCall(log, call, cause);
  }
}

function wait(
  parts: ReadableParts,
  call: RefusableCall,
  courier: Courier,
  needs: Needs,
  sequence: number,
  go: (point: ReadPoint) => void,
): void {
  const { nowMs, recorder } = parts;
  const whenViewed = (located: readonly Place[]) => {
    if (courier.isViewed(sequence)) reach(parts, call, { sequence, located }, go);
    else {
      courier.awaitView(sequence, nowMs(), (isReached) => {
        if (isReached) reach(parts, call, { sequence, located }, go);
        else call.refuse(refuseUnreadable());
      });
    }
  };
  if (needs.requestLog && recorder !== undefined) {
    recorder.whenWritten(() => whenViewed(NOTHING_LOCATED));
  } else if (needs.keys.length === 0) whenViewed(NOTHING_LOCATED);
  else {
    locate(courier, needs, nowMs, (located) => {
      if (located === undefined) call.refuse(refuseUnreadable());
      else whenViewed(located);
    });
  }
}

/** Asks the shard for the places of the keys' records; `settle` gets all places, or undefined. */
function locate(
  courier: Courier,
  { keys, realmKey }: Needs,
  nowMs: () => number,
  settle: (located: Place[] | undefined) => void,
): void {
  const located: Place[] = [];
  let open = keys.length;
  for (const [at, key] of keys.entries()) {
    courier.locate(realmKey, key, nowMs(), (place) => {
      if (open === 0) return;
      if (place === undefined) {
        open = 0;
        settle(undefined);
        return;
      }
      located[at] = place;
      if (--open === 0) settle(located);
    });
  }
}

/** The refusal of a read whose shard or view does not answer in time; the client may retry. */
export function refuseUnreadable(): Refusal<"resource_reader_unavailable"> {
  const message = "the read model does not answer now; retry later";
  return refuse("resource_reader_unavailable", message, { reader: "shard" });
}

/** The aspect `lasting` of a write: its work goes on after its record. */
import type { StoredRecord } from "../../records/record.ts";
import type { ErrorCode } from "../../refusals/error_catalog.ts";
import type { Ending } from "../ending.ts";
import type { RealmNames } from "../principal.ts";

/** Absent: the work is over with the record, and `reply` or `respond` gives the answer. */
export type LastingWork<S, C extends ErrorCode> = {
  /**
   * In place of `respond`: how the work of an accepted record ended; undefined while it is under way.
   * Whoever asks then waits. `replyState` gives the parts of `state` that it reads from a snapshot.
   */
  endOf(record: StoredRecord, realm: RealmNames, state: S): Ending<NoInfer<C>> | undefined;
  /**
   * The operation that the same request runs when it comes again while the ending is `unknown`. The
   * request then waits for the ending as the first did.
   */
  resumedBy?: { operation: string; inputOf(record: StoredRecord): Record<string, unknown> };
};

/** A row of a schedule as the shard stores it: what the clock does with an object at a time. */

/**
 * `waiting`: a bank was asked for the money of its collection. `failed`: it was refused, and is not tried again. `skipped`: there
 * was nothing to do.
 */
export const SCHEDULE_STATUSES = ["scheduled", "waiting", "ran", "skipped", "failed"] as const;
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number];

export type ScheduleDocument = {
  realm: number;
  scheduleId: string;
  objectId: string;
  /** The kind of the object. */
  kind: string;
  /** What the program calls the schedule, the action that it calls, and which of its rows this is. */
  schedule: string;
  action: string;
  round: number;
  index: number;
  /** When it is due next, by the Product's clock, milliseconds UTC. */
  dueAtMs: number;
  /**
   * When it was made, by the Product's clock, of a row that was due before that: its first attempt has this time, so
   * that no action runs before the call that asked for it, and a pause begins when an attempt has run.
   */
  madeAtMs?: number;
  /** The attempt that is next, or was last; from 1. */
  attempt: number;
  status: ScheduleStatus;
  /** True: every attempt was refused, and what comes next is the action that the program calls then. */
  isLast?: true;
  /** The code that the last attempt was refused with. */
  refusedWith?: string;
  /** Why a row was skipped. */
  skippedBecause?: "ended" | "until" | "no_amount" | "migrated";
  /** The collection that its first attempt made, of a row that collects. */
  collectionId?: string;
  /** The operation of the first attempt. */
  firstRunId?: string;
  /** When the last attempt ran, by the Product's clock. */
  ranAtMs?: number;
  createdAtMs: number;
  updatedAtMs: number;
};

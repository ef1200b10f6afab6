/** Walks over an index of a realm's events, each of whose entries stands for the events of a stretch of numbers. */
import {
  decodeRuns,
  type EventRun,
  type EventSpot,
  spotIn,
  spotKey,
} from "../../contract/tables/event_index.ts";
import { SHARD_TABLE } from "../../contract/tables/shard_table_codes.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";

const TABLES = {
  type: SHARD_TABLE.eventType,
  resource: SHARD_TABLE.eventResource,
  customer: SHARD_TABLE.eventCustomer,
} as const;
export type EventIndexName = keyof typeof TABLES;

/** `under`: the type, or the id of the resource or customer. `realm`: the first realm of its name. */
type Under = { by: EventIndexName; realm: number; under: string };

/** The events below a number, newest first. */
export function* spotsBack(snapshot: Snapshot, under: Under, below: number): Generator<EventSpot> {
  for (const runs of entriesBack(snapshot, under, below)) {
    for (const run of runs.reverse()) {
      if (run.number >= below) continue;
      for (let index = run.count - 1; index >= 0; index--) {
        const spot = spotIn(run, index);
        if (spot.number < below) yield spot;
      }
    }
  }
}

/** The events above a number, oldest first. */
export function* spotsForward(
  snapshot: Snapshot,
  { by, realm, under }: Under,
  after: number,
): Generator<EventSpot> {
  // The stretch with the number may go on behind it.
  for (const runs of entriesBack(snapshot, { by, realm, under }, after + 1)) {
    yield* spotsAfter(runs, after);
    break;
  }
  const range = {
    from: spotKey(under, after + 1),
    below: spotKey(under, Number.MAX_SAFE_INTEGER),
  };
  for (const { key, value } of snapshot.ascend(TABLES[by], realm, range)) {
    yield* spotsAfter(decodeRuns(key, value), after);
  }
}

/** The entries whose stretches begin below a number, the last one first. */
function* entriesBack(
  snapshot: Snapshot,
  { by, realm, under }: Under,
  below: number,
): Generator<EventRun[]> {
  const range = { from: spotKey(under, 0), below: spotKey(under, below) };
  for (const { key, value } of snapshot.descend(TABLES[by], realm, range)) {
    yield decodeRuns(key, value);
  }
}

function* spotsAfter(runs: readonly EventRun[], after: number): Generator<EventSpot> {
  for (const run of runs) {
    for (let index = 0; index < run.count; index++) {
      const spot = spotIn(run, index);
      if (spot.number > after) yield spot;
    }
  }
}

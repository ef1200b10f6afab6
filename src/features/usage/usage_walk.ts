/** The records of a realm that were counted, newest first, each with the month in which it was counted. */
import type { Place } from "../../base/id.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { meteredMonths } from "../metering/metered_months.ts";
import { type MeterName, quantitiesIn } from "../metering/meters.ts";
import { recordsBack, type TimeRange } from "../record_walk.ts";

/** A record and what it counts; `counted` is empty of one that counts nothing. */
export type CountedRecord = {
  record: StoredRecord;
  month: string;
  counted: readonly { meter: MeterName; quantity: number }[];
};

/** `month`: only records of this month. `start`: where the walk begins, the newest record where it is absent. */
export function* countedRecords(
  snapshot: Snapshot,
  realm: number,
  {
    range = EVER,
    month,
    start,
  }: { range?: TimeRange; month?: string | undefined; start?: Place | undefined },
): Generator<CountedRecord> {
  // A month without a record has no place to begin at.
  const months = meteredMonths(snapshot, realm).filter(({ first }) => first !== 0);
  const wanted = months.findIndex((each) => each.month === month);
  if (month !== undefined && wanted < 0) return;
  const after = month === undefined ? undefined : months[wanted + 1];
  const from = start ?? (after && placeBefore(snapshot, after.first));
  let index = months.length - 1;
  for (const record of recordsBack(snapshot, realm, range, from)) {
    while (index > 0 && (months[index]?.first ?? 0) > record.place) index--;
    const own = months[index]?.month ?? "";
    if (month !== undefined && own < month) return;
    yield { record, month: own, counted: quantitiesIn(record.facts) };
  }
}

const EVER: TimeRange = { fromMs: 0, belowMs: Number.POSITIVE_INFINITY };

function placeBefore(snapshot: Snapshot, place: Place): Place | undefined {
  return snapshot.record(place)?.previousPlace;
}

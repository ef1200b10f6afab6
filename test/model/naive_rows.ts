/** The rows that a schedule makes when its beginning comes: how many, and when each is due. */
import { evaluate, type Place } from "./naive_expression.ts";
import { momentMsOf, refuse } from "./naive_value.ts";
import { nounOf, type Row } from "./naive_world.ts";

/** `place`: the object after what began the schedules. */
export function rowsOf(place: Place, begins: readonly string[]): Row[] {
  const { world, object } = place;
  const rows: Row[] = [];
  for (const [schedule, source] of Object.entries(nounOf(world, object.kind).schedules ?? {})) {
    if (!begins.includes(source.on)) continue;
    if (source.once === true && object.made.has(schedule) && !world.off.has("once")) continue;
    const { repeat, max } = source;
    const count = repeat === undefined ? 1n : (evaluate(repeat, timed(place, undefined)) as bigint);
    if (repeat !== undefined && max !== undefined && count > BigInt(max)) {
      refuse("state_constraint_failed", `${schedule} has ${count} rows`);
    }
    object.made.add(schedule);
    for (let index = 0; index < count; index++) {
      const dueAtMs = momentMsOf(evaluate(source.at, timed(place, index)));
      rows.push({ objectId: object.objectId, schedule, index, dueAtMs, attempt: 1 });
    }
  }
  return rows;
}

/** A schedule knows no input. */
function timed({ world, object }: Place, index: number | undefined): Place {
  return { world, object, ...(index !== undefined && { index }) };
}

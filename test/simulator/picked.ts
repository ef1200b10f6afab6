/** How a request chooses among the things that the model knows. */
import { latest, type Versions } from "./model/model.ts";
import type { Random } from "./random.ts";

/** As a rule the id of a thing that fits; else of any. */
export function picked<T>(
  random: Random,
  things: Versions<T>,
  fits: (thing: T) => boolean,
): string | undefined {
  const ids = [...things.keys()];
  const fitting = ids.filter((id) => fits(latest(things, id) as T));
  const some = fitting.length > 0 && random.chance(0.85) ? fitting : ids;
  return some.length === 0 ? undefined : random.pick(some);
}

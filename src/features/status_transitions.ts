/** When a thing reached its statuses, as answers show it: `{activeAt: …}`. */
import { isoTime } from "../base/iso_time.ts";

/** The times of those statuses that were reached, in the order of `statuses`. */
export function statusTransitions<S extends string>(
  statuses: readonly S[],
  reachedAtMs: Readonly<Partial<Record<S, number>>>,
): Record<string, string> {
  return Object.fromEntries(
    statuses.flatMap((status) => {
      const atMs = reachedAtMs[status];
      if (atMs === undefined) return [];
      const name = status.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
      return [[`${name}At`, isoTime(atMs)]];
    }),
  );
}

/** When a thing reached its statuses, as answers show it: `{activeAt: …}`. */
import { isoTime } from "../base/iso_time.ts";

/** The times of those statuses that were reached, in the order of `statuses`. */
export function statusTransitions<S extends string>(
  statuses: readonly S[],
  reachedAtMs: Readonly<Partial<Record<S, number>>>,
): Record<string, string> {
  const transitions: Record<string, string> = {};
  for (const status of statuses) {
    const atMs = reachedAtMs[status];
    if (atMs !== undefined) transitions[fieldOf(status)] = isoTime(atMs);
  }
  return transitions;
}

/** Names of fields by status; there are as many as the platform has statuses. */
const FIELDS = new Map<string, string>();

function fieldOf(status: string): string {
  const known = FIELDS.get(status);
  if (known !== undefined) return known;
  const name = status.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  FIELDS.set(status, `${name}At`);
  return `${name}At`;
}

/**
 * How long a session or a token is known after its end. Edges and the platform shard count alike, so
 * nobody can tell whether the document is still stored.
 */

const DAY_MS = 86_400_000;
/** Days after the end of a session or token in which its holder is told that it ended, and when. */
export const ENDED_KNOWN_DAYS = 90;

/**
 * The first millisecond in which the session or token is unknown: the begin of a day, UTC, at least 90
 * days after its end. Whole days, because all that end in one day are forgotten together.
 */
export function forgottenAtMs({
  expiresAtMs,
  revokedAtMs = Number.POSITIVE_INFINITY,
}: {
  expiresAtMs: number;
  revokedAtMs?: number;
}): number {
  const endedAtMs = Math.min(expiresAtMs, revokedAtMs);
  return (Math.ceil(endedAtMs / DAY_MS) + ENDED_KNOWN_DAYS) * DAY_MS;
}

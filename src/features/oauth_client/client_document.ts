/** A client that has registered itself, as the platform shard keeps it (RFC 7591). It is public: it has no secret. */

export type ClientDocument = {
  realm: number;
  /** `oac_…`: what the client is called in requests, known to everybody. */
  clientId: string;
  /** What it calls itself. */
  name?: string;
  redirectUris: readonly string[];
  createdAtMs: number;
  /** When a person let it in last; absent of one that nobody has let in yet. */
  lastUsedAtMs?: number;
};

export const CLIENT_PREFIX = "oac";
const DAY_MS = 86_400_000;
/** How long a client is kept that nobody has let in, milliseconds. */
export const UNUSED_KEPT_MS = 7 * DAY_MS;
/** How long one is kept after somebody let it in last: three times as long as a login lasts. */
export const USED_KEPT_MS = 90 * DAY_MS;
/** The most clients that are kept. */
export const CLIENTS_MAX = 20_000;

/** When it is forgotten, milliseconds UTC. */
export function endOfClient({
  createdAtMs,
  lastUsedAtMs,
}: Pick<ClientDocument, "createdAtMs" | "lastUsedAtMs">): number {
  if (lastUsedAtMs === undefined) return createdAtMs + UNUSED_KEPT_MS;
  return lastUsedAtMs + USED_KEPT_MS;
}

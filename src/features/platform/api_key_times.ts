/**
 * The steps of a key that time alone causes: the event that it ends soon, its expiry, the end of its overlap after a
 * roll.
 */
import type { ApiKeyView } from "../../contract/declare/principal.ts";

const DAY_MS = 86_400_000;
/** How long before its end `api_key.expiring` tells of a key (specification, events). */
export const EXPIRING_MS = 7 * DAY_MS;
/** How long a key lasts that was made in a browser (specification, Authentication, rule 8). */
export const BROWSER_KEY_MS = 90 * DAY_MS;

type Timed = Pick<ApiKeyView, "status" | "createdAtMs" | "expiresAtMs" | "endsAtMs"> & {
  expiringAtMs?: number;
};

/** Whether a key of the status has ended for good. */
export function isOverStatus(status: ApiKeyView["status"]): boolean {
  return status === "revoked" || status === "expired";
}

/**
 * When the next step of the key is due, milliseconds UTC: the end of its overlap, the event that it ends
 * soon, or its expiry. A key that was made for at most seven days has no such event.
 */
export function nextOfKeyAtMs(key: Timed): number | undefined {
  const { status, createdAtMs, expiresAtMs, endsAtMs, expiringAtMs } = key;
  if (isOverStatus(status)) return undefined;
  if (status === "rolling") return Math.min(endsAtMs ?? Infinity, expiresAtMs ?? Infinity);
  if (expiresAtMs === undefined) return undefined;
  const tellAtMs = expiresAtMs - EXPIRING_MS;
  return expiringAtMs === undefined && tellAtMs > createdAtMs ? tellAtMs : expiresAtMs;
}

/** The status of the key at a time, whether or not the step that writes it has run. */
export function statusOfKey(
  { status, expiresAtMs = Infinity, endsAtMs = Infinity }: Timed,
  nowMs: number,
): ApiKeyView["status"] {
  if (isOverStatus(status)) return status;
  if (status === "rolling" && nowMs >= endsAtMs && endsAtMs <= expiresAtMs) return "revoked";
  return nowMs >= expiresAtMs ? "expired" : status;
}

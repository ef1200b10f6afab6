/** What stands against a change of a consent. */
import { isoTime } from "../../base/iso_time.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import type { ConsentDocument, ConsentStatus } from "./consent_document.ts";

/** The status by the Product's clock: a consent has expired at its end, before the clock's own record of that. */
export function statusAt(
  { status, expiresAtMs }: Pick<ConsentDocument, "status" | "expiresAtMs">,
  clockMs: number,
): ConsentStatus {
  const mayExpire = status === "pending" || status === "active";
  return mayExpire && expiresAtMs !== undefined && expiresAtMs <= clockMs ? "expired" : status;
}

export function statusConflict(
  consentId: string,
  { expected, actual }: { expected: ConsentStatus; actual: ConsentStatus },
): Refusal<"state_conflict"> {
  const message = `consent ${consentId} is ${actual}, not ${expected}`;
  return refuse("state_conflict", message, { expected, actual, status: actual });
}

export function consentExpired({
  consentId,
  expiresAtMs = 0,
}: ConsentDocument): Refusal<"consent_expired"> {
  const expiredAt = isoTime(expiresAtMs);
  const message = `consent ${consentId} expired at ${expiredAt}`;
  return refuse("consent_expired", message, { consentId, expiredAt });
}

export function consentRevoked({
  consentId,
  revokedAtMs = 0,
}: ConsentDocument): Refusal<"consent_revoked"> {
  const revokedAt = isoTime(revokedAtMs);
  const message = `consent ${consentId} was revoked at ${revokedAt}`;
  return refuse("consent_revoked", message, { consentId, revokedAt });
}

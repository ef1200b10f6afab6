/** Whether a consent stands, and whether it covers a collection. */
import { isoTime } from "../../base/iso_time.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import type { ConsentRecord } from "./world.ts";

/** The refusal of a consent that the realm does not have. */
export function consentNotFound(consentId: string): Refusal<"consent_not_found"> {
  return refuse("consent_not_found", `there is no consent ${consentId}`, { consentId });
}

/** Why the consent is not in force at `nowMs`, milliseconds UTC; undefined where it is. */
export function checkConsent(consent: ConsentRecord, nowMs: number): Refusal | undefined {
  const { consentId, status, expiresAtMs, revokedAtMs, validFromMs = nowMs } = consent;
  if (status === "revoked") {
    const revokedAt = isoTime(revokedAtMs ?? nowMs);
    const message = `consent ${consentId} was revoked at ${revokedAt}`;
    return refuse("consent_revoked", message, { consentId, revokedAt });
  }
  if (status === "expired" || (expiresAtMs !== undefined && nowMs >= expiresAtMs)) {
    const expiredAt = isoTime(expiresAtMs ?? nowMs);
    const message = `consent ${consentId} expired at ${expiredAt}`;
    return refuse("consent_expired", message, { consentId, expiredAt });
  }
  if (status !== "active") {
    const message = `consent ${consentId} is ${status}, must be active`;
    return refuse("consent_not_active", message, { consentId, status });
  }
  return nowMs >= validFromMs ? undefined : overLimit(consent, "validFrom");
}

/**
 * Why the consent does not cover a collection of the amount now. Its evidence is looked at when
 * money is due, because a provider may confirm a mandate late.
 */
export function checkCollection(
  consent: ConsentRecord,
  {
    amount,
    currency,
    collectionId,
    nowMs,
  }: {
    amount: bigint;
    currency: string;
    /** Absent where the collection is not made yet. */
    collectionId?: string;
    nowMs: number;
  },
): Refusal | undefined {
  const refusal = checkConsent(consent, nowMs);
  if (refusal !== undefined) return refusal;
  const { consentId, isVerified, maxAmount, maxTotal, maxCount, usedTotal, usedCount } = consent;
  if (!isVerified) {
    const message = `the evidence of consent ${consentId} is not verified`;
    return refuse("collection_authorization_unverified", message, {
      ...(collectionId !== undefined && { collectionId }),
      consentId,
    });
  }
  if (consent.currency !== undefined && consent.currency !== currency) {
    return overLimit(consent, "currency");
  }
  if (maxAmount !== undefined && amount > maxAmount) return overLimit(consent, "maxAmount");
  if (maxTotal !== undefined && usedTotal + amount > maxTotal)
    return overLimit(consent, "maxTotal");
  if (maxCount !== undefined && usedCount >= maxCount) return overLimit(consent, "maxCount");
  return undefined;
}

/**
 * Why an action may not ask a bank for the amount under a consent of the customer whom its object is about: it must be in force, cover
 * the amount, and have a mandate.
 */
export function checkMandate(
  consent: ConsentRecord | undefined,
  asked: { consentId: string; subject: string | undefined; amount: bigint; currency: string },
  nowMs: number,
): Refusal | undefined {
  const { consentId, subject, amount, currency } = asked;
  // A consent that a program names is its subject's own.
  if (consent === undefined || consent.customerId !== subject) return consentNotFound(consentId);
  const refusal = checkCollection(consent, { amount, currency, nowMs });
  if (refusal !== undefined || consent.hasMandate === true) return refusal;
  const message = `consent ${consentId} has no mandate, by which a bank could collect`;
  const { status } = consent;
  return refuse("consent_not_active", message, { consentId, status, limit: "mandate" });
}

function overLimit({ consentId, status }: ConsentRecord, limit: string): Refusal {
  const message = `consent ${consentId} does not cover this: ${limit} stands against it`;
  return refuse("consent_not_active", message, { consentId, status, limit });
}

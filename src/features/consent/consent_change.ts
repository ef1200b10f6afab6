/** What the operations that change a consent have in common: what stands against it, and the fact of a change. */
import { isoTime } from "../../base/iso_time.ts";
import { actorText } from "../../contract/actor.ts";
import { type Acceptance, accept, type DecisionContext } from "../../contract/operation.ts";
import { type Refusal, refuse } from "../../contract/refusal.ts";
import { previousFields } from "../previous_fields.ts";
import type { ConsentDocument, ConsentStatus } from "./consent_document.ts";
import type { ConsentEvent, ConsentFact } from "./consent_facts.ts";
import { consentResource } from "./consent_resource.ts";

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

/** Accepts a change; sets revision, time and actor. The reply is the consent as it then is. */
export function acceptConsent(
  event: Exclude<ConsentEvent, "created">,
  before: ConsentDocument,
  change: Partial<ConsentDocument>,
  { nowMs, principal, actor }: DecisionContext,
): Acceptance {
  const { realm: _, ...kept } = before;
  const consent: ConsentFact["consent"] = {
    ...kept,
    ...change,
    updatedAtMs: nowMs,
    revision: before.revision + 1,
    changedBy: actorText(actor),
  };
  const shown = consentResource(consent, principal);
  const previous = previousFields(consentResource(before, principal), shown);
  const fact: ConsentFact = { kind: `consent.${event}.1`, consent, previous };
  return accept([fact], shown);
}

/** For tests: consents of customers, as the real operations make them. */
import { consentCreate } from "../../../../src/features/consent/consent.create.ts";
import { consentReject } from "../../../../src/features/consent/consent.reject.ts";
import { consentRevoke } from "../../../../src/features/consent/consent.revoke.ts";
import type { Consent } from "../../../../src/features/consent/consent_schema.ts";
import type { Input } from "../../../world/input.ts";
import { advanceClock, at, createCustomer, DAY_MS, HOUR_MS } from "../../../world/parties.ts";
import { unknownIds } from "../../../world/rows.ts";
import type { World } from "../../../world/world.ts";
import type { Asking } from "../../../world/writing.ts";

export const TEXT_DIGEST = `sha256:${"ab".repeat(32)}`;
export const EVIDENCE = {
  method: "browser",
  acceptedAt: "2026-01-01T00:00:00.000Z",
  textDigest: TEXT_DIGEST,
};

/** A consent to collections, which is active; of a new customer unless one is given. */
export function consentMade(
  world: World,
  more: Input = {},
  { caller = world.caller }: Pick<Asking, "caller"> = {},
): Consent {
  return world.made(
    consentCreate,
    {
      productId: caller.principal.productId,
      customerId: more["customerId"] ?? createCustomer(world, {}, { caller }).customerId,
      type: "collection",
      evidence: EVIDENCE,
      ...more,
    },
    { caller },
  );
}

/** A consent that waits for its confirmation. */
export function pendingConsent(world: World, more: Input = {}): Consent {
  return consentMade(world, { evidence: { method: "browser" }, ...more });
}

/** Consents that cannot be used, by the code that says so. */
export const UNUSABLE_CONSENTS = [
  {
    title: "a consent that waits for its evidence",
    code: "consent_not_active",
    make: pendingConsent,
  },
  {
    title: "a consent that is rejected",
    code: "consent_not_active",
    make: (world: World, more: Input) =>
      world.made(consentReject, { consentId: pendingConsent(world, more).consentId }) as Consent,
  },
  {
    title: "a consent that is not valid yet",
    code: "consent_not_active",
    make: (world: World, more: Input) => consentMade(world, { ...more, validFrom: at(DAY_MS) }),
  },
  {
    title: "a consent that is revoked",
    code: "consent_revoked",
    make: (world: World, more: Input) => revokedConsent(world, consentMade(world, more)),
  },
  {
    title: "a consent that has expired",
    code: "consent_expired",
    make(world: World, more: Input) {
      const consent = consentMade(world, { ...more, expiresAt: at(HOUR_MS) });
      advanceClock(world, at(HOUR_MS));
      return consent;
    },
  },
] as const;

export function revokedConsent(world: World, { consentId }: Pick<Consent, "consentId">): Consent {
  return world.made(consentRevoke, { consentId, reason: "the customer asked for it" });
}

/** Rows with consents that are not the caller's. */
export const UNKNOWN_CONSENTS = unknownIds({
  field: "consentId",
  code: "consent_not_found",
  create: (world, caller) => consentMade(world, {}, { caller }).consentId,
});

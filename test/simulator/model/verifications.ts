/**
 * The rules of verifications and of what their providers say (src/features/entity/VERIFICATIONS.md,
 * src/outbox/PROVIDER.md), for entities of which all that the first tier asks for is submitted at once: so all fields
 * stand alike.
 */
import { abandon, newAsked, type Subject } from "./asked.ts";
import type { Asked } from "./bank_part.ts";
import {
  type Customer,
  clockOf,
  type Entity,
  type Input,
  latest,
  type Moment,
  put,
  type Realm,
  type Verdict,
  type Verification,
} from "./model.ts";

type Decide = (realm: Realm, input: Input, moment: Moment) => Verdict;

const DAY_MS = 86_400_000;
const OUTCOMES = ["verified", "rejected", "requires_input"];

export const VERIFICATION_RULES: Readonly<Record<string, Decide>> = {
  "entity.kyc.submit": onEntity((realm, entity, { tier }, moment) => {
    if (entity.isInReview || Number(tier?.at(-1)) < tierOf(realm, entity)) {
      return { code: "state_conflict" };
    }
    putEntity(realm, { ...entity, standing: "pending" }, moment);
    return { code: undefined, answer: { entityId: entity.entityId, status: "submitted" } };
  }),
  "entity.kyc.verification.start": onEntity((realm, entity, { tier }, moment) => {
    const newest = latest(realm.verifications, entity.verificationId);
    const isSubmitted = entity.standing === "pending" || entity.standing === "met";
    const isUnderWay = newest?.status === "pending" || newest?.status === "processing";
    const attained = tierOf(realm, entity);
    const isOfUse = attained < 1 || (attained === 1 && entity.standing === "pending");
    if (tier !== "tier_1" || !isSubmitted || isUnderWay || !isOfUse) {
      return { code: "state_constraint_failed" };
    }
    if (newest?.status === "requires_input") {
      putVerification(realm, { ...newest, status: "cancelled" }, moment);
    }
    const clockMs = clockOf(realm, moment.nowMs);
    const verification: Verification = {
      verificationId: moment.id("ver"),
      entityId: entity.entityId,
      status: "pending",
      attempts: 0,
      expiresAtMs: clockMs + 7 * DAY_MS,
    };
    const { verificationId } = verification;
    putVerification(realm, verification, moment);
    putEntity(realm, { ...entity, isInReview: true, verificationId }, moment);
    const asked = newAsked(realm, { subject: "verification", subjectId: verificationId }, moment);
    return { code: undefined, answer: {}, asked };
  }),
  "entity.kyc.verification.cancel": onEntity((realm, entity, { verificationId }, moment) => {
    const verification = latest(realm.verifications, verificationId);
    if (verification?.entityId !== entity.entityId) return { code: "resource_not_found" };
    if (!isOpen(verification)) return { code: "state_conflict" };
    return ended(realm, verification, "cancelled", moment);
  }),
  "entity.kyc.verification.expire": onVerification((realm, verification, _input, moment) =>
    ended(realm, verification, "expired", moment),
  ),
  "entity.kyc.verification.simulate": onVerification((realm, verification, _input, moment) =>
    answered(decided(realm, verification, "verified", moment)),
  ),
  "sandbox.kyc_outcome.create"(realm, input, moment) {
    const { entityId } = input;
    if (entityId !== undefined && latest(realm.entities, entityId) === undefined) {
      return { code: "entity_not_found" };
    }
    const verification = latest(realm.verifications, input.verificationId);
    const isOfEntity = entityId === undefined || verification?.entityId === entityId;
    if (verification === undefined || !isOfEntity) return { code: "resource_not_found" };
    const after = decidedByTest(realm, verification, input.outcome, moment);
    return "code" in after ? after : answered(after);
  },
};

/** What time does next to verifications: news of the simulator, or their end; in live nothing for days. */
export function stepsOfVerifications(realm: Realm) {
  return [...realm.verifications.keys()].flatMap((verificationId) => {
    const verification = latest(realm.verifications, verificationId) as Verification;
    if (!isOpen(verification)) return [];
    const { newsAtMs = Number.POSITIVE_INFINITY, expiresAtMs } = verification;
    const isNews = newsAtMs < expiresAtMs;
    return {
      operation: `entity.kyc.verification.${isNews ? "simulate" : "expire"}`,
      input: { verificationId },
      cause: isNews ? "provider" : "clock",
      atMs: isNews ? newsAtMs : expiresAtMs,
      ...{ id: verificationId, source: 1 },
    };
  });
}

export const VERIFICATION_SUBJECT: Subject = {
  final: ["verified", "rejected"],
  unasked: [],
  tried(realm, asked, moment) {
    const before = verificationOf(realm, asked);
    putVerification(realm, { ...before, attempts: asked.attempts }, moment);
  },
  accepted(realm, asked, told, { clockMs, moment }) {
    const before = verificationOf(realm, asked);
    const { verificationId } = before;
    const { attempts } = asked;
    const isSandbox = realm.environment === "sandbox";
    const verification: Verification = {
      ...{ ...before, status: "processing", attempts },
      ...(isSandbox && { newsAtMs: clockMs + DAY_MS }),
    };
    putVerification(realm, verification, moment);
    asked.end = { status: 201, answer: { verificationId, status: "processing", attempts } };
    if (told !== undefined) decided(realm, verification, told.status, moment);
  },
  refused(realm, asked, moment) {
    const before = verificationOf(realm, asked);
    putVerification(realm, { ...before, status: "failed", attempts: asked.attempts }, moment);
    const entity = latest(realm.entities, before.entityId) as Entity;
    putEntity(realm, { ...entity, isInReview: false }, moment);
  },
  judge(realm, asked, told) {
    const verification = verificationOf(realm, asked);
    const { status } = verification;
    if (status === "cancelled" || status === "expired") return "late";
    const stands = status === "failed" ? "rejected" : status;
    if (stands === told.status) return "same";
    return isOpen(verification) ? "applied" : "contradictory";
  },
  apply(realm, asked, told, moment) {
    if (told.status === "processing") return;
    decided(realm, verificationOf(realm, asked), told.status, moment);
  },
  isOver: (realm, asked) => !isOpen(verificationOf(realm, asked)),
  decide(realm, verificationId, outcome, moment) {
    const verification = latest(realm.verifications, verificationId);
    if (verification === undefined) return { code: "resource_not_found" };
    return decidedByTest(realm, verification, outcome, moment);
  },
};

export function verificationAnswer({ expiresAtMs: _, newsAtMs: __, ...shown }: Verification) {
  return shown;
}

function verificationOf(realm: Realm, { subjectId }: Asked): Verification {
  return latest(realm.verifications, subjectId) as Verification;
}

function tierOf(realm: Realm, { customerId }: Entity): number {
  return (latest(realm.customers, customerId) as Customer).tier;
}

function isOpen({ status }: Verification): boolean {
  return ["pending", "processing", "requires_input"].includes(status);
}

/** The verification with its outcome, and what the entity makes of it. */
function decided(
  realm: Realm,
  { newsAtMs: _over, ...before }: Verification,
  outcome: string,
  moment: Moment,
): Verification {
  const status = outcome === "rejected" ? "failed" : (outcome as Verification["status"]);
  const verification = { ...before, status, outcome };
  putVerification(realm, verification, moment);
  const entity = latest(realm.entities, before.entityId) as Entity;
  const isVerified = outcome === "verified";
  const unmet = entity.standing === "met" ? "met" : "rejected";
  putEntity(realm, { ...entity, isInReview: false, standing: isVerified ? "met" : unmet }, moment);
  const customer = latest(realm.customers, entity.customerId) as Customer;
  if (isVerified && customer.tier < 1) {
    put(realm.customers, customer.customerId, { ...customer, tier: 1 }, moment);
  }
  return verification;
}

function decidedByTest(
  realm: Realm,
  verification: Verification,
  outcome: string | undefined,
  moment: Moment,
): Verification | { code: string } {
  if (!OUTCOMES.includes(outcome as string)) return { code: "provider_outcome_unsupported" };
  const { status } = verification;
  if (status !== "processing" && status !== "requires_input") return { code: "state_conflict" };
  return decided(realm, verification, outcome as string, moment);
}

/** A verification that ends without an outcome; its provider is not asked any more. */
function ended(
  realm: Realm,
  { newsAtMs: _over, ...before }: Verification,
  status: "cancelled" | "expired",
  moment: Moment,
): Verdict {
  const verification = { ...before, status };
  putVerification(realm, verification, moment);
  const entity = latest(realm.entities, before.entityId) as Entity;
  putEntity(realm, { ...entity, isInReview: false }, moment);
  const over = { status: 422, code: "state_constraint_failed" };
  abandon(realm.asked.get(before.verificationId.replace("ver_", "preq_")), over, moment);
  return answered(verification);
}

function answered(verification: Verification): Verdict {
  return { code: undefined, answer: verificationAnswer(verification) };
}

function putVerification(realm: Realm, verification: Verification, moment: Moment): void {
  put(realm.verifications, verification.verificationId, verification, moment);
}

function putEntity(realm: Realm, entity: Entity, moment: Moment): void {
  put(realm.entities, entity.entityId, entity, moment);
}

function onEntity(
  rule: (realm: Realm, entity: Entity, input: Input, moment: Moment) => Verdict,
): Decide {
  return (realm, input, moment) => {
    const entity = latest(realm.entities, input.entityId);
    return entity === undefined ? { code: "entity_not_found" } : rule(realm, entity, input, moment);
  };
}

/** A step of the system on a verification, which is there. */
function onVerification(
  rule: (realm: Realm, verification: Verification, input: Input, moment: Moment) => Verdict,
): Decide {
  return (realm, input, moment) => {
    const verification = latest(realm.verifications, input.verificationId);
    return verification === undefined
      ? { code: "resource_not_found" }
      : rule(realm, verification, input, moment);
  };
}

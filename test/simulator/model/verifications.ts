/**
 * The rules of verifications and of what their providers say (src/features/entity/VERIFICATIONS.md,
 * src/outbox/PROVIDER.md), for entities of which all that the first tier asks for is submitted at once: so all fields
 * stand alike.
 */
import {
  type Asked,
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
const BACK_OFFS_MS = [1, 5, 30, 120, 360].map((minutes) => minutes * 60_000);
/** News of an effect whose answer is not known that is kept. */
const EARLY_MAX = 4;
const OUTCOMES = ["verified", "rejected", "requires_input"];
const FINAL = ["verified", "rejected"];

/** What the outbox reports of an attempt at a provider of live. */
type Reported = { result: "accepted" | "refused" | "unknown"; progress?: Told };
/** How far a provider says that it is. */
type Told = { status: string; occurredAtMs?: number };

export const VERIFICATION_RULES: Readonly<Record<string, Decide>> = {
  // Of the platform's own realm, whose configuration nobody else asks for.
  "provider.configure": () => ({ code: undefined, answer: {} }),
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
    const asked: Asked = {
      ...{ verificationId, place: moment.place, status: "waiting", attempts: 0, dueAtMs: clockMs },
      ...{
        wasUnknown: false,
        overFrame: Number.POSITIVE_INFINITY,
        questions: 0,
        isAsked: false,
        newsIds: [],
        early: [],
      },
    };
    realm.asked.set(verificationId, asked);
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
  "sandbox.provider_outcome.create"(realm, { resource, outcome }, moment) {
    const verification = latest(realm.verifications, resource?.id);
    if (verification === undefined) return { code: "resource_not_found" };
    const after = decidedByTest(realm, verification, outcome, moment);
    if ("code" in after) return after;
    const { status } = after;
    return { code: undefined, answer: { resource, provider: "simulator", outcome, status } };
  },
  "sandbox.provider_fault.create"(realm, { productId, provider, mode, count = 0 }) {
    if (productId !== realm.productId) return { code: "resource_not_found" };
    realm.fault = count === 0 ? undefined : { mode: String(mode), count };
    return { code: undefined, answer: { productId, provider, mode, count } };
  },
  "provider_request.simulate": onRequest((realm, asked, _input, moment) => {
    const { fault } = realm;
    if (fault !== undefined) {
      realm.fault = fault.count === 1 ? undefined : { ...fault, count: fault.count - 1 };
    }
    const clockMs = asked.dueAtMs ?? 0;
    if (fault === undefined) accepted(realm, asked, clockMs + DAY_MS, moment);
    else if (fault.mode === "reject") refused(realm, asked, moment);
    else unanswered(realm, asked, clockMs, moment);
    return step(asked);
  }),
  "provider_request.resume": onRequest((realm, asked, _input, moment) => {
    if (asked.status !== "unknown") return { code: "state_conflict" };
    asked.status = "waiting";
    asked.dueAtMs = clockOf(realm, moment.nowMs);
    return step(asked);
  }),
  "provider_request.report": onRequest((realm, asked, input, moment) => {
    const { result, progress = { status: "processing" } } = input.outcome as unknown as Reported;
    if (!isAnswerable(asked) || input.attempt !== asked.attempts + 1) return step(asked);
    if (result === "unknown") unanswered(realm, asked, moment.nowMs, moment);
    else if (result === "refused") refused(realm, asked, moment);
    else acceptedInLive(realm, asked, progress, moment);
    return step(asked);
  }),
  "provider_request.progress": onRequest((realm, asked, { question, progress }, moment) => {
    if (!asked.isAsked || question !== asked.questions + 1) return step(asked);
    asked.questions++;
    judged(realm, asked, progress ?? { status: "processing" }, moment);
    return step(asked);
  }),
  "provider_request.news": onRequest((realm, asked, { newsId = "", progress }, moment) => {
    const told = progress as Required<Told>;
    if (asked.newsIds.includes(newsId)) return step(asked, "twice");
    if (isAnswerable(asked)) {
      if (asked.early.length === EARLY_MAX) return { code: "state_constraint_failed" };
      asked.newsIds.push(newsId);
      asked.early.push(told);
      return step(asked, "early");
    }
    asked.newsIds.push(newsId);
    if (asked.status === "refused") return step(asked, "contradictory");
    if (asked.status === "abandoned") return step(asked, "late");
    return step(asked, judged(realm, asked, told, moment));
  }),
};

/** What time does next to verifications and to what the simulator is asked; in live nothing for days. */
export function stepsOfVerifications(realm: Realm) {
  const attempts = [...realm.asked.values()].flatMap((asked) => {
    const { dueAtMs, verificationId } = asked;
    const isDue = realm.environment === "sandbox" && isAnswerable(asked) && dueAtMs !== undefined;
    const input = { providerRequestId: requestIdOf(verificationId) };
    const named = { operation: "provider_request.simulate", input, cause: "provider" };
    return isDue ? [{ ...named, atMs: dueAtMs, id: verificationId, source: 0 }] : [];
  });
  const ends = [...realm.verifications.keys()].flatMap((verificationId) => {
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
  return [...attempts, ...ends];
}

/** How the work of a start stands, as its answer: undefined while nothing is known. */
export function endOf({ status, attempts, verificationId, code }: Asked) {
  switch (status) {
    case "accepted":
      return { status: 201, answer: { verificationId, status: "processing", attempts } };
    case "refused":
      return { status: 422, code };
    case "abandoned":
      return { status: 422, code: "state_constraint_failed" };
    default:
      return undefined;
  }
}

export function requestIdOf(verificationId: string): string {
  return verificationId.replace("ver_", "preq_");
}

export function verificationAnswer({ expiresAtMs: _, newsAtMs: __, ...shown }: Verification) {
  return shown;
}

function tierOf(realm: Realm, { customerId }: Entity): number {
  return (latest(realm.customers, customerId) as Customer).tier;
}

function isOpen({ status }: Verification): boolean {
  return ["pending", "processing", "requires_input"].includes(status);
}

function isAnswerable({ status }: Asked): boolean {
  return status === "waiting" || status === "unknown";
}

function accepted(realm: Realm, asked: Asked, newsAtMs: number | undefined, moment: Moment) {
  asked.status = "accepted";
  asked.overFrame = moment.frame;
  asked.attempts++;
  asked.dueAtMs = undefined;
  const before = latest(realm.verifications, asked.verificationId) as Verification;
  const verification: Verification = {
    ...{ ...before, status: "processing", attempts: asked.attempts },
    ...(newsAtMs !== undefined && { newsAtMs }),
  };
  putVerification(realm, verification, moment);
}

/** What came before the answer counts in the order in which it happened; then the answer; the first outcome holds. */
function acceptedInLive(realm: Realm, asked: Asked, answer: Told, moment: Moment): void {
  accepted(realm, asked, undefined, moment);
  const { early } = asked;
  asked.early = [];
  asked.isAsked = true;
  const all = [...early].sort((a, b) => a.occurredAtMs - b.occurredAtMs) as Told[];
  all.push(answer);
  const first = all.find(({ status }) => FINAL.includes(status));
  const counting = first === undefined ? all : [first];
  const happened = counting.flatMap(({ occurredAtMs }) => occurredAtMs ?? []);
  if (happened.length > 0) asked.newestAtMs = Math.max(...happened);
  const told = first ?? all.find(({ status }) => status === "requires_input");
  if (told === undefined) return;
  const verification = latest(realm.verifications, asked.verificationId) as Verification;
  decided(realm, verification, told.status, moment);
  asked.isAsked = first === undefined;
}

function refused(realm: Realm, asked: Asked, moment: Moment): void {
  asked.status = "refused";
  asked.overFrame = moment.frame;
  asked.code = "provider_egress_rejected";
  asked.attempts++;
  asked.dueAtMs = undefined;
  asked.early = [];
  const before = latest(realm.verifications, asked.verificationId) as Verification;
  putVerification(realm, { ...before, status: "failed", attempts: asked.attempts }, moment);
  const entity = latest(realm.entities, before.entityId) as Entity;
  putEntity(realm, { ...entity, isInReview: false }, moment);
}

function unanswered(realm: Realm, asked: Asked, clockMs: number, moment: Moment): void {
  asked.status = "unknown";
  asked.wasUnknown = true;
  asked.attempts++;
  const backOffMs = BACK_OFFS_MS[asked.attempts - 1] ?? BACK_OFFS_MS.at(-1) ?? 0;
  asked.dueAtMs = clockMs + backOffMs;
  const before = latest(realm.verifications, asked.verificationId) as Verification;
  putVerification(realm, { ...before, attempts: asked.attempts }, moment);
}

/** What is told of an accepted request: the verdict of the published table. */
function judged(realm: Realm, asked: Asked, told: Told, moment: Moment): string {
  const verification = latest(realm.verifications, asked.verificationId) as Verification;
  const { status } = verification;
  const stands = status === "failed" ? "rejected" : status;
  if (!isOpen(verification)) asked.isAsked = false;
  if (stands === "cancelled" || stands === "expired") return "late";
  if (stands === told.status) return "same";
  const { occurredAtMs } = told;
  const isOlder = (occurredAtMs ?? Infinity) < (asked.newestAtMs ?? -Infinity);
  if (isOlder && !FINAL.includes(told.status)) return "out_of_order";
  if (!isOpen(verification)) return "contradictory";
  if (occurredAtMs !== undefined) {
    asked.newestAtMs = Math.max(asked.newestAtMs ?? occurredAtMs, occurredAtMs);
  }
  if (told.status === "processing") return "applied";
  decided(realm, verification, told.status, moment);
  if (FINAL.includes(told.status)) asked.isAsked = false;
  return "applied";
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
  const asked = realm.asked.get(before.verificationId) as Asked;
  if (isAnswerable(asked)) Object.assign(asked, { status: "abandoned", overFrame: moment.frame });
  return answered(verification);
}

function answered(verification: Verification): Verdict {
  return { code: undefined, answer: verificationAnswer(verification) };
}

function step({ status, attempts }: Asked, verdict?: string): Verdict {
  return { code: undefined, answer: { status, attempts, ...(verdict && { verdict }) } };
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

/** A step of the system on a request to a provider. */
function onRequest(
  rule: (realm: Realm, asked: Asked, input: Input, moment: Moment) => Verdict,
): Decide {
  return (realm, input, moment) => {
    const asked = realm.asked.get(String(input.providerRequestId).replace("preq_", "ver_"));
    return asked === undefined ? { code: "resource_not_found" } : rule(realm, asked, input, moment);
  };
}

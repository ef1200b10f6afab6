/**
 * The rules of requests to providers, whatever they are about (src/outbox/PROVIDER.md, src/features/provider_request/README.md):
 * how an attempt comes out, what becomes of news that is early, late, told twice or against what was told, and when whoever
 * waits for the provider hears of it. What it means for what was asked for is the rule of its subject.
 */
import { ADDRESS_SUBJECT } from "./addresses.ts";
import { type At, isAnswerable, type Subject } from "./asked.ts";
import type { Asked, Told } from "./bank_part.ts";
import { COLLECTION_SUBJECT } from "./collection_subject.ts";
import { CREDIT_SUBJECT } from "./credits.ts";
import { clockOf, type Input, type Moment, type Realm, type Verdict } from "./model.ts";
import { PAYEE_SUBJECT } from "./payee_checks.ts";
import { PAYOUT_SUBJECT } from "./payout_subject.ts";
import { VERIFICATION_SUBJECT } from "./verifications.ts";

type Decide = (realm: Realm, input: Input, moment: Moment) => Verdict;

const SUBJECTS: Readonly<Record<Asked["subject"], Subject>> = {
  verification: VERIFICATION_SUBJECT,
  payout: PAYOUT_SUBJECT,
  beneficiary: PAYEE_SUBJECT,
  financial_address: ADDRESS_SUBJECT,
  received_credit: CREDIT_SUBJECT,
  collection: COLLECTION_SUBJECT,
};

const BACK_OFFS_MS = [1, 5, 30, 120, 360].map((minutes) => minutes * 60_000);
/** News of an effect whose answer is not known that is kept. */
const EARLY_MAX = 4;
/** What can follow a status that is not final, where that is not any other. */
const FOLLOWERS: Readonly<Record<string, readonly string[]>> = {
  posted: ["returned"],
  collected: ["returned"],
};

/** What the outbox reports of an attempt at a provider of live. */
type Reported = { result: "accepted" | "refused" | "unknown"; progress?: Told };

export const PROVIDER_REQUEST_RULES: Readonly<Record<string, Decide>> = {
  // Of the platform's own realm, whose configuration nobody else asks for.
  "provider.configure": () => ({ code: undefined, answer: {} }),
  "sandbox.provider_fault.create"(realm, { productId, provider, mode, count = 0 }) {
    if (productId !== realm.productId) return { code: "resource_not_found" };
    realm.fault = count === 0 ? undefined : { mode: String(mode), count };
    return { code: undefined, answer: { productId, provider, mode, count } };
  },
  "sandbox.provider_outcome.create"(realm, { resource, outcome = "" }, moment) {
    const { type, id } = resource as { type: Asked["subject"]; id: string };
    const after = SUBJECTS[type].decide(realm, id, outcome, moment);
    if ("code" in after) return after;
    const { status } = after;
    return { code: undefined, answer: { resource, provider: "simulator", outcome, status } };
  },
  "provider_request.simulate": onRequest((realm, asked, _input, moment) => {
    const at = { clockMs: asked.dueAtMs ?? 0, moment };
    const mode = faultTaken(realm) ?? wishOf(asked);
    if (mode === undefined) accepted(realm, asked, undefined, at);
    else if (mode === "reject") refused(realm, asked, moment);
    else unanswered(realm, asked, at);
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
    const at = { clockMs: moment.nowMs, moment };
    if (result === "unknown") unanswered(realm, asked, at);
    else if (result === "refused") refused(realm, asked, moment);
    else acceptedInLive(realm, asked, progress, at);
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

/** The attempts at the simulator that are due; in live nothing is due by the clock. */
export function stepsOfRequests(realm: Realm) {
  return [...realm.asked.values()].flatMap((asked) => {
    const { dueAtMs, providerRequestId } = asked;
    const isDue = realm.environment === "sandbox" && isAnswerable(asked) && dueAtMs !== undefined;
    const input = { providerRequestId };
    const named = { operation: "provider_request.simulate", input, cause: "provider" };
    return isDue ? [{ ...named, atMs: dueAtMs, id: providerRequestId, source: 0 }] : [];
  });
}

/** What is armed for the simulator, which each attempt uses up. */
function faultTaken(realm: Realm): string | undefined {
  const { fault } = realm;
  if (fault === undefined) return undefined;
  realm.fault = fault.count === 1 ? undefined : { ...fault, count: fault.count - 1 };
  return fault.mode;
}

/** What the last four digits of an amount, or the end of a name, ask of the simulator. */
function wishOf({ amount = "", wish, attempts }: Asked): string | undefined {
  if (amount.endsWith("9901") || wish === "reject") return "reject";
  const isOnce = amount.endsWith("9902") || wish === "timeout once";
  return isOnce && attempts === 0 ? "timeout" : undefined;
}

function accepted(realm: Realm, asked: Asked, told: Told | undefined, at: At): void {
  asked.status = "accepted";
  asked.overFrame = at.moment.frame;
  asked.attempts++;
  asked.dueAtMs = undefined;
  SUBJECTS[asked.subject].accepted(realm, asked, told, at);
}

/** What came before the answer counts in the order in which it happened, and then the answer. */
function acceptedInLive(realm: Realm, asked: Asked, answer: Told, at: At): void {
  const { final, unasked } = SUBJECTS[asked.subject];
  const early = [...asked.early].sort((a, b) => a.occurredAtMs - b.occurredAtMs) as Told[];
  const all = [...early, answer];
  asked.early = [];
  let holds: Told = { status: "processing" };
  for (const next of all) {
    if (next.status === "processing" || next.status === holds.status) continue;
    if (final.includes(holds.status)) continue;
    if (FOLLOWERS[holds.status]?.includes(next.status) ?? true) holds = next;
  }
  const isFinal = final.includes(holds.status);
  const happened = (isFinal ? [holds] : all).flatMap(({ occurredAtMs }) => occurredAtMs ?? []);
  if (happened.length > 0) asked.newestAtMs = Math.max(...happened);
  asked.isAsked = !isFinal && !unasked.includes(holds.status);
  accepted(realm, asked, holds.status === "processing" ? undefined : holds, at);
}

function refused(realm: Realm, asked: Asked, moment: Moment): void {
  asked.status = "refused";
  asked.overFrame = moment.frame;
  asked.end = { status: 422, code: "provider_egress_rejected" };
  asked.attempts++;
  asked.dueAtMs = undefined;
  asked.early = [];
  SUBJECTS[asked.subject].refused(realm, asked, moment);
}

function unanswered(realm: Realm, asked: Asked, { clockMs, moment }: At): void {
  asked.status = "unknown";
  asked.wasUnknown = true;
  asked.attempts++;
  const backOffMs = BACK_OFFS_MS[asked.attempts - 1] ?? BACK_OFFS_MS.at(-1) ?? 0;
  asked.dueAtMs = clockMs + backOffMs;
  SUBJECTS[asked.subject].tried(realm, asked, moment);
}

/** What is told of an accepted request: the verdict of the published table. */
function judged(realm: Realm, asked: Asked, told: Told, moment: Moment): string {
  const subject = SUBJECTS[asked.subject];
  const verdict = verdictOf(subject, subject.judge(realm, asked, told), asked, told);
  const { occurredAtMs } = told;
  if (verdict === "applied") {
    if (occurredAtMs !== undefined) {
      asked.newestAtMs = Math.max(asked.newestAtMs ?? occurredAtMs, occurredAtMs);
    }
    subject.apply(realm, asked, told, moment);
  }
  if (subject.isOver(realm, asked)) asked.isAsked = false;
  return verdict;
}

/** What ends the questions is never too old. */
function verdictOf(subject: Subject, verdict: string, asked: Asked, told: Told): string {
  const { occurredAtMs = Infinity, status } = told;
  const ends = [...subject.final, ...subject.unasked].includes(status);
  const isOlder = occurredAtMs < (asked.newestAtMs ?? -Infinity) && !ends;
  return isOlder && verdict !== "same" && verdict !== "late" ? "out_of_order" : verdict;
}

function step({ status, attempts }: Asked, verdict?: string): Verdict {
  return { code: undefined, answer: { status, attempts, ...(verdict && { verdict }) } };
}

function onRequest(
  rule: (realm: Realm, asked: Asked, input: Input, moment: Moment) => Verdict,
): Decide {
  return (realm, input, moment) => {
    const asked = realm.asked.get(String(input.providerRequestId));
    return asked === undefined ? { code: "resource_not_found" } : rule(realm, asked, input, moment);
  };
}

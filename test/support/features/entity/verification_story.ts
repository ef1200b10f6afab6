/** For tests: verifications, with each outcome that has an event, and the requests that they make. */
import { PRODUCT_ID, START_MS } from "../../../world/callers.ts";
import {
  advance,
  ask,
  createCustomer,
  type Input,
  operate,
  type Part,
  type ShardStage,
} from "../../../world/story.ts";

const DAY_MS = 86_400_000;
const ADDRESS = { line1: "12 St James's Square", city: "London", postalCode: "SW1", country: "GB" };
const FIELDS = {
  legalName: "Augusta Ada King",
  dateOfBirth: "1985-12-10",
  address: ADDRESS,
  email: "ada@example.com",
  phone: "+442079460000",
};
const SEALED = "v1.0000000000000000.AAAAAAAAAAAAAAAAAAAAAA.AAAA";

/** In a sandbox, whose clock goes on by eight days at the end. */
export function* tellOfVerifications(stage: ShardStage): Part {
  const id = yield* submitted();
  const cancelled = { entityId: id, verificationId: yield* start(id) };
  yield* ask("entity.kyc.verification.cancel", cancelled);
  yield* arm("reject");
  yield* start(id);
  yield* arm("timeout");
  const verificationId = yield* start(id);
  const providerRequestId = verificationId.replace("ver_", "preq_");
  yield* operate("provider_request.resume", { providerRequestId });
  yield* decide(verificationId, "requires_input");
  yield* submit(id);
  yield* decide(yield* start(id), "verified");
  yield* decide(yield* start(yield* submitted()), "rejected");
  for (const outcome of ["verified", "rejected", "requires_input"]) {
    const resource = { type: "verification", id: yield* start(yield* submitted()) };
    yield* ask("sandbox.provider_outcome.create", { resource, outcome });
  }
  yield* start(yield* submitted());
  yield* decide(yield* start(yield* submitted()), "requires_input");
  const archived = yield* submitted();
  yield* decide(yield* start(archived), "requires_input");
  yield* ask("entity.archive", { entityId: archived });
  const erased = yield* submitted();
  yield* start(erased);
  yield* ask("customer.close", { customerId: erased.replace("ent_", "cust_") });
  const erasure = { entityId: erased, reason: "a story" };
  yield* operate("platform.entity.erase", erasure, { user: "root/0" });
  yield* advance(stage, 8 * DAY_MS);
}

/** What a provider of live does with requests: it refuses one, and each of the others ends in one of its ways. */
export function* tellOfLiveVerifications(): Part {
  const acme = { provider: "acme", kind: "verification", url: "https://acme.example.com/api" };
  const secret = { sealed: SEALED, prefix: "whsec_story" };
  yield* operate("provider.configure", { ...acme, user: "root/0", secret });
  const refused = yield* requested();
  yield* report(refused, { result: "refused", providerCode: "no_name" });
  for (const status of ["verified", "rejected", "requires_input"]) {
    const providerRequestId = yield* requested();
    yield* report(providerRequestId, { result: "accepted", providerReference: "chk-1" });
    const told = { question: 1, progress: { status } };
    yield* operate("provider_request.progress", { providerRequestId, ...told });
  }
  yield* tellOfNews();
}

/** What a provider of live tells by itself, and in its answers: each status in time, early, and against another. */
function* tellOfNews(): Part {
  const accepted = { result: "accepted", providerReference: "chk-2" };
  for (const status of ["verified", "rejected", "requires_input"]) {
    const inTime = yield* requested();
    yield* report(inTime, accepted);
    yield* news(inTime, "n-1", status);
    yield* news(inTime, "n-1", status);
    yield* news(inTime, "n-2", status);
    yield* news(inTime, "n-3", "verified");
    const early = yield* requested();
    yield* news(early, "n-1", status);
    yield* report(early, accepted);
    yield* report(yield* requested(), { ...accepted, progress: { status } });
  }
  const refused = yield* requested();
  yield* news(refused, "n-1", "verified");
  yield* report(refused, { result: "refused", providerCode: "no_name" });
  yield* news(refused, "n-2", "verified");
}

function* news(providerRequestId: string, newsId: string, status: string): Part {
  const progress = { status, occurredAtMs: START_MS };
  yield* operate("provider_request.news", { providerRequestId, newsId, progress });
}

/** The id of a request that waits for the provider of live: a second start says what is under way. */
function* requested(): Part<string> {
  const verification = { entityId: yield* submitted({ isTest: false }), tier: "tier_1" };
  yield* ask("entity.kyc.verification.start", verification);
  const reply: unknown = yield* ask("entity.kyc.verification.start", verification);
  const { error } = reply as { error: { details: { verificationId: string } } };
  return error.details.verificationId.replace("ver_", "preq_");
}

function* report(providerRequestId: string, outcome: Input): Part {
  yield* operate("provider_request.report", { providerRequestId, attempt: 1, outcome });
}

function* submitted({ isTest = true } = {}): Part<string> {
  const entityId = (yield* createCustomer({ isTest })).replace("cust_", "ent_");
  yield* submit(entityId);
  return entityId;
}

function* submit(entityId: string): Part {
  const submission = { entityId, tier: "tier_1", fields: FIELDS };
  const sealed = Object.fromEntries(Object.keys(FIELDS).map((name) => [name, SEALED]));
  yield* operate("entity.kyc.submit", submission, { kind: "sealed", sealed, digest: "0" });
}

/** The id of the verification; also where its provider has given no answer. */
function* start(entityId: string): Part<string> {
  const reply: unknown = yield* ask("entity.kyc.verification.start", { entityId, tier: "tier_1" });
  const { verificationId, error } = reply as {
    verificationId?: string;
    error?: { details: { receiptId?: string } };
  };
  return verificationId ?? String(error?.details.receiptId).replace("rcpt_", "ver_");
}

function* arm(mode: string): Part {
  const armed = { productId: PRODUCT_ID, provider: "simulator", mode, count: 1 };
  yield* ask("sandbox.provider_fault.create", armed);
}

function* decide(verificationId: string, outcome: string): Part {
  yield* ask("sandbox.kyc_outcome.create", { verificationId, outcome });
}

/** For tests: collections by mandates, with each of their events in each way in which they come about. */
import { PRODUCT_ID, START_MS } from "../../../world/callers.ts";
import {
  advance,
  ask,
  createCustomer,
  type Input,
  openAccount,
  operate,
  type Part,
  type ShardStage,
} from "../../../world/story.ts";

const DAY_MS = 86_400_000;
const CURRENCY = "EUR";
const SEALED = "v1.0000000000000000.AAAAAAAAAAAAAAAAAAAAAA.AAAA";
/** What `beneficiary.create` is prepared with where there is a number to seal. */
const PREPARED = { kind: "sealed", sealed: { keyName: "ent_x", text: "v1.x" }, digest: "x" };
const EVIDENCE = {
  method: "provider_mandate",
  acceptedAt: new Date(START_MS).toISOString(),
  textDigest: `sha256:${"ab".repeat(32)}`,
};
const OPERATOR = { user: "root/0" };
const ACCEPTED = { result: "accepted", providerReference: "col-1" };

type Parties = { customerId: string; beneficiaryId: string; destinationAccountId: string };

/** In a sandbox, whose clock goes on by some days at the end. */
export function* tellOfDebits(stage: ShardStage): Part {
  const parties = yield* debtor(yield* createCustomer());
  const dueAt = new Date(stage.nowMs + DAY_MS).toISOString();
  function* asked(amount: string, limits: object = {}): Part<string> {
    const collectionId = yield* collection(parties, amount, limits, dueAt);
    yield* ask("collection.collect", { collectionId });
    return collectionId;
  }
  yield* asked("100", { maxCount: 1 });
  yield* asked("9901");
  yield* asked("9903");
  yield* asked("9904");
  for (const outcome of ["collected", "failed", "returned"]) {
    yield* decide(yield* asked("9905", { maxCount: 1 }), outcome);
  }
  const elsewhere = yield* debtor(parties.customerId);
  const waiting = yield* collection(elsewhere, "9905", { maxCount: 1 }, dueAt);
  yield* ask("collection.collect", { collectionId: waiting });
  yield* freeze(elsewhere);
  yield* decide(waiting, "collected");
  yield* collection(parties, "200", {}, dueAt);
  yield* advance(stage, 2 * DAY_MS);
  yield* freeze(parties);
  yield* advance(stage, 10 * DAY_MS);
}

/** What a bank of live does with collections: in its answers, to questions, and by itself. */
export function* tellOfLiveDebits(stage: ShardStage): Part {
  const bank = { provider: "acme-bank", kind: "bank", url: "https://bank.example.com/api" };
  const secret = { sealed: SEALED, prefix: "whsec_story" };
  yield* operate("provider.configure", { ...bank, user: "root/0", secret });
  const customerId = yield* createCustomer({ isTest: false });
  yield* operate("platform.customer.activate", { customerId, reason: "a story" }, OPERATOR);
  const parties = yield* debtor(customerId);
  const dueAt = new Date(stage.nowMs + DAY_MS).toISOString();
  function* asked(): Part<string> {
    const collectionId = yield* collection(parties, "100", { maxCount: 1 }, dueAt);
    return yield* requestOf(collectionId);
  }
  const refused = yield* collection(parties, "100", { maxCount: 1 }, dueAt);
  yield* report(yield* requestOf(refused), { result: "refused", providerCode: "closed" });
  yield* correct(refused, "collected");
  yield* correct(refused, "returned");
  yield* report(yield* asked(), ACCEPTED);
  for (const status of ["collected", "failed", "returned"]) {
    yield* report(yield* asked(), { ...ACCEPTED, progress: { status } });
  }
  for (const status of ["collected", "failed", "returned"]) {
    const providerRequestId = yield* asked();
    yield* report(providerRequestId, ACCEPTED);
    const told = { question: 1, progress: { status } };
    yield* operate("provider_request.progress", { providerRequestId, ...told });
  }
  for (const status of ["collected", "failed", "returned"]) {
    const providerRequestId = yield* asked();
    yield* report(providerRequestId, ACCEPTED);
    yield* tell(providerRequestId, status, "n-1");
    yield* tell(providerRequestId, status, "n-1");
  }
  const elsewhere = yield* debtor(customerId);
  const unfit = yield* requestOf(yield* collection(elsewhere, "100", {}, dueAt));
  yield* freeze(elsewhere);
  yield* report(unfit, { ...ACCEPTED, progress: { status: "collected" } });
  yield* collectedTwice(yield* collection(parties, "100", { maxCount: 2 }, dueAt), dueAt);
  const spent = yield* asked();
  yield* report(spent, { ...ACCEPTED, progress: { status: "collected" } });
  const lost = yield* collection(parties, "100", {}, dueAt);
  yield* report(yield* requestOf(lost), { ...ACCEPTED, progress: { status: "collected" } });
  yield* freeze(parties);
  // The account is frozen now, so the Product pays.
  yield* correct(lost, "failed");
  yield* tell(spent, "returned", "n-2");
}

/** The first attempt has failed, and the bank has collected by it too; it takes the second sum back, has it again, and has it no longer. */
function* collectedTwice(collectionId: string, dueAt: string): Part {
  const first = yield* requestOf(collectionId);
  yield* report(first, { ...ACCEPTED, progress: { status: "failed" } });
  yield* ask("collection.retry", { collectionId, dueAt });
  yield* report(yield* requestOf(collectionId), { ...ACCEPTED, progress: { status: "collected" } });
  yield* correct(collectionId, "collected", first);
  yield* tell(first, "returned", "n-twice");
  yield* correct(collectionId, "collected", first);
  yield* correct(collectionId, "returned", first);
}

/** A confirmed consent with a mandate of the account at another bank; its id. */
export function* mandate(
  { customerId, beneficiaryId }: Pick<Parties, "customerId" | "beneficiaryId">,
  limits: object = {},
): Part<string> {
  const given = { productId: PRODUCT_ID, customerId, type: "collection", limits };
  const named = { mandate: { beneficiaryId }, evidence: EVIDENCE };
  const consent = yield* ask("consent.create", { ...given, ...named });
  const consentId = String(consent["consentId"]);
  yield* ask("consent.confirm", { consentId, evidence: EVIDENCE });
  return consentId;
}

/** The account of the customer at another bank; its id. */
export function* debtorAt(customerId: string, at: object): Part<string> {
  const named = { productId: PRODUCT_ID, ownerType: "customer", ownerId: customerId };
  const draft = { ...named, name: "Ada", ...at };
  return String((yield* operate("beneficiary.create", draft, PREPARED))["beneficiaryId"]);
}

/** A customer with an account at another bank, and an empty account of the Product. */
export function* debtor(customerId: string): Part<Parties> {
  const at = { rail: "sepa", destination: { iban: "DE89370400440532013000" } };
  const beneficiaryId = yield* debtorAt(customerId, at);
  return { customerId, beneficiaryId, destinationAccountId: yield* openAccount(customerId) };
}

/** A collection by a consent of its own with a mandate; its id. */
function* collection(
  { customerId, beneficiaryId, destinationAccountId }: Parties,
  amount: string,
  limits: object,
  dueAt: string,
): Part<string> {
  const consentId = yield* mandate({ customerId, beneficiaryId }, limits);
  const taken = { destinationAccountId, amount, currency: CURRENCY, dueAt };
  const draft = { productId: PRODUCT_ID, customerId, consentId, ...taken };
  return String((yield* ask("collection.create", draft))["collectionId"]);
}

/** Collects now. The id of the request that waits for the bank of live: a second attempt says whose receipt that is. */
function* requestOf(collectionId: string): Part<string> {
  yield* ask("collection.collect", { collectionId });
  const reply: unknown = yield* ask("collection.collect", { collectionId });
  const { error } = reply as { error: { details: { receiptId: string } } };
  return error.details.receiptId.replace("rcpt_", "preq_");
}

/** The operator books what the bank has done after all. */
function* correct(collectionId: string, outcome: string, providerRequestId?: string): Part {
  const named = providerRequestId === undefined ? {} : { providerRequestId };
  const correction = { collectionId, outcome, reason: "a story", ...named };
  yield* operate("platform.collection.correct", correction, OPERATOR);
}

function* report(providerRequestId: string, outcome: Input): Part {
  yield* operate("provider_request.report", { providerRequestId, attempt: 1, outcome });
}

function* tell(providerRequestId: string, status: string, newsId: string): Part {
  const progress = { status, occurredAtMs: START_MS };
  yield* operate("provider_request.news", { providerRequestId, newsId, progress });
}

function* decide(id: string, outcome: string): Part {
  yield* ask("sandbox.provider_outcome.create", { resource: { type: "collection", id }, outcome });
}

function* freeze({ destinationAccountId: accountId }: Parties): Part {
  yield* ask("account.freeze", { accountId, mode: "all", reason: "a story" });
}

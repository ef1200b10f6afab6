/** For tests: payouts, with each of their events in each way in which they come about. */
import { PRODUCT_ID, START_MS } from "../../../world/callers.ts";
import {
  advance,
  ask,
  createCustomer,
  fund,
  type Input,
  openAccount,
  operate,
  type Part,
  type ShardStage,
} from "../../../world/story.ts";

const DAY_MS = 86_400_000;
const IBAN = "DE89370400440532013000";
const SEALED = "v1.0000000000000000.AAAAAAAAAAAAAAAAAAAAAA.AAAA";
/** What `beneficiary.create` is prepared with where there is a number to seal. */
const PREPARED = { kind: "sealed", sealed: { keyName: "ent_x", text: "v1.x" }, digest: "x" };

type Parties = { sourceAccountId: string; beneficiaryId: string };
/** A rail, and an account with money in its currency. */
type Rail = { rail: string; currency: string; destination: object };

const SEPA: Rail = { rail: "sepa", currency: "EUR", destination: { iban: IBAN } };
const ACH: Rail = {
  rail: "ach",
  currency: "USD",
  destination: { routingNumber: "021000021", accountNumber: "000123456789" },
};
const FPS: Rail = {
  rail: "fps",
  currency: "GBP",
  destination: { sortCode: "20-00-00", accountNumber: "55779911" },
};

/** In a sandbox, whose clock goes on by some days at the end. */
export function* tellOfPayouts(stage: ShardStage): Part {
  const parties = yield* payable(SEPA, fundOfSandbox);
  const accountId = yield* openAccount(yield* createCustomer());
  const destination = { accountId };
  const beneficiaryId = yield* newBeneficiary({ ...SEPA, rail: "book", destination });
  yield* pay({ ...parties, beneficiaryId }, "1");
  yield* pay(parties, "900000000");
  yield* payMany(parties, beneficiaryId);
  yield* pay(parties, "9901");
  yield* ask("payout.cancel", { payoutId: yield* pay(parties, "1") });
  yield* pay(parties, "9903");
  yield* pay(parties, "2");
  for (const outcome of ["posted", "failed", "returned"]) {
    yield* decide(yield* pay(parties, "9905"), outcome);
  }
  const toldOf = yield* pay(parties, "9905");
  yield* freeze(parties);
  yield* decide(toldOf, "returned");
  const dollars = yield* payable(ACH, fundOfSandbox);
  yield* pay(dollars, "9904", "USD");
  yield* freeze(dollars);
  yield* advance(stage, 8 * DAY_MS);
}

/** What a bank of live does with payouts: in its answers, to questions, and by itself. */
export function* tellOfLivePayouts(): Part {
  const bank = { provider: "acme-bank", kind: "bank", url: "https://bank.example.com/api" };
  const secret = { sealed: SEALED, prefix: "whsec_story" };
  yield* operate("provider.configure", { ...bank, user: "root/0", secret });
  const answering = yield* payable(SEPA, fundOfLive);
  const sent = yield* refused(answering, "EUR");
  yield* correct(sent, "posted");
  yield* correct(sent, "returned");
  yield* report(yield* requested(answering, "EUR"), ACCEPTED);
  yield* each(answering, "EUR", function* (providerRequestId, status) {
    yield* report(providerRequestId, { ...ACCEPTED, progress: { status } });
  });
  const asked = yield* payable(ACH, fundOfLive);
  yield* each(asked, "USD", function* (providerRequestId, status) {
    yield* report(providerRequestId, ACCEPTED);
    const told = { question: 1, progress: { status } };
    yield* operate("provider_request.progress", { providerRequestId, ...told });
  });
  const telling = yield* payable(FPS, fundOfLive);
  const lost = yield* refused(telling, "GBP");
  yield* each(telling, "GBP", function* (providerRequestId, status) {
    yield* report(providerRequestId, ACCEPTED);
    const progress = { status, occurredAtMs: START_MS };
    const news = { providerRequestId, newsId: "n-1", progress };
    yield* operate("provider_request.news", news);
    yield* operate("provider_request.news", news);
  });
  // The account is frozen now, so the Product pays.
  yield* correct(lost, "posted");
}

const ACCEPTED = { result: "accepted", providerReference: "pay-1" };

/** The id of a payout that the bank has refused. */
function* refused(parties: Parties, currency: string): Part<string> {
  const providerRequestId = yield* requested(parties, currency);
  yield* report(providerRequestId, { result: "refused", providerCode: "closed" });
  return providerRequestId.replace("preq_", "po_");
}

/** The operator books what the bank has done after all. */
function* correct(payoutId: string, outcome: string): Part {
  const correction = { payoutId, outcome, reason: "a story" };
  yield* operate("platform.payout.correct", correction, { user: "root/0" });
}

/** Each end of a payout; the last one comes back to an account that takes no credits. */
function* each(
  parties: Parties,
  currency: string,
  tell: (providerRequestId: string, status: string) => Part,
): Part {
  for (const status of ["posted", "failed", "cancelled", "returned"]) {
    yield* tell(yield* requested(parties, currency), status);
  }
  const last = yield* requested(parties, currency);
  yield* freeze(parties);
  yield* tell(last, "returned");
}

/** The id of a request that waits for the bank of live: a second payout with its external id says whose that is. */
function* requested(parties: Parties, currency: string): Part<string> {
  const externalId = `po-${currency}-${counted++}`;
  const draft = { ...parties, amount: "100", currency, externalId };
  yield* ask("payout.create", draft);
  const reply: unknown = yield* ask("payout.create", draft);
  const { error } = reply as { error: { details: { actual: string } } };
  return error.details.actual.replace("po_", "preq_");
}
let counted = 0;

function* report(providerRequestId: string, outcome: Input): Part {
  yield* operate("provider_request.report", { providerRequestId, attempt: 1, outcome });
}

type Funding = (destinationAccountId: string, amount: string, currency: string) => Part;

function* fundOfSandbox(accountId: string, amount: string, currency: string): Part {
  yield* fund(accountId, amount, currency);
}

function* fundOfLive(destinationAccountId: string, amount: string, currency: string): Part {
  const funding = { destinationAccountId, amount, currency, reason: "a story" };
  yield* operate("platform.account_funding.create", funding, { user: "root/0" });
}

/** An account of the Product with money, and a beneficiary over the rail. */
function* payable(rail: Rail, funding: Funding): Part<Parties> {
  const { currency } = rail;
  const owner = { type: "product", id: PRODUCT_ID };
  const draft = { productId: PRODUCT_ID, role: "product_operating", currency, owner };
  const sourceAccountId = String((yield* ask("account.create", draft))["accountId"]);
  yield* funding(sourceAccountId, "9000000", currency);
  return { sourceAccountId, beneficiaryId: yield* newBeneficiary(rail) };
}

function* newBeneficiary({ rail, destination }: Rail): Part<string> {
  const named = { productId: PRODUCT_ID, ownerType: "third_party", name: "Paper Mill Ltd" };
  const prepared = rail === "book" ? { kind: "none" } : PREPARED;
  const made = yield* operate("beneficiary.create", { ...named, rail, destination }, prepared);
  return String(made["beneficiaryId"]);
}

/** The id of the payout; also where it was refused, which is then no id. */
function* pay(parties: Parties, amount: string, currency = "EUR"): Part<string> {
  return String((yield* ask("payout.create", { ...parties, amount, currency }))["payoutId"]);
}

/** Batches: over the bank, over the book, an item that lacks money and one of nobody; the second is refused by them. */
function* payMany(parties: Parties, onBook: string): Part {
  const item = (amount: string, more: object = {}) => ({
    ...{ ...parties, amount, currency: "EUR" },
    ...more,
  });
  const items = [
    item("3"),
    item("4", { beneficiaryId: onBook }),
    item("900000000"),
    item("5", { beneficiaryId: "nobody" }),
  ];
  yield* ask("payout.batch.create", { items });
  yield* ask("payout.batch.create", { items, atomic: true });
}

function* decide(id: string, outcome: string): Part {
  yield* ask("sandbox.provider_outcome.create", { resource: { type: "payout", id }, outcome });
}

function* freeze({ sourceAccountId: accountId }: Parties): Part {
  yield* ask("account.freeze", { accountId, mode: "all", reason: "a story" });
}

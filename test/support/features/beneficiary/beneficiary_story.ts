/** For tests: beneficiaries, with each of their events in each way in which they come about. */
import { PRODUCT_ID, START_MS } from "../../../world/callers.ts";
import { ask, createCustomer, type Input, operate, type Part } from "../../../world/story.ts";

const IBAN = "DE89370400440532013000";
const SEALED = "v1.0000000000000000.AAAAAAAAAAAAAAAAAAAAAA.AAAA";
/** What `beneficiary.create` is prepared with where there is a number to seal. */
const PREPARED = { kind: "sealed", sealed: { keyName: "ent_x", text: "v1.x" }, digest: "x" };
const OPERATOR = { user: "root/0" };
const WHERE = { rail: "sepa", destination: { iban: IBAN } };

/** In a sandbox, where the simulator checks payees by their names. */
export function* tellOfBeneficiaries(): Part {
  const customerId = yield* createCustomer();
  const draft = { productId: PRODUCT_ID, ownerType: "customer", ownerId: customerId, ...WHERE };
  const create = (name: string) => operate("beneficiary.create", { ...draft, name }, PREPARED);
  const { beneficiaryId } = yield* create("Ada Lovelace");
  yield* ask("beneficiary.update", { beneficiaryId, nickname: "Ada", metadata: { a: "b" } });
  yield* ask("beneficiary.archive", { beneficiaryId });
  const odd = yield* create("Ada Lovelace (close match)");
  yield* ask("beneficiary.update", { beneficiaryId: odd["beneficiaryId"], acceptMismatch: true });
  yield* create("Ada Lovelace (no account)");
  const told = yield* create("Ada Lovelace (wait)");
  const resource = { type: "beneficiary", id: told["beneficiaryId"] };
  yield* ask("sandbox.provider_outcome.create", { resource, outcome: "no_match" });
  yield* create("Ada Lovelace (no answer)");
  yield* ask("customer.close", { customerId });
  const erasure = { entityId: customerId.replace("cust_", "ent_"), reason: "a story" };
  yield* operate("platform.entity.erase", erasure, OPERATOR);
  yield* erased();
}

/** Somebody else is erased, who was archived before or not. */
function* erased(): Part {
  for (const isArchived of [false, true]) {
    const draft = { productId: PRODUCT_ID, ownerType: "third_party", name: "Paper Mill Ltd" };
    const { beneficiaryId } = yield* operate(
      "beneficiary.create",
      { ...draft, ...WHERE },
      PREPARED,
    );
    if (isArchived) yield* ask("beneficiary.archive", { beneficiaryId });
    yield* operate("platform.beneficiary.erase", { beneficiaryId, reason: "a story" }, OPERATOR);
  }
}

/** What a bank of live says of payees: in its answers, to questions, and by itself. */
export function* tellOfLiveBeneficiaries(): Part {
  yield* bankThatChecks(["sepa"]);
  yield* report(yield* requested("answered"), { ...ACCEPTED, progress: { status: "matched" } });
  yield* report(yield* requested("refused"), { result: "refused", providerCode: "ac04" });
  const asked = yield* requested("asked");
  yield* report(asked, ACCEPTED);
  const progress = { status: "close_match", accountName: "Paper Mill Limited" };
  yield* operate("provider_request.progress", { providerRequestId: asked, question: 1, progress });
  const told = yield* requested("told");
  yield* report(told, ACCEPTED);
  const news = { newsId: "n-1", progress: { status: "no_match", occurredAtMs: START_MS } };
  yield* operate("provider_request.news", { providerRequestId: told, ...news });
  yield* bankThatChecks([]);
}

const ACCEPTED = { result: "accepted", providerReference: "chk-1" };

/** The stories of others need no check: whoever tells last leaves a bank that has none. */
function* bankThatChecks(payeeChecks: readonly string[]): Part {
  const bank = { provider: "acme-bank", kind: "bank", url: "https://bank.example.com/api" };
  const secret = { sealed: SEALED, prefix: "whsec_story" };
  yield* operate("provider.configure", { ...bank, user: "root/0", secret, payeeChecks });
}

/** The id of a request that waits for the bank: a second beneficiary with its external id says whose that is. */
function* requested(externalId: string): Part<string> {
  const draft = {
    ...{ productId: PRODUCT_ID, ownerType: "third_party", name: "Paper Mill Ltd" },
    ...{ ...WHERE, externalId },
  };
  yield* operate("beneficiary.create", draft, PREPARED);
  const reply: unknown = yield* operate("beneficiary.create", draft, PREPARED);
  const { error } = reply as { error: { details: { actual: string } } };
  return error.details.actual.replace("ben_", "preq_");
}

function* report(providerRequestId: string, outcome: Input): Part {
  yield* operate("provider_request.report", { providerRequestId, attempt: 1, outcome });
}

/** For tests: received credits, with each of their events in each way in which they come about. */
import { PRODUCT_ID, START_MS } from "../../../world/callers.ts";
import {
  ask,
  createCustomer,
  type Input,
  openAccount,
  operate,
  type Part,
  type Reply,
} from "../../../world/story.ts";

const IBAN = { type: "iban", country: "DE", currency: "EUR" };
const SEALED = "v1.0000000000000000.AAAAAAAAAAAAAAAAAAAAAA.AAAA";
const LARGEST = "999999999999999999";

/** In a sandbox: credited, suspended, assigned, and sent back with each end. */
export function* tellOfCredits(): Part {
  const accountId = yield* openAccount(yield* createCustomer());
  const { financialAddressId = "" } = yield* ask("financial_address.create", {
    accountId,
    ...IBAN,
  });
  const arrive = (amount: string, more: object = {}) =>
    ask("sandbox.inbound_credit.create", { financialAddressId, amount, currency: "EUR", ...more });
  yield* confirmed("simulator", financialAddressId);
  yield* arrive("100", { reference: "STATED-1" });
  yield* arrive("100", { reference: "STATED-2" });
  yield* sendBack(yield* arrive("100"));
  yield* sendBack(yield* arrive("9901"));
  for (const outcome of ["returned", "failed"]) {
    const credit = yield* arrive("9905");
    yield* sendBack(credit);
    const resource = { type: "received_credit", id: credit["receivedCreditId"] };
    yield* ask("sandbox.provider_outcome.create", { resource, outcome });
  }
  const spent = yield* arrive(LARGEST);
  yield* move(accountId, yield* openAccount(yield* createCustomer()), LARGEST);
  yield* sendBack(spent);
  const suspended = { currency: "CHF", ifNotCreditable: "suspend" };
  const inFrancs = { accountId: yield* openAccount(yield* createCustomer(), "CHF") };
  yield* assign(yield* arrive("100", suspended), inFrancs);
  const moved = yield* arrive("100", suspended);
  yield* move(String(moved["accountId"]), inFrancs.accountId, "1", "CHF");
  yield* assign(moved, inFrancs);
}

/** In live: told by a bank, and sent back by it with each end, told in each way. */
export function* tellOfLiveCredits(): Part {
  const bank = { provider: "acme-bank", kind: "bank", url: "https://bank.example.com/api" };
  const secret = { sealed: SEALED, prefix: "whsec_story" };
  yield* operate("provider.configure", { ...bank, user: "root/0", secret });
  const owner = { type: "product", id: PRODUCT_ID };
  const draft = { productId: PRODUCT_ID, role: "product_operating", currency: "EUR", owner };
  const { accountId = "" } = yield* ask("account.create", draft);
  const address = { accountId, ...IBAN, type: "alias", externalId: "credits" };
  yield* ask("financial_address.create", address);
  const financialAddressId = detailOf(yield* ask("financial_address.create", address), "actual");
  const details = { alias: "credits@bank.example" };
  const opened = { ...ACCEPTED, progress: { status: "active", details } };
  yield* report(financialAddressId.replace("fa_", "preq_"), opened);
  yield* confirmed("acme-bank", financialAddressId);
  const told = { provider: "acme-bank", financialAddressId, amount: "100", currency: "EUR" };
  const take = (reference: string, more: object = {}) => {
    const news = { reference, occurredAtMs: START_MS, newsId: `n-${reference}` };
    return operate("received_credit.take", { ...told, ...news, ...more });
  };
  yield* take("STATED-1");
  yield* take("STATED-2");
  yield* take("STATED-2", { amount: "101" });
  yield* take("FRANCS", { currency: "CHF" });
  yield* report(yield* requested(yield* take("REFUSED")), REFUSED);
  for (const status of ["returned", "failed"]) {
    const answered = yield* requested(yield* take(`ANSWER-${status}`));
    yield* report(answered, { ...ACCEPTED, progress: { status } });
    const asked = yield* requested(yield* take(`QUESTION-${status}`));
    yield* report(asked, ACCEPTED);
    const progress = { providerRequestId: asked, question: 1, progress: { status } };
    yield* operate("provider_request.progress", progress);
    const heard = yield* requested(yield* take(`NEWS-${status}`));
    yield* report(heard, ACCEPTED);
    const happened = { status, occurredAtMs: START_MS };
    const news = { providerRequestId: heard, newsId: "n-1", progress: happened };
    yield* operate("provider_request.news", news);
  }
}

const ACCEPTED = { result: "accepted", providerReference: "ret-1" };
const REFUSED = { result: "refused", providerCode: "too_late" };

/** People say of two credits what has happened, of the second one with another amount than the bank will tell. */
function* confirmed(provider: string, financialAddressId: string): Part {
  for (const [externalReference, amount] of [
    ["STATED-1", "100"],
    ["STATED-2", "99"],
  ]) {
    yield* ask("external_confirmation.create", {
      ...{ provider, externalReference, outcome: "received", financialAddressId, amount },
      ...{ resource: { type: "received_credit" }, currency: "EUR" },
      occurredAt: new Date(START_MS).toISOString(),
    });
  }
}

function* sendBack({ receivedCreditId }: Reply): Part<Reply> {
  return yield* ask("received_credit.return", { receivedCreditId });
}

function* assign({ receivedCreditId }: Reply, { accountId }: { accountId: string }): Part {
  yield* ask("received_credit.assign", { receivedCreditId, accountId });
}

function* move(
  sourceAccountId: string,
  destinationAccountId: string,
  amount: string,
  currency = "EUR",
): Part {
  const draft = { sourceAccountId, destinationAccountId, amount, currency };
  yield* ask("transfer.create", draft);
}

/** The id of the request that waits for the bank: a second return is refused, and names the transfer. */
function* requested(credit: Reply): Part<string> {
  yield* sendBack(credit);
  return detailOf(yield* sendBack(credit), "transferId").replace("tr_", "preq_");
}

function detailOf(reply: unknown, name: string): string {
  const { error } = reply as { error: { details: Record<string, string> } };
  return String(error.details[name]);
}

function* report(providerRequestId: string, outcome: Input): Part {
  yield* operate("provider_request.report", { providerRequestId, attempt: 1, outcome });
}

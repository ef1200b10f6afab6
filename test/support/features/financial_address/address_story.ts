/** For tests: financial addresses, with each of their events, opened by the simulator and by a bank of live. */
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
const ACCEPTED = { result: "accepted", providerReference: "acc-1" };

/** In a sandbox: opened, refused, changed, and decided by a test. */
export function* tellOfAddresses(): Part {
  const accountId = yield* openAccount(yield* createCustomer());
  const financialAddressId = idIn(yield* create(accountId));
  for (const verb of ["disable", "enable", "retire"]) {
    yield* ask(`financial_address.${verb}`, { financialAddressId });
  }
  const armed = { productId: PRODUCT_ID, provider: "simulator", mode: "reject", count: 1 };
  yield* ask("sandbox.provider_fault.create", armed);
  yield* create(accountId);
  for (const outcome of ["active", "failed"]) {
    const id = idIn(yield* create(accountId, { type: "alias" }));
    const resource = { type: "financial_address", id };
    yield* ask("sandbox.provider_outcome.create", { resource, outcome });
  }
}

/** In live: each outcome in the answer of the bank, by news and to a question, and each change. */
export function* tellOfLiveAddresses(): Part {
  const acme = { provider: "acme-bank", kind: BANK, url: "https://acme.example.com/bank" };
  const secret = { sealed: SEALED, prefix: "whsec_bank" };
  yield* operate("provider.configure", { ...acme, user: "root/0", secret });
  const owner = { type: "product", id: PRODUCT_ID };
  const draft = { productId: PRODUCT_ID, role: "product_operating", currency: "EUR", owner };
  const { accountId = "" } = yield* ask("account.create", draft);
  const financialAddressId = yield* waiting(accountId, "answered");
  yield* report(openingOf(financialAddressId), { ...ACCEPTED, progress: opened(1) });
  for (const [action, status] of CHANGES) {
    const request = yield* waitingChange(`financial_address.${action}`, financialAddressId);
    yield* report(request, { ...ACCEPTED, progress: { status } });
  }
  const failed = { status: "failed", reason: "no_capacity" };
  const failing = openingOf(yield* waiting(accountId, "failing"));
  yield* report(failing, { ...ACCEPTED, progress: failed });
  const refused = openingOf(yield* waiting(accountId, "refused"));
  yield* report(refused, { result: "refused", providerCode: "no_holder" });
  for (const progress of [opened(2), failed]) {
    const providerRequestId = openingOf(yield* waiting(accountId, `news of ${progress.status}`));
    yield* report(providerRequestId, ACCEPTED);
    const told = { newsId: "n-1", progress: { ...progress, occurredAtMs: START_MS } };
    yield* operate("provider_request.news", { providerRequestId, ...told });
  }
  for (const progress of [opened(3), failed]) {
    const providerRequestId = openingOf(yield* waiting(accountId, `asked, ${progress.status}`));
    yield* report(providerRequestId, ACCEPTED);
    yield* operate("provider_request.progress", { providerRequestId, question: 1, progress });
  }
}

/** What a bank is asked later, and the status that it leads to. */
const CHANGES = [
  ["disable", "disabled"],
  ["enable", "active"],
  ["retire", "retired"],
] as const;

/** The request to open an address. */
function openingOf(financialAddressId: string): string {
  return financialAddressId.replace("fa_", "preq_");
}

/** The kind of provider that opens addresses. */
const BANK = "bank";

/** What a bank says of an address that it has opened: each number is another alias. */
function opened(number: number) {
  return { status: "active", details: { alias: `story-${number}@bank.example` } };
}

/** The answer to a request for an address. */
function* create(accountId: string, more: object = {}): Part<Reply> {
  return yield* ask("financial_address.create", { accountId, ...IBAN, ...more });
}

/** The id of an address that waits for the bank of live: a second one with its external id is refused, and names it. */
function* waiting(accountId: string, externalId: string): Part<string> {
  const alias = { type: "alias", externalId };
  yield* create(accountId, alias);
  return detailOf(yield* create(accountId, alias), "actual");
}

/** The id of the request for a change that waits for the bank: a second change is refused, and names its receipt. */
function* waitingChange(operation: string, financialAddressId: string): Part<string> {
  yield* ask(operation, { financialAddressId });
  const receiptId = detailOf(yield* ask(operation, { financialAddressId }), "receiptId");
  return receiptId.replace("rcpt_", "preq_");
}

function detailOf(reply: unknown, name: string): string {
  const { error } = reply as { error: { details: Record<string, string> } };
  return String(error.details[name]);
}

function* report(providerRequestId: string, outcome: Input): Part {
  yield* operate("provider_request.report", { providerRequestId, attempt: 1, outcome });
}

function idIn({ financialAddressId }: Reply): string {
  return String(financialAddressId);
}

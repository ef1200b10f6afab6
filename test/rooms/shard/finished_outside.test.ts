/**
 * What joins accounts to the outside, once it is over, takes no memory, nor do transfers that were given back and freezes that were lifted: no table that a start loads gets an entry for it. Platforms
 * make millions of payouts a year, and each has a request to a provider.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { SHARD_TABLE } from "../../../src/contract/tables/shard_table_codes.ts";
import { SHARD_REGISTRY } from "../../../src/features/registry.ts";
import { IDEMPOTENCY_TABLE } from "../../../src/shard/idempotency_table.ts";
import {
  directoryOf,
  NAMES,
  type OpenJournal,
  openJournal,
} from "../../support/shard/open_journal.ts";
import { tell, tellerOf } from "../../support/shard/teller.ts";
import { PRODUCT_ID, START_MS } from "../../world/callers.ts";
import {
  ask,
  createCustomer,
  fund,
  openAccount,
  operate,
  type Part,
  type Reply,
} from "../../world/story.ts";

/** So many of each ending in a turn. */
const OF_EACH = 3;
const IBAN = { type: "iban", country: "DE", currency: "EUR" };
const AT_A_BANK = { rail: "sepa", destination: { iban: "DE89370400440532013000" } };
/** What `beneficiary.create` is prepared with where there is a number to seal. */
const PREPARED = { kind: "sealed", sealed: { keyName: "ent_x", text: "v1.x" }, digest: "x" };
const EVIDENCE = {
  method: "provider_mandate",
  acceptedAt: new Date(START_MS).toISOString(),
  textDigest: `sha256:${"ab".repeat(32)}`,
};
/** The amount of which the simulator waits until a test says what becomes of it. */
const WAITS = "9905";

/** `francsId`: an account in another currency than that of the address. */
type Parties = {
  customerId: string;
  accountId: string;
  otherId: string;
  francsId: string;
  financialAddressId: string;
};

/** Everything that does not grow with what is over: a customer, accounts, and one thing of each kind. */
function* begin(): Part<Parties> {
  const customerId = yield* createCustomer();
  const accountId = yield* openAccount(customerId);
  yield* fund(accountId, "900000000");
  const { financialAddressId = "" } = yield* ask("financial_address.create", {
    accountId,
    ...IBAN,
  });
  const francsId = yield* openAccount(customerId, "CHF");
  const otherId = yield* openAccount(customerId);
  const parties = { customerId, accountId, otherId, francsId, financialAddressId };
  yield* endings(parties);
  return parties;
}

/** One thing of each kind for each of its ends. */
function* endings(parties: Parties): Part {
  yield* addresses(parties);
  yield* payees(parties);
  yield* payouts(parties);
  yield* credits(parties);
  yield* collections(parties);
  yield* reversals(parties);
  yield* freezes(parties);
}

/** A transfer that was given back as a whole. */
function* reversals({ accountId, otherId }: Parties): Part {
  const { transferId } = yield* ask("transfer.create", {
    ...{ sourceAccountId: accountId, destinationAccountId: otherId },
    ...{ amount: "1", currency: "EUR" },
  });
  yield* ask("transfer.reverse", { transferId, amount: "1", reason: "Paid twice" });
}

/** A freeze that was lifted. */
function* freezes({ accountId }: Parties): Part {
  yield* ask("account.freeze", { accountId, mode: "all", reason: "looked into" });
  yield* ask("account.unfreeze", { accountId });
}

function* addresses({ accountId }: Parties): Part {
  const open = (more: object = {}) =>
    ask("financial_address.create", { accountId, ...IBAN, ...more });
  const retired = yield* open();
  yield* ask("financial_address.retire", { financialAddressId: retired["financialAddressId"] });
  const failed = yield* open({ type: "alias" });
  yield* decide("financial_address", failed["financialAddressId"], "failed");
}

function* payees({ customerId }: Parties): Part {
  const owner = { ownerType: "customer", ownerId: customerId };
  for (const name of ["Ada", "Ada (no match)", "Ada (no account)"]) {
    const { beneficiaryId } = yield* newBeneficiary({ ...owner, name });
    if (name === "Ada") yield* ask("beneficiary.archive", { beneficiaryId });
  }
}

function* payouts({ accountId }: Parties): Part {
  const { beneficiaryId } = yield* newBeneficiary();
  const draft = { sourceAccountId: accountId, beneficiaryId, amount: WAITS, currency: "EUR" };
  for (const outcome of ["posted", "failed", "returned"]) {
    const { payoutId } = yield* ask("payout.create", draft);
    yield* decide("payout", payoutId, outcome);
  }
  const { payoutId } = yield* ask("payout.create", draft);
  yield* ask("payout.cancel", { payoutId });
}

function* credits({ financialAddressId, francsId }: Parties): Part {
  const arrive = (amount: string, more: object = {}) =>
    ask("sandbox.inbound_credit.create", { financialAddressId, amount, currency: "EUR", ...more });
  yield* arrive("1", { payer: { name: "Paper Mill GmbH" }, remittance: "Order 82" });
  const { receivedCreditId } = yield* arrive(WAITS);
  yield* ask("received_credit.return", { receivedCreditId, reason: "Paid twice" });
  yield* decide("received_credit", receivedCreditId, "returned");
  const suspended = yield* arrive("1", { currency: "CHF", ifNotCreditable: "suspend" });
  const assigned = { receivedCreditId: suspended["receivedCreditId"], accountId: francsId };
  yield* ask("received_credit.assign", assigned);
}

function* collections({ customerId, accountId }: Parties): Part {
  const owner = { ownerType: "customer", ownerId: customerId };
  const { beneficiaryId } = yield* newBeneficiary({ ...owner, name: "Ada" });
  for (const outcome of ["collected", "failed", "returned"]) {
    const { consentId } = yield* ask("consent.create", {
      ...{ productId: PRODUCT_ID, customerId, type: "collection", evidence: EVIDENCE },
      ...{ mandate: { beneficiaryId }, limits: { maxCount: 1 } },
    });
    yield* ask("consent.confirm", { consentId, evidence: EVIDENCE });
    const { collectionId } = yield* ask("collection.create", {
      ...{ productId: PRODUCT_ID, customerId, consentId, destinationAccountId: accountId },
      ...{ amount: WAITS, currency: "EUR", dueAt: new Date(START_MS).toISOString() },
    });
    yield* decide("collection", collectionId, outcome);
  }
}

function newBeneficiary(more: object = { ownerType: "third_party", name: "Mill" }): Part<Reply> {
  return operate("beneficiary.create", { productId: PRODUCT_ID, ...AT_A_BANK, ...more }, PREPARED);
}

function* decide(type: string, id: string | undefined, outcome: string): Part {
  const told = yield* ask("sandbox.provider_outcome.create", { resource: { type, id }, outcome });
  assert.equal(told["outcome"], outcome, JSON.stringify(told));
}

/** How many entries the state has by table: of those that a start loads, and of the others. */
async function entriesOf({ journal, commit, store, ...opened }: OpenJournal) {
  await opened.committed();
  await store.write(journal.drain(commit.durable));
  const tables = new Map(journal.stored.tables.map((table) => [table.code, table]));
  const loaded: Record<string, number> = {};
  const others: Record<string, number> = {};
  store.scan(({ bytes, keyAt }) => {
    const code = bytes[keyAt] as number;
    const table = tables.get(code);
    const isLoaded = code === IDEMPOTENCY_TABLE.code || table?.load || table?.loadStored;
    const counts = isLoaded ? loaded : others;
    const name = table?.name ?? `of the shard, ${code}`;
    if (code !== SHARD_TABLE.meta) counts[name] = (counts[name] ?? 0) + 1;
  });
  return { loaded, others };
}

/** So many things of a turn by table, each of them over. */
const OF_A_TURN = {
  ...{ payout: 4, received_credit: 3, collection: 3, beneficiary: 5, financial_address: 2 },
  ...{ transfer_reversal: 1, account_freeze: 1 },
};

test("ledger shard: payouts, credits, collections, addresses, payees, reversals and freezes that are over -> no more entries that a start loads", async (t) => {
  const opened = await openJournal(directoryOf(t), { nowMs: () => START_MS });
  const teller = tellerOf(opened, SHARD_REGISTRY);
  let parties: Parties | undefined;
  teller.enter(NAMES);
  tell(
    teller,
    (function* () {
      parties = yield* begin();
    })(),
  );
  const before = await entriesOf(opened);
  for (let at = 0; at < OF_EACH; at++) tell(teller, endings(parties as unknown as Parties));
  const after = await entriesOf(opened);
  assert.deepEqual(after.loaded, before.loaded);
  const grown = (name: string) => (after.others[name] ?? 0) - (before.others[name] ?? 0);
  assert.deepEqual(
    Object.keys(OF_A_TURN).map((name) => [name, grown(name)]),
    Object.entries(OF_A_TURN).map(([name, count]) => [name, count * OF_EACH]),
  );
  await opened.close();
});

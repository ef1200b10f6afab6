/** Decision table of financial_address.create, and how its ending stays what it was. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { changeEntity } from "../../../test/support/features/entity/entities.ts";
import { arm } from "../../../test/support/features/entity/verifications.ts";
import {
  ALIAS,
  activeAddress,
  addressIn,
  bankInLive,
  changed,
  create,
  DETAILS,
  IBAN,
  report,
  waitingAddress,
} from "../../../test/support/features/financial_address/addresses.ts";
import { requestIn } from "../../../test/support/features/provider_request/live_requests.ts";
import { START_MS } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import {
  at,
  close,
  createAccount,
  createCustomer,
  freeze,
  openAccount,
} from "../../../test/world/parties.ts";
import { UNKNOWN_ACCOUNTS } from "../../../test/world/rows.ts";
import { assertShows, openWorld, type World } from "../../../test/world/world.ts";
import { accountCreatedFact } from "../account/account_facts.ts";
import type { KycTier } from "../ledger/roles.ts";
import { operationRetrieve } from "../operation/operation.retrieve.ts";
import type { ProviderRequestFact } from "../provider_request/provider_request_facts.ts";
import { sandboxProviderOutcomeCreate } from "../sandbox/sandbox.provider_outcome.create.ts";
import { ADDRESSES_OF_ACCOUNT_MAX } from "./address_account.ts";
import { financialAddressCreate } from "./financial_address.create.ts";
import { financialAddressRetire } from "./financial_address.retire.ts";
import { type FinancialAddressFact, financialAddressRetrieve } from "./financial_address_noun.ts";

const KEY = "0f8fad5b-d9cb-469f-a165-70867728950e";

/** An account of the Product in another currency than EUR. */
const inCurrency = (currency: string) => ({
  input: ({ world }: { world: World }) => ({
    accountId: openAccount(world, { currency }),
    currency,
  }),
});

decisionTable(financialAddressCreate, {
  given: (world) => ({ accountId: openAccount(world) }),
  input: ({ accountId }) => ({ accountId, ...IBAN }),
  rows: [
    {
      title: "an IBAN of an account of the Product",
      input: { metadata: { shownTo: "all" }, externalId: "iban-1" },
      outcome: "active with its details, as GET shows it",
      reply: {
        ...IBAN,
        provider: "simulator",
        status: "active",
        revision: 2,
        metadata: { shownTo: "all" },
        externalId: "iban-1",
        actor: { type: "provider", id: "provider" },
        statusTransitions: { pendingAt: at(0), activeAt: at(0) },
      },
      async check({ reply, facts }, { world, accountId }) {
        assert.equal(reply.accountId, accountId);
        assert.match(reply.details.iban, /^DE\d{2}00000000\d{10}$/);
        assert.equal(reply.details.bic, "SIMUDE20");
        const { financialAddressId } = reply;
        await assertShows(world, financialAddressRetrieve, { financialAddressId }, reply);
        assert.deepEqual(
          facts.map(({ kind }) => kind),
          ["financial_address.created.1", "provider_request.made.1"],
        );
      },
    },
    {
      title: "an account of a customer",
      input: ({ world }) => ({ accountId: createAccount(world).accountId }),
      outcome: "active, and known to be of the customer",
      reply: { status: "active" },
      check({ reply }, { world }) {
        const { customerId } = addressIn(world, reply.financialAddressId);
        assert.match(String(customerId), /^cust_/);
      },
    },
    {
      title: "an account of the United States",
      input: ({ world }) => ({
        accountId: openAccount(world, { currency: "USD" }),
        ...{ type: "us_account", country: "US", currency: "USD" },
      }),
      outcome: "active, with routing number and account number",
      check: ({ reply }) =>
        assert.deepEqual(Object.keys(reply.details), ["routingNumber", "accountNumber"]),
    },
    {
      title: "an account of the United Kingdom",
      input: ({ world }) => ({
        accountId: openAccount(world, { currency: "GBP" }),
        ...{ type: "uk_account", country: "GB", currency: "GBP" },
      }),
      outcome: "active, with sort code and account number",
      check: ({ reply }) =>
        assert.deepEqual(Object.keys(reply.details), ["sortCode", "accountNumber"]),
    },
    {
      title: "an alias",
      input: ALIAS,
      outcome: "pending until the simulator is told what becomes of it",
      reply: { status: "pending", revision: 1 },
      check: ({ reply }) => assert.equal(reply.details, undefined),
    },
    {
      title: "a country without details of the type",
      input: { country: "JP" },
      code: "invalid_request",
      check: ({ details }) => assert.deepEqual(details["issues"][0].path, ["country"]),
    },
    {
      title: "an alias in a country that there is not",
      input: { ...ALIAS, country: "XX" },
      code: "invalid_request",
    },
    ...UNKNOWN_ACCOUNTS,
    {
      title: "an account of a role that takes no address",
      input: ({ world }) => ({ accountId: openAccount(world, { role: "product_revenue" }) }),
      code: "account_role_not_financial_addressable",
      details: {
        role: "product_revenue",
        allowedRoles: ["customer_balance", "product_operating"],
      },
    },
    {
      title: "a frozen account",
      given: ({ world, accountId }) => freeze(world, accountId, "debits"),
      code: "financial_address_account_status_forbidden",
      details: { status: "frozen" },
    },
    {
      title: "a closed account",
      given: ({ world, accountId }) => close(world, accountId),
      code: "financial_address_account_status_forbidden",
      details: { status: "closed" },
    },
    {
      title: "another currency than the account's",
      input: { currency: "GBP", country: "GB" },
      code: "currency_mismatch",
      details: { expected: "EUR", received: "GBP" },
    },
    {
      title: "the account's currency, which the country does not take",
      ...inCurrency("GBP"),
      code: "currency_mismatch",
      details: { expected: "EUR", received: "GBP" },
    },
    {
      title: "an account of a customer of too low a tier, in live",
      environment: "live",
      input: ({ world }) => ({ accountId: customerAccountInLive(world, "tier_0") }),
      code: "kyc_tier_insufficient",
      details: { requiredTier: "tier_1", attainedTier: "tier_0" },
    },
    {
      title: "the external id of another address",
      given: ({ world, accountId }) => activeAddress(world, accountId, { externalId: "iban-1" }),
      input: { externalId: "iban-1" },
      code: "state_conflict",
      details: { externalId: "iban-1" },
    },
    {
      title: `${ADDRESSES_OF_ACCOUNT_MAX - 1} addresses, and many that are retired`,
      given({ world, accountId }) {
        const financialAddressId = activeAddress(world, accountId).financialAddressId;
        changed(world, financialAddressRetire, { financialAddressId });
        for (let each = 1; each < ADDRESSES_OF_ACCOUNT_MAX; each++) activeAddress(world, accountId);
      },
      outcome: "accepted",
      reply: { status: "active" },
    },
    {
      title: `${ADDRESSES_OF_ACCOUNT_MAX} addresses`,
      given({ world, accountId }) {
        for (let each = 0; each < ADDRESSES_OF_ACCOUNT_MAX; each++) activeAddress(world, accountId);
      },
      code: "state_constraint_failed",
      details: { constraint: "addresses_of_account", limit: ADDRESSES_OF_ACCOUNT_MAX },
    },
    {
      title: "in live, without a bank",
      environment: "live",
      code: "state_constraint_failed",
      details: { constraint: "provider_not_configured" },
    },
    {
      title: "a provider that refuses",
      given: ({ world }) => arm(world, "reject"),
      code: "provider_egress_rejected",
      details: { provider: "simulator", providerCode: "simulated_rejection" },
      check({ facts }, { world }) {
        const [made] = facts as readonly FinancialAddressFact[];
        const address = addressIn(world, made?.financialAddress.financialAddressId ?? "");
        assert.deepEqual(
          [address.status, address.failure],
          ["failed", { code: "simulated_rejection" }],
        );
      },
    },
    ...(["fail", "timeout"] as const).map((mode) => ({
      title: `a provider in mode ${mode}`,
      given: ({ world }: { world: World }) => arm(world, mode),
      code: "provider_egress_failed" as const,
      details: { provider: "simulator" },
    })),
  ],
});

/** An account of a customer in live whose entity has attained the tier. */
function customerAccountInLive(world: World, kycTier: KycTier): string {
  const { customerId, entity } = createCustomer(world);
  changeEntity(world, entity.entityId, { kycTier });
  const accountId = world.nextId("acct");
  const owner = { type: "customer", id: customerId } as const;
  world.apply([
    accountCreatedFact({ accountId, role: "customer_balance", currency: "EUR", owner }),
  ]);
  return accountId;
}

/** Sends a request for an address again and again with one key. */
function sender(world: World, accountId: string, more: object = {}) {
  return () => create(world, accountId, more, { idempotencyKey: KEY });
}

test("create: unknown twice, the same key again and again -> asked again each time, then active for good", async () => {
  const world = await openWorld();
  arm(world, "fail", 2);
  const send = sender(world, openAccount(world));
  const codes = [send(), send()].map(({ answer }) => answer.error.code);
  assert.deepEqual(codes, ["provider_egress_failed", "provider_egress_failed"]);
  const { place, answer } = send();
  assert.deepEqual([answer.status, answer.revision], ["active", 2]);
  const { financialAddressId } = answer;
  const { revision, updatedAtMs } = addressIn(world, financialAddressId);
  assert.deepEqual([revision, updatedAtMs], [2, START_MS]);
  changed(world, financialAddressRetire, { financialAddressId });
  assert.equal(addressIn(world, financialAddressId).status, "retired");
  const again = send();
  assert.deepEqual([again.place, again.answer], [place, answer]);
  const operationId = financialAddressId.replace("fa_", "op_");
  const shown = await world.found(operationRetrieve, { operationId });
  assert.deepEqual([shown.status, shown.httpStatus], ["succeeded", 201]);
});

test("create: an alias that becomes active later -> the same key answers that it was pending", async () => {
  const world = await openWorld();
  const send = sender(world, openAccount(world), ALIAS);
  const { answer } = send();
  const resource = { type: "financial_address", id: answer.financialAddressId };
  world.made(sandboxProviderOutcomeCreate, { resource, outcome: "active" });
  assert.equal(addressIn(world, answer.financialAddressId).status, "active");
  assert.deepEqual(send().answer, answer);
});

test("create: in live, a bank that takes longer -> asked without anything personal, and pending", async () => {
  const world = await openWorld({ environment: "live" });
  bankInLive(world);
  const { place, financialAddressId, providerRequestId } = waitingAddress(world);
  assert.equal(world.answerOf(place), undefined);
  const { productId } = world.principal;
  const holder = { type: "product", id: productId };
  const { request } = requestIn(world, providerRequestId);
  assert.deepEqual(request, { action: "open", financialAddressId, ...IBAN, holder });
  report(world, providerRequestId, { result: "accepted", providerReference: "acc-1" });
  const { status, revision } = world.answerOf(place);
  assert.deepEqual([status, revision], ["pending", 1]);
});

test("create: in live, a bank that has opened it in its answer -> active, also where its customer is verified", async () => {
  const world = await openWorld({ environment: "live" });
  bankInLive(world);
  const accountId = customerAccountInLive(world, "tier_1");
  const { place, facts } = world.run(financialAddressCreate, { accountId, ...IBAN });
  const [, made] = facts as ProviderRequestFact[];
  const progress = { status: "active", details: DETAILS } as const;
  const outcome = { result: "accepted", providerReference: "acc-1", progress } as const;
  report(world, String(made?.providerRequest.providerRequestId), outcome);
  const { status, details } = world.answerOf(place);
  assert.deepEqual([status, details], ["active", DETAILS]);
});

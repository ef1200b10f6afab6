/** Decision table of payout.create. */
import assert from "node:assert/strict";
import { made, US } from "../../../test/support/features/beneficiary/beneficiaries.ts";
import { accessIn } from "../../../test/support/features/customer_access/accesses.ts";
import { changeEntity } from "../../../test/support/features/entity/entities.ts";
import { arm } from "../../../test/support/features/entity/verifications.ts";
import {
  bookPayable,
  type Payable,
  pay,
  payable,
  payoutOf,
} from "../../../test/support/features/payout/payouts.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import {
  accountOfSuspended,
  at,
  balanceOf,
  createAccount,
  freeze,
  fund,
  LARGEST,
  openAccount,
  platformAccount,
} from "../../../test/world/parties.ts";
import { unknownIds } from "../../../test/world/rows.ts";
import { assertShows, type World } from "../../../test/world/world.ts";
import { beneficiaryArchive } from "../beneficiary/beneficiary.archive.ts";
import { beneficiaryUpdate } from "../beneficiary/beneficiary.update.ts";
import { eventList } from "../event/event.list.ts";
import { BALANCE_MAX } from "../ledger/ledger.ts";
import { transferRetrieve } from "../transfer/transfer.retrieve.ts";
import { payoutCreate } from "./payout.create.ts";
import { payoutRetrieve } from "./payout_noun.ts";

/** Reserves as much for the bank as may be, but for less than one payout of the largest amount. */
function fillExternal(world: World, parties: Payable): void {
  for (let times = 0n; times < BALANCE_MAX / LARGEST; times++) {
    fund(world, parties.source, LARGEST);
    pay(world, parties, String(LARGEST));
  }
}

/** A beneficiary whose name asks this of the simulator. */
async function askedAbout(world: World, end: string) {
  const beneficiaryId = end.replace(" ", "-");
  await made(world, { beneficiaryId, name: `Paper Mill Ltd (${end})` });
  return { beneficiaryId };
}

decisionTable(payoutCreate, {
  given: (world) => payable(world),
  input: (parties) => payoutOf(parties),
  rows: [
    {
      title: "to an account at a bank",
      input: { description: "Invoice 7", metadata: { invoice: "7" }, externalId: "po-7" },
      outcome: "as the provider has accepted it; the money is reserved",
      reply: {
        ...{ amount: "1250", currency: "EUR", rail: "sepa", provider: "simulator" },
        status: "processing",
        cancelable: true,
        // The start is a Saturday, so the bank takes it on Monday.
        expectedArrivalDate: "2026-02-03",
        ...{ description: "Invoice 7", metadata: { invoice: "7" }, externalId: "po-7" },
        revision: 2,
        actor: { type: "provider", id: "provider" },
        statusTransitions: { createdAt: at(0), processingAt: at(0) },
      },
      async check({ reply, facts }, { world, source, beneficiaryId }) {
        assert.equal(reply["beneficiaryId"], beneficiaryId);
        const { payoutId, transferId } = reply;
        const balance = { posted: "1000000", held: "1250", incoming: "0" };
        assert.deepEqual(balanceOf(world, source), balance);
        const transfer = await world.found(transferRetrieve, { transferId });
        assert.deepEqual([transfer.status, transfer.kind], ["pending", "payout"]);
        assert.deepEqual([transfer.payoutId, transfer.externalId], [payoutId, undefined]);
        await assertShows(world, payoutRetrieve, { payoutId }, reply);
        assert.deepEqual(
          facts.map(({ kind }) => kind),
          ["account.created.1", "ledger.transfer.1", "payout.accepted.1"],
        );
        const { items } = await world.found(eventList, {
          productId: world.principal.productId,
          limit: "2",
        });
        const events = items as { type: string; data: { object: object; previous?: object } }[];
        assert.deepEqual(
          events.map(({ type, data: { object, previous } }) => ({ type, object, previous })),
          ["payout.processing", "payout.created"].map((type) => ({
            type,
            object: reply,
            previous: undefined,
          })),
        );
      },
    },
    {
      title: "over the book",
      input: ({ world }) => payoutOf(bookPayable(world)),
      outcome: "posted in its record, and nobody is asked",
      reply: {
        ...{ rail: "book", status: "posted", cancelable: false, provider: undefined },
        expectedArrivalDate: "2026-01-31",
        revision: 1,
        statusTransitions: { createdAt: at(0), postedAt: at(0) },
      },
      async check({ reply, facts }, { world }) {
        assert.equal(balanceOf(world, reply["sourceAccountId"]).posted, "998750");
        const { transferId } = reply;
        const transfer = await world.found(transferRetrieve, { transferId });
        assert.deepEqual([transfer.status, transfer.kind], ["posted", "payout"]);
        assert.equal(balanceOf(world, transfer.destinationAccountId).posted, "1250");
        await assertShows(world, payoutRetrieve, { payoutId: reply["payoutId"] }, reply);
        assert.equal(facts.length, 3);
        const { items } = await world.found(eventList, {
          productId: world.principal.productId,
          limit: "3",
        });
        const types = (items as { type: string }[]).map(({ type }) => type);
        assert.deepEqual(types, ["payout.posted", "payout.created", "transfer.posted"]);
      },
    },
    ...unknownIds({
      field: "accountId",
      inputOf: (sourceAccountId) => ({ sourceAccountId }),
      code: "account_not_found",
      create: (world, caller) => openAccount(world, { caller }),
    }),
    {
      title: "to the reserved beneficiary",
      input: { beneficiaryId: "revenue" },
      code: "payout_beneficiary_reserved",
      details: { beneficiaryId: "revenue" },
    },
    {
      title: "to a beneficiary that does not exist, in another currency",
      input: { beneficiaryId: "nobody", currency: "USD" },
      code: "resource_not_found",
      details: { resourceType: "beneficiary" },
    },
    {
      title: "from an account of a suspended customer",
      input: ({ world }) => ({ sourceAccountId: accountOfSuspended(world) }),
      code: "customer_status_forbidden",
    },
    {
      title: "another currency than the account's",
      input: { currency: "USD" },
      code: "currency_mismatch",
      details: { expected: "EUR", received: "USD" },
    },
    {
      title: "another currency than the rail's",
      input: async ({ world }) => ({
        beneficiaryId: (await made(world, { rail: "ach", destination: US })).beneficiaryId,
      }),
      code: "currency_mismatch",
      details: { expected: "USD", received: "EUR" },
    },
    {
      title: "from a frozen account, to an archived beneficiary",
      given({ world, source, beneficiaryId }) {
        freeze(world, source, "debits");
        world.made(beneficiaryArchive, { beneficiaryId });
      },
      code: "source_account_status_forbidden",
      details: { status: "frozen" },
    },
    {
      title: "over the book to a frozen account",
      input({ world }) {
        const parties = bookPayable(world);
        freeze(world, parties.accountId ?? "", "debits");
        return payoutOf(parties);
      },
      code: "destination_account_status_forbidden",
    },
    {
      title: "over the book to the account that pays",
      input({ world }) {
        const { accountId, beneficiaryId } = bookPayable(world);
        return { sourceAccountId: accountId, beneficiaryId };
      },
      code: "ledger_transfer_rejected",
      details: { ledgerReason: "same_account" },
    },
    {
      title: "from an account of the platform",
      input: ({ world }) => ({ sourceAccountId: platformAccount(world) }),
      code: "ledger_transfer_rejected",
      details: { ledgerReason: "platform_account" },
    },
    {
      title: "to an archived beneficiary, with too little money",
      given: ({ world, beneficiaryId }) => world.made(beneficiaryArchive, { beneficiaryId }),
      input: { amount: "1000001" },
      code: "state_conflict",
      details: { expected: "active", actual: "archived" },
    },
    ...(["wait", "no account"] as const).map((end) => ({
      title: `to a beneficiary that its bank was asked about: ${end}`,
      input: ({ world }: { world: World }) => askedAbout(world, end),
      code: "state_conflict" as const,
      details: { expected: "active", actual: end === "wait" ? "pending" : "blocked" },
    })),
    ...(["no match", "close match"] as const).map((end) => ({
      title: `to a beneficiary whose account has another name: ${end}`,
      input: ({ world }: { world: World }) => askedAbout(world, end),
      code: "state_conflict" as const,
      details: { expected: "mismatch_accepted", actual: "mismatch" },
    })),
    {
      title: "to a beneficiary whose account has another name, which was accepted",
      async input({ world }) {
        const asked = await askedAbout(world, "no match");
        world.made(beneficiaryUpdate, { ...asked, acceptMismatch: true });
        return asked;
      },
      outcome: "on its way",
      reply: { status: "processing" },
    },
    {
      title: "to a beneficiary that its bank could not find out about",
      input: ({ world }) => askedAbout(world, "unavailable"),
      outcome: "on its way",
      reply: { status: "processing" },
    },
    {
      title: "an external id that is taken",
      given: ({ world, ...parties }) => pay(world, parties, "1", { externalId: "po-7" }),
      input: { externalId: "po-7" },
      code: "state_conflict",
      details: { externalId: "po-7" },
    },
    {
      title: "in live, where nobody is configured",
      environment: "live",
      code: "state_constraint_failed",
      details: { constraint: "provider_not_configured" },
    },
    {
      title: "more than may be on its way to a bank",
      async input({ world, ...parties }) {
        fillExternal(world, parties);
        const other = await payable(world);
        fund(world, other.source, LARGEST);
        return payoutOf(other, String(LARGEST));
      },
      code: "exposure_cap_exceeded",
      details: { cap: "account_balance", limit: String(BALANCE_MAX) },
    },
    {
      title: "from an account of a customer whose tier has expired, in live",
      environment: "live",
      input({ world }) {
        const { customerId, entityId } = accessIn(world, "active");
        changeEntity(world, entityId, { kycTier: "tier_1", kycStatus: "verified" });
        const owner = { type: "customer", id: customerId };
        const { accountId } = createAccount(world, { owner });
        changeEntity(world, entityId, { kycTier: "tier_0", kycStatus: "expired" });
        return { sourceAccountId: accountId };
      },
      code: "kyc_tier_insufficient",
      details: { requiredTier: "tier_1", attainedTier: "tier_0" },
    },
    {
      title: "one unit more than there is",
      input: { amount: "1000001" },
      code: "insufficient_balance",
      details: { available: "1000000", amount: "1000001" },
      async check({ facts }, { world, source }) {
        assert.deepEqual(balanceOf(world, source), { posted: "1000000", held: "0", incoming: "0" });
        assert.equal(facts.length, 2);
      },
    },
    {
      title: "all that there is",
      input: { amount: "1000000" },
      outcome: "taken",
      reply: { amount: "1000000" },
    },
    {
      title: "the whole balance, of which a part is reserved",
      given: ({ world, ...parties }) => pay(world, parties, "250"),
      input: { amount: undefined, wholeBalance: true },
      outcome: "all that is available, by its amount",
      reply: { amount: "999750" },
      check: (_came, { world, source }) =>
        assert.deepEqual(balanceOf(world, source).held, "1000000"),
    },
    {
      title: "the whole balance over the book",
      input: ({ world }) => ({
        ...payoutOf(bookPayable(world)),
        ...{ amount: undefined, wholeBalance: true },
      }),
      outcome: "posted, and nothing is left",
      reply: { amount: "1000000", status: "posted" },
      check: ({ reply }, { world }) =>
        assert.equal(balanceOf(world, reply["sourceAccountId"]).posted, "0"),
    },
    {
      title: "the whole balance of an account that has nothing available",
      given: ({ world, ...parties }) => pay(world, parties, "1000000"),
      input: { amount: undefined, wholeBalance: true },
      code: "insufficient_balance",
      details: { available: "0", amount: "1", currency: "EUR" },
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "a whole balance that no amount can say",
      given({ world, source }) {
        for (let times = 0; times < 2; times++) fund(world, source, LARGEST);
      },
      input: { amount: undefined, wholeBalance: true },
      code: "exposure_cap_exceeded",
      details: { cap: "amount", limit: String(LARGEST), current: "0" },
    },
    {
      title: "an amount of zero",
      input: { amount: "0" },
      code: "invalid_request",
    },
    {
      title: "neither an amount nor the whole balance",
      input: { amount: undefined, wholeBalance: false },
      code: "invalid_request",
      check: ({ details }) => assert.deepEqual(details["issues"][0].path, ["amount"]),
    },
    {
      title: "an amount and the whole balance",
      input: { wholeBalance: true },
      code: "invalid_request",
      check: ({ details }) => assert.deepEqual(details["issues"][0].path, ["wholeBalance"]),
    },
    {
      title: "an amount that the simulator refuses",
      input: { amount: "9901" },
      code: "provider_egress_rejected",
      details: { provider: "simulator", providerCode: "simulated_rejection" },
      check: (_came, { world, source }) =>
        assert.deepEqual(balanceOf(world, source), { posted: "1000000", held: "0", incoming: "0" }),
    },
    {
      title: "a provider that does not answer",
      given: ({ world }) => arm(world, "timeout"),
      code: "provider_egress_failed",
      details: { provider: "simulator" },
      check: (_came, { world, source }) => assert.equal(balanceOf(world, source).held, "1250"),
    },
  ],
});

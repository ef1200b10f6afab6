/** Decision table of sandbox.inbound_credit.create. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ALIAS,
  activeAddress,
  changed,
  disabledAddress,
  waitingAddress,
} from "../../../test/support/features/financial_address/addresses.ts";
import {
  type Addressed,
  arrivalOf,
  arrive,
  moneyOf,
  sandboxAddress,
} from "../../../test/support/features/received_credit/credits.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { at, freeze, fund, LARGEST, openAccount } from "../../../test/world/parties.ts";
import { unknownIds } from "../../../test/world/rows.ts";
import { assertShows, openWorld, type World } from "../../../test/world/world.ts";
import { financialAddressRetire } from "../financial_address/financial_address.retire.ts";
import { receivedCreditRetrieve } from "../received_credit/received_credit_noun.ts";
import { sandboxInboundCreditCreate } from "./sandbox.inbound_credit.create.ts";

type Made = Addressed & { world: World };
type Credit = { receivedCreditId: string; accountId: string };

const PAYER = { name: "Paper Mill GmbH", accountNumberMasked: "3000" };
const SUSPEND = { ifNotCreditable: "suspend" };

/** Money that is taken all the same where a test says so, and goes into suspense. */
function suspended(title: string, suspenseReason: string, given: (made: Made) => unknown) {
  return {
    title: `${title}, to be suspended`,
    given,
    input: SUSPEND,
    outcome: `suspended: ${suspenseReason}`,
    reply: { status: "suspended", suspenseReason },
    check({ reply }: { reply: Credit }, { world, accountId }: Made): void {
      assert.notEqual(reply.accountId, accountId);
      const { role, posted } = moneyOf(world, reply.accountId);
      assert.deepEqual([role, posted], ["product_suspense", 1250n]);
    },
  };
}

decisionTable(sandboxInboundCreditCreate, {
  given: sandboxAddress,
  input: arrivalOf,
  rows: [
    {
      title: "money by an active address",
      input: ({ accountId }) => ({
        ...{ destinationAccountId: accountId, reference: "bank-1", payer: PAYER },
        remittance: "Invoice 7",
      }),
      outcome: "credited, as GET shows it",
      reply: {
        ...{ provider: "simulator", reference: "bank-1", amount: "1250", currency: "EUR" },
        ...{ payer: PAYER, remittance: "Invoice 7", status: "credited", occurredAt: at(0) },
      },
      async check({ reply }, { world, accountId }) {
        const { receivedCreditId } = reply;
        await assertShows(world, receivedCreditRetrieve, { receivedCreditId }, reply);
        assert.equal(reply.accountId, accountId);
        assert.equal(moneyOf(world, accountId).posted, 1250n);
      },
    },
    {
      title: "no reference",
      outcome: "credited, with one that follows from its id",
      check: ({ reply }) =>
        assert.equal(reply.reference, reply.receivedCreditId.replace("rc_", "sim_")),
    },
    {
      title: "an account that is frozen for debits",
      given: ({ world, accountId }) => freeze(world, accountId, "debits"),
      outcome: "credited",
      reply: { status: "credited" },
    },
    {
      title: "a reference that has come before, with the same facts",
      given: ({ world, ...addressed }) => arrive(world, addressed, { reference: "bank-1" }),
      input: { reference: "bank-1", remittance: "another text" },
      outcome: "the credit that is there",
      reply: { reference: "bank-1", revision: 1 },
      check({ reply, facts }, { world, accountId }) {
        assert.deepEqual(facts, []);
        assert.equal(reply.remittance, undefined);
        assert.equal(moneyOf(world, accountId).posted, 1250n);
      },
    },
    ...unknownIds({
      field: "financialAddressId",
      code: "financial_address_not_found",
      create: (world, caller) => waitingAddress(world, {}, caller).financialAddressId,
    }),
    {
      title: "a pending address",
      input: ({ world }) => ({
        financialAddressId: activeAddress(world, openAccount(world), ALIAS).financialAddressId,
      }),
      code: "financial_address_status_forbidden",
      details: { status: "pending" },
    },
    {
      title: "a disabled address, and another account",
      input: ({ world }) => ({
        financialAddressId: disabledAddress(world).financialAddressId,
        destinationAccountId: openAccount(world),
      }),
      code: "financial_address_status_forbidden",
      details: { status: "disabled" },
    },
    {
      title: "another account, and another currency",
      input: ({ world }) => ({ destinationAccountId: openAccount(world), currency: "USD" }),
      code: "financial_address_destination_mismatch",
      check: ({ details }, { accountId }) => assert.equal(details["accountId"], accountId),
    },
    {
      title: "another currency, of an account that is frozen for all movements",
      given: ({ world, accountId }) => freeze(world, accountId, "all"),
      input: { currency: "USD" },
      code: "currency_mismatch",
      details: { expected: "EUR", received: "USD" },
    },
    {
      title: "an account that is frozen for all movements",
      given: ({ world, accountId }) => freeze(world, accountId, "all"),
      code: "destination_account_status_forbidden",
      details: { status: "frozen" },
    },
    {
      title: "a reference that has come before, with another amount",
      given: ({ world, ...addressed }) => arrive(world, addressed, { reference: "bank-1" }),
      input: { reference: "bank-1", amount: "1251" },
      code: "state_conflict",
    },
    {
      title: "an account that would have too much",
      given({ world, accountId }) {
        for (let times = 0; times < 9; times++) fund(world, accountId, LARGEST);
      },
      input: { amount: String(LARGEST) },
      code: "exposure_cap_exceeded",
      details: { cap: "account_balance", current: String(9n * LARGEST) },
    },
    suspended("an account that is frozen for all movements", "account_frozen", (made) =>
      freeze(made.world, made.accountId, "all"),
    ),
    suspended("a retired address", "address_not_active", ({ world, financialAddressId }) =>
      changed(world, financialAddressRetire, { financialAddressId }),
    ),
    {
      ...suspended("another currency", "currency", () => {}),
      input: { ...SUSPEND, currency: "USD" },
    },
    {
      title: "another account, to be suspended",
      input: ({ world }) => ({ ...SUSPEND, destinationAccountId: openAccount(world) }),
      code: "financial_address_destination_mismatch",
    },
    {
      title: "a reference without a digit or letter, and a payer with five characters",
      input: { reference: "a b", payer: { accountNumberMasked: "13000" } },
      code: "invalid_request",
    },
  ],
});

test("inbound credit: one reference in two sandboxes of a shard -> a credit in each", async () => {
  const world = await openWorld();
  const reference = "bank-1";
  const { receivedCreditId } = arrive(world, sandboxAddress(world), { reference });
  const asking = { caller: STRANGER };
  openAccount(world, asking);
  const { financialAddressId, place } = waitingAddress(world, {}, STRANGER);
  world.passTime();
  assert.equal(world.answerOf(place)["status"], "active");
  const draft = { ...arrivalOf({ financialAddressId }), reference };
  const other = world.made(sandboxInboundCreditCreate, draft, asking);
  assert.notEqual(other.receivedCreditId, receivedCreditId);
});

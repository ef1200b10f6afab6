/** Decision table of received_credit.assign. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  arrive,
  moneyOf,
  sandboxAddress,
  suspendedCredit,
} from "../../../test/support/features/received_credit/credits.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import {
  accountOfSuspended,
  close,
  createAccount,
  createCustomer,
  freeze,
  fund,
  LARGEST,
  openAccount,
  platformAccount,
  transfer,
} from "../../../test/world/parties.ts";
import { UNKNOWN_ACCOUNTS, unknownIds } from "../../../test/world/rows.ts";
import { assertShows, openWorld, type World } from "../../../test/world/world.ts";
import { transferRetrieve } from "../transfer/transfer.retrieve.ts";
import { transferReverse } from "../transfer/transfer.reverse.ts";
import { receivedCreditAssign } from "./received_credit.assign.ts";
import { receivedCreditRetrieve } from "./received_credit_noun.ts";

/** A credit of another amount, in an input. */
const creditOf = (world: World, more: object) => ({
  receivedCreditId: suspendedCredit(world, { ...more }).receivedCreditId,
});

decisionTable(receivedCreditAssign, {
  given(world) {
    const credit = suspendedCredit(world, { remittance: "Invoice 7" });
    return { credit, accountId: openAccount(world) };
  },
  input: ({ credit: { receivedCreditId }, accountId }) => ({ receivedCreditId, accountId }),
  rows: [
    {
      title: "a credit in suspense, to an account of a customer",
      input: ({ world }) => ({ accountId: createAccount(world).accountId }),
      outcome: "assigned, and the money is there, as GET shows it",
      reply: { status: "assigned", suspenseReason: "account_frozen", revision: 2 },
      async check({ reply, facts }, { world, credit }) {
        const { receivedCreditId, accountId, assignedTransferId: transferId } = reply;
        await assertShows(world, receivedCreditRetrieve, { receivedCreditId }, reply);
        assert.equal(moneyOf(world, accountId).posted, 1250n);
        assert.equal(moneyOf(world, credit.accountId).posted, 0n);
        const moved = await world.found(transferRetrieve, { transferId });
        assert.deepEqual(
          [moved.kind, moved.receivedCreditId, moved.description],
          ["book", receivedCreditId, "Invoice 7"],
        );
        assert.equal(facts.length, 2);
      },
    },
    {
      title: "an account of a suspended customer",
      input: ({ world }) => ({ accountId: accountOfSuspended(world) }),
      outcome: "assigned",
      reply: { status: "assigned" },
    },
    ...unknownIds({
      field: "receivedCreditId",
      code: "resource_not_found",
      create(world, caller) {
        if (caller === world.caller) return suspendedCredit(world).receivedCreditId;
        openAccount(world, { caller });
        return "rc_00000000000000000000000000";
      },
    }),
    {
      title: "a credit that was credited",
      input: ({ world }) => ({
        receivedCreditId: arrive(world, sandboxAddress(world)).receivedCreditId,
        accountId: "acct_unknown",
      }),
      code: "state_conflict",
      details: { expected: "suspended", actual: "credited" },
    },
    {
      title: "a credit that was assigned",
      given({ world, credit: { receivedCreditId }, accountId }) {
        world.made(receivedCreditAssign, { receivedCreditId, accountId });
      },
      code: "state_conflict",
      details: { expected: "suspended", actual: "assigned" },
    },
    // Whoever has no realm has no credit either.
    ...UNKNOWN_ACCOUNTS.filter(({ asking }) => asking === undefined),
    {
      title: "a closed account in another currency",
      input({ world }) {
        const accountId = openAccount(world, { currency: "USD" });
        close(world, accountId);
        return { accountId };
      },
      code: "currency_mismatch",
      details: { expected: "USD", received: "EUR" },
    },
    {
      title: "the account in suspense is frozen, and the named one is closed",
      given({ world, credit, accountId }) {
        freeze(world, credit.accountId, "debits");
        close(world, accountId);
      },
      code: "source_account_status_forbidden",
      details: { status: "frozen" },
    },
    {
      title: "a closed account",
      given: ({ world, accountId }) => close(world, accountId),
      code: "destination_account_status_forbidden",
      details: { status: "closed" },
    },
    {
      title: "a frozen account",
      given: ({ world, accountId }) => freeze(world, accountId, "debits"),
      code: "destination_account_status_forbidden",
      details: { status: "frozen" },
    },
    {
      title: "the account in suspense itself",
      input: ({ credit: { accountId } }) => ({ accountId }),
      code: "ledger_transfer_rejected",
      details: { ledgerReason: "same_account" },
    },
    {
      title: "an account of the platform",
      input: ({ world }) => ({ accountId: platformAccount(world) }),
      code: "ledger_transfer_rejected",
      details: { ledgerReason: "platform_account" },
    },
    {
      title: "an account that would have too much",
      input: ({ world }) => creditOf(world, { amount: String(LARGEST) }),
      given({ world, accountId }) {
        for (let times = 0; times < 9; times++) fund(world, accountId, LARGEST);
      },
      code: "exposure_cap_exceeded",
      check: ({ facts }) => assert.deepEqual(facts.map(stepOf), ["failed"]),
    },
    {
      title: "money that the Product has moved on already",
      given({ world, credit }) {
        transfer(world, credit.accountId, openAccount(world), "1");
      },
      code: "insufficient_balance",
      details: { available: "1249", amount: "1250" },
      check: ({ facts }) => assert.deepEqual(facts.map(stepOf), ["failed"]),
    },
  ],
});

const stepOf = (fact: object) => (fact as { step?: string }).step;

test("received credit: its transfers -> never reversed", async () => {
  const world = await openWorld();
  const credit = suspendedCredit(world);
  const { receivedCreditId } = credit;
  const owner = { type: "customer", id: createCustomer(world).customerId };
  const { accountId } = createAccount(world, { owner });
  const assigned = world.made(receivedCreditAssign, { receivedCreditId, accountId });
  for (const transferId of [credit.transferId, assigned.assignedTransferId]) {
    const { code, details } = world.run(transferReverse, { transferId, reason: "wrong" });
    assert.deepEqual([code, details?.["actual"]], ["state_conflict", "received_credit"]);
  }
});

/** Decision table of received_credit.return, and what becomes of a return by what its bank answers and tells. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { arm } from "../../../test/support/features/entity/verifications.ts";
import { changed } from "../../../test/support/features/financial_address/addresses.ts";
import { speakingProvider } from "../../../test/support/features/provider_request/speaking_provider.ts";
import {
  arrive,
  creditIn,
  externalOf,
  moneyOf,
  sandboxAddress,
  sendBack,
  suspendedCredit,
  waitingReturn,
} from "../../../test/support/features/received_credit/credits.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import {
  accountOfSuspended,
  close,
  freeze,
  LARGEST,
  openAccount,
  transfer,
} from "../../../test/world/parties.ts";
import { unknownIds } from "../../../test/world/rows.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { accountClose } from "../account/account.close.ts";
import { accountEntryList } from "../account/account.entry.list.ts";
import { financialAddressRetire } from "../financial_address/financial_address.retire.ts";
import { sandboxProviderOutcomeCreate } from "../sandbox/sandbox.provider_outcome.create.ts";
import { transferRetrieve } from "../transfer/transfer.retrieve.ts";
import { receivedCreditAssign } from "./received_credit.assign.ts";
import { receivedCreditReturn } from "./received_credit.return.ts";

const KEY = "0f8fad5b-d9cb-469f-a165-70867728950e";
const ACTIVE = (world: World, more = {}) => arrive(world, sandboxAddress(world), more);

decisionTable(receivedCreditReturn, {
  given: (world) => ({ credit: ACTIVE(world) }),
  input: ({ credit: { receivedCreditId } }) => ({ receivedCreditId }),
  rows: [
    {
      title: "a credit on its account",
      input: { reason: "Paid to the wrong account" },
      outcome: "the money is reserved and the bank asked; then it has left",
      reply: { status: "returning", revision: 2 },
      async check({ reply, facts }, { world, credit }) {
        assert.deepEqual(
          facts.map(({ kind }) => kind),
          ["ledger.transfer.1", "received_credit.returning.1", "provider_request.made.1"],
        );
        const { receivedCreditId, returnTransferId: transferId } = reply;
        const { status, revision, reachedAtMs } = creditIn(world, receivedCreditId);
        assert.deepEqual([status, revision], ["returned", 3]);
        assert.deepEqual(Object.keys(reachedAtMs), ["credited", "returning", "returned"]);
        const { posted, held } = moneyOf(world, credit.accountId);
        assert.deepEqual([posted, held, externalOf(world, "simulator")], [0n, 0n, 0n]);
        const moved = await world.found(transferRetrieve, { transferId });
        assert.deepEqual(
          [moved.status, moved.kind, moved.amount, moved.reservedAmount, moved.revision],
          ["posted", "funding", "1250", "1250", 2],
        );
        assert.equal(moved.description, "Paid to the wrong account");
        const { accountId } = credit;
        const { items } = await world.found(accountEntryList, { accountId });
        assert.equal(items[0].description, "Paid to the wrong account");
      },
    },
    {
      title: "a credit in suspense",
      input: ({ world }) => ({ receivedCreditId: suspendedCredit(world).receivedCreditId }),
      outcome: "out of suspense",
      reply: { status: "returning", suspenseReason: "account_frozen" },
      check: ({ reply }, { world }) =>
        assert.equal(creditIn(world, reply.receivedCreditId).status, "returned"),
    },
    {
      title: "a credit that was assigned to an account of a suspended customer",
      input({ world }) {
        const { receivedCreditId } = suspendedCredit(world);
        const accountId = accountOfSuspended(world);
        world.made(receivedCreditAssign, { receivedCreditId, accountId });
        return { receivedCreditId };
      },
      outcome: "out of the account that it was assigned to",
      reply: { status: "returning", revision: 3 },
    },
    ...unknownIds({
      field: "receivedCreditId",
      code: "resource_not_found",
      create(world, caller) {
        if (caller === world.caller) return ACTIVE(world).receivedCreditId;
        openAccount(world, { caller });
        return "rc_00000000000000000000000000";
      },
    }),
    {
      title: "a credit that was sent back",
      given: ({ world, credit }) => sendBack(world, credit),
      code: "state_conflict",
      details: { actual: "returned", expected: "credited or suspended or assigned" },
    },
    {
      title: "a credit that is on its way back",
      input({ world }) {
        const credit = ACTIVE(world, { amount: "9905" });
        sendBack(world, credit);
        return { receivedCreditId: credit.receivedCreditId };
      },
      code: "state_conflict",
      details: { actual: "returning" },
    },
    {
      title: "an account that is frozen for debits",
      given: ({ world, credit }) => freeze(world, credit.accountId, "debits"),
      code: "account_frozen",
      details: { mode: "debits" },
    },
    {
      title: "an account that is closed",
      given({ world, credit }) {
        transfer(world, credit.accountId, openAccount(world), "1250");
        const { financialAddressId } = credit;
        changed(world, financialAddressRetire, { financialAddressId });
        close(world, credit.accountId);
      },
      code: "source_account_status_forbidden",
      details: { status: "closed" },
    },
    {
      title: "so much on its way back that the bank's account could not take it",
      input({ world }) {
        // Nine of them are just below the largest balance.
        const amount = String(LARGEST - 94n);
        const credits = Array.from({ length: 10 }, () => ACTIVE(world, { amount }));
        for (const credit of credits.slice(1)) sendBack(world, credit);
        return { receivedCreditId: credits[0]?.receivedCreditId };
      },
      code: "exposure_cap_exceeded",
      details: { cap: "account_balance" },
    },
    {
      title: "an account that has spent it",
      given: ({ world, credit }) => transfer(world, credit.accountId, openAccount(world), "1"),
      code: "insufficient_balance",
      details: { available: "1249", amount: "1250" },
      check({ facts }, { world, credit }) {
        assert.deepEqual(
          facts.map((fact) => (fact as { step?: string }).step),
          ["failed"],
        );
        assert.equal(creditIn(world, credit.receivedCreditId).status, "credited");
      },
    },
    {
      title: "a bank that refuses",
      input: ({ world }) => ({
        receivedCreditId: ACTIVE(world, { amount: "9901" }).receivedCreditId,
      }),
      code: "provider_egress_rejected",
      details: { provider: "simulator", providerCode: "simulated_rejection" },
      check({ input }, { world }) {
        const { status, failure, revision } = creditIn(world, String(input["receivedCreditId"]));
        assert.deepEqual([status, failure?.code], ["credited", "simulated_rejection"]);
        assert.equal(revision, 3);
      },
    },
    {
      title: "a bank that does not answer",
      given: ({ world }) => arm(world, "timeout"),
      code: "provider_egress_failed",
      details: { provider: "simulator" },
      check(_came, { world, credit }) {
        assert.equal(creditIn(world, credit.receivedCreditId).status, "returning");
        assert.equal(moneyOf(world, credit.accountId).held, 1250n);
      },
    },
  ],
});

/** What a test says of a return that the simulator has accepted. Returns the outcome of the request. */
function decide(world: World, id: string, outcome: string) {
  return world.run(sandboxProviderOutcomeCreate, {
    resource: { type: "received_credit", id },
    outcome,
  });
}

test("credit return: its amount asks for a failure -> the credit is what it was, and says why; sent back again later", async () => {
  const world = await openWorld();
  const credit = ACTIVE(world, { amount: "9903" });
  const { returnTransferId: first } = sendBack(world, credit);
  const { receivedCreditId, accountId } = credit;
  const { status, failure, returnTransferId } = creditIn(world, receivedCreditId);
  assert.deepEqual(
    [status, failure?.code, returnTransferId],
    ["credited", "simulated_failure", first],
  );
  const { posted, held } = moneyOf(world, accountId);
  assert.deepEqual([posted, held], [9903n, 0n]);
  const voided = await world.found(transferRetrieve, { transferId: first });
  assert.equal(voided.status, "voided");
  const again = sendBack(world, credit);
  assert.equal(again.status, "returning");
  assert.notEqual(again.returnTransferId, first);
  assert.equal(again.failure, undefined);
});

test("credit return: a test says what becomes of it -> so, once", async () => {
  const world = await openWorld();
  for (const [outcome, status] of [
    ["returned", "returned"],
    ["failed", "credited"],
  ] as const) {
    const credit = ACTIVE(world, { amount: "9905" });
    const { receivedCreditId } = credit;
    assert.equal(decide(world, receivedCreditId, outcome).code, "state_conflict");
    sendBack(world, credit);
    assert.equal(decide(world, receivedCreditId, "posted").code, "provider_outcome_unsupported");
    assert.equal(decide(world, receivedCreditId, outcome).reply["status"], status);
    assert.equal(creditIn(world, receivedCreditId).status, status);
    assert.equal(decide(world, receivedCreditId, outcome).code, "state_conflict");
  }
  assert.equal(decide(world, "rc_unknown", "returned").code, "resource_not_found");
});

test("credit return: no answer, then the same key, and once more -> asked again, then the same bytes", async () => {
  const world = await openWorld();
  const credit = ACTIVE(world, { amount: "9902" });
  const send = () => sendBack(world, credit, {}, { idempotencyKey: KEY });
  assert.equal(send()["error"].code, "provider_egress_failed");
  assert.equal(moneyOf(world, credit.accountId).held, 9902n);
  const accepted = send();
  assert.equal(accepted.status, "returning");
  assert.equal(creditIn(world, credit.receivedCreditId).status, "returned");
  assert.deepEqual(send(), accepted);
  assert.equal(moneyOf(world, credit.accountId).posted, 0n);
});

test("credit return: an account with one under way -> not closed; after it, closed", async () => {
  const world = await openWorld();
  const credit = ACTIVE(world, { amount: "9905" });
  const { accountId, financialAddressId, receivedCreditId } = credit;
  changed(world, financialAddressRetire, { financialAddressId });
  sendBack(world, credit);
  assert.notEqual(world.run(accountClose, { accountId }).code, undefined);
  decide(world, receivedCreditId, "returned");
  assert.equal(close(world, accountId).status, "closed");
});

test("credit return: the account is frozen meanwhile -> what the bank says holds", async () => {
  const world = await openWorld();
  const credit = ACTIVE(world, { amount: "9905" });
  sendBack(world, credit);
  freeze(world, credit.accountId, "all");
  decide(world, credit.receivedCreditId, "returned");
  assert.equal(moneyOf(world, credit.accountId).posted, 0n);
});

type Told = "processing" | "returned" | "failed";

/** A return of live, and how its bank speaks of it. */
async function waiting() {
  const world = await openWorld({ environment: "live" });
  const made = waitingReturn(world, { reason: "wrong account" });
  const { providerRequestId, receivedCreditId, accountId, place } = made;
  const bank = speakingProvider<Told>(world, providerRequestId);
  return {
    ...{ world, place, ...bank },
    refuse: () => bank.report({ result: "refused", providerCode: "too_late" }),
    /** The status, and what is posted and held of the account. */
    now() {
      const { posted, held } = moneyOf(world, accountId);
      return [creditIn(world, receivedCreditId).status, posted, held];
    },
  };
}

const WAITS = ["returning", 1250n, 1250n];
const RETURNED = ["returned", 0n, 0n];
const STAYS = ["credited", 1250n, 0n];

test("credit return told: asked -> the bank's own name of the credit, the amount and the reason", async () => {
  const { request, now } = await waiting();
  const { kind, provider, subject, request: asked } = request();
  assert.deepEqual([kind, provider, subject.type], ["credit_return", "acme", "received_credit"]);
  assert.deepEqual(asked, {
    ...{ action: "return", receivedCreditId: subject.id, creditReference: "bank-1" },
    ...{ amount: "1250", currency: "EUR", reason: "wrong account" },
  });
  assert.deepEqual(now(), WAITS);
});

test("credit return told: refused -> the money stays, and whoever asked hears it", async () => {
  const one = await waiting();
  one.refuse();
  assert.deepEqual(one.now(), STAYS);
  const { error } = one.world.answerOf(one.place);
  assert.deepEqual(
    [error.code, error.details.providerCode],
    ["provider_egress_rejected", "too_late"],
  );
});

for (const [status, now] of [
  ["processing", WAITS],
  ["returned", RETURNED],
  ["failed", STAYS],
] as const) {
  test(`credit return told: ${status} by the answer, to a question and by news -> so`, async () => {
    const answered = await waiting();
    answered.answer(status);
    assert.deepEqual(answered.now(), now);
    const asked = await waiting();
    asked.answer();
    asked.ask(status);
    assert.deepEqual(asked.now(), now);
    const told = await waiting();
    told.answer();
    told.tell(status);
    assert.deepEqual(told.now(), now);
    assert.equal(told.world.answerOf(told.place).status, "returning");
    const isAskedAbout = told.request().nextAttemptAtMs !== undefined;
    assert.equal(isAskedAbout, status === "processing");
  });

  test(`credit return told: ${status} by news before the answer -> kept until it, then so`, async () => {
    const one = await waiting();
    assert.equal(one.tell(status), "early");
    assert.deepEqual(one.now(), WAITS);
    one.answer();
    assert.deepEqual(one.now(), now);
  });
}

test("credit return told: the opposite after the end -> contradictory, and the first holds", async () => {
  for (const [first, second, now] of [
    ["returned", "failed", RETURNED],
    ["failed", "returned", STAYS],
  ] as const) {
    const one = await waiting();
    one.answer(first);
    assert.equal(one.tell(first), "same");
    assert.equal(one.tell(second), "contradictory");
    assert.deepEqual(one.now(), now);
    assert.equal(one.request().told?.contradiction, second);
  }
});

test("credit return told: of an earlier return, after a later one -> the later one goes on", async () => {
  const one = await waiting();
  one.answer("failed");
  const [, , held] = one.now();
  assert.equal(held, 0n);
  const { subject } = one.request();
  one.world.run(receivedCreditReturn, { receivedCreditId: subject.id });
  assert.deepEqual(one.now(), WAITS);
  assert.equal(one.tell("returned"), "contradictory");
  assert.deepEqual(one.now(), WAITS);
});

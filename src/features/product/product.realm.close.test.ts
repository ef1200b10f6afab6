/** Decision table of product.realm.close, and what a closed realm takes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { storedCollection } from "../../../test/support/features/collection/collections.ts";
import {
  debited,
  debitMade,
  decideDebit,
  waitingDebit,
} from "../../../test/support/features/collection/debits.ts";
import {
  activeAddress,
  addressIn,
  bankInLive,
  DETAILS,
  report,
  waitingAddress,
} from "../../../test/support/features/financial_address/addresses.ts";
import {
  called,
  objectMade,
  payer,
  runProgram,
} from "../../../test/support/features/object/objects.ts";
import {
  pay,
  payable,
  payoutIn,
  waitingPayout,
} from "../../../test/support/features/payout/payouts.ts";
import { PROVIDER } from "../../../test/support/features/provider_request/live_requests.ts";
import { moneyOf, toldOf } from "../../../test/support/features/received_credit/credits.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { balanceOf, fund, hold, openAccount } from "../../../test/world/parties.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import type { Answer } from "../../../test/world/writing.ts";
import { accountList } from "../account/account_resource.ts";
import { financialAddressDisable } from "../financial_address/financial_address.disable.ts";
import { financialAddressRetire } from "../financial_address/financial_address.retire.ts";
import { providerRequestNews } from "../provider_request_steps/provider_request.news.ts";
import { providerRequestReport } from "../provider_request_steps/provider_request.report.ts";
import { receivedCreditTake } from "../received_credit/received_credit.take.ts";
import { sandboxClockAdvance } from "../sandbox/sandbox.clock.advance.ts";
import { sandboxReset } from "../sandbox/sandbox.reset.ts";
import { transferCreate } from "../transfer/transfer.create.ts";
import { productRealmClose } from "./product.realm.close.ts";
import { productRealmOpen } from "./product.realm.open.ts";

const PLATFORM = { cause: "platform" } as const;

/** Two accounts through which money went, and which have none. */
function emptied(world: World) {
  const source = openAccount(world, { fundedMinor: 70n });
  const destination = openAccount(world);
  return { source, destination };
}

decisionTable(productRealmClose, {
  asking: () => PLATFORM,
  rows: [
    {
      title: "accounts without money",
      given: ({ world }) => openAccount(world),
      outcome: "closed",
      reply: { environment: "sandbox" },
      check: ({ facts, reply }) => {
        assert.equal(facts.length, 1);
        assert.equal(reply.refusal, undefined);
      },
    },
    {
      title: "an account with money",
      given: ({ world }) => emptied(world),
      outcome: "nothing changes, and the account is named",
      check({ facts, reply }) {
        assert.deepEqual(facts, []);
        const { code, details } = reply.refusal;
        assert.equal(code, "account_close_balance_nonzero");
        assert.deepEqual([details.balance, details.held], ["70", "0"]);
      },
    },
    {
      title: "an account with a hold on all it has",
      given({ world }) {
        const { source, destination } = emptied(world);
        hold(world, source, destination, "70");
      },
      outcome: "nothing changes",
      check: ({ reply }) => assert.equal(reply.refusal.details.held, "70"),
    },
    {
      title: "an object whose own account has money",
      given({ world }) {
        runProgram(world);
        const from = payer(world, { amount: 10_000n });
        const to = payer(world, { amount: 0n });
        const object = objectMade(world, "invoice", {
          payer: from.customerId,
          payee: to.customerId,
          currency: "USD",
          total: "10000",
          dueDate: "2026-03-31",
          lines: [{ label: "work", amount: "10000" }],
        });
        called(world, object, "issue");
        const onBehalfOf = from.customerId;
        called(world, object, "pay", { onBehalfOf, input: { amount: "10000" } });
      },
      outcome: "nothing changes",
      check: ({ reply }) => {
        assert.equal(reply.refusal.code, "noun_account_not_drained");
        assert.equal(reply.refusal.details.balance, "10000");
      },
    },
    {
      title: "an address that takes money",
      given: ({ world }) => activeAddress(world),
      outcome: "nothing changes, and the address is named",
      check({ facts, reply }, { world }) {
        assert.deepEqual(facts, []);
        const { code, details } = reply.refusal;
        assert.deepEqual([code, details.actual], ["state_conflict", "active"]);
        assert.equal(addressIn(world, details.financialAddressId).status, "active");
      },
    },
    ...[financialAddressDisable, financialAddressRetire].map((operation) => ({
      title: `an address after ${operation.id}`,
      given({ world }: { world: World }) {
        const { financialAddressId } = activeAddress(world);
        world.run(operation, { financialAddressId });
        world.passTime();
      },
      outcome: "closed",
      check: ({ reply }: { reply: Answer }) => assert.equal(reply.refusal, undefined),
    })),
    {
      title: "an address that its bank has not opened yet",
      environment: "live" as const,
      given({ world }) {
        bankInLive(world);
        waitingAddress(world);
      },
      outcome: "nothing changes",
      check: ({ reply }) => assert.equal(reply.refusal.details.actual, "pending"),
    },
    {
      title: "a collection that a bank is asked for",
      given: ({ world }) => debited(world),
      outcome: "nothing changes, and the collection is named",
      check({ facts, reply }) {
        assert.deepEqual(facts, []);
        const { code, details } = reply.refusal;
        assert.deepEqual([code, details.actual], ["state_conflict", "processing"]);
        assert.match(details.collectionId, /^coll_/);
      },
    },
    {
      title: "a collection that has failed, and one that waits for its time",
      async given({ world }) {
        const { collectionId, ...parties } = await debited(world);
        decideDebit(world, collectionId, "failed");
        debitMade(world, parties);
      },
      outcome: "closed",
      check: ({ reply }) => assert.equal(reply.refusal, undefined),
    },
    {
      title: "a payout under way",
      async given({ world }) {
        const parties = await payable(world);
        pay(world, parties, "1000000");
      },
      outcome: "nothing changes: its money is reserved",
      check({ reply }) {
        const { code, details } = reply.refusal;
        assert.deepEqual([code, details.held], ["account_close_balance_nonzero", "1000000"]);
      },
    },
    {
      title: "an account with money, where it is forced",
      given: ({ world }) => emptied(world),
      input: { isForced: true },
      outcome: "closed",
      check: ({ reply }) => assert.equal(reply.refusal, undefined),
    },
  ],
});

/** A world of live whose realm is closed by force, and what its banks then tell. */
async function closedWith<T>(given: (world: World) => T | Promise<T>) {
  const world = await openWorld({ environment: "live" });
  const made = await given(world);
  world.made(productRealmClose, { isForced: true }, PLATFORM);
  return { world, made };
}

test("a closed realm: a bank collects, and takes back -> booked, and a loss is named", async () => {
  const { world, made } = await closedWith((open) => waitingDebit(open));
  const { providerRequestId, collectionId, destinationAccountId } = made;
  const outcome = { result: "accepted", providerReference: "chk-1" };
  world.made(providerRequestReport, { providerRequestId, attempt: 1, outcome }, PROVIDER);
  const tell = (status: string, newsId: string) => {
    const progress = { status, occurredAtMs: newsId.length * 1_000 };
    const news = { providerRequestId, newsId, progress };
    return world.made(providerRequestNews, news, PROVIDER).verdict;
  };
  assert.equal(tell("collected", "n"), "applied");
  assert.equal(balanceOf(world, destinationAccountId).posted, "1250");
  assert.equal(tell("returned", "nn"), "applied");
  assert.equal(storedCollection(world, collectionId).status, "returned");
  assert.equal(balanceOf(world, destinationAccountId).posted, "0");
});

test("a closed realm: a payout is posted and comes back -> booked, and its money is on the account", async () => {
  const { world, made } = await closedWith((open) => waitingPayout(open));
  const { providerRequestId, payoutId, source } = made;
  const progress = { status: "returned" };
  const outcome = { result: "accepted", providerReference: "chk-1", progress };
  world.made(providerRequestReport, { providerRequestId, attempt: 1, outcome }, PROVIDER);
  assert.equal(payoutIn(world, payoutId).status, "returned");
  const { posted, held } = balanceOf(world, source);
  assert.deepEqual([posted, held], ["1000000", "0"]);
});

test("a closed realm: an address is opened, and money arrives by it -> on the account of the address", async () => {
  const { world, made } = await closedWith((open) => {
    bankInLive(open);
    return waitingAddress(open);
  });
  const { providerRequestId, accountId } = made;
  const progress = { status: "active" as const, details: DETAILS };
  report(world, providerRequestId, { result: "accepted", providerReference: "a-1", progress });
  world.made(receivedCreditTake, toldOf(made), PROVIDER);
  assert.equal(moneyOf(world, accountId).posted, 1_250n);
});

test("a closed realm: a write, a reset, a clock -> product_access_suspended; reads and open again as before", async () => {
  const world = await openWorld();
  const { productId } = world.principal;
  const { source, destination } = emptied(world);
  world.run(productRealmClose, { isForced: true }, PLATFORM);
  const draft = {
    sourceAccountId: source,
    destinationAccountId: destination,
    amount: "1",
    currency: "EUR",
  };
  const refused = () => [
    world.run(transferCreate, draft).code,
    world.run(sandboxReset, { productId, confirm: productId }).code,
    world.run(sandboxClockAdvance, { productId, at: "2026-05-01T00:00:00Z" }).code,
  ];
  assert.deepEqual(new Set(refused()), new Set(["product_access_suspended"]));
  const { items } = await world.found(accountList, { productId });
  assert.equal(items.length, 2);
  world.run(productRealmOpen, {}, PLATFORM);
  assert.equal(world.run(transferCreate, draft).code, undefined);
  fund(world, source, 1n);
});

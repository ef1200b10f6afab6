/** What takes back money that was booked in an earlier month: a correction of that month, in the statement of the month in which it comes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { storedCollection } from "../../../test/support/features/collection/collections.ts";
import {
  debited,
  decideDebit,
  lastRequestOf,
  waitingDebit,
} from "../../../test/support/features/collection/debits.ts";
import {
  decidePayout,
  pay,
  payable,
  payoutIn,
  waitingPayout,
} from "../../../test/support/features/payout/payouts.ts";
import { speakingProvider } from "../../../test/support/features/provider_request/speaking_provider.ts";
import {
  arrive,
  creditIn,
  sandboxAddress,
  sendBack,
  suspendedCredit,
} from "../../../test/support/features/received_credit/credits.ts";
import { listAll } from "../../../test/world/lists.ts";
import { advanceClock, clear, hold, openAccount, transfer } from "../../../test/world/parties.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { collectionCollect } from "../collection/collection.collect.ts";
import { collectionRetry } from "../collection/collection.retry.ts";
import { platformCollectionCorrect } from "../platform/platform.collection.correct.ts";
import { platformPayoutCorrect } from "../platform/platform.payout.correct.ts";
import { receivedCreditAssign } from "../received_credit/received_credit.assign.ts";
import { sandboxProviderOutcomeCreate } from "../sandbox/sandbox.provider_outcome.create.ts";
import { transferReverse } from "../transfer/transfer.reverse.ts";
import type { ProductStatement } from "./product_statement_schema.ts";
import { statementList } from "./statement.list.ts";

/** The fifteenth of a month; the world begins on the last day of January. */
const FEBRUARY = "2026-02-15T00:00:00.000Z";
const MARCH = "2026-03-15T00:00:00.000Z";
const APRIL = "2026-04-15T00:00:00.000Z";
const MAY = "2026-05-15T00:00:00.000Z";
const ASKED = { prepared: { user: "ada/1000" } };

/** The corrections of every sealed month, one line each: `statement: month kind amount credits debits`. */
async function corrections(world: World): Promise<string[]> {
  const { productId } = world.principal;
  const sealed = await listAll<ProductStatement>(world, statementList, { productId });
  return sealed.reverse().flatMap(({ month: of, currencies }) =>
    currencies.flatMap((currency) =>
      currency.corrections.map(({ month, kind, count, amount, credits, debits }) => {
        assert.equal(count, 1);
        return `${of}: ${month} ${kind} ${amount} ${credits} ${debits}`;
      }),
    ),
  );
}

/** In live time is that of the server. */
function passTo(world: World, at: string): void {
  world.nowMs = Date.parse(at);
  world.passTime();
}

type Row = { title: string; story: (world: World) => Promise<void> | void; wanted: string[] };

/** Each begins on the 31st of January and is over in April. */
const IN_SANDBOX: Row[] = [
  {
    title: "a payout, reserved in January and posted in February, returned in March",
    async story(world) {
      const { payoutId } = pay(world, await payable(world));
      advanceClock(world, MARCH);
      decidePayout(world, payoutId, "returned");
    },
    wanted: ["2026-03: 2026-02 payout 1250 1250 0"],
  },
  {
    title: "a payout, reserved in January, posted and returned in February",
    async story(world) {
      const { payoutId } = pay(world, await payable(world), "9904");
      advanceClock(world, MARCH);
      assert.equal(payoutIn(world, payoutId).status, "returned");
    },
    wanted: [],
  },
  {
    title: "a payout, reserved in January, of which the bank says first that it is returned",
    async story(world) {
      const { payoutId } = pay(world, await payable(world), "9905");
      advanceClock(world, MARCH);
      decidePayout(world, payoutId, "returned");
    },
    wanted: [],
  },
  {
    title: "a collection of February, returned in March",
    async story(world) {
      const { collectionId } = await debited(world);
      advanceClock(world, MARCH);
      decideDebit(world, collectionId, "returned");
    },
    wanted: ["2026-03: 2026-02 collection 100 0 100"],
  },
  {
    title: "a collection of February, returned in February",
    async story(world) {
      const { collectionId } = await debited(world, "9904");
      advanceClock(world, MARCH);
      assert.equal(storedCollection(world, collectionId).status, "returned");
    },
    wanted: [],
  },
  {
    title: "a collection of which the bank says first that it is returned",
    async story(world) {
      const { collectionId } = await debited(world, "9905");
      advanceClock(world, MARCH);
      decideDebit(world, collectionId, "returned");
    },
    wanted: [],
  },
  {
    title: "a received credit of January, sent back in January",
    story: (world) => void sendBack(world, arrive(world, sandboxAddress(world))),
    wanted: [],
  },
  {
    title:
      "a received credit of January, which the bank is asked for in February and sends back in March",
    story(world) {
      const { receivedCreditId } = arrive(world, sandboxAddress(world), { amount: "9905" });
      advanceClock(world, FEBRUARY);
      sendBack(world, { receivedCreditId });
      advanceClock(world, MARCH);
      const resource = { type: "received_credit", id: receivedCreditId };
      world.made(sandboxProviderOutcomeCreate, { resource, outcome: "returned" });
    },
    wanted: ["2026-03: 2026-01 funding 9905 0 9905"],
  },
  {
    title:
      "a received credit of January, assigned in February, which the bank does not send back, and then does",
    story(world) {
      const { receivedCreditId } = suspendedCredit(world, { amount: "9905" });
      advanceClock(world, FEBRUARY);
      world.made(receivedCreditAssign, { receivedCreditId, accountId: openAccount(world) });
      const resource = { type: "received_credit", id: receivedCreditId };
      for (const outcome of ["failed", "returned"]) {
        sendBack(world, { receivedCreditId });
        world.made(sandboxProviderOutcomeCreate, { resource, outcome });
      }
      assert.equal(creditIn(world, receivedCreditId).status, "returned");
    },
    wanted: ["2026-02: 2026-01 funding 9905 0 9905"],
  },
  {
    title: "a hold of January, settled in February, reversed in part in February and in March",
    story(world) {
      const source = openAccount(world, { fundedMinor: 100n });
      const more = { expiresAt: APRIL };
      const held = hold(world, source, openAccount(world), "100", more);
      advanceClock(world, FEBRUARY);
      clear(world, held.transferHoldId, "90");
      const transferId = held.reservedTransferId;
      const part = { transferId, amount: "40", reason: "by mistake" };
      world.made(transferReverse, part);
      advanceClock(world, MARCH);
      world.made(transferReverse, part);
    },
    wanted: ["2026-03: 2026-02 reversal 40 0 0"],
  },
  {
    title: "a transfer of January, reversed in March",
    story(world) {
      const source = openAccount(world, { fundedMinor: 100n });
      const { transferId } = transfer(world, source, openAccount(world), "7");
      advanceClock(world, MARCH);
      world.made(transferReverse, { transferId, reason: "by mistake" });
    },
    wanted: ["2026-03: 2026-01 reversal 7 0 0"],
  },
];

for (const { title, story, wanted } of IN_SANDBOX) {
  test(`statement corrections: ${title} -> ${wanted[0] ?? "none"}`, async () => {
    const world = await openWorld();
    await story(world);
    advanceClock(world, APRIL);
    assert.deepEqual(await corrections(world), wanted);
  });
}

test("statement corrections: a payout that was refused, booked by the operator as sent and a month later as never sent -> of the month in which it was booked", async () => {
  const world = await openWorld({ environment: "live" });
  const { payoutId, providerRequestId } = await waitingPayout(world);
  speakingProvider(world, providerRequestId).report({ result: "refused", providerCode: "ac04" });
  const correct = (outcome: string) =>
    world.made(platformPayoutCorrect, { payoutId, outcome, reason: "a letter" }, ASKED);
  passTo(world, FEBRUARY);
  correct("posted");
  passTo(world, MARCH);
  correct("failed");
  passTo(world, APRIL);
  assert.deepEqual(await corrections(world), ["2026-03: 2026-02 payout 1250 1250 0"]);
});

test("statement corrections: a collection that the operator books as returned, as collected after all, as failed -> each but the first is of the month before", async () => {
  const world = await openWorld({ environment: "live" });
  const { collectionId, providerRequestId } = await waitingDebit(world);
  const correct = (outcome: string) =>
    world.made(platformCollectionCorrect, { collectionId, outcome, reason: "a letter" }, ASKED);
  passTo(world, FEBRUARY);
  speakingProvider(world, providerRequestId).answer("collected");
  correct("returned");
  passTo(world, MARCH);
  correct("collected");
  passTo(world, APRIL);
  correct("failed");
  passTo(world, MAY);
  assert.deepEqual(await corrections(world), [
    "2026-03: 2026-02 collection 1250 1250 0",
    "2026-04: 2026-03 collection 1250 0 1250",
  ]);
});

test("statement corrections: a second sum of February that goes back in March and comes again in April -> of the month before, each time", async () => {
  const world = await openWorld({ environment: "live" });
  const consent = { limits: { maxCount: 5 } };
  const { collectionId, providerRequestId } = await waitingDebit(world, { consent });
  speakingProvider(world, providerRequestId).answer("failed");
  world.made(collectionRetry, { collectionId, dueAt: "2099-01-01T00:00:00Z" });
  world.run(collectionCollect, { collectionId });
  speakingProvider(world, lastRequestOf(world, collectionId)).answer("collected");
  const correct = (outcome: string) =>
    world.made(
      platformCollectionCorrect,
      { collectionId, outcome, providerRequestId, reason: "a letter" },
      ASKED,
    );
  passTo(world, FEBRUARY);
  correct("collected");
  passTo(world, MARCH);
  correct("returned");
  passTo(world, APRIL);
  correct("collected");
  passTo(world, MAY);
  assert.deepEqual(await corrections(world), [
    "2026-03: 2026-02 collection 1250 0 1250",
    "2026-04: 2026-03 collection 1250 1250 0",
  ]);
});

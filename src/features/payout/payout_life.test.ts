/** What becomes of payouts in a sandbox, by its clock and by what a test says; where the money is at each end. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { made, US } from "../../../test/support/features/beneficiary/beneficiaries.ts";
import { arm } from "../../../test/support/features/entity/verifications.ts";
import {
  bookPayable,
  cancelPayout,
  decidePayout,
  type Payable,
  pay,
  payable,
  payoutIn,
} from "../../../test/support/features/payout/payouts.ts";
import { requestIn } from "../../../test/support/features/provider_request/live_requests.ts";
import { PRODUCT_ID } from "../../../test/world/callers.ts";
import {
  advanceClock,
  balanceOf,
  close,
  freeze,
  fund,
  openAccount,
  transfer,
} from "../../../test/world/parties.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { accountEntryList } from "../account/account.entry.list.ts";
import type { FreezeMode } from "../ledger/account_document.ts";
import { productBooksEntryList } from "../product/product.books.entry.list.ts";
import { transferRetrieve } from "../transfer/transfer.retrieve.ts";
import { transferReverse } from "../transfer/transfer.reverse.ts";

/** After the bank has posted what it took on the Monday behind the start, and what came back of it. */
const POSTED_BY = "2026-02-03T12:00:00Z";
const RETURNED_BY = "2026-02-05T12:00:00Z";
const KEY = "0f8fad5b-d9cb-469f-a165-70867728950e";

async function paid(amount: string): Promise<Payable & { world: World; payoutId: string }> {
  const world = await openWorld();
  const parties = await payable(world);
  const { payoutId } = pay(world, parties, amount);
  return { ...parties, world, payoutId };
}

/** What is posted and held of the account that pays. */
function moneyOf({ world, source }: { world: World; source: string }): [string, string] {
  const { posted, held } = balanceOf(world, source);
  return [posted, held];
}

test("payout: the clock comes to the arrival -> posted, and its transfer with it", async () => {
  const one = await paid("1250");
  const { world, payoutId } = one;
  advanceClock(world, "2026-02-03T07:59:59.999Z");
  assert.equal(payoutIn(world, payoutId).status, "processing");
  advanceClock(world, "2026-02-03T08:00:00.000Z");
  const { status, revision } = payoutIn(world, payoutId);
  assert.deepEqual([status, revision], ["posted", 3]);
  assert.deepEqual(moneyOf(one), ["998750", "0"]);
  const transferId = payoutId.replace("po_", "tr_");
  const moved = await world.found(transferRetrieve, { transferId });
  assert.deepEqual([moved.status, moved.amount, moved.revision], ["posted", "1250", 2]);
});

test("payout: posted -> the entries of the account and of the books have its description", async () => {
  const world = await openWorld();
  const parties = await payable(world);
  const { payoutId } = pay(world, parties, "1250", { description: "Invoice 7" });
  advanceClock(world, POSTED_BY);
  const { items } = await world.found(accountEntryList, { accountId: parties.source });
  assert.deepEqual([items[0].payoutId, items[0].description], [payoutId, "Invoice 7"]);
  const books = await world.found(productBooksEntryList, { productId: PRODUCT_ID });
  assert.equal(books.items[0].description, "Invoice 7");
});

test("payout: an amount that fails -> failed by the rail's code, and the money is available again", async () => {
  const one = await paid("9903");
  advanceClock(one.world, POSTED_BY);
  const { status, failure } = payoutIn(one.world, one.payoutId);
  assert.equal(status, "failed");
  assert.match(failure?.code ?? "", /^[A-Z0-9]{3,4}$/);
  assert.deepEqual(moneyOf(one), ["1000000", "0"]);
  const transferId = one.payoutId.replace("po_", "tr_");
  const moved = await one.world.found(transferRetrieve, { transferId });
  assert.deepEqual([moved.status, moved.amount], ["voided", "9903"]);
});

test("payout: an amount that comes back -> posted, then returned by a transfer of its own", async () => {
  const one = await paid("9904");
  const { world, payoutId, source } = one;
  advanceClock(world, POSTED_BY);
  assert.equal(payoutIn(world, payoutId).status, "posted");
  advanceClock(world, RETURNED_BY);
  const { status, returnTransferId, returnedToAccountId } = payoutIn(world, payoutId);
  assert.deepEqual([status, returnedToAccountId], ["returned", source]);
  assert.deepEqual(moneyOf(one), ["1000000", "0"]);
  const back = await world.found(transferRetrieve, { transferId: returnTransferId });
  assert.deepEqual([back.kind, back.payoutId, back.amount], ["payout", payoutId, "9904"]);
});

const FULL: { title: string; ended: (world: World, source: string) => void; isOwn: boolean }[] = [
  { title: "frozen for debits", ended: frozen("debits"), isOwn: true },
  { title: "frozen for all", ended: frozen("all"), isOwn: false },
  {
    title: "closed",
    ended(world, source) {
      transfer(world, source, openAccount(world), balanceOf(world, source).posted);
      close(world, source);
    },
    isOwn: false,
  },
];

function frozen(mode: FreezeMode) {
  return (world: World, source: string) => void freeze(world, source, mode);
}

for (const { title, ended, isOwn } of FULL) {
  test(`payout: it comes back, the account is ${title} -> its money is in ${isOwn ? "it" : "an account of the Product for it"}`, async () => {
    const one = await paid("9904");
    const { world, payoutId, source } = one;
    advanceClock(world, POSTED_BY);
    ended(world, source);
    const before = balanceOf(world, source).posted;
    advanceClock(world, RETURNED_BY);
    const { status, returnedToAccountId = "" } = payoutIn(world, payoutId);
    assert.deepEqual([status, returnedToAccountId === source], ["returned", isOwn]);
    const own = isOwn ? String(BigInt(before) + 9_904n) : before;
    assert.equal(balanceOf(world, source).posted, own);
    if (isOwn) return;
    assert.equal(balanceOf(world, returnedToAccountId).posted, "9904");
    // The Product moves it on, and the next such money goes to the same account.
    transfer(world, returnedToAccountId, openAccount(world), "9904");
  });
}

test("payout: two come back to a closed account -> both in one account of the Product", async () => {
  const world = await openWorld();
  const parties = await payable(world);
  const ids = ["9904", "19904"].map((amount) => pay(world, parties, amount).payoutId as string);
  advanceClock(world, POSTED_BY);
  freeze(world, parties.source, "all");
  advanceClock(world, RETURNED_BY);
  const where = new Set(ids.map((id) => payoutIn(world, id).returnedToAccountId));
  assert.equal(where.size, 1);
  assert.equal(balanceOf(world, [...where][0] ?? "").posted, "29808");
});

test("payout: money is reserved, the account frozen since -> posted all the same", async () => {
  const one = await paid("1250");
  freeze(one.world, one.source, "all");
  advanceClock(one.world, POSTED_BY);
  assert.equal(payoutIn(one.world, one.payoutId).status, "posted");
});

test("payout: over a rail that works at all times -> posted at once", async () => {
  const world = await openWorld();
  const source = openAccount(world, { currency: "GBP" });
  fund(world, source, 5_000n);
  const fps = { rail: "fps", destination: { sortCode: "20-00-00", accountNumber: "55779911" } };
  const { beneficiaryId } = await made(world, fps);
  const answer = pay(world, { source, beneficiaryId }, "100", { currency: "GBP" });
  assert.equal(answer.status, "processing");
  assert.equal(payoutIn(world, answer.payoutId).status, "posted");
});

test("payout: over ACH -> there on the next day of the Federal Reserve", async () => {
  const world = await openWorld();
  const source = openAccount(world, { currency: "USD" });
  fund(world, source, 5_000n);
  const { beneficiaryId } = await made(world, { rail: "ach", destination: US });
  advanceClock(world, "2026-02-13T15:00:00Z");
  const answer = pay(world, { source, beneficiaryId }, "100", { currency: "USD" });
  // The Monday between is Washington's Birthday.
  assert.equal(answer.expectedArrivalDate, "2026-02-17");
});

test("payout: no answer at first -> 502; the same key sends it once, and answers as if nothing had been", async () => {
  const world = await openWorld();
  const parties = await payable(world);
  const asking = { idempotencyKey: KEY };
  const first = pay(world, parties, "9902", {}, asking);
  assert.equal(first.error.code, "provider_egress_failed");
  const again = pay(world, parties, "9902", {}, asking);
  assert.deepEqual([again.status, again.revision], ["processing", 2]);
  assert.deepEqual(pay(world, parties, "9902", {}, asking), again);
  assert.equal(balanceOf(world, parties.source).held, "9902");
  advanceClock(world, POSTED_BY);
  assert.deepEqual(pay(world, parties, "9902", {}, asking), again);
  assert.equal(balanceOf(world, parties.source).posted, "990098");
});

test("payout: no answer, and nobody asks again -> the platform does, by its back-off", async () => {
  const world = await openWorld();
  const parties = await payable(world);
  arm(world, "fail", 3);
  const { error } = pay(world, parties, "1250");
  assert.equal(error.code, "provider_egress_failed");
  const payoutId = (error.details.receiptId as string).replace("rcpt_", "po_");
  assert.deepEqual(
    [payoutIn(world, payoutId).status, payoutIn(world, payoutId).attempts],
    ["created", 1],
  );
  advanceClock(world, POSTED_BY);
  assert.deepEqual(
    [payoutIn(world, payoutId).status, payoutIn(world, payoutId).attempts],
    ["posted", 4],
  );
});

for (const { outcome, money } of [
  { outcome: "posted", money: ["990095", "0"] },
  { outcome: "failed", money: ["1000000", "0"] },
  { outcome: "returned", money: ["1000000", "0"] },
] as const) {
  test(`payout: one that waits, a test says ${outcome} -> ${outcome}`, async () => {
    const one = await paid("9905");
    advanceClock(one.world, "2027-01-01T00:00:00Z");
    assert.equal(payoutIn(one.world, one.payoutId).status, "processing");
    const { status, provider } = decidePayout(one.world, one.payoutId, outcome);
    assert.deepEqual([status, provider], [outcome, "simulator"]);
    const { status: now, reachedAtMs } = payoutIn(one.world, one.payoutId);
    assert.equal(now, outcome);
    assert.equal(reachedAtMs.posted === undefined, outcome === "failed");
    assert.deepEqual(moneyOf(one), money);
  });
}

test("payout: cancelled while the provider has not answered -> both requests are over, the money is available", async () => {
  const world = await openWorld();
  const parties = await payable(world);
  const asking = { idempotencyKey: KEY };
  arm(world, "timeout");
  const { error } = pay(world, parties, "1250", {}, asking);
  const payoutId = (error.details.receiptId as string).replace("rcpt_", "po_");
  const cancelled = cancelPayout(world, payoutId);
  assert.deepEqual([cancelled.status, cancelled.cancelable], ["cancelled", false]);
  assert.deepEqual(moneyOf({ world, source: parties.source }), ["1000000", "0"]);
  assert.equal(requestIn(world, payoutId.replace("po_", "preq_")).status, "abandoned");
  const again = pay(world, parties, "1250", {}, asking);
  assert.deepEqual(again.error.details.constraint, "subject_over");
  advanceClock(world, "2027-01-01T00:00:00Z");
  assert.equal(payoutIn(world, payoutId).status, "cancelled");
});

test("payout: the money arrives while its cancellation is asked for -> posted, and the cancellation is refused", async () => {
  const one = await paid("1250");
  const { world, payoutId } = one;
  arm(world, "fail", 100);
  const asking = { idempotencyKey: KEY };
  assert.equal(cancelPayout(world, payoutId, asking).error.code, "provider_egress_failed");
  assert.equal(payoutIn(world, payoutId).cancelRequestId === undefined, false);
  advanceClock(world, POSTED_BY);
  const { status, cancelRequestId } = payoutIn(world, payoutId);
  assert.deepEqual([status, cancelRequestId], ["posted", undefined]);
  assert.equal(cancelPayout(world, payoutId, asking).error.code, "state_conflict");
  assert.deepEqual(moneyOf(one), ["998750", "0"]);
});

test("payout: its transfer, posted or not, the return of it, and one over the book -> none is reversed", async () => {
  const one = await paid("9904");
  const { world, payoutId } = one;
  const book = pay(world, bookPayable(world));
  const transferId = payoutId.replace("po_", "tr_");
  const reverse = (id: string) => world.run(transferReverse, { transferId: id, reason: "x" });
  assert.equal(reverse(transferId).code, "state_conflict");
  advanceClock(world, RETURNED_BY);
  const { returnTransferId = "" } = payoutIn(world, payoutId);
  for (const id of [transferId, returnTransferId, book.transferId as string]) {
    const { code, details } = reverse(id);
    assert.deepEqual([code, details?.["actual"]], ["state_conflict", "payout"]);
  }
});

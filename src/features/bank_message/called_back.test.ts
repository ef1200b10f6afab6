/** A payout that stands in a file and is called back: what whoever asks is answered, and what becomes of it by what the bank says. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  callBack,
  fileBank,
  inMessage,
  payoutForFile,
} from "../../../test/support/features/bank_message/file_bank.ts";
import { payable, payoutIn } from "../../../test/support/features/payout/payouts.ts";
import {
  PROVIDER,
  requestIn,
} from "../../../test/support/features/provider_request/live_requests.ts";
import { balanceOf } from "../../../test/world/parties.ts";
import { openWorld } from "../../../test/world/world.ts";
import { payoutCancel } from "../payout/payout.cancel.ts";
import { providerRequestNews } from "../provider_request_steps/provider_request.news.ts";

/** A payout in a message that is called back. */
async function calledBack() {
  const world = await openWorld({ environment: "live" });
  fileBank(world);
  const parties = await payable(world);
  const { payoutId, providerRequestId: sendingId } = await payoutForFile(world, parties);
  inMessage(world, sendingId);
  const first = callBack(world, payoutId);
  let news = 0;
  const tell = (providerRequestId: string, status: string) => {
    const progress = { status, occurredAtMs: ++news * 1_000 };
    const input = { providerRequestId, newsId: `n-${news}`, progress };
    return world.made(providerRequestNews, input, PROVIDER).verdict;
  };
  const cancelId = first.providerRequestId;
  return {
    ...{ world, payoutId, sendingId, cancelId, answer: first.answer },
    again: () => callBack(world, payoutId).providerRequestId,
    /** What the bank says of the payout. */
    tellPayout: (status: string) => tell(sendingId, status),
    /** What it says of the request to give it up. */
    tellRequest: (status: string, of = cancelId) => tell(of, status),
    now() {
      const { status, cancelRequestId } = payoutIn(world, payoutId);
      const { posted, held } = balanceOf(world, parties.source);
      return [status, cancelRequestId, posted, held];
    },
  };
}
const HELD = ["1000000", "1250"] as const;
const FREE = ["1000000", "0"] as const;
const PAID = ["998750", "0"] as const;

test("payout in a file: called back -> answered as it is, also after all is over; it waits for a file, and no second request is made", async () => {
  const one = await calledBack();
  assert.deepEqual(one.now(), ["processing", one.cancelId, ...HELD]);
  const { file, nextAttemptAtMs } = requestIn(one.world, one.cancelId);
  assert.deepEqual([file, nextAttemptAtMs], ["waiting", undefined]);
  const first = one.answer();
  assert.deepEqual([first.status, first.cancelable], ["processing", true]);
  const again = one.world.run(payoutCancel, { payoutId: one.payoutId });
  assert.equal(again.code, "state_conflict");
  one.tellPayout("cancelled");
  assert.deepEqual(one.answer(), first);
});

test("payout in a file: the bank gives it up -> cancelled, and the money is available", async () => {
  const one = await calledBack();
  assert.equal(one.tellPayout("cancelled"), "applied");
  assert.deepEqual(one.now(), ["cancelled", undefined, ...FREE]);
  assert.equal(one.tellRequest("failed"), "same");
  assert.deepEqual(one.now(), ["cancelled", undefined, ...FREE]);
});

test("payout in a file: the bank does not give it up -> it takes its course, and can be called back again", async () => {
  const one = await calledBack();
  assert.equal(one.tellRequest("failed"), "applied");
  assert.deepEqual(one.now(), ["processing", undefined, ...HELD]);
  assert.equal(one.tellRequest("failed"), "same");
  const other = one.again();
  assert.notEqual(other, one.cancelId);
  // What is said of the first request again ends no other.
  assert.equal(one.tellRequest("failed"), "same");
  assert.deepEqual(one.now(), ["processing", other, ...HELD]);
  assert.equal(one.tellPayout("posted"), "applied");
  assert.deepEqual(one.now(), ["posted", undefined, ...PAID]);
});

test("payout in a file: posted before the bank answers -> posted; that it is not given up says nothing new", async () => {
  const one = await calledBack();
  assert.equal(one.tellPayout("posted"), "applied");
  assert.deepEqual(one.now(), ["posted", undefined, ...PAID]);
  assert.equal(one.tellRequest("failed"), "same");
  assert.deepEqual(one.now(), ["posted", undefined, ...PAID]);
});

test("payout in a file: the request itself is told as cancelled -> the payout is", async () => {
  const one = await calledBack();
  assert.equal(one.tellRequest("cancelled"), "applied");
  assert.deepEqual(one.now(), ["cancelled", undefined, ...FREE]);
  assert.equal(one.tellPayout("cancelled"), "same");
});

test("payout in a file: that it is not given up is told before the request is answered -> it takes its course", async () => {
  const world = await openWorld({ environment: "live" });
  fileBank(world);
  const { payoutId, providerRequestId } = await payoutForFile(world);
  inMessage(world, providerRequestId);
  const early = () => {
    const cancelId = payoutIn(world, payoutId).cancelRequestId ?? "";
    const progress = { status: "failed", occurredAtMs: 1_000 };
    const input = { providerRequestId: cancelId, newsId: "n-1", progress };
    assert.equal(world.made(providerRequestNews, input, PROVIDER).verdict, "early");
  };
  callBack(world, payoutId, early);
  assert.deepEqual(
    [payoutIn(world, payoutId).status, payoutIn(world, payoutId).cancelRequestId],
    ["processing", undefined],
  );
});

/**
 * Payouts of live, made and some of them cancelled, again and again while either side may be killed at any moment; and what must
 * hold of the books and of the money when everything has come to its end.
 */
import assert from "node:assert/strict";
import { type Client, expect } from "../support/client.ts";
import { fundedAccount, newPayee, sendingOf } from "../support/live_payouts.ts";
import { balanceOf, walk } from "../support/parties.ts";
import { bookLines } from "../support/provider.ts";
import {
  assertHas,
  assertNothingTwice,
  BANK,
  decidesBy,
  refusedIn,
  type SettledBook,
  settledBook,
} from "./bank_work.ts";
import { type ProviderLoad, type Sent, sentUntilFinal } from "./provider_load.ts";
import type { ProviderWork, WorkEnd } from "./provider_work.ts";

/** How many accounts pay, and the money of each, minor units: more than all payouts of a run. */
const ACCOUNTS = 4;
const FUNDED = 1_000_000_000n;
const AMOUNT_MAX = 1_000;
/** Of so many payouts that were accepted one is cancelled. */
const CANCELLED_PART = 3;
const DECISIONS = ["posted", "posted", "failed", "returned"] as const;

/** A payout, or the cancellation of one, with its final answer. */
type Start = Sent & { what: "pay" | "cancel" };
type Payout = Readonly<Record<"payoutId" | "status" | "amount" | "sourceAccountId", string>>;

/** Payouts by a bank, from accounts of their own. */
export function payoutWork(): ProviderWork<Start> {
  let accounts: string[] = [];
  let payee = "";
  return {
    ...BANK,
    flags: (random) => decidesBy("--decide-payout", DECISIONS[random(DECISIONS.length)]),
    // Nothing follows what was posted by then.
    lastFlags: decidesBy("--decide-payout", "posted"),
    async prepare(server, client) {
      payee = await newPayee(client);
      accounts = [];
      while (accounts.length < ACCOUNTS) {
        accounts.push(await fundedAccount(server, client, String(FUNDED)));
      }
    },
    async runLane(load) {
      while (!load.isStopping) {
        const sourceAccountId = accounts[load.random(ACCOUNTS)] ?? "";
        const amount = String(1 + load.random(AMOUNT_MAX));
        const draft = { sourceAccountId, beneficiaryId: payee, amount, currency: "EUR" };
        const paid = await sent(load, "pay", "/payouts", draft);
        if (paid.final.status !== 201 || load.random(CANCELLED_PART) > 0) continue;
        await sent(load, "cancel", `/payouts/${paid.final.id("payoutId")}/cancel`);
      }
    },
    check: (end) => checkPayouts(end, accounts),
  };
}

/** Sends a request under a key of its own until its answer is final, and remembers it. */
async function sent(
  load: ProviderLoad<Start>,
  what: Start["what"],
  path: string,
  body?: object,
): Promise<Start> {
  const start = {
    what,
    ...(await sentUntilFinal(load, (client, key) => client.post(path, body, { key }))),
  };
  load.starts.push(start);
  return start;
}

/** Both books agree to the payout, nothing was sent twice, and every account has what follows from its payouts. */
async function checkPayouts(end: WorkEnd<Start>, accounts: readonly string[]): Promise<void> {
  const { load } = end;
  const client = await load.client();
  const settled = await settledBook(end, async () =>
    (await payoutsOf(client)).map(({ payoutId, status }) => ({
      ...{ effectId: sendingOf(payoutId), status },
    })),
  );
  const payouts = await payoutsOf(client);
  assertBook(load.starts, payouts, settled);
  for (const account of accounts) {
    const own = payouts.filter(({ sourceAccountId }) => sourceAccountId === account);
    await assertHas(client, account, FUNDED - sumOf(own, "posted"));
  }
  const [one] = payouts;
  if (one === undefined) return;
  const transferId = one.payoutId.replace("po_", "tr_");
  const external = expect(await client.get(`/transfers/${transferId}`), 200);
  const atBank = await balanceOf(client, external.id("destinationAccountId"));
  const kept = payouts.filter(({ payoutId }) => settled.book.get(sendingOf(payoutId)) === "posted");
  assert.equal(
    atBank.posted,
    String(sumOf(kept)),
    "what the bank's book has sent and not returned",
  );
}

const payoutsOf = async (client: Client) =>
  (await walk(client, `/payouts?productId=${client.productId}`)) as readonly Payout[];

/** What was answered 201 is accepted there, once; what was refused is refused there; and nobody knows of any other payout. */
function assertBook(
  starts: readonly Start[],
  payouts: readonly Payout[],
  { book, bookPath }: SettledBook,
): void {
  const pays = starts.filter(({ what }) => what === "pay");
  const taken = pays.filter(({ final }) => final.status === 201);
  const effects = taken.map(({ final }) => sendingOf(final.id("payoutId")));
  const subjects = bookLines(bookPath, "accepted").flatMap(({ effect }) => {
    const { effectId, request } = effect as { effectId: string; request: { action: string } };
    return request.action === "send" ? [effectId] : [];
  });
  assert.deepEqual(subjects.sort(), effects.sort(), "accepted there, and answered 201 here");
  for (const { final } of pays) {
    if (final.status !== 201) assert.equal(final.code, "provider_egress_rejected", final.text);
  }
  const refused = refusedIn(bookPath);
  const untaken = payouts.filter(({ payoutId }) => !book.has(sendingOf(payoutId)));
  for (const { payoutId, status } of untaken) {
    assert.deepEqual([status, refused.has(sendingOf(payoutId))], ["failed", true], payoutId);
  }
  assert.equal(payouts.length, pays.length, "a payout for each request that made one");
  assert.equal(untaken.length, pays.length - taken.length, "refused there, and answered 422 here");
  assertNothingTwice(bookPath);
  const status = new Map(payouts.map((one) => [one.payoutId, one.status]));
  for (const { what, final } of starts) {
    if (what === "pay") continue;
    if (final.status !== 200) assert.equal(final.code, "state_conflict", final.text);
    else assert.equal(status.get(final.id("payoutId")), "cancelled", final.text);
  }
}

/** The amounts of the payouts in a status, or of all. */
function sumOf(payouts: readonly Payout[], status?: string): bigint {
  const some = payouts.filter((one) => status === undefined || one.status === status);
  return some.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}

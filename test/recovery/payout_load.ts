/**
 * Payouts of live, made and some of them cancelled, again and again while either side may be killed at any moment; and what must
 * hold of the books and of the money when everything has come to its end.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { type Client, expect } from "../support/client.ts";
import { fundedAccount, newPayee, sendingOf } from "../support/live_payouts.ts";
import { balanceOf, walk } from "../support/parties.ts";
import { bookLines, controlProvider } from "../support/provider.ts";
import { until } from "../support/webhooks.ts";
import { stateOfBook, untilDecided } from "./provider_books.ts";
import { finalReply, type ProviderLoad, type Sent } from "./provider_load.ts";
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
    provider: { name: "first-bank", kind: "bank" },
    faults: [
      ...["lose", "garble", "hang", "fail", "redirect", "reject"],
      ...["news_early", "news_twice", "news_lost", "news_contradictory"],
    ],
    flags: (random) => {
      const decision = DECISIONS[random(DECISIONS.length)] ?? "posted";
      return ["--kind", "bank", "--decide-payout", decision];
    },
    // Nothing follows what was posted by then.
    lastFlags: ["--kind", "bank", "--decide-payout", "posted"],
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
  const key = randomUUID();
  const again = (client: Client) => client.post(path, body, { key });
  const start = { what, again, final: await finalReply(load, again, () => load.repeated++) };
  load.starts.push(start);
  return start;
}

/** Both books agree to the payout, nothing was sent twice, and every account has what follows from its payouts. */
async function checkPayouts(end: WorkEnd<Start>, accounts: readonly string[]): Promise<void> {
  const { load, bookPath, provider } = end;
  await untilDecided(provider);
  const book = stateOfBook(bookPath);
  const client = await load.client();
  await toldAgain(end, client, book);
  const payouts = await payoutsOf(client);
  assertBook(load.starts, payouts, { book, bookPath });
  for (const account of accounts) {
    const own = payouts.filter(({ sourceAccountId }) => sourceAccountId === account);
    const posted = FUNDED - sumOf(own, "posted");
    assert.deepEqual(
      await balanceOf(client, account),
      { available: String(posted), posted: String(posted), held: "0" },
      account,
    );
  }
  const [one] = payouts;
  if (one === undefined) return;
  const transferId = one.payoutId.replace("po_", "tr_");
  const external = expect(await client.get(`/transfers/${transferId}`), 200);
  const atBank = await balanceOf(client, external.id("destinationAccountId"));
  const kept = payouts.filter(({ payoutId }) => book.get(sendingOf(payoutId)) === "posted");
  assert.equal(
    atBank.posted,
    String(sumOf(kept)),
    "what the bank's book has sent and not returned",
  );
}

const payoutsOf = async (client: Client) =>
  (await walk(client, `/payouts?productId=${client.productId}`)) as readonly Payout[];

/** The bank tells again what the platform has not heard: news may have been lost, and of a return nobody asks. */
async function toldAgain(
  { provider }: WorkEnd<Start>,
  client: Client,
  book: ReadonlyMap<string, string>,
): Promise<void> {
  const unheard = async () =>
    (await payoutsOf(client)).filter(({ payoutId, status }) => {
      const told = book.get(sendingOf(payoutId));
      return told !== undefined && told !== status;
    });
  for (const { payoutId } of await unheard()) {
    const effectId = sendingOf(payoutId);
    const told = { outcome: book.get(effectId) };
    assert.equal(await controlProvider(provider.url, `effects/${effectId}/outcome`, told), 200);
  }
  let missing: readonly Payout[] = [];
  await until(
    async () => {
      missing = await unheard();
      return missing.length === 0;
    },
    () => JSON.stringify(missing.map((one) => [one, book.get(sendingOf(one.payoutId))])),
  );
}

/** What was answered 201 is accepted there, once; what was refused is refused there; and nobody knows of any other payout. */
function assertBook(
  starts: readonly Start[],
  payouts: readonly Payout[],
  { book, bookPath }: { book: ReadonlyMap<string, string>; bookPath: string },
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
  const refused = new Set(bookLines(bookPath, "refused").map(({ effectId }) => effectId));
  const untaken = payouts.filter(({ payoutId }) => !book.has(sendingOf(payoutId)));
  for (const { payoutId, status } of untaken) {
    assert.deepEqual([status, refused.has(sendingOf(payoutId))], ["failed", true], payoutId);
  }
  assert.equal(payouts.length, pays.length, "a payout for each request that made one");
  assert.equal(untaken.length, pays.length - taken.length, "refused there, and answered 422 here");
  assert.deepEqual(bookLines(bookPath, "repeated"), [], "sent although the book had it");
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

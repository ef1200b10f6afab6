/**
 * Payouts in live: the server and the reference provider as a bank, in two processes, each with its own book. The bank accepts,
 * refuses, does not answer, gives up what it has not sent, and tells what became of the money in every way in which it can
 * misbehave. What kills on either side leave is looked at in provider_crash.test.ts.
 * A server of its own: a provider is configured, and the bank's book is changed under it.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Client, expect, openClient, type Reply } from "../support/client.ts";
import {
  erasablePayee,
  fundedAccount,
  linesOfSending,
  madeBy,
  newPayee,
  newsOfSending,
  sendingOf,
  sentLate,
} from "../support/live_payouts.ts";
import { assertBalance, balanceOf } from "../support/parties.ts";
import {
  armProvider,
  bookLines,
  controlProvider,
  killProvider,
  type ProviderProcess,
  startProvider,
} from "../support/provider.ts";
import { newsUrl } from "../support/provider_news.ts";
import {
  admin,
  newCredentials,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";
import { until } from "../support/webhooks.ts";

const FLAGS = ["--shards", "2", "--edges", "1"];
const BANK = { name: "first-bank", kind: "bank" };
const NOTHING_DECIDED = ["--kind", "bank", "--decide-payout", "nothing"];
const FUNDED = 1_000_000n;
const AMOUNT = 1_250n;

const bookPath = join(newDataDir(), "book.jsonl");
let server: Server;
let bank: ProviderProcess;
let secret: string;
let client: Client;
let payee: string;

before(async () => {
  server = await startServer(FLAGS);
  const made = await admin(server, "provider set", { ...BANK, url: "http://127.0.0.1:8090" });
  secret = String(made["secret"]);
  await openBank(["--news-url", newsUrl(server, BANK.name), "--news-pause", "50"]);
  client = await openClient(
    server,
    await newCredentials(server, { environment: "live", live: "true" }),
  );
  payee = await newPayee(client);
});

after(async () => {
  client.close();
  await killProvider(bank);
  await stopServer(server);
});

/** Starts the bank with its book, and tells the server its address, which is another each time. */
async function openBank(flags: readonly string[]): Promise<void> {
  bank = await startProvider({ bookPath, secret }, [...NOTHING_DECIDED, ...flags]);
  await admin(server, "provider set", { ...BANK, url: bank.url });
}

const newAccount = () => fundedAccount(server, client, String(FUNDED));

function pay(
  sourceAccountId: string,
  key: string = randomUUID(),
  beneficiaryId: string = payee,
): Promise<Reply> {
  const money = { amount: String(AMOUNT), currency: "EUR" };
  return client.post("/payouts", { sourceAccountId, beneficiaryId, ...money }, { key });
}

/** A payout that the bank has accepted, with the account that pays. */
async function accepted(): Promise<{ account: string; payoutId: string }> {
  const account = await newAccount();
  const reply = expect(await pay(account), 201);
  assert.deepEqual([reply.at("status"), reply.at("provider")], ["processing", BANK.name]);
  return { account, payoutId: reply.id("payoutId") };
}

const payoutOf = async (payoutId: string) => expect(await client.get(`/payouts/${payoutId}`), 200);
const cancel = (payoutId: string) => client.post(`/payouts/${payoutId}/cancel`);

const untilIs = (payoutId: string, status: string) =>
  until(async () => (await payoutOf(payoutId)).at("status") === status, `${payoutId} is ${status}`);

/** The bank decides what becomes of a payout, and tells it. */
async function decide(payoutId: string, outcome: string): Promise<void> {
  const path = `effects/${sendingOf(payoutId)}/outcome`;
  const told = { outcome, ...(outcome === "returned" && { reason: "account_closed" }) };
  assert.equal(await controlProvider(bank.url, path, told), 200);
}

const linesOf = (kind: string, payoutId: string) => linesOfSending(bookPath, kind, payoutId);
const newsOf = (payoutId: string) => newsOfSending(bookPath, payoutId);
const untilTold = (payoutId: string, count: number) =>
  until(
    () => newsOf(payoutId).told === count,
    () => JSON.stringify(newsOf(payoutId)),
  );

const assertAvailable = (account: string) => assertBalance(client, account, String(FUNDED));
const assertHeld = (account: string) =>
  assertBalance(client, account, String(FUNDED), String(AMOUNT));
const assertPaid = (account: string) => assertBalance(client, account, String(FUNDED - AMOUNT));

test("live payout: the bank accepts, and tells days later that it is posted -> held until then, then gone to the bank", async () => {
  const { account, payoutId } = await accepted();
  await assertHeld(account);
  const transferId = (await payoutOf(payoutId)).id("transferId");
  const transfer = expect(await client.get(`/transfers/${transferId}`), 200);
  assert.equal(transfer.at("status"), "pending");
  await decide(payoutId, "posted");
  await untilIs(payoutId, "posted");
  await assertPaid(account);
  assert.equal(expect(await client.get(`/transfers/${transferId}`), 200).at("status"), "posted");
  expect(await cancel(payoutId), "state_conflict");
});

test("live payout: the bank refuses -> provider_egress_rejected, the same for the same key; the money is available", async () => {
  await armProvider(bank, "reject");
  const account = await newAccount();
  const key = randomUUID();
  const refused = expect(await pay(account, key), "provider_egress_rejected");
  assert.equal(refused.details["providerCode"], "rejected_by_request");
  assert.equal((await pay(account, key)).text, refused.text);
  await assertAvailable(account);
});

for (const mode of ["hang", "garble", "fail", "redirect"]) {
  test(`live payout: the bank's fault is ${mode} -> provider_egress_failed, held; the same key resumes, and the bank has it once`, async () => {
    await armProvider(bank, mode);
    const account = await newAccount();
    const key = randomUUID();
    const failed = expect(await pay(account, key), "provider_egress_failed");
    await assertHeld(account);
    const payoutId = madeBy(failed);
    assert.equal((await payoutOf(payoutId)).at("status"), "created");
    const resumed = expect(await pay(account, key), 201);
    assert.deepEqual([resumed.id("payoutId"), resumed.at("status")], [payoutId, "processing"]);
    assert.equal((await pay(account, key)).text, resumed.text);
    assert.equal(linesOf("accepted", payoutId).length, 1);
    assert.deepEqual(bookLines(bookPath, "repeated"), []);
    await assertHeld(account);
  });
}

test("live payout: the numbers are erased, and the bank has never seen it -> failed by that, available again; nothing goes out", async () => {
  const { beneficiaryId, erase } = await erasablePayee(server, client);
  await armProvider(bank, "fail");
  const account = await newAccount();
  const key = randomUUID();
  const failed = expect(await pay(account, key, beneficiaryId), "provider_egress_failed");
  await assertHeld(account);
  await erase();
  const refused = expect(await pay(account, key, beneficiaryId), "provider_egress_rejected");
  assert.equal(refused.details["providerCode"], "account_erased");
  const payout = await payoutOf(madeBy(failed));
  assert.deepEqual([payout.at("status"), payout.at("failure.code")], ["failed", "account_erased"]);
  await assertAvailable(account);
  assert.deepEqual(linesOf("accepted", madeBy(failed)), []);
});

test("live payout: the numbers are erased, and the bank has it -> asked about, and posted by its news", async () => {
  const { beneficiaryId, erase } = await erasablePayee(server, client);
  await armProvider(bank, "garble");
  const account = await newAccount();
  const key = randomUUID();
  const failed = expect(await pay(account, key, beneficiaryId), "provider_egress_failed");
  await erase();
  const payoutId = madeBy(failed);
  assert.equal(expect(await pay(account, key, beneficiaryId), 201).at("status"), "processing");
  await decide(payoutId, "posted");
  await untilIs(payoutId, "posted");
  assert.equal(linesOf("accepted", payoutId).length, 1);
  await assertPaid(account);
});

test("live payout: the connection breaks when the bank has accepted -> asked about, at once or by the same key; the bank has it once", async () => {
  await armProvider(bank, "lose");
  const account = await newAccount();
  const key = randomUUID();
  // On a connection that was open before, the same attempt asks.
  const first = await pay(account, key);
  if (first.status !== 201) expect(first, "provider_egress_failed");
  const accepted = expect(await pay(account, key), 201);
  assert.equal(linesOf("accepted", accepted.id("payoutId")).length, 1);
  assert.deepEqual(bookLines(bookPath, "repeated"), []);
  await assertHeld(account);
});

test("live payout: cancelled while the bank has not sent it -> cancelled on both sides, the money is available", async () => {
  const { account, payoutId } = await accepted();
  const reply = expect(await cancel(payoutId), 200);
  assert.deepEqual([reply.at("status"), reply.at("cancelable")], ["cancelled", false]);
  await assertAvailable(account);
  await decide(payoutId, "cancelled");
  await untilTold(payoutId, 2);
  await assertAvailable(account);
});

test("live payout: cancelled when the bank has sent it, which nobody has told -> state_conflict; posted by the news of it", async () => {
  const { account, payoutId } = await accepted();
  await armProvider(bank, "news_lost");
  await decide(payoutId, "posted");
  const refused = expect(await cancel(payoutId), "state_conflict");
  assert.equal(refused.details["actual"], "taken");
  await assertHeld(account);
  await decide(payoutId, "posted");
  await untilIs(payoutId, "posted");
  await assertPaid(account);
});

test("live payout: cancelled before the bank has seen it -> cancelled; it comes late, and the bank sends no money", async () => {
  await armProvider(bank, "fail");
  const account = await newAccount();
  const key = randomUUID();
  const payoutId = madeBy(expect(await pay(account, key), "provider_egress_failed"));
  assert.equal(expect(await cancel(payoutId), 200).at("status"), "cancelled");
  await assertAvailable(account);
  assert.equal(linesOf("accepted", payoutId).length, 0);
  const over = expect(await pay(account, key), "state_constraint_failed");
  assert.equal(over.details["constraint"], "subject_over");
  const late = await sentLate({ url: bank.url, secret }, payoutId, AMOUNT);
  assert.ok(late.result === "accepted");
  assert.equal(late.status, "cancelled");
  await assertAvailable(account);
});

test("live payout: cancelled, and the bank tells it before its answer, which breaks -> cancelled for whoever asked; asked once", async () => {
  const { account, payoutId } = await accepted();
  await armProvider(bank, "garble");
  const key = randomUUID();
  const again = () => client.post(`/payouts/${payoutId}/cancel`, undefined, { key });
  const first = await again();
  // The news of it and the attempt without an answer come in either order.
  if (first.status !== 200) expect(first, "provider_egress_failed");
  await untilIs(payoutId, "cancelled");
  assert.equal(expect(await again(), 200).at("status"), "cancelled");
  await assertAvailable(account);
  assert.deepEqual(bookLines(bookPath, "repeated"), []);
});

test("live payout: it comes back when it was posted -> credited by a transfer of its own", async () => {
  const { account, payoutId } = await accepted();
  await decide(payoutId, "posted");
  await untilIs(payoutId, "posted");
  await decide(payoutId, "returned");
  await untilIs(payoutId, "returned");
  const payout = await payoutOf(payoutId);
  assert.equal(payout.at("returnedToAccountId"), account);
  assert.equal(payout.at("failure.code"), "account_closed");
  const back = expect(await client.get(`/transfers/${payout.id("returnTransferId")}`), 200);
  assert.deepEqual([back.at("amount"), back.at("status")], [String(AMOUNT), "posted"]);
  await assertAvailable(account);
});

test("live payout: it comes back to an account that is frozen -> its money is in an account of the Product for it", async () => {
  const { account, payoutId } = await accepted();
  await decide(payoutId, "posted");
  await untilIs(payoutId, "posted");
  expect(await client.post(`/accounts/${account}/freeze`, { mode: "all", reason: "review" }), 200);
  await decide(payoutId, "returned");
  await untilIs(payoutId, "returned");
  const suspense = (await payoutOf(payoutId)).id("returnedToAccountId");
  assert.notEqual(suspense, account);
  assert.equal(
    expect(await client.get(`/accounts/${suspense}`), 200).at("role"),
    "product_suspense",
  );
  assert.equal((await balanceOf(client, suspense)).available, String(AMOUNT));
  await assertPaid(account);
});

test("live payout: told to be posted before the answer -> processing by the answer, posted in its record", async () => {
  await armProvider(bank, "news_early");
  const { account, payoutId } = await accepted();
  assert.equal((await payoutOf(payoutId)).at("status"), "posted");
  await untilTold(payoutId, 1);
  await assertPaid(account);
});

test("live payout: told twice -> once", async () => {
  const { account, payoutId } = await accepted();
  await armProvider(bank, "news_twice");
  await decide(payoutId, "posted");
  await untilTold(payoutId, 1);
  assert.equal((await payoutOf(payoutId)).at("status"), "posted");
  await assertPaid(account);
});

test("live payout: told to be posted and then to have failed -> both confirmed, and it stays posted", async () => {
  const { account, payoutId } = await accepted();
  await armProvider(bank, "news_contradictory");
  await decide(payoutId, "posted");
  await untilTold(payoutId, 2);
  assert.equal((await payoutOf(payoutId)).at("status"), "posted");
  await assertPaid(account);
});

test("live payout: told to have failed after it came back -> confirmed, and it stays returned", async () => {
  await armProvider(bank, "news_early");
  const { account, payoutId } = await accepted();
  for (const outcome of ["returned", "failed"]) await decide(payoutId, outcome);
  await untilTold(payoutId, 3);
  assert.equal((await payoutOf(payoutId)).at("status"), "returned");
  await assertAvailable(account);
});

const reconcile = () => admin(server, "provider reconcile", { name: BANK.name });
const differing = async () =>
  ((await reconcile())["differences"] as Record<string, string>[]).map(
    ({ difference, effectId, here, there }) => [difference, effectId, here, there],
  );
const correct = (payout: string, outcome: string) =>
  admin(server, "payout correct", { payout, outcome, reason: "the bank has said so" });

test("live payout: never seen, and the bank takes it afterwards -> named by the comparison, until the operator books it", async () => {
  const { beneficiaryId, erase } = await erasablePayee(server, client);
  await armProvider(bank, "fail");
  const account = await newAccount();
  const key = randomUUID();
  const payoutId = madeBy(expect(await pay(account, key, beneficiaryId), "provider_egress_failed"));
  await erase();
  expect(await pay(account, key, beneficiaryId), "provider_egress_rejected");
  await assertAvailable(account);
  const effectId = sendingOf(payoutId);
  const late = await sentLate({ url: bank.url, secret }, payoutId, AMOUNT);
  assert.equal(late.result, "accepted");
  await decide(payoutId, "posted");
  await untilTold(payoutId, 1);
  assert.equal((await payoutOf(payoutId)).at("status"), "failed");
  const named = [["status_differs", effectId, "refused", "posted"]];
  assert.deepEqual(await differing(), named);
  const corrected = await correct(payoutId, "posted");
  assert.deepEqual([corrected["status"], corrected["settledFromAccountId"]], ["posted", account]);
  assert.deepEqual(await correct(payoutId, "posted"), corrected);
  await assertPaid(account);
  assert.deepEqual(await differing(), []);
});

test("live payout: the bank's book afterwards -> agrees; a line more, one fewer, one that is another, a return untold -> each is told", async () => {
  const agreed = await reconcile();
  assert.deepEqual([agreed["agree"], agreed["pending"]], [true, 0], JSON.stringify(agreed));
  const posted = async () => {
    const { payoutId } = await accepted();
    await decide(payoutId, "posted");
    await untilTold(payoutId, 1);
    return sendingOf(payoutId);
  };
  const [lost, changed, untold] = [await posted(), await posted(), await posted()] as const;
  assert.equal((await reconcile())["agree"], true);
  await killProvider(bank);
  const lines = readFileSync(bookPath, "utf8").split("\n");
  const strange = `preq_${"0".repeat(26)}`;
  const kept = lines
    .filter((line) => !line.includes(lost))
    .map((line) => (line.includes(`"${changed}"`) ? line.replace('"posted"', '"failed"') : line));
  const [sample = ""] = lines.filter((line) => line.includes(`"effectId":"${untold}"`));
  writeFileSync(bookPath, kept.join("\n"));
  const progress = { status: "returned", occurredAtMs: Date.now() };
  const news = JSON.stringify({ line: "news", effectId: untold, progress });
  appendFileSync(bookPath, `${sample.replaceAll(untold, strange)}\n${news}\n`);
  await openBank([]);
  const told = await reconcile();
  assert.equal(told["agree"], false);
  const differences = told["differences"] as Record<string, string>[];
  const shown = differences
    .filter(({ difference }) => difference !== "reference_differs")
    .map(({ difference, effectId, here = "", there = "" }) => [difference, effectId, here, there]);
  assert.deepEqual(
    shown.sort(),
    [
      ["missing_there", lost, "posted", ""],
      ["status_differs", changed, "posted", "failed"],
      ["status_differs", untold, "posted", "returned"],
      ["unknown_here", strange, "", "processing"],
    ].sort(),
  );
});

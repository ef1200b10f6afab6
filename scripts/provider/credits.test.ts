/** The credits of the reference bank: what it tells, what its book says of them, and how it misbehaves. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { readCreditPage } from "../../src/contract/messages/provider_credit.ts";
import { signedHeaders } from "../../src/contract/messages/webhook_signature.ts";
import {
  bankEffects,
  exchangeOf,
  platformOf,
  providerOf,
  SECRET,
} from "../../test/support/scripts/provider/reference.ts";
import { ProviderBook } from "./book.ts";
import type { ProviderFaultMode } from "./faults.ts";

/** A bank at which some credits arrive at each address, the platform that it tells, and an exchange that asks it. */
async function bankOf(t: TestContext, perAddress = 0) {
  const platform = await platformOf(t);
  const bank = await providerOf(t, { kind: "bank", newsUrl: platform.url, perAddress });
  const exchange = exchangeOf(t);
  const ask = (effect: ReturnType<typeof bankEffects.open>) =>
    exchange.attempt({ ...bank.target, effect, asksFirst: false });
  return { platform, bank, ask };
}

/** A page of the bank's book of credits, as the platform asks for it. */
async function pageOf(baseUrl: string, after?: string) {
  const webhookId = `credits_after_${after ?? ""}`;
  const body = new Uint8Array();
  const signed = signedHeaders({ webhookId, atMs: Date.now(), body }, [SECRET]);
  const headers: Record<string, string> = {};
  for (let at = 0; at < signed.length; at += 2) headers[signed[at] ?? ""] = signed[at + 1] ?? "";
  const query = after === undefined ? "" : `?after=${after}`;
  const answer = await fetch(`${baseUrl}/v1/credits${query}`, { headers });
  const page = readCreditPage(new Uint8Array(await answer.arrayBuffer()));
  assert.ok(page !== undefined);
  return page;
}

const arrive = (baseUrl: string, body: object) =>
  fetch(`${baseUrl}/control/credits`, { method: "POST", body: JSON.stringify(body) });

test("reference bank: an address is opened, of which two credits are to arrive -> both told at its details, and in the book", async (t) => {
  const { platform, bank, ask } = await bankOf(t, 2);
  await ask(bankEffects.open(1));
  await platform.until(3);
  const [opened] = platform.news;
  const { bic: _, ...address } = opened?.details ?? {};
  assert.deepEqual(
    platform.credits.map(({ target, currency }) => ({ target, currency })),
    Array(2).fill({ target: { address }, currency: "EUR" }),
  );
  const { credits, balances } = await pageOf(bank.baseUrl);
  assert.deepEqual(
    credits.map(({ creditReference, status }) => [creditReference, status]),
    [
      ["preq_1-1", "received"],
      ["preq_1-2", "received"],
    ],
  );
  const sum = platform.credits.reduce((total, { amount }) => total + BigInt(amount), 0n);
  assert.deepEqual(balances, { EUR: String(sum) });
});

test("reference bank: somebody lets money arrive -> told as asked; without an address -> 400", async (t) => {
  const { platform, bank } = await bankOf(t);
  const asked = { financialAddressId: "fa_1", amount: "77", currency: "USD", remittance: "x" };
  const answer = await arrive(bank.baseUrl, asked);
  assert.deepEqual(await answer.json(), { creditReference: "cr-1" });
  await platform.until(1);
  const [{ target, amount, currency, remittance } = {}] = platform.credits;
  assert.deepEqual({ ...target, amount, currency, remittance }, { ...asked });
  assert.equal((await arrive(bank.baseUrl, { amount: "1" })).status, 400);
  assert.equal(bank.book.credits, 1);
});

const FAULTS: [
  mode: ProviderFaultMode,
  told: (given: { amount: string; target: object }[]) => unknown,
  is: unknown,
][] = [
  ["credit_twice", (told) => told.map(({ amount }) => amount), ["5", "5"]],
  ["credit_contradictory", (told) => told.map(({ amount }) => amount), ["5", "50"]],
];

for (const [mode, said, is] of FAULTS) {
  test(`reference bank: ${mode} -> two tellings of one reference, and the first in the book`, async (t) => {
    const { platform, bank } = await bankOf(t);
    bank.faults.arm(mode, 1);
    await arrive(bank.baseUrl, { financialAddressId: "fa_1", amount: "5" });
    await platform.until(2);
    assert.deepEqual(said(platform.credits), is);
    assert.equal(new Set(platform.credits.map((one) => one.creditReference)).size, 1);
    const { credits } = await pageOf(bank.baseUrl);
    assert.deepEqual(
      credits.map(({ amount }) => amount),
      ["5"],
    );
  });
}

test("reference bank: credit_unknown and credit_currency -> an address of nobody, another currency", async (t) => {
  const { platform, bank } = await bankOf(t);
  bank.faults.arm("credit_unknown", 1);
  await arrive(bank.baseUrl, { financialAddressId: "fa_1" });
  bank.faults.arm("credit_currency", 1);
  await arrive(bank.baseUrl, { financialAddressId: "fa_1" });
  await platform.until(2);
  const said = platform.credits.map(({ target, currency }) => ({ target, currency }));
  assert.deepEqual(
    said.sort((a, b) => (a.currency < b.currency ? -1 : 1)),
    [
      { target: { address: { alias: "nobody-1@reference-bank.example" } }, currency: "EUR" },
      { target: { financialAddressId: "fa_1" }, currency: "USD" },
    ],
  );
});

test("reference bank: credit_early -> told by the effect before the answer to the opening", async (t) => {
  const { platform, bank, ask } = await bankOf(t);
  bank.faults.arm("credit_early", 1);
  const asking = ask(bankEffects.open(7));
  await platform.until(1);
  assert.deepEqual(platform.credits[0]?.target, { effectId: "preq_7" });
  assert.equal((await asking).result, "accepted");
});

test("reference bank: a credit is to be sent back -> returned, once, and no money is left; another amount -> refused", async (t) => {
  const { platform, bank, ask } = await bankOf(t);
  await arrive(bank.baseUrl, { financialAddressId: "fa_1", amount: "500" });
  const back = (number: number, more: object = {}) => ({
    ...{ effectId: `preq_${number}`, kind: "credit_return" as const },
    subject: { type: "received_credit", id: "rc_1" },
    request: {
      ...{ action: "return", receivedCreditId: "rc_1", creditReference: "cr-1" },
      ...{ amount: "500", currency: "EUR", ...more },
    },
  });
  const codeOf = (answer: Awaited<ReturnType<typeof ask>>) =>
    answer.result === "refused" ? answer.providerCode : answer.result;
  assert.equal(codeOf(await ask(back(1, { amount: "400" }))), "unknown_credit");
  assert.equal(codeOf(await ask(back(2, { creditReference: "cr-9" }))), "unknown_credit");
  assert.equal(codeOf(await ask(back(3))), "accepted");
  assert.equal(codeOf(await ask(back(4))), "already_returned");
  await platform.until(2);
  const { credits, balances } = await pageOf(bank.baseUrl);
  assert.deepEqual(
    credits.map(({ status }) => status),
    ["returned"],
  );
  assert.deepEqual(balances, { EUR: "0" });
});

test("reference bank: its book opened again -> the credits, what is not told, and what it has sent back", async (t) => {
  const { bank } = await bankOf(t);
  bank.book.addCredit({
    ...{ creditReference: "cr-1", amount: "5", currency: "EUR", occurredAtMs: 1 },
    target: { financialAddressId: "fa_1" },
  });
  const again = new ProviderBook(bank.bookPath);
  t.after(() => again.close());
  assert.deepEqual(again.creditPage(0, 10), bank.book.creditPage(0, 10));
  assert.deepEqual(again.untold, bank.book.untold);
  assert.deepEqual(again.balances, { EUR: "5" });
});

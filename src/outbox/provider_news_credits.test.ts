/** The desk of news: the credits that a bank tells, by the same way as news of effects. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ProviderCredit } from "../contract/messages/provider_credit.ts";
import { PROVIDER_KINDS } from "../contract/messages/provider_kinds.ts";
import { CREDIT_VERDICTS, type CreditVerdict } from "../contract/messages/provider_news.ts";
import { PROVIDER_BODY_BYTES_MAX } from "../contract/messages/provider_protocol.ts";
import { signedHeaders } from "../contract/messages/webhook_signature.ts";
import { ProviderNewsDesk } from "./provider_news.ts";

const NOW_MS = Date.UTC(2026, 0, 2, 3, 4, 5);
const SECRET = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
const OTHER = `whsec_${Buffer.alloc(32, 2).toString("base64")}`;
const CREDIT = {
  ...{ newsId: "n-1", kind: "received_credit", creditReference: "cr-1", amount: "12050" },
  ...{ currency: "EUR", financialAddressId: "fa_1", occurredAt: "2026-01-02T03:04:00.000Z" },
};

type Given = { provider?: string; secret?: string; webhookId?: string; change?: object };

/** A credit as its bank signs it. */
function delivery({ provider = "bank", secret = SECRET, webhookId = "n-1", change }: Given) {
  const body = Buffer.from(JSON.stringify({ ...CREDIT, ...change }));
  const signed = signedHeaders({ webhookId, atMs: NOW_MS, body }, [secret]);
  const [, id = "", , timestamp = "", , signature = ""] = signed;
  return { provider, webhookId: id, timestamp, signature, body };
}

/** A desk that knows a bank, and a provider of verifications with the same secret. */
function deskThat(takes: (credit: ProviderCredit) => Promise<CreditVerdict | undefined>) {
  const taken: [provider: string, credit: ProviderCredit][] = [];
  const desk = new ProviderNewsDesk({
    isOpen: () => true,
    sourceOf(provider) {
      const kinds = provider === "bank" ? PROVIDER_KINDS.bank : PROVIDER_KINDS.verification;
      return { kinds, secrets: [SECRET] };
    },
    requestOf: () => ({ kind: "address" }),
    record: async () => "applied",
    async takeCredit(provider, credit) {
      taken.push([provider, credit]);
      return await takes(credit);
    },
    nowMs: () => NOW_MS,
  });
  return { desk, taken };
}

const ROWS: [what: string, given: Given, status: number][] = [
  ["of a bank", {}, 200],
  ["signed with another secret", { secret: OTHER }, 401],
  ["of a provider that is no bank", { provider: "acme" }, 400],
  ["signed with an id that is not its newsId", { webhookId: "n-2" }, 400],
  ["without an amount", { change: { amount: undefined } }, 400],
  ["longer than it may be", { change: { pad: "x".repeat(PROVIDER_BODY_BYTES_MAX) } }, 400],
];

for (const [what, given, status] of ROWS) {
  test(`news of a credit: ${what} -> ${status}, ${status === 200 ? "taken" : "not taken"}, counted`, async () => {
    const { desk, taken } = deskThat(async () => "credited");
    const answer = await desk.take(delivery(given));
    assert.equal(answer.status, status);
    assert.equal(taken.length, status === 200 ? 1 : 0);
    const { verdicts, credits, refused } = desk.metrics;
    assert.equal(verdicts.applied, 0);
    assert.equal(credits.credited, taken.length);
    if (answer.status !== 200) assert.equal(refused[answer.status], 1);
  });
}

test("news of a credit: what is told -> taken as it was read, of the bank that the address names", async () => {
  const { desk, taken } = deskThat(async () => "credited");
  await desk.take(delivery({ change: { more: "x" } }));
  const { kind: _, occurredAt, financialAddressId, ...told } = CREDIT;
  const credit = { ...told, target: { financialAddressId }, occurredAtMs: Date.parse(occurredAt) };
  assert.deepEqual(taken, [["bank", credit]]);
});

test("news of a credit: every verdict -> 200, each counted as itself", async () => {
  for (const verdict of CREDIT_VERDICTS) {
    const { desk } = deskThat(async () => verdict);
    assert.deepEqual(await desk.take(delivery({})), { status: 200, credit: verdict });
    const { credits } = desk.metrics;
    for (const one of CREDIT_VERDICTS) assert.equal(credits[one], one === verdict ? 1 : 0, one);
  }
});

test("news of a credit: it cannot be taken, or its end is not known -> 503", async () => {
  for (const takes of [async () => undefined, () => Promise.reject(new Error("gone"))]) {
    const { desk } = deskThat(takes);
    assert.equal((await desk.take(delivery({}))).status, 503);
    assert.equal(desk.metrics.refused[503], 1);
  }
});

for (const kind of [undefined, "payout", 7]) {
  test(`news of a credit: its kind is ${kind} -> news of an effect`, async () => {
    const { desk, taken } = deskThat(async () => "credited");
    const change = { kind, effectId: "preq_1", outcome: "active" };
    assert.deepEqual(await desk.take(delivery({ change })), { status: 200, verdict: "applied" });
    assert.deepEqual(taken, []);
  });
}

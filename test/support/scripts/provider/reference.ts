/** The reference provider in the process of a test, the exchange that asks it, and a platform that it tells its news. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { TestContext } from "node:test";
import { Webhook } from "standardwebhooks";
import { ProviderBook } from "../../../../scripts/provider/book.ts";
import { BankCredits } from "../../../../scripts/provider/credits.ts";
import { type Decisions, USUAL_DECISIONS } from "../../../../scripts/provider/decisions.ts";
import { Faults } from "../../../../scripts/provider/faults.ts";
import { NewsTeller } from "../../../../scripts/provider/news.ts";
import { ReferenceProvider } from "../../../../scripts/provider/provider.ts";
import { openProviderServer } from "../../../../scripts/provider/provider_server.ts";
import {
  creditNewsIn,
  type ProviderCredit,
  readProviderCredit,
} from "../../../../src/contract/messages/provider_credit.ts";
import type { ProviderKind } from "../../../../src/contract/messages/provider_kinds.ts";
import {
  type ProviderEffect,
  type ProviderNews,
  readProviderNews,
} from "../../../../src/contract/messages/provider_protocol.ts";
import { ProviderExchange } from "../../../../src/outbox/provider_exchange.ts";
import { PATIENCE_MS } from "../../patience.ts";

/** The secret that the provider and its platform share. */
export const SECRET = `whsec_${Buffer.alloc(32, 3).toString("base64")}`;

/** A new directory, removed at the end of the test. */
export function newFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "provider-test-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An effect with this number in its id. */
export const effectOf = (number: number): ProviderEffect => ({
  effectId: `preq_${number}`,
  kind: "verification",
  subject: { type: "verification", id: `ver_${number}` },
  request: { tier: "tier_1" },
});

/** A platform that verifies news, answers those of effects with a status and credits with 200, and keeps both. */
export async function platformOf(t: TestContext, statuses: readonly number[] = []) {
  const news: ProviderNews[] = [];
  const credits: ProviderCredit[] = [];
  const size = () => news.length + credits.length;
  let came = () => {};
  const server = createServer(async (request, response) => {
    const body = await text(request);
    new Webhook(SECRET).verify(body, { ...request.headers } as Record<string, string>);
    const told = creditNewsIn(Buffer.from(body));
    if (told !== undefined) {
      const credit = readProviderCredit(told);
      assert.ok(credit !== undefined);
      credits.push(credit);
      response.end();
      came();
      return;
    }
    const read = readProviderNews(Buffer.from(body), [
      "verification",
      "address",
      "payout",
      "collection",
      "payee_check",
    ]);
    assert.ok(read !== undefined);
    const number = news.push(read) - 1;
    response.statusCode = statuses[number] ?? 200;
    response.end();
    came();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const until = async (count: number) => {
    while (size() < count) {
      await new Promise<void>((resolve) => {
        came = resolve;
      });
    }
    return news;
  };
  return { url: `http://127.0.0.1:${port}/v1/provider-news/reference`, news, credits, until };
}

/** A reference provider in this process, which decides at once, with a book of its own. */
export async function providerOf(
  t: TestContext,
  {
    newsUrl,
    kind = "verification",
    decisions,
    perAddress = 0,
  }: {
    newsUrl?: string;
    kind?: ProviderKind;
    decisions?: Partial<Decisions>;
    perAddress?: number;
  } = {},
) {
  const bookPath = join(newFolder(t), "book.jsonl");
  const book = new ProviderBook(bookPath);
  const faults = new Faults();
  const pausesMs = [1];
  const teller =
    newsUrl === undefined
      ? undefined
      : new NewsTeller({ book, url: newsUrl, secret: SECRET, pausesMs });
  const { server, origin, parts } = await openProviderServer(0, (at) => {
    const pageUrl = `${at}/verify`;
    const credits = new BankCredits({ book, faults, teller, perAddress });
    const provider = new ReferenceProvider({
      ...{ kind, book, faults, teller, credits, decideAfterMs: 0, pageUrl },
      decisions: { ...USUAL_DECISIONS, ...decisions },
    });
    return { provider, book, faults, credits, secret: SECRET };
  });
  t.after(() => {
    server.close();
    server.closeAllConnections();
    parts.provider.close();
    book.close();
  });
  return {
    book,
    bookPath,
    faults,
    credits: parts.credits,
    baseUrl: origin,
    target: { baseUrl: origin, secrets: [SECRET] },
  };
}

/** The exchange of the platform; `attemptMs`: the longest time of an attempt, milliseconds. */
export function exchangeOf(t: TestContext, attemptMs = PATIENCE_MS): ProviderExchange {
  const exchange = new ProviderExchange({ allowsLoopback: true, attemptMs });
  t.after(() => exchange.close());
  return exchange;
}

/** Effects of a bank, with this number in their ids: an address of this type, a payout, and what is about one of these. */
export const bankEffects = {
  open: (number: number, more: object = {}): ProviderEffect => ({
    ...addressEffect(number),
    request: {
      ...{ action: "open", financialAddressId: `fa_${number}`, type: "iban", country: "DE" },
      ...{ currency: "EUR", holder: { type: "customer", id: "cust_1", name: "Ada" }, ...more },
    },
  }),
  change: (number: number, action: "disable" | "enable" | "retire", effectId: string) => ({
    ...addressEffect(number),
    request: { action, financialAddressId: "fa_1", effectId },
  }),
  send: (number: number, more: object = {}): ProviderEffect => ({
    ...payoutEffect(number),
    request: {
      ...{ action: "send", payoutId: `po_${number}`, amount: "12050", currency: "EUR" },
      ...{ rail: "sepa", creditor: { name: "Charles", iban: "DE89370400440532013000" }, ...more },
    },
  }),
  cancel: (number: number, effectId: string): ProviderEffect => ({
    ...payoutEffect(number),
    request: { action: "cancel", payoutId: "po_1", effectId },
  }),
  check: (number: number, more: object = {}): ProviderEffect => ({
    effectId: `preq_${number}`,
    kind: "payee_check",
    subject: { type: "beneficiary", id: `ben_${number}` },
    request: {
      ...{ action: "check", beneficiaryId: `ben_${number}`, rail: "sepa" },
      ...{ payee: { name: "Charles", iban: "DE89370400440532013000" }, ...more },
    },
  }),
  collect: (number: number, more: object = {}): ProviderEffect => ({
    effectId: `preq_${number}`,
    kind: "collection",
    subject: { type: "collection", id: `coll_${number}` },
    request: {
      ...{ action: "collect", collectionId: `coll_${number}`, amount: "35000", currency: "EUR" },
      ...{ rail: "sepa", debtor: { name: "Ada", iban: "DE89370400440532013000" } },
      mandate: {
        ...{ reference: "RENT-7", acceptedAt: "2026-01-02T03:04:05.678Z", sequence: "first" },
      },
      ...more,
    },
  }),
};

function addressEffect(number: number) {
  const subject = { type: "financial_address", id: `fa_${number}` };
  return { effectId: `preq_${number}`, kind: "address" as const, subject };
}

function payoutEffect(number: number) {
  const subject = { type: "payout", id: `po_${number}` };
  return { effectId: `preq_${number}`, kind: "payout" as const, subject };
}

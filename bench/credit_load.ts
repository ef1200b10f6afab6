/**
 * Tells a server of credits as a bank does, as many at a time as the server takes, and looks afterwards whether the accounts have
 * exactly what was told: a credit that was told twice must be there once.
 */
import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { isoTime } from "../src/base/iso_time.ts";
import { CREDIT_NEWS_KIND } from "../src/contract/messages/provider_credit.ts";
import { signedHeaders } from "../src/contract/messages/webhook_signature.ts";
import { answerTo } from "./http_text.ts";
import type { LiveProduct } from "./live_product.ts";
import type { RunningProvider } from "./live_provider.ts";
import { PATIENCE_MS } from "./patience.ts";
import type { Turn } from "./row.ts";
import { each } from "./seed.ts";

/** Accounts, each with an address, that money arrives at. */
const ADDRESSES = 64;
/** Tellings at a time: fewer than the server takes at a time, so that none is put off, though some are told twice. */
const CONNECTIONS = 56;
/** Of so many credits one is told twice. */
const TWICE_PART = 10;
/** Between two looks at whether an address is open, milliseconds. */
const LOOK_MS = 50;
const CURRENCY = "EUR";

type Address = { accountId: string; financialAddressId: string; toldMinor: bigint };

export type CreditLoad = {
  addresses: number;
  connections: number;
  /** Tells credits for so long. Rejects where a telling is not answered 200. */
  turn(seconds: number): Promise<Turn>;
  /** Rejects unless each account has exactly what was told for its address. */
  check(): Promise<void>;
  close(): void;
};

/** Opens accounts of the Product with an address each, at the bank. */
export async function openCredits(
  product: LiveProduct,
  bank: Pick<RunningProvider, "newsUrl" | "secret">,
): Promise<CreditLoad> {
  const addresses = await each(ADDRESSES, () => openAddress(product));
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const run = randomUUID();
  let told = 0;

  async function tellNext(): Promise<void> {
    const number = told++;
    const address = addresses[number % ADDRESSES] as Address;
    const amount = 1 + (number % 1_000);
    const credit = {
      ...{ kind: CREDIT_NEWS_KIND, creditReference: `${run}-${number}` },
      ...{ financialAddressId: address.financialAddressId, amount: String(amount) },
      ...{ currency: CURRENCY, occurredAt: isoTime(Date.now()) },
    };
    address.toldMinor += BigInt(amount);
    const telling = () => tell(agent, bank, { newsId: `news_${randomUUID()}`, ...credit });
    await Promise.all(number % TWICE_PART === 0 ? [telling(), telling()] : [telling()]);
  }

  return {
    addresses: ADDRESSES,
    connections: CONNECTIONS,
    async turn(seconds) {
      const startMs = performance.now();
      const endMs = startMs + seconds * 1_000;
      const times: number[] = [];
      const lane = async () => {
        for (let nowMs = performance.now(); nowMs < endMs; nowMs = performance.now()) {
          await tellNext();
          times.push(performance.now() - nowMs);
        }
      };
      await Promise.all(Array.from({ length: CONNECTIONS }, lane));
      const perSecond = (times.length * 1_000) / (performance.now() - startMs);
      const sorted = Float64Array.from(times).sort();
      const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
      return { perSecond, p50Ms: at(0.5), p99Ms: at(0.99) };
    },
    async check() {
      for (const { accountId, toldMinor } of addresses) {
        const balance = await product.send("GET", `/v1/accounts/${accountId}/balance`);
        if (balance["available"] === String(toldMinor)) continue;
        throw new Error(`${toldMinor} told for ${accountId}, which has ${balance["available"]}`);
      }
    },
    close: () => agent.destroy(),
  };
}

/** An account of the Product, and the address at which money reaches it, once the bank has opened it. */
async function openAddress({ productId, send }: LiveProduct): Promise<Address> {
  const owner = { type: "product", id: productId };
  const draft = { productId, role: "product_operating", currency: CURRENCY, owner };
  const accountId = String((await send("POST", "/v1/accounts", draft))["accountId"]);
  const asked = { accountId, type: "iban", country: "DE", currency: CURRENCY };
  const made = await send("POST", "/v1/financial-addresses", asked);
  const financialAddressId = String(made["financialAddressId"]);
  const endMs = performance.now() + PATIENCE_MS;
  for (let { status } = made; status !== "active"; ) {
    if (performance.now() > endMs) throw new Error(`${financialAddressId} is ${status}`);
    await delay(LOOK_MS);
    ({ status } = await send("GET", `/v1/financial-addresses/${financialAddressId}`));
  }
  return { accountId, financialAddressId, toldMinor: 0n };
}

/** Tells one news, signed now. Rejects where the answer is not 200. */
async function tell(
  agent: Agent,
  { newsUrl, secret }: Pick<RunningProvider, "newsUrl" | "secret">,
  news: { newsId: string },
): Promise<void> {
  const body = Buffer.from(JSON.stringify(news));
  const signed = signedHeaders({ webhookId: news.newsId, atMs: Date.now(), body }, [secret]);
  const headers = [
    ...["host", new URL(newsUrl).host, "content-type", "application/json"],
    ...["content-length", String(body.length), ...signed],
  ];
  const outgoing = request(newsUrl, { agent, method: "POST", headers });
  const { status, text } = await answerTo(outgoing, body);
  if (status !== 200) throw new Error(`a telling was answered ${status}: ${text}`);
}

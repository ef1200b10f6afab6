/**
 * The books of a bank are compared by the clock: what the bank lacks is told to the Product, to the operator and in the metrics, over a kill of the server;
 * a bank that does not answer is asked again; books that agree again are no difference any more.
 * A server of its own: a provider is configured, the clock is moved, and the server is killed.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { UNANSWERED_PAUSES_MS } from "../../src/relay/nightly_comparison.ts";
import { type Client, expect, openClient } from "../support/client.ts";
import { arrive, openedAddress } from "../support/live_credits.ts";
import { scrapeMetrics } from "../support/metrics.ts";
import { killProvider, type ProviderProcess, startProvider } from "../support/provider.ts";
import { newsUrl, tellNews } from "../support/provider_news.ts";
import {
  admin,
  type Credentials,
  killServer,
  newCredentials,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";
import { newTestClock } from "../support/test_clock.ts";
import { until } from "../support/webhooks.ts";

const BANK = { name: "first-bank", kind: "bank" };
const HOUR = 2;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FLAGS = ["--shards", "2", "--edges", "1", "--compare-hour", String(HOUR)];

/** The bank is configured at noon, so its first night is the one after. */
const clock = newTestClock(Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2);
const bookPath = join(newDataDir(), "book.jsonl");
let server: Server;
let bank: ProviderProcess;
let secret: string;
let client: Client;
let credentials: Credentials;
let financialAddressId: string;

const begin = async (dataDir?: string) => {
  server = await startServer(FLAGS, dataDir, { environment: clock.environment });
};

before(async () => {
  await begin();
  const made = await admin(server, "provider set", { ...BANK, url: "http://127.0.0.1:8090" });
  secret = String(made["secret"]);
  await openBank();
  credentials = await newCredentials(server, { environment: "live", live: "true" });
  client = await openClient(server, credentials);
  ({ financialAddressId } = await openedAddress(client));
});

after(async () => {
  clearInterval(ticking);
  client.close();
  await killProvider(bank);
  await stopServer(server);
});

async function openBank(): Promise<void> {
  const news = ["--news-url", newsUrl(server, BANK.name), "--news-pause", "50"];
  const flags = ["--kind", "bank", "--decide-after", "0", ...news];
  bank = await startProvider({ bookPath, secret }, flags, clock.environment);
  await admin(server, "provider set", { ...BANK, url: bank.url });
}

const pass = (ms: number) => clock.set(clock.nowMs() + ms);
/** The clock goes on by itself, 20 times as fast as time: shards write their views by it. */
const TICK_MS = 50;
const ticking = setInterval(() => pass(20 * TICK_MS), TICK_MS);

/** To an hour after the next night has begun. */
function toNextNight(): void {
  const now = clock.nowMs();
  const began = Math.floor((now - HOUR * HOUR_MS) / DAY_MS) * DAY_MS + HOUR * HOUR_MS;
  clock.set(began + DAY_MS + HOUR_MS);
}

const nightNow = () => new Date(clock.nowMs()).toISOString().slice(0, 10);
const metrics = () => scrapeMetrics(new URL(server.baseUrl).origin);
const differences = async (kind?: string) =>
  (await metrics()).sum("service_provider_differences", kind === undefined ? {} : { kind });

type Listed = Readonly<Record<string, unknown>>;
async function listed(): Promise<Listed> {
  const [bankHere] = (await admin(server, "provider list")) as unknown as Listed[];
  return bankHere ?? {};
}
const last = async () => ((await listed())["lastComparison"] ?? {}) as Listed;

/** Waits for an outcome of this night. */
async function untilEnded(outcome: string): Promise<Listed> {
  let ended: Listed = {};
  await until(
    async () => {
      ended = await last();
      return ended["outcome"] === outcome && ended["night"] === nightNow();
    },
    () => JSON.stringify(ended),
  );
  return ended;
}

const booksDiffered = async () =>
  expect(
    await client.get(`/events?productId=${client.productId}&types=product.provider_books_differed`),
    200,
  ).items();

test("nightly comparison: before the first night -> nothing is compared, and the time is that of the configuration", async () => {
  assert.deepEqual(await last(), {});
  await until(async () => (await metrics()).sum("service_provider_requests_total") > 0, "it runs");
  const { samples, sum } = await metrics();
  assert.equal(sum("service_provider_differences"), 0);
  const name = `service_provider_compared_timestamp_seconds{provider="${BANK.name}"}`;
  assert.equal(samples.get(name), Date.parse(String((await listed())["createdAt"])) / 1_000);
});

test("nightly comparison: the books agree -> agreed, no event", async () => {
  await arrive(bank.url, { financialAddressId, amount: "900", currency: "EUR" });
  await until(async () => {
    const path = `/financial-addresses/${financialAddressId}/received-credits`;
    return expect(await client.get(path), 200).items().length === 1;
  }, "the credit is told");
  toNextNight();
  const ended = await untilEnded("agreed");
  assert.deepEqual([ended["differences"], ended["failures"]], [{}, 0]);
  assert.equal(await differences(), 0);
  assert.deepEqual(await booksDiffered(), []);
});

/** A credit that the bank has told and that its book lacks. */
const LOST = {
  kind: "received_credit",
  creditReference: "cr-lost",
  amount: "500",
  currency: "EUR",
};

test("nightly comparison: a credit that the bank lacks -> event of its Product, metric by kind, one telling a night, over a kill", async () => {
  const news = { ...LOST, financialAddressId };
  const told = await tellNews(server, {
    ...{ provider: BANK.name, secret, news, atMs: clock.nowMs() },
  });
  assert.equal(told.status, 200);
  toNextNight();
  const ended = await untilEnded("differed");
  assert.deepEqual(ended["differences"], { credit_missing_there: 1 });
  assert.equal(await differences("credit_missing_there"), 1);
  assert.equal(await differences(), 1);
  const [event, ...others] = await booksDiffered();
  assert.deepEqual(others, []);
  const { object } = (event?.["data"] ?? {}) as { object: Record<string, unknown> };
  const { comparedAt: _, ...shown } = object;
  assert.deepEqual(shown, {
    ...{ productId: client.productId, environment: "live", provider: BANK.name },
    ...{ night: nightNow(), differences: [{ difference: "credit_missing_there", count: 1 }] },
  });
  client.close();
  await killServer(server);
  await begin(server.dataDir);
  client = await openClient(server, credentials);
  await until(async () => (await differences("credit_missing_there")) === 1, "it is known still");
  pass(HOUR_MS);
  assert.deepEqual(await last(), ended);
  assert.equal((await booksDiffered()).length, 1);
});

test("nightly comparison: the bank does not answer -> says so and keeps what it knew; answers again -> asked by itself", async () => {
  await killProvider(bank);
  toNextNight();
  const ended = await untilEnded("unanswered");
  assert.match(String(ended["fault"]), /gives no page of its book/);
  assert.deepEqual(ended["differences"], { credit_missing_there: 1 });
  const { sum } = await metrics();
  assert.ok(sum("service_provider_comparison_failures") >= 1);
  await openBank();
  await arrive(bank.url, { ...LOST, financialAddressId });
  pass(Number(UNANSWERED_PAUSES_MS[0]));
  const again = await untilEnded("agreed");
  assert.deepEqual([again["differences"], again["fault"], again["failures"]], [{}, undefined, 0]);
  assert.equal(await differences(), 0);
  assert.equal((await booksDiffered()).length, 1);
});

/**
 * Credits of a bank in live, told by it and told again by hand while either side may be killed at any moment, to addresses that are
 * opened and retired meanwhile; and what must hold of the books and of the money when everything has come to its end: each credit
 * that the bank has is one received credit with one transfer, on its account or in suspense, or one that is nobody's.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { BookCredit } from "../../scripts/provider/book.ts";
import { tellingOf } from "../../scripts/provider/news.ts";
import { type Client, expect } from "../support/client.ts";
import { newDestination } from "../support/live_debits.ts";
import { walk } from "../support/parties.ts";
import { bookLines, controlProvider } from "../support/provider.ts";
import { admin, type Server } from "../support/server.ts";
import { until } from "../support/webhooks.ts";
import { assertHas, assertNothingTwice, BANK, settledBook } from "./bank_work.ts";
import { untilTold } from "./provider_books.ts";
import { finalReply, type ProviderLoad, type Sent, sentUntilFinal } from "./provider_load.ts";
import type { ProviderWork, WorkEnd } from "./provider_work.ts";

/** Addresses that take money, which the lanes keep up, and how many are opened at most. */
const ADDRESSES = 6;
const ADDRESSES_MAX = 60;
const AMOUNT_MAX = 1_000;
/** Credits that arrive at least, however soon the kills are over. */
const CREDITS_MIN = 20;
/** Between two credits of a lane, milliseconds: the bank tells each, and has to keep up. */
const PAUSE_MS = 40;
/** Of so many steps of a lane one retires an address, and one tells again what the bank has. */
const RETIRED_PART = 40;
const RETOLD_PART = 4;
/** Credits that arrive by themselves at an address when it is opened. */
const AT_OPENING_MAX = 3;
/** What the money is in: that of the addresses mostly, another one, and one that the platform does not have. */
const CURRENCIES = ["EUR", "EUR", "EUR", "EUR", "USD", "QQQ"];
/** The platform's currencies among them, each with an account that stands for the bank. */
const OWN_CURRENCIES = ["EUR", "USD"];

/** The opening of an address, or what is asked of it later. */
type Start = Sent & { accountId: string };
type Address = { financialAddressId: string; accountId: string; status: string };
type Credit = Readonly<
  Record<"reference" | "status" | "amount" | "currency" | "transferId" | "accountId", string>
> & { suspenseReason?: string };
type Nobodys = Readonly<Record<"reference" | "amount" | "currency" | "status", string>>;

/** Credits by a bank, to addresses of their own. */
export function creditWork(): ProviderWork<Start> {
  /** The addresses that were asked for and that no lane has retired. */
  const open: string[] = [];
  const opened = { count: 0 };
  const arrived = { count: 0 };
  return {
    ...BANK,
    faults: [
      ...BANK.faults,
      ...["credit_twice", "credit_contradictory", "credit_unknown", "credit_currency"],
      "credit_early",
    ],
    flags: (random) => ["--kind", "bank", "--credits", String(random(AT_OPENING_MAX + 1))],
    mayName: ["credit_unassigned"],
    prepare: async () => undefined,
    async runLane(load) {
      while (!load.isStopping || (arrived.count < CREDITS_MIN && !load.isOver)) {
        const isShort = open.length < ADDRESSES && opened.count < ADDRESSES_MAX;
        if (isShort) await openAddress(load, open, opened);
        else if (load.random(RETIRED_PART) === 0) await retireAddress(load, open);
        else if (load.random(RETOLD_PART) === 0) await tellAgain(load);
        else if (await arrive(load, open)) arrived.count++;
        await sleep(PAUSE_MS);
      }
    },
    check: checkCredits,
  };
}

async function openAddress(
  load: ProviderLoad<Start>,
  open: string[],
  opened: { count: number },
): Promise<void> {
  opened.count++;
  const accountKey = randomUUID();
  const { productId } = await load.client();
  const accountId = await newDestination({
    productId,
    post: (path, body) =>
      finalReply(load, (client) => client.post(path, body, { key: accountKey })),
  });
  const draft = { accountId, type: "iban", country: "DE", currency: "EUR" };
  const start = await sentUntilFinal(load, (client, key) =>
    client.post("/financial-addresses", draft, { key }),
  );
  load.starts.push({ accountId, ...start });
  const { final } = start;
  if (final.status === 201) open.push(final.id("financialAddressId"));
  else assert.equal(final.code, "provider_egress_rejected", final.text);
}

/** Retires an address, where it is active: money may arrive at it afterwards. */
async function retireAddress(load: ProviderLoad<Start>, open: string[]): Promise<void> {
  const [financialAddressId] = open.splice(load.random(open.length || 1), 1);
  if (financialAddressId === undefined) return;
  const path = `/financial-addresses/${financialAddressId}`;
  const address = expect(await finalReply(load, (client) => client.get(path)), 200);
  if (address.at("status") !== "active") return;
  const start = await sentUntilFinal(load, (client, key) =>
    client.post(`${path}/retire`, undefined, { key }),
  );
  load.starts.push({ accountId: address.id("accountId"), ...start });
  if (start.final.status !== 200) {
    assert.equal(start.final.code, "provider_egress_rejected", start.final.text);
  }
}

/** Money arrives at the bank; true where the bank says so. Where it is killed meanwhile, its book says whether it has. */
async function arrive(load: ProviderLoad<Start>, open: readonly string[]): Promise<boolean> {
  const at = load.starts.filter(({ final }) => final.status === 201);
  // Any address that ever was, so that money arrives at retired ones, too.
  const anyId = at[load.random(at.length || 1)]?.final.id("financialAddressId");
  const financialAddressId = load.random(3) === 0 ? anyId : open[load.random(open.length || 1)];
  if (financialAddressId === undefined) return false;
  const targets = [
    { financialAddressId },
    { effectId: openingOf(financialAddressId) },
    await detailsOf(load, financialAddressId),
    { address: { iban: "GB29NWBK60161331926819" } },
  ];
  const credit = {
    ...targets[load.random(targets.length)],
    ...{ creditReference: `cr-${randomUUID()}`, amount: String(1 + load.random(AMOUNT_MAX)) },
    currency: CURRENCIES[load.random(CURRENCIES.length)],
  };
  const asked = controlProvider(load.providerUrl(), "credits", credit);
  const status = await asked.catch(() => undefined);
  assert.ok(status === undefined || status === 200, JSON.stringify(credit));
  return status === 200;
}

async function detailsOf(load: ProviderLoad<Start>, financialAddressId: string): Promise<object> {
  const path = `/financial-addresses/${financialAddressId}`;
  const { body } = expect(await finalReply(load, (client) => client.get(path)), 200);
  const { iban } = (body["details"] ?? {}) as { iban?: string };
  return iban === undefined ? { financialAddressId } : { address: { iban } };
}

/** What the bank has in its book is told once more, in another order, under another `newsId`. */
async function tellAgain(load: ProviderLoad<Start>): Promise<void> {
  const credits = [...arrivedIn(load.bookPath).values()];
  const credit = credits[load.random(credits.length || 1)];
  if (credit === undefined) return;
  const { creditReference: effectId } = credit;
  const status = await load.tell(tellingOf({ newsId: randomUUID(), effectId, credit }));
  assert.ok(status === 200 || status === 503, `a credit that is told again: ${status}`);
}

/** What has arrived at the bank, by reference: what it has told first holds. */
function arrivedIn(bookPath: string): ReadonlyMap<string, BookCredit> {
  const credits = new Map<string, BookCredit>();
  for (const line of bookLines(bookPath, "credit")) {
    const credit = line["credit"] as BookCredit;
    if (!credits.has(credit.creditReference)) credits.set(credit.creditReference, credit);
  }
  return credits;
}

const openingOf = (financialAddressId: string) => financialAddressId.replace("fa_", "preq_");
const addressesOf = async (client: Client) =>
  (await walk(client, `/financial-addresses?productId=${client.productId}`)) as Address[];

async function checkCredits(end: WorkEnd<Start>): Promise<void> {
  const { load, bookPath, provider, server } = end;
  const client = await load.client();
  await settledBook(end, async () =>
    (await addressesOf(client))
      .filter(({ status }) => status === "pending")
      .map(({ financialAddressId }) => ({
        ...{ effectId: openingOf(financialAddressId), status: "processing" },
      })),
  );
  await untilTold(provider);
  assertNothingTwice(bookPath);
  const arrived = arrivedIn(bookPath);
  assert.ok(arrived.size >= CREDITS_MIN, `${arrived.size} credits arrived`);
  const received = await receivedOf(client);
  const nobodys = await nobodysOf(server, arrived.size - received.length);
  assertEachOnce(arrived, received, nobodys);
  await assertMoney(client, received);
}

/** All received credits of the Product. */
async function receivedOf(client: Client): Promise<Credit[]> {
  const credits: Credit[] = [];
  for (const { financialAddressId } of await addressesOf(client)) {
    const path = `/financial-addresses/${financialAddressId}/received-credits`;
    credits.push(...((await walk(client, path)) as Credit[]));
  }
  return credits;
}

/** The credits that are nobody's, of which there must be so many; the operator is shown the first ones. */
async function nobodysOf(server: Server, count: number): Promise<readonly Nobodys[]> {
  let listed: Record<string, unknown> = {};
  await until(
    async () => {
      listed = await admin(server, "credit list");
      return listed["open"] === count;
    },
    () => `${listed["open"]} credits are nobody's; the bank has ${count} that no address has`,
  );
  return listed["credits"] as readonly Nobodys[];
}

/** Each credit of the bank is one received credit or nobody's, with its amount and currency, and there is no other. */
function assertEachOnce(
  arrived: ReadonlyMap<string, BookCredit>,
  received: readonly Credit[],
  nobodys: readonly Nobodys[],
): void {
  const places = [...received, ...nobodys];
  const references = new Set(places.map(({ reference }) => reference));
  assert.equal(references.size, places.length, "each reference is in one place");
  for (const { reference, amount, currency } of places) {
    const { amount: there, currency: thereIn } = arrived.get(reference) ?? {};
    assert.deepEqual([amount, currency], [there, thereIn], reference);
  }
  const transfers = new Set(received.map(({ transferId }) => transferId));
  assert.equal(transfers.size, received.length, "a transfer for each received credit");
  for (const { status, suspenseReason, reference } of received) {
    const isSuspended = suspenseReason !== undefined;
    assert.equal(status, isSuspended ? "suspended" : "credited", reference);
  }
  for (const { status, reference } of nobodys) assert.equal(status, "unassigned", reference);
}

/** Every account, those in suspense among them, has what has arrived for it; the account of the bank has all of it. */
async function assertMoney(client: Client, received: readonly Credit[]): Promise<void> {
  const sums = new Map<string, bigint>();
  const add = (accountId: string, { amount }: Credit) =>
    sums.set(accountId, (sums.get(accountId) ?? 0n) + BigInt(amount));
  for (const credit of received) add(credit.accountId, credit);
  for (const currency of OWN_CURRENCIES) {
    const some = received.filter((one) => one.currency === currency);
    const [first] = some;
    if (first === undefined) continue;
    const transfer = expect(await client.get(`/transfers/${first.transferId}`), 200);
    const external = transfer.id("sourceAccountId");
    const all = some.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    await assertHas(client, external, -all);
  }
  for (const [accountId, amount] of sums) await assertHas(client, accountId, amount);
}

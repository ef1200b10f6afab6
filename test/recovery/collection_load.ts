/**
 * Collections by mandates in live, made and collected again and again while either side may be killed at any moment; and what must
 * hold of the books and of the money when everything has come to its end.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { Client } from "../support/client.ts";
import { type LiveMandate, newDestination, newMandate } from "../support/live_debits.ts";
import { balanceOf, walk } from "../support/parties.ts";
import { bookLines, controlProvider } from "../support/provider.ts";
import { until } from "../support/webhooks.ts";
import { stateOfBook, untilDecided } from "./provider_books.ts";
import { finalReply, type ProviderLoad, type Sent } from "./provider_load.ts";
import type { ProviderWork, WorkEnd } from "./provider_work.ts";

/** How many accounts are credited. */
const ACCOUNTS = 4;
const AMOUNT_MAX = 1_000;
const DECISIONS = ["collected", "collected", "failed", "returned"] as const;
/** A time that no clock of the loop reaches: nothing is collected but by who asks for it. */
const FAR = "2099-01-01T00:00:00.000Z";

/** The collecting of one collection, with its final answer. */
type Start = Sent & { collectionId: string };
type Collection = Readonly<
  Record<"collectionId" | "status" | "amount" | "destinationAccountId", string>
> & {
  creditedAccountId?: string;
  returnedFromAccountId?: string;
  attempts: readonly { operationId: string; outcome: string }[];
};

/** Collections by a bank, to accounts of their own. */
export function collectionWork(): ProviderWork<Start> {
  let accounts: string[] = [];
  let mandate: LiveMandate = { customerId: "", consentId: "" };
  return {
    provider: { name: "first-bank", kind: "bank" },
    faults: [
      ...["lose", "garble", "hang", "fail", "redirect", "reject"],
      ...["news_early", "news_twice", "news_lost", "news_contradictory"],
    ],
    flags: (random) => {
      const decision = DECISIONS[random(DECISIONS.length)] ?? "collected";
      return ["--kind", "bank", "--decide-collection", decision];
    },
    // Nothing follows what was collected by then.
    lastFlags: ["--kind", "bank", "--decide-collection", "collected"],
    async prepare(server, client) {
      mandate = await newMandate(server, client);
      accounts = [];
      while (accounts.length < ACCOUNTS) accounts.push(await newDestination(client));
    },
    async runLane(load) {
      while (!load.isStopping) {
        const destinationAccountId = accounts[load.random(ACCOUNTS)] ?? "";
        const amount = String(1 + load.random(AMOUNT_MAX));
        await collected(load, { ...mandate, destinationAccountId, amount });
      }
    },
    check: (end) => checkCollections(end, accounts),
  };
}

/** Makes a collection and collects it, each under a key of its own until its answer is final. */
async function collected(load: ProviderLoad<Start>, taken: object): Promise<void> {
  const draftKey = randomUUID();
  const { productId } = await load.client();
  const draft = { productId, ...taken, currency: "EUR", dueAt: FAR };
  const made = await finalReply(load, (client) =>
    client.post("/collections", draft, { key: draftKey }),
  );
  assert.equal(made.status, 201, made.text);
  const collectionId = made.id("collectionId");
  const key = randomUUID();
  const again = (client: Client) =>
    client.post(`/collections/${collectionId}/collect`, undefined, { key });
  const final = await finalReply(load, again, () => load.repeated++);
  load.starts.push({ collectionId, again, final });
}

/** Both books agree to the collection, nothing was sent twice, and every account has what follows from its collections. */
async function checkCollections(end: WorkEnd<Start>, accounts: readonly string[]): Promise<void> {
  const { load, bookPath, provider } = end;
  await untilDecided(provider);
  const book = stateOfBook(bookPath);
  const client = await load.client();
  await toldAgain(end, client, book);
  const collections = await collectionsOf(client);
  assertBook(load.starts, collections, { book, bookPath });
  for (const account of accounts) {
    const own = collections.filter(({ destinationAccountId }) => destinationAccountId === account);
    const posted = String(sumOf(own));
    assert.deepEqual(
      await balanceOf(client, account),
      { available: posted, posted, held: "0" },
      account,
    );
  }
  for (const { creditedAccountId, returnedFromAccountId, ...one } of collections) {
    const { status, destinationAccountId } = one;
    const isThere = status === "collected" || status === "returned";
    assert.equal(creditedAccountId, isThere ? destinationAccountId : undefined, one.collectionId);
    const isBack = status === "returned";
    assert.equal(returnedFromAccountId, isBack ? destinationAccountId : undefined);
  }
}

/** The request that asks the bank; each collection of the loop is tried once. */
function requestOf({ attempts }: Collection): string {
  assert.equal(attempts.length, 1, "one attempt of each");
  return String(attempts[0]?.operationId).replace("op_", "preq_");
}

const collectionsOf = async (client: Client) =>
  (await walk(client, `/collections?productId=${client.productId}`)) as unknown as Collection[];

/** The bank tells again what the platform has not heard: news may have been lost, and of a return nobody asks. */
async function toldAgain(
  { provider }: WorkEnd<Start>,
  client: Client,
  book: ReadonlyMap<string, string>,
): Promise<void> {
  const unheard = async () =>
    (await collectionsOf(client)).filter((one) => {
      const told = book.get(requestOf(one));
      return told !== undefined && told !== one.status;
    });
  for (const one of await unheard()) {
    const effectId = requestOf(one);
    const told = { outcome: book.get(effectId) };
    assert.equal(await controlProvider(provider.url, `effects/${effectId}/outcome`, told), 200);
  }
  let missing: readonly Collection[] = [];
  await until(
    async () => {
      missing = await unheard();
      return missing.length === 0;
    },
    () => JSON.stringify(missing.map((one) => [one, book.get(requestOf(one))])),
  );
}

/** What was answered 200 is accepted there, once; what was refused is refused there; and nobody knows of any other collection. */
function assertBook(
  starts: readonly Start[],
  collections: readonly Collection[],
  { book, bookPath }: { book: ReadonlyMap<string, string>; bookPath: string },
): void {
  const byId = new Map(collections.map((one) => [one.collectionId, one]));
  assert.equal(collections.length, starts.length, "a collection for each that was collected");
  const taken: string[] = [];
  const refused = new Set(bookLines(bookPath, "refused").map(({ effectId }) => effectId));
  for (const { collectionId, final } of starts) {
    const one = byId.get(collectionId);
    assert.ok(one !== undefined, collectionId);
    if (final.status === 200) {
      taken.push(requestOf(one));
      continue;
    }
    assert.equal(final.code, "provider_egress_rejected", final.text);
    assert.deepEqual([one.status, refused.has(requestOf(one))], ["failed", true], collectionId);
  }
  assert.deepEqual([...book.keys()].sort(), taken.sort(), "accepted there, and answered 200 here");
  assert.deepEqual(bookLines(bookPath, "repeated"), [], "sent although the book had it");
}

/** The amounts of the collections whose money is there. */
function sumOf(collections: readonly Collection[]): bigint {
  const there = collections.filter(({ status }) => status === "collected");
  return there.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}

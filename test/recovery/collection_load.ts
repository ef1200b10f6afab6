/**
 * Collections by mandates in live, made and collected again and again while either side may be killed at any moment; and what must
 * hold of the books and of the money when everything has come to its end.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { Client } from "../support/client.ts";
import { type LiveMandate, newDestination, newMandate } from "../support/live_debits.ts";
import { walk } from "../support/parties.ts";
import {
  assertHas,
  assertNothingTwice,
  BANK,
  decidesBy,
  refusedIn,
  type SettledBook,
  settledBook,
} from "./bank_work.ts";
import { finalReply, type ProviderLoad, type Sent, sentUntilFinal } from "./provider_load.ts";
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
    ...BANK,
    flags: (random) => decidesBy("--decide-collection", DECISIONS[random(DECISIONS.length)]),
    // Nothing follows what was collected by then.
    lastFlags: decidesBy("--decide-collection", "collected"),
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
  const path = `/collections/${collectionId}/collect`;
  const sent = await sentUntilFinal(load, (client, key) => client.post(path, undefined, { key }));
  load.starts.push({ collectionId, ...sent });
}

/** Both books agree to the collection, nothing was sent twice, and every account has what follows from its collections. */
async function checkCollections(end: WorkEnd<Start>, accounts: readonly string[]): Promise<void> {
  const { load } = end;
  const client = await load.client();
  const settled = await settledBook(end, async () =>
    (await collectionsOf(client)).map((one) => ({
      ...{ effectId: requestOf(one), status: one.status },
    })),
  );
  const collections = await collectionsOf(client);
  assertBook(load.starts, collections, settled);
  for (const account of accounts) {
    const own = collections.filter(({ destinationAccountId }) => destinationAccountId === account);
    await assertHas(client, account, sumOf(own));
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

/** What was answered 200 is accepted there, once; what was refused is refused there; and nobody knows of any other collection. */
function assertBook(
  starts: readonly Start[],
  collections: readonly Collection[],
  { book, bookPath }: SettledBook,
): void {
  const byId = new Map(collections.map((one) => [one.collectionId, one]));
  assert.equal(collections.length, starts.length, "a collection for each that was collected");
  const taken: string[] = [];
  const refused = refusedIn(bookPath);
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
  assertNothingTwice(bookPath);
}

/** The amounts of the collections whose money is there. */
function sumOf(collections: readonly Collection[]): bigint {
  const there = collections.filter(({ status }) => status === "collected");
  return there.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}

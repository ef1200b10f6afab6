/**
 * Programs of live whose actions collect by mandates and pay out with what has come, called again and again while either side may be killed at
 * any moment; and what must hold of the objects, the books and the money when everything has come to its end.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { type Client, openClient } from "../support/client.ts";
import { type LiveMandate, newMandate } from "../support/live_debits.ts";
import { newPayee, sendingOf } from "../support/live_payouts.ts";
import { balanceOf, walk } from "../support/parties.ts";
import {
  actionsOf,
  liveProductOf,
  objectsPath,
  TILL_KIND,
  TILL_PROGRAM,
} from "../support/tills.ts";
import { until } from "../support/webhooks.ts";
import {
  assertNothingTwice,
  BANK,
  BETWEEN_LOOKS_MS,
  decidesBy,
  type Shown,
  settledBook,
} from "./bank_work.ts";
import { finalReply, type ProviderLoad, type Sent, sentUntilFinal } from "./provider_load.ts";
import type { ProviderWork, WorkEnd } from "./provider_work.ts";

const AMOUNT_MAX = 1_000;
const DECISIONS = ["collected", "collected", "collected", "failed", "returned"] as const;
const PAYMENTS = ["posted", "posted", "failed", "returned"] as const;

/** The call by which an object asks the bank, with its final answer. */
type Start = Sent & { objectId: string };
type Made = Readonly<Record<"status" | "amount" | "objectId", string>>;
type Payout = Made & { payoutId: string };
type Collection = Made & { attempts: readonly { operationId: string }[] };

/** Collections and payouts by objects of one program. */
export function tillWork(): ProviderWork<Start> {
  let mandate: LiveMandate = { customerId: "", consentId: "" };
  let payee = "";
  return {
    ...BANK,
    flags: (random) => [
      ...decidesBy("--decide-collection", DECISIONS[random(DECISIONS.length)]),
      ...["--decide-payout", PAYMENTS[random(PAYMENTS.length)] ?? ""],
    ],
    // Nothing follows what was collected and posted by then.
    lastFlags: [...decidesBy("--decide-collection", "collected"), "--decide-payout", "posted"],
    isAskedInTime: true,
    async product(server) {
      const { personalAccessToken: apiKey } = server.demo.founder;
      const founder = await openClient(server, { productId: "", apiKey });
      const made = await liveProductOf(server, founder, TILL_PROGRAM);
      founder.close();
      return made;
    },
    async prepare(server, client) {
      mandate = await newMandate(server, client);
      payee = await newPayee(client);
    },
    async runLane(load) {
      while (!load.isStopping) {
        const { customerId: payer, consentId: consent } = mandate;
        const amount = String(1 + load.random(AMOUNT_MAX));
        await asked(load, { payer, consent, payee, amount });
      }
    },
    check: checkTills,
  };
}

/** Makes a till and has it ask the bank, each under a key of its own until its answer is final. */
async function asked(load: ProviderLoad<Start>, fields: object): Promise<void> {
  const key = randomUUID();
  const made = await finalReply(load, (client) =>
    client.post(objectsPath(client, TILL_KIND), { fields }, { key }),
  );
  assert.equal(made.status, 201, made.text);
  const objectId = made.id("objectId");
  const sent = await sentUntilFinal(load, (client, own) =>
    client.post(`${objectsPath(client, TILL_KIND, objectId)}/actions/collect`, {}, { key: own }),
  );
  assert.equal(sent.final.status, 200, sent.final.text);
  load.starts.push({ objectId, ...sent });
}

/** Both books agree to the collection and the payout, each end was told its object once, and the bank has what follows from both. */
async function checkTills(end: WorkEnd<Start>): Promise<void> {
  const { load, bookPath, pass } = end;
  const client = await load.client();
  const settled = () => settledBook(end, () => shownOf(client));
  await settled();
  // A payout follows what the bank was just heard to have collected, and is decided later. Nobody repeats the request of an action, so what
  // the bank has not answered it is asked again after a minute, and then after five.
  await until(async () => {
    if ((await shownOf(client)).every(({ status }) => !OPEN.includes(status))) return true;
    pass(BETWEEN_LOOKS_MS);
    return false;
  }, "the bank has ended each collection and each payout");
  await settled();
  assertNothingTwice(bookPath);
  const [collections, payouts] = [await collectionsOf(client), await payoutsOf(client)];
  assert.equal(collections.length, load.starts.length, "a collection of each till");
  const [byTill, paidBy] = [byObject(collections), byObject(payouts)];
  await Promise.all(
    load.starts.map(async ({ objectId }) => {
      const ended = { collected: byTill.get(objectId)?.status, paid: paidBy.get(objectId)?.status };
      await assertTold(client, objectId, ended);
    }),
  );
  await assertBankHas(client, collections, payouts);
}

/** What no bank has ended. */
const OPEN = ["created", "processing"];

/** Everything that a bank is asked for, as the platform has it. */
async function shownOf(client: Client): Promise<Shown[]> {
  const [collections, payouts] = [await collectionsOf(client), await payoutsOf(client)];
  return [
    ...collections.map((one) => ({ effectId: askedBy(one), status: one.status })),
    ...payouts.map(({ payoutId, status }) => ({ effectId: sendingOf(payoutId), status })),
  ];
}

type Ended = Record<"collected" | "paid", string | undefined>;

/** What was told is what has happened, each end once, whatever came in between. */
async function assertTold(client: Client, objectId: string, ended: Ended): Promise<void> {
  const { collected = "", paid } = ended;
  const after: Record<string, string[]> = {
    collected: ["pay"],
    failed: ["notCollected"],
    // What was taken back before the object had heard of it is told as a failure.
    returned: paid === undefined ? ["notCollected"] : ["pay", "takenBack"],
  };
  const then: Record<string, string[]> = {
    posted: ["paid"],
    failed: ["notPaid"],
    returned: ["paid", "sentBack"],
  };
  const wanted = ["collect", ...(after[collected] ?? []), ...(then[paid ?? ""] ?? [])];
  let told: string[] = [];
  await until(
    async () => {
      told = await actionsOf(client, TILL_KIND, objectId);
      return told.length >= wanted.length;
    },
    () => `${objectId} is told: ${wanted.join()}; it was told ${told.join()}`,
  );
  assert.deepEqual(told.toSorted(), wanted.toSorted(), `${objectId}: ${JSON.stringify(ended)}`);
}

/** The account that stands for the bank has what was sent and not returned, less what was collected and not taken back. */
async function assertBankHas(
  client: Client,
  collections: readonly Collection[],
  payouts: readonly Payout[],
): Promise<void> {
  const path = `/accounts?productId=${client.productId}&role=suspense`;
  const external = (await walk(client, path)).filter(({ name }) => name === BANK.provider.name);
  let posted = 0n;
  for (const { accountId } of external) {
    posted += BigInt((await balanceOf(client, String(accountId))).posted);
  }
  assert.equal(posted, sumOf(payouts, "posted") - sumOf(collections, "collected"));
}

function sumOf(all: readonly Made[], wanted: string): bigint {
  const some = all.filter(({ status }) => status === wanted);
  return some.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}

const byObject = <T extends Made>(all: readonly T[]) =>
  new Map(all.map((one) => [one.objectId, one]));

/** The request that asks the bank; each collection of an action has one attempt. */
function askedBy({ attempts }: Collection): string {
  assert.equal(attempts.length, 1, "one attempt of each");
  return String(attempts[0]?.operationId).replace("op_", "preq_");
}

const collectionsOf = async (client: Client) =>
  (await walk(client, `/collections?productId=${client.productId}`)) as unknown as Collection[];
const payoutsOf = async (client: Client) =>
  (await walk(client, `/payouts?productId=${client.productId}`)) as unknown as Payout[];

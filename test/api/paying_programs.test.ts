/**
 * Programs that collect by mandates and pay out, over HTTP in a sandbox: what each end of a bank tells the object by its actions, and where the
 * money is then.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { TEMPLATES } from "../../src/programs/templates.ts";
import { type Client, expect, openClient } from "../support/client.ts";
import { mandateOf } from "../support/live_debits.ts";
import { newPayee } from "../support/live_payouts.ts";
import { assertBalance, balanceOf, newCustomer } from "../support/parties.ts";
import { keyOfProduct, productOf, verifiedCustomer } from "../support/programs.ts";
import type { Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";
import { actionsOf, callOf, newTill, objectsPath, onlyOf, TILL_PROGRAM } from "../support/tills.ts";

const DAY_MS = 24 * 3_600_000;
const MEMBERSHIP = TEMPLATES.find(({ templateId }) => templateId === "membership")?.source ?? {};
/** An amount of which the simulator does nothing by itself. */
const WAITS = "9905";

let server: Server;
let founder: Client;
/** Of a Product that runs memberships, and of one that runs tills. */
let members: Client;
let tills: Client;

before(async () => {
  server = await sharedServer();
  const { personalAccessToken: apiKey } = server.demo.founder;
  founder = await openClient(server, { productId: "", apiKey });
  const clientOf = async (source: object) =>
    await keyOfProduct(server, founder, { productId: await productOf(founder, source) });
  members = await clientOf(MEMBERSHIP);
  tills = await clientOf(TILL_PROGRAM);
});
after(() => {
  for (const client of [founder, members, tills]) client.close();
});

const clockOf = async ({ get, productId }: Client) =>
  Date.parse(expect(await get(`/products/${productId}/sandbox-clock`), 200).id("effectiveAt"));

async function advance(client: Client, days: number): Promise<void> {
  const { productId } = client;
  const at = new Date((await clockOf(client)) + days * DAY_MS).toISOString();
  expect(await client.post("/sandbox/clock/advance", { productId, at }), 200);
}

async function decide(client: Client, type: string, id: string, outcome: string): Promise<void> {
  const told = { resource: { type, id }, outcome };
  expect(await client.post("/sandbox/provider-outcomes", told), 201);
}

const stateOf = async (client: Client, kind: string, objectId: string) =>
  expect(await client.get(objectsPath(client, kind, objectId)), 200).at("state");

/** A membership that has begun, whose first dues are due in a day. */
async function begun(monthly: string) {
  const { customerId: member, accountId } = await verifiedCustomer(members, { currency: "EUR" });
  const consent = await mandateOf(members, member);
  const firstDueAt = new Date((await clockOf(members)) + DAY_MS).toISOString();
  const fields = { member, consent, monthly, months: 1, firstDueAt };
  const made = expect(await members.post(objectsPath(members, "membership"), { fields }), 201);
  const objectId = made.id("objectId");
  await callOf(members, "membership", objectId, "begin");
  await advance(members, 1);
  return { objectId, accountId, told: () => actionsOf(members, "membership", objectId) };
}

test("membership over HTTP: the bank collects -> the action takes the money from the member's account", async () => {
  const { objectId, accountId, told } = await begun("2500");
  assert.equal((await onlyOf(members, "collections", objectId))["status"], "processing");
  await advance(members, 10);
  assert.equal((await onlyOf(members, "collections", objectId))["status"], "collected");
  assert.deepEqual(await told(), ["begin", "takeDues"]);
  await assertBalance(members, accountId, "0");
});

test("membership over HTTP: the bank has failed -> tried again after the pause of the schedule, and taken then", async () => {
  const { objectId, told } = await begun(WAITS);
  const { collectionId = "" } = await onlyOf(members, "collections", objectId);
  await decide(members, "collection", collectionId, "failed");
  assert.deepEqual(await told(), ["begin"]);
  await advance(members, 3);
  const again = await onlyOf(members, "collections", objectId);
  assert.deepEqual([again["status"], again["attempts"]?.length], ["processing", 2]);
  await decide(members, "collection", collectionId, "collected");
  await advance(members, 0.01);
  assert.deepEqual(await told(), ["begin", "takeDues"]);
});

test("membership over HTTP: taken back after the money was spent -> the Product's losses pay, and the member is behind", async () => {
  const { objectId, accountId, told } = await begun("9904");
  await advance(members, 10);
  const back = await onlyOf(members, "collections", objectId);
  assert.equal(back["status"], "returned");
  assert.deepEqual(await told(), ["begin", "takeDues", "fallBehind"]);
  assert.equal(await stateOf(members, "membership", objectId), "behind");
  await assertBalance(members, accountId, "0");
  const { posted } = await balanceOf(members, String(back["returnedFromAccountId"]));
  assert.equal(posted, "-9904");
});

/** A till of the amount that has asked the bank. */
async function asked(amount: string) {
  const payer = await newCustomer(tills);
  const fields = { payer, consent: await mandateOf(tills, payer), payee: await newPayee(tills) };
  const till = await newTill(tills, { ...fields, amount });
  await callOf(tills, "till", till.objectId, "collect");
  const told = () => actionsOf(tills, "till", till.objectId);
  return {
    ...till,
    told,
    only: (what: "payouts" | "collections") => onlyOf(tills, what, till.objectId),
  };
}

test("till over HTTP: collected, and paid out with it -> each end calls its action; the pot is empty", async () => {
  const { potId, told } = await asked("1200");
  await advance(tills, 20);
  assert.deepEqual(await told(), ["collect", "pay", "paid"]);
  await assertBalance(tills, potId, "0");
});

test("till over HTTP: not collected, and asked again -> the failure is told, and what comes is paid out", async () => {
  const { objectId, told } = await asked(WAITS);
  const first = expect(
    await tills.get(`/collections?productId=${tills.productId}&objectId=${objectId}`),
    200,
  ).items()[0];
  await decide(tills, "collection", String(first?.["collectionId"]), "failed");
  await advance(tills, 0.01);
  assert.deepEqual(await told(), ["collect", "notCollected"]);
  await callOf(tills, "till", objectId, "collect");
  const [second] = expect(
    await tills.get(`/collections?productId=${tills.productId}&objectId=${objectId}`),
    200,
  ).items();
  assert.notEqual(second?.["collectionId"], first?.["collectionId"]);
  await decide(tills, "collection", String(second?.["collectionId"]), "collected");
  await advance(tills, 0.01);
  assert.deepEqual(await told(), ["collect", "notCollected", "collect", "pay"]);
});

test("till over HTTP: taken back after it was paid out -> the losses pay; the object is told of both ends, once each", async () => {
  const { potId, told, only } = await asked(WAITS);
  const { collectionId = "" } = await only("collections");
  await decide(tills, "collection", collectionId, "collected");
  await advance(tills, 0.01);
  const { payoutId = "" } = await only("payouts");
  await decide(tills, "payout", payoutId, "posted");
  await decide(tills, "collection", collectionId, "returned");
  await advance(tills, 0.01);
  assert.deepEqual((await told()).sort(), ["collect", "paid", "pay", "takenBack"]);
  await assertBalance(tills, potId, "0");
  const { returnedFromAccountId = "" } = await only("collections");
  const { posted } = await balanceOf(tills, returnedFromAccountId);
  assert.equal(posted, `-${WAITS}`);
  await decide(tills, "payout", payoutId, "returned");
  await advance(tills, 0.01);
  assert.equal((await told()).at(-1), "sentBack");
  await assertBalance(tills, potId, WAITS);
});

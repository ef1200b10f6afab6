/**
 * The data of test/api/list_pages.test.ts: items of every list, some of them at the same time, over
 * several months. The clock of the server is moved, and at the end it stands after all of them.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { firstTierFields } from "../../src/features/entity/testing_kyc.ts";
import type { Client, Reply } from "./client.ts";
import {
  buildPrograms,
  type Company,
  draftBlueprints,
  foundCompany,
  letInAgents,
  renewCompany,
  showUses,
} from "./company_data.ts";
import { addDocument, newContent } from "./kyc_documents.ts";
import type { Known } from "./list_cases.ts";
import { driveRides } from "./object_data.ts";
import { consentDraft, draft, funding, newAccount, newCustomer } from "./parties.ts";
import type { Server } from "./server.ts";
import type { TestClock } from "./test_clock.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Times of holds are by the clock of the sandbox, which stands still. */
const NEAR = "2026-02-01T00:00:00.000Z";
const FAR = "2099-01-01T00:00:00.000Z";

/** The clients that read the lists, and what their requests name. */
export type ListData = { known: Known; member: Client; close(): void };

export async function populateLists(
  server: Server,
  client: Client,
  clock: TestClock,
): Promise<ListData> {
  const pass = (ms: number) => clock.set(clock.nowMs() + ms);
  const company = await foundCompany(server, client, pass, clock.nowMs);
  const blueprintId = await draftBlueprints(company, pass);
  await buildPrograms(company, pass);
  await letInAgents(server, company, pass);
  const known = { ...(await populateLedger(company, client, clock, pass)), blueprintId };
  await renewCompany(server, company, pass);
  pass(HOUR_MS);
  await showUses(company, client, clock.nowMs());
  const { people, member } = company;
  const close = () => {
    people.close();
    member.close();
  };
  return { known, member, close };
}

async function populateLedger(
  company: Company,
  client: Client,
  clock: TestClock,
  pass: (ms: number) => void,
): Promise<Known> {
  const { productId } = client;
  // The oldest records of the realm make no transfer.
  const customerId = await newCustomer(client, "Ada Lovelace");
  const idleCustomerId = await newCustomer(client, "Grace Hopper");
  const accountId = await newAccount(client, { customerId });
  const otherId = await newAccount(client, { customerId });
  const yenId = await newAccount(client, { customerId, currency: "JPY" });
  const idleId = await newAccount(client, { customerId: idleCustomerId });
  await done(client.patch(`/accounts/${accountId}`, { name: "Purse" }));
  pass(1);
  await done(funding(client, accountId, "100000"));
  await done(funding(client, otherId, "100000"));
  await done(funding(client, yenId, "500", "JPY"));
  pass(DAY_MS);
  const { transferId, operationId, idempotencyKey } = await transfers(client, accountId, otherId);
  await holds(client, accountId, otherId, () => pass(1));
  await consents(client, [customerId, idleCustomerId], () => pass(1));
  const collectionId = await collections(client, { customerId, accountId, otherId }, () => pass(1));
  pass(32 * DAY_MS);
  await freezes(client, accountId, () => pass(1));
  await transfers(client, otherId, accountId);
  const third = await newCustomer(client, "Charles Babbage");
  await done(
    client.post(`/customer-accesses/${third.replace("cust_", "cacc_")}/suspend`, { reason: "x" }),
  );
  await done(client.post(`/customers/${third}/suspend`, { reason: "x" }));
  await done(client.post(`/customers/${idleCustomerId}/suspend`, { reason: "x" }));
  await done(client.post(`/customers/${customerId}/suspend`, { reason: "x" }));
  pass(1);
  await done(client.post(`/customers/${customerId}/reactivate`));
  await done(client.post(`/accounts/${idleId}/close`));
  const entityId = customerId.replace("cust_", "ent_");
  await verifications(client, entityId, () => pass(1));
  // Before there are endpoints, which are told of everything and end with this function.
  const rides = await driveRides(company, client, { customerId }, pass);
  const sent = await endpoints(client, () => pass(1));
  const key = await done(client.get("/api-keys/current"));
  pass(10 * DAY_MS);
  return {
    productId,
    customerId,
    entityId,
    idleCustomerId,
    accountId,
    otherId,
    idleId,
    transferId,
    collectionId,
    operationId,
    idempotencyKey,
    ...rides,
    ...sent,
    apiKeyId: key.id("apiKeyId"),
    createdTo: new Date(clock.nowMs() - DAY_MS).toISOString(),
  };
}

/** Of an entity that is submitted, some of them at the same time, and document files. */
async function verifications(client: Client, entityId: string, pass: () => void): Promise<void> {
  const kyc = `/entities/${entityId}/kyc`;
  await done(client.post(kyc, { tier: "tier_1", fields: firstTierFields() }));
  for (const time of [0, 1, 2, 3]) {
    await done(addDocument(client, entityId, newContent()));
    const started = await done(client.post(`${kyc}/verifications`, { tier: "tier_1" }));
    await done(client.post(`${kyc}/verifications/${started.id("verificationId")}/cancel`));
    if (time !== 1) pass();
  }
}

/**
 * Three that are sent nothing, two of them at the same time; one of these is disabled. And two that all
 * events are delivered to, until they are disabled. Returns an event that was sent to both of them, and
 * one that was sent to one.
 */
async function endpoints(client: Client, pass: () => void): Promise<Known> {
  const { productId } = client;
  const make = async (url: string, description: string, eventTypes = ["transfer.failed"]) => {
    const body = { productId, url, eventTypes, description };
    return (await done(client.post("/webhook-endpoints", body))).id("webhookEndpointId");
  };
  await make("https://shop.example/hooks", "Back office");
  const other = await make("https://other.example/hooks", "Of the shop");
  pass();
  await make("https://third.example/hooks", "Books");
  await done(client.post(`/webhook-endpoints/${other}/disable`));
  const receiver = createServer((_request, response) => response.end()).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const { port } = receiver.address() as AddressInfo;
  const told: string[] = [];
  for (const name of ["one", "two"]) {
    told.push(await make(`http://127.0.0.1:${port}/${name}`, "A receiver", ["*"]));
  }
  const newest = async () => {
    const { items } = (await done(client.get(`/events?productId=${productId}&limit=1`))).body;
    return String((items as [{ id: string }])[0].id);
  };
  await done(client.post(`/webhook-endpoints/${told[0]}/ping`));
  const pingEventId = await newest();
  await newCustomer(client, "Mary Somerville");
  const eventId = await newest();
  for (const id of told) {
    for (let isThere = false; !isThere; ) {
      const { body } = await done(client.get(`/webhook-endpoints/${id}/stats`));
      isThere = body["sequence"] === body["newestSequence"];
      if (!isThere) await setTimeout(20);
    }
  }
  receiver.close();
  receiver.closeAllConnections();
  return { eventId, pingEventId, webhookEndpointId: told[0] as string };
}

async function done(sent: Promise<Reply>): Promise<Reply> {
  const reply = await sent;
  assert.ok(reply.status < 300, reply.text);
  return reply;
}

/** Three that are posted, one that fails, and one that is reversed. */
async function transfers(client: Client, from: string, to: string) {
  const idempotencyKey = randomUUID();
  const body = { ...draft(from, to, "10"), externalId: `first ${from.slice(-6)}` };
  const first = await done(client.post("/transfers", body, { key: idempotencyKey }));
  await done(client.post("/transfers", { ...draft(from, to, "11"), description: "Part 1" }));
  const other = await done(
    client.post("/transfers", { ...draft(from, to, "12"), description: "part 2" }),
  );
  const tooMuch = await client.post("/transfers", draft(from, to, "99999999"));
  assert.equal(tooMuch.code, "insufficient_balance");
  await done(client.post(`/transfers/${other.id("transferId")}/reverse`, { reason: "x" }));
  const operationId = first.id("operationId");
  return { transferId: first.id("transferId"), operationId, idempotencyKey };
}

/** Five: one stays, and the others are cleared, cleared in part, cancelled and expired. */
async function holds(client: Client, from: string, to: string, pass: () => void): Promise<void> {
  const ids: string[] = [];
  for (const [amount, expiresAt] of [
    ["1", FAR],
    ["2", FAR],
    ["3", FAR],
    ["4", FAR],
    ["5", NEAR],
  ] as const) {
    const body = { ...draft(from, to, amount), expiresAt, description: `Rent ${amount}` };
    const made = await done(client.post("/transfer-holds", body));
    ids.push(made.id("transferHoldId"));
  }
  pass();
  await done(client.post(`/transfer-holds/${ids[1]}/clear`, {}));
  await done(client.post(`/transfer-holds/${ids[2]}/clear`, { amount: "1" }));
  await done(client.post(`/transfer-holds/${ids[3]}/cancel`));
  const { productId } = client;
  await done(client.post("/sandbox/clock/advance", { productId, at: NEAR }));
}

/** Of two customers, some of them at the same time, in several statuses. */
async function consents(client: Client, ids: readonly string[], pass: () => void): Promise<void> {
  for (const customerId of [...ids, ...ids]) {
    const made = await done(client.post("/consents", consentDraft(client, customerId)));
    const waiting = { type: "terms", evidence: { method: "browser" } };
    await done(client.post("/consents", consentDraft(client, customerId, waiting)));
    pass();
    const path = `/consents/${made.id("consentId")}/revoke`;
    if (customerId === ids[0]) await done(client.post(path, { reason: "x" }));
  }
}

/** Of one customer, some of them at the same time, in several statuses; one that was tried three times. Returns that one. */
async function collections(
  client: Client,
  { customerId, accountId, otherId }: Record<"customerId" | "accountId" | "otherId", string>,
  pass: () => void,
): Promise<string> {
  const { productId } = client;
  const made: string[] = [];
  for (const amount of ["10", "20", "30", "90000000"]) {
    const consent = await done(client.post("/consents", consentDraft(client, customerId)));
    const consentId = consent.id("consentId");
    const parties = { ...draft(accountId, otherId, amount), productId, customerId, consentId };
    const taken = { ...parties, dueAt: "2098-01-01T00:00:00Z" };
    made.push((await done(client.post("/collections", taken))).id("collectionId"));
    if (amount === "20") pass();
  }
  const [collected, cancelled, , failed] = made.map((id) => `/collections/${id}`);
  await done(client.post(`${collected}/collect`));
  await done(client.post(`${cancelled}/cancel`, { reason: "x" }));
  for (let attempt = 1; attempt <= 3; attempt++) {
    if (attempt > 1) await done(client.post(`${failed}/retry`, { dueAt: "2098-01-01T00:00:00Z" }));
    pass();
    await client.post(`${failed}/collect`);
  }
  return made[3] as string;
}

/** Three freezes that ended: of the tenant, of the platform, and of the tenant again. */
async function freezes(client: Client, accountId: string, pass: () => void): Promise<void> {
  for (let round = 0; round < 2; round++) {
    await done(client.post(`/accounts/${accountId}/freeze`, { mode: "debits", reason: "x" }));
    await done(client.post(`/accounts/${accountId}/unfreeze`));
    pass();
  }
  await done(client.post("/sandbox/platform-freezes", { accountId, mode: "all" }));
  await done(client.post(`/sandbox/platform-freezes/${accountId}/lift`));
}

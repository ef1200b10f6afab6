/**
 * Financial addresses over HTTP: from the request to a bank to bank details that money can be sent to, through a bank
 * that refuses, fails or does not answer, through kill -9, and to the end of an account.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { type Client, expect, openClient, type Reply } from "../support/client.ts";
import { graphqlClient } from "../support/graphql.ts";
import { newAccount } from "../support/parties.ts";
import { type Credentials, newCredentials, type Server } from "../support/server.ts";
import { restartedAfterKill, sharedServer } from "../support/shared_server.ts";

const IBAN = { type: "iban", country: "FR", currency: "EUR" };

let server: Server;
let mine: Credentials;
let client: Client;

before(async () => {
  server = await sharedServer();
  mine = await newCredentials(server);
  client = await openClient(server, mine, { connections: 20 });
});

after(() => client?.close());

async function killAndStart(): Promise<void> {
  client.close();
  server = await restartedAfterKill(server);
  client = await openClient(server, mine, { connections: 20 });
}

const create = (accountId: string, more: object = {}, key: string = randomUUID()) =>
  client.post("/financial-addresses", { accountId, ...IBAN, ...more }, { key });

const change = (financialAddressId: string, verb: string, key: string = randomUUID()) =>
  client.post(`/financial-addresses/${financialAddressId}/${verb}`, undefined, { key });

const addressOf = async (financialAddressId: string) =>
  expect(await client.get(`/financial-addresses/${financialAddressId}`), 200).body;

const addressesOf = async (accountId: string) =>
  expect(await client.get(`/accounts/${accountId}/financial-addresses`), 200).items();

async function arm(mode: string, count = 1): Promise<void> {
  const armed = { productId: mine.productId, provider: "simulator", mode, count };
  expect(await client.post("/sandbox/provider-faults", armed), 201);
}

/** Types of the events of a resource, oldest first. */
async function eventsOf(id: string): Promise<unknown[]> {
  const list = `/events?productId=${mine.productId}&resourceId=${id}`;
  const items = expect(await client.get(list), 200).items();
  return items.map(({ type }) => String(type).replace("financial_address.", "")).reverse();
}

function assertSame(one: Reply, other: Reply): void {
  assert.deepEqual([one.status, one.text], [other.status, other.text]);
}

test("financial address: created, disabled, enabled, retired -> each answer is what GET shows, and an event each", async () => {
  const accountId = await newAccount(client);
  const key = randomUUID();
  const created = expect(await create(accountId, { externalId: "shop" }, key), 201);
  const financialAddressId = created.id("financialAddressId");
  const { iban } = created.at("details") as { iban: string };
  assert.match(iban, /^FR\d{25}$/);
  assert.deepEqual(created.body, await addressOf(financialAddressId));
  for (const [verb, status] of [
    ["disable", "disabled"],
    ["enable", "active"],
    ["retire", "retired"],
  ] as const) {
    const changed = expect(await change(financialAddressId, verb), 200);
    assert.equal(changed.at("status"), status);
    assert.deepEqual(changed.body, await addressOf(financialAddressId));
  }
  expect(
    await change(financialAddressId, "enable"),
    "financial_address_lifecycle_status_forbidden",
  );
  assertSame(await create(accountId, { externalId: "shop" }, key), created);
  const told = ["created", "activated", "disabled", "enabled", "retired"];
  assert.deepEqual(await eventsOf(financialAddressId), told);
  const { productId } = mine;
  const found = await client.get(
    `/financial-addresses?productId=${productId}&search=${iban.slice(-8)}`,
  );
  const ids = expect(found, 200)
    .items()
    .map((item) => item["financialAddressId"]);
  assert.deepEqual(ids, [financialAddressId]);
  const query = `{accountFinancialAddressList(accountId:"${accountId}"){items{status details{iban}}}}`;
  const { data } = JSON.parse((await graphqlClient(server, mine)(query)).text);
  const expected = { items: [{ status: "retired", details: { iban } }] };
  assert.deepEqual(JSON.parse(JSON.stringify(data.accountFinancialAddressList)), expected);
});

test("financial address: made -> its numbers are in the answer, and not in the log of requests", async () => {
  const made = expect(await create(await newAccount(client)), 201);
  const { iban, bic } = made.at("details") as { iban: string; bic: string };
  const requestId = String(made.headers["x-request-id"]);
  const [row] = expect(await client.get(`/developer-logs?requestId=${requestId}`), 200).items();
  const log = expect(await client.get(`/developer-logs/${row?.["developerLogId"]}`), 200);
  assert.ok(log.text.includes(bic), log.text);
  assert.ok(!log.text.includes(iban), log.text);
});

test("financial address: a bank that refuses -> failed for good, and the next one is made", async () => {
  const accountId = await newAccount(client);
  await arm("reject");
  const key = randomUUID();
  const refused = expect(await create(accountId, {}, key), "provider_egress_rejected");
  assertSame(await create(accountId, {}, key), refused);
  const [failed, ...more] = await addressesOf(accountId);
  assert.deepEqual([failed?.["status"], more.length], ["failed", 0]);
  assert.deepEqual(failed?.["failure"], { code: "simulated_rejection" });
  assert.deepEqual(await eventsOf(String(failed?.["financialAddressId"])), ["created", "failed"]);
  expect(await create(accountId), 201);
});

test("financial address: a bank that fails, then does not answer, kill -9, then the same key -> one address, asked again", async () => {
  const accountId = await newAccount(client);
  await arm("fail");
  const key = randomUUID();
  expect(await create(accountId, {}, key), "provider_egress_failed");
  await arm("timeout");
  const unknown = expect(await create(accountId, {}, key), "provider_egress_failed");
  const [pending] = await addressesOf(accountId);
  const financialAddressId = String(pending?.["financialAddressId"]);
  assert.equal(pending?.["status"], "pending");
  assert.equal(unknown.details["receiptId"], financialAddressId.replace("fa_", "rcpt_"));
  expect(
    await change(financialAddressId, "retire"),
    "financial_address_lifecycle_status_forbidden",
  );
  await killAndStart();
  const created = expect(await create(accountId, {}, key), 201);
  assert.deepEqual(
    [created.id("financialAddressId"), created.at("status")],
    [financialAddressId, "active"],
  );
  assert.equal((await addressesOf(accountId)).length, 1);
  assert.deepEqual(await eventsOf(financialAddressId), ["created", "activated"]);
  await killAndStart();
  assertSame(await create(accountId, {}, key), created);
});

for (const [verb, from] of [
  ["disable", "active"],
  ["retire", "active"],
  ["enable", "disabled"],
] as const) {
  test(`financial address: ${verb}, whose answer is lost -> ${from} and not changed by others, until the same key asks again`, async () => {
    const made = expect(await create(await newAccount(client)), 201);
    const financialAddressId = made.id("financialAddressId");
    if (from === "disabled") expect(await change(financialAddressId, "disable"), 200);
    await arm("timeout");
    const key = randomUUID();
    const unknown = expect(await change(financialAddressId, verb, key), "provider_egress_failed");
    assert.equal((await addressOf(financialAddressId))["status"], from);
    const code = "financial_address_lifecycle_status_forbidden";
    const other = expect(await change(financialAddressId, "retire"), code);
    assert.equal(other.details["receiptId"], unknown.details["receiptId"]);
    const changed = expect(await change(financialAddressId, verb, key), 200);
    assert.deepEqual(changed.body, await addressOf(financialAddressId));
    assertSame(await change(financialAddressId, verb, key), changed);
  });
}

test("financial address: an alias -> pending, until a test says what becomes of it", async () => {
  const accountId = await newAccount(client);
  for (const outcome of ["active", "failed"]) {
    const pending = expect(await create(accountId, { type: "alias" }), 201);
    assert.deepEqual([pending.at("status"), pending.body["details"]], ["pending", undefined]);
    const resource = { type: "financial_address", id: pending.id("financialAddressId") };
    const decided = expect(
      await client.post("/sandbox/provider-outcomes", { resource, outcome }),
      201,
    );
    assert.equal(decided.at("status"), outcome);
    const { status } = await addressOf(resource.id);
    assert.equal(status, outcome);
    const again = await client.post("/sandbox/provider-outcomes", { resource, outcome });
    expect(again, "state_conflict");
  }
});

test("financial address: its account is to be closed -> refused while it takes money; then it can be retired and not enabled", async () => {
  const accountId = await newAccount(client);
  const financialAddressId = expect(await create(accountId), 201).id("financialAddressId");
  const close = () => client.post(`/accounts/${accountId}/close`);
  const refused = expect(await close(), "state_constraint_failed");
  assert.equal(refused.details["financialAddressId"], financialAddressId);
  expect(await change(financialAddressId, "disable"), 200);
  expect(await close(), 200);
  expect(await change(financialAddressId, "enable"), "financial_address_account_status_forbidden");
  expect(await create(accountId), "financial_address_account_status_forbidden");
  assert.equal(expect(await change(financialAddressId, "retire"), 200).at("status"), "retired");
});

test("financial address: a hundred asked for at once -> each has details of its own", async () => {
  const accountId = await newAccount(client);
  const made = await Promise.all(Array.from({ length: 100 }, () => create(accountId)));
  const ibans = made.map((one) => (expect(one, 201).at("details") as { iban: string }).iban);
  assert.equal(new Set(ibans).size, 100);
  const limit = expect(await create(accountId), "state_constraint_failed");
  assert.equal(limit.details["constraint"], "addresses_of_account");
});

/**
 * Confirmation of payee over HTTP, in a sandbox: each end of a check, what it means for payouts, how a mismatch is accepted, and what
 * an erasure leaves of it.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { type Client, expect, openClient, type Reply } from "../support/client.ts";
import { ADA } from "../support/parties.ts";
import { openPeople, type People } from "../support/people.ts";
import { admin, newCredentials, type Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

let server: Server;
let client: Client;
let people: People;
let source: string;

before(async () => {
  server = await sharedServer();
  client = await openClient(server, await newCredentials(server));
  people = await openPeople(server);
  const { productId } = client;
  const owner = { type: "product", id: productId };
  const account = { productId, role: "product_operating", currency: "EUR", owner };
  source = expect(await client.post("/accounts", account), 201).id("accountId");
  const money = { destinationAccountId: source, amount: "10000", currency: "EUR" };
  expect(await client.post("/sandbox/account-funding", money), 201);
});

after(() => {
  people.close();
  client.close();
});

function created(name: string, more: object = {}, options: { key?: string } = {}): Promise<Reply> {
  const draft = { productId: client.productId, ownerType: "third_party", rail: "sepa" };
  const destination = { iban: "DE89370400440532013000" };
  const key = options.key ?? randomUUID();
  return client.post("/beneficiaries", { ...draft, destination, name, ...more }, { key });
}

const payTo = (beneficiaryId: string) =>
  client.post("/payouts", { sourceAccountId: source, beneficiaryId, amount: "1", currency: "EUR" });

const got = async (id: string) => expect(await client.get(`/beneficiaries/${id}`), 200);

/** The types of the events of a beneficiary, the oldest first, and what the last one shows. */
async function eventsOf(id: string) {
  const path = `/events?productId=${client.productId}&resourceId=${id}`;
  const items = expect(await client.get(path), 200).items();
  const types = items.map(({ type }) => String(type)).reverse();
  const [newest] = items as { data: { object: object } }[];
  return { types, last: newest?.data.object };
}

const said = (reply: Reply) => [reply.at("status"), reply.at("verification.status")];

for (const [end, status, result] of [
  ["", "verified", "matched"],
  ["(unavailable)", "unverified", "unavailable"],
] as const) {
  test(`payee check: ${result} -> ${status}, told, and paid`, async () => {
    const made = expect(await created(`Paper Mill Ltd ${end}`.trim()), 201);
    const id = made.id("beneficiaryId");
    assert.deepEqual(said(made), ["active", status]);
    assert.equal(made.at("verification.result"), result);
    const { receiptId: _, ...resource } = made.body;
    assert.deepEqual((await got(id)).body, resource);
    const { types, last } = await eventsOf(id);
    assert.deepEqual(types, ["beneficiary.created", "beneficiary.updated"]);
    assert.deepEqual(last, resource);
    expect(await payTo(id), 201);
  });
}

for (const [end, result, accountName] of [
  ["(close match)", "close_match", "Paper Mill Ltd"],
  ["(no match)", "no_match", undefined],
] as const) {
  test(`payee check: ${result} -> a mismatch: not paid, alone or in a batch, until somebody accepts it`, async () => {
    const made = expect(await created(`Paper Mill Ltd ${end}`), 201);
    const id = made.id("beneficiaryId");
    assert.deepEqual(said(made), ["active", "mismatch"]);
    assert.deepEqual(
      [made.at("verification.result"), made.at("verification.accountName")],
      [result, accountName],
    );
    const refused = expect(await payTo(id), "state_conflict");
    assert.deepEqual(
      [refused.details["expected"], refused.details["actual"]],
      ["mismatch_accepted", "mismatch"],
    );
    const item = { sourceAccountId: source, beneficiaryId: id, amount: "1", currency: "EUR" };
    const batch = expect(await client.post("/payouts/batch", { items: [item] }), 201);
    assert.equal(batch.at("results.0.error.code"), "state_conflict");
    const acceptance = { acceptMismatch: true };
    const accepted = expect(await client.send("PATCH", `/beneficiaries/${id}`, acceptance), 200);
    assert.deepEqual(said(accepted), ["active", "mismatch"]);
    assert.equal(accepted.at("verification.acceptedAt"), accepted.at("updatedAt"));
    assert.equal(accepted.at("verification.acceptedBy.type"), "product_key");
    expect(await payTo(id), 201);
  });
}

test("payee check: the account is refused -> provider_egress_rejected, the same for the key; blocked, never paid", async () => {
  const key = randomUUID();
  const chosen = { beneficiaryId: "no-account" };
  const refused = expect(
    await created("Paper Mill Ltd (no account)", chosen, { key }),
    "provider_egress_rejected",
  );
  assert.equal(refused.details["providerCode"], "simulated_rejection");
  const again = await created("Paper Mill Ltd (no account)", chosen, { key });
  assert.equal(again.text, refused.text);
  const blocked = await got("no-account");
  assert.deepEqual(said(blocked), ["blocked", "unverified"]);
  assert.equal(blocked.at("verification.reason"), "simulated_rejection");
  expect(await payTo("no-account"), "state_conflict");
  expect(await created("Paper Mill Ltd", chosen), "state_conflict");
});

test("payee check: no answer -> provider_egress_failed; the same key asks again, and one beneficiary is there", async () => {
  const key = randomUUID();
  const chosen = { beneficiaryId: "unanswered" };
  const name = "Paper Mill Ltd (no answer)";
  expect(await created(name, chosen, { key }), "provider_egress_failed");
  assert.deepEqual(said(await got("unanswered")), ["pending", "unverified"]);
  expect(await payTo("unanswered"), "state_conflict");
  const made = expect(await created(name, chosen, { key }), 201);
  assert.deepEqual(said(made), ["active", "verified"]);
  assert.equal(expect(await created(name, chosen, { key }), 201).text, made.text);
});

for (const [mode, code] of [
  ["reject", "provider_egress_rejected"],
  ["fail", "provider_egress_failed"],
  ["timeout", "provider_egress_failed"],
] as const) {
  test(`payee check: the simulator was told to ${mode} -> ${code}, whatever the name`, async () => {
    const armed = { productId: client.productId, provider: "simulator", mode, count: 1 };
    expect(await client.post("/sandbox/provider-faults", armed), 201);
    expect(await created("Paper Mill Ltd"), code);
    expect(await created("Paper Mill Ltd"), 201);
  });
}

test("payee check: the bank takes longer -> pending until it says what it has found", async () => {
  const made = expect(await created("Paper Mill Ltd (wait)"), 201);
  const id = made.id("beneficiaryId");
  assert.deepEqual(said(made), ["pending", "unverified"]);
  expect(await payTo(id), "state_conflict");
  expect(await client.send("PATCH", `/beneficiaries/${id}`, { nickname: "x" }), "state_conflict");
  const resource = { type: "beneficiary", id };
  const decide = (outcome: string) =>
    client.post("/sandbox/provider-outcomes", { resource, outcome });
  expect(await decide("verified"), "provider_outcome_unsupported");
  assert.equal(expect(await decide("matched"), 201).at("status"), "active");
  expect(await decide("no_match"), "state_conflict");
  const found = await got(id);
  assert.deepEqual(said(found), ["active", "verified"]);
  const { types, last } = await eventsOf(id);
  assert.deepEqual(types, ["beneficiary.created", "beneficiary.updated"]);
  assert.deepEqual(last, found.body);
});

test("payee check: a member decides one with a chosen id -> with the Product beside it, as reads are", async () => {
  const founder = await people.founder();
  const productId = expect(await founder.post("/products", { name: "Shop" }), 201).id("productId");
  const named = { productId, ownerType: "tenant", name: "Ink Works (wait)", rail: "sepa" };
  const account = { beneficiaryId: "ink-works", destination: { iban: "DE89370400440532013000" } };
  expect(await founder.post("/beneficiaries", { ...named, ...account }), 201);
  const told = { resource: { type: "beneficiary", id: "ink-works" }, outcome: "close_match" };
  expect(await founder.post("/sandbox/provider-outcomes", told), "resource_not_found");
  const path = `/sandbox/provider-outcomes?productId=${productId}`;
  expect(await founder.post(path, told), 201);
  const found = expect(await founder.get(`/beneficiaries/ink-works?productId=${productId}`), 200);
  assert.deepEqual(said(found), ["active", "mismatch"]);
  assert.equal(found.at("verification.accountName"), "Ink Works");
});

test("payee check: archived while the bank has not answered -> the creation is over, with subject_over", async () => {
  const key = randomUUID();
  const chosen = { beneficiaryId: "given-up" };
  const name = "Paper Mill Ltd (no answer)";
  expect(await created(name, chosen, { key }), "provider_egress_failed");
  expect(await client.post("/beneficiaries/given-up/archive"), 200);
  const over = expect(await created(name, chosen, { key }), "state_constraint_failed");
  assert.equal(over.details["constraint"], "subject_over");
});

test("payee check: the customer's entity erased -> the name that the bank gave is gone with the others", async () => {
  const { productId } = client;
  const customer = expect(await client.post("/customers", { productId, entity: ADA }), 201);
  const owned = { ownerType: "customer", ownerId: customer.id("customerId") };
  const made = expect(await created("Ada King (close match)", owned), 201);
  assert.equal(made.at("verification.accountName"), "Ada King");
  expect(await client.post(`/customers/${owned.ownerId}/close`), 200);
  const entity = String(customer.at("entity.entityId"));
  await admin(server, "entity erase", { entity, reason: "asked for by the person" });
  const erased = await got(made.id("beneficiaryId"));
  assert.deepEqual(said(erased), ["archived", "mismatch"]);
  assert.ok(!erased.text.includes("Ada King"), erased.text);
});

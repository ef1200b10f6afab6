/**
 * Beneficiaries over HTTP: one of each rail, wrong numbers, chosen ids, who finds them; and that an account number is found nowhere,
 * neither in what the server keeps nor in what it answers.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { composeIBAN } from "ibantools";
import { type Client, expect, openClient, type Reply } from "../support/client.ts";
import { ADA } from "../support/parties.ts";
import { type Browser, openPeople, type People } from "../support/people.ts";
import { admin, type Credentials, newCredentials, type Server } from "../support/server.ts";
import { restartedAfterKill, sharedServer } from "../support/shared_server.ts";

const REASON = "asked for by the person";

let server: Server;
let credentials: Credentials;
let client: Client;
let people: People;
/** Every number that was sent, and every answer that came. */
const numbers: string[] = [];
const answers: string[] = [];
const output: string[] = [];

before(async () => {
  server = await sharedServer();
  credentials = await newCredentials(server);
  client = await openClient(server, credentials);
  people = await openPeople(server);
});

after(() => {
  people.close();
  client.close();
});

/** Digits that no other text has by chance. */
function digits(length: number): string {
  const text = Array.from(randomBytes(length), (byte) => 1 + (byte % 9)).join("");
  numbers.push(text);
  return text;
}

function newIban(): string {
  const iban = composeIBAN({ countryCode: "DE", bban: digits(18) });
  assert.ok(iban !== null);
  numbers.push(iban);
  return iban;
}

async function sent(body: object, key: string = randomUUID()): Promise<Reply> {
  const draft = { productId: client.productId, ownerType: "third_party", name: "Paper Mill Ltd" };
  const reply = await client.post("/beneficiaries", { ...draft, ...body }, { key });
  answers.push(reply.text);
  return reply;
}

async function got(path: string): Promise<Reply> {
  const reply = expect(await client.get(path), 200);
  answers.push(reply.text);
  return reply;
}

/** The files of the server's data that have the text, in UTF-8. */
function filesWith(text: string): string {
  const command = `grep -rlF -- "$1" "$2" || true`;
  return execFileSync("sh", ["-c", command, "-", text, server.dataDir]).toString().trim();
}

const ROWS: [rail: string, destination: () => object, shown: RegExp][] = [
  ["sepa", () => ({ iban: newIban(), bic: "DEUTDEFF" }), /^DE\*\* \*{4} \d{4} \*{4}$/],
  ["ach", () => ({ routingNumber: "021000021", accountNumber: digits(17) }), /^\*{4} \*{4}\d{4}$/],
  ["wire", () => ({ routingNumber: "021000021", accountNumber: digits(16) }), /^\*{4} \*{4}\d{4}$/],
  ["fps", () => ({ sortCode: "20-00-00", accountNumber: "55779911" }), /^\*{4} \*{4}9911$/],
];

for (const [rail, destination, shown] of ROWS) {
  test(`beneficiaries: one of the rail ${rail} -> masks in its answer, in GET, list and its event`, async () => {
    const made = expect(await sent({ rail, destination: destination() }), 201);
    const id = made.id("beneficiaryId");
    const masks = made.at("destination") as Record<string, string>;
    assert.match(Object.values(masks).join(" "), shown);
    const { receiptId: _, ...resource } = made.body;
    assert.deepEqual((await got(`/beneficiaries/${id}`)).body, resource);
    const { productId } = client;
    const list = await got(`/beneficiaries?productId=${productId}&rail=${rail}&limit=1`);
    assert.deepEqual(list.items(), [resource]);
    const events = await got(`/events?productId=${productId}&resourceId=${id}`);
    // Of a rail whose payees are checked the last event is what the bank has found.
    const told = `beneficiary.${made.at("verification.result") ? "updated" : "created"}`;
    assert.equal(events.at("items.0.type"), told);
    assert.deepEqual(events.at("items.0.data.object"), resource);
  });
}

test("beneficiaries: wrong numbers -> 400 with the field's path, and the number in no answer", async () => {
  const wrong: [rail: string, destination: object, field: string][] = [
    ["sepa", { iban: newIban().replace(/^DE../, "DE00") }, "iban"],
    ["sepa", { iban: digits(70) }, "iban"],
    ["ach", { routingNumber: "021000022", accountNumber: digits(17) }, "routingNumber"],
    ["wire", { routingNumber: "021000021", accountNumber: digits(18) }, "accountNumber"],
    ["fps", { sortCode: "200000", accountNumber: digits(19) }, "accountNumber"],
    ["fps", { sortCode: digits(20), accountNumber: "55779911" }, "sortCode"],
  ];
  for (const [rail, destination, field] of wrong) {
    for (const value of Object.values(destination)) if (value.length > 15) numbers.push(value);
    const reply = expect(await sent({ rail, destination }), 400);
    assert.equal(reply.code, "invalid_request");
    assert.deepEqual(reply.at("error.details.issues.0.path"), ["destination", field], reply.text);
  }
});

test("beneficiaries: the same key again -> the same bytes; with another number -> a conflict", async () => {
  const key = randomUUID();
  const body = { rail: "sepa", destination: { iban: newIban() } };
  const first = expect(await sent(body, key), 201);
  assert.equal(expect(await sent(body, key), 201).text, first.text);
  const other = { ...body, destination: { iban: newIban() } };
  assert.equal((await sent(other, key)).code, "idempotency_conflict");
  const destination = { iban: body.destination.iban.replace(/(.{4})/g, "$1 ") };
  assert.equal((await sent({ ...body, destination }, key)).code, "idempotency_conflict");
});

test("beneficiaries: an IBAN of a country that is not served -> its code, and no number", async () => {
  const iban = String(composeIBAN({ countryCode: "BY", bban: `NBRB3600${digits(16)}` }));
  numbers.push(iban);
  const reply = await sent({ rail: "sepa", destination: { iban } });
  assert.equal(reply.code, "kyc_country_unsupported");
});

test("beneficiaries: a member of the company -> finds a made id at once, a chosen one and the reserved one with the Product", async () => {
  const founder: Browser = await people.founder();
  const productId = expect(await founder.post("/products", { name: "Shop" }), 201).id("productId");
  const draft = { productId, ownerType: "tenant", name: "Ink Works", rail: "sepa" };
  const body = () => ({ ...draft, destination: { iban: newIban() } });
  const made = expect(await founder.post("/beneficiaries", body()), 201);
  const chosen = { ...body(), beneficiaryId: "ink_works" };
  expect(await founder.post("/beneficiaries", chosen), 201);
  const path = `/beneficiaries/${made.id("beneficiaryId")}`;
  expect(await founder.get(path), 200);
  for (const id of ["ink_works", "revenue"]) {
    const without = await founder.get(`/beneficiaries/${id}`);
    assert.deepEqual([without.status, without.code], [400, "invalid_request"], without.text);
    assert.deepEqual(without.at("error.details.issues.0.path"), ["productId"]);
    const found = await founder.get(`/beneficiaries/${id}?productId=${productId}`);
    assert.equal(expect(found, 200).id("beneficiaryId"), id);
  }
  const change = `/beneficiaries/ink_works?productId=${productId}`;
  const renamed = await founder.send("PATCH", change, { nickname: "Ink" });
  assert.equal(expect(renamed, 200).at("nickname"), "Ink");
  const archived = `/beneficiaries/ink_works/archive?productId=${productId}`;
  assert.equal(expect(await founder.post(archived, undefined), 200).at("status"), "archived");
  const search = `/search?q=ink_works&productId=${productId}`;
  const hits = expect(await founder.get(search), 200);
  assert.ok(hits.text.includes('"id":"ink_works"'), hits.text);
});

test("beneficiaries: the customer's entity erased -> archived, without name and mask, and told", async () => {
  const { productId } = client;
  const customer = expect(await client.post("/customers", { productId, entity: ADA }), 201);
  const ownerId = customer.id("customerId");
  const owner = { ownerType: "customer", ownerId, name: "Ada King", nickname: "Ada" };
  const made = expect(
    await sent({ ...owner, rail: "sepa", destination: { iban: newIban() } }),
    201,
  );
  const id = made.id("beneficiaryId");
  expect(await client.post(`/customers/${ownerId}/close`), 200);
  const entity = String(customer.at("entity.entityId"));
  await admin(server, "entity erase", { entity, reason: REASON });
  const found = await got(`/beneficiaries/${id}`);
  const { name, destination, status, erasedAt } = found.body;
  assert.deepEqual([name, destination, status], ["", {}, "archived"]);
  assert.ok(typeof erasedAt === "string" && !("nickname" in found.body));
  const events = await got(`/events?productId=${productId}&resourceId=${id}&limit=1`);
  assert.equal(events.at("items.0.type"), "beneficiary.archived");
});

test("beneficiaries: somebody else erased by the chosen id, twice -> archived and empty; not while a payout is under way", async () => {
  const { productId } = client;
  const [beneficiaryId, key] = [`mill-${randomUUID()}`, randomUUID()];
  const body = { beneficiaryId, rail: "sepa", destination: { iban: newIban() } };
  expect(await sent(body, key), 201);
  const sourceAccountId = await paidAccount();
  const pay = { sourceAccountId, beneficiaryId, amount: "9905", currency: "EUR" };
  const payoutId = expect(await client.post("/payouts", pay), 201).id("payoutId");
  const flags = { beneficiary: beneficiaryId, reason: REASON };
  await assert.rejects(admin(server, "beneficiary erase", flags), /--product/);
  const named = { ...flags, product: productId };
  await assert.rejects(admin(server, "beneficiary erase", named), /no beneficiary/);
  const meant = { ...named, environment: "sandbox" };
  await assert.rejects(admin(server, "beneficiary erase", meant), /have not ended: 1;/);
  expect(await client.post(`/payouts/${payoutId}/cancel`), 200);
  const again = { reason: `${REASON}, now that it has ended` };
  const { erasedAt } = await admin(server, "beneficiary erase", { ...meant, ...again });
  const second = { ...meant, reason: "to be sure" };
  assert.equal((await admin(server, "beneficiary erase", second))["erasedAt"], erasedAt);
  const { body: found } = await got(`/beneficiaries/${beneficiaryId}`);
  assert.deepEqual(
    [found["name"], found["destination"], found["status"], found["erasedAt"]],
    ["", {}, "archived", erasedAt],
  );
  const events = await got(`/events?productId=${productId}&resourceId=${beneficiaryId}&limit=1`);
  assert.equal(events.at("items.0.type"), "beneficiary.archived");
  assert.equal((await sent(body, key)).code, "idempotency_conflict");
  assert.equal((await client.post("/payouts", pay)).code, "state_conflict");
});

/** An account of the Product that has money. */
async function paidAccount(): Promise<string> {
  const owner = { type: "product", id: client.productId };
  const draft = { productId: client.productId, role: "product_operating", currency: "EUR", owner };
  const accountId = expect(await client.post("/accounts", draft), 201).id("accountId");
  const money = { destinationAccountId: accountId, amount: "100000", currency: "EUR" };
  expect(await client.post("/sandbox/account-funding", money), 201);
  return accountId;
}

test("beneficiaries: kill -9 and a start -> as before, and no number in data, output and answers", async () => {
  const { productId } = client;
  const before = await got(`/beneficiaries?productId=${productId}&limit=100`);
  output.push(server.output());
  server = await restartedAfterKill(server);
  const again = await openClient(server, credentials);
  const after = expect(await again.get(`/beneficiaries?productId=${productId}&limit=100`), 200);
  again.close();
  assert.equal(after.text, before.text);
  assert.equal(after.items().at(-1)?.["beneficiaryId"], "revenue");
  output.push(server.output());
  assert.ok(numbers.length > 20);
  assert.notEqual(filesWith("Paper Mill Ltd"), "", "the search finds what is there");
  const said = [...answers, ...output].join("\n");
  for (const number of numbers) {
    assert.equal(filesWith(number), "", number);
    assert.ok(!said.includes(number), number);
  }
});

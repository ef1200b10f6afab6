/**
 * What a bank of live has said stands on the page of an approval: of a received credit that an agent wants to assign or send back, how much it
 * is, who has paid it, why it is in suspense and where it goes; of somebody who is to be paid, that the bank knows the account under another
 * name. A server of its own: a bank is configured, in a process beside it.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { letInAgent } from "../support/agents.ts";
import { NO_BROWSER } from "../support/browser.ts";
import { type Client, expect, openClient } from "../support/client.ts";
import { type Console, openOwnConsole, type Person } from "../support/console.ts";
import { PRICES } from "../support/features/build/sources.ts";
import { DEPOSIT_PROGRAM } from "../support/features/object/deposits.ts";
import { arrive, openedAddress } from "../support/live_credits.ts";
import { newMandate } from "../support/live_debits.ts";
import { type Host, MODERN, openHost, refusalOf } from "../support/mcp.ts";
import type { Browser } from "../support/people.ts";
import { killProvider, type ProviderProcess, startProvider } from "../support/provider.ts";
import { newsUrl } from "../support/provider_news.ts";
import { admin, newCredentials, newDataDir } from "../support/server.ts";
import { until } from "../support/webhooks.ts";

const skip = NO_BROWSER;
const BANK = { name: "first-bank", kind: "bank", "payee-checks": "sepa" };
/** The name hides a character, and is markup. */
const PAYER = { name: "Paper\u200b Mill <b>GmbH</b>", accountNumber: "GB29NWBK60161331923000" };

let pages: Console;
let bank: ProviderProcess;
let founder: Browser;
let client: Client;
let host: Host;

before(async () => {
  if (NO_BROWSER) return;
  pages = await openOwnConsole({});
  const { server } = pages;
  const made = await admin(server, "provider set", { ...BANK, url: "http://127.0.0.1:8090" });
  bank = await startProvider(
    { bookPath: join(newDataDir(), "book.jsonl"), secret: String(made["secret"]) },
    [
      ...["--kind", "bank", "--decide-after", "0", "--decide-payee", "close_match"],
      ...["--news-url", newsUrl(server, BANK.name)],
    ],
  );
  await admin(server, "provider set", { ...BANK, url: bank.url });
  founder = await pages.people.founder();
  ({ client, host } = await openProduct(founder));
});

after(async () => {
  if (NO_BROWSER) return;
  client?.close();
  await host?.close();
  await killProvider(bank);
  await pages.close();
});

/** The client and the agent of a new Product that live is open to; of one that runs the Build, where there is one. */
async function openProduct(founder: Browser, buildId?: string) {
  const { tenantId } = expect(await founder.get("/tenant"), 200).body as { tenantId: string };
  const running = buildId !== undefined && { buildId, expectedPricing: PRICES };
  const product = expect(await founder.post("/products", { name: "Wallet", ...running }), 201);
  const productId = product.id("productId");
  await admin(pages.server, "product set", { product: productId, live: "true" });
  const key = await newCredentials(pages.server, { tenantId, productId, environment: "live" });
  const client = await openClient(pages.server, key);
  const areas = ["accounts", "financial_addresses", "beneficiaries", "payouts", "objects"];
  const scopes = areas.flatMap((area) => [`${area}:read`, `${area}:write`]);
  const agent = await letInAgent(pages.server, founder, { scopes, productIds: [productId] });
  return { client, host: await openHost(pages.server, agent.access, MODERN) };
}

/** Money that arrives for an account that was frozen. Returns the credit. */
async function suspended(remittance: string): Promise<Readonly<Record<string, unknown>>> {
  const { accountId, financialAddressId } = await openedAddress(client);
  const freeze = { mode: "all", reason: "looked at" };
  expect(await client.post(`/accounts/${accountId}/freeze`, freeze), 200);
  const credit = { amount: "12050", currency: "EUR", payer: PAYER, remittance };
  await arrive(bank.url, { financialAddressId, ...credit });
  const path = `/financial-addresses/${financialAddressId}/received-credits`;
  let found: Readonly<Record<string, unknown>> | undefined;
  await until(async () => {
    found = expect(await client.get(path), 200).items()[0];
    return found !== undefined;
  }, "the credit is taken");
  return found as Readonly<Record<string, unknown>>;
}

/** What the agent is told, and the path of the page on which a person decides. */
async function asked(
  tool: string,
  given: object,
  by: Host = host,
): Promise<{ message: string; path: string }> {
  const live = { environment: "live", idempotencyKey: randomUUID(), ...given };
  const { error } = refusalOf(await by.call(tool, live));
  assert.equal(error.code, "agent_approval_required", error.message);
  const { pathname: path } = new URL(String(error.details["approvalUrl"]));
  return { message: error.message, path };
}

/** What the page says of money, on one line each. */
async function told({ page }: Person): Promise<string[]> {
  const texts = await page.evaluate(
    "[...document.querySelectorAll('section .money')].map((one) => one.innerText)",
  );
  return (texts as string[]).map((text) => text.replaceAll(/\s+/g, " "));
}

/** An account of the Product with a name. */
async function named(name: string): Promise<string> {
  const { productId } = client;
  const owner = { type: "product", id: productId };
  const draft = { productId, role: "product_operating", currency: "EUR", name, owner };
  return expect(await client.post("/accounts", draft), 201).id("accountId");
}

test("approval credits: assign and return -> payer, amount, why it is in suspense, and where it goes", {
  skip,
}, async () => {
  const accountId = await named("Fees");
  const credit = await suspended("Invoice 7");
  const { receivedCreditId } = credit;
  const { path: assign } = await asked("received_credit_assign", { receivedCreditId, accountId });
  const { path: back } = await asked("received_credit_return", { receivedCreditId });

  const person = await pages.personWith(founder);
  const paid =
    "120.50 EUR paid by “PaperU+200B Mill <b>GmbH</b>” from the account …3000 for “Invoice 7”";
  const why = "In suspense: The account was frozen for all movements.";
  await person.goes(assign);
  await person.reads("Invoice 7");
  await person.reads("Fees");
  await person.reads("What it would move");
  assert.deepEqual(await told(person), [`${paid} to “Fees” of the Product ${accountId} ${why}`]);
  await person.looks("approval-credit-assign");
  await person.goes(back);
  await person.reads("Invoice 7");
  await person.reads("Afterwards");
  const from = `back to where it came from, out of ${String(credit["accountId"])}`;
  assert.deepEqual(await told(person), [`${paid} ${from} ${why}`]);
  await person.looks("approval-credit-return");
  await person.follow("All approvals");
  await person.sees("Approvals");
  // Each is shown when what it is about was read, one after the other.
  await person.page.waitForFunction("document.querySelectorAll('section .money').length === 2");
  await person.close();
});

test("approval payees: an account that the bank knows under another name, not accepted and accepted -> the agent's person and the page are told", {
  skip,
}, async () => {
  const sourceAccountId = await named("Sales");
  const draft = { productId: client.productId, ownerType: "third_party", rail: "sepa" };
  const destination = { iban: "DE89370400440532013000" };
  const payee = { ...draft, beneficiaryId: "mill", name: "Paper Mill Ltd", destination };
  const { verification } = expect(await client.post("/beneficiaries", payee), 201).body;
  const { accountName } = verification as { accountName: string };
  const paid = { sourceAccountId, beneficiaryId: "mill", amount: "12050", currency: "EUR" };
  const open = await asked("payout_create", paid);
  const said = "the bank of the beneficiary mill said that its account has another name, and";
  assert.match(open.message, new RegExp(`; ${said} nobody has accepted that$`));
  expect(await client.patch("/beneficiaries/mill", { acceptMismatch: true }), 200);
  const { message, path } = await asked("payout_create", paid);
  assert.match(message, new RegExp(`; ${said} it was accepted that it is paid all the same$`));
  assert.ok(!message.includes(accountName));

  const person = await pages.personWith(founder);
  await person.goes(path);
  await person.reads("Paper Mill Ltd");
  const from = `120.50 EUR from “Sales” of the Product ${sourceAccountId} to “Paper Mill Ltd” over sepa mill`;
  const warning = `The bank says that the account has another name: “${accountName}”. It was accepted that it is paid all the same.`;
  assert.deepEqual(await told(person), [`${from} ${warning}`]);
  await person.looks("approval-payee-mismatch");
  await person.close();
});

test("approval subjects: a payout to be cancelled, a payee to be archived, an address to be disabled -> what they are, not their ids alone", {
  skip,
}, async () => {
  const sourceAccountId = await named("Rents");
  const money = { amount: "9900", currency: "EUR", reason: `wire ${randomUUID()}` };
  await admin(pages.server, "account fund", { account: sourceAccountId, ...money });
  const payee = { productId: client.productId, ownerType: "third_party", rail: "sepa" };
  const draft = { ...payee, name: "Roofers <b>", destination: { iban: "DE89370400440532013000" } };
  const beneficiaryId = expect(await client.post("/beneficiaries", draft), 201).id("beneficiaryId");
  expect(await client.patch(`/beneficiaries/${beneficiaryId}`, { acceptMismatch: true }), 200);
  const paid = { sourceAccountId, beneficiaryId, amount: "9900", currency: "EUR" };
  const payout = await client.post("/payouts", { ...paid, description: "Roof" });
  const payoutId = expect(payout, 201).id("payoutId");
  const { financialAddressId } = await openedAddress(client);

  const person = await pages.personWith(founder);
  const facts = async () => {
    const rows = await person.page.evaluate(
      "[...document.querySelectorAll('.subject dl > div')].map((one) => one.innerText)",
    );
    return (rows as string[]).map((text) => text.replaceAll(/\s+/g, " "));
  };
  await person.goes((await asked("payout_cancel", { payoutId })).path);
  await person.reads("Roofers");
  await person.reads("“Rents”");
  const warning =
    /^To “Roofers <b>” over sepa ben_\w+ The bank says that the account has another name/;
  const [amount, from, to = "", reference] = await facts();
  assert.deepEqual(
    [amount, from, reference],
    ["Amount 99.00 EUR", `From “Rents” of the Product ${sourceAccountId}`, "Reference Roof"],
  );
  assert.match(to, warning);
  await person.looks("approval-payout-cancel");
  await person.goes((await asked("beneficiary_archive", { beneficiaryId })).path);
  await person.reads("Roofers");
  const [name, over, account, status] = await facts();
  assert.deepEqual(
    [name, over, account, status],
    ["Name Roofers <b>", "Pays over sepa", "Account iban DE** **** 3000", "Status active"],
  );
  await person.goes((await asked("financial_address_disable", { financialAddressId })).path);
  await person.reads("Pays in to");
  const [address = "", into = ""] = await facts();
  assert.match(address, /^Address iban \w+/);
  assert.match(into, /^Pays in to .*acct_/);
  await person.looks("approval-address-disable");
  await person.close();
});

test("approval preview: an action that collects by a mandate -> how much, from whom, by which mandate, and where it goes", {
  skip,
}, async () => {
  const source = agentsToo(DEPOSIT_PROGRAM);
  const built = await founder.post("/builds", { source, expectedPricing: PRICES });
  const ofProgram = await openProduct(founder, expect(built, 201).id("buildId"));
  const { productId } = ofProgram.client;
  const mandate = await newMandate(pages.server, ofProgram.client);
  const fields = { renter: mandate.customerId, consent: mandate.consentId, amount: "12050" };
  const path = `/products/${productId}/objects/deposit`;
  const made = expect(await ofProgram.client.post(path, { fields }), 201);
  const objectId = made.id("objectId");
  const [pot] = made.body["ownAccounts"] as { accountId: string }[];
  const given = { productId, kind: "deposit", objectId, action: "collect" };
  const { path: page } = await asked("object_action_call", given, ofProgram.host);

  const person = await pages.personWith(founder);
  await person.goes(page);
  await person.reads("It moves no money at once.");
  await person.reads("Ada Lovelace");
  const where = `asked of the customer's bank, for ${pot?.accountId}`;
  assert.deepEqual(await told(person), [`120.50 EUR ${where}`]);
  await person.looks("approval-collects");
  await person.close();
  ofProgram.client.close();
  await ofProgram.host.close();
});

/** The program, whose port of operators lets agents in, too. */
function agentsToo<P extends { ports: { operator: object } }>(program: P): P {
  const operator = { ...program.ports.operator, actors: ["operator", "agent"] };
  return { ...program, ports: { ...program.ports, operator } };
}

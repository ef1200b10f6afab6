/** The page of received credits in a real browser: what is in suspense, assigned to an account or sent back. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { NO_BROWSER } from "../support/browser.ts";
import { type Client, expect, openClient } from "../support/client.ts";
import { type Console, openConsole } from "../support/console.ts";
import { newAccount } from "../support/parties.ts";

let pages: Console;
const skip = NO_BROWSER;

before(async () => {
  if (!NO_BROWSER) pages = await openConsole();
});

after(() => pages?.close());

/** Lets money arrive for an account that was closed meanwhile. Returns the credit's id. */
async function suspended(client: Client, amount: string, name: string): Promise<string> {
  const accountId = await newAccount(client);
  const address = { accountId, type: "iban", country: "DE", currency: "EUR" };
  const financialAddressId = expect(await client.post("/financial-addresses", address), 201).id(
    "financialAddressId",
  );
  const freeze = { mode: "all", reason: "looked at" };
  expect(await client.post(`/accounts/${accountId}/freeze`, freeze), 200);
  const credit = { financialAddressId, amount, currency: "EUR", ifNotCreditable: "suspend" };
  const payer = { name, accountNumberMasked: "3000" };
  const told = await client.post("/sandbox/inbound-credits", { ...credit, payer });
  return expect(told, 201).id("receivedCreditId");
}

test("received credits: two in suspense -> the page says why; one is assigned, one sent back, and none is left", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Acme");
  const made = expect(await founder.post("/products", { name: "Shop" }), 201);
  const productId = made.id("productId");
  const scopes = ["accounts:read", "accounts:write", "sandbox:write", "customers:write"];
  scopes.push("financial_addresses:read", "financial_addresses:write", "balances:read");
  const key = expect(
    await founder.post(`/products/${productId}/api-keys/sandbox`, { name: "k", scopes }),
    201,
  );
  const { contract } = pages.people.client;
  const client = await openClient(pages.server, { productId, apiKey: key.id("key") }, { contract });
  const person = await pages.personWith(founder);
  await person.goes(`/console/credits?product=${productId}&environment=sandbox`);
  await person.sees("Received credits");
  await person.reads("Nothing is in suspense");
  await person.looks("credits-empty");

  const first = await suspended(client, "12050", "Paper Mill GmbH");
  const second = await suspended(client, "99", "Ink Works Ltd");
  const accountId = await newAccount(client);
  await person.reloads();
  await person.reads("Paper Mill GmbH");
  await person.reads("The account was frozen for all movements.");
  await person.looks("credits-suspended");

  await person.press(`Assign 120.50\u00a0EUR, ${first}`);
  await person.fill("Account that it belongs to", accountId);
  await person.looks("credits-assign");
  await person.press("Assign 120.50\u00a0EUR");
  await person.reads(`120.50\u00a0EUR is on the account ${accountId} now.`);
  const balance = expect(await client.get(`/accounts/${accountId}/balance`), 200);
  assert.equal(balance.body["available"], "12050");

  await person.press(`Send back 0.99\u00a0EUR, ${second}`);
  await person.looks("credits-return");
  await person.press("Send 0.99\u00a0EUR back");
  await person.reads("0.99\u00a0EUR");
  await person.reads("Nothing is in suspense");
  await person.looks("credits");
  await person.close();
  client.close();
});

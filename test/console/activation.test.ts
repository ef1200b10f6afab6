/** The way of a Product to live at the pages, in a real browser: asked for, taken back, rejected, asked again, activated. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PRICE_LIST } from "../../src/features/product/price_list.ts";
import { NO_BROWSER } from "../support/browser.ts";
import { expect } from "../support/client.ts";
import { type Console, openConsole, type Person } from "../support/console.ts";
import { type Browser, enrol, mailFor } from "../support/people.ts";
import { admin } from "../support/server.ts";

let pages: Console;
const skip = NO_BROWSER;

before(async () => {
  if (!NO_BROWSER) pages = await openConsole();
});

after(() => pages?.close());

/** A founder whose session was begun with the second factor. */
async function secured(name: string): Promise<Browser> {
  const founder = await pages.people.founder(name);
  const { secret } = await enrol(founder);
  await mailFor(pages.server, founder.email, 1);
  await pages.people.logIn(founder, { totpSecret: secret });
  return founder;
}

const newProduct = async (founder: Browser) =>
  expect(await founder.post("/products", { name: "Wallet" }), 201).id("productId");

const statusOf = async (founder: Browser, productId: string) =>
  expect(await founder.get(`/products/${productId}/activation`), 200).at("status");

/** Closes the dialog that is open, and opens that of the Product anew. */
async function looksAgain(person: Person): Promise<void> {
  await person.goes("/console/products");
  await person.press("Live of Wallet");
}

test("activation: asked for, taken back, rejected, asked again, activated -> as each is told, and as the server has it", {
  skip,
}, async () => {
  const founder = await secured("Acme");
  const product = await newProduct(founder);
  const person = await pages.personWith(founder);
  await looksAgain(person);
  await person.reads("You ask for ledger, customers, transfers, holds, and agree to these prices");
  await person.reads("Transfer: free");
  await person.looks("activation-ask");
  await person.press("Ask for live");
  await person.reads("Live is asked for. The platform looks at Wallet, and the owners get a mail.");
  assert.equal(await statusOf(founder, product), "requested");
  await person.press("Live of Wallet");
  await person.reads("The platform has not decided yet.");
  await person.looks("activation-asked");
  await person.press("Take the request back");
  await person.reads("The request for live of Wallet is taken back.");
  assert.equal(await statusOf(founder, product), "not_requested");
  await person.press("Live of Wallet");
  await person.press("Ask for live");
  await person.reads("Live is asked for.");
  await admin(pages.server, "product reject", { product, reason: "the imprint is missing" });
  await looksAgain(person);
  await person.reads("The platform has rejected it: the imprint is missing");
  await person.reads("Mend what the reason says, then ask for live again.");
  await person.looks("activation-rejected");
  await person.press("Ask for live");
  await person.reads("Live is asked for.");
  await admin(pages.server, "product activate", { product });
  await looksAgain(person);
  await person.reads("activated");
  await person.looks("activation-active");
  await person.press("Close");
  await person.looks("products-activated");
  await admin(pages.server, "product suspend", { product, reason: "an open question" });
  await looksAgain(person);
  await person.reads("The platform has suspended it: an open question");
  await person.reads("Ask the platform to open live again.");
  await person.looks("activation-suspended");
  await person.close();
});

test("activation: asked for while the platform has decided -> refused in words, and right when looked at again", {
  skip,
}, async () => {
  const founder = await secured("Quick");
  const product = await newProduct(founder);
  const person = await pages.personWith(founder);
  await looksAgain(person);
  await person.reads("You ask for");
  const capabilities = ["ledger", "customers", "transfers", "holds"];
  const { fees, usageRates } = PRICE_LIST;
  const expectedPricing = { fees, usageRates };
  const path = `/products/${product}/activation`;
  expect(await founder.post(path, { expectedPricing, capabilities }), 200);
  await person.press("Ask for live");
  await person.reads("Something about the Product is another than it is shown here.");
  await person.looks("activation-conflict");
  await looksAgain(person);
  await person.reads("The platform has not decided yet.");
  await person.close();
});

test("activation: without a second factor, and in a session begun without it -> what it takes; with it -> asked for", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Plain");
  const product = await newProduct(founder);
  const person = await pages.personWith(founder);
  await looksAgain(person);
  await person.reads("To ask for live takes a second factor, and you have none");
  await person.looks("activation-no-factor");
  const { secret } = await enrol(founder);
  await mailFor(pages.server, founder.email, 1);
  await looksAgain(person);
  await person.reads("takes a session that was begun with your second factor");
  await person.looks("activation-no-session");
  await person.press("Log out and log in again");
  await person.sees("Log in");
  assert.equal(person.at(), "/console/login?next=%2Fconsole%2Fproducts");
  await pages.people.logIn(founder, { totpSecret: secret });
  const verified = await pages.personWith(founder);
  await looksAgain(verified);
  await verified.press("Ask for live");
  await verified.reads("Live is asked for.");
  assert.equal(await statusOf(founder, product), "requested");
  await person.close();
  await verified.close();
});

test("activation: a role that may not -> the state without a button, and who can", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Roles");
  await newProduct(founder);
  const viewer = await pages.people.invited(founder, "viewer");
  const person = await pages.personWith(viewer);
  await looksAgain(person);
  await person.reads("does not allow you to ask for live.");
  await person.looks("activation-viewer");
  await person.press("Close");
  await person.close();
});

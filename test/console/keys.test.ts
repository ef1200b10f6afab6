/** Products and their API keys at the pages, in a real browser, against the API that the keys are for. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { HTTPRequest } from "puppeteer-core";
import { NO_BROWSER } from "../support/browser.ts";
import { expect } from "../support/client.ts";
import { type Console, openConsole, type Person } from "../support/console.ts";
import { tabsTo } from "../support/keyboard.ts";
import { sendMessage } from "../support/mcp.ts";
import { type Browser, enrol, mailFor } from "../support/people.ts";
import { admin } from "../support/server.ts";

/** A step of TOTP, milliseconds: no code is taken twice. */

const LIST_TOOLS = { jsonrpc: "2.0", id: 1, method: "tools/list" };

let pages: Console;
const skip = NO_BROWSER;

before(async () => {
  if (!NO_BROWSER) pages = await openConsole();
});

after(() => pages?.close());

/** What the API answers to a key: the status, and the code of a refusal. */
async function answerTo(key: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${pages.server.baseUrl}/api-keys/current`, {
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
  const body = (await response.json()) as { error?: { code: string } };
  return [response.status, body.error?.code];
}

/** The text of the key that is shown this once. */
async function shownKey(person: Person): Promise<string> {
  await person.reads("It is shown this once.");
  return String(await person.page.evaluate("document.querySelector('output').innerText"));
}

async function newProduct(founder: Browser, name = "Wallet"): Promise<string> {
  return expect(await founder.post("/products", { name }), 201).id("productId");
}

test("products: made, renamed, disabled, enabled in the page -> as each is told", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Acme");
  const person = await pages.personWith(founder);
  await person.goes("/console/products");
  await person.sees("Products");
  await person.reads("No Products yet");
  await person.looks("products-empty");
  await person.press("Make the Product");
  await person.reads("Name of the Product is missing.");
  await person.focuses("Name of the Product");
  await person.fill("Name of the Product", "Wallet");
  await person.press("Make the Product");
  await person.reads("Wallet is there.");
  await person.press("Rename Wallet");
  await person.fill("New name", "Purse");
  await person.press("Rename");
  await person.reads("The Product is called Purse now.");
  await person.press("Disable Purse");
  await person.reads("Every request with a key of Purse is refused at once");
  await person.looks("product-disable");
  await person.press("Disable");
  await person.reads("Purse is disabled: none of its keys works.");
  await person.follow("API keys of Purse");
  await person.sees("API keys");
  await person.reads("This one is disabled, so none of its keys works.");
  await person.looks("keys-disabled");
  await person.goes("/console/products");
  await person.press("Enable Purse");
  await person.press("Enable");
  await person.reads("Purse works again.");
  await person.looks("products");
  await person.close();
});

test("keys: one for an agent without a person -> the page says so, and the agents' protocol takes it and no other", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Acme");
  await newProduct(founder);
  const person = await pages.personWith(founder);
  await person.goes("/console/keys");
  const make = async (name: string, isOfAgent: boolean) => {
    await person.press("Make a key");
    await person.fill("Name of the key", name);
    if (isOfAgent) await tabsTo(person, "An agent may use it without a person");
    if (isOfAgent) await person.page.keyboard.press("Space");
    await person.looks(`key-new-${isOfAgent ? "agent" : "plain"}`);
    await person.press("Make the key");
    const text = await shownKey(person);
    if (isOfAgent) await person.reads("/v1/mcp");
    await person.press("I have kept it");
    return (await sendMessage(pages.server, text, LIST_TOOLS)).status;
  };
  assert.deepEqual([await make("Shop", false), await make("Clerk", true)], [401, 200]);
  // The newest is above, once the list has both.
  await person.click("tr:first-child:not(:last-child) td summary");
  await person.reads("may use it without a person, at /v1/mcp");
  await person.looks("keys-agent");
  await person.close();
});

test("keys: made in the page -> works; rolled -> both work; revoked in the page -> refused", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Acme");
  const person = await pages.personWith(founder);
  await person.goes("/console/keys");
  await person.reads("No Product, so no keys");
  await person.looks("keys-no-product");
  await newProduct(founder);
  await person.goes("/console/keys");
  await person.reads("No keys in sandbox yet");
  await person.looks("keys-empty");
  await person.press("Make a key");
  await person.fill("Name of the key", "Checkout");
  await person.click("::-p-aria(Full)");
  await person.click("dialog summary");
  await person.looks("key-new");
  await person.press("Make the key");
  const first = await shownKey(person);
  assert.match(first, /^service_test_/);
  // Nothing but the button takes it away.
  await person.page.keyboard.press("Escape");
  await person.page.keyboard.press("Escape");
  assert.equal(await shownKey(person), first);
  await person.reads("Because it was made in a browser, it may also call webhook_endpoint.");
  await person.looks("key-shown");
  assert.deepEqual(await answerTo(first), [200, undefined]);
  await person.press("I have kept it");
  const { length } = "service_test_abc";
  const named = (verb: string, key: string) => `${verb} the key Checkout, ${key.slice(0, length)}`;
  await person.press(named("Roll", first));
  await person.looks("key-roll");
  await person.press("Roll");
  await person.reads("It is shown this once.");
  const second = await shownKey(person);
  assert.deepEqual(await answerTo(first), [200, undefined]);
  assert.deepEqual(await answerTo(second), [200, undefined]);
  await person.press("I have kept it");
  await person.reads("rolling");
  await person.press(named("Revoke", first));
  await person.reads("is refused at once, and for ever");
  await person.looks("key-revoke");
  await person.press("Revoke the key");
  await person.reads("The key Checkout is revoked.");
  assert.deepEqual(await answerTo(first), [401, "key_revoked"]);
  assert.deepEqual(await answerTo(second), [200, undefined]);
  await person.press(named("Change", second));
  await person.fill("Name of the key", "Checkout in the shop");
  await person.fill("Allowed addresses", "203.0.113.0/99");
  await person.press("Save");
  await person.reads("has a prefix that is none of 0 to 32");
  await person.focuses("Allowed addresses");
  await person.looks("key-change-refused");
  await person.fill("Allowed addresses", "203.0.113.0/24");
  await person.press("Save");
  await person.reads("The key Checkout in the shop is changed.");
  assert.deepEqual(await answerTo(second), [401, "invalid_credentials"]);
  await person.looks("keys");
  await person.close();
});

test("keys: of live, without second factor and activation -> what is missing; with both -> made", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Acme");
  const product = await newProduct(founder);
  const person = await pages.personWith(founder);
  await person.goes(`/console/keys?product=${product}`);
  await person.reads("No keys in sandbox yet");
  await person.choose("Environment", "live");
  await person.reads("What is missing for a key of live");
  for (const words of ["activated for live", "You have none", "Log in again when you have one."]) {
    await person.reads(words);
  }
  assert.equal(person.at(), `/console/keys?product=${product}&environment=live`);
  await person.looks("keys-live-missing");
  await admin(pages.server, "product set", { product, live: "true" });
  const { secret } = await enrol(founder);
  await mailFor(pages.server, founder.email, 1);
  await person.reloads();
  await person.reads("This session was begun without one.");
  await person.press("Log out and log in again");
  await person.sees("Log in");
  assert.match(person.at(), /^\/console\/login\?next=%2Fconsole%2Fkeys%3Fproduct/);
  await pages.people.logIn(founder, { totpSecret: secret });
  const verified = await pages.personWith(founder);
  await verified.goes(`/console/keys?product=${product}&environment=live`);
  await verified.press("Make a key");
  await verified.fill("Name of the key", "Live");
  await verified.press("Make the key");
  const key = await shownKey(verified);
  assert.match(key, /^service_live_/);
  assert.deepEqual(await answerTo(key, { "x-service-environment": "live" }), [200, undefined]);
  await verified.looks("key-live-shown");
  await person.close();
  await verified.close();
});

test("keys: the answer was lost -> the same attempt again makes no second key, and says what is lost", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Acme");
  const product = await newProduct(founder);
  const person = await pages.personWith(founder);
  await person.goes(`/console/keys?product=${product}`);
  await person.press("Make a key");
  await person.fill("Name of the key", "Lost");
  await person.page.setOfflineMode(true);
  await person.press("Make the key");
  await person.reads("you seem to be offline");
  await person.looks("key-offline");
  await person.page.setOfflineMode(false);
  let isLost = false;
  await person.page.setRequestInterception(true);
  person.page.on("request", async (request: HTTPRequest) => {
    if (isLost || request.method() !== "POST") return request.continue();
    isLost = true;
    const headers = { ...request.headers(), cookie: founder.cookie };
    const body = (await request.fetchPostData()) ?? "";
    const answer = await fetch(request.url(), { method: "POST", headers, body });
    assert.equal(answer.status, 201, await answer.text());
    return request.abort();
  });
  await person.press("Try again");
  await person.until("document.querySelector('[aria-busy]') === null");
  assert.ok(isLost, "the server has made the key");
  await person.press("Try again");
  await person.reads("which nobody can show again");
  await person.looks("key-text-lost");
  const { length } = expect(await founder.get(`/products/${product}/api-keys`), 200).items();
  assert.equal(length, 1);
  await person.close();
});

test("keys: the role viewer -> sees keys and Products, and reads who may change them", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Acme");
  const product = await newProduct(founder);
  const body = { name: "Checkout", scopes: ["accounts:read"] };
  expect(await founder.post(`/products/${product}/api-keys/sandbox`, body), 201);
  const person = await pages.personWith(await pages.people.invited(founder, "viewer"));
  await person.goes("/console/keys");
  await person.reads("Yours does not allow you to make, change or revoke keys of sandbox");
  await person.reads("Checkout");
  await person.looks("keys-viewer");
  await person.follow("Products");
  await person.reads("does not allow you to make or rename Products");
  await person.looks("products-viewer");
  const names = await person.page.$$eval("button", (all) => all.map((one) => one.textContent));
  // Everybody may look how far a Product is on its way to live.
  assert.deepEqual(names, ["Menu", "Log out", "Live"]);
  await person.close();
});

test("keys: of a member who was removed -> listed by themselves, and all ended in the page", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Acme");
  const productId = await newProduct(founder);
  const member = await pages.people.invited(founder, "developer");
  const path = `/products/${productId}/api-keys/sandbox`;
  const make = async (browser: Browser, name: string) =>
    expect(await browser.post(path, { name, scopes: ["accounts:read"] }), 201).id("key");
  const keys = [await make(member, "Theirs"), await make(member, "Theirs too")];
  const own = await make(founder, "Ours");
  const person = await pages.personWith(founder);
  const { memberId } =
    expect(await founder.get("/tenant/members"), 200)
      .items()
      .find(({ email }) => email === member.email) ?? {};
  expect(await founder.post(`/tenant/members/${memberId}/remove`), 200);
  await person.goes("/console/keys");
  await person.reads("made by a former member");
  await person.reads("Ours");
  await person.choose("Made by", "removed");
  await person.reads("Theirs too");
  await person.looks("keys-former-member");
  const [first = ""] = keys;
  const { length } = "service_test_abc";
  await person.press(`Revoke all of the maker of the key Theirs, ${first.slice(0, length)}`);
  await person.reads("Revoke all keys of this person?");
  await person.looks("keys-former-member-revoke");
  await person.press("Revoke the keys");
  await person.reads("2 keys are revoked.");
  for (const key of keys) assert.deepEqual(await answerTo(key), [401, "key_revoked"]);
  assert.deepEqual(await answerTo(own), [200, undefined]);
  await person.close();
});

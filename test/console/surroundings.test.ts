/** What surrounds the pages: connections that are not secure, paths without a page, slow answers, policies. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PAGE_LIMIT_DEFAULT } from "../../src/contract/values/formats.ts";
import { INSECURE_HOST, NO_BROWSER } from "../support/browser.ts";
import { expect } from "../support/client.ts";
import { type Console, openConsole } from "../support/console.ts";

let pages: Console;
const skip = NO_BROWSER;

before(async () => {
  if (!NO_BROWSER) pages = await openConsole();
});

after(() => pages?.close());

test("console: by plain HTTP from elsewhere -> says what to do, and asks for nothing", {
  skip,
}, async () => {
  const person = await pages.person();
  const { port } = new URL(pages.origin);
  const origin = `http://${INSECURE_HOST}:${port}`;
  await person.page.goto(`${origin}/console/login`);
  await person.sees("This connection is not secure");
  await person.reads("https://");
  assert.deepEqual(person.said, []);
  assert.equal(person.requested.filter((url) => url.includes("/v1/")).length, 0);
  await person.close();
});

test("console: a path without a page, then the browser's way back -> says so; the page before", {
  skip,
}, async () => {
  const person = await pages.person();
  await person.goes("/console/nothing/here");
  await person.sees("There is no such page");
  await person.looks("missing");
  await person.follow("Go to the overview");
  await person.sees("Log in");
  await person.page.goBack();
  await person.sees("There is no such page");
  await person.focuses("There is no such page");
  await person.close();
});

test("console: no answer to the first question -> says so, and goes on when it is asked to", {
  skip,
}, async () => {
  const person = await pages.personWith(await pages.people.founder("Slow"));
  await person.page.setRequestInterception(true);
  let isCut = true;
  person.page.on("request", (request) => {
    if (isCut && request.url().includes("/v1/")) void request.abort("connectionfailed");
    else void request.continue();
  });
  await person.goes("/console");
  await person.reads("you seem to be offline");
  await person.looks("overview-offline");
  isCut = false;
  await person.press("Try again");
  await person.reads("No Products yet");
  isCut = true;
  await person.press("Log out");
  await person.reads("you seem to be offline");
  await person.looks("log-out-offline");
  isCut = false;
  await person.press("Try again");
  await person.reads("You are logged out.");
  await person.close();
});

test("console: on a telephone -> the menu opens and closes by its button and with the page", {
  skip,
}, async () => {
  const person = await pages.personWith(await pages.people.founder("Small"));
  await person.page.setViewport({ width: 360, height: 740 });
  await person.goes("/console");
  await person.sees("Small");
  const isShown = () => person.page.evaluate("document.querySelector('nav').checkVisibility()");
  assert.equal(await isShown(), false);
  await person.press("Menu");
  assert.equal(await isShown(), true);
  await person.follow("Overview");
  await person.until("!document.querySelector('nav').checkVisibility()");
  await person.close();
});

test("console: a style that somebody puts into the page, markup made of text -> refused, and noticed", {
  skip,
}, async () => {
  const person = await pages.person();
  await person.goes("/console/login");
  await person.sees("Log in");
  const made =
    "Object.assign(document.createElement('style'), { textContent: 'p { color: red }' })";
  await person.page.evaluate(`void document.head.append(${made})`);
  await assert.rejects(person.looks("never"), /Content Security Policy/);
  const markup = "document.body.innerHTML = '<p>evil'";
  await assert.rejects(person.page.evaluate(markup), /TrustedHTML/);
  await person.close();
});

test("console: more Products than a page of the list -> the rest by a button, also after a lost answer", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Many");
  for (let number = 1; number <= PAGE_LIMIT_DEFAULT + 1; number++) {
    expect(await founder.post("/products", { name: `Product ${number}` }), 201);
  }
  const person = await pages.personWith(founder);
  await person.goes("/console");
  await person.sees("Many");
  const rows = (count: number) =>
    person.until(`document.querySelectorAll("tbody tr").length === ${count}`);
  await rows(PAGE_LIMIT_DEFAULT);
  await person.page.setOfflineMode(true);
  await person.press("Show more");
  await person.reads("you seem to be offline");
  await person.looks("overview-more-offline");
  await person.page.setOfflineMode(false);
  await person.press("Try again");
  await rows(PAGE_LIMIT_DEFAULT + 1);
  await person.until("!document.querySelector('[role=alert], .more')");
  await person.close();
});

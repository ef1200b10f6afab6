/**
 * What becomes of requests of agents, at the pages, in a real browser: the inbox follows what happens elsewhere, and
 * a request that was let through leads to the operation that ran.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import type { Page } from "puppeteer-core";
import { NO_BROWSER } from "../support/browser.ts";
import { expect } from "../support/client.ts";
import { type Console, openConsole } from "../support/console.ts";
import { type Asking, newLiveCompany, opening } from "../support/live_agents.ts";
import { documentOf } from "../support/mcp.ts";
import { type Browser, PASSWORD } from "../support/people.ts";

let pages: Console;
let asking: Asking;
const skip = NO_BROWSER;
/** What a page repeats never begins, so what it shows comes without a poll. Puppeteer looks more often than this. */
const WITHOUT_POLL = `{
  const every = globalThis.setInterval;
  globalThis.setInterval = (work, ms) => (ms >= 1000 ? 0 : every(work, ms));
}`;
/** One more than the connections that a browser opens to a host by HTTP/1.1. */
const TABS = 7;
/** The link of the navigation with this name. */
const named = (name: string) => `::-p-aria([name="${name}"][role="link"])`;

before(async () => {
  if (NO_BROWSER) return;
  pages = await openConsole();
  asking = { ...pages, hosts: [] };
});

after(async () => {
  await Promise.all((asking?.hosts ?? []).map((host) => host.close()));
  await pages?.close();
});

async function approve(founder: Browser, id: string): Promise<void> {
  expect(await founder.post(`/agent-approvals/${id}/approve`, { password: PASSWORD }), 200);
}

/** Resolves when the navigation says that so many wait, in a tab that nobody looks at too. */
async function counts(tab: Page, waiting: number): Promise<void> {
  const shown = `document.querySelector("nav .count")?.firstChild?.nextSibling?.textContent`;
  await tab.waitForFunction(`${shown} === "${waiting}"`, { polling: 100 });
}

test("approval: let through -> the page leads to the operation that ran", { skip }, async () => {
  const { founder, product, call, told } = await newLiveCompany(asking);
  const given = opening(product);
  const asked = await told("account_create", given);
  await approve(founder, asked.id);
  const person = await pages.personWith(founder);
  await person.goes(asked.path);
  await person.sees("Approved");
  const account = documentOf(await call("account_create", given));
  await person.sees("Let through");
  await person.reads("What came of it");
  await person.looks("approval-ran");
  await person.click('.banner a[href^="/console/operations/op_"]');
  await person.sees("Operation");
  const words = ["succeeded", String(account["accountId"]), String(given["idempotencyKey"])];
  for (const each of words) await person.reads(each);
  await person.looks("operation");
  await person.goes(`/console/operations/op_${"0".repeat(26)}`);
  await person.sees("No such operation");
  await person.looks("operation-unknown");
  await person.close();
});

test("approvals: requests come and are decided -> the open page and its navigation follow, without a poll", {
  skip,
}, async () => {
  const { founder, product, call, told } = await newLiveCompany(asking);
  const person = await pages.personWith(founder);
  await person.page.evaluateOnNewDocument(WITHOUT_POLL);
  await person.goes("/console");
  await person.follow("Approvals");
  await person.sees("Approvals");
  await person.reads("Nothing waits");
  await person.page.evaluate("globalThis.isSamePage = true");
  const given = opening(product);
  const asked = await told("account_create", given);
  await person.finds(named("Approvals 1 waits"));
  const other = await told("account_list", { productId: product, idempotencyKey: randomUUID() });
  await person.finds(named("Approvals 2 wait"));
  const summary = expect(await founder.get(`/agent-approvals/${asked.id}`), 200).at("summary");
  // The page asks for its list anew after the navigation has its number, so the list may be a moment behind it.
  for (const { path } of [asked, other]) await person.page.waitForSelector(`a[href="${path}"]`);
  await person.reads(String(summary));
  const links = await person.page.$$eval("table[aria-label=Waiting] a", (all) =>
    all.map((one) => one.getAttribute("href")),
  );
  assert.deepEqual(links, [other.path, asked.path]);
  await person.looks("approvals");
  await person.follow(`${String(summary)}, asked by Reconciler`);
  await person.fill("Your password", PASSWORD);
  await person.press("Approve");
  await person.sees("Approved");
  await person.follow("All approvals");
  await person.reads("approved");
  documentOf(await call("account_create", given));
  await person.reads("let through");
  await person.looks("approvals-decided");
  expect(await founder.post(`/agent-approvals/${other.id}/deny`, {}), 200);
  await person.reads("Nothing waits");
  await person.finds(named("Approvals"));
  assert.equal(await person.page.evaluate("globalThis.isSamePage"), true);
  await person.close();
});

test("approvals: more tabs than a browser has connections -> one stream for all; the next tab takes it over", {
  skip,
}, async () => {
  const { founder, product, told } = await newLiveCompany(asking);
  const person = await pages.personWith(founder);
  const streams: string[] = [];
  const tabs: Page[] = [];
  for (let count = 0; count < TABS; count++) {
    const tab = await person.context.newPage();
    await tab.evaluateOnNewDocument(WITHOUT_POLL);
    tab.on("request", (request) => {
      if (request.url().endsWith("/agent-approvals/stream")) streams.push(request.url());
    });
    await tab.goto(`${pages.origin}/console/approvals`);
    await tab.waitForSelector("h1");
    tabs.push(tab);
  }
  await told("account_create", opening(product));
  for (const tab of tabs) await counts(tab, 1);
  assert.equal(streams.length, 1);
  const [first, ...others] = tabs;
  await first?.close();
  await told("account_create", opening(product));
  for (const tab of others) await counts(tab, 2);
  assert.equal(streams.length, 2);
  await person.close();
});

/** As in a browser whose connection is not secure. */
const WITHOUT_LOCKS = `Object.defineProperty(Navigator.prototype, "locks", { value: undefined })`;

for (const [why, isBlocked, script] of [
  ["no stream comes", true, ""],
  ["a browser without locks", false, WITHOUT_LOCKS],
] as const) {
  test(`approvals: ${why} -> the open page asks every few seconds`, { skip }, async () => {
    const { founder, product, told } = await newLiveCompany(asking);
    const person = await pages.personWith(founder);
    const streams: string[] = [];
    await person.page.evaluateOnNewDocument(script);
    await person.page.setRequestInterception(true);
    person.page.on("request", (request) => {
      const isStream = request.url().endsWith("/agent-approvals/stream");
      if (isStream) streams.push(request.url());
      void (isStream && isBlocked ? request.abort() : request.continue());
    });
    await person.goes("/console/approvals");
    await person.reads("Nothing waits");
    const asked = await told("account_create", opening(product));
    await person.page.waitForSelector(`a[href="${asked.path}"]`);
    await person.finds(named("Approvals 1 waits"));
    await approve(founder, asked.id);
    await person.reads("Nothing waits");
    assert.equal(streams.length > 0, isBlocked);
    await person.close();
  });
}

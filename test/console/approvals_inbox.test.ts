/**
 * What becomes of requests of agents, at the pages, in a real browser: the inbox follows what happens elsewhere, and
 * a request that was let through leads to the operation that ran.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { expect } from "../support/client.ts";
import { type Console, NO_BROWSER, openConsole } from "../support/console.ts";
import { type Asking, newLiveCompany, opening } from "../support/live_agents.ts";
import { documentOf } from "../support/mcp.ts";
import { type Browser, PASSWORD } from "../support/people.ts";

let pages: Console;
let asking: Asking;
const skip = NO_BROWSER;

before(async () => {
  if (NO_BROWSER) return;
  pages = await openConsole(["--limit-ip", "0"]);
  asking = { ...pages, hosts: [] };
});

after(async () => {
  await Promise.all((asking?.hosts ?? []).map((host) => host.close()));
  await pages?.close();
});

async function approve(founder: Browser, id: string): Promise<void> {
  expect(await founder.post(`/agent-approvals/${id}/approve`, { password: PASSWORD }), 200);
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

test("approvals: requests come and are decided -> the open page follows by itself", {
  skip,
}, async () => {
  const { founder, product, call, told } = await newLiveCompany(asking);
  const person = await pages.personWith(founder);
  await person.goes("/console");
  await person.follow("Approvals");
  await person.sees("Approvals");
  await person.reads("Nothing waits");
  const given = opening(product);
  const asked = await told("account_create", given);
  const other = await told("account_list", { productId: product, idempotencyKey: randomUUID() });
  const summary = expect(await founder.get(`/agent-approvals/${asked.id}`), 200).at("summary");
  await person.page.waitForSelector(`a[href="${asked.path}"]`);
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
  await person.close();
});

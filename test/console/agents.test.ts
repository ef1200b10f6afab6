/** The page Agents in a real browser: what is there, changed and ended on it is so at the API. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { HTTPRequest } from "puppeteer-core";
import { INJECTED, INJECTED_CODES } from "../support/agent_names.ts";
import { letInAgent } from "../support/agents.ts";
import { NO_BROWSER } from "../support/browser.ts";
import { expect } from "../support/client.ts";
import { type Console, openConsole } from "../support/console.ts";
import { openProgram } from "../support/oauth.ts";
import type { Browser } from "../support/people.ts";

let pages: Console;
const skip = NO_BROWSER;

before(async () => {
  if (!NO_BROWSER) pages = await openConsole();
});

after(() => pages?.close());

async function grantOf(founder: Browser, { agentGrantId }: { agentGrantId: string }) {
  return expect(await founder.get(`/agent-grants/${agentGrantId}`), 200).body;
}

async function newProduct(founder: Browser, name: string): Promise<string> {
  return expect(await founder.post("/products", { name }), 201).id("productId");
}

/** What a refresh of the agent's tokens is answered with. */
async function refreshed(refresh: string): Promise<unknown> {
  const program = openProgram(pages.server);
  try {
    const { status, body } = await program.post("/oauth/token", {
      grant_type: "refresh_token",
      client_id: "test-agent",
      refresh_token: refresh,
    });
    return status === 200 ? status : body["error"];
  } finally {
    program.close();
  }
}

test("agents: none, then one -> renamed, spread, narrowed, its grant ended; each as the API tells", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Acme");
  const wallet = await newProduct(founder, "Wallet");
  const purse = await newProduct(founder, "Purse");
  const person = await pages.personWith(founder);
  await person.goes("/console");
  await person.follow("Agents");
  await person.sees("Agents");
  await person.reads("No agents");
  await person.looks("agents-empty");

  const granting = { scopes: ["products:read", "objects:write"], productIds: [wallet] };
  const agent = await letInAgent(pages.server, founder, granting);
  await person.reloads();
  for (const words of [
    "Tester",
    "you",
    "test-agent",
    "By name Wallet",
    "It has made no Products.",
  ]) {
    await person.reads(words);
  }
  await person.click("td summary");
  await person.reads("Create and change objects of Products");
  await person.looks("agents");

  await person.press("Rename Tester");
  await person.looks("agent-rename");
  await person.fill("Name of the agent", "Bookkeeper");
  await person.press("Rename");
  await person.reads("The agent is called Bookkeeper now.");
  await person.press("Reach of Bookkeeper");
  await person.click('input[name="companyWide"]');
  await person.looks("agent-reach");
  await person.press("Save");
  await person.reads("Bookkeeper reaches the sandboxes of all Products now.");
  const path = `/agent-members/${agent.agentMemberId}`;
  const member = expect(await founder.get(path), 200).body;
  assert.deepEqual([member["name"], member["companyWide"]], ["Bookkeeper", true]);

  await person.press("Narrow what Bookkeeper, let in by you may do");
  await person.click('input[name="products:read"]');
  await person.click('input[name="objects:write"]');
  await person.press("Save");
  await person.reads("Leave at least one, or end the grant.");
  await person.looks("agent-narrow");
  await person.click('input[name="products:read"]');
  await person.click(`input[name="${wallet}"]`);
  await person.click(`input[name="${purse}"]`);
  await person.press("Save");
  await person.reads("The grant of Bookkeeper is changed.");
  await person.reads("By name Purse");
  const narrowed = await grantOf(founder, agent);
  assert.deepEqual([narrowed["scopes"], narrowed["productIds"]], [["products:read"], [purse]]);

  await person.press("End the grant of Bookkeeper, let in by you");
  await person.reads("are refused at once, everywhere");
  await person.looks("agent-grant-end");
  await person.press("End the grant");
  await person.reads("The grant of Bookkeeper has ended.");
  await person.reads("No grant of it is in force");
  await person.looks("agents-without-grant");
  assert.equal((await grantOf(founder, agent))["status"], "revoked");
  assert.equal(await refreshed(agent.refresh), "invalid_grant");
  await person.close();
});

test("agents: revoked, with the grants of two people -> said before; gone after, and among the revoked", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Acme");
  const developer = await pages.people.invited(founder, "developer");
  const first = await letInAgent(pages.server, founder, { agentName: "Claude Code" });
  const { agentMemberId } = first;
  const second = await letInAgent(pages.server, developer, { agentMemberId });
  const person = await pages.personWith(founder);
  await person.goes("/console/agents");
  await person.reads("Ada Lovelace");
  await person.press("Revoke the agent Claude Code");
  await person.reads("All its 2 grants end, which 2 people gave.");
  await person.looks("agent-revoke");
  await person.press("Keep it");
  assert.equal((await grantOf(founder, first))["status"], "active");
  await person.press("Revoke the agent Claude Code");
  await person.press("Revoke the agent");
  await person.reads("The agent Claude Code is revoked");
  await person.focuses("Agents");
  await person.reads("No agents");
  await person.click("details:last-of-type summary");
  await person.reads(agentMemberId);
  await person.looks("agents-revoked");
  for (const grant of [first, second]) {
    assert.equal((await grantOf(founder, grant))["status"], "revoked");
    assert.equal(await refreshed(grant.refresh), "invalid_grant");
  }
  await person.close();
});

test("agents: a name with markup, hidden and foreign characters -> shown as text, flagged, in dialogs too", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Acme");
  await letInAgent(pages.server, founder, {}, { agent_name: INJECTED });
  const person = await pages.personWith(founder);
  await person.goes("/console/agents");
  await person.reads('<img src=x onerror="document.title=1">');
  for (const code of INJECTED_CODES) await person.reads(code);
  await person.reads("This name has letters that look like others");
  await person.looks("agents-injected");
  const { page } = person;
  assert.equal(await page.title(), "Agents · Console");
  assert.deepEqual(await page.$$eval("h1", (all) => all.length), 1);
  assert.deepEqual(await page.$$eval("main img", (all) => all.length), 0);
  await person.click("::-p-aria([role='button'])::-p-text(Rename)");
  await person.looks("agent-rename-injected");
  const shown = `document.body.innerText + document.querySelector('input[name="agentName"]').value
    + [...document.querySelectorAll("[aria-label]")].map((one) => one.ariaLabel).join()`;
  assert.doesNotMatch(
    String(await page.evaluate(shown)),
    /[\u200b-\u200f\u202a-\u202e\u2060-\u2069]/,
  );
  await person.close();
});

test("agents: roles -> own grants may be changed, those of others not; who manages members narrows and adds nothing", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Acme");
  const wallet = await newProduct(founder, "Wallet");
  const developer = await pages.people.invited(founder, "developer");
  const first = await letInAgent(pages.server, founder, { agentName: "Claude Code" });
  const { agentMemberId } = first;
  const own = await letInAgent(pages.server, developer, { agentMemberId, productIds: [wallet] });
  const person = await pages.personWith(developer);
  await person.goes("/console/agents");
  await person.reads("lets you change what you have let in yourself");
  await person.looks("agents-developer");
  const buttons = await person.page.$$eval("main button", (all) =>
    all.map((one) => one.getAttribute("aria-label")),
  );
  assert.deepEqual(buttons, [
    "Narrow what Claude Code, let in by you may do",
    "End the grant of Claude Code, let in by you",
  ]);
  await person.close();

  const manager = await pages.personWith(founder);
  await newProduct(founder, "Purse");
  await manager.goes("/console/agents");
  await manager.press("Narrow what Claude Code, let in by Ada Lovelace may do");
  await manager.reads("Wallet");
  assert.equal((await manager.page.$$('dialog input[name^="prod_"]')).length, 1);
  await manager.click(`input[name="${wallet}"]`);
  // The person who let it in is quicker.
  const narrower = { scopes: ["products:read"] };
  expect(await developer.send("PATCH", `/agent-grants/${own.agentGrantId}`, narrower), 200);
  await manager.press("Save");
  await manager.reads("somebody else has changed it meanwhile");
  await manager.looks("agent-narrow-conflict");
  await manager.press("Cancel");
  await manager.reloads();
  await manager.press("Narrow what Claude Code, let in by Ada Lovelace may do");
  await manager.click(`input[name="${wallet}"]`);
  await manager.press("Save");
  await manager.reads("The grant of Claude Code is changed.");
  const { scopes, productIds } = await grantOf(founder, own);
  assert.deepEqual([scopes, productIds], [["products:read"], []]);
  await manager.close();
});

test("agents: loading, then no answer -> says so; another attempt shows them", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Acme");
  await letInAgent(pages.server, founder, { agentName: "Claude Code" });
  const person = await pages.personWith(founder);
  const held: HTTPRequest[] = [];
  let isHeld = true;
  await person.page.setRequestInterception(true);
  person.page.on("request", (request) => {
    if (isHeld && request.url().includes("/v1/agent-")) held.push(request);
    else void request.continue();
  });
  await person.page.goto(`${pages.origin}/console/agents`);
  await person.sees("Agents");
  await person.page.waitForSelector(".waiting");
  await person.looks("agents-loading");
  isHeld = false;
  await Promise.all(held.map((request) => request.abort()));
  await person.reads("you seem to be offline");
  await person.looks("agents-offline");
  await person.press("Try again");
  await person.reads("Claude Code");
  await person.close();
});

test("sessions: of an agent -> shown as one, leads to Agents; its end is the end of its grant", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Acme");
  const agent = await letInAgent(pages.server, founder, { scopes: ["products:read"] });
  const person = await pages.personWith(founder);
  await person.goes("/console/sessions");
  await person.reads("What it may do and reaches is on the page Agents.");
  await person.looks("sessions-agent");
  await person.press("End the session test-agent");
  await person.reads("its grant ends");
  await person.looks("session-agent-end");
  await person.press("End the session");
  await person.reads("test-agent is logged out, everywhere and at once.");
  assert.equal((await grantOf(founder, agent))["status"], "revoked");
  await person.close();
});

test("products: a name that an agent may have chosen -> on no page markup, hidden or without a warning", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Acme");
  const made = expect(await founder.post("/products", { name: INJECTED }), 201);
  const person = await pages.personWith(founder);
  for (const path of ["", "/products", `/keys?product=${made.id("productId")}`]) {
    await person.goes(`/console${path}`);
    for (const code of INJECTED_CODES) await person.reads(code);
    assert.equal((await person.page.$$("h1")).length, 1);
    const text = String(await person.page.evaluate("document.body.innerText"));
    assert.doesNotMatch(text, /[\u200b\u202e]/);
    await person.looks(`injected-product${path.split("?")[0]?.replace("/", "-")}`);
  }
  await person.goes("/console/products");
  await person.click(".actions button:nth-of-type(2)");
  await person.reads("The present name has characters that cannot be seen");
  await person.looks("injected-product-rename");
  await person.close();
});

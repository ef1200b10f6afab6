/** An agent is let in, in a real browser: what the person reads, narrows and grants is what the grant says. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { INJECTED, INJECTED_CODES } from "../support/agent_names.ts";
import { AGENT_CLIENT, letInAgent, mcpUrlOf } from "../support/agents.ts";
import { NO_BROWSER } from "../support/browser.ts";
import { expect } from "../support/client.ts";
import { type Console, openConsole, type Person } from "../support/console.ts";
import { PRICES } from "../support/features/build/sources.ts";
import { tabsTo } from "../support/keyboard.ts";
import { openProgram, type Program } from "../support/oauth.ts";
import { type Browser, enrol } from "../support/people.ts";
import { INVOICE, MINIMAL } from "../support/programs/programs.ts";

let pages: Console;
let program: Program;
const skip = NO_BROWSER;

before(async () => {
  if (NO_BROWSER) return;
  pages = await openConsole();
  program = openProgram(pages.server);
});

after(async () => {
  program?.close();
  await pages?.close();
});

/** An agent asks; the page that it leads to. */
async function ask(agentName: string, more: Record<string, string> = {}) {
  const resource = mcpUrlOf(pages.server);
  const form = { client_id: AGENT_CLIENT, resource, agent_name: agentName, ...more };
  const { deviceCode, userCode } = await program.ask(form);
  return { deviceCode, userCode, path: `/console/device?user_code=${userCode}` };
}

async function newProduct(founder: Browser, name: string): Promise<string> {
  return expect(await founder.post("/products", { name }), 201).id("productId");
}

/** The company's only grant and its agent. */
async function granted(founder: Browser) {
  const [grant, ...others] = expect(await founder.get("/agent-grants?status=active"), 200).items();
  assert.equal(others.length, 0);
  const path = `/agent-members/${String(grant?.["agentMemberId"])}`;
  return { grant: grant ?? {}, agent: expect(await founder.get(path), 200).body };
}

/** What is ticked or chosen on the page, by the names of the fields. */
async function ticked({ page }: Person): Promise<string[]> {
  const boxes = await page.$$eval("input:checked", (all) =>
    all.map((one) => {
      const { type, name, value } = one as unknown as Record<string, string>;
      return type === "radio" ? `${name}=${value}` : String(name);
    }),
  );
  return boxes.sort();
}

test("agent consent: nothing is touched -> a new agent with all that it asks for, which reaches only what it makes", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Acme");
  await newProduct(founder, "Wallet");
  const person = await pages.personWith(founder);
  const { path, userCode, deviceCode } = await ask("Helper", {
    scope: "products:read objects:write",
  });
  await person.goes(path);
  await person.sees("Let an agent in");
  for (const words of [
    "An agent that calls itself “Helper” asks to act for you in Acme.",
    userCode,
    "Nobody has verified the name.",
    "It can be wrong",
    "In live every single call, reading too, asks a person first",
    AGENT_CLIENT,
    mcpUrlOf(pages.server),
    "Create and change objects of Products, with their actions.",
    "Wallet",
    "Three tools",
  ]) {
    await person.reads(words);
  }
  assert.deepEqual(await ticked(person), [
    "builds=every",
    "objects:write",
    "products:read",
    "toolForm=full",
  ]);
  await person.looks("agent-consent");
  await tabsTo(person, "Let it in");
  await person.page.keyboard.press("Enter");
  await person.sees("The agent is let in");
  await person.reads("What calls itself “Helper” acts for you in Acme.");
  await person.focuses("The agent is let in");
  await person.looks("agent-approved");
  const { grant, agent } = await granted(founder);
  assert.deepEqual(
    [grant["scopes"], grant["productIds"], grant["buildIds"], grant["toolForm"]],
    [["products:read", "objects:write"], [], [], "full"],
  );
  assert.deepEqual([agent["name"], agent["companyWide"]], ["Helper", false]);
  assert.equal((await program.poll(deviceCode, AGENT_CLIENT)).status, 200);
  await person.goes(path);
  await person.sees("The agent was let in already");
  await person.follow("Agents");
  await person.sees("Agents");
  await person.close();
});

test("agent consent: narrowed in every way -> the grant and the agent say exactly that", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Acme");
  for (let number = 1; number <= 9; number++) await newProduct(founder, `Shop ${number}`);
  const wallet = await newProduct(founder, "Wallet");
  const draft = { source: INVOICE, expectedPricing: PRICES };
  const buildId = expect(await founder.post("/builds", draft), 201).id("buildId");
  const drafts = ["Loans", "Cards"].map((name) => ({ name, source: MINIMAL }));
  const [loans, cards] = await Promise.all(
    drafts.map(async (one) =>
      expect(await founder.post("/blueprints", one), 201).id("blueprintId"),
    ),
  );
  const other = { source: { ...MINIMAL, name: "Another" }, expectedPricing: PRICES };
  expect(await founder.post("/builds", other), 201);
  const person = await pages.personWith(founder);
  const { path } = await ask("Helper", { scope: "products:read objects:write transfers:write" });
  await person.goes(path);
  await person.sees("Let an agent in");
  await person.fill("Name of the agent", " ");
  await person.press("Let it in");
  await person.reads("Give the agent a name.");
  await person.focuses("Name of the agent");
  await person.fill("Name of the agent", "Bookkeeper");
  await person.press("Reading only");
  await person.click('input[name="products:read"]');
  await person.click('input[value="some"]');
  await person.press("Let it in");
  await person.reads("Leave at least one, or deny.");
  await person.reads("Choose at least one Build, or every Build.");
  await person.looks("agent-consent-faults");
  await person.click('input[name="objects:write"]');
  await person.click('input[name="companyWide"]');
  await person.page.locator('input[aria-label="Find in Products by name"]').fill("wall");
  await person.click(`input[name="${wallet}"]`);
  await person.fill("Find a Build by name or id", buildId);
  await person.page.keyboard.press("Enter");
  await person.until(`document.querySelectorAll('input[name^="bld_"]').length === 1`);
  await person.click(`input[name="${buildId}"]`);
  await person.fill("Find a Build by name or id", "");
  await person.press("Find");
  await person.until(`document.querySelectorAll('input[name^="bld_"]').length === 2`);
  await person.fill("Find a blueprint by name or id", "loan");
  await person.page.keyboard.press("Enter");
  await person.until(`document.querySelectorAll('input[name^="bp_"]').length === 1`);
  await person.click(`input[name="${loans}"]`);
  await person.fill("Find a blueprint by name or id", "");
  await person.page.keyboard.press("Enter");
  await person.page.waitForSelector(`input[name="${cards}"]:not(:checked)`);
  await person.click('input[value="compact"]');
  await person.looks("agent-consent-narrowed");
  await person.press("Let it in");
  await person.sees("The agent is let in");
  const { grant, agent } = await granted(founder);
  assert.deepEqual(
    [grant["scopes"], grant["productIds"], grant["buildIds"], grant["toolForm"]],
    [["objects:write"], [wallet], [buildId], "compact"],
  );
  assert.deepEqual(grant["blueprintIds"], [loans]);
  await person.goes("/console/agents");
  await person.reads("Reads 1 blueprint by name");

  assert.deepEqual([agent["name"], agent["companyWide"]], ["Bookkeeper", true]);
  await person.close();
});

test("agent consent: a name with markup, hidden and foreign characters -> shown as text, each of them told", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Acme");
  const person = await pages.personWith(founder);
  const { path } = await ask(INJECTED);
  await person.goes(path);
  await person.sees("Let an agent in");
  await person.reads('<img src=x onerror="document.title=1">');
  await person.reads("This name has characters that cannot be seen or that turn text around");
  for (const code of INJECTED_CODES) await person.reads(code);
  await person.reads("This name has letters that look like others: С (U+0421, Cyrillic alphabet)");
  await person.looks("agent-consent-injected");
  const { page } = person;
  assert.equal(await page.title(), "Let an agent in · Console");
  assert.deepEqual(await page.$$eval("h1", (all) => all.length), 1);
  assert.deepEqual(await page.$$eval("main img", (all) => all.length), 0);
  // Nothing on the page hides or turns around, the field with the name neither.
  const all = `document.body.innerText + document.querySelector('input[name="agentName"]').value`;
  assert.doesNotMatch(
    String(await page.evaluate(all)),
    /[\u200b-\u200f\u202a-\u202e\u2060-\u2069]/,
  );
  await person.fill("Name of the agent", "Ас\u200bme");
  await person.reads("The name that you give it has characters that cannot be seen");
  await person.fill("Name of the agent", "Helper");
  await person.press("Let it in");
  await person.sees("The agent is let in");
  await person.looks("agent-approved-injected");
  assert.equal((await granted(founder)).agent["name"], "Helper");
  await person.close();
});

test("agent consent: a known agent, and a name like its name -> told; let in as the known one", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Acme");
  const known = await letInAgent(pages.server, founder, { agentName: "Claude Code" });
  const person = await pages.personWith(founder);
  const { path } = await ask("С1аude-Code", { scope: "products:read" });
  await person.goes(path);
  await person.reads("The company has an agent Claude Code already");
  await person.looks("agent-consent-twin");
  await person.click('input[value="known"]');
  await person.choose("Agent", known.agentMemberId);
  await person.click('input[name="companyWide"]');
  await person.looks("agent-consent-known");
  await person.press("Let it in");
  await person.sees("The agent is let in");
  const grants = expect(await founder.get("/agent-grants?status=active"), 200).items();
  assert.deepEqual(
    grants.map(({ agentMemberId }) => agentMemberId),
    [known.agentMemberId, known.agentMemberId],
  );
  const agent = expect(await founder.get(`/agent-members/${known.agentMemberId}`), 200).body;
  assert.deepEqual([agent["name"], agent["companyWide"]], ["Claude Code", true]);
  await person.close();
});

test("agent consent: the agent of somebody else, in a role that manages nobody -> its reach is not offered", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Acme");
  await letInAgent(pages.server, founder, { agentName: "Claude Code" });
  const person = await pages.personWith(await pages.people.invited(founder, "developer"));
  const { path } = await ask("Claude", { scope: "products:read" });
  await person.goes(path);
  await person.reads("Within your role, developer.");
  await person.click('input[value="known"]');
  await person.reads("Somebody else let this agent in first");
  assert.deepEqual(await person.page.$$('input[name="companyWide"]'), []);
  await person.press("Deny");
  await person.sees("The agent stays out");
  await person.looks("agent-denied");
  await person.close();
});

test("agent consent: the known agent is revoked meanwhile -> says so; what was chosen stays", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Acme");
  const known = await letInAgent(pages.server, founder, { agentName: "Claude Code" });
  const person = await pages.personWith(founder);
  const { path } = await ask("Claude", { scope: "products:read" });
  await person.goes(path);
  await person.click('input[value="known"]');
  expect(await founder.post(`/agent-members/${known.agentMemberId}/revoke`), 200);
  await person.press("Let it in");
  await person.reads("This agent was revoked meanwhile, for good. Let it in as a new one.");
  await person.looks("agent-consent-refused");
  await person.click('input[value="new"]');
  await person.press("Let it in");
  await person.sees("The agent is let in");
  await person.close();
});

test("agent consent: a company that asks for a second factor, a person of no company -> says what to do", {
  skip,
}, async () => {
  const owner = await pages.people.founder("Acme");
  const member = await pages.people.invited(owner, "viewer");
  const person = await pages.personWith(member);
  const { path } = await ask("Claude", { scope: "products:read" });
  await person.goes(path);
  await person.reads("Within your role, viewer.");
  const { secret } = await enrol(owner);
  await pages.people.logIn(owner, { totpSecret: secret });
  const rule = { requireMfa: true, allowedCidrs: [] };
  expect(await owner.send("PUT", "/tenant/security", rule), 200);
  await person.press("Let it in");
  await person.reads("this session was begun without one");
  await person.reads("Set up a second factor");
  await person.close();
  const members = expect(await owner.get("/tenant/members"), 200).items();
  const { memberId } = members.find(({ email }) => email === member.email) ?? {};
  expect(await owner.post(`/tenant/members/${String(memberId)}/remove`), 200);
  await pages.people.logIn(member);
  const alone = await pages.personWith(member);
  await alone.goes(path);
  await alone.reads("You are in no company, and an agent acts for one.");
  await alone.looks("agent-consent-no-company");
  await alone.close();
});

test("agent consent: Products and agents cannot be read -> says so beside them; read again", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Acme");
  await newProduct(founder, "Wallet");
  await letInAgent(pages.server, founder, { agentName: "Claude Code" });
  const person = await pages.personWith(founder);
  const { path } = await ask("Helper", { scope: "products:read" });
  let isLost = true;
  await person.page.setRequestInterception(true);
  person.page.on("request", (request) => {
    const isList = /\/v1\/(products|agent-members)\?/.test(request.url());
    void (isLost && isList ? request.abort() : request.continue());
  });
  await person.goes(path);
  await person.sees("Let an agent in");
  await person.reads("you seem to be offline");
  await person.looks("agent-consent-offline");
  isLost = false;
  for (let left = 2; left > 0; left--) {
    await person.press("Try again");
    await person.until(`document.querySelectorAll("[role=alert]").length === ${left - 1}`);
  }
  await person.reads("Wallet");
  await person.reads("One that the company knows");
  await person.close();
});

/**
 * Requests of agents in live, at the pages, in a real browser: what the person reads is what the agent asks for, and
 * what the person decides is what becomes of it.
 * A server of its own: its clock is moved.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { INJECTED, INJECTED_CODES } from "../support/agent_names.ts";
import { NO_BROWSER } from "../support/browser.ts";
import { expect } from "../support/client.ts";
import { type Console, openOwnConsole, type Person } from "../support/console.ts";
import {
  type Asking,
  newLiveAgent,
  newLiveCompany,
  opening,
  type Told,
} from "../support/live_agents.ts";
import { documentOf } from "../support/mcp.ts";
import { type Browser, PASSWORD } from "../support/people.ts";
import { newTestClock } from "../support/test_clock.ts";

let pages: Console;
let asking: Asking;
const clock = newTestClock();
const skip = NO_BROWSER;
const TEN_MINUTES_MS = 600_000;
const FIELD = "Your password";

before(async () => {
  if (NO_BROWSER) return;
  pages = await openOwnConsole(clock);
  asking = { ...pages, hosts: [] };
});

after(async () => {
  await Promise.all((asking?.hosts ?? []).map((host) => host.close()));
  await pages?.close();
});

const company = (named: { agentName?: string } = {}) => newLiveCompany(asking, named);
const agentOf = (browser: Browser, product: string) => newLiveAgent(asking, browser, product);

async function statusOf(founder: Browser, { id }: Told): Promise<unknown> {
  return expect(await founder.get(`/agent-approvals/${id}`), 200).at("status");
}

async function approves(person: Person): Promise<void> {
  await person.fill(FIELD, PASSWORD);
  await person.press("Approve");
  await person.sees("Approved");
}

test("approval: a write in live -> all of it is read; a wrong password, then the right one; run once", {
  skip,
}, async () => {
  const { founder, product, call, told, agentMemberId } = await company();
  const given = opening(product, { metadata: { ledger: "2026", note: "long ".repeat(80).trim() } });
  const asked = await told("account_create", given);
  assert.deepEqual([asked.code, asked.status], ["agent_approval_required", "pending"]);
  const shown = expect(await founder.get(`/agent-approvals/${asked.id}`), 200).body;
  const person = await pages.personWith(founder);
  await person.goes(asked.path);
  await person.sees("Decide about a request");
  for (const words of [
    "Nothing has happened yet.",
    String(shown["summary"]),
    "account.create",
    "changes something",
    "Wallet",
    product,
    "none that could change",
    "Metadata › Ledger",
    "long long long",
    "EUR",
    "Reconciler",
    agentMemberId,
    "you",
    "127.0.0.1",
    String(given["idempotencyKey"]),
  ]) {
    await person.reads(words);
  }
  await person.looks("approval-pending");
  await person.click("details summary");
  await person.reads('"product_operating"');
  await person.looks("approval-raw");
  assert.equal(await statusOf(founder, asked), "pending");

  await person.press("Approve");
  await person.reads("Your password is missing.");
  await person.fill(FIELD, "not the password at all");
  await person.press("Approve");
  await person.reads("This is not your password. Nothing was approved.");
  await person.focuses(FIELD);
  await person.looks("approval-wrong-password");
  assert.equal((await told("account_create", given)).status, "pending");
  await approves(person);
  await person.focuses("Approved");
  await person.reads("The agent may send exactly this request again, once, until");
  await person.looks("approval-approved");

  const account = documentOf(await call("account_create", given));
  assert.equal(account["name"], "Fees");
  await person.sees("Let through");
  await person.looks("approval-consumed");
  const again = documentOf(await call("account_create", given));
  assert.equal(again["accountId"], account["accountId"]);
  await person.close();
});

test("approval: a read in live -> said to change nothing; approved, read once", {
  skip,
}, async () => {
  const { founder, product, call, told } = await company();
  const given = { productId: product, idempotencyKey: randomUUID() };
  const asked = await told("account_list", given);
  const person = await pages.personWith(founder);
  await person.goes(asked.path);
  await person.reads("reads, and changes nothing");
  await approves(person);
  assert.deepEqual(documentOf(await call("account_list", given))["items"], []);
  assert.equal((await told("account_list", given)).status, "consumed");
  await person.close();
});

test("approval: it moves money -> the amount as people write it, the balances now and afterwards", {
  skip,
}, async () => {
  const { founder, product, call, told } = await company();
  const opened: string[] = [];
  for (const name of ["Fees", "Reserve"]) {
    const given = opening(product, { name });
    const { id } = await told("account_create", given);
    expect(await founder.post(`/agent-approvals/${id}/approve`, { password: PASSWORD }), 200);
    opened.push(String(documentOf(await call("account_create", given))["accountId"]));
  }
  const [sourceAccountId, destinationAccountId] = opened;
  const accounts = { sourceAccountId, destinationAccountId, idempotencyKey: randomUUID() };
  const asked = await told("transfer_create", { ...accounts, amount: "500000", currency: "EUR" });
  const person = await pages.personWith(founder);
  await person.goes(asked.path);
  await person.sees("Decide about a request");
  await person.reads(`account ${String(sourceAccountId)}, revision 1`);
  const rows = "table[aria-label=Values] tr";
  const amounts = await person.page.$$eval(rows, (all) => all.map((one) => one.textContent));
  const space = "\u00a0";
  assert.ok(amounts.includes(`Amountamount5${space}000.00${space}EUR500000`), amounts.join("; "));
  await person.reads("“Reserve” of the Product");
  const moved = await person.page.$$eval("dl.facts:not(.rows)", (all) =>
    all.map((one) => [...one.querySelectorAll("dd")].map((each) => each.textContent)),
  );
  assert.deepEqual(moved, [
    [`“Fees” of the Product ${sourceAccountId}`, `0.00${space}EUR`, `-5${space}000.00${space}EUR`],
    [
      `“Reserve” of the Product ${destinationAccountId}`,
      `0.00${space}EUR`,
      `5${space}000.00${space}EUR`,
    ],
  ]);
  await person.looks("approval-moves");
  await person.close();
});

test("approval: denied with a reason -> nothing comes of it, and the agent is told why", {
  skip,
}, async () => {
  const { founder, product, told } = await company();
  const given = opening(product);
  const asked = await told("account_create", given);
  const person = await pages.personWith(founder);
  await person.goes(asked.path);
  await person.press("Deny");
  await person.looks("approval-deny");
  await person.fill("Reason", "Not before the month is closed.");
  await person.press("Deny the request");
  await person.sees("Denied");
  await person.reads("Not before the month is closed.");
  await person.looks("approval-denied");
  const after = await told("account_create", given);
  assert.equal(after.status, "denied");
  assert.match(after.message, /Not before the month is closed\./);
  await person.close();
});

test("approval: ten minutes go by, undecided, and approved -> the open page says so by itself; nothing runs", {
  skip,
}, async () => {
  const { founder, product, told } = await company();
  const [given, other] = [opening(product), opening(product)];
  const asked = await told("account_create", given);
  const second = await told("account_create", other);
  const person = await pages.personWith(founder);
  await person.goes(second.path);
  await approves(person);
  await person.goes(asked.path);
  await person.sees("Decide about a request");
  clock.set(clock.nowMs() + TEN_MINUTES_MS);
  // The server's clock stands still, and with it all that time does: another change makes the server look.
  expect(await founder.post("/products", { name: "Purse" }), 201);
  await person.sees("Too late");
  await person.reads("Nobody decided in ten minutes");
  await person.looks("approval-expired");
  await person.goes(second.path);
  await person.reads("The agent did not send the request again in time");
  assert.equal(await statusOf(founder, asked), "expired");
  await person.close();
});

test("approval: what it names has changed -> said so, and another one waits", {
  skip,
}, async () => {
  const { founder, product, told } = await company();
  const given = { productId: product, name: "Purse", idempotencyKey: randomUUID() };
  const asked = await told("product_update", given);
  const { body } = expect(await founder.get(`/products/${product}`), 200);
  const renaming = { name: "Vault", expectedRevision: body["revision"] };
  expect(await founder.send("PATCH", `/products/${product}`, renaming), 200);
  const person = await pages.personWith(founder);
  await person.goes(asked.path);
  await person.sees("Decide about a request");
  await person.reads(`product ${product}, revision ${String(body["revision"])}`);
  const next = await told("product_update", given);
  assert.notEqual(next.id, asked.id);
  await person.sees("Changed meanwhile");
  await person.looks("approval-changed");
  await person.follow("All approvals");
  await person.sees("Approvals");
  await person.page.waitForSelector(`a[href="${next.path}"]`);
  assert.equal((await person.page.$$(`a[href="${next.path}"]`)).length, 1);
  await person.reads("Vault");
  await person.close();
});

test("approval: the grant ends -> the page says that the agent is shut out", {
  skip,
}, async () => {
  const { founder, product, told, agentGrantId } = await company();
  const asked = await told("account_create", opening(product));
  const person = await pages.personWith(founder);
  await person.goes(asked.path);
  await person.sees("Decide about a request");
  expect(await founder.post(`/agent-grants/${agentGrantId}/revoke`), 200);
  await person.sees("The agent is shut out");
  await person.looks("approval-grant-ended");
  await person.close();
});

test("approval: a person of another company, an id of no form -> no such request, and nothing of it shown", {
  skip,
}, async () => {
  const { founder, product, told } = await company();
  const asked = await told("account_create", opening(product));
  const stranger = await pages.personWith(await pages.people.founder("Other"));
  await stranger.goes(asked.path);
  await stranger.sees("No such request");
  const text = String(await stranger.page.evaluate("document.body.innerText"));
  assert.doesNotMatch(text, /account\.create|Reconciler|Wallet/);
  await stranger.looks("approval-unknown");
  await stranger.goes("/console/approvals/anything");
  await stranger.sees("No such request");
  await stranger.goes("/console/approvals");
  await stranger.reads("Nothing waits");
  await stranger.looks("approvals-empty");
  assert.equal(await statusOf(founder, asked), "pending");
  await stranger.close();
});

test("approval: markup and hidden characters in the name and in the values -> shown as text, and flagged", {
  skip,
}, async () => {
  const { founder, product, told } = await company({ agentName: INJECTED });
  const metadata = { approved: "</code><h1>Approved</h1>", [`by\u202e`]: "\u0430dmin" };
  const asked = await told("account_create", opening(product, { name: INJECTED, metadata }));
  const person = await pages.personWith(founder);
  await person.goes(asked.path);
  await person.sees("Decide about a request");
  await person.reads('<img src=x onerror="document.title=1">');
  await person.reads("</code><h1>Approved</h1>");
  for (const code of INJECTED_CODES) await person.reads(code);
  await person.reads("The agent's name has characters that cannot be seen");
  await person.reads("The values have characters that cannot be seen");
  await person.reads("The values have letters that look like others");
  await person.click("details summary");
  assert.equal((await person.page.$$("h1")).length, 1);
  assert.equal((await person.page.$$("main img")).length, 0);
  const text = String(await person.page.evaluate("document.body.innerText"));
  assert.doesNotMatch(text, /[\u200b\u202e]/);
  await person.looks("approval-injected");
  await person.goes("/console/approvals");
  await person.reads('<img src=x onerror="document.title=1">');
  await person.looks("approvals-injected");
  await person.close();
});

test("approval: a role that may not do it -> no approval; who let the agent in may deny, others not", {
  skip,
}, async () => {
  const { founder, product, told } = await company();
  const admitting = await pages.people.invited(founder, "admin");
  const own = await agentOf(admitting, product);
  const [asked, of] = [
    await told("account_create", opening(product)),
    await own.told("account_create", opening(product)),
  ];
  const members = expect(await founder.get("/tenant/members"), 200).items();
  const { memberId, revision } = members.find(({ email }) => email === admitting.email) ?? {};
  const role = { role: "developer", expectedRevision: revision };
  expect(await founder.send("PATCH", `/tenant/members/${String(memberId)}`, role), 200);
  const person = await pages.personWith(admitting);
  await person.goes(asked.path);
  await person.reads("does not permit this operation in live");
  await person.reads("accounts:write@live");
  await person.looks("approval-not-permitted");
  const names = await person.page.$$eval("main button", (all) => all.map((one) => one.textContent));
  assert.deepEqual(names, []);
  await person.goes(of.path);
  await person.press("Deny");
  await person.press("Deny the request");
  await person.sees("Denied");
  assert.equal(await statusOf(founder, of), "denied");
  assert.equal(await statusOf(founder, asked), "pending");
  await person.close();
});

test("approval: nobody is logged in -> the log-in comes back to the page; a session that ends leads there too", {
  skip,
}, async () => {
  const { founder, product, told } = await company();
  const asked = await told("account_create", opening(product));
  const person = await pages.person();
  await person.goes(asked.path);
  await person.sees("Log in");
  assert.equal(person.at(), `/console/login?next=${encodeURIComponent(asked.path)}`);
  await person.takesSession(founder);
  await person.reloads();
  await person.sees("Decide about a request");
  assert.equal(person.at(), asked.path);
  expect(await founder.post("/sessions/current/logout"), 204);
  await person.sees("Log in");
  await person.reads("Your session has ended.");
  assert.equal(person.at(), `/console/login?next=${encodeURIComponent(asked.path)}`);
  await person.close();
});

test("approval: no answer comes -> says so; another attempt approves, once", {
  skip,
}, async () => {
  const { founder, product, told } = await company();
  const asked = await told("account_create", opening(product));
  const person = await pages.personWith(founder);
  await person.goes(asked.path);
  await person.fill(FIELD, PASSWORD);
  await person.page.setRequestInterception(true);
  let isLost = true;
  person.page.on("request", (request) => {
    void (isLost && request.url().includes("/v1/") ? request.abort() : request.continue());
  });
  await person.press("Approve");
  await person.reads("you seem to be offline");
  await person.looks("approval-offline");
  isLost = false;
  await person.click("form .banner button");
  await person.sees("Approved");
  assert.equal(await statusOf(founder, asked), "approved");
  await person.close();
});

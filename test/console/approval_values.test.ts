/**
 * What a person reads before approving, in a real browser: personal values, accounts and amounts of what an agent asks
 * for stand on the page, whatever they are, for whoever may approve; for everybody else the page says that they do not.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { type LetIn, letInAgent } from "../support/agents.ts";
import { NO_BROWSER } from "../support/browser.ts";
import { expect } from "../support/client.ts";
import { type Console, openConsole, type Person } from "../support/console.ts";
import { documentOf, type Host, MODERN, openHost, refusalOf } from "../support/mcp.ts";
import { type Browser, PASSWORD } from "../support/people.ts";
import { admin } from "../support/server.ts";
import { restartedAfterKill } from "../support/shared_server.ts";

const skip = NO_BROWSER;
const AREAS = ["products", "customers", "accounts", "transfers", "kyc", "beneficiaries", "payouts"];
const SCOPES = AREAS.flatMap((area) => [`${area}:read`, `${area}:write`]);
/** It turns the text around, hides a character, has a letter of another alphabet, and is markup. */
const HOSTILE = "Ada \u202eecalevoL\u202c\u200b <img src=x onerror=document.title=1> P\u0430ypal";

let pages: Console;
let founder: Browser;
let productId: string;
let agent: LetIn;
let host: Host;

before(async () => {
  if (NO_BROWSER) return;
  pages = await openConsole();
  founder = await pages.people.founder();
  productId = expect(await founder.post("/products", { name: "Wallet" }), 201).id("productId");
  await admin(pages.server, "product set", { product: productId, live: "true" });
  agent = await letInAgent(pages.server, founder, { scopes: SCOPES, productIds: [productId] });
  host = await openHost(pages.server, agent.access, MODERN);
});

after(async () => {
  await host?.close();
  await pages?.close();
});

type Given = Record<string, unknown>;
const live = (given: Given) => ({ environment: "live", idempotencyKey: randomUUID(), ...given });

function making(displayName: string, more: Given = {}): Given {
  const entity = { kind: "person", displayName, country: "DE" };
  return live({ productId, entity, ...more });
}

/** The path of the page on which a person decides. */
async function asked(tool: string, given: Given): Promise<string> {
  const { error } = refusalOf(await host.call(tool, given));
  assert.equal(error.code, "agent_approval_required", error.message);
  return new URL(String(error.details["approvalUrl"])).pathname;
}

/** What the tool answers once the founder has approved. */
async function done(tool: string, given: Given): Promise<Given> {
  const path = (await asked(tool, given)).replace("/console/approvals", "/agent-approvals");
  expect(await founder.post(`${path}/approve`, { password: PASSWORD }), 200);
  return documentOf(await host.call(tool, given));
}

/** What a person reads of each element, on one line. */
async function textsOf({ page }: Person, selector: string): Promise<string[]> {
  const found = `[...document.querySelectorAll(${JSON.stringify(selector)})]`;
  const texts = (await page.evaluate(`${found}.map((one) => one.innerText)`)) as string[];
  return texts.map((text) => text.replaceAll(/\s+/g, " "));
}

const ROWS = "table[aria-label=Values] tbody tr";

async function rowOf(person: Person, field: string): Promise<string> {
  const rows = await textsOf(person, ROWS);
  const row = rows.find((one) => one.includes(` ${field} `));
  return row ?? assert.fail(`${field}: ${rows.join("; ")}`);
}

test("approval values: a name of a customer -> read by who approves, in the table and as it is sent", {
  skip,
}, async () => {
  const given = making("Mary Somerville", {
    metadata: { note: "[redacted]", long: "x".repeat(480) },
  });
  const path = await asked("customer_create", given);
  const person = await pages.personWith(founder);
  await person.goes(path);
  await person.sees("Decide about a request");
  await person.reads("Mary Somerville");
  assert.match(await rowOf(person, "entity.displayName"), /personal Mary Somerville$/);
  // A value that the agent has called so is no value that is left out.
  assert.match(await rowOf(person, "metadata.note"), /metadata\.note \[redacted\]$/);
  assert.match(await rowOf(person, "metadata.long"), /480 characters$/);
  await person.click("details summary");
  await person.reads('"displayName": "Mary Somerville"');
  await person.looks("approval-personal");
  await person.fill("Your password", PASSWORD);
  await person.press("Approve");
  await person.sees("Approved");
  assert.equal(documentOf(await host.call("customer_create", given))["status"], "pending");
  await person.sees("Let through");
  const text = await textsOf(person, "body");
  assert.doesNotMatch(text.join(), /Mary Somerville/);
  assert.match(await rowOf(person, "entity.displayName"), /personal, not shown: not kept$/);
  await person.close();
});

test("approval values: of somebody whose role may not approve -> said to be left out, and why", {
  skip,
}, async () => {
  const path = await asked("customer_create", making("Grace Hopper"));
  const viewer = await pages.personWith(await pages.people.invited(founder, "viewer"));
  await viewer.goes(path);
  await viewer.sees("Decide about a request");
  const row = await rowOf(viewer, "entity.displayName");
  assert.match(row, /personal, not shown: your role may not see it$/);
  const html = await viewer.page.content();
  assert.ok(!html.includes("Grace Hopper") && !html.includes("[redacted]"), row);
  await viewer.looks("approval-personal-left-out");
  await viewer.close();
});

test("approval values: a secret value -> said not to be shown, and to be approved with the rest", {
  skip,
}, async () => {
  const { entity } = await done("customer_create", making("Emmy Noether"));
  const { entityId } = entity as { entityId: string };
  const given = live({ entityId, tier: "tier_1", fields: { occupation: "Algebraist" } });
  const person = await pages.personWith(founder);
  await person.goes(await asked("entity_kyc_submit", given));
  await person.reads("and the secret values, which are shown to nobody");
  assert.match(await rowOf(person, "fields.occupation"), /secret secret, not shown$/);
  assert.ok(!(await person.page.content()).includes("Algebraist"));
  await person.looks("approval-secret");
  await person.close();
});

test("approval values: text that turns, hides, deceives and is markup -> shown as what it is, no markup", {
  skip,
}, async () => {
  const path = await asked("customer_create", making(HOSTILE));
  const person = await pages.personWith(founder);
  await person.goes(path);
  await person.sees("Decide about a request");
  await person.reads("characters that cannot be seen or that turn text around");
  const row = await rowOf(person, "entity.displayName");
  for (const shown of ["U+202E", "U+202C", "U+200B", "<img src=x onerror=document.title=1>"]) {
    assert.ok(row.includes(shown), `${shown}: ${row}`);
  }
  assert.equal((await person.page.$$("td img, pre img")).length, 0);
  assert.equal((await person.page.$$("td mark")).length > 0, true);
  assert.notEqual(await person.page.title(), "1");
  await person.looks("approval-personal-hostile");
  await person.close();
});

test("approval values: it moves money -> accounts with name, role, owner and balance; the list has amount and sides", {
  skip,
}, async () => {
  const fees = { role: "product_operating", currency: "EUR", name: "Fees" };
  const owner = { type: "product", id: productId };
  const source = await done("account_create", live({ productId, ...fees, owner }));
  const reserve = live({ productId, ...fees, name: "Reserve <b>", owner });
  const destination = await done("account_create", reserve);
  const sides = {
    sourceAccountId: source["accountId"],
    destinationAccountId: destination["accountId"],
  };
  const move = { ...sides, amount: "12345", currency: "EUR" };
  const path = await asked("transfer_create", live(move));
  const batch = live({ items: [move, { ...move, amount: "5" }] });
  await asked("transfer_batch_create", batch);
  const person = await pages.personWith(founder);
  await person.goes(path);
  await person.sees("Decide about a request");
  await person.reads("available");
  const line = /“Fees”, product operating, of the Product, 0\.00 EUR available$/;
  assert.match(await rowOf(person, "sourceAccountId"), line);
  assert.match(await rowOf(person, "destinationAccountId"), /“Reserve <b>”, product operating/);
  await person.reads("What it would move");
  await person.looks("approval-accounts");
  await person.follow("All approvals");
  await person.sees("Approvals");
  await person.reads("“Reserve <b>” of the Product");
  const listed = await textsOf(person, "table[aria-label=Waiting] .money");
  const between = `from “Fees” of the Product ${String(sides.sourceAccountId)} to “Reserve <b>” of the Product ${String(sides.destinationAccountId)}`;
  for (const amount of ["123.45 EUR", "0.05 EUR"]) {
    assert.ok(listed.includes(`${amount} ${between}`), listed.join("; "));
  }
  await person.looks("approvals-money");
  await person.close();
});

test("approval values: payouts -> payees by name, the count, the sum of each currency, and all that is available", {
  skip,
}, async () => {
  const owner = { type: "product", id: productId };
  const account = { productId, role: "product_operating", currency: "EUR", name: "Sales", owner };
  const { accountId: sourceAccountId } = await done("account_create", live(account));
  const named = { productId, ownerType: "third_party", name: "Paper Mill Ltd", rail: "sepa" };
  const destination = { iban: "DE89370400440532013000" };
  const payee = await done("beneficiary_create", live({ ...named, destination }));
  const paid = { sourceAccountId, beneficiaryId: payee["beneficiaryId"], currency: "EUR" };
  const whole = await asked("payout_create", live({ ...paid, wholeBalance: true }));
  const amounts = ["12345", "5", "50", "600"];
  const items = amounts.map((amount) => ({ ...paid, amount }));
  const batch = await asked(
    "payout_batch_create",
    live({ items: [...items, { ...paid, wholeBalance: true }] }),
  );
  const person = await pages.personWith(founder);
  const told = () => textsOf(person, "section .money");
  await person.goes(whole);
  await person.reads("Paper Mill Ltd");
  const [only = "", ...none] = await told();
  const to = `to “Paper Mill Ltd” over sepa ${String(paid.beneficiaryId)}`;
  const from = `from “Sales” of the Product ${String(sourceAccountId)}`;
  assert.deepEqual([only, none], [`all that is available in EUR ${from} ${to}`, []]);
  await person.looks("approval-payout-whole");
  await person.goes(batch);
  await person.reads("Paper Mill Ltd");
  assert.deepEqual(await told(), [
    "5 together: 130.00 EUR, and 1 of all that is available",
    ...["123.45", "0.05", "0.50"].map((amount) => `${amount} EUR ${from} ${to}`),
  ]);
  await person.reads("and 2 more: read them below");
  await person.looks("approval-payout-batch");
  await person.close();
});

test("approval values: the server started again -> the page says so and approves nothing, until the agent asks again", {
  skip,
}, async () => {
  const given = making("Katherine Johnson");
  const path = await asked("customer_create", given);
  await host.close();
  await pages.close();
  const { cookie, csrfToken, email } = founder;
  pages = await openConsole(await restartedAfterKill(pages.server));
  founder = Object.assign(pages.people.browser(email), { cookie, csrfToken });
  host = await openHost(pages.server, agent.access, MODERN);
  const person = await pages.personWith(founder);
  await person.goes(path);
  await person.reads("The server was started again since the agent asked");
  assert.equal((await person.page.$$("input[type=password]")).length, 0);
  await person.looks("approval-personal-not-there");
  assert.equal(await asked("customer_create", given), path);
  await person.press("Look again");
  await person.reads("Katherine Johnson");
  await person.reads("Your password");
  await person.close();
});

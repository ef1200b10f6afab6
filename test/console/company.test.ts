/** The company's page: name, limits, rules, and the feed of changes. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { NO_BROWSER } from "../support/browser.ts";
import { expect } from "../support/client.ts";
import { type Console, openConsole } from "../support/console.ts";
import { enrol, mailFor } from "../support/people.ts";

/** A step of TOTP, milliseconds: no code is taken twice. */

let pages: Console;
const skip = NO_BROWSER;

before(async () => {
  if (!NO_BROWSER) pages = await openConsole();
});

after(() => pages?.close());

test("company: renamed in the page -> everywhere; the feed says who, before and after", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Acme");
  const person = await pages.personWith(founder);
  await person.goes("/console/company");
  await person.reads("1 of 1000");
  await person.reads("Signed up");
  await person.looks("company");
  await person.fill("Name of the company", "");
  await person.press("Rename");
  await person.reads("Name of the company is missing.");
  await person.focuses("Name of the company");
  await person.fill("Name of the company", "Acme <b>Bank</b>");
  await person.press("Rename");
  await person.reads("The company is called Acme <b>Bank</b> now.");
  // The navigation asks for the person's companies anew, after the page has its answer.
  await person.until("document.querySelector('.mark span').textContent === 'Acme <b>Bank</b>'");
  await person.reloads();
  await person.reads("Changed the company");
  await person.page.$$eval("details", (all) => {
    for (const one of all) one.open = true;
  });
  await person.reads("Ada Lovelace");
  const changed = "before: Acme → after: Acme <b>Bank</b>";
  await person.until(`document.body.textContent.includes(${JSON.stringify(changed)})`);
  await person.page.$eval('table[aria-label="Changes"]', (table) => table.scrollIntoView());
  await person.looks("company-changes");
  // More changes than a page has.
  for (let name = 0; name < 20; name++) {
    expect(await founder.send("PATCH", "/tenant", { name: `Acme ${name}` }), 200);
  }
  await person.reloads();
  const count = () =>
    person.page.$$eval('table[aria-label="Changes"] tbody tr', (all) => all.length);
  await person.reads("Show more");
  assert.equal(await count(), 20);
  await person.press("Show more");
  await person.until(
    "document.querySelectorAll('table[aria-label=\"Changes\"] tbody tr').length === 22",
  );
  await person.close();
});

test("company: another time zone -> in the page and the answer; a viewer reads it and has no choice", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Acme");
  const person = await pages.personWith(founder);
  await person.goes("/console/company");
  await person.reads("Signed up");
  const chosen = () => person.page.$eval("select[name=timeZone]", (select) => select.value);
  assert.equal(await chosen(), "UTC");
  await person.page.select("select[name=timeZone]", "Europe/Berlin");
  await person.press("Change the time zone");
  await person.reads("Months go by Europe/Berlin, from the first one on");
  await person.looks("company-time-zone");
  assert.equal(expect(await founder.get("/tenant"), 200).body["timeZone"], "Europe/Berlin");
  await person.reloads();
  await person.reads("Changed the company");
  assert.equal(await chosen(), "Europe/Berlin");
  const viewer = await pages.personWith(await pages.people.invited(founder, "viewer"));
  await viewer.goes("/console/company");
  await viewer.reads("Europe/Berlin");
  assert.equal(await viewer.page.$("select[name=timeZone]"), null);
  await viewer.close();
  await person.close();
});

test("company: renamed by somebody else meanwhile -> refused; offline -> the same attempt again", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Acme");
  const person = await pages.personWith(founder);
  await person.goes("/console/company");
  await person.reads("Signed up");
  expect(await founder.send("PATCH", "/tenant", { name: "Bolt" }), 200);
  await person.fill("Name of the company", "Crate");
  await person.press("Rename");
  await person.reads("Somebody else has changed the company meanwhile.");
  await person.looks("company-conflict");
  await person.reloads();
  await person.reads("Changed the company");
  await person.fill("Name of the company", "Crate");
  await person.page.setOfflineMode(true);
  await person.press("Rename");
  await person.reads("you seem to be offline");
  await person.page.setOfflineMode(false);
  await person.press("Try again");
  await person.reads("The company is called Crate now.");
  await person.close();
});

test("rules: without a second factor of one's own -> whom it shuts out, what to do, the refusal", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Acme");
  const viewer = await pages.people.invited(founder, "viewer");
  const person = await pages.personWith(founder);
  await person.goes("/console/company");
  await person.click("::-p-aria(Require a second factor)");
  await person.reads("First of all yourself:");
  await person.reads(
    `Shut out at once, because they have no second factor: Ada Lovelace (${viewer.email})`,
  );
  await person.page.$eval("form [type=checkbox]", (box) => box.scrollIntoView());
  await person.looks("rules-unverified");
  await person.press("Save the rules");
  await person.reads("Not changed: you would lock yourself out.");
  const { secret } = await enrol(founder);
  await mailFor(pages.server, founder.email, 1);
  await pages.people.logIn(founder, { totpSecret: secret });
  const verified = await pages.personWith(founder);
  await verified.goes("/console/company");
  await verified.click("::-p-aria(Require a second factor)");
  await verified.reads("Shut out at once");
  await verified.press("Save the rules");
  await verified.reads("required");
  await verified.until("document.querySelector('.badge.good') !== null");
  await verified.looks("rules-saved");
  // Who is shut out reads what to do.
  const out = await pages.personWith(viewer);
  await out.goes("/console/company");
  await out.reads("This takes a session that was begun with a second factor.");
  await out.looks("company-shut-out");
  await person.close();
  await verified.close();
  await out.close();
});

test("rules: addresses -> a warning for the own one, faults beside the field, saved with it", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Acme");
  const person = await pages.personWith(founder);
  await person.goes("/console/company");
  await person.fill("Allowed addresses", "203.0.113.0/24");
  await person.reads("You have logged in from 127.0.0.1, which is not in the list.");
  await person.press("Save the rules");
  await person.reads("you would lock yourself out");
  await person.focuses("Allowed addresses");
  await person.looks("rules-own-address");
  await person.fill("Allowed addresses", "127.0.0.0/8, nonsense");
  await person.press("Save the rules");
  await person.reads("is neither an address nor a CIDR block");
  await person.fill("Allowed addresses", "127.0.0.0/8, 203.0.113.0/24");
  await person.press("Save the rules");
  await person.until(
    "document.querySelector('.facts ~ .facts, main').innerText.includes('127.0.0.0/8, 203.0.113.0/24')",
  );
  const { allowedCidrs } = expect(await founder.get("/tenant/security"), 200).body;
  assert.deepEqual(allowedCidrs, ["127.0.0.0/8", "203.0.113.0/24"]);
  await person.close();
});

test("company: the role viewer -> sees all, and reads who may change it", { skip }, async () => {
  const founder = await pages.people.founder("Acme");
  const person = await pages.personWith(await pages.people.invited(founder, "viewer"));
  await person.goes("/console/company");
  await person.reads("does not allow you to rename the company");
  await person.reads("does not allow you to change these rules");
  await person.reads("Invited a person");
  await person.looks("company-viewer");
  await person.close();
});

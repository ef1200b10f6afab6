/** Sessions and access tokens of a person, in a real browser: listed, made, ended. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { NO_BROWSER } from "../support/browser.ts";
import { expect } from "../support/client.ts";
import { type Console, openConsole, type Person } from "../support/console.ts";
import { tabsTo } from "../support/keyboard.ts";
import { loseAnswer } from "../support/lost_answer.ts";
import type { Browser, People } from "../support/people.ts";

let pages: Console;
let people: People;

before(async () => {
  if (NO_BROWSER) return;
  pages = await openConsole();
  people = pages.people;
});

after(() => pages?.close());

const skip = NO_BROWSER;
const OTHER = "End the session Unknown browser";

test("sessions: another one is ended by keys alone -> asked first, refused at once, told", {
  skip,
}, async () => {
  const ada = await people.founder();
  const elsewhere = people.browser(ada.email);
  await people.logIn(elsewhere);
  const person = await pages.personWith(ada);
  await person.goes("/console/sessions");
  await person.reads("this session");
  await person.looks("sessions");
  await tabsTo(person, OTHER);
  // The newest stands first: it is the one that is not marked.
  await person.page.keyboard.press("Enter");
  await person.reads("It is logged out at once.");
  await person.looks("sessions-ending");
  await tabsTo(person, "Keep it");
  await person.page.keyboard.press("Enter");
  await person.until("document.querySelector('dialog') === null");
  await person.focuses(OTHER);
  expect(await elsewhere.get("/users/me"), 200);
  await person.page.keyboard.press("Enter");
  await tabsTo(person, "End the session");
  await person.page.keyboard.press("Enter");
  await person.reads("is logged out, everywhere and at once.");
  await person.focuses("Sessions");
  await person.reads("ended");
  await person.looks("sessions-ended");
  assert.equal((await elsewhere.get("/users/me")).status, 401);
  expect(await ada.get("/users/me"), 200);
  await person.close();
});

test("sessions: the present one is ended -> the log-in; ended elsewhere -> the log-in, which comes back", {
  skip,
}, async () => {
  const ada = await people.founder();
  const person = await pages.personWith(ada);
  await person.goes("/console/sessions");
  await person.press(OTHER);
  await person.reads("This is the session that you use now.");
  await person.press("End the session");
  await person.sees("Log in");
  await person.reads("You have ended your own session.");
  assert.equal(person.at(), "/console/login");
  assert.equal((await ada.get("/users/me")).status, 401);
  await person.close();

  await people.logIn(ada);
  const again = await pages.personWith(ada);
  await again.goes("/console/tokens");
  await again.reads("No tokens yet");
  expect(await ada.post("/sessions/current/logout"), 204);
  await again.follow("Sessions");
  await again.sees("Log in");
  await again.reads("Your session has ended.");
  assert.equal(again.at(), "/console/login?next=%2Fconsole%2Fsessions");
  await again.close();
});

test("sessions: no network -> said, and asked for again", { skip }, async () => {
  const ada = await people.founder();
  const person = await pages.personWith(ada);
  await person.goes("/console/tokens");
  await person.reads("No tokens yet");
  await person.page.setOfflineMode(true);
  await person.follow("Sessions");
  await person.reads("you seem to be offline");
  await person.looks("sessions-offline");
  await person.page.setOfflineMode(false);
  await person.press("Try again");
  await person.reads("this session");
  await person.close();
});

test("tokens: one is made and revoked -> its text once, used with its scopes, refused at once", {
  skip,
}, async () => {
  const ada = await people.founder();
  const person = await pages.personWith(ada);
  await person.goes("/console/tokens");
  await person.reads("No tokens yet");
  await person.looks("tokens-empty");
  await person.press("New token");
  await person.reads("Read transfers");
  await person.focuses("Name");
  await person.looks("tokens-new");
  await person.press("Create the token");
  await person.reads("Name is missing.");
  await person.focuses("Name");
  await person.fill("Name", "Nightly report");
  for (const box of await checked(person)) await person.click(`input[name="${box}"]`);
  await person.press("Create the token");
  await person.reads("Choose at least one scope.");
  await person.looks("tokens-no-scope");
  await choose(person, "bundle", "operate");
  const operating = await checked(person);
  assert.ok(operating.includes("transfers:write") && !operating.includes("keys:write"));
  await choose(person, "bundle", "read");
  await person.click('input[name="search:read"]');
  assert.equal(await person.page.$eval('select[name="bundle"]', ({ value }) => value), "own");
  await choose(person, "days", "7");
  const chosen = await checked(person);
  assert.ok(chosen.every((scope) => scope.endsWith(":read")) && !chosen.includes("search:read"));
  await person.press("Create the token");
  await person.reads("It is shown this once.");
  await person.looks("tokens-made");
  const text = await person.page.$eval(".secret code", ({ textContent }) => textContent);
  const [shown] = expect(await ada.get("/personal-access-tokens"), 200).items();
  assert.deepEqual(shown?.["scopes"], chosen.sort());
  const days = (Date.parse(String(shown?.["expiresAt"])) - Date.now()) / 86_400_000;
  assert.ok(days > 6.9 && days <= 7, `${days} days`);
  await person.press("I have kept it");
  await person.reads("The token Nightly report is made.");
  await person.focuses("Access tokens");
  const inPage = await person.page.evaluate("document.documentElement.outerHTML");
  assert.equal(String(inPage).includes(String(text)), false);
  await person.looks("tokens");
  assert.equal(await statusWith(String(text), "/products"), 200);
  await person.press("Revoke the token Nightly report");
  await person.looks("tokens-revoking");
  await person.press("Revoke the token");
  await person.reads("The token Nightly report is revoked.");
  await person.reads("revoked");
  await person.looks("tokens-revoked");
  assert.equal(await statusWith(String(text), "/products"), 401);
  await person.close();
});

test("tokens: no network, then a lost answer -> the attempts make one token, whose text is gone", {
  skip,
}, async () => {
  const ada = await people.founder();
  const person = await pages.personWith(ada);
  await person.goes("/console/tokens");
  await person.press("New token");
  await person.fill("Name", "Lost");
  await person.page.setOfflineMode(true);
  await person.press("Create the token");
  await person.reads("you seem to be offline");
  await person.looks("tokens-offline");
  await person.page.setOfflineMode(false);
  await loseAnswer(person, "/personal-access-tokens");
  await person.press("Try again");
  await person.page.waitForSelector("button:not([aria-busy])::-p-text(Try again)");
  await person.press("Try again");
  await person.reads("its text was lost on its way here");
  await person.looks("tokens-lost");
  await person.press("Close");
  assert.equal(expect(await ada.get("/personal-access-tokens"), 200).items().length, 1);
  await person.close();
});

test("tokens: a person of no company -> says so, and offers none", { skip }, async () => {
  const person = await pages.personWith(await ofNoCompany());
  await person.goes("/console/tokens");
  await person.reads("A token acts for a company, and you are in none.");
  assert.equal(await person.page.$("::-p-aria([name='New token'])"), null);
  await person.looks("tokens-no-company");
  await person.close();
});

/** Somebody who was a member once. */
async function ofNoCompany(): Promise<Browser> {
  const owner = await people.founder();
  const member = await people.invited(owner, "viewer");
  const members = expect(await owner.get("/tenant/members"), 200).items();
  const { memberId } = members.find(({ email }) => email === member.email) ?? {};
  expect(await owner.post(`/tenant/members/${String(memberId)}/remove`), 200);
  await people.logIn(member);
  return member;
}

async function choose({ page }: Person, name: string, value: string): Promise<void> {
  await page.select(`select[name="${name}"]`, value);
}

/** The scopes that are ticked. */
function checked({ page }: Person): Promise<string[]> {
  return page.$$eval("input[type=checkbox]:checked", (boxes) => boxes.map(({ name }) => name));
}

async function statusWith(token: string, path: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(pages.server.baseUrl + path, { headers });
  await response.body?.cancel();
  return response.status;
}

/** Members, roles and invitations at the pages, and acting for one of several companies. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { NO_BROWSER } from "../support/browser.ts";
import { expect } from "../support/client.ts";
import { type Console, openConsole, type Person } from "../support/console.ts";
import {
  type Browser,
  codeFor,
  codesTo,
  invitationTokenIn,
  mailFor,
  mailsTo,
  newEmail,
  PASSWORD,
} from "../support/people.ts";

let pages: Console;
const skip = NO_BROWSER;

before(async () => {
  if (!NO_BROWSER) pages = await openConsole();
});

after(() => pages?.close());

/** Invites by the API; the path of the link in the mail. */
async function linkFor(owner: Browser, email: string, role = "developer"): Promise<string> {
  const { server } = pages;
  const before = mailsTo(server, email).length;
  expect(await owner.post("/tenant/invitations", { email, role }), 201);
  const token = invitationTokenIn(await mailFor(server, email, before));
  return `/console/invitations#token=${token}`;
}

async function companyOf(browser: Browser): Promise<string> {
  return expect(await browser.get("/tenant"), 200).id("tenantId");
}

/** The words of the rows of a list, by its label. */
async function rowsOf(person: Person, label: string): Promise<string[]> {
  const selector = `table[aria-label="${label}"] tbody tr`;
  return person.page.$$eval(selector, (rows) => rows.map((row) => row.textContent));
}

test("invitation: made in the page, its link opened by a new person -> shown as a member", {
  skip,
}, async () => {
  const { server } = pages;
  const founder = await pages.people.founder("Acme");
  const owner = await pages.personWith(founder);
  await owner.goes("/console/members");
  await owner.reads("Nobody was invited yet");
  await owner.reads("The last owner: the company keeps one.");
  await owner.looks("members-alone");
  const email = newEmail();
  await owner.fill("E-mail", "nobody");
  await owner.press("Send the invitation");
  await owner.until("document.querySelector('[aria-invalid=true]') !== null");
  await owner.focuses("E-mail");
  await owner.fill("E-mail", email);
  await owner.choose("Role", "finance");
  await owner.press("Send the invitation");
  await owner.reads(`A mail with a link is on its way to ${email}.`);
  await owner.looks("members-invited");
  const token = invitationTokenIn(await mailFor(server, email));
  const person = await pages.person();
  await person.goes(`/console/invitations#token=${token}`);
  await person.sees("Your invitation");
  assert.equal(person.page.url(), `${pages.origin}/console/invitations`);
  await person.looks("invitation-stranger");
  await person.press("Create an account");
  await person.sees("Create an account");
  await person.fill("E-mail", email);
  await person.fill("Your name", "Grace Hopper");
  await person.fill("Password", PASSWORD);
  await person.press("Create account");
  await person.sees("Confirm your address");
  // Beginning again keeps the invitation.
  await person.follow("Begin again");
  await person.press("Create an account");
  await person.fill("E-mail", email);
  await person.fill("Your name", "Grace Hopper");
  await person.fill("Password", PASSWORD);
  await person.press("Create account");
  await person.sees("Confirm your address");
  await person.fill("Code", await codeFor(server, email, 1));
  await person.press("Confirm");
  await person.sees("Acme");
  await person.reads("finance");
  await owner.reloads();
  await owner.reads("Grace Hopper");
  const rows = await rowsOf(owner, "Members");
  assert.ok(rows.some((row) => row.includes("Grace Hopper") && row.includes("finance")));
  assert.match((await rowsOf(owner, "Invitations"))[0] ?? "", /accepted/);
  // What stands behind `#` stays in the browser.
  const sent = person.requested.map((url) => url.split("#")[0] ?? "");
  assert.ok(sent.length > 0 && !sent.some((url) => url.includes(token)));
  await person.close();
  await owner.close();
});

test("invitation: a person of another company, logged in -> acts for both, by the tab's choice", {
  skip,
}, async () => {
  const acme = await pages.people.founder("Acme");
  const founder = await pages.people.founder("Bolt");
  const [own, other] = [await companyOf(founder), await companyOf(acme)];
  const link = await linkFor(acme, founder.email, "viewer");
  const person = await pages.personWith(founder);
  await person.goes(link);
  await person.reads("You stay in Bolt");
  await person.looks("invitation-logged-in");
  await person.press("Accept the invitation");
  await person.sees("Acme");
  await person.reads("You are a member of Acme now, with the role viewer.");
  await person.looks("two-companies");
  await person.follow("Members");
  await person.reads(acme.email);
  await person.reads("does not allow you to invite people");
  await person.looks("members-viewer");
  await person.reloads();
  await person.reads(acme.email);
  await person.choose("Company", own);
  await person.reads("You act for Bolt now.");
  await person.until(`!document.body.innerText.includes(${JSON.stringify(acme.email)})`);
  await person.choose("Company", other);
  await person.reads(acme.email);
  // Another tab begins with the company of the log-in.
  const tab = await person.context.newPage();
  await tab.goto(`${pages.origin}/console`);
  await tab.waitForFunction("document.querySelector('h1')?.textContent === 'Bolt'");
  await tab.close();
  // Removed there: the tab goes on with the company that is left.
  const members = expect(await acme.get("/tenant/members"), 200).items();
  const memberId = members.find(({ email }) => email === founder.email)?.["memberId"];
  expect(await acme.post(`/tenant/members/${memberId}/remove`), 200);
  await person.follow("Company");
  await person.sees("Bolt");
  await person.reads("You are no member of that company any more.");
  await person.close();
});

test("invitation: not logged in yet -> logs in first and comes back; used twice, or another's -> says so", {
  skip,
}, async () => {
  const { server } = pages;
  const acme = await pages.people.founder("Acme");
  const founder = await pages.people.founder("Bolt");
  const link = await linkFor(acme, founder.email);
  const person = await pages.person();
  await person.goes("/console/invitations");
  await person.reads("This address lacks the invitation.");
  await person.looks("invitation-without-token");
  await person.page.goto("about:blank");
  await person.goes(link);
  await person.press("I have an account: log in");
  await person.sees("Log in");
  assert.equal(person.at(), "/console/login?next=%2Fconsole%2Finvitations");
  const before = codesTo(server, founder.email).length;
  await person.fill("E-mail", founder.email);
  await person.fill("Password", PASSWORD);
  await person.press("Continue");
  await person.sees("Check your mail");
  await person.fill("Code", await codeFor(server, founder.email, before));
  await person.press("Log in");
  await person.sees("Your invitation");
  await person.press("Accept the invitation");
  await person.sees("Acme");
  await person.page.goto("about:blank");
  await person.goes(link);
  await person.press("Accept the invitation");
  await person.reads("was used or taken back, or is older than 7 days");
  await person.looks("invitation-refused");
  await person.press("Not you? Log out");
  await person.press("I have an account: log in");
  await person.sees("Log in");
  await person.close();
});

test("members: a role changed, an invitation revoked, a member removed -> told; the last owner stays", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Acme");
  const developer = await pages.people.invited(founder, "developer");
  const email = newEmail();
  await linkFor(founder, email);
  const person = await pages.personWith(founder);
  await person.goes("/console/members");
  await person.reads(developer.email);
  // By keys alone: open, change, send.
  await person.page.focus('[aria-label="Change the role of Ada Lovelace"]');
  await person.page.keyboard.press("Enter");
  await person.reads("It holds at once, for every session");
  await person.page.keyboard.press("Escape");
  await person.focuses("Change the role of Ada Lovelace");
  await person.page.keyboard.press("Enter");
  // The form of invitations has a field "Role" too, until the dialog is above it.
  await person.reads("It holds at once, for every session");
  await person.choose("Role", "owner");
  await person.looks("member-role");
  await person.press("Change the role");
  await person.reads("Ada Lovelace has the role owner now.");
  // Meanwhile the founder is made a viewer: the change that is open is refused.
  await person.until("document.querySelectorAll('[aria-label^=\"Remove \"]').length === 2");
  const members = expect(await founder.get("/tenant/members"), 200).items();
  const other = members.find(({ email }) => email === developer.email);
  const role = { role: "admin" };
  expect(await founder.send("PATCH", `/tenant/members/${other?.["memberId"]}`, role), 200);
  const own = (await rowsOf(person, "Members")).findIndex((row) => row.includes("(you)"));
  const removes = await person.page.$$('[aria-label^="Remove "]');
  await removes[own]?.click();
  await person.reads("You lose this company at once");
  await person.press("Remove");
  await person.reads("is the last owner, and the company keeps one.");
  await person.looks("member-last-owner");
  await person.press("Cancel");
  await person.reloads();
  await person.reads("The last owner: the company keeps one.");
  await person.press("Remove Ada Lovelace");
  await person.looks("member-remove");
  await person.press("Remove");
  await person.reads("Ada Lovelace is no member any more.");
  assert.equal((await developer.get("/tenant")).status, 401);
  await person.press(`Revoke the invitation of ${email}`);
  await person.looks("invitation-revoke");
  await person.press("Revoke");
  await person.reads(`The invitation of ${email} is revoked.`);
  await person.page.$$eval("details", (all) => {
    for (const one of all) one.open = true;
  });
  await person.page.$eval("details", (first) => first.scrollIntoView());
  await person.looks("members-roles");
  await person.close();
});

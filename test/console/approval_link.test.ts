/**
 * The link to an approval, as an attacker may send it or prepare the browser for it: it carries no credential, begins
 * and changes no session, and shows and decides only what the person of the session may see and decide.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { NO_BROWSER } from "../support/browser.ts";
import { expect } from "../support/client.ts";
import { type Console, logsIn, openConsole, type Person } from "../support/console.ts";
import {
  type Asking,
  type Given,
  newLiveCompany,
  opening,
  type Told,
} from "../support/live_agents.ts";
import { documentOf } from "../support/mcp.ts";
import { type Browser, mailFor, PASSWORD } from "../support/people.ts";

let pages: Console;
let asking: Asking;
const skip = NO_BROWSER;

before(async () => {
  if (NO_BROWSER) return;
  pages = await openConsole();
  asking = { ...pages, hosts: [] };
});

after(async () => {
  await Promise.all((asking?.hosts ?? []).map((host) => host.close()));
  await pages?.close();
});

/** A company whose agent has asked for an account in live. */
async function waiting() {
  const made = await newLiveCompany(asking);
  const given = opening(made.product);
  const asked = await made.told("account_create", given);
  return { ...made, given, asked };
}

async function statusOf(founder: Browser, { id }: Told): Promise<unknown> {
  return expect(await founder.get(`/agent-approvals/${id}`), 200).at("status");
}

const secretOf = ({ cookie }: Browser) => cookie.slice(cookie.indexOf("=") + 1);

/** The cookies that the person's browser sends to this host: name, value and path. */
async function cookiesOf({ context }: Person): Promise<string[]> {
  const cookies = await context.cookies();
  return cookies.map(({ name, value, path }) => `${name}=${value}; ${path}`).sort();
}

const plant = ({ context }: Person, value: string, path = "/") =>
  context.setCookie({ name: "session", value, domain: "127.0.0.1", path });

/** The e-mail address of whose session the browser has; undefined where it has none. */
const whoIs = ({ page }: Person) =>
  page.evaluate("fetch('/v1/users/me').then((one) => one.json()).then(({ email }) => email)");

async function showsNothingOf({ page }: Person): Promise<void> {
  const text = String(await page.evaluate("document.documentElement.innerHTML"));
  assert.doesNotMatch(text, /account\.create|Reconciler|Wallet|Fees/);
}

test("approval link: as the agent and the mail have it -> an address of this host and an id, and no credential", {
  skip,
}, async () => {
  const { founder, given, asked, call } = await waiting();
  const { texts } = await call("account_create", given);
  const { error } = JSON.parse(texts[0] ?? "") as { error: { details: Given } };
  const told = String(error.details["approvalUrl"]);
  assert.equal(told, `${pages.origin}/console/approvals/${asked.id}`);
  const isOfApproval = (text: string) => text.includes(asked.id);
  const mails: string[] = [];
  while (!mails.some(isOfApproval))
    mails.push(await mailFor(pages.server, founder.email, mails.length));
  const mail = mails.find(isOfApproval) ?? "";
  const links = new Set(mail.match(/https?:\/\/[^\s"<>]+/g)?.filter(isOfApproval));
  assert.deepEqual([...links], [told]);
  const read = await fetch(`${pages.origin}/v1/agent-approvals/${asked.id}`);
  assert.equal(read.status, 401);
});

test("approval link: with sessions and tokens in query and fragment -> begins no session, and changes none", {
  skip,
}, async () => {
  const { founder, asked, access } = await waiting();
  const secret = secretOf(founder);
  const credentials = [
    ...["session", "__Host-session", "sessionToken", "session_id", "sid", "PHPSESSID"],
    ...["csrfToken", "token", "cookie"],
  ].map((name) => `${name}=${secret}`);
  const text = [...credentials, `access_token=${access}`].join("&");
  const nobody = await pages.person();
  const eve = await pages.people.founder("Other");
  const other = await pages.personWith(eve);
  const before = await cookiesOf(other);
  for (const link of [`?${text}`, `#${text}`, `;session=${secret}`, `?${text}#${text}`]) {
    await nobody.goes(asked.path + link);
    await nobody.sees("Log in");
    assert.deepEqual(await cookiesOf(nobody), []);
    assert.equal(await whoIs(nobody), undefined);
    await other.goes(asked.path + link);
    await other.sees("No such request");
    await showsNothingOf(other);
    assert.deepEqual(await cookiesOf(other), before);
    assert.equal(await whoIs(other), eve.email);
  }
  assert.equal(await statusOf(founder, asked), "pending");
  await Promise.all([nobody.close(), other.close()]);
});

test("approval link: a cookie was planted before the log-in -> another session begins, and comes back to the approval", {
  skip,
}, async () => {
  const { founder, asked, call, given } = await waiting();
  const planted = "A".repeat(secretOf(founder).length);
  const person = await pages.person();
  await plant(person, planted);
  await person.goes(asked.path);
  await person.sees("Log in");
  assert.equal(person.at(), `/console/login?next=${encodeURIComponent(asked.path)}`);
  await logsIn(pages, person, founder.email);
  await person.sees("Decide about a request");
  assert.equal(person.at(), asked.path);
  const [session = "", ...others] = await cookiesOf(person);
  assert.deepEqual(others, []);
  assert.match(session, /^session=[^;]+; \/$/);
  assert.ok(!session.includes(planted) && !session.includes(secretOf(founder)));
  const headers = { cookie: `session=${planted}` };
  assert.equal((await fetch(`${pages.origin}/v1/users/me`, { headers })).status, 401);
  await person.fill("Your password", PASSWORD);
  await person.press("Approve");
  await person.sees("Approved");
  assert.equal(documentOf(await call("account_create", given))["name"], "Fees");
  await person.close();
});

test("approval link: in a browser with the attacker's session -> nothing is shown, and the right password approves nothing", {
  skip,
}, async () => {
  const { founder, asked } = await waiting();
  const eve = await pages.people.founder("Other");
  const person = await pages.person();
  await plant(person, secretOf(eve));
  await person.goes(asked.path);
  await person.sees("No such request");
  await showsNothingOf(person);
  // The password is the right one of both.
  for (const decision of ["approve", "deny"]) {
    const status =
      await person.page.evaluate(`fetch("/v1/agent-approvals/${asked.id}/${decision}", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "idempotency-key": crypto.randomUUID(),
        "x-csrf-token": "${eve.csrfToken}",
      },
      body: JSON.stringify(${decision === "approve" ? JSON.stringify({ password: PASSWORD }) : "{}"}),
    }).then(({ status }) => status)`);
    assert.equal(status, 404);
  }
  assert.equal(await statusOf(founder, asked), "pending");

  await person.press("Log out");
  await person.reads("You are logged out.");
  assert.deepEqual(await cookiesOf(person), []);
  await person.goes(asked.path);
  await logsIn(pages, person, founder.email);
  await person.sees("Decide about a request");
  const [session = ""] = await cookiesOf(person);
  assert.ok(!session.includes(secretOf(eve)));
  assert.equal(await whoIs(person), founder.email);
  expect(await eve.get("/users/me"), 401);
  await person.close();
});

test("approval link: the attacker's cookie beside the person's -> neither is taken", {
  skip,
}, async () => {
  const { founder, asked } = await waiting();
  const eve = await pages.people.founder("Other");
  const person = await pages.personWith(founder);
  await plant(person, secretOf(eve), "/v1");
  await person.goes(asked.path);
  await person.sees("Log in");
  await showsNothingOf(person);
  assert.equal(await whoIs(person), undefined);
  await person.close();
});

test("approval link: the log-in is asked to lead to another site -> it leads to a page of this console", {
  skip,
}, async () => {
  const { founder, asked } = await waiting();
  for (const [next, to] of [
    [`//evil.example${asked.path}`, "/console"],
    [`https://evil.example${asked.path}`, "/console"],
    [`${asked.path}/../../..//evil.example`, "/console"],
    [`${asked.path}?next=https://evil.example/`, `${asked.path}?next=https://evil.example/`],
  ] as const) {
    const person = await pages.person();
    await person.goes(`/console/login?next=${encodeURIComponent(next)}`);
    await logsIn(pages, person, founder.email);
    await person.sees(to === "/console" ? "Acme" : "Decide about a request");
    assert.equal(person.page.url(), pages.origin + to);
    const elsewhere = person.requested.filter((url) => !url.startsWith(`${pages.origin}/`));
    assert.deepEqual(elsewhere, []);
    await person.close();
  }
});

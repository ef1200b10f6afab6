/**
 * A program is let in, in a real browser: the program is a client of `oauth4webapi`, the person comes by its
 * link or types its code, with and without a session, and each way it can end.
 * A server of its own: its clock is moved.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as oauth from "oauth4webapi";
import { NO_BROWSER } from "../support/browser.ts";
import { expect } from "../support/client.ts";
import { type Console, openOwnConsole, type Person } from "../support/console.ts";
import { tabsTo } from "../support/keyboard.ts";
import {
  type Browser,
  codeFor,
  enrol,
  newEmail,
  PASSWORD,
  type People,
  STEP_MS,
} from "../support/people.ts";
import { newTestClock } from "../support/test_clock.ts";

const CLIENT: oauth.Client = { client_id: "service-cli" };
const NONE = oauth.None();
const INSECURE = { [oauth.allowInsecureRequests]: true };

/** User codes, guesses and second factors depend on the time, which stands still but where a test moves it. */
const clock = newTestClock();
let pages: Console;
let people: People;
let as: oauth.AuthorizationServer;

before(async () => {
  if (NO_BROWSER) return;
  pages = await openOwnConsole(clock);
  people = pages.people;
  const issuer = new URL(pages.origin);
  const found = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...INSECURE });
  as = await oauth.processDiscoveryResponse(issuer, found);
});

after(() => pages?.close());

const skip = NO_BROWSER;

test("device: a person with a session consents to less by keys alone -> the program's tokens have that, and end with its session", {
  skip,
}, async () => {
  const ada = await people.founder();
  const person = await pages.personWith(ada);
  const asked = await ask({ scope: "products:read products:write keys:write" });
  await person.goes(pathOf(asked.verification_uri_complete));
  await person.sees("Let a program in");
  for (const words of [
    "service-cli",
    "Acme",
    asked.user_code,
    ada.email,
    "127.0.0.1",
    "Create and change Products.",
    "A sandbox key may get everything that your role permits in the sandbox.",
  ]) {
    await person.reads(words);
  }
  await person.looks("device-consent");
  for (const scope of ["products:read", "products:write", "keys:write"]) {
    await person.click(`input[name="${scope}"]`);
  }
  await person.press("Let it in");
  await person.reads("Leave at least one, or deny.");
  await person.looks("device-no-scope");
  await person.page.focus('input[name="products:read"]');
  await person.page.keyboard.press("Space");
  await tabsTo(person, "Let it in");
  await person.page.keyboard.press("Enter");
  await person.sees("The program is let in");
  await person.reads("You can close this page.");
  await person.focuses("The program is let in");
  await person.looks("device-approved");

  const tokens = await poll(asked);
  assert.equal(tokens.scope, "products:read");
  assert.equal(await statusWith(tokens.access_token), 200);
  await person.goes(pathOf(asked.verification_uri_complete));
  await person.sees("The program was let in already");
  await person.looks("device-approved-before");
  await person.follow("sessions");
  await person.sees("Sessions");
  await person.reads("program");
  await person.click("summary");
  await person.reads("products:read");
  await person.looks("sessions-program");
  await person.press("End the session service-cli");
  await person.reads("the keys that it has made stop working");
  await person.press("End the session");
  await person.reads("service-cli is logged out, everywhere and at once.");
  assert.equal(await statusWith(tokens.access_token), 401);
  await assert.rejects(refresh(tokens), { error: "invalid_grant" });
  await person.close();
});

test("device: a stranger comes by the link of the program -> signs up with its hints, comes back, consents", {
  skip,
}, async () => {
  const email = newEmail();
  const asked = await ask({
    scope: "products:read",
    login_hint: email,
    name: "Grace",
    company: "Navy",
  });
  const person = await pages.person();
  await person.goes(pathOf(asked.verification_uri_complete));
  await person.sees("Let a program in");
  await person.reads(asked.user_code);
  await person.looks("device-stranger");
  await person.follow("Log in");
  await person.sees("Log in");
  assert.equal(await written(person, "email"), email);
  await person.follow("Create an account");
  await person.sees("Create an account");
  assert.deepEqual(
    [
      await written(person, "email"),
      await written(person, "displayName"),
      await written(person, "company"),
    ],
    [email, "Grace", "Navy"],
  );
  await person.fill("Password", PASSWORD);
  await person.press("Create account");
  await person.sees("Confirm your address");
  await person.fill("Code", await codeFor(pages.server, email));
  await person.press("Confirm");
  await person.sees("Let a program in");
  assert.equal(person.at(), `/console/device?user_code=${asked.user_code}`);
  await person.reads("Navy");
  await person.press("Let it in");
  await person.sees("The program is let in");
  assert.equal(await statusWith((await poll(asked)).access_token), 200);
  // What stands behind `#` is sent to nobody.
  const addresses = person.requested.map((address) =>
    decodeURIComponent(address.replace(/#.*/, "")),
  );
  assert.deepEqual(
    addresses.filter((address) => /Grace|Navy|@/.test(address)),
    [],
  );
  await person.close();
});

test("device: a code that is typed in any form, denied -> the program learns it, and so does the next visit", {
  skip,
}, async () => {
  const ada = await people.founder();
  const person = await pages.personWith(ada);
  const asked = await ask({ scope: "products:read" });
  await person.goes("/console/device");
  await person.reads("Write the code that the program shows.");
  await person.looks("device-code");
  await person.fill("Code", "WDJA");
  await person.press("Continue");
  await person.reads("Enter the eight letters that the program shows.");
  await person.looks("device-code-malformed");
  await person.fill("Code", asked.user_code.replace("-", "").toLowerCase());
  await person.press("Continue");
  await person.reads("Anybody can send you a link to this page.");
  assert.equal(person.at(), `/console/device?user_code=${asked.user_code}`);
  await person.press("Deny");
  await person.sees("The program stays out");
  await person.looks("device-denied");
  await assert.rejects(poll(asked), { error: "access_denied" });
  await person.reloads();
  await person.sees("The program was denied already");
  await person.close();
});

test("device: decided in another window meanwhile -> the page shows what became of it", {
  skip,
}, async () => {
  const ada = await people.founder();
  const person = await pages.personWith(ada);
  const asked = await ask({ scope: "products:read" });
  await person.goes(pathOf(asked.verification_uri_complete));
  await person.reads("Anybody can send you a link to this page.");
  expect(await ada.post(`/oauth/device/${asked.user_code}/deny`, {}), 200);
  await person.press("Let it in");
  await person.sees("The program was denied already");
  await person.close();
});

test("device: a person of no company, a company that asks for a second factor -> says what to do", {
  skip,
}, async () => {
  const owner = await people.founder();
  const member = await people.invited(owner, "viewer");
  const asked = await ask({ scope: "products:read" });
  const person = await pages.personWith(member);
  await person.goes(pathOf(asked.verification_uri_complete));
  await person.reads("Within your role, viewer.");
  await ruleOf(owner, { requireMfa: true });
  await person.press("Let it in");
  await person.reads("this session was begun without one");
  await person.reads("Set up a second factor");
  await person.looks("device-needs-factor");
  await person.close();

  const members = expect(await owner.get("/tenant/members"), 200).items();
  const { memberId } = members.find(({ email }) => email === member.email) ?? {};
  expect(await owner.post(`/tenant/members/${String(memberId)}/remove`), 200);
  await people.logIn(member);
  const alone = await pages.personWith(member);
  await alone.goes(pathOf(asked.verification_uri_complete));
  await alone.reads("You are in no company, and a program acts for one.");
  await alone.looks("device-no-company");
  await alone.press("Deny");
  await alone.sees("The program stays out");
  await alone.close();
});

test("device: the quarter of an hour is over, before the page is opened and while it is -> too late", {
  skip,
}, async () => {
  const person = await pages.personWith(await people.founder());
  const asked = await ask({ scope: "products:read" });
  await person.goes(pathOf(asked.verification_uri_complete));
  await person.reads("Anybody can send you a link to this page.");
  clock.set(clock.nowMs() + 900_000);
  await person.press("Let it in");
  await person.sees("Too late");
  await person.reloads();
  await person.sees("Too late");
  await person.looks("device-too-late");
  await person.follow("Write another code");
  await person.reads("Write the code that the program shows.");
  await person.close();
});

test("device: a code that is none, codes that are guessed -> to be compared; then none is looked at", {
  skip,
}, async () => {
  const ada = await people.founder();
  const person = await pages.personWith(ada);
  const asked = await ask({ scope: "products:read" });
  await person.goes("/console/device?user_code=//evil.example");
  await person.reads("The link's code is not one.");
  await person.looks("device-link-malformed");
  await person.goes("/console/device?user_code=BBBB-BBBB");
  await person.reads("No program waits with the code BBBB-BBBB");
  await person.looks("device-unknown");
  for (const code of ["CCCC-CCCC", "DDDD-DDDD", "FFFF-FFFF", "GGGG-GGGG"]) {
    await person.fill("Code", code);
    await person.press("Continue");
    await person.reads(`No program waits with the code ${code}`);
  }
  await person.fill("Code", asked.user_code);
  await person.press("Continue");
  await person.reads("Too many codes were wrong.");
  await person.looks("device-locked");
  await person.close();
});

async function ask(form: Record<string, string>): Promise<oauth.DeviceAuthorizationResponse> {
  const response = await oauth.deviceAuthorizationRequest(as, CLIENT, NONE, form, INSECURE);
  return oauth.processDeviceAuthorizationResponse(as, CLIENT, response);
}

async function poll({ device_code }: oauth.DeviceAuthorizationResponse) {
  const response = await oauth.deviceCodeGrantRequest(as, CLIENT, NONE, device_code, INSECURE);
  return oauth.processDeviceCodeResponse(as, CLIENT, response);
}

async function refresh({ refresh_token: token }: oauth.TokenEndpointResponse) {
  const sent = await oauth.refreshTokenGrantRequest(as, CLIENT, NONE, String(token), INSECURE);
  return oauth.processRefreshTokenResponse(as, CLIENT, sent);
}

/** What a request with the access token is answered with. */
async function statusWith(token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${pages.server.baseUrl}/products`, { headers });
  await response.body?.cancel();
  return response.status;
}

function pathOf(address: string | undefined): string {
  const { origin, pathname, search, hash } = new URL(String(address));
  assert.equal(origin, pages.origin);
  return pathname + search + hash;
}

function written({ page }: Person, name: string): Promise<string> {
  return page.$eval(`input[name="${name}"]`, (field) => (field as { value: string }).value);
}

async function ruleOf(owner: Browser, rule: { requireMfa: boolean }): Promise<void> {
  const { secret } = await enrol(owner, clock.nowMs());
  await people.logIn(owner, { totpSecret: secret, totpMs: clock.nowMs() + STEP_MS });
  expect(await owner.send("PUT", "/tenant/security", { ...rule, allowedCidrs: [] }), 200);
}

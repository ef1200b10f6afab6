/**
 * A program sends a person's browser to be let in, in a real browser: with and without a session, let in and kept
 * out, and each way it can end. The program is a host of its own, to which the browser comes back.
 * A server of its own: its clock is moved.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as oauth from "oauth4webapi";
import { NO_BROWSER } from "../support/browser.ts";
import { type Console, openOwnConsole, type Person } from "../support/console.ts";
import { type ClientHost, discovered, newFlow, openClientHost } from "../support/oauth_codes.ts";
import { type Browser, codeFor, codesTo, PASSWORD, type People } from "../support/people.ts";
import { newTestClock } from "../support/test_clock.ts";

/** How long a request waits depends on the time, which stands still but where a test moves it. */
const clock = newTestClock();
const CALLBACK = "/callback";
let pages: Console;
let people: People;
let host: ClientHost;
let as: oauth.AuthorizationServer;

before(async () => {
  if (NO_BROWSER) return;
  pages = await openOwnConsole(clock);
  people = pages.people;
  host = await openClientHost();
  host.serve(CALLBACK, (_, response) =>
    response
      .writeHead(200, { "content-type": "text/html" })
      .end("<title>Back</title><h1>Back</h1>"),
  );
  as = await discovered(pages.server);
});

after(async () => {
  host?.close();
  await pages?.close();
});

const skip = NO_BROWSER;

test("authorize: a person with a session lets in a client with a document -> back at the client with code, state and iss", {
  skip,
}, async () => {
  const client = host.document("/desk.json", {
    redirect_uris: [host.origin + CALLBACK],
    client_name: "<b>Desk</b> \u202eksed",
  });
  const flow = await newFlow(pages.server, as, client, host.origin + CALLBACK);
  const person = await pages.personWith(await people.founder());
  await goesToConsent(person, flow.parameters);
  assert.equal(person.at(), "/console/authorize");
  await person.sees("Let an agent in");
  await person.reads("<b>Desk</b>");
  await person.reads("U+202E");
  await person.reads("a program on this computer");
  await person.reads(new URL(client).host);
  await person.reads("Nobody has verified the name.");
  await person.looks("authorize-consent");
  const told = await decides(person, "Let it in");
  assert.deepEqual([...told.keys()], ["code", "state", "iss"]);
  const callback = oauth.validateAuthResponse(
    as,
    { client_id: client },
    told,
    flow.parameters.state,
  );
  assert.equal((await flow.tokens(callback)).scope, "products:read");
  await person.close();
});

test("authorize: a stranger logs in on the way -> back at the consent; the handle is in no address; denied, the client learns it", {
  skip,
}, async () => {
  const ada = await people.founder();
  const flow = await newFlow(pages.server, as, await registered(), host.origin + CALLBACK);
  const person = await pages.person();
  await goesToConsent(person, flow.parameters);
  await person.reads("A program has sent you here");
  await person.looks("authorize-stranger");
  await person.follow("Log in");
  await logsIn(person, ada);
  await person.reads("Anybody can send you a link to this page");
  assert.equal(person.at(), "/console/authorize");
  const told = await decides(person, "Deny");
  assert.throws(
    () => oauth.validateAuthResponse(as, { client_id: "desk" }, told, flow.parameters.state),
    { error: "access_denied" },
  );
  const sent = person.requested.map((address) => address.replace(/#.*/, ""));
  const handles = sent.filter((address) => /\/console\/.*[0-9A-Za-z]{22}/.test(address));
  assert.deepEqual(
    handles.filter((address) => !address.includes("/console/assets/")),
    [],
  );
  await person.close();
});

test("authorize: an application's own scheme, which this browser does not know -> the page says where it goes, and stays", {
  skip,
}, async () => {
  const uri = "com.example.desk:/callback";
  const flow = await newFlow(pages.server, as, await registered(uri), uri);
  const person = await pages.personWith(await people.founder());
  await goesToConsent(person, flow.parameters);
  await person.reads("com.example.desk:");
  await person.press("Let it in");
  await person.sees("It is let in");
  const to = await person.page.$eval("main a", (link) => (link as { href?: string }).href ?? "");
  assert.match(to, /^com\.example\.desk:\/callback\?code=/);
  await person.close();
});

test("authorize: too late, decided already, no request at all -> the page says what to do", {
  skip,
}, async () => {
  const ada = await people.founder();
  const person = await pages.personWith(ada);
  await person.goes("/console/authorize");
  await person.sees("Nothing waits here");
  await person.looks("authorize-nothing");
  const flow = await newFlow(pages.server, as, await registered(), host.origin + CALLBACK);
  const handle = await flow.handle();
  await ada.post(`/oauth/device/${handle}/deny`, {});
  await person.goes(`/console/authorize#request=${handle}`);
  await person.reloads();
  await person.sees("The agent was denied already");
  await goesToConsent(person, flow.parameters);
  clock.set(clock.nowMs() + 900_000);
  await person.reloads();
  await person.sees("Too late");
  await person.looks("authorize-too-late");
  await person.close();
});

test("authorize: a client that is not known, a redirect URI of another -> a page that leads nowhere", {
  skip,
}, async () => {
  const flow = await newFlow(pages.server, as, await registered(), host.origin + CALLBACK);
  const person = await pages.person();
  for (const wrong of [{ client_id: "<i>nobody</i>" }, { redirect_uri: "https://evil.example/" }]) {
    await person.goes(pathOf({ ...flow.parameters, ...wrong }));
    await person.sees("This does not work");
    assert.ok(person.at().startsWith("/v1/oauth/authorize?"));
  }
  await person.close();
});

function pathOf(parameters: Record<string, string>): string {
  return `/v1/oauth/authorize?${new URLSearchParams(parameters)}`;
}

/** Goes where the program sends the browser, and on to the page of consent. */
async function goesToConsent(person: Person, parameters: Record<string, string>): Promise<void> {
  await person.goes(pathOf(parameters));
  await person.settles();
}

/** Presses the button; returns what the client is told when the browser is back there. */
async function decides(person: Person, button: string): Promise<URLSearchParams> {
  const back = person.page.waitForNavigation();
  await person.press(button);
  await back;
  const url = new URL(person.page.url());
  assert.equal(url.origin + url.pathname, host.origin + CALLBACK);
  return url.searchParams;
}

async function registered(uri = host.origin + CALLBACK): Promise<string> {
  const response = await fetch(String(as.registration_endpoint), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ redirect_uris: [uri], client_name: "Desk" }),
  });
  return String(((await response.json()) as { client_id: string }).client_id);
}

async function logsIn(person: Person, { email }: Browser): Promise<void> {
  await person.sees("Log in");
  const before = codesTo(pages.server, email).length;
  await person.fill("E-mail", email);
  await person.fill("Password", PASSWORD);
  await person.press("Continue");
  await person.sees("Check your mail");
  await person.fill("Code", await codeFor(pages.server, email, before));
  await person.press("Log in");
}

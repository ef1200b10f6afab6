/**
 * The consent to an agent that asks for everything, and the consent to one that asks for more than it has, in a real
 * browser: many scopes are readable, and only what is new has to be decided.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as oauth from "oauth4webapi";
import { NO_BROWSER } from "../support/browser.ts";
import { expect } from "../support/client.ts";
import { type Console, openConsole, type Person } from "../support/console.ts";
import { tabsTo } from "../support/keyboard.ts";
import {
  type ClientHost,
  discovered,
  handleIn,
  INSECURE,
  newFlow,
  openClientHost,
} from "../support/oauth_codes.ts";
import type { Browser } from "../support/people.ts";

const CALLBACK = "/callback";
let pages: Console;
let host: ClientHost;
let as: oauth.AuthorizationServer;
const skip = NO_BROWSER;

before(async () => {
  if (NO_BROWSER) return;
  pages = await openConsole();
  host = await openClientHost();
  host.serve(CALLBACK, (_, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<h1>Back</h1>"),
  );
  as = await discovered(pages.server);
});

after(async () => {
  host?.close();
  await pages?.close();
});

async function registered(): Promise<string> {
  const metadata = { redirect_uris: [host.origin + CALLBACK], client_name: "Desk" };
  const response = await oauth.dynamicClientRegistrationRequest(as, metadata, INSECURE);
  return (await oauth.processDynamicClientRegistrationResponse(response)).client_id;
}

/** The client sends the person's browser to ask for the scopes. Returns how it ends, once the browser is back. */
async function asks(person: Person, clientId: string, scope: string) {
  const flow = await newFlow(pages.server, as, clientId, host.origin + CALLBACK);
  const parameters = new URLSearchParams({ ...flow.parameters, scope });
  await person.goes(`/v1/oauth/authorize?${parameters}`);
  await person.settles();
  return async (button = "Let it in") => {
    const back = person.page.waitForNavigation();
    await person.press(button);
    await back;
    return await flow.tokens(flow.validated(person.page.url()));
  };
}

/** What the person has granted the client before, on no page of this test. */
async function granted(founder: Browser, clientId: string, body: Record<string, unknown>) {
  const flow = await newFlow(pages.server, as, clientId, host.origin + CALLBACK);
  const { location } = await flow.sends({ scope: "products:read objects:write" });
  const approval = `/oauth/device/${handleIn(location)}/approve`;
  const { body: told } = expect(await founder.post(approval, body), 200);
  await flow.tokens(flow.validated(String(told["redirectTo"])));
}

async function grantsOf(founder: Browser) {
  return expect(await founder.get("/agent-grants?status=active"), 200).items();
}

const boxes = ({ page }: Person, of: string) =>
  page.$$eval(`input[type=checkbox][name*=":"]${of}`, (all) =>
    all.map((one) => String((one as unknown as { name: string }).name)).sort(),
  );

test("agent consent: a host that asks for all that agents may have -> groups that say how many are ticked, opened by the keyboard; what takes keys away is not ticked", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Acme");
  const person = await pages.personWith(founder);
  const offered = await fetch(
    `${new URL(pages.server.baseUrl).origin}/.well-known/oauth-protected-resource/v1/mcp`,
  );
  const { scopes_supported: all } = (await offered.json()) as { scopes_supported: string[] };
  assert.ok(all.length > 30);
  const decide = await asks(person, await registered(), all.join(" "));
  await person.sees("Let an agent in");
  await person.page.waitForSelector("main details summary");
  const folded = await person.page.$$eval("main details summary", (each) =>
    each.map(({ textContent }) => textContent),
  );
  assert.deepEqual(
    folded.map((text) => String(text).replace(/\d+/g, "n")),
    ["Money: n of n", "Customers: n of n", "What happens: n of n", "Company: n of n"],
  );
  await person.reads("What takes API keys away is ticked only where you tick it.");
  assert.deepEqual(
    await boxes(person, ":checked"),
    all.filter((scope) => scope !== "keys:write").sort(),
  );
  await person.looks("agent-consent-all");
  await tabsTo(person, String(folded[3]));
  await person.page.keyboard.press("Enter");
  await person.reads("Revoke API keys. An agent makes none and changes none.");
  await person.looks("agent-consent-all-open");
  await person.press("Reading only");
  assert.ok((await boxes(person, ":checked")).every((scope) => scope.endsWith(":read")));
  await person.press("What agents usually need");
  const tokens = await decide();
  assert.deepEqual(
    String(tokens.scope).split(" ").sort(),
    all.filter((scope) => scope !== "keys:write").sort(),
  );
  await person.close();
});

test("agent consent: the same program asks the same person for more -> only what is new is asked; agent, Products and what was granted stay", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Acme");
  const draft = { name: "Wallet" };
  const wallet = expect(await founder.post("/products", draft), 201).id("productId");
  const person = await pages.personWith(founder);
  const clientId = await registered();
  await granted(founder, clientId, { scopes: ["products:read"], productIds: [wallet] });
  const [before] = await grantsOf(founder);
  const asked = "products:read transfers:read transfers:write";
  const more = await asks(person, clientId, asked);
  await person.sees("Let an agent in");
  await person.reads("You have let this program in already, as Desk.");
  assert.deepEqual(await boxes(person, ""), ["transfers:read", "transfers:write"]);
  await person.reads("1 Product by name");
  await person.looks("agent-more");
  await person.click('input[name="transfers:write"]');
  const tokens = await more();
  assert.equal(tokens.scope, "products:read transfers:read");
  const [now, ...others] = await grantsOf(founder);
  assert.equal(others.length, 1, "what stood before ends with its own login");
  for (const field of ["agentMemberId", "productIds", "buildIds", "blueprintIds", "toolForm"]) {
    assert.deepEqual(now?.[field], before?.[field], field);
  }
  await person.close();
});

test("agent consent: nothing new, everything anew, another program, another person -> as it has to be", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Acme");
  const person = await pages.personWith(founder);
  const clientId = await registered();
  await granted(founder, clientId, { scopes: ["products:read"] });
  const again = await asks(person, clientId, "products:read");
  await person.reads("It asks for nothing that you have not granted it.");
  assert.deepEqual(await boxes(person, ""), []);
  await person.looks("agent-more-nothing");
  await person.press("Decide about everything anew");
  await person.reads("Which Products it reaches");
  assert.deepEqual(await boxes(person, ":checked"), ["products:read"]);
  await again();
  await asks(person, await registered(), "products:read transfers:read");
  await person.reads("Which Products it reaches");
  assert.deepEqual(await boxes(person, ""), ["products:read", "transfers:read"]);
  await person.close();
  const other = await pages.personWith(await pages.people.invited(founder, "developer"));
  await asks(other, clientId, "products:read transfers:read");
  await other.reads("Which Products it reaches");
  await other.close();
});

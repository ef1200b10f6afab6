/** The page with the settings for hosts of agents, in a real browser: reached always, with this server's address, copied. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { letInAgent } from "../support/agents.ts";
import { NO_BROWSER } from "../support/browser.ts";
import { expect } from "../support/client.ts";
import { type Console, openConsole } from "../support/console.ts";

let pages: Console;
const skip = NO_BROWSER;

before(async () => {
  if (!NO_BROWSER) pages = await openConsole();
});

after(() => pages?.close());

type Setting = { host: string; how: string; file?: string; text: string };

test("agents: with an agent and without -> the settings of each host, as the server says, to be copied", {
  skip,
}, async () => {
  const { agents } = (await (await fetch(pages.origin)).json()) as {
    agents: { endpoint: string; hosts: Setting[] };
  };
  assert.equal(agents.endpoint, `${pages.origin}/v1/mcp`);
  const founder = await pages.people.founder("Acme");
  const person = await pages.personWith(founder);
  const allowed = ["clipboard-read", "clipboard-write", "clipboard-sanitized-write"] as const;
  await person.context.overridePermissions(pages.origin, [...allowed]);
  const clipboard = () => person.page.evaluate("navigator.clipboard.readText()");

  await person.goes("/console/agents");
  await person.reads("No agents");
  await person.follow("Connect an agent");
  await person.sees("Connect an agent");
  await person.reads(agents.endpoint);
  await person.looks("agent-connect");
  await person.press("Copy: Address of the MCP server");
  await person.reads("Copied");
  assert.equal(await clipboard(), agents.endpoint);

  for (const { host, how, file = "Text", text } of agents.hosts) {
    await person.choose("Host of the agent", host);
    await person.reads(how);
    await person.press(`Copy: ${file}`);
    await person.until(
      `document.querySelector('[aria-label="Settings"] .button').textContent === "Copied"`,
    );
    assert.equal(await clipboard(), text, host);
  }
  await person.choose("Host of the agent", "VS Code");
  await person.looks("agent-connect-file");
  assert.equal(person.at(), "/console/agents/connect?host=VS+Code");
  await person.reloads();
  await person.reads('"servers"');

  const product = expect(await founder.post("/products", { name: "Wallet" }), 201).id("productId");
  await letInAgent(pages.server, founder, { scopes: ["products:read"], productIds: [product] });
  await person.goes("/console/agents");
  await person.reads("Tester");
  await person.follow("Connect an agent");
  await person.sees("Connect an agent");
  await person.close();
});

test("agents: the settings without a network -> said, and there again when asked again", {
  skip,
}, async () => {
  const person = await pages.personWith(await pages.people.founder("Acme"));
  await person.goes("/console/agents");
  await person.reads("No agents");
  await person.page.setOfflineMode(true);
  await person.follow("Connect an agent");
  await person.sees("Connect an agent");
  await person.reads("you seem to be offline");
  await person.page.setOfflineMode(false);
  await person.press("Try again");
  await person.reads("/v1/mcp");
  await person.close();
});

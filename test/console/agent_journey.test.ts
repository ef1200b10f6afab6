/**
 * An agent without a model and the person who answers for it: let in by a person in a real browser, the agent makes a
 * Product and tries it in the sandbox; the operator opens live, the agent asks for something there, the person
 * approves it on the page that the agent was told, and the agent completes it by the same key.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type CallTool, scriptedAgent } from "../clients/scripted_agent.ts";
import { AGENT_CLIENT, mcpUrlOf } from "../support/agents.ts";
import { NO_BROWSER } from "../support/browser.ts";
import { expect } from "../support/client.ts";
import { type Console, openConsole, type Person } from "../support/console.ts";
import { ERAS, type Host, openHost } from "../support/mcp.ts";
import { openProgram } from "../support/oauth.ts";
import { PASSWORD } from "../support/people.ts";
import { admin } from "../support/server.ts";

let pages: Console;
const skip = NO_BROWSER;

before(async () => {
  if (!NO_BROWSER) pages = await openConsole();
});

after(() => pages?.close());

/** The access token of an agent that the person lets in on the page that the agent shows. */
async function letIn(person: Person): Promise<string> {
  const program = openProgram(pages.server);
  try {
    const resource = mcpUrlOf(pages.server);
    const asked = { client_id: AGENT_CLIENT, resource, agent_name: "Bookkeeper" };
    const { deviceCode, userCode } = await program.ask(asked);
    await person.goes(`/console/device?user_code=${userCode}`);
    await person.sees("Let an agent in");
    await person.press("Let it in");
    await person.sees("The agent is let in");
    const { status, body } = await program.poll(deviceCode, AGENT_CLIENT);
    assert.equal(status, 200, JSON.stringify(body));
    return String(body["access_token"]);
  } finally {
    program.close();
  }
}

const callsOf =
  (host: Host): CallTool =>
  async (name, given) => {
    const { isError, texts } = await host.call(name, given);
    return { isError, document: JSON.parse(texts[0] ?? "") };
  };

for (const era of ERAS) {
  test(`journey: a client of ${era}, let in by a person -> a Product made and tried; in live it asks, is approved, and is done`, {
    skip,
  }, async () => {
    const founder = await pages.people.founder("Acme");
    const person = await pages.personWith(founder);
    const host = await openHost(pages.server, await letIn(person), era);
    const agent = scriptedAgent(callsOf(host));
    const { source } = await agent.writeProgram();
    const productId = await agent.makeProduct(source);
    const { actions, available } = await agent.tryProduct(productId);
    assert.deepEqual(actions, ["settle", "pay", "issue", "create"]);
    assert.equal(available, "9751");

    await admin(pages.server, "product set", { product: productId, live: "true" });
    const entity = { kind: "person", displayName: "Ada Lovelace", country: "GB" };
    const call = { name: "customer_create", given: { productId, test: false, entity } };
    let page = "";
    const customer = await agent.askInLive(call, async (approvalUrl) => {
      page = new URL(approvalUrl).pathname;
      await person.goes(page);
      await person.sees("Decide about a request");
      for (const words of ["customer.create", "Bookkeeper", "Invoices", productId]) {
        await person.reads(words);
      }
      await person.looks("journey-asked");
      await person.fill("Your password", PASSWORD);
      await person.press("Approve");
      await person.sees("Approved");
    });
    assert.match(String(customer["customerId"]), /^cust_/);
    await person.sees("Let through");
    const id = page.slice(page.lastIndexOf("/") + 1);
    assert.equal(expect(await founder.get(`/agent-approvals/${id}`), 200).at("status"), "consumed");
    await host.close();
    await person.close();
  });
}

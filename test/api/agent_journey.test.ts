/** An agent without a model, over the tools alone: from an idea to a Product that was tried, by either client. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type CallTool, scriptedAgent } from "../clients/scripted_agent.ts";
import { letInAgent } from "../support/agents.ts";
import { ERAS, type Host, openHost } from "../support/mcp.ts";
import { openPeople, type People } from "../support/people.ts";
import type { Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

let server: Server;
let people: People;

before(async () => {
  server = await sharedServer();
  people = await openPeople(server);
});

after(async () => {
  people.close();
});

const callsOf =
  (host: Host): CallTool =>
  async (name, given) => {
    const { isError, texts } = await host.call(name, given);
    return { isError, document: JSON.parse(texts[0] ?? "") };
  };

for (const era of ERAS) {
  test(`journey: an agent by the client of ${era} -> a program repaired, a Product tried, its books read`, async () => {
    const founder = await people.founder();
    const { access } = await letInAgent(server, founder);
    const host = await openHost(server, access, era);
    try {
      const agent = scriptedAgent(callsOf(host));
      const before = await agent.done("agent_member_current");
      assert.deepEqual(before["products"], []);
      const { source, repaired } = await agent.writeProgram();
      assert.ok(repaired.length >= 2, repaired.join());
      const productId = await agent.makeProduct(source);
      const current = await agent.done("agent_member_current");
      const [product] = current["products"] as { productId: string }[];
      assert.equal(product?.productId, productId);
      const { refusedWith, actions, available, books } = await agent.tryProduct(productId);
      assert.equal(refusedWith, "noun_remainder_exceeded");
      assert.deepEqual(actions, ["settle", "pay", "issue", "create"]);
      assert.equal(available, "9751");
      assert.equal(
        (books["revenueByLabel"] as { label: string }[])[0]?.label,
        "revenue.invoice_fee",
      );
    } finally {
      await host.close();
    }
  });
}

/** Agents: let in over the device flow, narrowed, shut out; their tokens are taken at /mcp alone. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { letInAgent, mcpUrlOf } from "../support/agents.ts";
import { expect } from "../support/client.ts";
import { openProgram, type Program } from "../support/oauth.ts";
import { type Browser, openPeople, type People } from "../support/people.ts";
import { type Server, startServer, stopServer } from "../support/server.ts";

let server: Server;
let people: People;
let founder: Browser;
let program: Program;

before(async () => {
  server = await startServer(["--shards", "1"]);
  people = await openPeople(server);
  founder = await people.founder();
  program = openProgram(server);
});

after(async () => {
  program.close();
  people.close();
  assert.equal((await stopServer(server)).code, 0);
});

const asAgent = (access: string) => ({
  headers: { authorization: `Bearer ${access}`, cookie: "" },
});

test("agent: let in -> a grant of the company, an agent with its name, and tokens that REST refuses", async () => {
  const agent = await letInAgent(server, founder, { scopes: ["products:read"] });
  const grant = expect(await founder.get(`/agent-grants/${agent.agentGrantId}`), 200).body;
  assert.deepEqual(
    [grant["status"], grant["scopes"], grant["audience"], grant["productIds"]],
    ["active", ["products:read"], mcpUrlOf(server), []],
  );
  const member = expect(await founder.get(`/agent-members/${agent.agentMemberId}`), 200).body;
  assert.deepEqual([member["name"], member["companyWide"]], ["Tester", false]);
  const refused = await people.client.get("/products", asAgent(agent.access));
  assert.equal(refused.status, 401, refused.text);
});

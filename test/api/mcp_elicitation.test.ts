/**
 * Approvals by the elicitation of an address, as the protocol's own clients do it: a client answers as soon as the
 * page is open, long before a person has read it. It is asked once for a call; then the agent is told what to do, and
 * the same call moves the money, once, after a person has approved.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import type { Client } from "@modelcontextprotocol/client";
import { Client as AnyClient, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Client as Client2025 } from "@modelcontextprotocol/sdk/client/index.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { mcpUrlOf } from "../support/agents.ts";
import { expect } from "../support/client.ts";
import { keptFetch } from "../support/kept_fetch.ts";
import { newLiveCompany, opening } from "../support/live_agents.ts";
import {
  answerOf,
  documentOf,
  envelope,
  type Host,
  LEGACY,
  MODERN,
  modernRequest,
  openHost,
  refusalOf,
  sendMessage,
  type ToolAnswer,
} from "../support/mcp.ts";
import { type Browser, openPeople, PASSWORD, type People } from "../support/people.ts";
import { admin, type Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

type Action = "accept" | "decline" | "cancel";

let server: Server;
let people: People;
let founder: Browser;
let access: string;
let accounts: string[];
const hosts: Host[] = [];
const IN_LIVE = { headers: { "x-service-environment": "live" } };

before(async () => {
  server = await sharedServer();
  people = await openPeople(server);
  const company = await newLiveCompany({ server, people, hosts });
  ({ founder, access } = company);
  accounts = await Promise.all(
    ["Main", "Fees"].map(async (name) => {
      const { idempotencyKey: _, ...draft } = opening(company.product, { name });
      return expect(await founder.post("/accounts", draft, IN_LIVE), 201).id("accountId");
    }),
  );
  const money = { account: accounts[0] ?? "", amount: "1000", currency: "EUR", reason: "wire 1" };
  assert.equal((await admin(server, "account fund", money))["status"], "posted");
});

after(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.close()));
  people.close();
});

const moving = (amount: string) => ({
  sourceAccountId: accounts[0],
  destinationAccountId: accounts[1],
  amount,
  currency: "EUR",
  environment: "live",
  idempotencyKey: randomUUID(),
});

async function moved(): Promise<number> {
  const read = expect(await founder.get(`/accounts/${accounts[1]}/balance`, IN_LIVE), 200);
  return Number(read.at("available"));
}

async function decide(agentApprovalId: unknown, decision: "approve" | "deny"): Promise<void> {
  const body = decision === "approve" ? { password: PASSWORD } : {};
  expect(await founder.post(`/agent-approvals/${agentApprovalId}/${decision}`, body), 200);
}

/** A client, and the addresses that its user was asked to open; the user decides nothing there yet. */
type Opening = { call(name: string, given: object): Promise<ToolAnswer>; opened: string[] };
type Opener = (action: Action) => Promise<Opening>;

async function modernOpening(action: Action): Promise<Opening> {
  const host = await openHost(server, access, MODERN, { elicitation: { url: {} } });
  hosts.push(host);
  const opened: string[] = [];
  const client = host.client as Client;
  client.setRequestHandler("elicitation/create", async ({ params }) => {
    opened.push((params as { url: string }).url);
    return { action };
  });
  return { call: (name, given) => host.call(name, { ...given }), opened };
}

async function legacyOpening(action: Action): Promise<Opening> {
  const host = await openHost(server, access, LEGACY, { elicitation: { url: {} } });
  hosts.push(host);
  const opened: string[] = [];
  const client = host.client as Client2025;
  client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
    opened.push((params as { url: string }).url);
    return { action };
  });
  return { call: (name, given) => host.call(name, { ...given }), opened };
}

/** The client of 2026 as it begins by itself (with `initialize`), or finds out which era the server speaks. */
const negotiatingOpening =
  (mode: "legacy" | "auto") =>
  async (action: Action): Promise<Opening> => {
    const capabilities = { elicitation: { url: {} } };
    const options = { capabilities, versionNegotiation: { mode } };
    const client = new AnyClient({ name: "test-host", version: "1.0.0" }, options);
    const opened: string[] = [];
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      opened.push((params as { url: string }).url);
      return { action };
    });
    const requestInit = { headers: { authorization: `Bearer ${access}` } };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(mcpUrlOf(server)), {
        requestInit,
        fetch: keptFetch,
      }),
    );
    const call = async (name: string, given: object) =>
      answerOf(await client.callTool({ name, arguments: { ...given } }));
    hosts.push({ close: () => client.close() } as Host);
    return { call, opened };
  };

/** How many times each client opens a page for one call that waits. */
const CLIENTS: [string, Opener, number][] = [
  ["2025-11-25", legacyOpening, 0],
  ["2026-07-28", modernOpening, 1],
  ["the newest package, which begins by itself", negotiatingOpening("legacy"), 0],
  ["the newest package, which asks the server", negotiatingOpening("auto"), 1],
];

for (const [what, open, pages] of CLIENTS) {
  for (const action of ["accept", "decline", "cancel"] as const) {
    test(`elicitation: a client of ${what} says ${action} at once -> told, approved, the same call moves money once`, async () => {
      const { call, opened } = await open(action);
      const before = await moved();
      const given = moving("7");
      const { error } = refusalOf(await call("transfer_create", given));
      assert.equal(error.code, "agent_approval_required");
      const { agentApprovalId, approvalUrl, status, nextStep } = error.details;
      assert.equal(status, "pending");
      assert.deepEqual(
        opened,
        Array.from({ length: pages }, () => approvalUrl),
      );
      assert.ok(String(nextStep).includes(String(approvalUrl)), String(nextStep));
      assert.match(String(nextStep), /call `transfer_create` again with the same arguments/);
      assert.equal(
        String(nextStep).includes("did not want to open"),
        pages > 0 && action === "decline",
      );
      assert.equal(await moved(), before, "nothing runs before a person has approved");

      await decide(agentApprovalId, "approve");
      const made = documentOf(await call("transfer_create", given));
      assert.equal(made["status"], "posted");
      assert.equal(opened.length, pages, "an approved call asks nobody");
      const again = documentOf(await call("transfer_create", given));
      assert.equal(again["transferId"], made["transferId"]);
      assert.equal(await moved(), before + 7);
    });
  }
}

test("elicitation: the person denies, the agent calls again -> told so, and no page is opened", async () => {
  const { call, opened } = await modernOpening("accept");
  const given = moving("9");
  const { error } = refusalOf(await call("transfer_create", given));
  await decide(error.details["agentApprovalId"], "deny");
  const denied = refusalOf(await call("transfer_create", given)).error;
  assert.equal(denied.details["status"], "denied");
  assert.match(String(denied.details["nextStep"]), /said no.*new `idempotencyKey`/);
  assert.equal(opened.length, 1);
});

test("elicitation: a call that waits still is made anew -> the page of the same approval, once for each call", async () => {
  const { call, opened } = await modernOpening("accept");
  const given = moving("11");
  const [first, second] = [
    refusalOf(await call("transfer_create", given)).error.details,
    refusalOf(await call("transfer_create", given)).error.details,
  ];
  assert.equal(second["agentApprovalId"], first["agentApprovalId"]);
  assert.deepEqual(opened, [first["approvalUrl"], first["approvalUrl"]]);
});

test("elicitation: a resource of live -> the page once, then refused with the next step", async () => {
  const opened: string[] = [];
  const host = await openHost(server, access, MODERN, { elicitation: { url: {} } });
  hosts.push(host);
  const client = host.client as Client;
  client.setRequestHandler("elicitation/create", async ({ params }) => {
    opened.push((params as { url: string }).url);
    return { action: "accept" };
  });
  const uri = `service://live/accounts/${accounts[0]}?idempotencyKey=${randomUUID()}`;
  const refused = await client.readResource({ uri }).then(
    () => assert.fail("nobody has approved"),
    ({ data }) => data.error,
  );
  assert.equal(refused.code, "agent_approval_required");
  assert.deepEqual(opened, [refused.details.approvalUrl]);
  assert.match(refused.details.nextStep, /account_retrieve/);
  await decide(refused.details.agentApprovalId, "approve");
  const { contents } = await client.readResource({ uri });
  assert.equal(JSON.parse((contents[0] as { text: string }).text).accountId, accounts[0]);
  assert.equal(opened.length, 1);
});

/** What a client may send in the place of an answer; none of it approves or asks again. */
const ANSWERS: [string, object][] = [
  ["no answer, and the state", {}],
  ["an answer of another request", { inputResponses: { other: { action: "accept" } } }],
  ["an answer of another form", { inputResponses: { approval: { action: ["accept"] } } }],
  ["an answer that is no action", { inputResponses: { approval: { action: "approve" } } }],
];
for (const [what, answered] of ANSWERS) {
  test(`elicitation: ${what} -> refused, and not asked again`, async () => {
    const capabilities = { elicitation: { url: {} } };
    const params = { name: "transfer_create", arguments: moving("13") };
    const first = modernRequest("tools/call", params, capabilities);
    const asked = await sendMessage(server, access, first.message, first.headers);
    const { resultType, requestState } = asked.body.result ?? {};
    assert.equal(resultType, "input_required", asked.text);
    const again = modernRequest(
      "tools/call",
      { ...params, ...answered, requestState },
      capabilities,
    );
    const told = await sendMessage(server, access, again.message, again.headers);
    assert.equal(told.body.result?.["resultType"], "complete", told.text);
    const { error } = refusalOf(answerOf(told.body.result));
    assert.equal(error.code, "agent_approval_required");
    assert.match(String(error.details["nextStep"]), /^The page of the approval was not opened\./);
  });
}

test("elicitation: a client that opens no addresses -> is asked nothing, whatever it sends with the call", async () => {
  const message = {
    ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
    params: {
      ...{ name: "transfer_create", arguments: moving("15") },
      ...{ _meta: envelope({ elicitation: { form: {} } }) },
    },
  };
  const { headers } = modernRequest("tools/call", { name: "transfer_create" });
  const told = await sendMessage(server, access, message, headers);
  assert.equal(refusalOf(answerOf(told.body.result)).error.code, "agent_approval_required");
});

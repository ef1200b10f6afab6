/**
 * What a person must approve, asked for by tools: a client of 2026 that can open addresses is asked to open the page
 * of the approval and goes on by itself; every other client is told, and calls again.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import type { Client } from "@modelcontextprotocol/client";
import { APPROVAL_MS } from "../../src/contract/declare/approval.ts";
import { PENDING_MAX } from "../../src/features/agent/approval_document.ts";
import { type LetIn, letInAgent } from "../support/agents.ts";
import { expect } from "../support/client.ts";
import { graphqlClient } from "../support/graphql.ts";
import {
  codeOf,
  documentOf,
  ERAS,
  type Host,
  MODERN,
  modernRequest,
  openHost,
  refusalOf,
  sendMessage,
} from "../support/mcp.ts";
import { type Browser, openPeople, PASSWORD, type People } from "../support/people.ts";
import type { Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

let server: Server;
let people: People;
let founder: Browser;
let agent: LetIn;

before(async () => {
  server = await sharedServer();
  people = await openPeople(server);
  founder = await people.founder();
  const scopes = ["products:read", "products:write"];
  agent = await letInAgent(server, founder, { scopes, companyWide: true, toolForm: "full" });
});

after(async () => {
  people.close();
});

const inLive = () => ({
  name: `Wallet ${randomUUID()}`,
  environment: "live",
  idempotencyKey: randomUUID(),
});

/** The person opens the page of the approval, and does there what a person can do. */
async function decide(url: string, decision: "approve" | "deny"): Promise<void> {
  const id = /apr_[0-9A-Za-z]+/.exec(url)?.[0] ?? assert.fail(url);
  const body = decision === "approve" ? { password: PASSWORD } : {};
  expect(await founder.post(`/agent-approvals/${id}/${decision}`, body), 200);
}

for (const era of ERAS) {
  test(`approval: a write in live by a client of ${era} that opens no addresses -> told, approved, run once`, async () => {
    const host = await openHost(server, agent.access, era);
    const given = inLive();
    const { error } = refusalOf(await host.call("product_create", given));
    assert.equal(error.code, "agent_approval_required");
    const { approvalUrl, status, agentApprovalId } = error.details;
    assert.deepEqual(
      [status, String(approvalUrl).includes(String(agentApprovalId))],
      ["pending", true],
    );
    const early = refusalOf(await host.call("product_create", given));
    assert.equal(early.error.details["agentApprovalId"], agentApprovalId);
    await decide(String(approvalUrl), "approve");
    const made = documentOf(await host.call("product_create", given));
    assert.equal(made["name"], given.name);
    const again = documentOf(await host.call("product_create", given));
    assert.equal(again["productId"], made["productId"]);
    await host.close();
  });

  test(`approval: a read in live by a client of ${era} without a key, then with one -> refused, approved, read`, async () => {
    const host = await openHost(server, agent.access, era);
    const keyless = await host.call("product_list", { environment: "live" });
    assert.equal(codeOf(keyless), "idempotency_required");
    const given = { environment: "live", idempotencyKey: randomUUID() };
    const { error } = refusalOf(await host.call("product_list", given));
    await decide(String(error.details["approvalUrl"]), "approve");
    assert.ok(Array.isArray(documentOf(await host.call("product_list", given))["items"]));
    await host.close();
  });

  test(`approval: denied, by a client of ${era} -> stays refused, and says so`, async () => {
    const host = await openHost(server, agent.access, era);
    const given = inLive();
    const asked = refusalOf(await host.call("product_create", given));
    await decide(String(asked.error.details["approvalUrl"]), "deny");
    const after_ = refusalOf(await host.call("product_create", given));
    assert.notEqual(after_.error.details["status"], "pending");
    await host.close();
  });
}

/** A host of 2026 whose person does this with each address that it is asked to open. */
async function openingHost(decision: "approve" | "deny", opened: string[]): Promise<Host> {
  const host = await openHost(server, agent.access, MODERN, { elicitation: { url: {} } });
  const client = host.client as Client;
  client.setRequestHandler("elicitation/create", async ({ params }) => {
    const { mode, url } = params as { mode: string; url: string };
    assert.equal(mode, "url");
    opened.push(url);
    await decide(url, decision);
    return { action: "accept" };
  });
  return host;
}

test("approval: a client of 2026 that opens addresses -> its person approves, and the call goes on by itself", async () => {
  const opened: string[] = [];
  const host = await openingHost("approve", opened);
  const given = inLive();
  const made = documentOf(await host.call("product_create", given));
  assert.equal(made["name"], given.name);
  assert.equal(opened.length, 1);
  const { origin } = new URL(server.baseUrl);
  assert.equal(new URL(opened[0] ?? "").origin, origin);
  await host.close();
});

test("approval: its person denies and the client says that it was accepted -> nothing runs", async () => {
  const opened: string[] = [];
  const host = await openingHost("deny", opened);
  const refused = await host.call("product_create", inLive());
  assert.equal(codeOf(refused), "agent_approval_required");
  assert.equal(opened.length, 1);
  await host.close();
});

test("approval: the state of one call with the arguments of another -> -32602, and nothing runs", async () => {
  const capabilities = { elicitation: { url: {} } };
  const first = modernRequest(
    "tools/call",
    { name: "product_create", arguments: inLive() },
    capabilities,
  );
  const asked = await sendMessage(server, agent.access, first.message, first.headers);
  const { resultType, requestState } = asked.body.result ?? {};
  assert.equal(resultType, "input_required", asked.text);
  const params = {
    name: "product_create",
    arguments: inLive(),
    requestState,
    inputResponses: { approval: { action: "accept" } },
  };
  const other = modernRequest("tools/call", params, capabilities);
  const refused = await sendMessage(server, agent.access, other.message, other.headers);
  assert.equal(refused.body.error?.code, -32_602, refused.text);
});

test("approval: what it let run, by REST and by GraphQL -> the operation that the agent was answered", async () => {
  const host = await openHost(server, agent.access, MODERN);
  const draft = { name: "t", scopes: ["activity:read"] };
  const made = expect(await founder.post("/personal-access-tokens", draft), 201);
  const graphql = graphqlClient(server, { apiKey: made.id("token") });
  const given = inLive();
  const { error } = refusalOf(await host.call("product_create", given));
  const id = String(error.details["agentApprovalId"]);
  await decide(String(error.details["approvalUrl"]), "approve");
  documentOf(await host.call("product_create", given));
  const { body } = expect(await founder.get(`/agent-approvals/${id}`), 200);
  assert.match(String(body["consumedOperationId"]), /^op_/);
  const fields = "{ status consumedOperationId }";
  const shown = await graphql(`{ agentApprovalRetrieve(agentApprovalId: "${id}") ${fields} }`);
  const { status, consumedOperationId } = body;
  assert.deepEqual(shown.data["agentApprovalRetrieve"], { status, consumedOperationId });
  await host.close();
});

test("approval: as many wait as may -> refused with the time when it can be sent again", async () => {
  const own = await letInAgent(server, founder, { scopes: ["products:write"], companyWide: true });
  const host = await openHost(server, own.access, MODERN);
  const asked = Array.from({ length: PENDING_MAX }, () => host.call("product_create", inLive()));
  const ends = (await Promise.all(asked)).map((answer) => {
    const { error } = refusalOf(answer);
    assert.equal(error.code, "agent_approval_required");
    return String(error.details["expiresAt"]);
  });
  const { error, retryAfterSeconds = 0 } = refusalOf(await host.call("product_create", inLive()));
  assert.equal(error.code, "rate_limited");
  const [first = ""] = ends.sort();
  assert.equal(error.details["resetAt"], first);
  assert.ok(error.message.includes(first), error.message);
  assert.match(String(error.details["nextStep"]), new RegExp(`${first}.*\`product_create\``));
  assert.ok(
    retryAfterSeconds >= 1 && retryAfterSeconds <= APPROVAL_MS / 1_000,
    `${retryAfterSeconds}`,
  );
  await host.close();
});

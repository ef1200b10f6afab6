/**
 * An agent asks over MCP, in live, for an action that pays out to the beneficiary whom a field of the object names, by a chosen id: a person
 * approves, and the action pays whom that person has seen, or nobody.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { letInAgent } from "../support/agents.ts";
import { type Client, expect, openClient } from "../support/client.ts";
import { documentOf, type Host, keyed, MODERN, openHost, refusalOf } from "../support/mcp.ts";
import { type Browser, openPeople, PASSWORD, type People } from "../support/people.ts";
import { GRANT_KIND, GRANTS_PROGRAM } from "../support/programs/grants_program.ts";
import { keyOfProduct, productOf } from "../support/programs.ts";
import { admin, type Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";
import { objectsPath } from "../support/tills.ts";

let server: Server;
let people: People;
let founder: Browser;
/** A key of the Product in live. */
let live: Client;
let host: Host;
/** The account that grants are paid from. */
let source: string;

before(async () => {
  server = await sharedServer();
  people = await openPeople(server);
  founder = await people.founder();
  const draft = { name: "t", scopes: ["products:write", "products:read"] };
  const token = expect(await founder.post("/personal-access-tokens", draft), 201).id("token");
  const owner = await openClient(server, { productId: "", apiKey: token });
  const productId = await productOf(owner, GRANTS_PROGRAM, "Grants");
  await admin(server, "product set", { product: productId, live: "true" });
  live = await keyOfProduct(server, owner, { productId, environment: "live" });
  owner.close();
  const list = expect(await live.get(`/accounts?productId=${productId}`), 200).items();
  source = String(list.find(({ role }) => role === "product_operating")?.["accountId"]);
  const money = { amount: "100", currency: "EUR", reason: "wire" };
  await admin(server, "account fund", { account: source, ...money });
  const scopes = ["objects:read", "objects:write"];
  const agent = await letInAgent(server, founder, {
    ...{ scopes, productIds: [productId], toolForm: "full" },
  });
  host = await openHost(server, agent.access, MODERN);
});

after(async () => {
  await host.close();
  live.close();
  people.close();
});

/** Somebody who is paid on an account of the Product. */
async function newPayee(beneficiaryId: string): Promise<void> {
  const { productId } = live;
  const owner = { type: "product", id: productId };
  const account = { productId, role: "product_operating", currency: "EUR", owner };
  const accountId = expect(await live.post("/accounts", account), 201).id("accountId");
  const payee = { productId, ownerType: "third_party", name: "Paper Mill Ltd", rail: "book" };
  const draft = { ...payee, beneficiaryId, destination: { accountId } };
  expect(await live.post("/beneficiaries", draft), 201);
}

async function newGrant(payee: string): Promise<string> {
  const made = await live.post(objectsPath(live, GRANT_KIND), { fields: { payee } });
  return expect(made, 201).id("objectId");
}

/** The call that pays the grant, which a person approves. */
async function approved(objectId: string) {
  const { productId } = live;
  const paying = { productId, kind: GRANT_KIND, objectId, action: "pay", environment: "live" };
  const given = keyed(paying);
  const send = () => host.call("object_action_call", given);
  const { code, details } = refusalOf(await send()).error;
  assert.equal(code, "agent_approval_required");
  const path = `/agent-approvals/${details["agentApprovalId"]}`;
  const revisions = expect(await founder.get(path), 200).body["revisions"];
  expect(await founder.post(`${path}/approve`, { password: PASSWORD }), 200);
  return { send, revisions, agentApprovalId: details["agentApprovalId"] };
}

const balance = async () =>
  Number(expect(await live.get(`/accounts/${source}/balance`), 200).body["posted"]);

test("object payee over MCP: a chosen id in a field -> bound beside the object, and paid as approved", async () => {
  await newPayee("seen");
  const objectId = await newGrant("seen");
  const { send, revisions } = await approved(objectId);
  assert.deepEqual(revisions, [
    { type: "object", id: objectId, revision: 1 },
    { type: "beneficiary", id: "seen", revision: 1 },
  ]);
  const before = await balance();
  documentOf(await send());
  documentOf(await send());
  assert.equal(await balance(), before - 5);
});

test("object payee over MCP: approved while nobody has the chosen id, then somebody has it -> refused, and nothing is paid", async () => {
  const { send, agentApprovalId } = await approved(await newGrant("unseen"));
  await newPayee("unseen");
  const before = await balance();
  const { code, details } = refusalOf(await send()).error;
  assert.equal(code, "agent_approval_required");
  assert.notEqual(details["agentApprovalId"], agentApprovalId);
  const { body } = expect(await founder.get(`/agent-approvals/${agentApprovalId}`), 200);
  assert.equal(body["status"], "expired");
  assert.equal(await balance(), before);
});

test("object payee over MCP: approved, then archived -> refused, and nothing is paid", async () => {
  await newPayee("archived");
  const { send } = await approved(await newGrant("archived"));
  const path = `/beneficiaries/archived/archive?productId=${live.productId}`;
  expect(await live.post(path), 200);
  const before = await balance();
  assert.equal(refusalOf(await send()).error.code, "agent_approval_required");
  assert.equal(await balance(), before);
});

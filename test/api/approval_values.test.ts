/**
 * The personal values of what an agent asks for in live: who is shown them, for how long, and that nothing keeps them
 * that outlives the process.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { composeIBAN } from "ibantools";
import { type LetIn, letInAgent } from "../support/agents.ts";
import { expect } from "../support/client.ts";
import { documentOf, type Host, MODERN, openHost, refusalOf } from "../support/mcp.ts";
import { type Browser, openPeople, PASSWORD, type People } from "../support/people.ts";
import { admin, type Server } from "../support/server.ts";
import { restartedAfterKill, sharedServer } from "../support/shared_server.ts";

const SCOPES = [
  ...["products:read", "customers:read", "customers:write", "kyc:write", "activity:read"],
  ...["beneficiaries:read", "beneficiaries:write"],
];

let server: Server;
let people: People;
let founder: Browser;
let productId: string;
let agent: LetIn;
let host: Host;

before(async () => {
  server = await sharedServer();
  people = await openPeople(server);
  founder = await people.founder();
  productId = expect(await founder.post("/products", { name: "Wallet" }), 201).id("productId");
  await admin(server, "product set", { product: productId, live: "true" });
  agent = await letInAgent(server, founder, { scopes: SCOPES, productIds: [productId] });
  host = await openHost(server, agent.access, MODERN);
});

after(async () => {
  await host.close();
  people.close();
});

type Given = Record<string, unknown>;

/** The agent wants to make a customer of a name that nothing else has. */
function making(): { name: string; given: Given } {
  const name = `Ada ${randomUUID()}`;
  const entity = { kind: "person", displayName: name, country: "DE" };
  const given = { environment: "live", productId, entity, idempotencyKey: randomUUID() };
  return { name, given };
}

async function asked(given: Given, tool = "customer_create"): Promise<string> {
  const { error } = refusalOf(await host.call(tool, given));
  assert.equal(error.code, "agent_approval_required");
  return String(error.details["agentApprovalId"]);
}

async function seenBy(browser: Browser, id: string): Promise<Given> {
  return expect(await browser.get(`/agent-approvals/${id}`), 200).body;
}

const nameIn = ({ personalArguments }: Given) =>
  (personalArguments as { entity: { displayName: string } } | undefined)?.entity.displayName;

/** Whether a file of the server's data has the text, in UTF-8. */
function isOnDisk(text: string): boolean {
  const found = execFileSync("sh", [
    "-c",
    `grep -rlF -- "$1" "$2" || true`,
    "-",
    text,
    server.dataDir,
  ]);
  return found.toString().trim() !== "";
}

test("approval values: personal ones, of who may approve -> shown beside the others; of everybody else, left out", async () => {
  const { name, given } = making();
  const id = await asked(given);
  const shown = await seenBy(founder, id);
  assert.equal(nameIn(shown), name);
  const { environment: _, idempotencyKey: __, ...sent } = given;
  assert.deepEqual(shown["personalArguments"], sent);
  assert.deepEqual(shown["hiddenValues"], [{ path: ["entity", "displayName"], why: "personal" }]);
  const others = { ...(sent["entity"] as object), displayName: "[redacted]" };
  assert.deepEqual(shown["arguments"], { productId, entity: others });
  const list = expect(await founder.get("/agent-approvals"), 200).text;
  assert.ok(list.includes(id) && !list.includes(name));
  for (const role of ["viewer", "developer", "finance"]) {
    const { text } = expect(
      await (await people.invited(founder, role)).get(`/agent-approvals/${id}`),
      200,
    );
    assert.ok(text.includes("[redacted]") && !text.includes(name), role);
  }
  const compliance = await people.invited(founder, "compliance");
  assert.equal(nameIn(await seenBy(compliance, id)), name);
  const draft = { name: "t", scopes: SCOPES };
  const token = expect(await founder.post("/personal-access-tokens", draft), 201).id("token");
  const headers = { authorization: `Bearer ${token}`, cookie: "" };
  const byToken = expect(await people.client.get(`/agent-approvals/${id}`, { headers }), 200);
  assert.ok(!byToken.text.includes(name));
  const own = await host.call("agent_approval_retrieve", { agentApprovalId: id });
  assert.ok(!own.texts.join().includes(name));
  const query = `{ agentApprovalRetrieve(agentApprovalId: "${id}") { argumentsDigest personalArguments } }`;
  const graphql = await fetch(`${server.baseUrl}/graphql`, {
    method: "POST",
    headers: {
      cookie: founder.cookie,
      "x-csrf-token": founder.csrfToken,
      "content-type": "application/json",
    },
    body: JSON.stringify({ query }),
  });
  const answer = await graphql.text();
  assert.ok(answer.includes(String(shown["argumentsDigest"])) && !answer.includes(name), answer);
});

test("approval values: asked about, read, approved, denied -> in no file of the server", async () => {
  const [denied, approved] = [making(), making()];
  for (const [{ name, given }, decide] of [
    [denied, "deny"],
    [approved, "approve"],
  ] as const) {
    const id = await asked(given);
    assert.equal(nameIn(await seenBy(founder, id)), name);
    const body = decide === "approve" ? { password: PASSWORD } : {};
    const decided = expect(await founder.post(`/agent-approvals/${id}/${decide}`, body), 200);
    assert.ok(!decided.text.includes(name));
    assert.equal(isOnDisk(id), true);
    assert.equal(isOnDisk(name), false);
    // What is approved can still be read until it is used; of what is denied nothing is kept.
    assert.equal(nameIn(await seenBy(founder, id)), decide === "approve" ? name : undefined);
  }
  documentOf(await host.call("customer_create", approved.given));
  // The customer that the person has approved is one of the company's, and kept as every other.
  assert.equal(isOnDisk(approved.name), true);
});

test("approval values: the account that a beneficiary is paid to -> shown to who approves, and on no disk", async () => {
  const bban = Array.from(randomBytes(18), (byte) => 1 + (byte % 9)).join("");
  const iban = String(composeIBAN({ countryCode: "DE", bban }));
  const draft = { productId, ownerType: "third_party", name: "Paper Mill", rail: "sepa" };
  const idempotencyKey = randomUUID();
  const given = { environment: "live", ...draft, destination: { iban }, idempotencyKey };
  const id = await asked(given, "beneficiary_create");
  const { personalArguments, arguments: shown, hiddenValues } = await seenBy(founder, id);
  assert.deepEqual((personalArguments as Given)["destination"], { iban });
  assert.deepEqual((shown as Given)["destination"], { iban: "[redacted]" });
  const places = (hiddenValues as { path: string[] }[]).map((one) => one.path.join("."));
  assert.deepEqual(places, ["name", "destination.iban"]);
  expect(await founder.post(`/agent-approvals/${id}/approve`, { password: PASSWORD }), 200);
  const made = documentOf(await host.call("beneficiary_create", given));
  const mask = `DE** **** ${iban.slice(-4)}`;
  assert.deepEqual((made as Given)["destination"], { iban: mask });
  assert.equal(isOnDisk(mask), true);
  assert.deepEqual([isOnDisk(iban), isOnDisk(bban)], [false, false]);
});

test("approval values: secret ones -> said to be there, and shown to nobody", async () => {
  const { given } = making();
  expect(
    await founder.post(`/agent-approvals/${await asked(given)}/approve`, { password: PASSWORD }),
    200,
  );
  const { entity } = documentOf(await host.call("customer_create", given));
  const { entityId } = entity as { entityId: string };
  const occupation = `Spy ${randomUUID()}`;
  const submitted = { environment: "live", idempotencyKey: randomUUID(), entityId, tier: "tier_1" };
  const id = await asked({ ...submitted, fields: { occupation } }, "entity_kyc_submit");
  const { text, body } = expect(await founder.get(`/agent-approvals/${id}`), 200);
  assert.ok(!text.includes(occupation));
  assert.deepEqual(body["hiddenValues"], [{ path: ["fields", "occupation"], why: "secret" }]);
  assert.deepEqual(body["arguments"], {
    entityId,
    tier: "tier_1",
    fields: { occupation: "[redacted]" },
  });
  assert.equal(body["personalArguments"], undefined);
});

test("approval values: the same key with another value -> a conflict; what is shown stays what is approved", async () => {
  const { name, given } = making();
  const id = await asked(given);
  const other = { ...given, entity: { ...(given["entity"] as object), displayName: "Mallory" } };
  assert.equal(
    refusalOf(await host.call("customer_create", other)).error.code,
    "idempotency_conflict",
  );
  assert.equal(nameIn(await seenBy(founder, id)), name);
});

for (const [command, then] of [
  [undefined, ""],
  ["pepper rotate", ", and another pepper"],
] as const) {
  test(`approval values: the server killed and started${then} -> gone, until the agent sends the request again`, async () => {
    const { name, given } = making();
    const id = await asked(given);
    await host.close();
    server = await restartedAfterKill(server);
    people.close();
    const before = founder;
    people = await openPeople(server);
    founder = Object.assign(people.browser(before.email), {
      cookie: before.cookie,
      csrfToken: before.csrfToken,
    });
    host = await openHost(server, agent.access, MODERN);
    const left = await seenBy(founder, id);
    assert.deepEqual([left["status"], nameIn(left)], ["pending", undefined]);
    if (command !== undefined) await admin(server, command);
    assert.equal(await asked(given), id);
    assert.equal(nameIn(await seenBy(founder, id)), name);
    expect(await founder.post(`/agent-approvals/${id}/approve`, { password: PASSWORD }), 200);
    documentOf(await host.call("customer_create", given));
  });
}

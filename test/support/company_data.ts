/**
 * The data of the demo company for test/api/list_pages.test.ts: sessions, tokens, members, invitations,
 * Products, keys, blueprints and Builds of its founder, made at two times. All that ends by the clock has
 * ended at the end, or stays until long after it.
 */
import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { PRICES } from "../../src/features/build/testing_sources.ts";
import { MINIMAL } from "../../src/programs/testing_programs.ts";
import { askForApproval, letInAgent } from "./agents.ts";
import { type Client, type Document, expect, openClient } from "./client.ts";
import {
  type Browser,
  invitationTokenIn,
  mailFor,
  newEmail,
  openPeople,
  type People,
} from "./people.ts";
import { admin, type Server } from "./server.ts";

const DAY_MS = 86_400_000;

/** What the Product is told of its keys below: that two are made, and that one of them is revoked. */
const KEY_TELLINGS = 3;

export type Company = {
  people: People;
  /** Reads with the token of the founder. */
  member: Client;
  founder: Browser;
};

/** The company early: most of its things, each kind with some that were made at the same time. */
export async function foundCompany(
  server: Server,
  client: Client,
  pass: (ms: number) => void,
  nowMs: () => number,
): Promise<Company> {
  const { email, personalAccessToken: apiKey } = server.demo.founder;
  const people = await openPeople(server);
  const { productId, contract } = client;
  const member = await openClient(server, { productId, apiKey }, { contract });
  const founder = people.browser(email);
  const company = { people, member, founder };
  await logIn(server, company);
  await logIn(server, company);
  const expiresAt = new Date(nowMs() + DAY_MS).toISOString();
  await newToken(founder, { name: "ends soon", expiresAt });
  const lost = await newToken(founder, { name: "lost" });
  expect(await founder.post(`/personal-access-tokens/${lost}/revoke`), 200);
  const keys = [await newKey(company, "Checkout"), await newKey(company, "Back office")];
  await admin(server, "product set", { product: productId, live: "true" });
  await admin(server, "key create", { product: productId, environment: "live" });
  await newProduct(founder, "Purse");
  const old = await newProduct(founder, "Old");
  await invite(company, "viewer");
  const revoked = await invite(company, "admin");
  const [first, second] = [await join(server, company, "viewer"), await join(server, company)];
  pass(1);
  expect(await founder.post(`/products/${productId}/api-keys/${keys[1]}/revoke`), 200);
  expect(await founder.post(`/products/${old}/disable`), 200);
  expect(await founder.post(`/tenant/invitations/${revoked}/revoke`), 200);
  await join(server, company, "finance");
  for (const one of [first, second]) {
    expect(await founder.post(`/tenant/members/${one}/remove`), 200);
  }
  await join(server, company, "viewer");
  await told(client, KEY_TELLINGS);
  return company;
}

/** Blueprints, made at two times; one is archived. Returns the id of one with versions of two times. */
export async function draftBlueprints(
  { founder }: Company,
  pass: (ms: number) => void,
): Promise<string> {
  const blueprintId = await newBlueprint(founder, "Goals");
  await newBlueprint(founder, "Shared goals");
  const rename = (name: string) => founder.send("PATCH", `/blueprints/${blueprintId}`, { name });
  expect(await rename("Savings goals"), 200);
  expect(await rename("Goals of savers"), 200);
  pass(1);
  expect(await rename("Goals"), 200);
  const archived = await newBlueprint(founder, "Loans");
  expect(await founder.post(`/blueprints/${archived}/archive`), 200);
  return blueprintId;
}

/** Builds, made at two times: of sources, and of two versions of a blueprint. */
export async function buildPrograms(
  { founder }: Company,
  pass: (ms: number) => void,
): Promise<void> {
  const program = (name: string) => ({ ...MINIMAL, name });
  const build = async (draft: object) =>
    expect(await founder.post("/builds", { ...draft, expectedPricing: PRICES }), 201);
  const draft = { name: "Goals that build", source: program("Goals") };
  const blueprintId = expect(await founder.post("/blueprints", draft), 201).id("blueprintId");
  await build({ blueprintId });
  await build({ source: program("Tickets") });
  await build({ source: program("Shared goals") });
  pass(1);
  const change = { source: program("Goals of savers") };
  expect(await founder.send("PATCH", `/blueprints/${blueprintId}`, change), 200);
  await build({ blueprintId });
  await build({ source: program("Loans") });
}

/** Agents, let in at two times, and what they ask for in live; one of them and one other grant are revoked. */
export async function letInAgents(
  server: Server,
  { founder }: Company,
  pass: (ms: number) => void,
): Promise<void> {
  const letIn = (agentName: string) => letInAgent(server, founder, { agentName });
  const { access, agentMemberId } = await letIn("Payouts");
  await askForApproval(server, access);
  const denied = await askForApproval(server, access);
  expect(await founder.post(`/agent-approvals/${denied}/deny`, {}), 200);
  const { agentGrantId } = await letIn("Books");
  await letInAgent(server, founder, { agentMemberId });
  pass(1);
  await letIn("Pay runs");
  const revoked = await letIn("Payslips");
  await askForApproval(server, revoked.access);
  expect(await founder.post(`/agent-grants/${agentGrantId}/revoke`), 200);
  expect(await founder.post(`/agent-members/${revoked.agentMemberId}/revoke`), 200);
}

/** The company at the end: sessions, a token and an invitation that still can be used. */
export async function renewCompany(
  server: Server,
  company: Company,
  pass: (ms: number) => void,
): Promise<void> {
  const { founder } = company;
  await logIn(server, company);
  const left = expect(await founder.get("/sessions/current"), 200).id("sessionId");
  pass(1);
  await logIn(server, company);
  expect(await founder.post(`/sessions/${left}/revoke`), 200);
  await newToken(founder, { name: "stays" });
  await invite(company, "compliance");
}

/**
 * Waits until the lists show that the credentials of the test are in use now. From then on nothing
 * changes in the lists while the clock stands.
 */
export async function showUses({ member }: Company, client: Client, nowMs: number): Promise<void> {
  const now = new Date(nowMs).toISOString();
  expect(await client.get("/api-keys/current"), 200);
  const paths = ["/personal-access-tokens", `/products/${client.productId}/api-keys`];
  for (const path of paths) {
    await until(async () => {
      const items = expect(await member.get(path), 200).items();
      return items.some(({ lastUsedAt }) => lastUsedAt === now);
    });
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await setTimeout(20);
}

/** Waits until the Product was told of `count` changes of its keys beside that of the first key. */
async function told(client: Client, count: number): Promise<void> {
  const path = `/operations?productId=${client.productId}&operation=api_key.tell`;
  await until(async () => expect(await client.get(path), 200).items().length > count);
}

async function logIn(server: Server, { people, founder }: Company): Promise<void> {
  await people.logIn(founder, { password: server.demo.founder.password });
}

async function newToken(founder: Browser, draft: Document): Promise<string> {
  const made = await founder.post("/personal-access-tokens", { scopes: [], ...draft });
  return expect(made, 201).id("personalAccessTokenId");
}

async function newKey({ founder, member }: Company, name: string): Promise<string> {
  const body = { name, scopes: ["customers:read"] };
  const path = `/products/${member.productId}/api-keys/sandbox`;
  return expect(await founder.post(path, body), 201).id("apiKeyId");
}

async function newProduct(founder: Browser, name: string): Promise<string> {
  return expect(await founder.post("/products", { name }), 201).id("productId");
}

async function newBlueprint(founder: Browser, name: string): Promise<string> {
  const draft = { name, source: { name } };
  return expect(await founder.post("/blueprints", draft), 201).id("blueprintId");
}

async function invite({ founder }: Company, role: string, email = newEmail()): Promise<string> {
  const made = await founder.post("/tenant/invitations", { email, role });
  return expect(made, 201).id("invitationId");
}

/** A person who accepts an invitation. Returns the id of the member. */
async function join(server: Server, company: Company, role = "developer"): Promise<string> {
  const email = newEmail();
  await invite(company, role, email);
  const invitationToken = invitationTokenIn(await mailFor(server, email));
  await company.people.signUp(company.people.browser(email), { invitationToken });
  const members = expect(await company.founder.get("/tenant/members"), 200).items();
  const joined = members.find((member) => member["email"] === email);
  assert.ok(joined !== undefined);
  return String(joined["memberId"]);
}

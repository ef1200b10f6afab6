/** For the tests of isolation: companies that have one resource of each kind, and their credentials. */

import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { PRICES } from "../../src/features/build/testing_sources.ts";
import { firstTierFields } from "../../src/features/entity/testing_kyc.ts";
import { operations } from "../../src/features/registry.ts";
import { MINIMAL } from "../../src/programs/testing_programs.ts";
import { askForApproval, letInAgent } from "./agents.ts";
import { type Client, expect, openClient, type Reply } from "./client.ts";
import type { Resources } from "./isolation.ts";
import { consentDraft, draft, newAccount, newCustomer } from "./parties.ts";
import { type Browser, enrol, mailFor, newEmail, type People } from "./people.ts";
import type { Server } from "./server.ts";

/** Kinds of principals that these credentials are. */
export type Kind = "product_key" | "founder" | "session";
/** Who asks, and the kinds of principals that the credential is. */
export type Asker = {
  who: string;
  is: readonly Kind[];
  productId: string;
  send(method: string, path: string, body?: unknown, headers?: Headers): Promise<Reply>;
};
type Headers = Record<string, string>;
export type Company = {
  browser: Browser;
  /** The Product key, the token and the session, in the order in which reads prefer them. */
  askers: [key: Asker, token: Asker, session: Asker];
  resources: Resources;
  /** Makes another Product; its id. */
  newProduct(): Promise<string>;
  close(): void;
};

/** A company whose founder has a second factor, and one resource of each kind. */
export async function openCompany(server: Server, people: People, name: string): Promise<Company> {
  const clients: Client[] = [];
  async function clientOf(productId: string, apiKey: string): Promise<Client> {
    const { contract } = people.client;
    const client = await openClient(server, { productId, apiKey }, { contract });
    clients.push(client);
    return client;
  }
  const browser = await people.founder(name);
  const { secret } = await enrol(browser);
  // The mail that says so comes before that of the log-in, which is looked for next.
  await mailFor(server, browser.email, 1);
  await people.logIn(browser, { totpSecret: secret });
  const productId = await newProduct(browser);
  const key = await newKey(browser, productId);
  const scopes = scopesOf("founder");
  const token = expect(await browser.post("/personal-access-tokens", { name: "t", scopes }), 201);
  const client = await clientOf(productId, key.id("key"));
  const asker = (who: string, is: Kind[], sender: Client | Browser): Asker => ({
    who: `${who} of ${name}`,
    is,
    productId,
    send: (method, path, body, headers = {}) => sender.send(method, path, body, { headers }),
  });
  const ledger = await ledgerOf(client);
  return {
    browser,
    newProduct: () => newProduct(browser),
    close() {
      for (const one of clients) one.close();
    },
    askers: [
      asker("the key", ["product_key"], client),
      asker("the token", ["founder"], await clientOf(productId, token.id("token"))),
      asker("the session", ["founder", "session"], browser),
    ],
    resources: {
      ...ledger,
      ...(await deliveryOf(server, client)),
      ...(await companyResourcesOf(browser)),
      ...(await agentOf(server, browser)),
      ...(await objectOf(browser, client, ledger)),
      productId,
      apiKeyId: key.id("apiKeyId"),
      personalAccessTokenId: token.id("personalAccessTokenId"),
    },
  };
}

async function newProduct(browser: Browser): Promise<string> {
  return expect(await browser.post("/products", { name: "Wallet" }), 201).id("productId");
}

async function newKey(browser: Browser, productId: string): Promise<Reply> {
  const body = { name: "k", scopes: scopesOf("product_key") };
  return expect(await browser.post(`/products/${productId}/api-keys/sandbox`, body), 201);
}

/** The scopes of all operations that take this kind of principal. */
function scopesOf(kind: Kind): string[] {
  const taken = operations.filter(({ principals }) => principals.includes(kind));
  return [...new Set(taken.flatMap(({ scope }) => scope ?? []))];
}

async function ledgerOf(client: Client): Promise<Resources> {
  const customerId = await newCustomer(client);
  const accountId = await newAccount(client, { customerId, fund: "1000" });
  const other = await newAccount(client, { customerId });
  const idempotencyKey = randomUUID();
  const body = draft(accountId, other, "10");
  const transfer = expect(await client.post("/transfers", body, { key: idempotencyKey }), 201);
  const hold = { ...draft(accountId, other, "5"), expiresAt: "2099-01-01T00:00:00Z" };
  const [logged] = expect(await client.get("/developer-logs?limit=1"), 200).items();
  const entityId = customerId.replace("cust_", "ent_");
  const kyc = `/entities/${entityId}/kyc`;
  expect(await client.post(kyc, { tier: "tier_1", fields: firstTierFields() }), 200);
  const verification = expect(await client.post(`${kyc}/verifications`, { tier: "tier_1" }), 201);
  const consent = expect(await client.post("/consents", consentDraft(client, customerId)), 201);
  return {
    customerId,
    entityId,
    verificationId: verification.id("verificationId"),
    // A test customer and its access have the characters of one record.
    customerAccessId: customerId.replace("cust_", "cacc_"),
    accountId,
    idempotencyKey,
    developerLogId: String(logged?.["developerLogId"]),
    month: new Date().toISOString().slice(0, 7),
    consentId: consent.id("consentId"),
    transferId: transfer.id("transferId"),
    operationId: transfer.id("operationId"),
    receiptId: transfer.id("receiptId"),
    transferHoldId: expect(await client.post("/transfer-holds", hold), 201).id("transferHoldId"),
  };
}

/** Tickets that are closed by a decision, and charged as soon as they are made. */
const TICKETS = {
  ...MINIMAL,
  currencies: ["EUR"],
  accounts: { fund: { role: "product_operating", owner: "product" } },
  nouns: {
    ticket: {
      subject: { field: "owner" },
      currency: "'EUR'",
      fields: {
        owner: { type: "customer", required: true },
        mandate: { type: "consent", consentType: "collection", required: true },
      },
      decisions: { review: { by: ["operator"], timeout: "P1D", onTimeout: "decline" } },
      states: { open: { initial: true }, closed: { terminal: true } },
      actions: {
        ask: { from: ["open"], to: "open", opens: "review" },
        close: { from: ["open"], to: "closed", gate: "review" },
        charge: {
          from: ["open"],
          to: "open",
          input: { amount: { type: "amount", required: true } },
          moves: [
            {
              label: "charge",
              amount: "input.amount",
              from: "customer(fields.owner).customer_balance",
              to: "product.fund",
            },
          ],
        },
      },
      schedules: {
        charge: {
          on: "create",
          at: "now()",
          // As text: an object with a property of this name looks like a promise.
          collect: JSON.parse(
            `{"consent":"fields.mandate","amount":"amount('1')","then":"charge"}`,
          ) as object,
        },
      },
    },
  },
  ports: {
    operator: { actors: ["operator"], allow: ["ticket.create", "ticket.ask", "ticket.close"] },
    clock: { actors: ["clock"], allow: ["ticket.charge"] },
  },
};

/** A ticket of the Product, a decision about it, and what the clock has done with it. */
async function objectOf(
  browser: Browser,
  client: Client,
  { customerId, consentId }: Resources,
): Promise<Resources> {
  const { productId } = client;
  const draft = { source: TICKETS, expectedPricing: PRICES };
  const buildId = expect(await browser.post("/builds", draft), 201).id("buildId");
  const path = `/products/${productId}`;
  expect(await browser.post(`${path}/builds`, { buildId, expectedPricing: PRICES }), 200);
  const fields = { owner: customerId, mandate: consentId };
  const made = expect(await client.post(`${path}/objects/ticket`, { fields }), 201);
  const objectId = made.id("objectId");
  const asked = await client.post(`${path}/objects/ticket/${objectId}/actions/ask`, {});
  const { decisions } = expect(asked, 200).at("outcome") as { decisions: [Resources] };
  const decisionId = decisions[0]["decisionId"] as string;
  for (;;) {
    const list = `/collections?productId=${productId}`;
    const [collection] = expect(await client.get(list), 200).items() as Resources[];
    const { collectionId, scheduleId } = collection ?? {};
    if (collectionId !== undefined && scheduleId !== undefined) {
      const runs = expect(await client.get(`${path}/clock-runs`), 200);
      const clockRunId = runs.id("items.0.clockRunId");
      const own = { objectId, nounInstanceId: objectId, decisionId, collectionId, buildId };
      return { ...own, scheduleId, clockRunId, kind: "ticket" };
    }
    await pause(20);
  }
}

/** A delivery that waits, because the server itself has no route for it, with its endpoint and event. */
async function deliveryOf({ baseUrl }: Server, client: Client): Promise<Resources> {
  const { productId } = client;
  const endpoint = { productId, url: `${baseUrl}/nowhere`, eventTypes: ["*"] };
  const made = expect(await client.post("/webhook-endpoints", endpoint), 201);
  await newCustomer(client);
  for (;;) {
    const reply = expect(await client.get(`/webhook-deliveries?productId=${productId}`), 200);
    const [delivery] = reply.items() as Resources[];
    const { webhookDeliveryId, eventId } = delivery ?? {};
    if (webhookDeliveryId !== undefined && eventId !== undefined) {
      return { webhookEndpointId: made.id("webhookEndpointId"), webhookDeliveryId, eventId };
    }
    await pause(20);
  }
}

/** An agent that the founder has let in, and something that it asks for in live. */
async function agentOf(server: Server, browser: Browser): Promise<Resources> {
  const { access, agentMemberId, agentGrantId } = await letInAgent(server, browser);
  const agentApprovalId = await askForApproval(server, access);
  return { agentMemberId, agentGrantId, agentApprovalId };
}

async function companyResourcesOf(browser: Browser): Promise<Resources> {
  const invited = { email: newEmail(), role: "viewer" };
  const invitation = expect(await browser.post("/tenant/invitations", invited), 201);
  const [member] = expect(await browser.get("/tenant/members"), 200).items();
  const draft = { name: "Goals", source: { name: "goals" } };
  const blueprint = expect(await browser.post("/blueprints", draft), 201);
  const program = { source: MINIMAL, expectedPricing: PRICES };
  const build = expect(await browser.post("/builds", program), 201);
  const [audited] = expect(await browser.get("/tenant/audit-events?limit=1"), 200).items();
  return {
    invitationId: invitation.id("invitationId"),
    blueprintId: blueprint.id("blueprintId"),
    against: build.id("buildId"),
    memberId: String(member?.["memberId"]),
    userId: String(member?.["userId"]),
    tenantId: expect(await browser.get("/tenant"), 200).id("tenantId"),
    auditEventId: String(audited?.["auditEventId"]),
    sessionId: expect(await browser.get("/sessions/current"), 200).id("sessionId"),
  };
}

/** Tools of agents, by the SDK's clients of both eras against a server: what REST does, and what it says. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { type LetIn, letInAgent } from "../support/agents.ts";
import { expect } from "../support/client.ts";
import {
  codeOf,
  documentOf,
  ERAS,
  type Host,
  keyed,
  MODERN,
  openHost,
  refusalOf,
} from "../support/mcp.ts";
import { type Browser, openPeople, type People } from "../support/people.ts";
import type { Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

const SCOPES = [
  ...["accounts:read", "accounts:write", "balances:read", "transfers:read", "transfers:write"],
  ...["sandbox:write", "sandbox:read", "products:read", "products:write", "catalog:read"],
  ...["keys:read", "keys:write", "operations:read", "activity:read", "statements:read"],
];

let server: Server;
let people: People;
let founder: Browser;
let full: LetIn;
const hosts: Host[] = [];

before(async () => {
  server = await sharedServer();
  people = await openPeople(server);
  founder = await people.founder();
  full = await letInAgent(server, founder, {
    scopes: SCOPES,
    companyWide: true,
    toolForm: "full",
  });
  for (const era of ERAS) hosts.push(await openHost(server, full.access, era));
});

after(async () => {
  for (const host of hosts) await host.close();
  people.close();
});

/** Runs a check by the client of each era. */
async function inBoth(check: (host: Host) => Promise<void>): Promise<void> {
  for (const host of hosts) await check(host);
}

async function newProduct(host: Host): Promise<string> {
  const made = documentOf(await host.call("product_create", keyed({ name: "Wallet" })));
  return String(made["productId"]);
}

test("tools: listed by a grant's client of either era -> the same, in the order of their names, within its scopes", async () => {
  const [legacy = [], modern = []] = await Promise.all(hosts.map((host) => host.tools()));
  assert.deepEqual(modern, legacy);
  const names = legacy.map(({ name }) => name);
  assert.deepEqual(names, names.toSorted());
  assert.ok(names.includes("account_balance_retrieve") && names.includes("agent_member_current"));
  assert.ok(!names.includes("customer_list"), "the grant lacks customers:read");
  for (const key of ["api_key_sandbox_create", "api_key_roll"]) assert.ok(!names.includes(key));
});

test("tools: each one -> schemas of objects without a company, a key where it changes something", async () => {
  const [host] = hosts;
  for (const { name, inputSchema, outputSchema, annotations } of (await host?.tools()) ?? []) {
    const { type, properties, required } = inputSchema as {
      type: string;
      properties: Record<string, unknown>;
      required: string[];
    };
    assert.equal(type, "object", name);
    assert.equal(outputSchema?.["type"], "object", name);
    assert.ok(!("tenantId" in properties), name);
    const isRead = annotations?.["readOnlyHint"] === true;
    const keys = required.filter((field) => /[iI]dempotencyKey$/.test(field));
    const isOwn = name === "idempotency_key_retrieve";
    assert.equal(keys.length, isRead && !isOwn ? 0 : 1, name);
  }
});

test("tool call: a Product made, money put in and moved, read -> what REST gives, by either client", async () => {
  await inBoth(async (host) => {
    const productId = await newProduct(host);
    const account = async () => {
      const owner = { type: "product", id: productId };
      const input = { productId, role: "product_operating", owner, currency: "EUR" };
      return String(documentOf(await host.call("account_create", keyed(input)))["accountId"]);
    };
    const [from, to] = [await account(), await account()];
    const funding = { destinationAccountId: from, amount: "500", currency: "EUR" };
    documentOf(await host.call("sandbox_account_funding_create", keyed(funding)));
    const transfer = keyed({
      sourceAccountId: from,
      destinationAccountId: to,
      amount: "120",
      currency: "EUR",
    });
    const first = await host.call("transfer_create", transfer);
    const moved = documentOf(first);
    const receiptId = String(first.meta["service/receiptId"]);
    assert.match(receiptId, /^rcpt_/);
    const again = await host.call("transfer_create", transfer);
    assert.deepEqual(documentOf(again), moved);
    assert.equal(again.meta["service/replayed"], true);
    assert.equal(again.meta["service/receiptId"], receiptId);
    const balance = documentOf(await host.call("account_balance_retrieve", { accountId: from }));
    const rest = expect(await founder.get(`/accounts/${from}/balance`), 200);
    assert.deepEqual(
      [balance["available"], balance["currency"]],
      [rest.at("available"), rest.at("currency")],
    );
    assert.equal(balance["available"], "380");
    const operationId = String(first.meta["service/operationId"]);
    const operation = documentOf(await host.call("operation_retrieve", { operationId }));
    assert.deepEqual(operation["actor"], { type: "agent", id: full.agentMemberId });
    assert.equal(operation["cause"], "mcp");
  });
});

test("tool call: refused -> an error of the tool with code, details and request id", async () => {
  await inBoth(async (host) => {
    const unknown = await host.call("account_retrieve", { accountId: "acct_nothing" });
    assert.equal(codeOf(unknown), "account_not_found");
    const { error, requestId } = refusalOf(unknown);
    assert.match(requestId, /^req_/);
    assert.equal(error.details["operation"], "account.retrieve");
    assert.match(String(error.details["docUrl"]), /\/docs\/errors\/account_not_found$/);
    assert.equal(Object.keys(unknown.structured).length > 0, host.era === MODERN);
    const keyless = await host.call("product_create", { name: "Without a key" });
    assert.equal(codeOf(keyless), "idempotency_required");
    const malformed = await host.call("product_create", { name: "N", idempotencyKey: "1" });
    assert.equal(codeOf(malformed), "invalid_request");
    // What a host does with this, `mcp_step_up.test.ts` shows.
    await assert.rejects(
      host.call("customer_list", { productId: "prod_x" }),
      /403|insufficient_scope|customers:read/,
    );
    const odd = await host.call("account_retrieve", { accountId: "acct_x", colour: "red" });
    assert.equal(codeOf(odd), "invalid_request");
    const elsewhere = await host.call("catalog_scope_list", { environment: "staging" });
    assert.equal(codeOf(elsewhere), "invalid_request");
  });
});

test("tool call: a company is named -> its own is taken, another is tenant_mismatch", async () => {
  await inBoth(async (host) => {
    const me = documentOf(await host.call("agent_member_current"));
    const tenantId = String(me["companyId"]);
    documentOf(await host.call("catalog_scope_list", { tenantId }));
    const other = await host.call("catalog_scope_list", { tenantId: "ten_other" });
    assert.equal(codeOf(other), "tenant_mismatch");
    const wrong = await host.call("catalog_scope_list", { tenantId: 5 });
    assert.equal(codeOf(wrong), "tenant_mismatch");
  });
});

test("tool call: no tool has the name -> an error of the protocol, by either client", async () => {
  await inBoth(async (host) => {
    await assert.rejects(host.call("transfer_everything"), { code: -32602 });
    await assert.rejects(host.call("api_key_sandbox_create", keyed({})), { code: -32602 });
  });
});

test("tool call: numbers for a query -> read as the numbers of the schema", async () => {
  await inBoth(async (host) => {
    const productId = await newProduct(host);
    const page = documentOf(await host.call("account_list", { productId, limit: 1 }));
    assert.deepEqual(page["items"], []);
    const over = await host.call("account_list", { productId, limit: 1_000 });
    assert.equal(codeOf(over), "invalid_request");
  });
});

test("tool call: filters with the name of a call's own argument -> filters, and the call's own beside them", async () => {
  await inBoth(async (host) => {
    const productId = await newProduct(host);
    const idempotencyKey = randomUUID();
    const filters = { productId, idempotencyKey, callEnvironment: "sandbox" };
    const none = await host.call("operation_list", filters);
    assert.equal(codeOf(none), "invalid_request", "environment is the call's own name there");
    const fits = { productId, idempotencyKey, environment: "sandbox" };
    assert.deepEqual(documentOf(await host.call("operation_list", fits))["items"], []);
    const keys = { productId, environment: "live", callEnvironment: "sandbox" };
    assert.deepEqual(documentOf(await host.call("api_key_list", keys))["items"], []);
  });
});

test("tool call: a file -> its JSON form", async () => {
  await inBoth(async (host) => {
    const productId = await newProduct(host);
    const owner = { type: "product", id: productId };
    const input = { productId, role: "product_operating", owner, currency: "EUR" };
    const account = documentOf(await host.call("account_create", keyed(input)));
    const { accountId } = account;
    const months = documentOf(await host.call("account_statement_list", { accountId }));
    const [{ month } = { month: "" }] = months["items"] as { month: string }[];
    const statement = documentOf(await host.call("account_statement_export", { accountId, month }));
    assert.equal(statement["filename"], `statement-${accountId}-${month}-partial.csv`);
    assert.match(String(statement["csv"]), /^[a-z]/);
  });
});

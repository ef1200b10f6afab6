/**
 * Product keys at the agents' protocol, for agents without a person: what such a key can do, by the SDK's client of each
 * era, and every way to get more out of it, or in without it.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { mcpUrlOf } from "../support/agents.ts";
import { expect } from "../support/client.ts";
import {
  codeOf,
  documentOf,
  ERAS,
  type Host,
  keyed,
  modernRequest,
  openHost,
  refusalOf,
  sendMessage,
} from "../support/mcp.ts";
import { type Browser, openPeople, type People } from "../support/people.ts";
import { admin, type Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

const SCOPES = [
  ...["accounts:read", "accounts:write", "balances:read", "transfers:read", "transfers:write"],
  ...["sandbox:write", "operations:read", "catalog:read"],
];
const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };

let server: Server;
let people: People;
let founder: Browser;
let productId: string;
let otherProductId: string;
let key: { key: string; apiKeyId: string };

before(async () => {
  server = await sharedServer();
  people = await openPeople(server);
  founder = await people.founder();
  productId = await newProduct();
  otherProductId = await newProduct();
  key = await newKey({});
});
after(() => people.close());

async function newProduct(): Promise<string> {
  return expect(await founder.post("/products", { name: "Wallet" }), 201).id("productId");
}

async function newKey(draft: Record<string, unknown>, of = productId) {
  const body = { name: "Agent", scopes: SCOPES, mcp: true, ...draft };
  const made = expect(await founder.post(`/products/${of}/api-keys/sandbox`, body), 201);
  return { key: made.id("key"), apiKeyId: made.id("apiKeyId"), body: made.body };
}

async function within(check: (host: Host) => Promise<void>, text = key.key): Promise<void> {
  for (const era of ERAS) {
    const host = await openHost(server, text, era);
    await check(host);
    await host.close();
  }
}

async function newAccount(host: Host): Promise<string> {
  const owner = { type: "product", id: productId };
  const input = { productId, role: "product_operating", owner, currency: "EUR" };
  return String(documentOf(await host.call("account_create", keyed(input)))["accountId"]);
}

test("key: a client of either era -> the tools of the key's operations, and no others", async () => {
  await within(async (host) => {
    const names = (await host.tools()).map(({ name }) => name);
    const shown = documentOf(await host.call("api_key_current_retrieve"));
    assert.deepEqual([shown["productId"], shown["mcp"]], [productId, true]);
    const own = (shown["operationIds"] as string[]).map((id) => id.replaceAll(".", "_"));
    const ofEverybody = names.filter((name) => !own.includes(name));
    for (const name of ofEverybody) assert.match(name, /^(catalog|composer)_/);
    assert.ok(names.includes("transfer_create") && names.includes("account_balance_retrieve"));
    for (const name of ["agent_member_current", "product_create", "customer_list"]) {
      assert.ok(!names.includes(name), name);
    }
    // What is refused to agents, because it leads events elsewhere, is refused to keys here too.
    assert.deepEqual(
      names.filter((name) => name.startsWith("webhook_endpoint")),
      [],
    );
  });
});

test("key: a client of either era -> money moved, by the key, over mcp; the same key of the request over REST gives the same answer", async () => {
  await within(async (host) => {
    const [sourceAccountId, destinationAccountId] = [
      await newAccount(host),
      await newAccount(host),
    ];
    const funding = { destinationAccountId: sourceAccountId, amount: "500", currency: "EUR" };
    documentOf(await host.call("sandbox_account_funding_create", keyed(funding)));
    const idempotencyKey = randomUUID();
    const transfer = { sourceAccountId, destinationAccountId, amount: "120", currency: "EUR" };
    const answer = await host.call("transfer_create", { ...transfer, idempotencyKey });
    const moved = documentOf(answer);
    assert.deepEqual(moved["actor"], { type: "product_key", id: key.apiKeyId });
    const operationId = String(answer.meta["service/operationId"]);
    const operation = documentOf(await host.call("operation_retrieve", { operationId }));
    assert.deepEqual(
      [operation["cause"], operation["actor"]],
      ["mcp", { type: "product_key", id: key.apiKeyId }],
    );
    const response = await fetch(`${server.baseUrl}/transfers`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key.key}`,
        "content-type": "application/json",
        "idempotency-key": idempotencyKey,
      },
      body: JSON.stringify(transfer),
    });
    assert.deepEqual(await response.json(), moved);
    const balance = await host.call("account_balance_retrieve", { accountId: sourceAccountId });
    assert.equal(documentOf(balance)["available"], "380");
  });
});

test("key: of every scope -> the compact form, whose search finds the key's tools alone; the instructions name the tool that says who it is", async () => {
  const catalog = expect(await founder.get("/catalog/scopes?limit=100"), 200).items();
  const scopes = catalog
    .filter(({ grantableTo }) => (grantableTo as string[]).includes("product_key"))
    .map(({ scope }) => scope);
  const whole = await newKey({ scopes });
  await within(async (host) => {
    const names = (await host.tools()).map(({ name }) => name);
    assert.deepEqual(names, [
      "api_key_current_retrieve",
      ...["operation_search", "operation_describe", "operation_call"],
    ]);
    const search = async (query: string) => {
      const found = documentOf(await host.call("operation_search", { query, limit: 50 }));
      return (found["tools"] as { name: string }[]).map(({ name }) => name);
    };
    assert.ok((await search("transfer")).includes("transfer_create"));
    assert.ok(!(await search("agent")).includes("agent_member_current"));
    assert.ok(!(await search("product create")).includes("product_create"));
    const call = { name: "account_list", arguments: { productId } };
    documentOf(await host.call("operation_call", call));
    assert.match(String(host.client.getInstructions()), /api_key_current_retrieve/);
  }, whole.key);
});

/** What a key may not do here, with the code of the refusal; `status` where the answer is of HTTP. */
const HOSTILE: [what: string, name: string, given: () => Record<string, unknown>, code: string][] =
  [
    ["live", "account_list", () => ({ productId, environment: "live" }), "invalid_credentials"],
    [
      "an environment that is none",
      "account_list",
      () => ({ productId, environment: "moon" }),
      "invalid_request",
    ],
    [
      "another company",
      "account_list",
      () => ({ productId, tenantId: "ten_other" }),
      "tenant_mismatch",
    ],
    [
      "another Product of the company",
      "account_list",
      () => ({ productId: otherProductId }),
      "resource_not_found",
    ],
    [
      "an account of nobody",
      "account_retrieve",
      () => ({ accountId: "acct_none" }),
      "account_not_found",
    ],
    ["a scope that it lacks", "customer_list", () => ({ productId }), "missing_required_scope"],
    ["a Product of its own", "product_create", () => keyed({ name: "Mine" }), "session_required"],
    ["the Products of the company", "product_list", () => ({}), "session_required"],
    ["keys of the company", "api_key_list", () => ({ productId }), "session_required"],
    ["to be an agent", "agent_member_current", () => ({}), "operation_not_allowed"],
    ["the approvals of agents", "agent_approval_list", () => ({}), "session_required"],
    ["a change without a key", "account_create", () => ({ productId }), "idempotency_required"],
  ];

test("key: everything beyond it, by either form -> refused with a code, and no approval is asked of anybody", async () => {
  const compact = async (host: Host, name: string, given: Record<string, unknown>) =>
    await host.call("operation_call", { name, arguments: given });
  await within(async (host) => {
    for (const [what, name, given, code] of HOSTILE) {
      const answer = await host.call(name, given());
      assert.equal(codeOf(answer), code, `${what}: ${answer.texts[0]}`);
      assert.equal(codeOf(await compact(host, name, given())), code, what);
      assert.equal(refusalOf(answer).error.details["approvalUrl"], undefined);
    }
    await assert.rejects(host.call("api_key_sandbox_create", keyed({ productId })), {
      code: -32602,
    });
    await assert.rejects(host.call("webhook_endpoint_update", keyed({})), { code: -32602 });
    const live = { uri: `service://live/accounts?productId=${productId}` };
    await assert.rejects(host.client.readResource(live), /leave the environment out/);
  });
  const approvals = expect(await founder.get("/agent-approvals"), 200).items();
  assert.deepEqual(approvals, []);
});

test("key: ids of another Product, which are there -> as ids of nobody", async () => {
  const other = await newKey({}, otherProductId);
  const owner = { type: "product", id: otherProductId };
  const draft = { productId: otherProductId, role: "product_operating", owner, currency: "EUR" };
  let accountId = "";
  await within(async (host) => {
    accountId = String(documentOf(await host.call("account_create", keyed(draft)))["accountId"]);
  }, other.key);
  await within(async (host) => {
    assert.equal(codeOf(await host.call("account_retrieve", { accountId })), "account_not_found");
    const [from] = [await newAccount(host)];
    const transfer = {
      sourceAccountId: from,
      destinationAccountId: accountId,
      amount: "1",
      currency: "EUR",
    };
    const refused = codeOf(await host.call("transfer_create", keyed(transfer)));
    assert.equal(refused, "account_not_found");
    const uri = `service://sandbox/accounts/${accountId}`;
    await assert.rejects(host.client.readResource({ uri }));
  });
});

test("way in: keys that are none of agents -> 401 with what to do, and where a host can log in", async () => {
  const plain = await newKey({ mcp: false });
  const live = await admin(server, "key create", { product: productId, environment: "live" });
  const elsewhere = await newKey({ allowedCidrs: ["192.0.2.0/24"] });
  const revoked = await newKey({});
  expect(await founder.post(`/products/${productId}/api-keys/${revoked.apiKeyId}/revoke`), 200);
  const wrong = `${key.key.slice(0, -8)}AAAAAAAA`;
  const cases: [what: string, text: string, code: string, says: RegExp][] = [
    ["not made for agents", plain.key, "invalid_credentials", /with `mcp` true/],
    [
      "of live",
      String(live["apiKey"]),
      "invalid_credentials",
      /no key of live .* key of the sandbox with `mcp` true/,
    ],
    ["from another address", elsewhere.key, "invalid_credentials", /./],
    ["revoked", revoked.key, "key_revoked", /revoked at/],
    ["a wrong secret", wrong, "invalid_credentials", /./],
  ];
  for (const [what, text, code, says] of cases) {
    const { status, body, headers } = await sendMessage(server, text, LIST);
    assert.equal(status, 401, what);
    assert.equal(body.error?.code, code, what);
    assert.match(String(body.error?.message), says, what);
    assert.ok(headers.get("www-authenticate")?.includes("/oauth-protected-resource/v1/mcp"), what);
  }
  const header = { "x-service-environment": "live" };
  assert.equal((await sendMessage(server, key.key, LIST, header)).status, 401);
  const tenant = { "x-service-tenant": "ten_other" };
  assert.notEqual((await sendMessage(server, key.key, LIST, tenant)).status, 200);
  const site = { origin: "https://evil.example" };
  assert.equal((await sendMessage(server, key.key, LIST, site)).status, 403);
  assert.equal((await sendMessage(server, key.key, LIST)).status, 200);
});

test("key: revoked, or its Product disabled, while a host is at work -> its next message is refused", async () => {
  const own = await newProduct();
  for (const end of ["revoke", "disable"] as const) {
    const given = await newKey({}, own);
    await within(async (host) => {
      documentOf(await host.call("account_list", { productId: own }));
    }, given.key);
    const call = {
      ...LIST,
      method: "tools/call",
      params: { name: "account_list", arguments: { productId: own } },
    };
    if (end === "revoke") {
      expect(await founder.post(`/products/${own}/api-keys/${given.apiKeyId}/revoke`), 200);
      assert.equal((await sendMessage(server, given.key, call)).body.error?.code, "key_revoked");
    } else {
      expect(await founder.post(`/products/${own}/disable`), 200);
      assert.match((await sendMessage(server, given.key, call)).text, /product_access_suspended/);
    }
  }
});

test("key: listens, and is revoked -> the stream ends; what it may do never changes", async () => {
  const given = await newKey({});
  const { message, headers } = modernRequest("subscriptions/listen", {
    notifications: { toolsListChanged: true },
  });
  const response = await fetch(mcpUrlOf(server), {
    method: "POST",
    headers: {
      authorization: `Bearer ${given.key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify(message),
  });
  assert.equal(response.status, 200);
  const read = response.text();
  const path = `/products/${productId}/api-keys/${given.apiKeyId}`;
  const renamed = await founder.send("PATCH", path, { name: "Another" });
  expect(renamed, 200);
  expect(await founder.post(`${path}/revoke`), 200);
  assert.doesNotMatch(await read, /list_changed/);
});

test("making: said by feed, event and list; rolled -> for agents too; of live -> never, whoever makes it", async () => {
  const given = await newKey({});
  assert.equal(given.body["mcp"], true);
  const path = `/products/${productId}/api-keys/${given.apiKeyId}`;
  assert.equal(expect(await founder.get(path), 200).body["mcp"], true);
  const plain = await newKey({ mcp: false });
  assert.ok(!("mcp" in plain.body));
  const rolled = expect(await founder.post(`${path}/roll`, { overlapSeconds: 0 }), 200);
  assert.equal(rolled.body["mcp"], true);
  assert.equal((await sendMessage(server, rolled.id("key"), LIST)).status, 200);
  assert.equal((await sendMessage(server, given.key, LIST)).status, 401);
  const query = "operation=api_key.sandbox.create";
  const feed = expect(await founder.get(`/tenant/audit-events?${query}`), 200);
  assert.match(feed.text, /"mcp":true/);
  const flags = { product: productId, mcp: "true" };
  const byOperator = await admin(server, "key create", flags);
  assert.equal(byOperator["mcp"], true);
  assert.equal((await sendMessage(server, String(byOperator["apiKey"]), LIST)).status, 200);
  const ofLive = { ...flags, environment: "live" };
  await assert.rejects(admin(server, "key create", ofLive), /is of the sandbox/);
});

/**
 * Every code that a published operation declares, provoked over HTTP in each form that an error can
 * have: its details are those that `x-errors` names, and the operation and the page of the code.
 * A server of its own: it keeps no log of requests, and another has a budget of one request.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { type Client, expect, openClient, type Reply } from "../support/client.ts";
import { graphqlClient } from "../support/graphql.ts";
import { NOUN_CASES } from "../support/noun_cases.ts";
import { draft, newAccount, newCustomer } from "../support/parties.ts";
import { type Browser, openPeople, type People } from "../support/people.ts";
import {
  admin,
  type Credentials,
  newCredentials,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";
import { SPECIFIED_CODES } from "../support/specified_codes.ts";

const DECISIONS = new URL("../../src/decisions/", import.meta.url);

/** Of programs: a Product of its Build, and objects. */
const OF_PROGRAMS = "test/api/program_refusals.test.ts";

/** Declared codes that this test does not provoke, each with the file whose test provokes it over HTTP: it needs what that file has. */
const NOT_HERE: Readonly<Record<string, string>> = {
  internal_error: "test/api/call_forms.test.ts",
  ledger_unavailable: "test/recovery/full_disk.test.ts",
  agent_approval_required: "test/api/agent_approvals.test.ts",
  unauthorized: "test/api/agents.test.ts",
  session_expired: "test/api/guesses.test.ts",
  missing_required_workspace_capability: "test/api/collections.test.ts",
  aggregate_condition_unmet: OF_PROGRAMS,
  invalid_noun_transition: OF_PROGRAMS,
  noun_account_not_drained: OF_PROGRAMS,
  noun_aggregate_cap_exceeded: OF_PROGRAMS,
  noun_aggregate_currency_mismatch: OF_PROGRAMS,
  noun_decision_declined: OF_PROGRAMS,
  noun_decision_timeout: OF_PROGRAMS,
  noun_instance_not_found: OF_PROGRAMS,
  noun_partition_mismatch: OF_PROGRAMS,
  noun_reference_already_claimed: OF_PROGRAMS,
  noun_reference_incongruent: OF_PROGRAMS,
  noun_reference_not_found: OF_PROGRAMS,
  noun_reference_required: OF_PROGRAMS,
  noun_reference_status_forbidden: OF_PROGRAMS,
  noun_remainder_exceeded: OF_PROGRAMS,
  noun_retired: OF_PROGRAMS,
  noun_subject_kind_forbidden: OF_PROGRAMS,
  noun_subject_not_found: OF_PROGRAMS,
  port_actor_not_allowed: OF_PROGRAMS,
};

/** Declared codes that the specification does not have, beside all that it has. */
const OUR_OWN = ["transfer_hold_not_found", "transfer_not_found"];

let server: Server;
let mine: Credentials;
let client: Client;
let people: People;
/** The browser of a company's only owner, without a second factor. */
let owner: Browser;
let ada: string;
let bob: string;
let customerId: string;

before(async () => {
  server = await startServer(["--developer-log-mb", "0"]);
  mine = await newCredentials(server, { live: "true" });
  client = await openClient(server, mine);
  customerId = await newCustomer(client);
  ada = await newAccount(client, { customerId, fund: "1000" });
  bob = await newAccount(client);
  people = await openPeople(server);
  owner = await people.founder();
});

after(async () => {
  people.close();
  client.close();
  assert.equal((await stopServer(server)).code, 0);
});

/** Sends with other credentials. */
async function as(credentials: Credentials, send: (other: Client) => Promise<Reply>) {
  const other = await openClient(server, credentials, client);
  try {
    return await send(other);
  } finally {
    other.close();
  }
}

/** Another key or Product, made with these options. */
const fresh = (options: Parameters<typeof newCredentials>[1] = {}) =>
  newCredentials(server, options);
const own = () => ({ tenantId: mine.tenantId, productId: mine.productId });
const list = (other: Client) => other.get(`/accounts?productId=${other.productId}`);

async function closedAccount(): Promise<string> {
  const account = await newAccount(client);
  expect(await client.post(`/accounts/${account}/close`, {}), 200);
  return account;
}

async function frozenAccount(fund?: string): Promise<string> {
  const account = await newAccount(client, fund === undefined ? {} : { fund });
  expect(await client.post(`/accounts/${account}/freeze`, FREEZE), 200);
  return account;
}

async function newHold(source: string): Promise<Reply> {
  const body = { ...draft(source, bob, "5"), expiresAt: "2099-01-01T00:00:00Z" };
  return expect(await client.post("/transfer-holds", body), 201);
}

const funding = (destinationAccountId: string) => ({
  destinationAccountId,
  amount: "1",
  currency: "EUR",
});
const NAMED = { displayName: "Ada" };
const FREEZE = { mode: "all", reason: "r" };
const accountOf = (role: string, owner: object) => ({
  productId: mine.productId,
  role,
  currency: "EUR",
  owner,
});

/** The codes of single nouns stand in the cases of the nouns (test/support/noun_cases.ts). */
const PROVOKED: Readonly<Record<string, (client: Client) => Promise<Reply>>> = {
  ...Object.assign({}, ...NOUN_CASES.map(({ provoked }) => provoked)),
  csrf_token_invalid: () =>
    owner.send("PATCH", "/users/me", NAMED, { headers: { "x-csrf-token": "x" } }),
  currency_mismatch: () => client.post("/transfers", { ...draft(ada, bob, "1"), currency: "USD" }),
  destination_account_status_forbidden: async () =>
    client.post("/transfers", draft(ada, await closedAccount(), "1")),
  developer_log_not_found: async () => {
    const logging = await sharedServer();
    const credentials = await newCredentials(logging);
    const other = await openClient(logging, credentials, client);
    const reply = await other.get("/developer-logs/dlog_none");
    other.close();
    return reply;
  },
  exposure_cap_exceeded: async () => {
    const rich = await newAccount(client);
    const most = { ...funding(rich), amount: "9".repeat(18) };
    for (let credit = 0; credit < 9; credit++) {
      expect(await client.post("/sandbox/account-funding", most), 201);
    }
    return client.post("/sandbox/account-funding", most);
  },
  funding_destination_role_forbidden: async () => {
    const owner = { type: "product", id: mine.productId };
    const revenue = await client.post("/accounts", accountOf("product_revenue", owner));
    const accountId = expect(revenue, 201).id("accountId");
    return client.post("/sandbox/account-funding", funding(accountId));
  },
  idempotency_conflict: async () => {
    const key = randomUUID();
    expect(await client.post("/transfers", draft(ada, bob, "1"), { key }), 201);
    return client.post("/transfers", draft(ada, bob, "2"), { key });
  },
  idempotency_required: () => client.post("/transfers", draft(ada, bob, "1"), { key: null }),
  insufficient_balance: () => client.post("/transfers", draft(ada, bob, "999999")),
  invalid_credentials: () =>
    client.get("/transfers", { headers: { "x-service-environment": "live" } }),
  invalid_request: () => client.post("/transfers", {}),
  key_revoked: async () => {
    const doomed = await fresh(own());
    await admin(server, "key revoke", { key: doomed.apiKeyId });
    return as(doomed, list);
  },
  kyc_tier_insufficient: () =>
    client.post("/accounts", accountOf("customer_credit", { type: "customer", id: customerId })),
  ledger_transfer_rejected: async () => {
    const hold = await newHold(ada);
    return client.post(`/transfer-holds/${hold.id("transferHoldId")}/clear`, { amount: "6" });
  },
  mfa_verification_required: () =>
    owner.send("PUT", "/tenant/security", { requireMfa: true, allowedCidrs: [] }),
  missing_required_permission: async () => {
    const viewer = await people.invited(owner, "viewer");
    return viewer.send("PATCH", "/tenant", { name: "x" });
  },
  missing_required_scope: async () => as(await fresh({ ...own(), scopes: "customers:read" }), list),
  not_found: () => client.get("/nowhere"),
  operation_environment_invalid: async () =>
    as(await fresh({ ...own(), environment: "live" }), (other) =>
      other.post("/sandbox/account-funding", funding(ada)),
    ),
  operation_not_allowed: () => client.post("/transfer-holds/th_none/expire", {}),
  operation_not_finalized: async () => {
    const hold = await newHold(ada);
    return client.post(`/transfers/${hold.id("reservedTransferId")}/reverse`, { reason: "r" });
  },
  owner_unsupported: () =>
    client.post("/accounts", accountOf("customer_balance", { type: "noun", id: "x" })),
  product_access_suspended: async () => {
    const idle = await fresh();
    await admin(server, "product set", { product: idle.productId, status: "disabled" });
    return as(idle, list);
  },
  product_activation_required: async () => as(await fresh({ environment: "live" }), list),
  rate_limited: async () => {
    const busy = await startServer(["--limit-credential", "1"]);
    const other = await openClient(busy, await newCredentials(busy), client);
    const replies = [await list(other), await list(other), await list(other)];
    other.close();
    await stopServer(busy);
    // A new minute has a new budget: it may begin between two of the requests.
    return replies.find(({ code }) => code === "rate_limited") ?? (replies[2] as Reply);
  },
  request_body_too_large: () =>
    client.post("/transfers", undefined, { raw: " ".repeat(1_048_577) }),
  resource_not_found: () => client.get("/receipts/rcpt_none"),
  resource_reader_unavailable: () => client.get(`/developer-logs?productId=${mine.productId}`),
  session_not_found: () => owner.get("/sessions/ses_none"),
  session_required: () =>
    client.post("/sandbox/reset", { productId: mine.productId, confirm: mine.productId }),
  session_revoked: async () => {
    const browser = people.browser(owner.email);
    await people.logIn(browser);
    const { cookie } = browser;
    expect(await browser.post("/sessions/current/logout"), 204);
    return browser.get("/users/me", { headers: { cookie } });
  },
  source_account_status_forbidden: async () =>
    client.post("/transfers", draft(await frozenAccount("5"), bob, "1")),
  state_conflict: () => client.patch(`/accounts/${bob}`, { name: "x", expectedRevision: 99 }),
  state_constraint_failed: () =>
    client.post("/transfer-holds", { ...draft(ada, bob, "1"), expiresAt: "2001-01-01T00:00:00Z" }),
  statement_evidence_incomplete: () => client.get(`/accounts/${ada}/statements/2001-01`),
  tenant_mismatch: () => owner.get("/tenant", { headers: { "x-service-tenant": mine.tenantId } }),
  source_operation_not_found: () => client.get("/operations/op_none/effects"),
};

test("error details: every declared code -> provoked here, or by the test that is named", () => {
  const declared = new Set(client.contract.operations.flatMap(({ errorCodes }) => errorCodes));
  const named = [...Object.keys(PROVOKED), ...Object.keys(NOT_HERE)];
  assert.deepEqual([...declared].sort(), named.sort());
  for (const [code, file] of Object.entries(NOT_HERE)) {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
    assert.ok(text.includes(`"${code}"`), `${file} has no "${code}"`);
  }
});

test("error details: every code of the specification -> provoked, or decision 0017 says why it cannot be", () => {
  const provoked = new Set([...Object.keys(PROVOKED), ...Object.keys(NOT_HERE)]);
  const [page = ""] = readdirSync(DECISIONS).filter((name) => name.startsWith("0017-"));
  const why = readFileSync(new URL(page, DECISIONS), "utf8");
  const explained = SPECIFIED_CODES.filter((code) => !provoked.has(code));
  const unexplained = explained.filter((code) => !why.includes(`\`${code}\``));
  assert.deepEqual(unexplained, []);
  // A code that can be provoked by now would stand on the page in vain.
  const onPage = [...why.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, code]) => code as string);
  const possible = onPage.filter((code) => provoked.has(code));
  assert.deepEqual(possible, ["account_not_found"]);
  const ours = [...provoked].filter((code) => !SPECIFIED_CODES.includes(code));
  assert.deepEqual(ours.sort(), OUR_OWN);
});

for (const [code, provoke] of Object.entries(PROVOKED)) {
  test(`error details: ${code} over HTTP -> those that the contract declares`, async () => {
    // The client compares the details of every answer with `x-errors`.
    const { details, ...reply } = await provoke(client);
    assert.equal(reply.code, code, reply.text);
    assert.ok("operation" in details, reply.text);
    assert.match(String(details["docUrl"]), new RegExp(`/docs/errors/${code}$`));
  });
}

test("error details: a problem document -> the same details as the envelope", async () => {
  const paths = ["/accounts/acct_none", "/nowhere", "/developer-logs/dlog_none"];
  for (const path of paths) {
    const plain = await client.get(path);
    const problem = await client.get(path, { headers: { accept: "application/problem+json" } });
    assert.equal(problem.headers["content-type"], "application/problem+json");
    assert.deepEqual(problem.body["details"], plain.details);
  }
});

test("error details: of GraphQL, a field and a whole request -> operation and page too", async () => {
  const ask = graphqlClient(server, mine);
  const refused = await ask(`{ accountRetrieve(accountId: "acct_none") { accountId } }`);
  const docUrl = (code: string) => new URL(`/docs/errors/${code}`, server.baseUrl).href;
  assert.equal(refused.errors[0]?.extensions["code"], "account_not_found");
  const { issues: _, ...details } = refused.details;
  assert.deepEqual(details, {
    operation: "account.retrieve",
    accountId: "acct_none",
    docUrl: docUrl("account_not_found"),
  });
  for (const accept of ["application/json", "application/graphql-response+json"]) {
    const { details, text } = await ask("{", { headers: { accept } });
    const told = [details["operation"], details["docUrl"]];
    assert.deepEqual(told, ["graphql", docUrl("invalid_request")], text);
  }
});

test("idempotency key: looked up -> it never expires", async () => {
  const key = randomUUID();
  expect(await client.post("/transfers", draft(ada, bob, "1"), { key }), 201);
  const found = expect(await client.get(`/idempotency-keys/${key}`), 200);
  assert.equal(found.body["expiresAt"], null);
});

test("catalog: an error -> the names of its details, as in the contract and on its page", async () => {
  const entry = expect(await client.get("/catalog/errors/kyc_country_unsupported"), 200);
  assert.deepEqual(entry.body["details"], [
    { name: "country", type: ["string"], required: true },
    { name: "supported", type: ["array"], required: true },
  ]);
  const page = await fetch(new URL("/docs/errors/kyc_country_unsupported", server.baseUrl));
  assert.match(await page.text(), /country, supported, operation, docUrl/);
});

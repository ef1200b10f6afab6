/**
 * The one order of refusals, pair by pair: a request with any two faults gets the code of the
 * earlier step. limits.test.ts tests the places of the budgets in that order.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { type Client, expect, openClient, type Sending } from "../support/client.ts";
import { newAccount } from "../support/parties.ts";
import { admin, newCredentials, type Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

/** A request that would fund an account, with everything that a fault can change. */
type Draft = {
  path: string;
  isLive: boolean;
  isDisabled: boolean;
  isNarrow: boolean;
  authorization: string | undefined;
  environment: string | undefined;
  key: string | null;
  body: Record<string, unknown>;
  padding: number;
};

/** `phase` is the phase's name in the contract document. */
type Fault = { phase: string; step: string; code: string; apply(draft: Draft): void };

let server: Server;
let client: Client;
let open: string;
let frozen: string;
let yen: string;
let revenue: string;
let usedKey: string;
const keys = new Map<string, string>();

const FLAVORS = [false, true].flatMap((isLive) =>
  [false, true].flatMap((isDisabled) =>
    [false, true].map((isNarrow) => ({ isLive, isDisabled, isNarrow })),
  ),
);

before(async () => {
  server = await sharedServer();
  const active = await newCredentials(server, { live: "true" });
  const disabled = await newCredentials(server, { live: "true" });
  client = await openClient(server, active);
  for (const flavor of FLAVORS) {
    const { productId } = flavor.isDisabled ? disabled : active;
    const made = await newCredentials(server, {
      tenantId: "",
      productId,
      environment: flavor.isLive ? "live" : "sandbox",
      ...(flavor.isNarrow && { scopes: "accounts:read" }),
    });
    keys.set(JSON.stringify(flavor), made.apiKey);
  }
  await admin(server, "product set", { product: disabled.productId, status: "disabled" });
  open = await newAccount(client);
  frozen = await newAccount(client);
  yen = await newAccount(client, { currency: "JPY" });
  const owner = { type: "product", id: active.productId };
  const roleless = { productId: active.productId, role: "product_revenue", currency: "EUR", owner };
  revenue = expect(await client.post("/accounts", roleless), 201).id("accountId");
  const freeze = { mode: "all", reason: "test" };
  expect(await client.post(`/accounts/${frozen}/freeze`, freeze), 200);
  usedKey = randomUUID();
  const first = { ...goodDraft().body, amount: "2", externalId: "taken" };
  expect(await client.post("/sandbox/account-funding", first, { key: usedKey }), 201);
});

after(async () => {
  client.close();
});

function goodDraft(): Draft {
  return {
    path: "/sandbox/account-funding",
    isLive: false,
    isDisabled: false,
    isNarrow: false,
    authorization: undefined,
    environment: undefined,
    key: randomUUID(),
    body: { destinationAccountId: open, amount: "1", currency: "EUR" },
    padding: 0,
  };
}

/** Faults in the order of precedence (api.md 2.0(8)). */
const FAULTS: readonly Fault[] = [
  fault("route", "route", "not_found", (draft) => {
    draft.path = "/sandbox/account-fundings";
  }),
  fault("body_size", "body size", "request_body_too_large", (draft) => {
    draft.padding = 1_048_576;
  }),
  fault("credential", "credential", "invalid_credentials", (draft) => {
    draft.authorization = "Bearer service_test_wrong";
  }),
  fault("credential", "environment of the key", "invalid_credentials", (draft) => {
    draft.environment = draft.isLive ? "sandbox" : "live";
  }),
  fault("principal", "operation of members only", "session_required", (draft) => {
    draft.path = "/sandbox/reset";
  }),
  fault("environment", "environment that is none", "invalid_request", (draft) => {
    draft.environment = "production";
  }),
  fault(
    "operation_environment",
    "environment of the operation",
    "operation_environment_invalid",
    (draft) => {
      draft.isLive = true;
    },
  ),
  fault("idempotency_key", "idempotency header", "idempotency_required", (draft) => {
    draft.key = null;
  }),
  fault("idempotency_key", "idempotency key", "invalid_request", (draft) => {
    draft.key = "mine";
  }),
  fault("schema", "schema", "invalid_request", (draft) => {
    draft.body["amount"] = 1;
  }),
  fault("product", "Product", "product_access_suspended", (draft) => {
    draft.isDisabled = true;
  }),
  fault("permission", "scope", "missing_required_scope", (draft) => {
    draft.isNarrow = true;
  }),
  fault("idempotency", "key of another request", "idempotency_conflict", (draft) => {
    draft.key = usedKey;
  }),
  fault("operation", "account", "account_not_found", (draft) => {
    draft.body["destinationAccountId"] = "acct_0";
  }),
  fault("operation", "currency", "currency_mismatch", (draft) => {
    draft.body["destinationAccountId"] = yen;
  }),
  fault("operation", "role", "funding_destination_role_forbidden", (draft) => {
    draft.body["destinationAccountId"] = revenue;
  }),
  fault("operation", "status", "destination_account_status_forbidden", (draft) => {
    draft.body["destinationAccountId"] = frozen;
  }),
  fault("operation", "external id", "state_conflict", (draft) => {
    draft.body["externalId"] = "taken";
  }),
];

function fault(phase: string, step: string, code: string, apply: (draft: Draft) => void): Fault {
  return { phase, step, code, apply };
}

/** Phases that other tests have: raw_requests, connections, process, limits for both budgets, founder_order, agents, agent_programs, approvals. */
const TESTED_ELSEWHERE = [
  "framing",
  "connections",
  "start",
  "address_budget",
  "credential_budget",
  "csrf",
  "user_code_budget",
  "mfa",
  "agent_reach",
  "agent_things",
  "agent_approval",
];

async function send(draft: Draft) {
  const { isLive, isDisabled, isNarrow } = draft;
  const apiKey = keys.get(JSON.stringify({ isLive, isDisabled, isNarrow }));
  const sending: Sending = {
    key: draft.key,
    raw: JSON.stringify(draft.body) + " ".repeat(draft.padding),
    headers: {
      authorization: draft.authorization ?? `Bearer ${apiKey}`,
      "x-service-environment": draft.environment ?? (isLive ? "live" : "sandbox"),
    },
  };
  return await client.post(draft.path, undefined, sending);
}

test("refusal: no fault, and each fault alone -> success, and its own code", async () => {
  expect(await send(goodDraft()), 201);
  for (const { step, code, apply } of FAULTS) {
    const draft = goodDraft();
    apply(draft);
    assert.equal((await send(draft)).code, code, step);
  }
});

test("refusal: the phases of the contract document -> each has a fault here, in that order", async () => {
  const response = await fetch(new URL("/openapi.json", server.baseUrl));
  const contract = (await response.json()) as {
    info: { description: string };
    "x-refusal-phases": { phase: string; codes: string[] }[];
  };
  const phases = contract["x-refusal-phases"];
  const names = phases.map(({ phase }) => phase);
  const faulted = [...new Set(FAULTS.map(({ phase }) => phase))];
  assert.deepEqual(
    faulted,
    names.filter((name) => !TESTED_ELSEWHERE.includes(name)),
  );
  for (const { phase, step, code } of FAULTS) {
    const codes = phases.find((one) => one.phase === phase)?.codes ?? [];
    if (phase !== "operation") assert.ok(codes.includes(code), `${step}: ${code}`);
  }
  const printed = [...contract.info.description.matchAll(/^\d+\. (\w+): /gm)].map(
    ([, name]) => name,
  );
  assert.deepEqual(printed, names);
});

test("refusal: any two faults at once -> the code of the earlier step", async () => {
  const balance = `/accounts/${open}/balance`;
  const before = expect(await client.get(balance), 200).at("posted");
  for (const [at, earlier] of FAULTS.entries()) {
    for (const later of FAULTS.slice(at + 1)) {
      const draft = goodDraft();
      later.apply(draft);
      earlier.apply(draft);
      const reply = await send(draft);
      assert.equal(reply.code, earlier.code, `${earlier.step} and ${later.step}: ${reply.text}`);
    }
  }
  assert.equal(expect(await client.get(balance), 200).at("posted"), before);
});

test("account.close: platform freeze, status and money at once -> plane, then status, then balance", async () => {
  const account = await newAccount(client, { fund: "1" });
  const close = () => client.post(`/accounts/${account}/close`);
  expect(await client.post(`/accounts/${account}/freeze`, { mode: "all", reason: "t" }), 200);
  const platform = { accountId: account, mode: "all" };
  expect(await client.post("/sandbox/platform-freezes", platform), 201);
  expect(await close(), "account_freeze_plane_forbidden");
  expect(await client.post(`/sandbox/platform-freezes/${account}/lift`), 200);
  expect(await close(), "account_status_forbidden");
  expect(await client.post(`/accounts/${account}/unfreeze`), 200);
  expect(await close(), "account_close_balance_nonzero");
});

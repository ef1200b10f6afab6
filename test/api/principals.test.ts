/**
 * Every kind of credential against every operation, over REST and as a field of GraphQL: what happens is what the
 * declaration says: its kinds, its scope, the permission of a member's role, its second factor. Edge, sockets and admission
 * are real; the owner of a credential is set by the test. No shard is behind: an admitted caller is told so.
 */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { Agent } from "node:http";
import { after, before, test } from "node:test";
import { MessageChannel } from "node:worker_threads";
import { Type } from "@sinclair/typebox";
import { type FuzzedOperation, operationsOf } from "../../scripts/fuzz/inputs.ts";
import { newRandom } from "../../scripts/fuzz/random.ts";
import { requestOf } from "../../scripts/fuzz/requests.ts";
import { newPool } from "../../scripts/fuzz/values.ts";
import { openClientAddress } from "../../src/access/client_address.ts";
import { createCursorCodec } from "../../src/access/cursor.ts";
import { gateOf } from "../../src/access/gate.ts";
import { newChallenge } from "../../src/access/proof_of_work.ts";
import { openRateLimiter } from "../../src/access/rate_limit.ts";
import { createRateLimitMemory } from "../../src/access/rate_window.ts";
import type { AnyOperation, AnyRead } from "../../src/calls/callable.ts";
import { Calls } from "../../src/calls/calls.ts";
import { EMPTY_SNAPSHOT } from "../../src/calls/read_context.ts";
import { targetInTenant, targetOnPlatform } from "../../src/calls/target.ts";
import type { Caller } from "../../src/contract/declare/caller.ts";
import { found } from "../../src/contract/declare/found.ts";
import { accept, declareRead, declareWrite } from "../../src/contract/declare/operation.ts";
import type { Environment, PrincipalKind } from "../../src/contract/declare/principal.ts";
import {
  EVERYBODY as OF_EVERY_ROLE,
  type Role,
  rolePermits,
} from "../../src/contract/declare/roles.ts";
import { openApiDocument } from "../../src/contract/document/openapi.ts";
import { ShardSignals } from "../../src/contract/messages/envelope.ts";
import { PLATFORM_SHARD } from "../../src/contract/records/platform_realm.ts";
import { refuse } from "../../src/contract/refusals/refusal.ts";
import { REALM_MOMENTS as moments } from "../../src/features/event/realm_moments.ts";
import { allScopes } from "../../src/features/operation_ids.ts";
import { ABOUT } from "../../src/features/published.ts";
import { operations } from "../../src/features/registry.ts";
import { openGraphql } from "../../src/graphql/graphql_endpoint.ts";
import { readsOf } from "../../src/graphql/graphql_reads.ts";
import { GRAPHQL_ROUTE } from "../../src/graphql/http_shapes.ts";
import { ConnectionGate } from "../../src/http/connection_gate.ts";
import { Edge } from "../../src/http/edge.ts";
import { Courier } from "../../src/placement/courier.ts";
import { mapAtOnce } from "../support/at_once.ts";
import { exchange } from "../support/exchange.ts";
import { ruledBody, ruledPath } from "../support/ruled_requests.ts";
import { agentCaller, keyCaller, sessionCaller, tokenCaller } from "../world/callers.ts";

const scopes = allScopes();
const PRODUCT_ID = keyCaller().product.productId;
const CALLERS = {
  product_key: keyCaller({ scopes }),
  browser_key: keyCaller({ scopes, origin: "browser" }),
  session: sessionCaller(),
  mfa_session: sessionCaller({ mfa: true }),
  viewer: sessionCaller({ role: "viewer" }),
  token: tokenCaller({ scopes: new Set(scopes) }),
  narrow_token: tokenCaller(),
  login: tokenCaller({ scopes: new Set(["catalog:read"]), loginId: "ses_1" }),
  narrow_key: keyCaller({ scopes: ["catalog:read"] }),
  narrow_agent: agentCaller({ scopes: new Set(["catalog:read"]) }),
  agent: agentCaller({ scopes: new Set(scopes) }),
} as const satisfies Record<string, Caller>;
type Who = keyof typeof CALLERS;
const EVERYBODY = Object.keys(CALLERS) as Who[];

/** For each kind of credential: the kinds of principals in a declaration that admit it. */
const IS: Readonly<Record<string, readonly PrincipalKind[]>> = {
  product_key: ["product_key"],
  session: ["session", "founder"],
  token: ["founder"],
  agent: ["agent"],
};

/** Every set of principals in the table of operations; the registry does not declare all of them. */
const PRINCIPALS: readonly { principals: readonly PrincipalKind[]; browserKeyOnly?: true }[] = [
  { principals: ["public"] },
  { principals: ["product_key"] },
  { principals: ["system"] },
  { principals: ["product_key"], browserKeyOnly: true },
  { principals: ["product_key", "founder", "agent"] },
  { principals: ["founder", "agent"] },
  { principals: ["founder", "session"] },
  { principals: ["founder", "session", "agent"] },
  { principals: ["founder"] },
  { principals: ["session"] },
  { principals: ["agent"] },
];
const FIXTURES: readonly AnyOperation[] = PRINCIPALS.flatMap((declared, at) => {
  const id = `fixture_${String.fromCharCode(97 + at)}`;
  const admitted = { ...declared, scope: undefined, ofItself: { because: "a fixture" } };
  const common = { ...admitted, summary: id, tag: "Fixtures", refusals: [] };
  const path = `/fixtures/${at}`;
  const output = Type.Object({}, { title: `Fixture${at}` });
  return [
    declareRead({
      ...common,
      id: `${id}.retrieve`,
      http: { method: "GET", path },
      acts: { on: "tenant" },
      output,
      read: () => found({}),
    }),
    declareWrite<object>()({
      ...common,
      id: `${id}.create`,
      http: { method: "POST", path, status: 201 },
      output,
      events: [],
      acts: { on: "platform" },
      decide: () => accept([]),
    }) as AnyOperation,
  ];
});
const ALL = [...operations, ...FIXTURES];

const { port1, port2 } = new MessageChannel();
const memory = openRateLimiter(createRateLimitMemory(), {
  credentialLimit: 0,
  ipLimit: 0,
  discoveryLimit: 0,
  identityIpLimit: 0,
});
const cursors = createCursorCodec(Buffer.alloc(32, 1));
const PROOF_KEY = Buffer.alloc(32, 2);
/** Nobody solves the challenges of this test. */
const PROOF_COST = 1;
const faults: Error[] = [];
const log = {
  enabled: false,
  probesEnabled: false,
  line() {},
  probeLine() {},
  fault: (_: string, error: Error) => faults.push(error),
};
const calls = new Calls({
  credentials: {
    hasTenant: () => false,
    productOf: () => undefined,
    productOfKey: () => undefined,
    authenticate: ({ authorization = "" }) =>
      CALLERS[authorization.slice("Bearer ".length) as Who] ?? refuse("invalid_credentials", "no"),
  },
  limiter: memory,
  cursors,
  shards: {
    couriers: new Map([
      [PLATFORM_SHARD, new Courier(port1 as never, new ShardSignals(ShardSignals.allocate()))],
    ]),
    views: new Map(),
  },
  readers: { run: () => undefined },
  recorder: undefined,
  requestLog: undefined,
  newChallenge: (nowMs) => newChallenge(PROOF_KEY, nowMs, randomBytes, PROOF_COST),
  prove: () => Promise.reject(new Error("no prover")),
  log,
  // No thing is asked for by an agent here: whether an operation takes one is the question.
  reaching: { prefixes: [], refusalOf: () => undefined },
  nowMs: Date.now,
});
const docsUrl = "http://docs";
const graphql = openGraphql({ operations: ALL, calls, docsUrl, moments, compiles: false });
const edge = new Edge({
  operations: ALL,
  calls,
  ...{ clientAddress: openClientAddress([]), connections: new ConnectionGate(0, () => false) },
  ...{ log, edge: 0, recorder: undefined, nowMs: Date.now, docsUrl },
  protocols: [{ ...GRAPHQL_ROUTE, answer: graphql.answer }],
  documents: new Map(),
  deliveries: [],
});
const ABOUT_ALL = {
  ...ABOUT,
  tags: [...ABOUT.tags, { name: "Fixtures", description: "One for each kind of credential." }],
};
const document = openApiDocument(ALL as never, ABOUT_ALL, { serverUrl: "/v1" });
const fuzzed = new Map(operationsOf(document).map((one) => [one.operationId, one]));
const making = { document, random: newRandom(7), pool: newPool(PRODUCT_ID, "key_1") };
const agent = new Agent({ keepAlive: true });
let origin = "";

before(async () => {
  edge.ready = true;
  origin = `http://127.0.0.1:${await edge.listen("127.0.0.1", 0)}/v1`;
});

after(async () => {
  agent.destroy();
  await edge.close(1_000);
  port2.close();
  assert.deepEqual(faults, []);
});

/** The code that a declaration promises this credential; "" when it is let in. */
function promised(operation: AnyOperation, who: Who): string {
  const { principals, browserKeyOnly, scope, environment = "sandbox" } = operation;
  if (principals.includes("public")) return "";
  const caller: Caller = CALLERS[who];
  const isTaken = principals.some((kind) => IS[caller.kind]?.includes(kind));
  const ofMembers = principals.some((kind) => kind === "founder" || kind === "session");
  if (!isTaken && ofMembers && caller.kind !== "agent") return "session_required";
  const isGiven = caller.kind === "session" || scope === undefined || caller.scopes.has(scope);
  if (!isGiven) return "missing_required_scope";
  const isMember = caller.kind === "session" || caller.kind === "token";
  if (isMember && !mayDo(caller.role, operation.permission ?? scope, environment)) {
    return "missing_required_permission";
  }
  const isOtherKey = caller.kind === "product_key" && who !== "browser_key";
  if (!isTaken || (browserKeyOnly === true && isOtherKey)) return NOT_ALLOWED;
  const asksMfa = isMember && !caller.mfa && operation.mfa === "always";
  return asksMfa ? "mfa_verification_required" : "";
}
const NOT_ALLOWED = "operation_not_allowed";

/** Whether the role has a permission, which may name its environment. */
function mayDo(role: Role | undefined, permission: string | undefined, asked: Environment) {
  if (permission === undefined || permission === OF_EVERY_ROLE) return true;
  const [name = "", at = asked] = permission.split("@");
  return role !== undefined && rolePermits(role, name, at as Environment);
}

/** The status of each refusal of a credential. */
const STATUS: Readonly<Record<string, number>> = {
  session_required: 401,
  [NOT_ALLOWED]: 403,
  missing_required_scope: 403,
  missing_required_permission: 403,
  mfa_verification_required: 403,
};

type Failed = { extensions: { code: string } };
type Answer = { error?: { code: string; details: Record<string, unknown> } };

/** The code of a refusal of the credential; "" for any other answer. */
function refusedKind({ error }: Answer): string {
  return error !== undefined && Object.hasOwn(STATUS, error.code) ? error.code : "";
}

async function ask(operation: AnyOperation, headers: Record<string, string>) {
  const request = requestOf(making, fuzzed.get(operation.id) as FuzzedOperation, "valid");
  const { method, path, body } = request;
  const { "idempotency-key": _, ...own } = request.headers;
  const key = { "idempotency-key": "00000000-0000-4000-8000-000000000001" };
  const sent = ruledBody(operation, body, PRODUCT_ID);
  const json = sent !== undefined && { "content-type": "application/json" };
  const at = new URL(origin + ruledPath(operation, path, PRODUCT_ID));
  const all = { ...json, ...own, ...key, ...headers };
  const place = { agent, hostname: at.hostname, port: at.port, path: at.pathname + at.search };
  const { status, text } = await exchange({ ...place, method, headers: all }, sent);
  return { status, body: JSON.parse(text) as Answer };
}

const PUBLISHED = ALL.filter(({ inContract }) => inContract !== false);

for (const who of EVERYBODY) {
  test(`REST: ${who} for each of ${PUBLISHED.length} operations -> what its declaration says`, async () => {
    await mapAtOnce(PUBLISHED, async (operation) => {
      const credential = { authorization: `Bearer ${who}`, "x-csrf-token": "c" };
      const { status, body } = await ask(operation, credential);
      const told = `${operation.id}: ${JSON.stringify(body)}`;
      assert.notEqual(status, 500, told);
      const code = promised(operation, who);
      assert.equal(refusedKind(body), code, told);
      if (code !== "") assert.equal(status, STATUS[code], told);
    });
  });
}

test("REST: no credential at all -> invalid_credentials, or session_required where nothing else helps", async () => {
  await mapAtOnce(PUBLISHED, async (operation) => {
    const { status, body } = await ask(operation, {});
    const { principals } = operation;
    const ofMembers = principals.some((kind) => kind === "founder" || kind === "session");
    const needsSession = ofMembers && !principals.includes("product_key");
    const expected = needsSession ? "session_required" : "invalid_credentials";
    if (principals.includes("public")) assert.notEqual(status, 401, operation.id);
    else assert.equal(body.error?.code, expected, operation.id);
  });
});

/** Where the fields of a query read, by where their operations act. */
const PLACES = {
  nothing: undefined,
  product: CALLERS.product_key,
  tenant: targetInTenant("t", "ten_1"),
  platform: targetOnPlatform("t"),
};

for (const who of EVERYBODY) {
  test(`GraphQL: ${who} for each read -> the field is refused as REST refuses it`, () => {
    const caller: Caller = CALLERS[who];
    const at = { located: new Map(), requestLog: undefined, nowMs: 0, realm: 1, moments };
    const parts = { ...at, snapshot: EMPTY_SNAPSHOT, caller, cursors };
    for (const operation of PUBLISHED) {
      if (operation.type !== "read") continue;
      const place = PLACES[operation.acts?.on ?? "product"];
      const reads = readsOf({ ...parts, place, environment: operation.environment ?? "sandbox" });
      const input = { key: "x", value: {} };
      let code = "";
      try {
        const [outcome] = reads.batch(operation as AnyRead, [input], gateOf(operation));
        if (outcome !== undefined && "code" in outcome) code = refusedKind({ error: outcome });
      } catch {
        // The caller was let in, and the read found nothing.
      }
      assert.equal(code, promised(operation, who), operation.id);
    }
  });
}

for (const who of EVERYBODY) {
  const isKey = CALLERS[who].kind === "product_key";
  const ask = async (query: string) => {
    const response = await fetch(`${origin}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${who}` },
      body: JSON.stringify({ query }),
    });
    return (await response.json()) as Answer & { data?: object; errors?: Failed[] };
  };
  test(`GraphQL: a request of ${who} -> ${isKey ? "waits for its shard" : "answered, without a shard"}`, async () => {
    const { error, data, errors = [] } = await ask("{ catalogProviderList { nextCursor } }");
    assert.equal(error?.code, isKey ? "resource_reader_unavailable" : undefined);
    if (isKey) return;
    const denied = who === "narrow_token" ? "missing_required_scope" : undefined;
    assert.equal(errors[0]?.extensions.code, denied);
    const list = denied === undefined ? { nextCursor: null } : null;
    assert.deepEqual(data, { catalogProviderList: list });
  });

  if (!isKey) {
    test(`GraphQL: ${who} without a Product -> one refusal that names each field without it`, async () => {
      const { error } = await ask(`{
        a: searchRetrieve(q: "x") { items { id } }
        b: idempotencyKeyRetrieve(idempotencyKey: "x") { state }
        c: developerLogList { nextCursor }
        d: catalogErrorList { nextCursor }
      }`);
      assert.equal(error?.code, "invalid_request");
      const issues = error?.details["issues"] as { code: string; path: string[] }[];
      assert.deepEqual(
        issues.map(({ code, path }) => [code, ...path]),
        ["a", "b", "c"].map((field) => ["required", field, "productId"]),
      );
    });
  }
}

test("CSRF: a mutation of a session without its token -> csrf_token_invalid; never for a Bearer", async () => {
  const write = FIXTURES.find(
    ({ type, principals }) => type === "write" && principals.join() === "founder,session",
  ) as AnyOperation;
  const told = async (who: Who, headers: Record<string, string>) => {
    return (await ask(write, { authorization: `Bearer ${who}`, ...headers })).body.error?.code;
  };
  assert.equal(await told("session", {}), "csrf_token_invalid");
  assert.equal(await told("session", { "x-csrf-token": "d" }), "csrf_token_invalid");
  assert.equal(await told("session", { "x-csrf-token": "c" }), "ledger_unavailable");
  assert.equal(await told("token", {}), "ledger_unavailable");
});

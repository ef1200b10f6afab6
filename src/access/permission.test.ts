/** What a caller may do: by its environment, Product, scopes, and the kind of its credential. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { agentCaller, sessionCaller, tokenCaller } from "../../test/world/callers.ts";
import { type Caller, type ProductKeyCaller, PUBLIC_CALLER } from "../contract/declare/caller.ts";
import type { Environment, ProductView } from "../contract/declare/principal.ts";
import { EVERYBODY, type Role } from "../contract/declare/roles.ts";
import type { Refusal } from "../contract/refusals/refusal.ts";
import { type GatedOperation, gateOf, protocolGate } from "./gate.ts";
import {
  accessToSuspended,
  checkEnvironmentName,
  checkKeyEnvironment,
  checkMfa,
  checkOperationEnvironment,
  checkPermission,
  checkPrincipal,
  checkProduct,
  environmentOf,
} from "./permission.ts";

const SCOPES_OF_ALL = ["transfers:read", "transfers:write"];
const OPERATION: GatedOperation = {
  id: "transfer.create",
  type: "write",
  principals: ["product_key"],
  scope: "transfers:write",
};

function keyOf(environment: Environment, change: Partial<ProductView> = {}): ProductKeyCaller {
  const names = { tenantId: "ten_1", productId: "prod_1" };
  return {
    kind: "product_key",
    principal: { ...names, principalId: "key_1", environment },
    realmKey: `${environment}:prod_1`,
    key: {
      ...names,
      apiKeyId: "key_1",
      environment,
      name: "k",
      prefix: "service_",
      scopes: SCOPES_OF_ALL,
      status: "active",
      origin: "cli",
      createdAtMs: 1,
    },
    product: {
      ...names,
      name: "Wallet",
      status: "active",
      createdAtMs: 1,
      updatedAtMs: 1,
      revision: 1,
      liveActivated: true,
      ...change,
    },
    scopes: new Set(SCOPES_OF_ALL),
    slot: 1,
    shard: 0,
  };
}

const sandbox = () => keyOf("sandbox");
const live = (change: Partial<ProductView> = {}) => keyOf("live", change);

function denied(answer: Refusal | undefined): Refusal {
  assert.ok(answer !== undefined);
  return answer;
}

const ENVIRONMENTS: [() => ProductKeyCaller, string, string | undefined][] = [
  [sandbox, "", undefined],
  [sandbox, "sandbox", undefined],
  [sandbox, "live", "sandbox"],
  [live, "live", undefined],
  [live, "sandbox", "live"],
  [live, "", "live"],
];
for (const [caller, header, keyEnvironment] of ENVIRONMENTS) {
  test(`environment: ${caller.name} key, header "${header}" -> ${keyEnvironment ?? "admitted"}`, () => {
    const answer = checkKeyEnvironment(caller(), header);
    if (keyEnvironment === undefined) return assert.equal(answer, undefined);
    assert.equal(denied(answer).code, "invalid_credentials");
    assert.deepEqual(denied(answer).details, { keyEnvironment });
    assert.match(denied(answer).message, /works in (live|sandbox) .* for (live|sandbox)/);
  });
}

for (const header of ["Live", "production", "sandbox ", "sandbox,live"]) {
  test(`environment: header "${header}" -> invalid_request naming the header`, () => {
    const answer = denied(checkEnvironmentName(header));
    assert.equal(checkKeyEnvironment(sandbox(), header), undefined);
    assert.equal(answer.code, "invalid_request");
    const { issues } = answer.details as { issues: { path: string[] }[] };
    assert.deepEqual(
      issues.map(({ path }) => path),
      [["x-service-environment"]],
    );
  });
}

const PRODUCTS: [string, () => ProductKeyCaller, string | undefined][] = [
  ["active, live key, activated", () => live(), undefined],
  [
    "active, live key, not activated",
    () => live({ liveActivated: false }),
    "product_activation_required",
  ],
  ["disabled", () => live({ status: "disabled" }), "product_access_suspended"],
  ["closed", () => live({ status: "closed" }), "product_access_suspended"],
  [
    "closed and not activated",
    () => live({ status: "closed", liveActivated: false }),
    "product_access_suspended",
  ],
];
for (const [what, caller, code] of PRODUCTS) {
  test(`Product: ${what} -> ${code ?? "admitted"}`, () => {
    const authenticated = caller();
    const { product, key } = authenticated;
    const answer = checkProduct(product, key.environment);
    if (code === undefined) return assert.equal(answer, undefined);
    const { productId, status } = product;
    assert.equal(denied(answer).code, code);
    const inactive = { productId, capability: null, activationStatus: "not_requested" };
    const details = code === "product_access_suspended" ? { productId, status } : inactive;
    assert.deepEqual(denied(answer).details, details);
  });
}

test("Product: not activated, sandbox key -> admitted", () => {
  const { product } = keyOf("sandbox", { liveActivated: false });
  assert.equal(checkProduct(product, "sandbox"), undefined);
});

test("Product: disabled or closed, a member's read -> admitted; a write, an agent, a key -> suspended", () => {
  const read = protocolGate("x");
  const write = { ...read, isMutation: true };
  const { product } = keyOf("sandbox", { liveActivated: false });
  const of = { tenantId: product.tenantId, slot: 1, scopes: new Set<string>() };
  const session = { ...of, kind: "session", sessionId: "s", userId: "u", csrfToken: "c" } as never;
  const token = { ...of, kind: "token", tokenId: "t", userId: "u" } as never;
  const agent = agentCaller({ scopes: new Set() });
  for (const status of ["disabled", "closed"] as const) {
    const suspended = { ...product, status };
    for (const member of [session, token]) {
      assert.equal(checkProduct(suspended, "sandbox", accessToSuspended(member, read)), undefined);
      const live = checkProduct(suspended, "live", accessToSuspended(member, read));
      assert.equal(denied(live).code, "product_activation_required");
      const change = checkProduct(suspended, "sandbox", accessToSuspended(member, write));
      assert.equal(denied(change).code, "product_access_suspended");
    }
    for (const other of [agent, keyOf("sandbox")]) {
      const answer = checkProduct(suspended, "sandbox", accessToSuspended(other, read));
      assert.equal(denied(answer).code, "product_access_suspended");
    }
  }
});

const SCOPES: [string | undefined, boolean][] = [
  [undefined, true],
  ["transfers:read", true],
  ["transfers:write", true],
  ["transfers", false],
  ["accounts:read", false],
];
for (const [scope, isAdmitted] of SCOPES) {
  test(`scope: operation asks ${scope} -> ${isAdmitted ? "admitted" : "missing_required_scope"}`, () => {
    const answer = checkPermission(sandbox(), "sandbox", gateOf({ ...OPERATION, scope }));
    if (isAdmitted) return assert.equal(answer, undefined);
    assert.equal(denied(answer).code, "missing_required_scope");
    assert.deepEqual(denied(answer).details, { scope, operation: "transfer.create" });
  });
}

const OF_ITSELF = { because: "A test.", by: "tokenId" };
/** What the credential names in the input, of a credential that lacks the scope, and what becomes of the call. */
const ITSELF: [string, unknown, string][] = [
  ["nothing", undefined, "missing_required_scope"],
  ["another", "pat_2", "missing_required_scope"],
  ["itself", "pat_1", ""],
  ["itself in a list", ["pat_1"], "missing_required_scope"],
];
for (const [what, tokenId, code] of ITSELF) {
  test(`scope: a token without it that names ${what} -> ${code || "admitted"}`, () => {
    const gate = gateOf({ ...OPERATION, principals: ["founder"], ofItself: OF_ITSELF });
    const caller = tokenCaller({ tokenId: "pat_1" });
    const refusal = checkPermission(caller, "sandbox", gate, { tokenId });
    assert.equal(refusal?.code ?? "", code);
    const without = gateOf({ ...OPERATION, principals: ["founder"] });
    const plain = checkPermission(caller, "sandbox", without, { tokenId });
    assert.equal(plain?.code, "missing_required_scope");
  });
}

const CALLERS = {
  public: PUBLIC_CALLER,
  product_key: sandbox(),
  browser_key: { ...sandbox(), key: { ...sandbox().key, origin: "browser" } },
  session: sessionCaller(),
  token: tokenCaller({ scopes: new Set(SCOPES_OF_ALL) }),
  agent: agentCaller({ scopes: new Set(SCOPES_OF_ALL) }),
} as const satisfies Record<string, Caller>;
type Who = keyof typeof CALLERS;

const NO_SESSION = "session_required";
const NOT_FOR = "operation_not_allowed";
/** Every set of principals in the table of operations, and the code for each kind of credential. */
const KINDS: [GatedOperation["principals"], boolean, Record<Exclude<Who, "public">, string>][] = [
  [["public"], false, all("")],
  [["product_key"], false, { ...all(NOT_FOR), product_key: "", browser_key: "" }],
  [["product_key"], true, { ...all(NOT_FOR), browser_key: "" }],
  [["product_key", "founder", "agent"], false, all("")],
  [["founder", "agent"], false, { ...all(""), product_key: NO_SESSION, browser_key: NO_SESSION }],
  [["founder"], false, { ...all(NO_SESSION), session: "", token: "", agent: NOT_FOR }],
  [["founder", "session"], false, { ...all(NO_SESSION), session: "", token: "", agent: NOT_FOR }],
  [
    ["founder", "session", "agent"],
    false,
    { ...all(""), product_key: NO_SESSION, browser_key: NO_SESSION },
  ],
  [["session"], false, { ...all(NO_SESSION), session: "", agent: NOT_FOR }],
  [["agent"], false, { ...all(NOT_FOR), agent: "" }],
  [["system"], false, all(NOT_FOR)],
];

for (const [principals, browserKeyOnly, expected] of KINDS) {
  const declared = { ...OPERATION, principals, ...(browserKeyOnly && { browserKeyOnly }) };
  const gate = gateOf(declared);
  for (const [who, code] of Object.entries(expected)) {
    const what = `${principals.join(", ")}${browserKeyOnly ? " of a browser" : ""}`;
    test(`kind of credential: ${who} for ${what} -> ${code || "admitted"}`, () => {
      const caller = CALLERS[who as Who];
      const refusal = checkPrincipal(caller, gate) ?? checkPermission(caller, "sandbox", gate);
      assert.equal(refusal?.code ?? "", code);
    });
  }
}

const SENT: [GatedOperation["principals"], Caller, string, RegExp][] = [
  [
    ["session"],
    PUBLIC_CALLER,
    "nothing",
    /takes a browser session; the header Authorization is absent/,
  ],
  [
    ["founder"],
    PUBLIC_CALLER,
    "nothing",
    /and so is the cookie of a session.*<PERSONAL_ACCESS_TOKEN>, or log in/,
  ],
  [
    ["session"],
    CALLERS.product_key,
    "product_key",
    /the key of a Product was sent.*without the header Authorization/,
  ],
  [
    ["founder"],
    CALLERS.product_key,
    "product_key",
    /takes a person's token or a browser session; the key of a Product/,
  ],
  [["session"], CALLERS.token, "token", /a person's token was sent in Authorization.*; log in/],
];

for (const [principals, caller, sent, message] of SENT) {
  test(`session_required: ${caller.kind} for ${principals.join()} -> says what was sent and what is missing`, () => {
    const refusal = checkPrincipal(caller, gateOf({ ...OPERATION, principals }));
    assert.equal(refusal?.code, NO_SESSION);
    assert.match(refusal.message, message);
    assert.deepEqual([refusal.details["sent"], refusal.details["principal"]], [sent, principals]);
  });
}

function all(code: string): Record<Exclude<Who, "public">, string> {
  return { product_key: code, browser_key: code, session: code, token: code, agent: code };
}

test("scope: a session, which has none -> its member's role decides", () => {
  const gate = gateOf({ ...OPERATION, principals: ["session"], scope: "keys:write" });
  assert.equal(checkPermission(CALLERS.session, "sandbox", gate), undefined);
});

const ROLES: [GatedOperation, { role: Role | undefined }, string][] = [
  [{ ...OPERATION, permission: "members:write" }, { role: "owner" }, ""],
  [
    { ...OPERATION, permission: "members:write" },
    { role: "developer" },
    "missing_required_permission",
  ],
  [{ ...OPERATION, permission: "members:read" }, { role: "viewer" }, ""],
  [{ ...OPERATION, scope: "transfers:write" }, { role: "viewer" }, "missing_required_permission"],
  [{ ...OPERATION, scope: "transfers:read" }, { role: "viewer" }, ""],
  [{ ...OPERATION, scope: "transfers:read" }, { role: undefined }, "missing_required_permission"],
  [{ ...OPERATION, scope: undefined }, { role: undefined }, ""],
  [{ ...OPERATION, permission: EVERYBODY }, { role: undefined }, ""],
];
for (const [declared, person, code] of ROLES) {
  const gate = gateOf({ ...declared, principals: ["founder"] });
  const what = `${gate.permission}, ${person.role ?? "no role"}`;
  test(`role: ${what} -> ${code || "admitted"}, of a session as of a token`, () => {
    const scopes = new Set(SCOPES_OF_ALL);
    for (const caller of [sessionCaller(person), tokenCaller({ ...person, scopes })]) {
      assert.equal(checkPermission(caller, "sandbox", gate)?.code ?? "", code);
    }
  });
}

test("role: a developer writes in sandbox -> in live missing_required_permission, with both names", () => {
  const gate = gateOf({ ...OPERATION, principals: ["founder"] });
  const developer = sessionCaller({ role: "developer" });
  assert.equal(checkPermission(developer, "sandbox", gate), undefined);
  const refusal = denied(checkPermission(developer, "live", gate));
  assert.deepEqual(refusal.details, { permission: "transfers:write@live", role: "developer" });
});

/** What the operation declares, what the company asks for, what the session has. */
const FACTORS: [GatedOperation["mfa"], boolean, boolean, string][] = [
  [undefined, false, false, ""],
  [undefined, true, false, "company"],
  [undefined, true, true, ""],
  ["always", false, false, "operation"],
  ["always", false, true, ""],
  ["never", true, false, ""],
];
for (const [mfa, requiresMfa, hasMfa, policy] of FACTORS) {
  const what = `${mfa ?? "by the company"}, asked ${requiresMfa}, verified ${hasMfa}`;
  test(`second factor: ${what} -> ${policy === "" ? "admitted" : "mfa_verification_required"}`, () => {
    const gate = gateOf({ ...OPERATION, principals: ["founder"], ...(mfa && { mfa }) });
    const person = { mfa: hasMfa, requiresMfa };
    for (const caller of [sessionCaller(person), tokenCaller(person)]) {
      const refusal = checkMfa(caller, gate);
      if (policy === "") assert.equal(refusal, undefined);
      else assert.deepEqual(denied(refusal).details, { policy });
    }
    assert.equal(checkMfa(sandbox(), gate), undefined);
  });
}

test("environment of an operation: the other one -> operation_environment_invalid", () => {
  const gate = gateOf({ ...OPERATION, environment: "sandbox" });
  assert.equal(checkOperationEnvironment("sandbox", gate), undefined);
  const refusal = denied(checkOperationEnvironment("live", gate));
  assert.equal(refusal.code, "operation_environment_invalid");
  assert.deepEqual(refusal.details["allowedEnvironments"], ["sandbox"]);
});

test("environment of a call: a key, any other credential -> the key's own, the header's or sandbox", () => {
  assert.equal(environmentOf(live(), ""), "live");
  assert.equal(environmentOf(CALLERS.token, ""), "sandbox");
  assert.equal(environmentOf(CALLERS.token, "live"), "live");
});

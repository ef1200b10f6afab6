/** The operator's operations over the platform shard's real journal: each refusal, tenants kept apart. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { directoryOf, openJournalOf } from "../../../test/support/shard/open_journal.ts";
import { EFFECT_OWED, type EffectOwed } from "../../contract/declare/effect.ts";
import { realmKeyOf, tenantNames } from "../../contract/declare/principal.ts";
import { PLATFORM_NAMES, PLATFORM_REALM_KEY } from "../../contract/records/platform_realm.ts";
import type { Fact } from "../../contract/records/record.ts";
import { AUDIT_NOTED } from "../audit/audit_note.ts";
import { OPERATOR_OPERATIONS, PLATFORM_REGISTRY } from "../registry.ts";
import type { ProductChanged } from "./platform_facts.ts";
import type { Telling } from "./platform_telling.ts";

const NOW_MS = Date.UTC(2026, 0, 31, 9, 30);
const KEY = {
  apiKeyId: "key_0000000000000000000001",
  prefix: "service_test_000",
  digest: "0".repeat(64),
  text: "service_test_0000000000000000000001_secretsecretsecret",
};

type Answer = {
  status: number;
  code: string | undefined;
  body: Record<string, unknown>;
  facts: readonly Fact[];
};
type Asked = { realmKey?: string; prepared?: unknown; key?: string; principalId?: string };

/** The platform shard with two tenants, and a Product of the first. */
async function opened(t: TestContext) {
  const open = await openJournalOf(directoryOf(t), {
    registry: PLATFORM_REGISTRY,
    nowMs: () => NOW_MS,
    onBug: (what, cause) => {
      throw new Error(what, { cause });
    },
  });
  t.after(() => open.close());
  const { journal } = open;
  journal.openRealm(PLATFORM_NAMES, NOW_MS);
  const run = (operation: string, input: Record<string, unknown>, asked: Asked = {}): Answer => {
    const realm = journal.realms.get(asked.realmKey ?? PLATFORM_REALM_KEY);
    assert.ok(realm !== undefined, "the realm is open");
    const { status, body, facts } = journal.execute({
      operation,
      requestId: "request",
      realm,
      principalId: asked.principalId ?? "operator",
      actorType: "operator",
      actorId: "operator",
      cause: "api",
      idempotencyKey: asked.key,
      input,
      prepared: asked.prepared,
      parentPlace: 0,
    });
    const document = JSON.parse(body ?? "") as Record<string, unknown>;
    const error = document["error"] as { code: string } | undefined;
    return { status, code: error?.code, body: document, facts };
  };
  const tenantOf = (name: string) => {
    const tenantId = String(run("platform.tenant.create", { name }).body["tenantId"]);
    return { tenantId, realmKey: realmKeyOf(tenantNames(tenantId)) };
  };
  const mine = tenantOf("Mine");
  const theirs = tenantOf("Theirs");
  const prepared = { shards: 2 };
  const draft = { tenantId: mine.tenantId, name: "P" };
  const product = run("platform.product.create", draft, { ...mine, prepared });
  return { run, mine, theirs, product, productId: String(product.body["productId"]) };
}

type World = Awaited<ReturnType<typeof opened>>;
type Row = [
  operation: string,
  what: string,
  code: string | undefined,
  ask: (world: World) => Answer,
];

const ROWS: readonly Row[] = [
  [
    "platform.tenant.create",
    "a name",
    undefined,
    ({ run }) => run("platform.tenant.create", { name: "Third" }),
  ],
  ["platform.product.create", "in its own tenant", undefined, ({ product }) => product],
  [
    "platform.product.create",
    "in the realm of another tenant",
    "resource_not_found",
    ({ run, mine, theirs }) =>
      run(
        "platform.product.create",
        { tenantId: mine.tenantId, name: "P" },
        { ...theirs, prepared: { shards: 2 } },
      ),
  ],
  [
    "platform.product.update",
    "disabled",
    undefined,
    ({ run, mine, productId }) =>
      run("platform.product.update", { productId, status: "disabled" }, mine),
  ],
  [
    "platform.product.update",
    "in the realm of another tenant",
    "resource_not_found",
    ({ run, theirs, productId }) =>
      run("platform.product.update", { productId, status: "disabled" }, theirs),
  ],
  [
    "platform.product.update",
    "closed before",
    "state_conflict",
    ({ run, mine, productId }) => {
      run("platform.product.update", { productId, status: "closed" }, mine);
      return run("platform.product.update", { productId, status: "active" }, mine);
    },
  ],
  ["platform.api_key.create", "of a Product of the tenant", undefined, createKey],
  [
    "platform.api_key.create",
    "in the realm of another tenant",
    "resource_not_found",
    ({ run, theirs, productId }) =>
      run(
        "platform.api_key.create",
        { productId, environment: "sandbox", name: "K" },
        { ...theirs, prepared: KEY },
      ),
  ],
  [
    "platform.api_key.revoke",
    "a key of the tenant",
    undefined,
    (world) => {
      createKey(world);
      return world.run("platform.api_key.revoke", { apiKeyId: KEY.apiKeyId }, world.mine);
    },
  ],
  [
    "platform.api_key.revoke",
    "in the realm of another tenant",
    "resource_not_found",
    (world) => {
      createKey(world);
      return world.run("platform.api_key.revoke", { apiKeyId: KEY.apiKeyId }, world.theirs);
    },
  ],
];

function createKey({ run, mine, productId }: World): Answer {
  const draft = { productId, environment: "sandbox", name: "K", scopes: ["transfers:read"] };
  return run("platform.api_key.create", draft, { ...mine, prepared: KEY });
}

for (const [operation, what, code, ask] of ROWS) {
  test(`${operation}: ${what} -> ${code ?? "done"}`, async (t) => {
    const answer = ask(await opened(t));
    assert.equal(answer.code, code, JSON.stringify(answer.body));
    // The first key with a list of operations has the list's fact before its own.
    const beside = [EFFECT_OWED, "operation_set.created.1"];
    const decided = answer.facts.filter(({ kind }) => !beside.includes(kind));
    // What is decided, and the company's audit feed has.
    assert.equal(decided.length, code === undefined ? 2 : 0);
    if (code === undefined) assert.equal(decided[1]?.kind, AUDIT_NOTED);
  });
}

test("operator's writes: every refusal that one declares -> has a row here, and no other code", () => {
  for (const { id, type, refusals } of OPERATOR_OPERATIONS) {
    if (type === "read" || !PLATFORM_REGISTRY.operations.has(id)) continue;
    // Those on people have decision tables.
    if (existsSync(join(import.meta.dirname, `${id}.test.ts`))) continue;
    const met = ROWS.flatMap(([operation, , code]) => (operation === id ? (code ?? []) : []));
    assert.deepEqual([...new Set(met)].sort(), [...refusals].sort(), id);
  }
});

test("platform.api_key.create: its record -> the digest, and the text in the first answer alone", async (t) => {
  const { body, facts } = createKey(await opened(t));
  assert.equal(body["apiKey"], KEY.text);
  assert.ok(!JSON.stringify(facts).includes(KEY.text));
  assert.ok(JSON.stringify(facts).includes(KEY.digest));
});

test("platform.api_key.revoke: a key that is revoked already -> the first time of it, nothing written", async (t) => {
  const world = await opened(t);
  createKey(world);
  const revoke = () => world.run("platform.api_key.revoke", { apiKeyId: KEY.apiKeyId }, world.mine);
  const first = revoke();
  const second = revoke();
  assert.deepEqual(second.body, first.body);
  assert.deepEqual(second.facts, []);
});

test("operator's key: used for one tenant, then for another -> a conflict; a tenant's own is another key", async (t) => {
  const { run, mine, theirs } = await opened(t);
  const key = "0f8fad5b-d9cb-469f-a165-70867728950e";
  const create = ({ tenantId, realmKey }: World["mine"], principalId = "operator") => {
    const asked = { realmKey, prepared: { shards: 2 }, key, principalId };
    return run("platform.product.create", { tenantId, name: "P" }, asked);
  };
  const first = create(mine);
  assert.equal(first.status, 201);
  assert.deepEqual(create(mine).body, first.body);
  assert.equal(create(theirs).code, "idempotency_conflict");
  assert.equal(run("platform.tenant.create", { name: "N" }, { key }).code, "idempotency_conflict");
  for (const tenant of [mine, theirs]) {
    const own = create(tenant, "tok_member");
    assert.equal(own.status, 201, "a member does not meet the operator's key");
    assert.notDeepEqual(own.body, first.body);
    assert.deepEqual(create(tenant, "tok_colleague").body, own.body);
  }
});

test("platform.product.create: three in turn on two shards -> placed one after the other", async (t) => {
  const { run, mine, product } = await opened(t);
  const draft = { tenantId: mine.tenantId, name: "P" };
  const more = [1, 2].map(() =>
    run("platform.product.create", draft, { ...mine, prepared: { shards: 2 } }),
  );
  assert.deepEqual(
    [product, ...more].map(({ facts: [fact] }) => (fact as ProductChanged).product.placement),
    [
      { sandbox: 0, live: 1 },
      { sandbox: 1, live: 0 },
      { sandbox: 0, live: 1 },
    ],
  );
});

/** The tellings that an answer's record owes, without their input. */
function tellingsOf({ facts }: Answer): unknown[] {
  return facts
    .filter(({ kind }) => kind === EFFECT_OWED)
    .map((fact) => {
      const { shard, names, operation, input } = (fact as EffectOwed).effect.payload as Telling;
      return [operation, input["type"], names.environment, shard];
    });
}

test("tellings: a Product made, changed, a key made, revoked, each twice -> owed to its realms, once", async (t) => {
  const world = await opened(t);
  const { run, mine, productId } = world;
  const change = () => run("platform.product.update", { productId, liveActivated: true }, mine);
  const revoke = () => run("platform.api_key.revoke", { apiKeyId: KEY.apiKeyId }, mine);
  const product = (type: string) => [
    ["product.tell", type, "sandbox", 0],
    ["product.tell", type, "live", 1],
  ];
  assert.deepEqual(tellingsOf(world.product), product("product.created"));
  assert.deepEqual(tellingsOf(change()), product("product.updated"));
  assert.deepEqual(tellingsOf(change()), []);
  assert.deepEqual(tellingsOf(createKey(world)), [
    ["api_key.tell", "api_key.created", "sandbox", 0],
  ]);
  assert.deepEqual(tellingsOf(revoke()), [["api_key.tell", "api_key.revoked", "sandbox", 0]]);
  assert.deepEqual(tellingsOf(revoke()), []);
});

test("tellings: of a key -> neither its digest nor the number of its budget", async (t) => {
  const { facts } = createKey(await opened(t));
  const told = JSON.stringify(facts.filter(({ kind }) => kind === EFFECT_OWED));
  assert.ok(told.includes(KEY.prefix));
  assert.ok(!told.includes(KEY.digest) && !told.includes('"slot"'));
});

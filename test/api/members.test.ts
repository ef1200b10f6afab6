/**
 * Members of a company on several Products: what is not the company's is one 404, whatever names it;
 * GraphQL over two Products; streams; a Product that is disabled. The harness is
 * support/member_calls.ts.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { encodeIdSuffix, placeOf } from "../../src/base/id.ts";
import { actsOnNoShard, targetFieldOf } from "../../src/calls/callable.ts";
import { shardOfEdge } from "../../src/contract/messages/request_log.ts";
import { prefixOfField } from "../../src/contract/refusals/unknown_id.ts";
import { REALM_MOMENTS } from "../../src/features/event/realm_moments.ts";
import { operations } from "../../src/features/registry.ts";
import { openGraphql } from "../../src/graphql/graphql_endpoint.ts";
import {
  type Asking,
  type Document,
  type Members,
  openMembers,
  PRODUCTS,
  sessionOf,
  tokenOf,
} from "../support/member_calls.ts";

let members: Members;
let graphql: ReturnType<typeof openGraphql>;

before(async () => {
  members = await openMembers();
  const { calls } = members;
  graphql = openGraphql({
    operations,
    calls,
    docsUrl: "http://docs",
    moments: REALM_MOMENTS,
    compiles: true,
  });
});

after(async () => {
  await members.close();
});

const draft = (productId: string, test = true) => ({
  productId,
  test,
  entity: { kind: "person", displayName: "Ada", country: "GB" },
});

async function newCustomer(productId: string, asking: Asking = {}): Promise<string> {
  const isTest = asking.environment !== "live";
  const made = await members.done("customer.create", draft(productId, isTest), asking);
  return String(made["customerId"]);
}

async function newAccount(productId: string, customerId: string): Promise<string> {
  const owner = { type: "customer", id: customerId };
  const account = { productId, role: "customer_balance", currency: "GBP", owner };
  return String((await members.done("account.create", account))["accountId"]);
}

/** The refusal of a call, as its answer would tell it. */
async function refusalOf(id: string, input: Document, asking?: Asking): Promise<Document> {
  const call = members.begin(id, input, asking);
  await call.answer.catch(() => {});
  const { code, message, details } = call.refusal ?? assert.fail(`${id} was not refused`);
  return { code, message, details };
}

const ofProducts = operations.filter(
  (operation) =>
    (operation.acts?.on ?? "product") === "product" &&
    operation.principals.includes("founder") &&
    !actsOnNoShard(operation),
);

/** An input that names only what the call is placed by. */
function inputOf(field: string, value: string): Document {
  if (field === "items.0.sourceAccountId") return { items: [{ sourceAccountId: value }] };
  if (field === "resource.id") return { resource: { type: "verification", id: value } };
  return { [field]: value };
}

/** Of fields whose name does not say whose id it is. */
const NOUNS: Readonly<Record<string, string>> = {
  "resource.id": "verificationId",
  nounInstanceId: "objectId",
  // Of an export: an account, or a Product.
  id: "accountId",
};

/** An id that has the place of a record, whatever the record made. */
function idOf(field: string, suffix: string): string {
  const name = field.slice(field.lastIndexOf(".") + 1);
  const noun = NOUNS[field] ?? (/AccountId$/.test(name) ? "accountId" : name);
  const prefix = prefixOfField(noun) ?? assert.fail(`${field} takes ids of a kind`);
  return `${prefix}_${prefix === "whd" ? suffix + suffix : suffix}`;
}

const suffixOf = (id: string) => id.slice(id.indexOf("_") + 1);

test("members: an id of another company, of the other environment, of a tenant's realm, of nothing -> one refusal", async () => {
  const ofOther = suffixOf(await newCustomer("prod_c", { tenantId: "ten_2" }));
  const ofLive = suffixOf(await newCustomer("prod_a", { environment: "live" }));
  const unknown = encodeIdSuffix(Date.now(), 0, placeOf(900_000, 0), 0);
  const elsewhere = encodeIdSuffix(Date.now(), 7, placeOf(1, 0), 0);
  let seen = 0;
  for (const operation of ofProducts) {
    const field = targetFieldOf(operation) ?? assert.fail(operation.id);
    if (field === "productId") continue;
    const told = async (suffix: string) => {
      const id = idOf(field, suffix);
      const texts = [];
      for (const caller of [tokenOf("ten_1"), sessionOf("ten_1")]) {
        const refusal = await refusalOf(operation.id, inputOf(field, id), { caller });
        texts.push(JSON.stringify(refusal).replaceAll(id, "ID"));
      }
      assert.equal(texts[0], texts[1]);
      return texts[0];
    };
    const expected = await told(unknown);
    assert.match(String(expected), /_not_found/, operation.id);
    for (const suffix of [ofOther, ofLive, elsewhere]) {
      assert.equal(await told(suffix), expected, operation.id);
    }
    seen++;
  }
  assert.ok(seen > 30, `${seen} operations are placed by an id`);
});

test("members: a productId of another company, of nothing -> one refusal; with an id of the own, too", async () => {
  const own = await newCustomer("prod_a");
  let seen = 0;
  for (const operation of ofProducts) {
    const field = targetFieldOf(operation) ?? assert.fail(operation.id);
    const hasField = JSON.stringify([operation.path, operation.query, operation.body]).includes(
      '"productId"',
    );
    if (!hasField) continue;
    const other = field === "productId" ? {} : inputOf(field, idOf(field, suffixOf(own)));
    const told = async (productId: string) =>
      JSON.stringify(await refusalOf(operation.id, { ...other, productId })).replaceAll(
        productId,
        "ID",
      );
    const expected = await told("prod_x");
    assert.match(expected, /"resource_not_found"/, operation.id);
    assert.equal(await told("prod_c"), expected, operation.id);
    assert.ok(
      operation.refusals.some((code: string) => code === "resource_not_found"),
      `${operation.id} declares its refusal`,
    );
    seen++;
  }
  assert.ok(seen > 20, `${seen} operations are placed by a Product`);
});

test("members: no productId where nothing else says the Product -> invalid_request, before the permission", async () => {
  const ofRead = `op_${encodeIdSuffix(Date.now(), shardOfEdge(0), 1, 0)}`;
  const caller = { ...tokenOf("ten_1"), scopes: new Set<string>() };
  for (const [id, input] of [
    ["search.retrieve", { q: "x" }],
    ["idempotency_key.retrieve", { idempotencyKey: "x" }],
    ["event.stream", {}],
    ["developer_log.list", {}],
    ["developer_log.retrieve", { developerLogId: "dlog_1" }],
    ["developer_log.stream", {}],
    ["sandbox.event.trigger", { eventType: "transfer.posted" }],
    ["operation.retrieve", { operationId: ofRead }],
  ] as const) {
    const { code, details } = await refusalOf(id, input, { caller });
    assert.equal(code, "invalid_request", id);
    const { issues } = details as { issues: { code: string; path: string[] }[] };
    assert.deepEqual([issues[0]?.code, issues[0]?.path], ["required", ["productId"]], id);
  }
  const named = { operationId: ofRead, productId: "prod_a" };
  assert.equal((await refusalOf("operation.retrieve", named))["code"], "resource_not_found");
});

test("members: what a session and a token do -> records of the user, found by their ids", async () => {
  for (const caller of [tokenOf("ten_1"), sessionOf("ten_1")]) {
    const { customerId, actor } = await members.done("customer.create", draft("prod_b"), {
      caller,
    });
    assert.deepEqual(actor, { type: "user", id: "usr_1" });
    const operationId = `op_${suffixOf(String(customerId))}`;
    const operation = await members.done("operation.retrieve", { operationId }, { caller });
    const principalId = caller.kind === "session" ? caller.sessionId : caller.tokenId;
    assert.deepEqual(operation["principal"], { type: "user", id: principalId });
    assert.deepEqual(operation["actor"], { type: "user", id: "usr_1" });
    const receiptId = `rcpt_${suffixOf(String(customerId))}`;
    assert.equal((await members.done("receipt.retrieve", { receiptId }))["productId"], "prod_b");
    const { items } = await members.done("event.list", { productId: "prod_b" });
    const [event] = items as [{ id: string }];
    assert.deepEqual(await members.done("event.retrieve", { eventId: event.id }), event);
  }
});

async function query(text: string, asking: Asking = {}) {
  const call = members.callOf(asking);
  graphql.answer(call, JSON.stringify({ query: text }));
  return JSON.parse(await call.body) as {
    data: Record<string, Document | null>;
    errors?: { path: string[]; message: string; extensions: Document }[];
    extensions: { sequence?: number; sequences: Record<string, number> };
    error?: { code: string; details: Document };
  };
}

test("GraphQL: fields of two Products, of another company, of none -> each as REST has it", async () => {
  const inA = await newCustomer("prod_a");
  const inB = await newCustomer("prod_b");
  const accountId = await newAccount("prod_b", inB);
  const ofOther = await newCustomer("prod_c", { tenantId: "ten_2" });
  const text = `{
    a: customerRetrieve(customerId: "${inA}") { customerId productId }
    b: customerRetrieve(customerId: "${inB}") { customerId accounts { items { accountId } } }
    list: accountList(productId: "prod_b") { items { accountId balance { available } } }
    other: customerRetrieve(customerId: "${ofOther}") { customerId }
    foreign: accountList(productId: "prod_c") { nextCursor }
    catalog: catalogProviderList { nextCursor }
  }`;
  // The second time the query is compiled.
  for (let time = 0; time < 2; time++) {
    const { data, errors = [], extensions } = await query(text);
    assert.deepEqual(data, {
      a: { customerId: inA, productId: "prod_a" },
      b: { customerId: inB, accounts: { items: [{ accountId }] } },
      list: { items: [{ accountId, balance: { available: "0" } }] },
      other: null,
      foreign: null,
      catalog: { nextCursor: null },
    });
    const told = errors.map(({ path, message, extensions: { code } }) => [path[0], code, message]);
    const [other, foreign] = [
      await refusalOf("customer.retrieve", { customerId: ofOther }),
      await refusalOf("account.list", { productId: "prod_c" }),
    ];
    assert.deepEqual(told, [
      ["other", other["code"], other["message"]],
      ["foreign", foreign["code"], foreign["message"]],
    ]);
    assert.deepEqual(Object.keys(extensions.sequences).sort(), ["prod_a", "prod_b"]);
    assert.equal(extensions.sequence, undefined, "there is none of the whole answer");
  }
  const alone = await query(`{ a: customerRetrieve(customerId: "${inA}") { productId } }`);
  assert.deepEqual(alone.extensions.sequences, { prod_a: alone.extensions.sequence });
});

test("GraphQL: a query of two Products that may be large -> the read pool gives the same answer", async () => {
  const field = (name: string, productId: string, limit = 100) =>
    `${name}: customerList(productId: "${productId}", limit: ${limit}) { items { customerId } }`;
  const other = 'other: accountList(productId: "prod_c") { nextCursor }';
  const [a, b] = [field("a", "prod_a"), field("b", "prod_b")];
  const small = await query(`{ ${a} ${b} ${other} }`);
  const many = Array.from({ length: 10 }, (_, at) =>
    field(`x${at}`, at % 2 === 0 ? "prod_b" : "prod_a", 99 - at),
  );
  assert.deepEqual(members.pooled, []);
  const large = await query(`{ ${a} ${b} ${other} ${many.join(" ")} }`);
  const { a: inA, b: inB, other: none, ...more } = large.data;
  assert.deepEqual({ a: inA, b: inB, other: none }, small.data);
  assert.deepEqual(members.pooled, ["graphql"]);
  assert.deepEqual(more["x0"], inB);
  assert.equal(large.errors?.[0]?.message, small.errors?.[0]?.message);
  assert.deepEqual(large.extensions, small.extensions);
});

test("GraphQL: limits -> hold for the fields of all Products together", async () => {
  const field = (at: number) => `x${at}: customerList(productId: "prod_a") { nextCursor }`;
  const fields = Array.from({ length: 21 }, (_, at) => field(at));
  const { error } = await query(`{ ${fields.join(" ")} }`);
  assert.equal(error?.code, "invalid_request");
});

test("members: a disabled Product, one that is not activated -> reads, nothing; over GraphQL too", async () => {
  const customerId = await newCustomer("prod_b");
  const product = PRODUCTS[1] ?? assert.fail();
  const [status, liveActivated] = [product.status, product.liveActivated];
  const suspend = { customerId, reason: "r" };
  try {
    product.status = "disabled";
    assert.equal((await members.done("customer.retrieve", { customerId }))["status"], "active");
    const refused = await refusalOf("customer.suspend", suspend);
    assert.equal(refused["code"], "product_access_suspended");
    const text = `{ c: customerRetrieve(customerId: "${customerId}") { status } }`;
    assert.deepEqual((await query(text)).data, { c: { status: "active" } });
    product.liveActivated = false;
    const live = { environment: "live" } as const;
    const list = await refusalOf("customer.list", { productId: "prod_b" }, live);
    assert.equal(list["code"], "product_activation_required");
    const both = `{
      a: customerList(productId: "prod_a") { nextCursor }
      b: customerList(productId: "prod_b") { nextCursor }
    }`;
    const { data, errors = [] } = await query(both, live);
    assert.deepEqual(data, { a: { nextCursor: null }, b: null });
    const codes = errors.map(({ path, extensions: { code } }) => [...path, code]);
    assert.deepEqual(codes, [["b", "product_activation_required"]]);
  } finally {
    Object.assign(product, { status, liveActivated });
  }
});

test("event.stream: of a session -> the Product's events, until the session is ended", async () => {
  const caller = sessionOf("ten_1");
  const call = members.begin(
    "event.stream",
    { productId: "prod_b", afterSequence: "0" },
    { caller },
  );
  const reads = async (count: number) => {
    while (call.events.length < count) await new Promise((resolve) => setImmediate(resolve));
  };
  await reads(1);
  const before = call.events.length;
  await members.done("customer.create", draft("prod_a"), { caller });
  await members.done("customer.create", draft("prod_b"), { caller });
  await reads(before + 1);
  const products = call.events.map(({ data }) => (data as { productId: string }).productId);
  assert.deepEqual([...new Set(products)], ["prod_b"]);
  members.ended.add(caller.sessionId);
  const { type, code } = await call.ended;
  assert.deepEqual([type, code], ["stream.ended", "session_revoked"]);
  members.ended.delete(caller.sessionId);
});

test("event.stream: of a member who is now of another company alone -> ended", async () => {
  const caller = sessionOf("ten_1");
  const call = members.begin(
    "event.stream",
    { productId: "prod_b", afterSequence: "0" },
    { caller },
  );
  while (call.events.length === 0) await new Promise((resolve) => setImmediate(resolve));
  // The credential of the next call is the one that streams are asked about.
  members.callOf({ caller: sessionOf("ten_2") });
  const { type, code } = await call.ended;
  assert.deepEqual([type, code], ["stream.ended", "tenant_mismatch"]);
});

test("account.statement.export: by a member, in the read pool -> refused or made as for a key", async () => {
  const accountId = await newAccount("prod_b", await newCustomer("prod_b"));
  const refused = await refusalOf("account.statement.export", { accountId, month: "2020-01" });
  assert.notEqual(refused["code"], "account_not_found");
  const other = await refusalOf(
    "account.statement.export",
    { accountId, month: "2020-01" },
    { tenantId: "ten_2" },
  );
  assert.equal(other["code"], "account_not_found");
});

/** Loading against a shard of the real features: batches, limits, and both executions on top. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { GraphQLNonNull } from "graphql";
import { refuse } from "../../../src/contract/refusals/refusal.ts";
import { operations } from "../../../src/features/registry.ts";
import type { Outcome } from "../../../src/graphql/answers.ts";
import { EDGE_READ_MS_MAX, NESTED_READS_MAX, OBJECTS_MAX } from "../../../src/graphql/limits.ts";
import { type Loaded, load, type Reads } from "../../../src/graphql/load.ts";
import { openQueryCache, type ReadyQuery } from "../../../src/graphql/query_cache.ts";
import { readOf, schemaOf } from "../../../src/graphql/schema.ts";
import { runsInPool } from "../../../src/graphql/weight.ts";
import { everyField, rootFields } from "../../support/graphql.ts";
import { PRODUCT_ID } from "../../world/callers.ts";
import { createAccount, createCustomer } from "../../world/parties.ts";
import { openWorld, type World } from "../../world/world.ts";

const schema = schemaOf(operations);
const NO_TIME_LIMIT = { nowMs: () => 0, readMsMax: EDGE_READ_MS_MAX };

type ReadBatch = Reads["batch"];
const uncached = (batch: ReadBatch): Reads => ({ known: () => undefined, batch });

/** A shard with `count` accounts, each of a customer of its own, and how to read it. */
async function bank(count: number): Promise<ReadBatch> {
  const world = await openWorld();
  for (let at = 0; at < count; at++) createAccount(world);
  return await readsOf(world);
}

async function readsOf(world: World): Promise<ReadBatch> {
  const read = await world.reader();
  return (operation, inputs) =>
    inputs.map(({ value }): Outcome => {
      const { reply, refusal } = read(operation, value);
      return refusal ?? { document: reply };
    });
}

function ready(text: string): ReadyQuery {
  const query = openQueryCache(schema, { compiles: false }).ready(text, undefined);
  if (query.refused) assert.fail(query.message);
  return query;
}

function loadOf(text: string, readBatch: ReadBatch, clock = () => 0): ReturnType<typeof load> {
  return load(ready(text).planFor({}), {}, uncached(readBatch), { ...NO_TIME_LIMIT, nowMs: clock });
}

function loaded(result: ReturnType<typeof load>): Loaded {
  if (result.refused) assert.fail(result.message);
  return result;
}

test("load: owners and balances of 1, 10 or 40 accounts -> as many batches", async () => {
  const text = `{ accountList(productId: "${PRODUCT_ID}", limit: 100) { items {
    accountId balance { posted } owner { customer { customerId accounts { items { accountId } } } } } } }`;
  for (const count of [1, 10, 40]) {
    const { batches, reads } = loaded(loadOf(text, await bank(count)));
    // Batches: the list, the balances, the customers, the customers' accounts.
    assert.equal(batches, 4, `${count} accounts`);
    assert.equal(reads, 1 + 3 * count);
  }
});

test("load: one thing that many objects name -> read once", async () => {
  const world = await openWorld();
  const { customerId } = createCustomer(world);
  for (let at = 0; at < 5; at++)
    createAccount(world, { owner: { type: "customer", id: customerId } });
  const read = await readsOf(world);
  const asked: string[][] = [];
  const readBatch: ReadBatch = (operation, inputs, gate) => {
    asked.push(inputs.map(({ key }) => `${operation.id} ${key}`));
    return read(operation, inputs, gate);
  };
  const text = `{ accountList(productId: "${PRODUCT_ID}") { items { owner { customer { customerId } } } } }`;
  loaded(loadOf(text, readBatch));
  assert.deepEqual(asked[1], [`customer.retrieve ${customerId}`]);
});

test("load: 1,000 reads below the roots, one more -> loaded, refused naming the limit", () => {
  // 20 root fields of 50 accounts: each account has a balance of its own.
  const readBatch =
    (items: number): ReadBatch =>
    (operation, inputs) =>
      inputs.map(({ value }) => ({
        document: operation.id.endsWith(".list")
          ? {
              items: Array.from({ length: items }, (_, at) => ({
                accountId: `acct_${value["productId"]}_${at}`,
              })),
            }
          : { posted: "0" },
      }));
  const roots = (count: number) =>
    Array.from(
      { length: count },
      (_, at) => `r${at}: accountList(productId: "p${at}") { items { balance { posted } } }`,
    ).join(" ");
  const { reads } = loaded(loadOf(`{ ${roots(20)} }`, readBatch(50)));
  assert.equal(reads, 20 + NESTED_READS_MAX);
  const over = loadOf(`{ ${roots(20)} }`, readBatch(51));
  assert.ok(over.refused);
  assert.equal(over.details["limit"], "nestedReads");
});

test("load: 20,000 objects, one more -> loaded, refused naming the limit", () => {
  const rows = (count: number) => ({
    document: { items: Array.from({ length: count }, () => ({})) },
  });
  const text = `{ a: accountList(productId: "a") { items { status } } b: accountList(productId: "b") { nextCursor } }`;
  const half = OBJECTS_MAX / 2 - 1;
  loaded(loadOf(text, () => [rows(half), rows(half)]));
  const over = loadOf(text, () => [rows(half), rows(half + 1)]);
  assert.ok(over.refused);
  assert.equal(over.details["limit"], "objects");
});

test("weight: 1,000 objects, one more, a read of the pool -> on an edge, in the pool, in the pool", () => {
  const isLarge = (text: string, variables = {}) =>
    runsInPool(ready(text).planFor(variables), variables);
  const pages = (last: number) =>
    Array.from(
      { length: 10 },
      (_, at) =>
        `p${at}: accountList(productId: "${at}", limit: ${at === 9 ? last : 100}) { nextCursor }`,
    );
  // A page counts as its rows.
  assert.equal(isLarge(`{ ${pages(100).join(" ")} }`), false);
  assert.equal(
    isLarge(`{ ${pages(100).join(" ")} productRetrieve(productId: "x") { name } }`),
    true,
  );
  assert.equal(
    isLarge(`{ ${pages(99).join(" ")} productRetrieve(productId: "x") { name } }`),
    false,
  );
  const nested =
    'query ($n: Int) { accountList(productId: "x", limit: $n) { items { entries { items { amount } } } } }';
  assert.equal(isLarge(nested, { n: 19 }), false);
  assert.equal(isLarge(nested, { n: 20 }), true);
  const pooled = operations.filter(
    // A read by POST, or one that the contract leaves out, is no field of GraphQL.
    (operation) =>
      operation.type === "read" &&
      operation.runsIn === "pool" &&
      operation.http.method === "GET" &&
      operation.inContract !== false,
  );
  for (const { id } of pooled) {
    const field = rootFields(schema).find((one) => readOf(one)?.operation.id === id);
    const args = field?.args.filter(({ type }) => type instanceof GraphQLNonNull) ?? [];
    const call =
      args.length === 0 ? "" : `(${args.map(({ name }) => `${name}: "2026-01"`).join(" ")})`;
    assert.equal(
      isLarge(`{ ${field?.name}${call} ${field === undefined ? "" : everyField(field)} }`),
      true,
      id,
    );
  }
});

test("load: reads that take too long -> refused naming the limit", async () => {
  let nowMs = 0;
  const clock = () => {
    nowMs += EDGE_READ_MS_MAX + 1;
    return nowMs;
  };
  const result = loadOf(`{ productRetrieve(productId: "x") { name } }`, await bank(0), clock);
  assert.ok(result.refused);
  assert.equal(result.details["limit"], "readMs");
});

test("load: a refusal of one field, a malformed cursor of another -> its error; all refused", () => {
  const refused = refuse("account_not_found", "no such account", { accountId: "x" });
  const one = loaded(
    loadOf(`{ accountRetrieve(accountId: "x") { accountId balance { posted } } }`, () => [refused]),
  );
  assert.equal(one.batches, 1);
  const malformed = refuse("invalid_request", "the cursor is not one", { issues: [] });
  const all = loadOf(`{ accountList(productId: "x", cursor: "AA") { nextCursor } }`, () => [
    malformed,
  ]);
  assert.equal(all, malformed);
});

/** Each query is run by graphql-js and as compiled code; `variables` are sent with the query. */
const QUERIES: [what: string, text: string, variables?: Record<string, unknown>][] = [
  ["introspection", "{ __schema { queryType { name fields { name args { name } } } } __typename }"],
  [
    "a list and relations",
    `{ accountList(productId: "${PRODUCT_ID}", limit: 2) { nextCursor items {
    accountId metadata freezes { plane } owner { type customer { entity { country } } } } } }`,
  ],
  [
    "arguments that differ below",
    `{ accountList(productId: "${PRODUCT_ID}", limit: 1) { items {
    a: entries(limit: 1) { items { amount } } b: entries(limit: 2) { items { amount } } } } }`,
  ],
  [
    "fields that are refused",
    `{ a: accountRetrieve(accountId: "x") { status }
    b: productRetrieve(productId: "x") { name } catalogErrorRetrieve(code: "internal_error") { httpStatus } }`,
  ],
  [
    "skip and include in a fragment that is spread twice",
    `query ($yes: Boolean!, $p: String!) {
    accountList(productId: $p) { ...L items { ...A } } other: accountList(productId: $p, limit: 1) { ...L }
  }
  fragment L on AccountList { nextCursor @include(if: $yes) items @skip(if: $yes) { accountId } }
  fragment A on Account { accountId @skip(if: $yes) status @include(if: $yes) balance @skip(if: $yes) { posted } }`,
    { yes: true, p: PRODUCT_ID },
  ],
  [
    "the same, the other way",
    `query ($yes: Boolean!, $p: String!) {
    accountList(productId: $p) { items { ...A } } ...Q @include(if: $yes) }
  fragment Q on Query { other: accountList(productId: $p, limit: 1) { items { ...A } } }
  fragment A on Account { accountId @skip(if: $yes) status @include(if: $yes) balance @skip(if: $yes) { posted } }`,
    { yes: false, p: PRODUCT_ID },
  ],
  [
    "variables with defaults, an enum and null",
    `query ($p: String!, $n: Int = 1, $s: AccountStatus, $c: String) {
    accountList(productId: $p, limit: $n, status: $s, cursor: $c) { items { status } } }`,
    { p: PRODUCT_ID, s: "open", c: null },
  ],
];

test("execution: by graphql-js and compiled -> the same answers and errors", async () => {
  const readBatch = await bank(3);
  const cache = openQueryCache(schema, { compiles: true });
  for (const [what, text, variables = {}] of QUERIES) {
    const results = ["graphql-js", "compiled"].map(() => {
      const query = cache.ready(text, undefined);
      if (query.refused) assert.fail(`${what}: ${query.message}`);
      const values = query.variablesOf(variables);
      if (values.refused) assert.fail(values.message);
      const { answers } = loaded(
        load(query.planFor(values.values), values.values, uncached(readBatch), NO_TIME_LIMIT),
      );
      const { data, errors } = query.execute(answers, variables);
      const told = errors?.map(({ message, path, locations, extensions }) => ({
        message,
        path,
        locations,
        extensions,
      }));
      return JSON.stringify({ data, told });
    });
    assert.equal(results[1], results[0], what);
    assert.ok(String(results[0]).length > 30, what);
  }
  assert.deepEqual(cache.counts(), {
    kept: QUERIES.length,
    compiled: QUERIES.length,
    executedByGraphqlJs: QUERIES.length,
  });
});

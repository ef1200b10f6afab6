/**
 * GraphQL's `asOf`: reads of a moment of the past; a moment that has not come is refused.
 * A server of its own: its clock is moved.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "../../src/features/registry.ts";
import { schemaOf } from "../../src/graphql/schema.ts";
import { type Client, expect, openClient } from "../support/client.ts";
import { type GraphqlClient, graphqlClient, rootFields } from "../support/graphql.ts";
import { draft, newAccount } from "../support/parties.ts";
import { newDataDir, type Server, startServer, stopServer } from "../support/server.ts";
import { newTestClock } from "../support/test_clock.ts";

// biome-ignore lint/suspicious/noExplicitAny: documents of any shape
type Any = any;

const DAY_MS = 86_400_000;
/** The wall clock of the server, which stands still unless a test moves it. */
const clock = newTestClock();
let server: Server;
let client: Client;
let ask: GraphqlClient;

before(async () => {
  server = await startServer(["--shards", "1", "--edges", "1"], newDataDir(), clock);
  client = await openClient(server, server.demo);
  ask = graphqlClient(server, server.demo);
});

after(async () => {
  client.close();
  assert.equal((await stopServer(server)).code, 0);
});

test("graphql: asOf a sequence of an earlier answer, or its time -> the balance and entries of then", async () => {
  const from = await newAccount(client, { fund: "100" });
  const to = await newAccount(client);
  const query = `query ($id: String!, $asOf: String) { accountRetrieve(accountId: $id) {
    balance(asOf: $asOf) { posted available asOf } entries(asOf: $asOf) { items { entryId } } } }`;
  const first = await ask(query, { variables: { id: from } });
  const then = first.data["accountRetrieve"] as Any;
  clock.set(clock.nowMs() + 1);
  expect(await client.post("/transfers", draft(from, to, "30")), 201);
  const asSequence = await ask(query, { variables: { id: from, asOf: String(first.sequence) } });
  const asTime = await ask(query, { variables: { id: from, asOf: then.balance.asOf } });
  for (const { data } of [asSequence, asTime]) {
    const { balance, entries } = data["accountRetrieve"] as Any;
    assert.deepEqual([balance.posted, balance.available], ["100", "100"]);
    assert.deepEqual(entries, then.entries);
  }
  const young = await ask(query, { variables: { id: to, asOf: "1" } });
  assert.deepEqual(
    young.errors.map(({ path, extensions: { code } }) => [code, path?.join(".")]),
    [
      ["account_not_found", "accountRetrieve.balance"],
      ["account_not_found", "accountRetrieve.entries"],
    ],
  );
  const neither = await ask(query, { variables: { id: from, asOf: "yesterday" } });
  assert.deepEqual([neither.status, neither.code], [400, "invalid_request"]);
});

/** Every field that takes `asOf`: the root fields and a relation. */
const FIELDS = [
  ...rootFields(schemaOf(operations))
    .filter(({ args }) => args.some(({ name }) => name === "asOf"))
    .map(({ name }) => `${name}(accountId: $id, asOf: $asOf) { __typename }`),
  "accountRetrieve(accountId: $id) { balance(asOf: $asOf) { posted } }",
];

test("graphql: asOf the present -> taken; later -> refused, wherever the sandbox's clock stands", async () => {
  const id = await newAccount(client, { fund: "100" });
  assert.equal(FIELDS.length, 3);
  clock.set(clock.nowMs() + 1_000);
  const after40Days = new Date(clock.nowMs() + 40 * DAY_MS).toISOString();
  const inMs = (ms: number) => new Date(clock.nowMs() + ms).toISOString();
  for (const isAdvanced of [false, true]) {
    const advance = { productId: client.productId, at: after40Days };
    if (isAdvanced) expect(await client.post("/sandbox/clock/advance", advance), 200);
    for (const field of FIELDS) {
      const query = `query ($id: String!, $asOf: String) { ${field} }`;
      const { sequence } = await ask(query, { variables: { id } });
      const rows: [asOf: string, isRefused: boolean][] = [
        [inMs(0), false],
        [inMs(-1), false],
        [String(sequence), false],
        [inMs(1), true],
        [after40Days, true],
        ["2099-01-01T00:00:00Z", true],
        [String(sequence + 1), true],
        ["9".repeat(15), true],
      ];
      for (const [asOf, isRefused] of rows) {
        const reply = await ask(query, { variables: { id, asOf } });
        const issue = (reply.details["issues"] as Any)?.[0]?.code;
        assert.deepEqual(
          [reply.status, reply.code, issue, reply.errors.length > 0],
          isRefused
            ? [400, "invalid_request", "as_of_in_future", false]
            : [200, undefined, undefined, false],
          `${field} ${asOf}: ${reply.text}`,
        );
      }
    }
  }
});

test("graphql: asOf the time of a record, the wall clock set back since -> what the record made", async () => {
  const id = await newAccount(client, { fund: "100" });
  const [entry] = expect(await client.get(`/accounts/${id}/entries`), 200).items();
  clock.set(clock.nowMs() - 1_000);
  const query =
    "query ($id: String!, $asOf: String) { accountBalanceRetrieve(accountId: $id, asOf: $asOf) { posted } }";
  const { data } = await ask(query, { variables: { id, asOf: entry?.["createdAt"] } });
  assert.deepEqual(data["accountBalanceRetrieve"], { posted: "100" });
});

/**
 * What a company can learn of the business of others from what it is told itself: its ids, the sequence of
 * GraphQL, positions in cursors, receipts, ids of requests.
 * A server of its own: only the companies of these tests write to it.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { exampleIdSuffix, ID_SUFFIX_LENGTH, placeOf } from "../../src/base/id.ts";
import { type Client, expect, openClient, type Reply } from "../support/client.ts";
import { type GraphqlClient, graphqlClient } from "../support/graphql.ts";
import { draft, newAccount } from "../support/parties.ts";
import { newCredentials, type Server, startServer, stopServer } from "../support/server.ts";

const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** Transfers of the other company, each a record, between two of ours. */
const OTHERS = 12;
const OURS = 40;
let server: Server;
let client: Client;
let ask: GraphqlClient;
let other: Client;
let accounts: [string, string];
let otherAccounts: [string, string];

before(async () => {
  server = await startServer(["--shards", "1", "--edges", "1"]);
  client = await openClient(server, server.demo);
  ask = graphqlClient(server, server.demo);
  other = await openClient(server, await newCredentials(server), { contract: client.contract });
  accounts = [await newAccount(client, { fund: "1000" }), await newAccount(client)];
  otherAccounts = [await newAccount(other, { fund: "10000" }), await newAccount(other)];
});

after(async () => {
  client.close();
  other.close();
  await stopServer(server);
});

/** As many transfers of the other company. */
async function othersDo(count: number): Promise<void> {
  const [from, to] = otherAccounts;
  for (let done = 0; done < count; done += 50) {
    const some = Array.from({ length: Math.min(50, count - done) }, () =>
      other.post("/transfers", draft(from, to, "1")),
    );
    for (const reply of await Promise.all(some)) expect(reply, 201);
  }
}

/** A page of a list of our Product. */
function list(path: string): Promise<Reply> {
  const isOfProduct = !path.startsWith("/accounts/");
  return client.get(isOfProduct ? `${path}&productId=${client.productId}` : path);
}

/** What stands in a suffix between shard and check: the place and the number, as the layout has them. */
function placeIn(id: string): bigint {
  const suffix = id.slice(-ID_SUFFIX_LENGTH);
  return [...suffix.slice(11, 22)].reduce(
    (sum, digit) => sum * 32n + BigInt(DIGITS.indexOf(digit)),
    0n,
  );
}

/** Asserts that the places in ids, in the order of their making, go up and down as chance would have it. */
function assertHidden(ids: readonly string[]): void {
  const steps = ids.slice(1).map((id, at) => placeIn(id) - placeIn(ids[at] as string));
  const rising = steps.filter((step) => step > 0n).length;
  // Of 39 steps 19 or 20 rise, give or take two. Places that are shown rise each time.
  assert.ok(rising >= 5 && rising <= 34, `${rising} of ${steps.length} rise`);
  const short = steps.filter((step) => step > -(2n ** 45n) && step < 2n ** 45n).length;
  assert.ok(short < 5, `${short} of ${steps.length} are as short as the frames of years`);
  // The first ids of a server that shows its places begin with zeros.
  const plain = placeIn(exampleIdSuffix(Date.now(), placeOf(100_000, 0)));
  assert.ok(ids.some((id) => placeIn(id) > 1_000n * plain));
}

test("ids: of records, receipts and events of a company, others at work between -> no trace of that", async () => {
  const [from, to] = accounts;
  const transferIds: string[] = [];
  const receiptIds: string[] = [];
  for (let at = 0; at < OURS; at++) {
    const made = expect(await client.post("/transfers", draft(from, to, "1")), 201);
    transferIds.push(made.id("transferId"));
    receiptIds.push(made.id("receiptId"));
    await othersDo(OTHERS);
  }
  assertHidden(transferIds);
  assertHidden(receiptIds);
  const listed = expect(await list("/transfers?limit=100"), 200).items();
  const newestFirst = listed.map(({ transferId }) => transferId as string).slice(0, OURS);
  assert.deepEqual(newestFirst, [...transferIds].reverse(), "the order is kept");
  const events = expect(await list("/events?types=transfer.posted&limit=100"), 200).items();
  assertHidden(events.slice(0, OURS).map(({ id }) => id as string));
});

test("ids: of a batch -> one place, and only the number and the check differ", async () => {
  const [from, to] = accounts;
  const items = Array.from({ length: 5 }, () => draft(from, to, "1"));
  const batch = { items, atomic: false };
  const made = expect(await client.post("/transfers/batch", batch), 201);
  const ids = (made.at("results") as { transferId: string }[]).map(({ transferId }) => transferId);
  assert.equal(new Set(ids.map((id) => id.slice(0, -4))).size, 1);
  for (const id of ids) expect(await client.get(`/transfers/${id}`), 200);
});

test("GraphQL: the sequence, while others work -> counts our events alone, and asOf goes by it", async () => {
  const [from, to] = accounts;
  const query = `query ($asOf: String) {
    accountBalanceRetrieve(accountId: "${from}", asOf: $asOf) { posted } }`;
  const first = await ask(query);
  await othersDo(100);
  const still = await ask(query);
  assert.equal(still.sequence, first.sequence);
  expect(await client.post("/transfers", draft(from, to, "1")), 201);
  await othersDo(10);
  const next = await ask(query);
  assert.equal(next.sequence, first.sequence + 1);
  const [newest] = expect(await list("/events?limit=1"), 200).items();
  assert.equal(newest?.["sequence"], String(next.sequence));
  const then = await ask(query, { variables: { asOf: String(first.sequence) } });
  assert.deepEqual(then.data, first.data);
  assert.notDeepEqual(next.data, first.data);
  const later = await ask(query, { variables: { asOf: String(next.sequence + 1) } });
  assert.equal(later.code, "invalid_request");
});

/** Lists with more than one page, each with what a position of it may hold: no number of five digits. */
const LISTS = [
  "/events?limit=2",
  "/events?afterSequence=1&limit=2",
  "/transfers?limit=2",
  "/receipts?limit=2",
];

test("cursors: what a client reads in them -> its own numbers and ids, no place", async () => {
  for (const path of [...LISTS, `/accounts/${accounts[0]}/entries?limit=2`]) {
    const first = expect(await list(path), 200);
    const cursor = first.id("nextCursor");
    const bytes = Buffer.from(cursor, "base64url");
    const position = bytes.subarray(1, -16).toString("latin1");
    assert.doesNotMatch(position.replaceAll(/[0-9A-Z]{26}/g, "suffix"), /\d{4}/, path);
    const next = expect(await list(`${path}&cursor=${encodeURIComponent(cursor)}`), 200);
    assert.equal(next.items().length, 2, path);
    assert.notDeepEqual(next.items(), first.items());
  }
});

test("receipts: made since ids hide their place -> the log alone, no frame", async () => {
  const [newest] = expect(await list("/receipts?limit=1"), 200).items();
  assert.deepEqual(Object.keys(newest?.["place"] as object), ["logId"]);
});

test("request ids and the developer log: requests of others between -> no count to be seen", async () => {
  const ids: string[] = [];
  for (let at = 0; at < OURS; at++) {
    ids.push(String((await client.get(`/accounts/${accounts[0]}`)).headers["x-request-id"]));
    await othersDo(1);
  }
  const beginnings = new Set(ids.map((id) => id.slice(0, 8)));
  assert.ok(beginnings.size > OURS - 3, "two ids have no beginning in common");
  const rising = ids.slice(1).filter((id, at) => id > (ids[at] as string)).length;
  assert.ok(rising >= 5 && rising <= 34, `${rising} of 39 rise`);
  const rows = expect(await list("/developer-logs?operation=account.retrieve&limit=50"), 200);
  const logs = rows.items().map(({ developerLogId }) => developerLogId as string);
  assertHidden(logs.slice(0, OURS));
});

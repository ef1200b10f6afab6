/**
 * The largest amounts over real sockets, one after the other: totals never end, a balance has a largest
 * value that ends when money leaves, and what the books, the statement and its file show is exact.
 * A server of its own: its clock is moved, and it is killed.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Client, expect, openClient } from "../support/client.ts";
import { assertBalance, draft, funding, newAccount, totals, walk } from "../support/parties.ts";
import {
  type Credentials,
  killServer,
  newCredentials,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";

const LARGEST = 10n ** 18n - 1n;
const LARGEST_BALANCE = 2n ** 63n - 1n;
const ROUNDS = 12n;
const DAY_MS = 86_400_000;
/** An offset of the clock to the middle of the present month, so that the month does not end meanwhile. */
const OFFSET_MS = middleOfMonthMs(new Date()) - Date.now();
const amount = String(LARGEST);

const dataDir = newDataDir();
let server: Server;
let mine: Credentials;
let client: Client;
let ada: string;
let bob: string;
let external: string;

before(async () => {
  server = await startServer([], dataDir, { clockOffsetMs: OFFSET_MS });
  mine = await newCredentials(server);
  client = await openClient(server, mine);
  ada = await newAccount(client);
  bob = await newAccount(client);
});

after(async () => {
  client.close();
  assert.equal((await stopServer(server)).code, 0);
});

test("turnover: 12 times the largest amount in, over and out again -> every one is accepted", async () => {
  for (let round = 0n; round < ROUNDS; round++) {
    const funded = expect(await funding(client, ada, amount), 201);
    external = funded.id("sourceAccountId");
    const paid = expect(await client.post("/transfers", draft(ada, bob, amount)), 201);
    const path = (transferId: string) => `/transfers/${transferId}/reverse`;
    const back = await client.post(path(paid.id("transferId")), { reason: "back" });
    assert.ok(back.status < 300, back.text);
    const out = await client.post(path(funded.id("transferId")), { reason: "out" });
    assert.ok(out.status < 300, out.text);
    const held = { expiresAt: new Date(Date.now() + OFFSET_MS + DAY_MS).toISOString() };
    expect(await funding(client, bob, amount), 201);
    const hold = await client.post("/transfer-holds", { ...draft(bob, ada, amount), ...held });
    const id = expect(hold, 201).id("transferHoldId");
    expect(await client.post(`/transfer-holds/${id}/clear`, {}), 200);
    expect(await client.post("/transfers", draft(ada, await newAccount(client), amount)), 201);
  }
  await assertBalance(client, ada, "0");
  await assertBalance(client, bob, "0");
  await assertBalance(client, external, String(-ROUNDS * LARGEST));
  assert.deepEqual(await totals(client), { EUR: "0" });
});

test("turnover: money up to the largest balance -> one more is refused until money leaves", async () => {
  for (let time = 0; time < 9; time++) expect(await funding(client, ada, amount), 201);
  const room = LARGEST_BALANCE - 9n * LARGEST;
  const refused = expect(await funding(client, ada, String(room + 1n)), "exposure_cap_exceeded");
  const { cap, accountId, limit, current, requested } = refused.details;
  assert.deepEqual(
    { cap, accountId, limit, current, requested },
    {
      cap: "account_balance",
      accountId: ada,
      limit: String(LARGEST_BALANCE),
      current: String(9n * LARGEST),
      requested: String(room + 1n),
    },
  );
  expect(await funding(client, ada, String(room)), 201);
  expect(await funding(client, ada, "1"), "exposure_cap_exceeded");
  expect(await funding(client, bob, amount), 201);
  expect(await client.post("/transfers", draft(bob, ada, "1")), "exposure_cap_exceeded");
  expect(await client.post("/transfers", draft(ada, bob, "1")), 201);
  expect(await client.post("/transfers", draft(bob, ada, "1")), 201);
  await assertBalance(client, ada, String(LARGEST_BALANCE));
});

/** The books, and the statement and file of each account. */
async function reports() {
  const books = expect(await client.get(`/products/${mine.productId}/books`), 200);
  const month = books.id("months.0.month");
  const trial = expect(await client.get(`/products/${mine.productId}/books/months/${month}`), 200);
  const statements = [];
  for (const accountId of [ada, bob, external]) {
    const path = `/accounts/${accountId}/statements/${month}`;
    const { text } = expect(await client.get(`${path}/export`), 200);
    statements.push({ statement: expect(await client.get(path), 200).body, text });
  }
  return { books: books.body, trial: trial.body, statements };
}

test("turnover: books, statements and files -> what the entries add up to; after kill -9 the same", async () => {
  const { books, trial, statements } = await reports();
  for (const [at, accountId] of [ada, bob, external].entries()) {
    const { statement, text } = statements[at] as (typeof statements)[number];
    const entries = (await walk(client, `/accounts/${accountId}/entries`)).reverse();
    let balance = 0n;
    let debits = 0n;
    let credits = 0n;
    for (const entry of entries) {
      const moved = BigInt(entry["amount"] as string);
      if (entry["direction"] === "debit") debits += moved;
      else credits += moved;
      balance = credits - debits;
      assert.equal(entry["balance"], String(balance));
    }
    assert.ok(debits > 2n ** 63n && credits > 2n ** 63n, `${debits} ${credits}`);
    const { opening, closing, totalDebits, totalCredits } = statement;
    assert.deepEqual(
      { opening, closing, totalDebits, totalCredits },
      {
        opening: "0",
        closing: String(balance),
        totalDebits: String(debits),
        totalCredits: String(credits),
      },
    );
    const cells = text.split("\r\n").slice(1, -1);
    assert.deepEqual(
      cells.map((line) => line.split(",").at(-3)),
      entries.map((entry) => entry["balance"]),
    );
    if (accountId !== external) continue;
    const positions = books["position"] as Record<string, string>[];
    assert.deepEqual(
      positions.find(({ role }) => role === "suspense"),
      { role: "suspense", debits: `${debits}`, credits: `${credits}`, balance: `${balance}` },
    );
    const rows = trial["rows"] as Record<string, string>[];
    assert.equal(rows.find(({ role }) => role === "suspense")?.["closing"], String(balance));
    assert.equal(rows.find(({ role }) => role !== "suspense")?.["closing"], String(-balance));
  }
  client.close();
  await killServer(server);
  server = await startServer([], dataDir, { clockOffsetMs: OFFSET_MS });
  client = await openClient(server, mine);
  const again = await reports();
  assert.deepEqual(again, { books, trial, statements });
});

function middleOfMonthMs(now: Date): number {
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 15);
}

/**
 * A Product's books over real sockets: they agree with the balances, through a crash, and when the
 * state was written by a version without books.
 * A server of its own: it is killed, and its stored state is changed while it is stopped.
 */
import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { encodeDocument, STATE_META_KEY, tableKey } from "../../src/contract/tables/table.ts";
import { LEDGER_TABLE } from "../../src/features/table_codes.ts";
import { openStateStore } from "../../wal/state_store.ts";
import { type Client, expect, openClient } from "../support/client.ts";
import { draft, newAccount, totals, walk } from "../support/parties.ts";
import {
  type Credentials,
  killServer,
  newCredentials,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";

const dataDir = newDataDir();
let server: Server;
let mine: Credentials;
let client: Client;
let books: string;

before(async () => {
  server = await startServer([], dataDir);
  mine = await newCredentials(server);
  client = await openClient(server, mine);
  books = `/products/${mine.productId}/books`;
  const ada = await newAccount(client, { fund: "100000" });
  const revenue = expect(
    await client.post("/accounts", {
      productId: mine.productId,
      role: "product_revenue",
      currency: "EUR",
      owner: { type: "product", id: mine.productId },
    }),
    201,
  ).id("accountId");
  for (let sale = 1; sale <= 20; sale++) {
    expect(await client.post("/transfers", draft(ada, revenue, String(sale))), 201);
  }
  await newAccount(client, { currency: "JPY", fund: "7" });
});

after(async () => {
  client.close();
  assert.equal((await stopServer(server)).code, 0);
});

/** The answers of the three reads of books. */
async function readBooks(): Promise<unknown> {
  const read = expect(await client.get(books), 200);
  const month = read.id("months.0.month");
  const trial = expect(await client.get(`${books}/months/${month}`), 200);
  return [read.body, trial.body, await walk(client, `${books}/entries`, 7)];
}

async function restart(): Promise<void> {
  server = await startServer([], dataDir);
  client = await openClient(server, mine);
}

test("books: sales in two currencies -> revenue, position and lines, which add up to zero", async () => {
  const read = expect(await client.get(books), 200);
  assert.equal(read.at("currency"), "EUR");
  assert.equal(read.at("revenueToDate"), "210");
  assert.equal(read.at("months.0.revenue"), "210");
  assert.equal(read.at("months.0.volume"), "100210");
  assert.deepEqual(
    (read.body["position"] as { role: string; balance: string }[]).map((row) => [
      row.role,
      row.balance,
    ]),
    [
      ["customer_balance", "99790"],
      ["product_revenue", "210"],
      ["suspense", "-100000"],
    ],
  );
  assert.deepEqual(await totals(client), { EUR: "0", JPY: "0" });
  assert.equal((await walk(client, `${books}/entries`, 7)).length, 22);
  expect(await client.get(`/products/prod_x/books`), "resource_not_found");
  expect(await client.get(`${books}/months/2026-13`), "invalid_request");
  expect(await client.get(`${books}/months/2999-01`), "statement_evidence_incomplete");
});

test("books: after kill -9 -> the same", async () => {
  const before = await readBooks();
  client.close();
  await killServer(server);
  await restart();
  assert.deepEqual(await readBooks(), before);
});

test("books: a state of a version without books -> made again from the log, the same", async () => {
  const before = await readBooks();
  client.close();
  assert.equal((await stopServer(server)).code, 0);
  for (const shard of readdirSync(dataDir)) {
    const path = join(dataDir, shard, "state");
    if (existsSync(path)) await makeOlder(path);
  }
  await restart();
  assert.deepEqual(await readBooks(), before);
});

/**
 * Makes the state that the version before would have left: with its version number, without books.
 */
async function makeOlder(path: string): Promise<void> {
  const store = openStateStore(path);
  const meta = JSON.parse(new TextDecoder().decode(store.get(STATE_META_KEY)));
  const removes: Uint8Array[] = [];
  for (const [key] of store.range({
    from: tableKey(LEDGER_TABLE.book, 0, ""),
    below: tableKey(LEDGER_TABLE.book + 1, 0, ""),
  })) {
    removes.push(key.slice());
  }
  await store.write({ puts: [], removes });
  await store.close();
  const older = encodeDocument({ ...meta, formatVersion: 1 });
  const unchecked = openStateStore(path, { checksums: false });
  await unchecked.write({ puts: [[STATE_META_KEY, older]], removes: [] });
  await unchecked.close();
}

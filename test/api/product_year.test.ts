/**
 * A year of a sandbox over real sockets: transfers in every month, then the statements of the Product, the exports of
 * the Product and of every account, and the ledger's own balances say the same; what programs of others read in the files, too.
 * A server of its own: its clock stands still, and the test moves it through the year.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Client, expect, openClient } from "../support/client.ts";
import { balanceOf, draft, funding, newAccount, walk } from "../support/parties.ts";
import {
  type Credentials,
  newCredentials,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";
import { fetched, readyExport } from "../support/statement_exports.ts";
import { OUTSIDE_READERS, type ReadStatement } from "../support/statement_files/outside_reading.ts";
import { newTestClock } from "../support/test_clock.ts";

const YEAR = 2025;
const MONTHS = Array.from({ length: 12 }, (_, at) => `${YEAR}-${String(at + 1).padStart(2, "0")}`);
/** The months whose files are read by programs of others. */
const READ_MONTHS = MONTHS.slice(-3);
/** In these months, counted from 0: an account is opened, a transfer is taken back, one account is emptied, and the others in yen rest. */
const AT = { opening: 4, correction: 6, emptying: 10, resting: 11 };

const clock = newTestClock(Date.UTC(YEAR, 0, 10));
let server: Server;
let mine: Credentials;
let client: Client;
/** Every account of the Product, those of the platform too, in the order of their ids. */
let accountIds: string[];
/** Those of them that are the platform's, where money comes from. */
let external: ReadonlySet<string>;
/** By month: what was posted on each account when its transfers were made. */
const posted = new Map<string, ReadonlyMap<string, bigint>>();

before(async () => {
  server = await startServer(["--shards", "1", "--edges", "1"], newDataDir(), clock);
  mine = await newCredentials(server);
  client = await openClient(server, mine);
  await liveThroughTheYear();
});

after(async () => {
  client.close();
  assert.equal((await stopServer(server)).code, 0);
});

async function liveThroughTheYear(): Promise<void> {
  const [ada, bob] = [await newAccount(client, { fund: "1000000" }), await newAccount(client)];
  const [yen, otherYen] = [
    await newAccount(client, { currency: "JPY", fund: "5000" }),
    await newAccount(client, { currency: "JPY" }),
  ];
  let third: string | undefined;
  let newest = "";
  const pay = async (from: string, to: string, amount: number, currency = "EUR") => {
    const sent = { ...draft(from, to, String(amount)), currency };
    newest = expect(await client.post("/transfers", sent), 201).id("transferId");
  };
  for (const [at, month] of MONTHS.entries()) {
    if (at === AT.correction) {
      const reason = { reason: "twice" };
      expect(await client.post(`/transfers/${newest}/reverse`, reason), 201);
    }
    if (at === AT.opening) third = await newAccount(client);
    if (at <= AT.emptying) {
      for (let count = 0; count < 3 + at; count++) await pay(ada, bob, 7 * at + count + 1);
      const { posted: all } = await balanceOf(client, bob);
      await pay(bob, ada, at === AT.emptying ? Number(all) : 2);
    }
    expect(await funding(client, ada, String(100 + at)), 201);
    if (at !== AT.resting) await pay(yen, otherYen, at + 1, "JPY");
    if (third !== undefined) await pay(ada, third, 11 * at);
    await lookAtAccounts();
    posted.set(month, await postedNow());
    clock.set(Date.UTC(YEAR, at + 1, 10));
    const moved = { productId: client.productId, at: new Date(clock.nowMs()).toISOString() };
    expect(await client.post("/sandbox/clock/advance", moved), 200);
  }
}

async function lookAtAccounts(): Promise<void> {
  const idsAt = async (more: string) => {
    const listed = await walk(client, `/accounts?productId=${client.productId}${more}`);
    return listed.map(({ accountId }) => String(accountId));
  };
  external = new Set(await idsAt("&role=suspense"));
  accountIds = [...(await idsAt("")), ...external].sort();
}

async function postedNow(): Promise<ReadonlyMap<string, bigint>> {
  const now = new Map<string, bigint>();
  for (const accountId of accountIds) {
    now.set(accountId, BigInt((await balanceOf(client, accountId)).posted));
  }
  return now;
}

type Amounts = { opening: string; closing: string; totalCredits: string; totalDebits: string };
type Stated = Amounts & { currency: string; entryCount: number };

/** The statement of an account and month; undefined where the month was over before the account was made. */
async function stated(accountId: string, month: string): Promise<Stated | undefined> {
  const reply = await client.get(`/accounts/${accountId}/statements/${month}`);
  return reply.status === 200 ? (reply.body as Stated) : undefined;
}

/** The statements that the month has of all accounts. */
async function statedIn(month: string): Promise<(Stated & { accountId: string })[]> {
  const all = [];
  for (const accountId of accountIds) {
    const statement = await stated(accountId, month);
    if (statement !== undefined) all.push({ ...statement, accountId });
  }
  return all;
}

const sumOf = <T>(all: readonly T[], of: (one: T) => string | bigint) =>
  all.reduce((sum, one) => sum + BigInt(of(one)), 0n);

async function productStatements(): Promise<Record<string, Stated[]>> {
  const listed = await walk(client, `/statements?productId=${client.productId}`);
  return Object.fromEntries(
    listed.map(({ month, currencies }) => [String(month), currencies as Stated[]]),
  );
}

test("year: statements of the Product -> one a month, each opening is the closing before, and all is what the ledger had", async () => {
  const byMonth = await productStatements();
  assert.deepEqual(Object.keys(byMonth).sort(), MONTHS);
  const closings = new Map<string, string>();
  for (const month of MONTHS) {
    const accounts = await statedIn(month);
    for (const { currency, ...own } of byMonth[month] ?? []) {
      assert.equal(own.opening, closings.get(currency) ?? "0", month);
      const { opening, totalCredits, totalDebits, closing } = own;
      assert.equal(BigInt(opening) + BigInt(totalCredits) - BigInt(totalDebits), BigInt(closing));
      closings.set(currency, closing);
      const inside = accounts.filter(
        (one) => one.currency === currency && !external.has(one.accountId),
      );
      const outside = accounts.filter(
        (one) => one.currency === currency && external.has(one.accountId),
      );
      assert.equal(
        sumOf(inside, (one) => one.closing),
        BigInt(closing),
      );
      assert.equal(
        sumOf(outside, (one) => one.closing),
        -BigInt(closing),
      );
      assert.equal(
        sumOf(outside, (one) => one.totalDebits),
        BigInt(totalCredits),
      );
      assert.equal(
        sumOf(outside, (one) => one.totalCredits),
        BigInt(totalDebits),
      );
      const sides = [...inside, ...outside].reduce((sum, { entryCount }) => sum + entryCount, 0);
      assert.equal(sides, 2 * own.entryCount);
    }
  }
});

/** The lines of a CSV as objects; no text of these transfers needs quotes. */
async function csvOf(draftOf: object): Promise<Record<string, string>[]> {
  const { statementExportId, entryCount, partial } = await readyExport(client, "", draftOf);
  const { bytes } = await fetched(server, mine, statementExportId);
  const [header = "", ...lines] = bytes.toString().split("\r\n").slice(0, -1);
  assert.deepEqual([lines.length, partial], [entryCount, false]);
  const columns = header.split(",");
  return lines.map((line) => {
    const cells = line.split(",");
    return Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ""]));
  });
}

test("year: exports of each month as CSV -> the Product has the lines of its accounts, and they lead to the ledger's balances", async () => {
  const before = new Map<string, bigint>();
  for (const month of MONTHS) {
    const ofProduct = await csvOf({ scope: "product", id: client.productId, month });
    let lines = 0;
    for (const { accountId, ...statement } of await statedIn(month)) {
      const own = await csvOf({ id: accountId, month });
      const { opening, closing, totalCredits, totalDebits, entryCount } = statement;
      assert.equal(own.length, entryCount);
      assert.deepEqual(
        ofProduct.filter((line) => line["accountId"] === accountId),
        own.map((line) => ({ ...line, accountId })),
      );
      assert.equal(BigInt(opening), before.get(accountId) ?? 0n, month);
      assert.equal(
        sumOf(own, (line) => line["credit"] ?? ""),
        BigInt(totalCredits),
      );
      assert.equal(
        sumOf(own, (line) => line["debit"] ?? ""),
        BigInt(totalDebits),
      );
      assert.equal(own.at(-1)?.["balance"] ?? opening, closing);
      assert.equal(BigInt(closing), posted.get(month)?.get(accountId));
      before.set(accountId, BigInt(closing));
      lines += own.length;
    }
    assert.equal(ofProduct.length, lines);
    for (const currency of ["EUR", "JPY"]) {
      const of = ofProduct.filter((line) => line["currency"] === currency);
      assert.equal(
        sumOf(of, (line) => line["debit"] ?? ""),
        sumOf(of, (line) => line["credit"] ?? ""),
      );
    }
  }
});

for (const [format, { skip, read }] of Object.entries(OUTSIDE_READERS)) {
  test(`year: the Product as ${format}, read by a program of others -> the statements of its accounts`, {
    skip,
  }, async () => {
    for (const month of READ_MONTHS) {
      const due = (await statedIn(month)).filter(
        ({ entryCount, closing }) => entryCount > 0 || closing !== "0",
      );
      const asked = { scope: "product", id: client.productId, month, format };
      const { statementExportId, entryCount } = await readyExport(client, "", asked);
      const { bytes } = await fetched(server, mine, statementExportId);
      const found = read(bytes);
      assert.equal(found.length, due.length);
      assert.equal(accountIds.length - due.length, month === MONTHS[AT.resting] ? 1 : 0);
      assert.equal(
        entryCount,
        due.reduce((sum, one) => sum + one.entryCount, 0),
      );
      for (const [at, { accountId, currency, opening, ...statement }] of due.entries()) {
        const { account, openingMinor, entriesMinor, ...more } = found[at] as ReadStatement;
        assert.equal(more.currency, currency);
        assert.equal(account ?? accountId, accountId);
        assert.equal(openingMinor ?? BigInt(opening), BigInt(opening));
        assert.equal(more.closingMinor, BigInt(statement.closing));
        assert.equal(entriesMinor.length, statement.entryCount);
        const [credits, debits] = [1n, -1n].map((sign) =>
          sumOf(
            entriesMinor.filter((minor) => minor * sign > 0n),
            (minor) => minor * sign,
          ),
        );
        assert.deepEqual(
          [credits, debits],
          [BigInt(statement.totalCredits), BigInt(statement.totalDebits)],
        );
      }
    }
  });
}

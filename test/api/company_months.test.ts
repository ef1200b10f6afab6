/**
 * Months of a company over real sockets: two Products in sandbox and in live use a month that is over when the server, which was
 * killed, starts again; their statements, the company's, the fees of live, and proofs of accounts.
 * A server of its own: its clock is moved, and it is killed.
 */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { runCommand } from "../../scripts/admin_command.ts";
import { verifyReceipt } from "../../scripts/log/verify_receipt.ts";
import { type Client, expect, openClient } from "../support/client.ts";
import { type Browser, openPeople, type People } from "../support/people.ts";
import {
  type Credentials,
  killServer,
  newCredentials,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";
import { until } from "../support/webhooks.ts";

/** An offset of the clock into a month that is over and sealed. */
const PAST_MS = -40 * 86_400_000;
const LIVE = { headers: { "x-service-environment": "live" } };

const dataDir = newDataDir();
let server: Server;
let people: People;
let owner: Browser;
let keys: Record<"first" | "second", Record<"live" | "sandbox", Credentials>>;
let clients: Client[] = [];
let month: string;

/** The money of the Products of live: two amounts that moved each, and what is left on the operating account. */
const LEFT = { first: 100n, second: 3n };

before(async () => {
  server = await startServer(["--shards", "2"], dataDir, { clockOffsetMs: PAST_MS });
  people = await openPeople(server);
  owner = await people.founder("Acme");
  const tenantId = expect(await owner.get("/tenant"), 200).id("tenantId");
  const made = async () => {
    const live = await newCredentials(server, { tenantId, environment: "live", live: "true" });
    return { live, sandbox: await newCredentials(server, { productId: live.productId }) };
  };
  keys = { first: await made(), second: await made() };
  for (const name of ["first", "second"] as const) {
    const { live, sandbox } = keys[name];
    await admin(`product rate --product ${live.productId} --meter transfer --rate 7`);
    const client = await openClient(server, live);
    const operating = await accountOf(client, "product_operating");
    await admin(
      `account fund --account ${operating} --amount ${LEFT[name] + 20n} --currency EUR --reason first`,
    );
    expect(
      await client.post(
        "/transfers",
        draft(operating, await accountOf(client, "product_revenue"), "20"),
      ),
      201,
    );
    client.close();
    const test = await openClient(server, sandbox);
    const funded = await accountOf(test, "product_operating");
    const funding = { destinationAccountId: funded, amount: "5", currency: "EUR" };
    expect(await test.post("/sandbox/account-funding", funding), 201);
    test.close();
  }
  month = String(
    expect(await owner.get(`/products/${keys.first.live.productId}/fees`, LIVE), 200).items()[0]?.[
      "month"
    ],
  );
  const { cookie, email } = owner;
  people.close();
  assert.equal((await killServer(server)).signal, "SIGKILL");
  server = await startServer(["--shards", "2"], dataDir);
  people = await openPeople(server);
  owner = people.browser(email);
  owner.cookie = cookie;
  await people.logIn(owner);
  await owner.load();
});

after(async () => {
  for (const client of clients) client.close();
  people.close();
  await stopServer(server);
});

async function admin(line: string): Promise<string> {
  const { code, out, err } = await runCommand(["--data", dataDir, ...line.split(" ")], undefined);
  assert.equal(code, 0, err);
  return out;
}

async function accountOf(client: Client, role: string): Promise<string> {
  const { productId } = client;
  const owned = { productId, role, currency: "EUR", owner: { type: "product", id: productId } };
  return expect(await client.post("/accounts", owned), 201).id("accountId");
}

const draft = (sourceAccountId: string, destinationAccountId: string, amount: string) => ({
  ...{ sourceAccountId, destinationAccountId, amount, currency: "EUR" },
});

async function clientOf(credentials: Credentials): Promise<Client> {
  const client = await openClient(server, credentials);
  clients = [...clients, client];
  return client;
}

type Shown = {
  status: string;
  products: { productId: string; status: string; statementId?: string }[];
  currencies: Record<string, string>[];
};

/** The month of the company once it has the status: its Products are on other shards, which are seen a moment later. */
async function monthOnce(status: string, sending = {}): Promise<Shown> {
  let shown: Shown | undefined;
  await until(async () => {
    const reply = await owner.get(`/tenant/statements/${month}`, sending);
    shown = reply.status === 200 ? (reply.body as Shown) : undefined;
    return shown?.status === status;
  }, `the month of the company is ${status}`);
  return shown as Shown;
}

test("company months: a month of live that was over when the server started -> sealed, added up, the same as its Products say", async () => {
  const shown = await monthOnce("sealed", LIVE);
  const listed = expect(await owner.get("/tenant/statements", LIVE), 200).items();
  assert.deepEqual(
    listed.find((each) => each["month"] === month),
    shown,
  );
  const [euro] = shown.currencies;
  const { opening, closing, totalCredits, entryCount } = euro ?? {};
  assert.deepEqual(
    [opening, closing, totalCredits, entryCount, shown.currencies.length],
    ["0", "143", "143", 4, 1],
  );
  let closings = 0n;
  const stated = shown.products.flatMap(({ statementId }) => statementId ?? []);
  assert.equal(stated.length, 2, "the Product that came with the company has moved nothing");
  for (const statementId of stated) {
    const statement = expect(await owner.get(`/statements/${statementId}`, LIVE), 200).body;
    closings += BigInt((statement as Shown).currencies[0]?.["closing"] ?? "0");
  }
  assert.equal(String(closings), closing);
});

test("company months: sandboxes whose clocks stand -> no month; once some have gone on -> open, and then sealed", async () => {
  expect(await owner.get(`/tenant/statements/${month}`), "statement_evidence_incomplete");
  assert.deepEqual(expect(await owner.get("/tenant/statements"), 200).items(), []);
  const products = expect(await owner.get("/products"), 200).items();
  const idle = products.map(({ productId }) => String(productId));
  const [first, second] = [keys.first.sandbox.productId, keys.second.sandbox.productId];
  const others = idle.filter((each) => each !== first && each !== second);
  const at = new Date(Date.now() + 1_000).toISOString();
  const advance = async (productId: string) =>
    expect(await owner.post("/sandbox/clock/advance", { productId, at }), 200);
  await advance(first);
  const open = await monthOnce("open");
  assert.equal(open.currencies[0]?.["closing"], "5");
  for (const productId of [second, ...others]) await advance(productId);
  const sealed = await monthOnce("sealed");
  assert.equal(sealed.currencies[0]?.["closing"], "10");
});

test("company months: a month that is over, of other companies, before all -> refused; of a stranger nothing", async () => {
  expect(await owner.get("/tenant/statements/1999-01", LIVE), "statement_evidence_incomplete");
  expect(await owner.get("/tenant/statements/1999-13", LIVE), "invalid_request");
  const stranger = await people.founder("Other");
  assert.deepEqual(expect(await stranger.get("/tenant/statements", LIVE), 200).items(), []);
  expect(await stranger.get(`/tenant/statements/${month}`, LIVE), "statement_evidence_incomplete");
});

test("fees of live: what a Product could pay and what it could not -> as its statement, its transfers and the operator's list say", async () => {
  await monthOnce("sealed", LIVE);
  const { productId: owing } = keys.second.live;
  const client = await clientOf(keys.second.live);
  await until(async () => {
    const path = `/products/${owing}/usage/statements/${month}`;
    return expect(await client.get(path), 200).at("payment.attempts") === 1;
  }, "the month of the second Product was tried");
  const listed = JSON.parse(await admin(`revenue ${month}`));
  assert.deepEqual([listed.total, listed.paid, listed.due], ["28", "14", "14"]);
  for (const [name, status] of [
    ["first", "paid"],
    ["second", "due"],
  ] as const) {
    const client = await clientOf(keys[name].live);
    const { productId } = client;
    const statement = expect(
      await client.get(`/products/${productId}/usage/statements/${month}`),
      200,
    ).body as { total: string; payment: { status: string; transferId: string; reason: string } };
    assert.deepEqual([statement.total, statement.payment.status], ["14", status]);
    const line = listed.products.find(
      (each: { productId: string }) => each.productId === productId,
    );
    assert.equal(line.transferId, statement.payment.transferId ?? "");
    assert.equal(line.reason, status === "due" ? "insufficient_balance" : "");
    const transfers = expect(await client.get(`/transfers?productId=${productId}`), 200).items();
    const fees = transfers.filter(({ kind }) => kind === "fee");
    assert.deepEqual(
      fees.map(({ transferId, amount, usageMonth }) => [transferId, amount, usageMonth]),
      status === "paid" ? [[statement.payment.transferId, "14", month]] : [],
    );
    for (const fee of fees) {
      const path = `/transfers/${fee["transferId"]}/reverse`;
      expect(await client.post(path, { reason: "mine" }), "state_conflict");
    }
  }
});

test("proof of an account's statement: as a file, with and without the record -> verify-receipt takes it; altered -> not", async () => {
  const client = await clientOf(keys.first.live);
  const { productId } = client;
  const accounts = expect(await client.get(`/accounts?productId=${productId}`), 200).items();
  const keyPath = join(dataDir, "receipt-keys.json");
  const published = await fetch(
    `${server.baseUrl.replace(/\/v1$/, "")}/.well-known/receipt-keys.json`,
  );
  writeFileSync(keyPath, await published.text());
  for (const { accountId, role } of accounts) {
    for (const query of ["", "?include=record"]) {
      const path = `/accounts/${accountId}/statements/${month}/proof${query}`;
      const proof = expect(await client.get(path), 200).body as { statement: { closing: string } };
      assert.equal(proof.statement.closing, role === "product_revenue" ? "20" : "100");
      const file = join(dataDir, "proof.json");
      writeFileSync(file, JSON.stringify(proof));
      assert.equal(verifyReceipt([file, "--key", keyPath]), 0);
      const statement = { ...proof.statement, closing: "101" };
      writeFileSync(file, JSON.stringify({ ...proof, statement }));
      assert.equal(verifyReceipt([file, "--key", keyPath]), 1);
    }
  }
});

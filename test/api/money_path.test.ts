/**
 * The path of money through a real server: a person worked out every figure by hand. Each test has
 * a Product of its own, so that no other test changes its totals.
 */
import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { type Client, expect, openClient } from "../support/client.ts";
import {
  assertBalance,
  draft,
  funding,
  newAccount,
  newCustomer,
  totals,
  walk,
} from "../support/parties.ts";
import { newCredentials, type Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

let server: Server;
const clients: Client[] = [];

before(async () => {
  server = await sharedServer();
});

after(async () => {
  for (const client of clients) client.close();
});

async function newClient(): Promise<Client> {
  const client = await openClient(server, await newCredentials(server));
  clients.push(client);
  return client;
}

test("transfer: 300 of 1000 moved, 701 more asked -> both balances, entries, a failed transfer", async () => {
  const client = await newClient();
  const ada = await newAccount(client, { fund: "1000" });
  const bob = await newAccount(client);
  const moved = expect(
    await client.post("/transfers", {
      ...draft(ada, bob, "300"),
      description: "rent",
      metadata: { month: "may" },
      externalId: "rent-1",
    }),
    201,
  );
  assert.equal(moved.at("status"), "posted");
  assert.equal(moved.at("kind"), "book");
  await assertBalance(client, ada, "700");
  await assertBalance(client, bob, "300");

  const refused = expect(
    await client.post("/transfers", draft(ada, bob, "701")),
    "insufficient_balance",
  );
  assert.equal(refused.status, 409);
  const { available, amount, currency, accountId } = refused.details;
  assert.deepEqual(
    { available, amount, currency, accountId },
    { available: "700", amount: "701", currency: "EUR", accountId: ada },
  );
  await assertBalance(client, ada, "700");

  const listed = await walk(client, `/transfers?productId=${client.productId}&accountId=${ada}`);
  assert.deepEqual(
    listed.map(({ amount, status, kind }) => `${amount} ${status} ${kind}`),
    ["701 failed book", "300 posted book", "1000 posted funding"],
  );
  const entries = await walk(client, `/accounts/${ada}/entries`);
  assert.deepEqual(
    entries.map(({ direction, amount, balance }) => `${direction} ${amount} ${balance}`),
    ["debit 300 700", "credit 1000 1000"],
  );
  const retrieved = expect(await client.get(`/transfers/${moved.id("transferId")}`), 200);
  assert.deepEqual(retrieved.body, moved.body);
  assert.deepEqual(await totals(client), { EUR: "0" });
});

test("transfer_hold: 400 of 1000 reserved, 150 cleared -> 850 left, 150 arrived, nothing held", async () => {
  const client = await newClient();
  const ada = await newAccount(client, { fund: "1000" });
  const bob = await newAccount(client);
  const hold = { ...draft(ada, bob, "400"), expiresAt: "2099-01-01T00:00:00Z" };
  const reserved = expect(await client.post("/transfer-holds", hold), 201);
  const path = `/transfer-holds/${reserved.id("transferHoldId")}`;
  await assertBalance(client, ada, "1000", "400");
  await assertBalance(client, bob, "0");
  expect(await client.post("/transfers", draft(ada, bob, "601")), "insufficient_balance");

  expect(await client.post(`${path}/clear`, { amount: "401" }), "ledger_transfer_rejected");
  const cleared = expect(await client.post(`${path}/clear`, { amount: "150" }), 200);
  assert.equal(cleared.at("status"), "cleared");
  assert.equal(cleared.at("clearedAmount"), "150");
  assert.equal(cleared.at("releasedAmount"), "250");
  await assertBalance(client, ada, "850");
  await assertBalance(client, bob, "150");
  expect(await client.post(`${path}/clear`, {}), "state_conflict");
  expect(await client.post(`${path}/cancel`), "state_conflict");
  const transfer = expect(await client.get(`/transfers/${cleared.id("reservedTransferId")}`), 200);
  assert.equal(transfer.at("status"), "posted");
  assert.equal(transfer.at("amount"), "150");
  assert.deepEqual((await client.get(path)).body, cleared.body);
  assert.deepEqual(await totals(client), { EUR: "0" });
});

test("transfer_hold: one cancelled, one expired by the clock -> all of it available again", async () => {
  const client = await newClient();
  const ada = await newAccount(client, { fund: "1000" });
  const bob = await newAccount(client);
  const clock = expect(await client.get(`/products/${client.productId}/sandbox-clock`), 200).id(
    "effectiveAt",
  );
  const inDays = (days: number) => new Date(Date.parse(clock) + days * 86_400_000).toISOString();
  const reserve = async (amount: string, days: number) => {
    const made = await client.post("/transfer-holds", {
      ...draft(ada, bob, amount),
      expiresAt: inDays(days),
    });
    return expect(made, 201).id("transferHoldId");
  };
  const cancelled = await reserve("100", 5);
  const expiring = await reserve("200", 5);
  const staying = await reserve("300", 6);
  await assertBalance(client, ada, "1000", "600");
  expect(await client.post(`/transfer-holds/${cancelled}/cancel`), 200);
  await assertBalance(client, ada, "1000", "500");

  const advance = { productId: client.productId, at: inDays(5) };
  const run = expect(await client.post("/sandbox/clock/advance", advance), 200);
  assert.equal(run.at("ran"), 1);
  await assertBalance(client, ada, "1000", "300");
  const statusOf = async (id: string) => (await client.get(`/transfer-holds/${id}`)).at("status");
  assert.equal(await statusOf(cancelled), "cancelled");
  assert.equal(await statusOf(expiring), "expired");
  assert.equal(await statusOf(staying), "reserved");
  expect(await client.post(`/transfer-holds/${staying}/expire`), "operation_not_allowed");
  expect(
    await client.post("/sandbox/clock/advance", { ...advance, at: inDays(4) }),
    "state_constraint_failed",
  );
  const expiry = (await walk(client, `/operations?productId=${client.productId}`)).find(
    ({ operation }) => operation === "transfer_hold.expire",
  );
  assert.equal(expiry?.["cause"], "clock");
  assert.equal(expiry?.["parentOperationId"], run.headers["service-operation-id"]);
  assert.deepEqual(await totals(client), { EUR: "0" });
});

test("sandbox.clock.advance: 2,000 holds due, one key sent twice at once -> all expired, told twice", async () => {
  const client = await newClient();
  const count = 2_000;
  const ada = await newAccount(client, { fund: String(count) });
  const bob = await newAccount(client);
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  for (let made = 0; made < count; made += 100) {
    const expiresAt = inDays(1 + (made % 700) / 100);
    const hold = { ...draft(ada, bob, "1"), expiresAt };
    const sent = Array.from({ length: 100 }, () => client.post("/transfer-holds", hold));
    for (const reply of await Promise.all(sent)) expect(reply, 201);
  }
  await assertBalance(client, ada, String(count), String(count));
  const body = { productId: client.productId, at: inDays(10) };
  const key = randomUUID();
  const advance = () => client.post("/sandbox/clock/advance", body, { key });
  const [run, same, moved] = await Promise.all([
    advance(),
    advance(),
    client.post("/transfers", draft(ada, bob, String(count + 1))),
  ]);
  expect(moved, "insufficient_balance");
  const { productId, at: effectiveAt } = body;
  assert.deepEqual(expect(run, 200).body, { productId, effectiveAt, ran: count });
  assert.deepEqual(expect(same, 200).body, run.body);
  await assertBalance(client, ada, String(count));
  const operationId = run.headers["service-operation-id"] as string;
  const operation = expect(await client.get(`/operations/${operationId}`), 200);
  assert.deepEqual([operation.at("status"), operation.at("finalized")], ["succeeded", true]);
  assert.deepEqual(await totals(client), { EUR: "0" });
});

test("transfer.reverse: 200 of 500, then the rest, then once more -> 500 back, then a conflict", async () => {
  const client = await newClient();
  const ada = await newAccount(client, { fund: "1000" });
  const bob = await newAccount(client);
  const moved = expect(await client.post("/transfers", draft(ada, bob, "500")), 201);
  const path = `/transfers/${moved.id("transferId")}`;
  const part = { amount: "200", reason: "returned goods" };
  const first = expect(await client.post(`${path}/reverse`, part), 201);
  assert.equal(first.at("reversalOf"), moved.id("transferId"));
  assert.equal(first.at("sourceAccountId"), bob);
  await assertBalance(client, bob, "300");
  const tooMuch = { ...part, amount: "301" };
  expect(await client.post(`${path}/reverse`, tooMuch), "ledger_transfer_rejected");
  expect(await client.post(`${path}/reverse`, { reason: "all of it" }), 201);
  await assertBalance(client, ada, "1000");
  await assertBalance(client, bob, "0");
  expect(await client.post(`${path}/reverse`, { reason: "again" }), "state_conflict");
  const original = expect(await client.get(path), 200);
  assert.equal(original.at("status"), "reversed");
  assert.equal(original.at("reversedAmount"), "500");
  assert.equal((original.at("reversalTransferIds") as string[]).length, 2);
  assert.deepEqual(await totals(client), { EUR: "0" });
});

test("transfer.batch: the third of four lacks money -> three posted; atomic -> none", async () => {
  const client = await newClient();
  const ada = await newAccount(client, { fund: "100" });
  const bob = await newAccount(client);
  const items = [
    draft(ada, bob, "60"),
    draft(bob, ada, "10"),
    draft(ada, bob, "51"),
    draft(ada, bob, "50"),
  ];
  const refused = expect(
    await client.post("/transfers/batch", { items, atomic: true }),
    "insufficient_balance",
  );
  assert.equal(refused.details["itemIndex"], 2);
  await assertBalance(client, ada, "100");
  const batch = expect(await client.post("/transfers/batch", { items }), 201);
  assert.deepEqual([batch.at("posted"), batch.at("failed")], [3, 1]);
  assert.equal(batch.at("results.2.status"), "failed");
  assert.equal(batch.at("results.2.error.code"), "insufficient_balance");
  await assertBalance(client, ada, "0");
  await assertBalance(client, bob, "100");
  for (const [at, status] of ["posted", "posted", "failed", "posted"].entries()) {
    const one = expect(await client.get(`/transfers/${batch.id(`results.${at}.transferId`)}`), 200);
    assert.equal(one.at("status"), status);
  }
  const unknown = [draft(ada, "acct_unknown", "1"), draft(bob, ada, "1")];
  const mixed = expect(await client.post("/transfers/batch", { items: unknown }), 201);
  assert.equal(mixed.at("results.0.status"), "refused");
  assert.equal(mixed.at("results.0.error.code"), "account_not_found");
  await assertBalance(client, ada, "1");
  assert.deepEqual(await totals(client), { EUR: "0" });
});

test("account.freeze: modes and planes -> what passes, who may lift, what bars closing", async () => {
  const client = await newClient();
  const ada = await newAccount(client, { fund: "100" });
  const bob = await newAccount(client, { fund: "100" });
  const hold = { ...draft(ada, bob, "40"), expiresAt: "2099-01-01T00:00:00Z" };
  const held = expect(await client.post("/transfer-holds", hold), 201).id("transferHoldId");
  const clear = () => client.post(`/transfer-holds/${held}/clear`, {});

  const freeze = { mode: "debits", reason: "court order" };
  assert.equal(
    expect(await client.post(`/accounts/${bob}/freeze`, freeze), 200).at("status"),
    "frozen",
  );
  const paid = await client.post("/transfers", draft(ada, bob, "1"));
  expect(paid, "destination_account_status_forbidden");
  expect(await client.post("/transfers", draft(bob, ada, "1")), "source_account_status_forbidden");
  const platform = { accountId: ada, mode: "all", reason: "fraud" };
  expect(await client.post("/sandbox/platform-freezes", platform), 201);
  expect(await client.post(`/accounts/${ada}/unfreeze`), "account_freeze_plane_forbidden");
  expect(await client.post(`/accounts/${ada}/close`), "account_freeze_plane_forbidden");
  expect(await clear(), "account_frozen");
  expect(await client.post(`/sandbox/platform-freezes/${ada}/lift`), 200);
  expect(await clear(), 200);
  await assertBalance(client, ada, "60");
  await assertBalance(client, bob, "140");
  expect(await client.post(`/accounts/${bob}/unfreeze`), 200);
  const periods = await walk(client, `/accounts/${bob}/freezes`);
  assert.deepEqual(
    periods.map(({ plane, mode, reason, to }) => [plane, mode, reason, typeof to]),
    [["tenant", "debits", "court order", "string"]],
  );
  assert.deepEqual(await totals(client), { EUR: "0" });
});

test("account.close: with money, emptied, closed -> refused, done, closed for ever", async () => {
  const client = await newClient();
  const customerId = await newCustomer(client);
  const ada = await newAccount(client, { customerId, fund: "7" });
  const bob = await newAccount(client);
  expect(await client.post(`/accounts/${ada}/close`), "account_close_balance_nonzero");
  expect(await client.post(`/customers/${customerId}/close`), "account_close_balance_nonzero");
  expect(await client.post("/transfers", draft(ada, bob, "7")), 201);
  assert.equal(expect(await client.post(`/accounts/${ada}/close`), 200).at("status"), "closed");
  expect(
    await client.post("/transfers", draft(bob, ada, "7")),
    "destination_account_status_forbidden",
  );
  expect(await funding(client, ada, "1"), "destination_account_status_forbidden");
  const freeze = { mode: "all", reason: "late" };
  expect(await client.post(`/accounts/${ada}/freeze`, freeze), "account_status_forbidden");
  expect(await client.patch(`/accounts/${ada}`, { name: "x" }), "account_status_forbidden");
  expect(await client.post(`/customers/${customerId}/suspend`, { reason: "check" }), 200);
  expect(await client.post(`/customers/${customerId}/reactivate`), 200);
  expect(await client.post(`/customers/${customerId}/close`), 200);
  await assertBalance(client, ada, "0");
  await assertBalance(client, bob, "7");
  assert.deepEqual(await totals(client), { EUR: "0" });
});

test("operation, receipt, idempotency key: of one transfer and one refusal -> they tell the same", async () => {
  const client = await newClient();
  const ada = await newAccount(client, { fund: "10" });
  const bob = await newAccount(client);
  for (const [amount, status] of [
    ["3", 201],
    ["8", 409],
  ] as const) {
    const key = randomUUID();
    const sent = expect(await client.post("/transfers", draft(ada, bob, amount), { key }), status);
    const operationId = String(sent.headers["service-operation-id"]);
    const receiptId = String(sent.headers["service-receipt-id"]);
    const outcome = status === 201 ? "succeeded" : "refused";
    const operation = expect(await client.get(`/operations/${operationId}`), 200);
    assert.equal(operation.at("operation"), "transfer.create");
    assert.equal(operation.at("status"), outcome);
    assert.equal(operation.at("idempotencyKey"), key);
    assert.equal(operation.at("requestId"), sent.headers["x-request-id"]);
    const receipt = expect(await client.get(`/receipts/${receiptId}`), 200);
    assert.equal(receipt.at("outcome"), outcome);
    assert.equal(receipt.at("httpStatus"), status);
    assert.equal((receipt.at("transferIds") as string[]).length, 1);
    if (status === 201) {
      const digest = createHash("sha256").update(sent.text).digest("hex");
      assert.equal(receipt.at("responseDigest"), digest);
      assert.deepEqual(receipt.at("transferIds"), [sent.id("transferId")]);
    } else assert.equal(receipt.at("errorCode"), "insufficient_balance");
    const recorded = expect(await client.get(`/idempotency-keys/${key}`), 200);
    assert.equal(recorded.at("state"), outcome);
    assert.equal(recorded.at("operationId"), operationId);
    assert.equal(recorded.at("receiptId"), receiptId);
  }
  const product = `productId=${client.productId}`;
  const operations = await walk(client, `/operations?${product}`, 2);
  const receipts = await walk(client, `/receipts?${product}`, 2);
  const made = "told of Product and key, two customers, two accounts, a funding, two transfers";
  assert.equal(operations.length, 9, made);
  assert.deepEqual(
    receipts.map(({ operationId }) => operationId),
    operations.map(({ operationId }) => operationId),
  );
  for (const [at, { previousReceiptDigest }] of receipts.entries()) {
    assert.equal(previousReceiptDigest, receipts[at + 1]?.["digest"]);
  }
});

test("totals: two currencies, moved within and refused across -> each sums to zero", async () => {
  const client = await newClient();
  const euros = await newAccount(client, { fund: "999999999999999999" });
  const more = await newAccount(client, { fund: "1" });
  const yen = await newAccount(client, { currency: "JPY", fund: "5" });
  expect(await client.post("/transfers", draft(euros, yen, "1")), "currency_mismatch");
  expect(await client.post("/transfers", draft(euros, more, "999999999999999998")), 201);
  await assertBalance(client, euros, "1");
  await assertBalance(client, more, "999999999999999999");
  await assertBalance(client, yen, "5");
  const external = await walk(client, `/accounts?productId=${client.productId}&role=suspense`);
  assert.deepEqual(external.map(({ currency }) => currency).sort(), ["EUR", "JPY"]);
  assert.deepEqual(await totals(client), { EUR: "0", JPY: "0" });
});

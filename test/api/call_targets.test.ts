/**
 * Where a call acts when the caller has several Products: a field of the input names the target. Only the
 * callers are made by this test (support/member_calls.ts).
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { actsOnNoShard, targetFieldOf } from "../../src/calls/callable.ts";
import type { Environment } from "../../src/contract/declare/principal.ts";
import { operations } from "../../src/features/registry.ts";
import { type Document, type Members, openMembers } from "../support/member_calls.ts";

let members: Members;
const ask: Members["ask"] = (...asked) => members.ask(...asked);
const done: Members["done"] = (...asked) => members.done(...asked);

before(async () => {
  members = await openMembers();
});

after(async () => {
  await members.close();
});

const draft = (productId: string) => ({
  productId,
  test: true,
  entity: { kind: "person", displayName: "Ada", country: "GB" },
});

test("member's call: productId in the input -> the shard of that Product and environment", async () => {
  for (const productId of ["prod_a", "prod_b"]) {
    const made = await done("customer.create", draft(productId));
    assert.equal(made["productId"], productId);
    const { items } = await done("customer.list", { productId });
    assert.deepEqual(
      (items as Document[]).map(({ customerId }) => customerId),
      [made["customerId"]],
    );
  }
});

test("member's call: an id alone -> found where it was made, on either shard, read and changed", async () => {
  for (const productId of ["prod_a", "prod_b"]) {
    const { customerId } = await done("customer.create", draft(productId));
    const change = { customerId, metadata: { seen: "yes" } };
    assert.equal((await done("customer.update", change))["productId"], productId);
    const read = await done("customer.retrieve", { customerId });
    assert.deepEqual([read["productId"], read["metadata"]], [productId, { seen: "yes" }]);
  }
});

test("member's call: two accounts of one Product, named by the source -> the transfer is there", async () => {
  const { customerId } = await done("customer.create", draft("prod_b"));
  const open = async () => {
    const owner = { type: "customer", id: customerId };
    const account = { productId: "prod_b", role: "customer_balance", currency: "GBP", owner };
    return (await done("account.create", account))["accountId"];
  };
  const [from, to] = [await open(), await open()];
  const funding = { destinationAccountId: from, amount: "100", currency: "GBP" };
  await done("sandbox.account_funding.create", funding);
  const item = { sourceAccountId: from, destinationAccountId: to, amount: "40", currency: "GBP" };
  await done("transfer.create", item);
  await done("transfer.batch.create", { items: [item], atomic: true });
  const balance = await done("account.balance.retrieve", { accountId: to });
  assert.equal(balance["available"], "80");
});

test("member's call: what is another company's, of the other environment, or of nothing -> one 404", async () => {
  const { customerId } = await done("customer.create", draft("prod_a"));
  const id = String(customerId);
  const unknown = id.slice(0, -1) + (id.endsWith("0") ? "1" : "0");
  for (const [operation, input] of [
    ["customer.retrieve", { customerId }],
    ["customer.suspend", { customerId, reason: "r" }],
  ] as const) {
    assert.match(String(await ask(operation, input, { tenantId: "ten_2" })), /no customer /);
    assert.match(String(await ask(operation, input, { environment: "live" })), /no customer /);
    assert.match(String(await ask(operation, { ...input, customerId: unknown })), /no customer /);
  }
  assert.match(String(await ask("customer.list", { productId: "prod_c" })), /no Product /);
  assert.match(String(await ask("customer.list", { productId: "prod_x" })), /no Product /);
  await done("customer.retrieve", { customerId });
});

test("member's call: sandbox.reset -> that sandbox alone is as new; its key again, the same answer", async () => {
  const made = async (productId: string, environment: Environment = "sandbox") => {
    const person = { ...draft(productId), test: environment === "sandbox" };
    const { customerId } = await done("customer.create", person, { environment });
    return { customerId, environment };
  };
  const [gone, other] = [await made("prod_a"), await made("prod_b")];
  const live = await made("prod_a", "live");
  const reset = { productId: "prod_a", confirm: "prod_a" };
  const key = randomUUID();
  const answer = await done("sandbox.reset", reset, { key });
  assert.deepEqual([answer["productId"], answer["environment"]], ["prod_a", "sandbox"]);
  const unknown = await ask("customer.retrieve", { customerId: gone.customerId });
  assert.match(String(unknown), /no customer /);
  assert.match(String(await ask("customer.suspend", { ...gone, reason: "r" })), /no customer /);
  const { items } = await done("customer.list", { productId: "prod_a" });
  assert.deepEqual(items, []);
  for (const { customerId, environment } of [other, live]) {
    await done("customer.retrieve", { customerId }, { environment });
  }
  const { customerId } = await made("prod_a");
  assert.deepEqual(await done("sandbox.reset", reset, { key }), answer);
  await done("customer.retrieve", { customerId });
});

test("member's call: sandbox.reset of another company's Product -> not found, and nothing is gone", async () => {
  const reset = { productId: "prod_a", confirm: "prod_a" };
  const { customerId } = await done("customer.create", draft("prod_a"));
  const ofOther = await ask("sandbox.reset", reset, { tenantId: "ten_2" });
  assert.match(String(ofOther), /no Product /);
  await done("customer.retrieve", { customerId });
});

test("call targets: every operation that acts in a Product -> a field that names the target, or a Product key alone", () => {
  const without = operations.filter((operation) => {
    const on = operation.acts?.on ?? "product";
    const isPlaced = on === "product" && !actsOnNoShard(operation);
    return isPlaced && targetFieldOf(operation) === undefined;
  });
  assert.deepEqual(
    without.map(({ id, principals }) => [id, ...principals]),
    [["api_key.current.retrieve", "product_key"]],
  );
});

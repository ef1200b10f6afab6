/** Tests of the test world itself, on which the tests of all features rely. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { accountRetrieve } from "../../src/features/account/account_resource.ts";
import { customerCreate } from "../../src/features/customer/customer.create.ts";
import { customerRetrieve } from "../../src/features/customer/customer_noun.ts";
import { SHARD_REGISTRY } from "../../src/features/registry.ts";
import { transferCreate } from "../../src/features/transfer/transfer.create.ts";
import { keyCaller, START_MS, STRANGER } from "./callers.ts";
import { balanceOf, createCustomer, openAccount } from "./parties.ts";
import { openShard } from "./shard.ts";
import { openWorld } from "./world.ts";
import { realmOf } from "./writing.ts";

const KEY = "0f8fad5b-d9cb-469f-a165-70867728950e";

test("world: memory that no record explains -> the replay of the log tells the entry", async () => {
  const shard = await openShard(SHARD_REGISTRY, () => START_MS);
  const { number } = realmOf(shard.journal, keyCaller());
  assert.equal(await shard.differenceOfReplay(), undefined);
  const { sandboxClocks } = shard.journal.state;
  const clock = sandboxClocks.get(number, `clock${number}`);
  assert.ok(clock !== undefined);
  sandboxClocks.set(`clock${number}`, { ...clock, effectiveAtMs: START_MS + 1 });
  realmOf(shard.journal, STRANGER);
  assert.match((await shard.differenceOfReplay()) ?? "", /clock1.* and a replay gives/);
});

test("world: a key again, for the same and for another request -> its answer, a conflict", async () => {
  const world = await openWorld();
  const [source, destination] = [openAccount(world, { fundedMinor: 9n }), openAccount(world)];
  const draft = {
    sourceAccountId: source,
    destinationAccountId: destination,
    amount: "5",
    currency: "EUR",
  };
  const first = world.run(transferCreate, draft, { idempotencyKey: KEY });
  const again = world.run(transferCreate, draft, { idempotencyKey: KEY });
  assert.deepEqual([again.isReplayed, again.body], [true, first.body]);
  const other = world.run(transferCreate, { ...draft, amount: "1" }, { idempotencyKey: KEY });
  assert.equal(other.code, "idempotency_conflict");
  assert.equal(balanceOf(world, destination).posted, "5");
});

test("world: an input that no client can send -> invalid_request, no record", async () => {
  const world = await openWorld();
  const next = world.nextId("cust");
  const entity = { kind: "dog", displayName: "Rex", country: "DE" };
  const input = { productId: world.principal.productId, entity };
  const { code, details, place } = world.run(customerCreate, input);
  assert.deepEqual([code, place, world.nextId("cust")], ["invalid_request", 0, next]);
  assert.deepEqual(details["issues"][0].path, ["entity", "kind"]);
  const read = await world.read(accountRetrieve, { accountId: "no such id" });
  assert.equal(read.code, "invalid_request");
});

test("world: facts without an operation -> a record like any other, and read as they stand", async () => {
  const world = await openWorld();
  const { customerId } = createCustomer(world);
  const customer = world.state.customers.get(1, customerId.slice("cust_".length));
  assert.ok(customer !== undefined);
  const place = world.apply([
    { kind: "customer.updated.1", ...{ customer: { ...customer, status: "suspended" } } },
  ]);
  assert.ok(place > 0);
  assert.equal((await world.found(customerRetrieve, { customerId })).status, "suspended");
});

test("world: what one Product made, read by another -> not there", async () => {
  const world = await openWorld();
  const { customerId } = createCustomer(world, {}, { caller: STRANGER });
  assert.equal((await world.read(customerRetrieve, { customerId })).code, "customer_not_found");
  const found = await world.found(customerRetrieve, { customerId }, { caller: STRANGER });
  assert.equal(found.customerId, customerId);
});

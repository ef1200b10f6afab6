/**
 * Where a call acts when the caller has several Products: a field of the input names the place. The
 * journals, mailboxes, couriers and views of two shards are real; only the callers are made by this
 * test, because members have no credentials yet.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { MessageChannel } from "node:worker_threads";
import { createCursorCodec } from "../../src/access/cursor.ts";
import { openRateLimiter } from "../../src/access/rate_limit.ts";
import { createRateLimitMemory } from "../../src/access/rate_window.ts";
import { actsOnNoShard, callableOf, placingFieldOf } from "../../src/calls/callable.ts";
import { Calls } from "../../src/calls/calls.ts";
import type { TokenCaller } from "../../src/contract/caller.ts";
import { ShardSignals } from "../../src/contract/envelope.ts";
import type { Environment, PlacedProduct } from "../../src/contract/principal.ts";
import { FactCodecs } from "../../src/contract/record_codec.ts";
import { operations, SHARD_REGISTRY } from "../../src/features/registry.ts";
import { Courier } from "../../src/placement/courier.ts";
import { Mailbox } from "../../src/shard/mailbox.ts";
import { recover } from "../../src/shard/recovery.ts";
import { openJournalOf } from "../../src/shard/testing.ts";
import { openShardView } from "../../src/threads/open_shard_view.ts";
import { OperatorCall } from "../../src/threads/operator_call.ts";
import { tokenCaller } from "../world/callers.ts";

const ENVIRONMENTS = ["sandbox", "live"] as const;
const PRODUCTS = [
  productOf("prod_a", "ten_1", 0),
  productOf("prod_b", "ten_1", 1),
  productOf("prod_c", "ten_2", 0),
];

function productOf(productId: string, tenantId: string, shard: number): PlacedProduct {
  return {
    productId,
    tenantId,
    name: productId,
    status: "active",
    createdAtMs: 1,
    updatedAtMs: 1,
    revision: 1,
    liveActivated: true,
    placement: { sandbox: shard, live: 1 - shard },
  };
}

function memberOf(tenantId: string): TokenCaller {
  return tokenCaller({ tokenId: `pat_${tenantId}`, userId: "u", tenantId, scopes: SCOPES });
}
const SCOPES = new Set(operations.flatMap(({ scope }) => scope ?? []));

const callables = new Map(operations.map((operation) => [operation.id, callableOf(operation)]));

const path = mkdtempSync(join(tmpdir(), "placing-"));
const closing: (() => unknown)[] = [];
let calls: Calls;

before(async () => {
  const couriers = new Map<number, Courier>();
  const views = new Map();
  for (const shard of [0, 1]) {
    const signals = ShardSignals.allocate();
    const directory = join(path, String(shard));
    const parts = await openJournalOf(directory, {
      shard,
      registry: SHARD_REGISTRY,
      onBug: (what, cause) => {
        throw new Error(what, { cause });
      },
    });
    await recover(parts.journal, parts, () => {});
    const mailbox = new Mailbox({
      ...parts,
      registry: SHARD_REGISTRY,
      signals: new ShardSignals(signals),
      nowMs: Date.now,
      onFailure: (error) => assert.fail(error),
    });
    const { port1, port2 } = new MessageChannel();
    mailbox.attach(port1);
    await mailbox.start();
    const realms = PRODUCTS.flatMap(({ productId, tenantId, placement }) =>
      ENVIRONMENTS.filter((environment) => placement[environment] === shard).map((environment) => ({
        names: { productId, tenantId, environment },
        createdAtMs: 1,
      })),
    );
    await mailbox.openRealms(realms);
    couriers.set(shard, new Courier(port2 as never, new ShardSignals(signals)));
    const files = {
      shard,
      signals,
      logPath: join(directory, "log"),
      statePath: join(directory, "state"),
    };
    const codecs = new FactCodecs(SHARD_REGISTRY.codecs);
    views.set(shard, openShardView(files, { codecs, saltSecret: new Uint8Array(32) }));
    closing.push(async () => {
      couriers.get(shard)?.close();
      await views.get(shard).close();
      await mailbox.close();
      await parts.close();
    });
  }
  calls = new Calls({
    credentials: {
      hasTenant: () => false,
      productOf: (id) => PRODUCTS.find(({ productId }) => productId === id),
      productOfKey: () => undefined,
      authenticate: () => assert.fail("the caller is known"),
    },
    limiter: openRateLimiter(createRateLimitMemory(), {
      credentialLimit: 0,
      ipLimit: 0,
      discoveryLimit: 0,
      identityIpLimit: 0,
      identityEmailLimit: 0,
    }),
    cursors: createCursorCodec(Buffer.alloc(32, 1)),
    shards: { couriers, views },
    readers: { run: () => undefined },
    recorder: undefined,
    requestLog: undefined,
    prove: () => Promise.reject(new Error("no prover")),
    log: { fault: (_, error) => assert.fail(error) },
    nowMs: Date.now,
  });
});

after(async () => {
  for (const close of closing) await close();
  rmSync(path, { recursive: true, force: true });
});

/** A call of a member, which says its environment as a header would. */
class MemberCall extends OperatorCall {
  override readonly environment: string;
  constructor(caller: TokenCaller, environment: Environment, idempotencyKey: string) {
    super({ key: idempotencyKey, user: "" });
    this.caller = caller;
    this.environment = environment;
  }
}

type Document = Record<string, unknown>;

/** What a member is answered: a document, or the text of the refusal. */
async function ask(
  id: string,
  input: Document,
  { tenantId = "ten_1", environment = "sandbox" as Environment, key = randomUUID() } = {},
): Promise<Document | string> {
  const call = new MemberCall(memberOf(tenantId), environment, key);
  const callable = callables.get(id);
  assert.ok(callable !== undefined, id);
  calls.run(call, callable, { value: input, text: JSON.stringify(input) });
  return await call.answer.then(
    ({ document }) => document as Document,
    (error: Error) => error.message,
  );
}

async function done(...asked: Parameters<typeof ask>): Promise<Document> {
  const answer = await ask(...asked);
  assert.ok(typeof answer === "object", String(answer));
  return answer;
}

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

test("placing: every operation that acts in a Product -> a field to be placed by, or a Product key alone", () => {
  const without = operations.filter((operation) => {
    const on = operation.acts?.on ?? "product";
    const isPlaced = on === "product" && !actsOnNoShard(operation);
    return isPlaced && placingFieldOf(operation) === undefined;
  });
  assert.deepEqual(
    without.map(({ id, principals }) => [id, ...principals]),
    [["api_key.current.retrieve", "product_key"]],
  );
});

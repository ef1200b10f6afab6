/**
 * Decision table of sandbox.reset, and what is left after it: a sandbox as that of a new Product, keys
 * that stay used, events that go on, and everything else as it was.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { idOfNothing } from "../../../test/support/nothing.ts";
import { keyCaller, STRANGER } from "../../../test/world/callers.ts";
import { assertHas, decisionTable } from "../../../test/world/decision_table.ts";
import type { Input } from "../../../test/world/input.ts";
import {
  advanceClock,
  at,
  createCustomer,
  HOUR_MS,
  hold,
  openAccount,
  transfer,
} from "../../../test/world/parties.ts";
import type { AnyRead } from "../../../test/world/reading.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import type { AnyWrite } from "../../../test/world/writing.ts";
import { operations } from "../registry.ts";
import { sandboxClockAdvance } from "./sandbox.clock.advance.ts";
import { sandboxClockRetrieve } from "./sandbox.clock.retrieve.ts";
import { sandboxReset } from "./sandbox.reset.ts";

const KEYS = [1, 2, 3].map((number) => `00000000-0000-4000-8000-00000000000${number}`);
const PERSON = { kind: "person", displayName: "Ada Lovelace", country: "DE" };
const [KEY = "", REFUSED_KEY = "", RESET_KEY = ""] = KEYS;

const ofProduct = ({ principal: { productId } }: Pick<World, "principal">) => ({
  productId,
  confirm: productId,
});
const reset = (world: World, idempotencyKey?: string) =>
  world.run(sandboxReset, ofProduct(world), idempotencyKey ? { idempotencyKey } : {});

const read = (id: string) => operations.find((one) => one.id === id) as AnyRead;
const write = (id: string) => operations.find((one) => one.id === id) as AnyWrite;

/** A customer with two accounts, money between them, a hold until in an hour; and their ids. */
function furnish(world: World) {
  const { customerId } = createCustomer(world, { externalId: "taken" });
  const accountId = openAccount(world, { fundedMinor: 100n });
  const destinationAccountId = openAccount(world);
  const { transferId } = transfer(world, accountId, destinationAccountId, "10");
  const { transferHoldId } = hold(world, accountId, destinationAccountId, "5", {
    expiresAt: at(HOUR_MS),
  });
  const suffix = transferId.slice("tr_".length);
  const ids = { customerId, accountId, transferId, transferHoldId };
  return { ...ids, operationId: `op_${suffix}`, receiptId: `rcpt_${suffix}`, destinationAccountId };
}

decisionTable(sandboxReset, {
  given: (world) => ({ ids: furnish(world) }),
  input: ({ world }) => ofProduct(world),
  rows: [
    {
      title: "a sandbox with money, holds and a clock that moved",
      given: ({ world }) => advanceClock(world, at(HOUR_MS / 2)),
      outcome: "its clock at the beginning, nothing due, no account",
      reply: { environment: "sandbox", resetAt: at(0) },
      async check({ reply }, { world }) {
        const { productId } = world.principal;
        assert.deepEqual(Object.keys(reply), ["productId", "environment", "resetAt"]);
        const clock = await world.found(sandboxClockRetrieve, { productId });
        assert.equal(clock.effectiveAt, at(0));
        const { steps } = advanceClock(world, at(2 * HOUR_MS));
        assert.deepEqual(steps, []);
      },
    },
    {
      title: "another Product",
      input: ofProduct(STRANGER),
      code: "resource_not_found",
      details: { resourceType: "product" },
    },
    {
      title: "a confirmation of another Product",
      input: { confirm: STRANGER.principal.productId },
      code: "invalid_request",
      details: {
        issues: [
          {
            code: "not_confirmed",
            message: "confirm must be the same as productId; it says which sandbox is emptied",
            path: ["confirm"],
          },
        ],
      },
    },
    {
      title: "an advance of the clock under way",
      given({ world }) {
        const { productId } = world.principal;
        world.run(sandboxClockAdvance, { productId, at: at(2 * HOUR_MS) });
      },
      code: "state_conflict",
      details: { underWay: "sandbox.clock.advance" },
      check(_came, { world }) {
        world.passTime();
        assert.equal(reset(world).code, undefined);
      },
    },
  ],
});

test("sandbox.reset: each read by an id of before -> refused as an id of nothing is", async () => {
  const world = await openWorld();
  const ids = furnish(world);
  const nothing = Object.fromEntries(
    Object.entries(ids).map(([field, id]) => [field, idOfNothing(id)]),
  );
  reset(world);
  let asked = 0;
  for (const operation of operations) {
    if (operation.type !== "read") continue;
    const [field, ...others] = Object.keys(operation.path?.properties ?? {});
    if (field === undefined || others.length > 0 || !(field in ids)) continue;
    const query = operation.id === "account.statement.list" ? {} : inputOf(operation);
    const [old, unknown] = await Promise.all(
      [ids, nothing].map(async (named) => {
        const id = named[field as keyof typeof named];
        const { code, refusal } = await world.read(operation, { ...query, [field]: id });
        return [code, JSON.stringify(refusal).replaceAll(String(id), field)];
      }),
    );
    assert.deepEqual(old, unknown, operation.id);
    assert.match(String(old?.[0]), /_not_found$/, operation.id);
    asked++;
  }
  assert.ok(asked >= 15, `${asked} operations`);
});

/** What an operation must be asked beside its id. */
function inputOf({ query }: AnyRead): Input {
  return query?.properties["month"] === undefined ? {} : { month: "2026-01" };
}

test("sandbox.reset: lists, books, search -> what a new Product has, and the reset itself", async () => {
  const world = await openWorld();
  const { accountId } = furnish(world);
  const { place } = reset(world);
  const { productId } = world.principal;
  for (const id of ["customer.list", "account.list", "transfer.list"]) {
    assert.deepEqual((await world.found(read(id), { productId })).items, [], id);
  }
  const made = async (id: string) => (await world.found(read(id), { productId })).items;
  for (const id of ["operation.list", "receipt.list"]) {
    const items = await made(id);
    assert.deepEqual(
      items.map(({ operation }: { operation: string }) => operation),
      ["sandbox.reset"],
    );
    assert.equal(items[0].previousReceiptDigest, undefined);
  }
  const found = await world.found(read("search.retrieve"), { q: accountId });
  assert.deepEqual(found.items, []);
  const books = await world.found(read("product.books.retrieve"), { productId });
  assert.doesNotMatch(JSON.stringify(books), /EUR/);
  assert.ok(place > 0);
});

test("sandbox.reset: a write that names what was before -> not found; external ids are free", async () => {
  const world = await openWorld();
  const { accountId, destinationAccountId, transferHoldId, transferId } = furnish(world);
  reset(world);
  const move = { sourceAccountId: accountId, destinationAccountId, amount: "1", currency: "EUR" };
  const funding = { destinationAccountId: accountId, amount: "1", currency: "EUR" };
  for (const [id, input] of [
    ["transfer.create", move],
    ["transfer.reverse", { transferId, reason: "r" }],
    ["transfer_hold.cancel", { transferHoldId }],
    ["account.close", { accountId }],
    ["sandbox.account_funding.create", funding],
  ] as const) {
    assert.match(String(world.run(write(id), input).code), /_not_found$/, id);
  }
  createCustomer(world, { externalId: "taken" });
});

test("sandbox.reset: money afterwards -> out of a new account of the platform", async () => {
  const world = await openWorld();
  furnish(world);
  reset(world);
  const destinationAccountId = openAccount(world);
  const input = { destinationAccountId, amount: "7", currency: "EUR" };
  const { facts } = world.run(write("sandbox.account_funding.create"), input);
  assert.equal(facts[0]?.kind, "account.created.1");
  const shown = await world.found(read("account.balance.retrieve"), {
    accountId: destinationAccountId,
  });
  assert.equal(shown.available, "7");
});

test("sandbox.reset: keys of before -> the same answer again, or a conflict; none runs twice", async () => {
  const world = await openWorld();
  const draft = { productId: world.principal.productId, entity: PERSON };
  const asked: [operation: AnyWrite, input: Input, idempotencyKey: string][] = [
    [write("customer.create"), draft, KEY],
    [write("account.close"), { accountId: "acct_x" }, REFUSED_KEY],
    [sandboxReset, ofProduct(world), RESET_KEY],
  ];
  const answered = asked.map(([operation, input, idempotencyKey]) =>
    world.run(operation, input, { idempotencyKey }),
  );
  reset(world);
  const count = world.state.customers.size;
  for (const [index, [operation, input, idempotencyKey]] of asked.entries()) {
    const { isReplayed, body, place } = world.run(operation, input, { idempotencyKey });
    assert.deepEqual(
      { isReplayed, body, place },
      { ...{ body: answered[index]?.body, place: answered[index]?.place }, isReplayed: true },
    );
    const other = world.run(
      write("customer.create"),
      { ...draft, test: false },
      { idempotencyKey },
    );
    assert.equal(other.code, "idempotency_conflict");
    assertHas(other.details, { state: "finished", operationId: null });
    const shown = await world.read(read("idempotency_key.retrieve"), { idempotencyKey });
    assert.equal(shown.code, "resource_not_found");
  }
  assert.equal(world.state.customers.size, count);
});

test("sandbox.reset: the key of a reset -> told of until the next reset", async () => {
  const world = await openWorld();
  reset(world, RESET_KEY);
  const input = { idempotencyKey: RESET_KEY };
  const shown = await world.found(read("idempotency_key.retrieve"), input);
  assertHas(shown, { state: "succeeded", operation: "sandbox.reset" });
  reset(world);
  const { code } = await world.read(read("idempotency_key.retrieve"), input);
  assert.equal(code, "resource_not_found");
});

test("sandbox.reset: a cursor of before -> none of this walk", async () => {
  const world = await openWorld();
  furnish(world);
  const { productId } = world.principal;
  for (const id of ["operation.list", "receipt.list", "transfer.list", "account.list"]) {
    const before = await world.found(read(id), { productId, limit: "1" });
    reset(world);
    const { code } = await world.read(read(id), {
      productId,
      limit: "1",
      cursor: before.nextCursor,
    });
    assert.equal(code, "invalid_request", id);
    furnish(world);
  }
});

test("sandbox.reset: live of the same Product, and another Product -> as they were", async () => {
  const world = await openWorld();
  const asLive = keyCaller({ environment: "live" });
  const others = [asLive, STRANGER].map((caller) => {
    const { customerId } = createCustomer(world, {}, { caller });
    return { caller, customerId };
  });
  const shown = () =>
    Promise.all(
      others.map(({ caller, customerId }) =>
        world.found(read("customer.retrieve"), { customerId }, { caller }),
      ),
    );
  const before = await shown();
  furnish(world);
  reset(world);
  assert.deepEqual(await shown(), before);
});

test("sandbox.reset: its record -> the first of its realm; the numbers of events go on", async () => {
  const world = await openWorld();
  furnish(world);
  const draft = { productId: world.principal.productId, entity: PERSON };
  const { place } = world.run(write("customer.create"), draft);
  const before = world.realmOf(world.caller);
  const { place: ofReset } = reset(world);
  const after = world.realmOf(world.caller);
  const { place: next } = world.run(write("customer.create"), draft);
  const snapshot = await world.snapshot();
  const heads = [place, ofReset, next].map((at) => snapshot.record(at));
  const number = heads[0]?.firstEvent ?? 0;
  assert.ok(number > 5 && after > before);
  assert.deepEqual(
    heads.map((head) => [head?.realm, head?.firstEvent]),
    [
      [before, number],
      [after, number + 1],
      [after, number + 2],
    ],
  );
  assert.deepEqual([heads[1]?.previousPlace, heads[2]?.previousPlace], [0, ofReset]);
});

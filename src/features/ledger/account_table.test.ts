/** The columns of the account table against their plain twin: an array of objects. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../../test/support/properties.ts";
import { numberKey, type TableSink } from "../../contract/tables/table.ts";
import type { AccountDocument } from "./account_document.ts";
import {
  ACCOUNT_STATUSES,
  decodeAccountDocument,
  encodeAccountDocument,
} from "./account_document.ts";
import { AccountTable } from "./account_table.ts";
import {
  type AccountBalance,
  BLOCK_BYTES,
  BLOCK_ROWS,
  balanceIn,
  ROW_BYTES,
} from "./balance_block.ts";

const U64_MAX = 2n ** 64n - 1n;
const u64 = fc.bigInt(0n, U64_MAX);
const u128 = fc.oneof(
  u64,
  fc.bigInt(0n, 2n ** 128n - 1n),
  fc.constantFrom(U64_MAX, U64_MAX + 1n, 2n ** 65n, 2n ** 96n),
);
/** Ends of ids, also of ids that are none. */
const idEnd = fc.constantFrom(
  "0".repeat(26),
  "A".repeat(26),
  '"'.repeat(26),
  "\\".repeat(26),
  "\u00fc".repeat(26),
  "\u00fc".repeat(13),
  "0".repeat(25),
);
/** Owners of whom there are many; a customer and an object may have the same end. */
const oneOfMany = fc.oneof(
  idEnd.map((end) => ({ ownerType: "customer" as const, ownerId: `cust_${end}` })),
  idEnd.map((end) => ({ ownerType: "object" as const, ownerId: `obj_${end}` })),
);
const owner = fc.oneof(
  fc.record({
    ownerType: fc.constantFrom("customer", "product", "object"),
    ownerId: fc.constantFrom("1", "2:3", ""),
  }),
  oneOfMany,
);
const extras = fc.option(
  fc.record(
    { name: fc.oneof(fc.string(), fc.constantFrom("box", "safe")), frozenAtMs: fc.nat() },
    { requiredKeys: [], noNullPrototype: true },
  ),
  { nil: undefined },
);

/** One random change: a new account, or a change of an existing account. */
const change = fc.oneof(
  fc.record({
    type: fc.constant("add" as const),
    realm: fc.integer({ min: 1, max: 2 }),
    currency: fc.constantFrom("EUR", "USD", "AAA", "ZZZ"),
    roleCode: fc.nat(7),
    owner,
    extras,
  }),
  fc.record({
    type: fc.constant("money" as const),
    pick: fc.nat(),
    counters: fc.tuple(u128, u128, u64, u64),
    head: fc.record({ place: fc.nat(), sub: fc.nat(1_023) }, { noNullPrototype: true }),
  }),
  fc.record({
    type: fc.constant("touch" as const),
    pick: fc.nat(),
    status: fc.constantFrom("open", "frozen", "closed"),
    changedBy: fc.constantFrom("key_1", "key_2"),
    atMs: fc.nat(),
    extras,
  }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;
type Twin = AccountDocument & AccountBalance & { suffix: string; realm: number };

const NEW = {
  status: "open",
  revision: 1,
  debitsPosted: 0n,
  creditsPosted: 0n,
  debitsPending: 0n,
  creditsPending: 0n,
  head: { place: 0, sub: 0 },
  rowCount: 0,
  updatedAtMs: 5,
} as const;

test("account table: any changes -> the twin's documents, drained ones load into the same table", () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), fc.nat(40), (changes, drainAt) => {
      const table = new AccountTable();
      const twins: Twin[] = [];
      const stored = new Map<string, { realm: number; value: Uint8Array }>();
      const blocks = new Map<string, { realm: number; value: Uint8Array }>();
      const drain = () => {
        table.drain(into(stored));
        table.balances.drain(into(blocks));
      };
      changes.forEach((each, index) => {
        if (index === drainAt) drain();
        makeChange(table, twins, each);
      });
      drain();
      assertIsTwin(table, twins);
      const loaded = new AccountTable();
      for (const [key, { realm, value }] of [...stored].sort()) loaded.load(realm, key, value, 1);
      for (const [key, { realm, value }] of [...blocks].sort()) {
        loaded.balances.load(realm, key, value, 1);
      }
      loaded.balances.checkLoaded(loaded.count);
      assertIsTwin(loaded, twins);
    }),
  );
});

test("account table: documents loaded from their bytes -> the accounts that `load` makes", () => {
  const account = fc.record({
    realm: fc.integer({ min: 1, max: 2 }),
    owner: fc.oneof({ weight: 4, arbitrary: oneOfMany }, owner),
    changedBy: fc.constantFrom("key_1", "key_1", "key_2", 'a"b', "\u00fc"),
    extras: fc.oneof(
      { weight: 3, arbitrary: fc.constant(undefined) },
      { weight: 3, arbitrary: fc.constantFrom({ name: "box" }, { name: "safe" }) },
      extras,
    ),
    status: fc.constantFrom(...ACCOUNT_STATUSES),
    revision: fc.nat(),
  });
  fc.assert(
    fc.property(fc.array(account, { minLength: 1, maxLength: 40 }), (accounts) => {
      const [texts, bytes] = [new AccountTable(), new AccountTable()];
      for (const [ordinal, { owner: by, extras: more, ...each }] of accounts.entries()) {
        const document = { ordinal, roleCode: ordinal % 7, currency: "EUR", updatedAtMs: ordinal };
        const value = encodeAccountDocument({ ...document, ...each, ...by, extras: filled(more) });
        const key = String(ordinal).padStart(26, "0");
        const stored = Buffer.concat([
          Buffer.from("before"),
          Buffer.from(key),
          value,
          Buffer.from("}"),
        ]);
        texts.load(each.realm, key, value, ordinal + 1);
        const [keyAt, valueAt, end] = [6, 32, stored.length - 1];
        bytes.loadStored(each.realm, { bytes: stored, keyAt, valueAt, end }, ordinal + 1);
      }
      for (const [ordinal, { realm, owner: by }] of accounts.entries()) {
        assert.deepEqual(bytes.document(ordinal), texts.document(ordinal));
        assert.equal(bytes.ordinalOf(realm, texts.accountId(ordinal)), ordinal);
        assert.equal(bytes.customerKeyOf(ordinal), texts.customerKeyOf(ordinal));
        assert.equal(bytes.isOwnedBy(ordinal, by.ownerType), true);
        const owned = [...texts.ofOwner(by.ownerType, by.ownerId)];
        assert.deepEqual([...bytes.ofOwner(by.ownerType, by.ownerId)], owned);
      }
    }),
  );
});

function into(stored: Map<string, { realm: number; value: Uint8Array }>): TableSink {
  return (realm, key, value) => {
    stored.set(key, { realm, value: Uint8Array.from(value as Uint8Array) });
    return 1;
  };
}

function documentOf(table: AccountTable, ordinal: number): AccountDocument & AccountBalance {
  return { ...table.document(ordinal), ...table.balances.balance(ordinal) };
}

function makeChange(table: AccountTable, twins: Twin[], each: Change): void {
  if (each.type === "add") {
    const suffix = String(twins.length).padStart(26, "0");
    const account = {
      suffix,
      realm: each.realm,
      roleCode: each.roleCode,
      currency: each.currency,
      ...each.owner,
      changedBy: "key_0",
      extras: filled(each.extras),
    };
    assert.equal(table.add({ ...account, atMs: 5 }), twins.length);
    twins.push({ ...account, ...NEW, ordinal: twins.length });
    return;
  }
  if (twins.length === 0) return;
  const twin = twins[each.pick % twins.length] as Twin;
  if (each.type === "money") {
    const [debitsPosted, creditsPosted, debitsPending, creditsPending] = each.counters;
    table.setDebits(twin.ordinal, debitsPosted, debitsPending);
    table.setCredits(twin.ordinal, creditsPosted, creditsPending);
    table.setHead(twin.ordinal, each.head);
    Object.assign(twin, { debitsPosted, creditsPosted, debitsPending, creditsPending });
    Object.assign(twin, { head: each.head, rowCount: twin.rowCount + 1 });
    return;
  }
  table.setStatus(twin.ordinal, each.status);
  table.setExtras(twin.ordinal, each.extras);
  table.touch(twin.ordinal, each.changedBy, each.atMs);
  const { status, changedBy, atMs: updatedAtMs } = each;
  const revision = twin.revision + 1;
  Object.assign(twin, { status, changedBy, updatedAtMs, revision, extras: filled(each.extras) });
}

/** Empty extras become undefined. */
function filled<T extends object>(value: T | undefined): T | undefined {
  return value === undefined || Object.keys(value).length === 0 ? undefined : value;
}

function assertIsTwin(table: AccountTable, twins: readonly Twin[]): void {
  assert.equal(table.count, twins.length);
  for (const { suffix, realm, ...document } of twins) {
    assert.deepEqual(documentOf(table, document.ordinal), document);
    assert.equal(table.ordinalOf(realm, `acct_${suffix}`), document.ordinal);
    assert.equal(table.ordinalOf(3 - realm, `acct_${suffix}`), -1);
    const ofOwner = twins.filter(
      ({ ownerType, ownerId }) => ownerType === document.ownerType && ownerId === document.ownerId,
    );
    assert.deepEqual(
      [...table.ofOwner(document.ownerType, document.ownerId)],
      ofOwner.map(({ ordinal }) => ordinal).reverse(),
    );
  }
}

test("account table: more accounts than its first columns hold -> each keeps its own values", () => {
  const table = new AccountTable();
  const twins: Twin[] = [];
  const owned = { ownerType: "customer", ownerId: "1" } as const;
  const add = { type: "add", realm: 1, currency: "EUR", roleCode: 0, extras: undefined } as const;
  for (let count = 0; count < 2_100; count++) {
    makeChange(table, twins, { ...add, owner: owned });
    const at = BigInt(count);
    const counters: [bigint, bigint, bigint, bigint] = [at, at + 1n, at + 2n, at + 3n];
    const head = { place: count, sub: 0 };
    makeChange(table, twins, { type: "money", pick: count, counters, head });
  }
  for (const ordinal of [0, 1_023, 1_024, 2_047, 2_048, 2_099]) {
    const { suffix: _, realm: __, ...document } = twins[ordinal] as Twin;
    assert.deepEqual(documentOf(table, ordinal), document);
  }
});

test("account table: every ordinal -> stored once with its suffix, keys in their order", () => {
  const table = new AccountTable();
  const twins: Twin[] = [];
  const owned = { ownerType: "customer", ownerId: "1" } as const;
  const add = { type: "add", realm: 1, currency: "EUR", roleCode: 0, extras: undefined } as const;
  for (let count = 0; count < 40; count++) makeChange(table, twins, { ...add, owner: owned });
  const keys: string[] = [];
  table.ordinals.drain((realm, key, value) => {
    assert.equal(realm, 0);
    assert.equal(new TextDecoder().decode(value), twins[keys.length]?.suffix);
    keys.push(key);
    return 1;
  });
  assert.deepEqual(keys, keys.slice().sort());
  assert.equal(keys[36], numberKey(36));
});

test("account document: version 2 -> bytes that never change", () => {
  const document: AccountDocument = {
    ordinal: 7,
    status: "frozen",
    roleCode: 3,
    currency: "EUR",
    revision: 2,
    updatedAtMs: 5,
    ownerType: "customer",
    ownerId: "cust_1",
    changedBy: "key_1",
    extras: { name: "Épargne" },
  };
  const bytes = encodeAccountDocument(document);
  assert.equal(Buffer.from(bytes).toString("hex"), GOLDEN_ACCOUNT);
  assert.deepEqual(decodeAccountDocument(Buffer.from(GOLDEN_ACCOUNT, "hex")), document);
});

const GOLDEN_ACCOUNT =
  "02010300a90c0000070000000200000000000000000014407b2274223a22637573746f6d6572222c226f223a22637573745f31222c2262223a226b65795f31222c2278223a7b226e616d65223a22c389706172676e65227d7d";

test("block of balances: the last account of the first block and its neighbour -> a row each", () => {
  const table = new AccountTable();
  const twins: Twin[] = [];
  const owned = { ownerType: "customer", ownerId: "1" } as const;
  const add = { type: "add", realm: 1, currency: "EUR", roleCode: 0, extras: undefined } as const;
  for (let count = 0; count <= BLOCK_ROWS; count++)
    makeChange(table, twins, { ...add, owner: owned });
  table.balances.drain(() => 1);
  const counters: [bigint, bigint, bigint, bigint] = [1n + 2n ** 65n, U64_MAX, 3n, 2n ** 63n];
  const head = { place: 8_193, sub: 9 };
  makeChange(table, twins, { type: "money", pick: BLOCK_ROWS - 1, counters, head });
  table.balances.setNewestDay(BLOCK_ROWS - 1, 20_000);
  const drained = new Map<string, { realm: number; value: Uint8Array }>();
  table.balances.drain(into(drained));
  assert.deepEqual([...drained.keys()], [numberKey(0)]);
  const { value } = drained.get(numberKey(0)) as { value: Uint8Array };
  const row = Buffer.from(value)
    .subarray((BLOCK_ROWS - 1) * ROW_BYTES)
    .toString("hex");
  assert.equal(row, GOLDEN_ROW);
  const [debitsPosted, creditsPosted, debitsPending, creditsPending] = counters;
  const balance = { debitsPosted, creditsPosted, debitsPending, creditsPending, head, rowCount: 1 };
  assert.deepEqual(balanceIn(value, BLOCK_ROWS - 1), balance);
  assert.equal(balanceIn(value, BLOCK_ROWS - 2).rowCount, 0);
  assert.equal(table.balances.newestDay(BLOCK_ROWS - 1), 20_000);
});

test("block of balances: one that is not whole, or one too few at a start -> an error", () => {
  const table = new AccountTable();
  assert.throws(
    () => table.balances.load(0, numberKey(0), new Uint8Array(ROW_BYTES), 1),
    /is whole/,
  );
  assert.throws(
    () => table.balances.load(0, numberKey(1), new Uint8Array(BLOCK_BYTES), 1),
    /in order/,
  );
  table.balances.load(0, numberKey(0), new Uint8Array(BLOCK_BYTES), 1);
  table.balances.checkLoaded(BLOCK_ROWS);
  assert.throws(() => table.balances.checkLoaded(BLOCK_ROWS + 1), /has its balance stored/);
  assert.throws(() => balanceIn(new Uint8Array(ROW_BYTES), 0), /is whole/);
});

const GOLDEN_ROW =
  "0100000000000000ffffffffffffffff0300000000000000000000000000008001200000000020010100000000204e0002000000000000000000000000000000";

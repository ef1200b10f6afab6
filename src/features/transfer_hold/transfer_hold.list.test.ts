/** Tests of the reads of holds: one, those of a Product, those of an account. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Value } from "@sinclair/typebox/value";
import { accountTransferHoldList } from "../account/account.transfer_hold.list.ts";
import { PRODUCT_ID, START_MS } from "../testing.ts";
import {
  createHoldingShard,
  DEADLINE,
  type HoldingShard,
  openAccount,
  reserve,
} from "./testing.ts";
import { transferHoldCancel } from "./transfer_hold.cancel.ts";
import { transferHoldList } from "./transfer_hold.list.ts";
import { transferHoldRetrieve } from "./transfer_hold.retrieve.ts";
import { TransferHoldList } from "./transfer_hold_schema.ts";

type Page = { items: { transferHoldId: string }[]; nextCursor?: string };
const idsOf = (reply: unknown) => (reply as Page).items.map((item) => item.transferHoldId);
const at = (timeMs: number) => new Date(timeMs).toISOString();

/** Three holds of 10, a second apart; the second is cancelled, the third goes to another account. */
function createThree(): HoldingShard & { ids: string[]; other: string } {
  const shard = createHoldingShard();
  const other = openAccount(shard, "EUR");
  const ids: string[] = [];
  for (const changed of [
    { expiresAt: at(START_MS + 60_000) },
    { description: "Room FOUR" },
    { destinationAccountId: other, externalId: "stay-9" },
  ]) {
    ids.push(reserve(shard, { amount: "10", ...changed }));
    shard.nowMs += 1_000;
  }
  shard.run(transferHoldCancel, { transferHoldId: ids[1] });
  return Object.assign(shard, { ids, other });
}

type Row = {
  name: string;
  input: (shard: ReturnType<typeof createThree>) => Record<string, unknown>;
  expected: number[];
};

const LISTS: Row[] = [
  { name: "no filter", input: () => ({}), expected: [2, 1, 0] },
  { name: "status reserved", input: () => ({ status: "reserved" }), expected: [2, 0] },
  { name: "status cancelled", input: () => ({ status: "cancelled" }), expected: [1] },
  {
    name: "destination account",
    input: ({ destination }) => ({ accountId: destination }),
    expected: [1, 0],
  },
  {
    name: "source account and status",
    input: ({ source }) => ({ accountId: source, status: "reserved" }),
    expected: [2, 0],
  },
  { name: "part of a description", input: () => ({ search: "four" }), expected: [1] },
  { name: "part of an external id", input: () => ({ search: "STAY" }), expected: [2] },
  { name: "its id", input: ({ ids }) => ({ search: ids[0] as string }), expected: [0] },
  { name: "unknown account", input: () => ({ accountId: "acct_unknown" }), expected: [] },
  {
    name: "expiresBefore at a deadline",
    input: () => ({ expiresBefore: DEADLINE }),
    expected: [0],
  },
  {
    name: "createdFrom at the second hold",
    input: () => ({ createdFrom: at(START_MS + 1_000) }),
    expected: [2, 1],
  },
  {
    name: "createdTo at the third hold",
    input: () => ({ createdTo: at(START_MS + 2_000) }),
    expected: [1, 0],
  },
  {
    name: "createdFrom after createdTo",
    input: () => ({ createdFrom: at(START_MS + 2_000), createdTo: at(START_MS) }),
    expected: [],
  },
];

for (const { name, input, expected } of LISTS) {
  test(`transfer_hold.list: ${name} -> ${JSON.stringify(expected)}, newest first`, () => {
    const shard = createThree();
    const { reply } = shard.read(transferHoldList, { productId: PRODUCT_ID, ...input(shard) });
    assert.ok(Value.Check(TransferHoldList, reply));
    assert.deepEqual(
      idsOf(reply),
      expected.map((index) => shard.ids[index]),
    );
  });
}

test("transfer_hold.list: pages of one by account -> every hold once", () => {
  const shard = createThree();
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const input = { productId: PRODUCT_ID, accountId: shard.source, limit: "1", cursor };
    const { reply } = shard.read(transferHoldList, JSON.parse(JSON.stringify(input)));
    seen.push(...idsOf(reply));
    cursor = (reply as Page).nextCursor;
  } while (cursor !== undefined);
  assert.deepEqual(seen, shard.ids.toReversed());
});

test("transfer_hold.list: another Product -> resource_not_found", () => {
  const { code } = createThree().read(transferHoldList, { productId: "prod_other" });
  assert.equal(code, "resource_not_found");
});

test("transfer_hold.list: no scope yet -> an empty page", () => {
  const shard = createThree();
  const { reply } = shard.read(transferHoldList, { productId: PRODUCT_ID }, { scope: undefined });
  assert.deepEqual(reply, { items: [] });
});

test("account.transfer_hold.list: source account -> every hold, newest first", () => {
  const shard = createThree();
  const { reply } = shard.read(accountTransferHoldList, { accountId: shard.source });
  assert.deepEqual(idsOf(reply), shard.ids.toReversed());
});

test("account.transfer_hold.list: by status -> the holds in it", () => {
  const shard = createThree();
  const { ids, source: accountId } = shard;
  for (const [status, expected] of [
    ["reserved", [ids[2], ids[0]]],
    ["cancelled", [ids[1]]],
    ["cleared", []],
  ] as const) {
    const { reply } = shard.read(accountTransferHoldList, { accountId, status });
    assert.deepEqual(idsOf(reply), expected);
  }
});

test("account.transfer_hold.list: account without holds -> an empty page", () => {
  const shard = createThree();
  const { reply } = shard.read(accountTransferHoldList, { accountId: shard.dollars });
  assert.deepEqual(reply, { items: [] });
});

for (const [name, accountId, scope] of [
  ["unknown account", `acct_${"0".repeat(26)}`, 1],
  ["malformed account", "acct_unknown", 1],
  ["another scope", undefined, 2],
  ["no scope yet", undefined, undefined],
] as const) {
  test(`account.transfer_hold.list: ${name} -> account_not_found`, () => {
    const shard = createThree();
    const input = { accountId: accountId ?? shard.source };
    assert.equal(shard.read(accountTransferHoldList, input, { scope }).code, "account_not_found");
  });
}

for (const [name, transferHoldId, scope] of [
  ["unknown hold", `th_${"0".repeat(26)}`, 1],
  ["malformed hold", "th_unknown", 1],
  ["another scope", undefined, 2],
  ["no scope yet", undefined, undefined],
] as const) {
  test(`transfer_hold.retrieve: ${name} -> transfer_hold_not_found`, () => {
    const shard = createThree();
    const input = { transferHoldId: transferHoldId ?? shard.ids[0] };
    const { code } = shard.read(transferHoldRetrieve, input, { scope });
    assert.equal(code, "transfer_hold_not_found");
  });
}

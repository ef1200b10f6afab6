/** What is remembered of accounts, and for whom. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeIdSuffix } from "../../base/id.ts";
import { type Snapshot, SnapshotMemory } from "../../contract/tables/snapshot.ts";
import { encodeAccountDocument } from "./account_document.ts";
import { HEADS_MAX, seeAccountHead } from "./account_heads.ts";

const suffixOfNumber = (number: number) => encodeIdSuffix(1_769_850_000_000, 0, 8_192 + number, 0);

/** A view that has accounts in realm 3, and the texts of the keys that it was asked for. */
function viewOf(ordinals: readonly number[]) {
  const asked: string[] = [];
  const stored = new Map(
    ordinals.map((ordinal) => [`3:${suffixOfNumber(ordinal)}`, documentOf(ordinal)]),
  );
  const view = {
    memory: new SnapshotMemory(),
    sequence: 1,
    get(_table: number, realm: number, key: string) {
      asked.push(key);
      return stored.get(`${realm}:${key}`);
    },
  };
  const see = (realm: number | undefined, ordinal: number) =>
    seeAccountHead(view as unknown as Snapshot, realm, `acct_${suffixOfNumber(ordinal)}`);
  return { view, stored, asked, see };
}

function documentOf(ordinal: number): Uint8Array {
  return encodeAccountDocument({
    ordinal,
    status: "open",
    roleCode: 0,
    currency: "EUR",
    revision: 1,
    updatedAtMs: 0,
    ownerType: "customer",
    ownerId: "cus_1",
    changedBy: "product_key key_1",
    extras: undefined,
  });
}

test("account heads: read again, at a later sequence too -> the account, looked up once", () => {
  const { view, asked, see } = viewOf([7]);
  assert.deepEqual(see(3, 7), { realm: 3, ordinal: 7, currency: "EUR" });
  view.sequence = 2;
  assert.deepEqual(see(3, 7), { realm: 3, ordinal: 7, currency: "EUR" });
  assert.deepEqual(asked, [suffixOfNumber(7)]);
});

test("account heads: a known account, asked for in another realm or in none -> unknown", () => {
  const { see } = viewOf([7]);
  assert.equal(see(3, 7)?.ordinal, 7);
  assert.equal(see(4, 7), undefined);
  assert.equal(see(undefined, 7), undefined);
  assert.equal(see(3, 7)?.ordinal, 7);
});

test("account heads: an account that is made after it was asked for -> found then", () => {
  const { stored, see } = viewOf([]);
  assert.equal(see(3, 7), undefined);
  stored.set(`3:${suffixOfNumber(7)}`, documentOf(7));
  assert.equal(see(3, 7)?.ordinal, 7);
});

test("account heads: more accounts than are remembered -> each is right, and looked up again", () => {
  const ordinals = Array.from({ length: HEADS_MAX + 1 }, (_, ordinal) => ordinal);
  const { asked, see } = viewOf(ordinals);
  for (const ordinal of ordinals) assert.equal(see(3, ordinal)?.ordinal, ordinal);
  assert.equal(asked.length, HEADS_MAX + 1);
  assert.equal(see(3, HEADS_MAX)?.ordinal, HEADS_MAX);
  assert.equal(asked.length, HEADS_MAX + 1);
  assert.equal(see(3, 0)?.ordinal, 0);
  assert.equal(asked.length, HEADS_MAX + 2);
});

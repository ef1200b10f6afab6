/** Tests of the heap of realms that wait for the wall clock. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { seedOf } from "../../test/support/seeds.ts";
import { randomOf } from "../../test/support/wal/sample.ts";
import type { RealmDocument } from "../contract/records/realm_document.ts";
import { Deadlines } from "./deadlines.ts";

const realmsOf = (count: number) =>
  Array.from({ length: count }, (_, number) => ({ number }) as RealmDocument);

test("deadlines: moved, taken away and set again at random -> the first is what a plain search finds", (t) => {
  const random = randomOf(seedOf(t));
  const realms = realmsOf(20);
  const deadlines = new Deadlines();
  const plain = new Map<RealmDocument, number>();
  for (let step = 0; step < 5_000; step++) {
    const realm = realms[random(20)] as RealmDocument;
    const atMs = random(4) === 0 ? undefined : random(1_000);
    deadlines.set(realm, atMs);
    if (atMs === undefined) plain.delete(realm);
    else plain.set(realm, atMs);
    const earliest = plain.size === 0 ? undefined : Math.min(...plain.values());
    const first = deadlines.first();
    assert.equal(first?.atMs, earliest);
    if (first !== undefined) assert.equal(plain.get(first.realm), earliest);
  }
});

test("deadlines: one realm's time moves on and on -> memory follows the realms that wait", () => {
  const deadlines = new Deadlines();
  const [early, late] = realmsOf(2) as [RealmDocument, RealmDocument];
  deadlines.set(early, 1);
  for (let atMs = 2; atMs < 10_000; atMs++) {
    deadlines.set(late, atMs);
    assert.ok(deadlines.size <= 64);
  }
  assert.deepEqual(deadlines.first(), { realm: early, atMs: 1 });
});

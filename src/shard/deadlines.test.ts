/** Tests of the heap of scopes that wait for the wall clock. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { randomOf, seedOf } from "../../wal/testing/sample.ts";
import type { ScopeDocument } from "../contract/scope_document.ts";
import { Deadlines } from "./deadlines.ts";

const scopesOf = (count: number) =>
  Array.from({ length: count }, (_, number) => ({ number }) as ScopeDocument);

test("deadlines: moved, taken away and set again at random -> the first is what a plain search finds", (t) => {
  const random = randomOf(seedOf(t));
  const scopes = scopesOf(20);
  const deadlines = new Deadlines();
  const plain = new Map<ScopeDocument, number>();
  for (let step = 0; step < 5_000; step++) {
    const scope = scopes[random(20)] as ScopeDocument;
    const atMs = random(4) === 0 ? undefined : random(1_000);
    deadlines.set(scope, atMs);
    if (atMs === undefined) plain.delete(scope);
    else plain.set(scope, atMs);
    const earliest = plain.size === 0 ? undefined : Math.min(...plain.values());
    const first = deadlines.first();
    assert.equal(first?.atMs, earliest);
    if (first !== undefined) assert.equal(plain.get(first.scope), earliest);
  }
});

test("deadlines: one scope's time moves on and on -> memory follows the scopes that wait", () => {
  const deadlines = new Deadlines();
  const [early, late] = scopesOf(2) as [ScopeDocument, ScopeDocument];
  deadlines.set(early, 1);
  for (let atMs = 2; atMs < 10_000; atMs++) {
    deadlines.set(late, atMs);
    assert.ok(deadlines.size <= 64);
  }
  assert.deepEqual(deadlines.first(), { scope: early, atMs: 1 });
});

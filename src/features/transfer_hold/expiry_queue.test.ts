/** Tests of the queue of deadlines. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ExpiryQueue } from "./expiry_queue.ts";

test("expiry queue: equal deadlines -> in the order of their ids", () => {
  const queue = new ExpiryQueue();
  const reserved = new Set(["th_c", "th_a", "th_b"]);
  for (const id of reserved) queue.add(1, 5, id);
  for (const id of ["th_a", "th_b", "th_c"]) {
    assert.deepEqual(queue.first(1), { expiresAtMs: 5, transferHoldId: id });
    reserved.delete(id);
    queue.end(1, (held) => reserved.has(held));
  }
  assert.equal(queue.first(1), undefined);
});

test("expiry queue: deadlines of another scope -> not seen", () => {
  const queue = new ExpiryQueue();
  queue.add(2, 5, "th_a");
  assert.equal(queue.first(1), undefined);
  assert.deepEqual([...queue.scopes()], [2]);
});

test("expiry queue: the first ends -> the next reserved one is first", () => {
  const queue = new ExpiryQueue();
  const reserved = new Set(["th_b"]);
  queue.add(1, 5, "th_a");
  queue.add(1, 6, "th_b");
  queue.end(1, (id) => reserved.has(id));
  assert.equal(queue.first(1)?.expiresAtMs, 6);
});

test("expiry queue: holds with late deadlines end early -> memory follows the reserved ones", () => {
  const queue = new ExpiryQueue();
  const reserved = new Set<string>();
  queue.add(1, 1, "th_first");
  reserved.add("th_first");
  for (let made = 0; made < 1_000; made++) {
    const id = `th_${made}`;
    reserved.add(id);
    queue.add(1, 1_000 + made, id);
    reserved.delete(id);
    queue.end(1, (held) => reserved.has(held));
    assert.ok(queue.size(1) <= 64);
  }
  assert.equal(queue.first(1)?.transferHoldId, "th_first");
});

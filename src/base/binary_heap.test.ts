/** The plain twin of the heap is a sorted array. */
import assert from "node:assert/strict";
import test from "node:test";
import { fc } from "../../test/support/properties.ts";
import { BinaryHeap } from "./binary_heap.ts";

test("BinaryHeap: random pushes and pops -> the order of a sorted array", () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer({ min: -50, max: 50 }))), (steps) => {
      const heap = new BinaryHeap<number>((a, b) => a < b);
      let twin: number[] = [];
      for (const step of steps) {
        if (step === null) assert.equal(heap.pop(), twin.shift());
        else {
          heap.push(step);
          twin = [...twin, step].sort((a, b) => a - b);
        }
        assert.equal(heap.peek(), twin[0]);
        assert.equal(heap.size, twin.length);
        const few = heap.within((item) => item <= 0).sort((a, b) => a - b);
        assert.deepEqual(
          few,
          twin.filter((item) => item <= 0),
        );
      }
    }),
  );
});

/** Tests of what the registry announces to features. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  announce,
  announcedDeclarations,
  announcedOperation,
  declarationsOf,
  eventsOfRecord,
} from "./announced.ts";
import { operations } from "./registry.ts";

test("announced: nothing yet -> whoever asks gets an exception, never an empty answer", (t) => {
  const before = announcedDeclarations();
  t.after(() => announce(before));
  announce(undefined as never);
  assert.throws(() => announcedOperation("transfer.create"), /has announced/);
  assert.throws(() => eventsOfRecord({ facts: [], firstEvent: 1 } as never), /has announced/);
});

test("announced: operations -> by id, in the order of the registry", () => {
  const declared = declarationsOf(operations as never, [], []);
  assert.deepEqual(
    [...declared.operations.keys()],
    operations.map(({ id }) => id),
  );
});

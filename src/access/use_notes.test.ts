/** What an edge keeps of the uses of credentials until it reports them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { NOTED_USES_MAX, UseNotes } from "./use_notes.ts";

const ADDRESS = Uint8Array.of(203, 0, 113, 7);

test("UseNotes: several uses of two credentials -> the newest of each, once", () => {
  const notes = new UseNotes();
  notes.note("key_a", ADDRESS, 1);
  notes.note("ses_b", ADDRESS, 2);
  notes.note("key_a", Uint8Array.of(203, 0, 113, 8), 3);
  const uses = notes.take();
  assert.deepEqual(uses, [
    { id: "key_a", atMs: 3, address: "203.0.113.8" },
    { id: "ses_b", atMs: 2, address: "203.0.113.7" },
  ]);
  assert.deepEqual(notes.take(), []);
});

test("UseNotes: a report that failed, and a use since then -> the newer use stands", () => {
  const notes = new UseNotes();
  notes.note("key_a", ADDRESS, 1);
  notes.note("ses_b", ADDRESS, 1);
  const taken = notes.take();
  notes.note("key_a", ADDRESS, 2);
  notes.giveBack(taken);
  assert.deepEqual(
    notes.take().map(({ id, atMs }) => [id, atMs]),
    [
      ["key_a", 2],
      ["ses_b", 1],
    ],
  );
});

test(`UseNotes: ${NOTED_USES_MAX} credentials, and one more -> that one is not noted, the others are`, () => {
  const notes = new UseNotes();
  for (let at = 0; at <= NOTED_USES_MAX; at++) notes.note(`key_${at}`, ADDRESS, 1);
  notes.note("key_0", ADDRESS, 2);
  const uses = notes.take();
  assert.equal(uses.length, NOTED_USES_MAX);
  assert.equal(uses[0]?.atMs, 2);
  assert.equal(uses.at(-1)?.id, `key_${NOTED_USES_MAX - 1}`);
});

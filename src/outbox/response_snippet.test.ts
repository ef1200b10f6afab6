/** What is kept of an answer's body: its size, whole characters, and nothing that is no text. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../test/support/properties.ts";
import { SNIPPET_BYTES_MAX, snippetOf } from "./response_snippet.ts";

const MAX = SNIPPET_BYTES_MAX;
const bytes = (text: string) => Buffer.from(text);

test("snippet: as many bytes as are kept, one more -> all, the first of them", () => {
  assert.equal(snippetOf([bytes("a".repeat(MAX))], true), "a".repeat(MAX));
  assert.equal(snippetOf([bytes("a".repeat(MAX + 1))], true), "a".repeat(MAX));
  assert.equal(
    snippetOf([bytes("a".repeat(MAX - 1)), bytes("bc")], true),
    `${"a".repeat(MAX - 1)}b`,
  );
});

test("snippet: the cut goes through a character -> ends before it", () => {
  for (const [room, character] of [
    [1, "é"],
    [2, "✓"],
    [3, "😀"],
  ] as const) {
    const start = "a".repeat(MAX - room);
    assert.equal(snippetOf([bytes(`${start}${character}b`)], true), start);
    assert.equal(snippetOf([bytes(start), bytes(character).subarray(0, room)], false), start);
  }
});

test("snippet: no body, or one of which nothing is left -> undefined", () => {
  assert.equal(snippetOf([], true), undefined);
  assert.equal(snippetOf([bytes("")], true), undefined);
  assert.equal(snippetOf([bytes("é").subarray(0, 1)], false), undefined);
});

test("snippet: no UTF-8, control characters, a byte order mark -> replaced, replaced, left out", () => {
  assert.equal(snippetOf([Uint8Array.of(0x61, 0xff, 0xc3)], true), "a\ufffd\ufffd");
  assert.equal(
    snippetOf([bytes("\u001b[31mred\u0000\u0085\t\r\n")], true),
    "\ufffd[31mred\ufffd\ufffd\t\r\n",
  );
  assert.equal(snippetOf([bytes("\ufeffok")], true), "ok");
});

test("snippet: any bytes in any chunks -> at most 1,024 bytes of text that survives JSON", () => {
  const chunk = fc.uint8Array({ maxLength: 900, size: "max" });
  fc.assert(
    fc.property(fc.array(chunk, { maxLength: 4 }), fc.boolean(), (chunks, isWhole) => {
      const text = snippetOf(chunks, isWhole) ?? "";
      assert.ok(Buffer.byteLength(text) <= MAX);
      assert.ok(text.isWellFormed());
      assert.doesNotMatch(text, /(?![\t\n\r])\p{Cc}/u);
    }),
  );
});

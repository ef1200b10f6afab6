/** The provider's own book: what a later life reads of it. */
import assert from "node:assert/strict";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { ProviderEffect } from "../../src/contract/messages/provider_protocol.ts";
import { ProviderBook } from "./book.ts";

function newPath(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "provider-book-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "book.jsonl");
}

const effectOf = (effectId: string): ProviderEffect => ({
  effectId,
  kind: "verification",
  subject: { type: "verification", id: "ver_1" },
  request: { name: "Zoë ✓" },
});
const FILE = { bytes: 7, sha256: "0".repeat(64) };
const VERIFIED = { status: "verified", occurredAtMs: 2_000 } as const;
const REJECTED = { status: "rejected", occurredAtMs: 3_000 } as const;

/** Everything that a book says. */
const shown = (book: ProviderBook) => ({
  effects: book.page(0, 100),
  refused: ["a", "b", "c"].map((effectId) => book.refused(effectId)),
  ...{ sentTwice: book.sentTwice, untold: book.untold, undecided: book.undecided },
  ...{ files: book.files, file: book.file("a", "kdoc_1"), none: book.file("c", "kdoc_1") },
});

function storyIn(path: string): ProviderBook {
  const book = new ProviderBook(path);
  book.addFile("a", "kdoc_1", FILE);
  book.accept(effectOf("a"), 1_000, { url: "http://127.0.0.1/a" });
  book.refuse("b", { providerCode: "no", message: "No." });
  book.addRepeated("a");
  book.accept(effectOf("c"), 1_500);
  book.addTold(book.addNews("a", VERIFIED).newsId);
  book.addNews("a", REJECTED);
  book.addNews("x", VERIFIED);
  return book;
}

test("provider book: a story -> references in order, the first final status, what is untold", (t) => {
  const book = storyIn(newPath(t));
  t.after(() => book.close());
  assert.deepEqual(
    book.page(0, 10).map(({ providerReference, progress }) => [providerReference, progress.status]),
    [
      ["chk-1", "verified"],
      ["chk-2", "processing"],
    ],
  );
  assert.deepEqual(book.page(1, 1)[0], book.accepted("c"));
  assert.deepEqual(book.file("a", "kdoc_1"), FILE);
  assert.equal(book.file("c", "kdoc_1"), undefined);
  assert.equal(book.files, 1);
  assert.deepEqual(book.sentTwice, ["a"]);
  assert.deepEqual(book.undecided, ["c"]);
  assert.deepEqual(
    book.untold.map(({ newsId, effectId }) => [newsId, effectId]),
    [
      ["news-2", "a"],
      ["news-3", "x"],
    ],
  );
});

test("provider book: opened again, also where the last line was cut anywhere -> the whole lines", (t) => {
  const path = newPath(t);
  const before = storyIn(path);
  const wanted = shown(before);
  before.close();
  const text = readFileSync(path);
  const whole = text.subarray(0, text.lastIndexOf("\n", text.length - 2) + 1);
  const last = text.subarray(whole.length);
  for (const cut of [0, 1, last.length - 1]) {
    writeFileSync(path, text);
    appendFileSync(path, last.subarray(0, cut));
    const book = new ProviderBook(path);
    assert.deepEqual(shown(book), wanted, `${cut}`);
    book.addRepeated("c");
    book.close();
    const again = new ProviderBook(path);
    assert.deepEqual(again.sentTwice, ["a", "c"]);
    again.close();
  }
});

/** Words for people: numbers with their nouns. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { counted } from "./browser/words.ts";

test("words: a number with its noun -> the noun alone for one, with an s for any other", () => {
  assert.deepEqual(
    [0, 1, 2].map((count) => counted(count, "API key")),
    ["0 API keys", "1 API key", "2 API keys"],
  );
});

/** What a reader sees of names that strangers chose. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { oddLetters, seenText } from "./odd_letters.ts";

const NAMES: readonly (readonly [name: string, seen: string, odd: readonly string[]])[] = [
  ["Claude Code", "Claude Code", []],
  ["Café Müller ß", "Café Müller ß", []],
  ["<b>App</b> & Co", "<b>App</b> & Co", []],
  ["App\u202egnp.exe", "App[U+202E]gnp.exe", []],
  ["Ap\u200bp", "Ap[U+200B]p", []],
  ["App\u00a0\tX", "App[U+00A0][U+0009]X", []],
  ["App\nApproved", "App[U+000A]Approved", []],
  ["A\u00adpp\ufe0f", "A[U+00AD]pp[U+FE0F]", []],
  ["\u3164", "[U+3164]", []],
  ["\ue000\ud83d\ude00", "[U+E000]\ud83d\ude00", []],
  ["\u0421laude", "\u0421laude", ["\u0421 (U+0421)"]],
  ["\u0430\u0440\u0440\u0430", "\u0430\u0440\u0440\u0430", ["\u0430 (U+0430)", "\u0440 (U+0440)"]],
  [
    "\u039f\u03a1\u0395\u039d AI",
    "\u039f\u03a1\u0395\u039d AI",
    ["\u039f (U+039F)", "\u03a1 (U+03A1)", "\u0395 (U+0395)", "\u039d (U+039D)"],
  ],
  ["\u30a2\u30d7\u30ea", "\u30a2\u30d7\u30ea", []],
  [
    "\u30a2\u30d7\u30ea App",
    "\u30a2\u30d7\u30ea App",
    ["\u30a2 (U+30A2)", "\u30d7 (U+30D7)", "\u30ea (U+30EA)"],
  ],
  ["\ud835\udc00pp", "\ud835\udc00pp", ["\ud835\udc00 (U+1D400)"]],
  ["\uff21pp \u2460", "\uff21pp \u2460", ["\uff21 (U+FF21)", "\u2460 (U+2460)"]],
];
for (const [name, seen, odd] of NAMES) {
  test(`odd letters: ${JSON.stringify(name)} -> ${seen === name ? "as it is" : "written out"}, ${odd.length} named`, () => {
    assert.equal(seenText(name), seen);
    assert.deepEqual(oddLetters(name), odd);
  });
}

test("odd letters: more than may be named -> the first twelve", () => {
  const name = `a${Array.from({ length: 30 }, (_, at) => String.fromCodePoint(0x430 + at)).join("")}`;
  assert.equal(oddLetters(name).length, 12);
});

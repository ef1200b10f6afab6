/** What of a text from outside a reader is shown as it is, and what as a code or as a letter that deceives. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { cleanText, piecesOf, skeletonOf, visibleText } from "./browser/outside_text.ts";

/** A text, the codes of what is hidden in it, and its odd letters. */
const TEXTS: readonly (readonly [text: string, hidden: string[], odd: string[]])[] = [
  ["Claude Code (laptop) №1 – 50 %", [], []],
  ["Zoë Müller, Đặng, naïve", [], []],
  ["Помощник с учётом", [], []],
  ["עוזר", [], []],
  ["請求書 agent 太郎のエージェント", [], []],
  ["AI비서", [], []],
  ["<b>Acme</b>", [], []],
  ["pay\u202elap", ["U+202E"], []],
  ["a\u200bb\u00adc\ufeffd\u2060e", ["U+200B", "U+00AD", "U+FEFF", "U+2060"], []],
  [
    "a\u00a0b\u2003c\u2028d\u2800e\u3164f\u0000g",
    ["U+00A0", "U+2003", "U+2028", "U+2800", "U+3164", "U+0000"],
    [],
  ],
  ["tag\u{e0041}", ["U+E0041"], []],
  ["z\u0301\u0302\u0303\u0304algo", ["U+0303", "U+0304"], []],
  ["Сlаude", [], ["С", "а"]],
  ["асе", [], ["а", "с", "е"]],
  ["Ａcme 𝐁ot", [], ["Ａ", "𝐁"]],
  ["Acme αgent", [], ["α"]],
  ["pıxel", [], ["ı"]],
];

for (const [text, hidden, odd] of TEXTS) {
  test(`outside text: ${JSON.stringify(text)} -> hidden ${hidden.join() || "nothing"}, odd ${odd.join() || "nothing"}`, () => {
    const pieces = piecesOf(text);
    assert.deepEqual(
      pieces.flatMap((piece) => (piece.kind === "hidden" ? piece.code : [])),
      hidden,
    );
    assert.deepEqual(
      pieces.flatMap((piece) => (piece.kind === "odd" ? piece.text : [])),
      odd,
    );
    if (hidden.length === 0) assert.equal(visibleText(text), text);
  });
}

test("outside text: what cannot be seen -> its code in text alone, a space in a field", () => {
  assert.equal(visibleText("pay\u202elap"), "pay⟨U+202E⟩lap");
  assert.equal(cleanText("\u200b pay\u202e\u2066lap \u00a0"), "pay lap");
  assert.equal(cleanText("Zoë's agent"), "Zoë's agent");
});

test("outside text: names that look alike -> one skeleton; others -> another", () => {
  const forged = ["Сlаude Code", "CLAUDE-CODE", "C1aude\u200b Code", "Ｃlaude Code", "ciaude code"];
  for (const name of forged) assert.equal(skeletonOf(name), skeletonOf("Claude Code"), name);
  for (const name of ["Claude", "Claude Coder", "Помощник"]) {
    assert.notEqual(skeletonOf(name), skeletonOf("Claude Code"), name);
  }
});

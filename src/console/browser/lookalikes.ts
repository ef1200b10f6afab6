/**
 * Letters of other alphabets, and a few rare ones of the Latin alphabet, that look like a letter of ASCII in
 * most fonts: of the confusables of Unicode Technical Standard 39 those that a name is forged with.
 */

/** By the letter of ASCII, those that look like it. */
const BY_LETTER: Readonly<Record<string, string>> = {
  a: "аαɑ",
  b: "ЬƄ",
  c: "сϲᴄ",
  d: "ԁɗ",
  e: "еҽє",
  g: "ɡց",
  h: "һհ",
  i: "іıιɩ",
  j: "јϳ",
  k: "ĸκк",
  l: "ӏǀ",
  n: "ոη",
  o: "оοօᴏ",
  p: "рρ",
  q: "ԛզ",
  r: "гᴦ",
  s: "ѕꜱ",
  t: "тτ",
  u: "սυʋ",
  v: "ѵνᴠ",
  w: "ԝաᴡ",
  x: "хχ",
  y: "уγү",
  z: "ᴢ",
  A: "АΑᎪ",
  B: "ВΒᏴ",
  C: "СϹᏟ",
  D: "Ꭰ",
  E: "ЕΕᎬ",
  F: "Ϝ",
  G: "ԌᏀ",
  H: "НΗᎻ",
  I: "ІΙӀ",
  J: "ЈͿᎫ",
  K: "КΚᏦ",
  L: "Ꮮ",
  M: "МΜᎷ",
  N: "Ν",
  O: "ОΟՕ",
  P: "РΡᏢ",
  R: "Ꭱ",
  S: "ЅՏᏚ",
  T: "ТΤᎢ",
  U: "Ս",
  V: "ѴᏙ",
  W: "ԜᎳ",
  X: "ХΧ",
  Y: "ҮΥ",
  Z: "ΖᏃ",
};

/** By the letter that looks like one of ASCII, that one. */
export const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries(BY_LETTER).flatMap(([letter, others]) =>
    [...others].map((other) => [other, letter] as const),
  ),
);

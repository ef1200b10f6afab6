/**
 * fast-check for every test of a property: the seed is that of the test run (seeds.ts). A rule of the
 * architecture keeps tests from importing fast-check itself, which would draw another seed each time.
 */
import fc from "fast-check";
import { usedSeed } from "./seeds.ts";

fc.configureGlobal({ seed: usedSeed() });

export { fc };

const SURROGATES_FROM = 0xd800;
const SURROGATES_COUNT = 0x800;

/**
 * Any one code point but a surrogate. For `fc.string`, which makes of it the same texts as of its own unit
 * "binary" by the same seed; but to make that one takes a second in each process, for a map of all code points.
 */
export const CODE_POINT = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES_COUNT })
  .map(
    (index) => String.fromCodePoint(index + (index < SURROGATES_FROM ? 0 : SURROGATES_COUNT)),
    indexOfCodePoint,
  );

/** The number that is drawn for a text; throws where it is not one code point. */
function indexOfCodePoint(text: unknown): number {
  const point = typeof text === "string" ? (text.codePointAt(0) ?? -1) : -1;
  if (point < 0 || String.fromCodePoint(point) !== text) throw new Error("not one code point");
  if (point < SURROGATES_FROM) return point;
  if (point < SURROGATES_FROM + SURROGATES_COUNT) throw new Error("a surrogate");
  return point - SURROGATES_COUNT;
}

/** What a source may be: its size and depth are those of its canonical text, and nothing hostile does harm. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { nested, sourceOfBytes } from "../../test/support/features/blueprint/blueprints.ts";
import { fc } from "../../test/support/properties.ts";
import { SOURCE_BYTES_MAX, SOURCE_DEPTH_MAX } from "./program_limits.ts";
import { type Source, sourceIssues, sourceTextOf } from "./program_source.ts";

const codesOf = (source: Source) =>
  sourceIssues(source).map(({ code, path }) => [code, ...path].join(" "));

test("source: any value of JSON filled up to the limit -> taken; with a byte more -> length", () => {
  const sources = fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue({ maxDepth: 5 }));
  fc.assert(
    fc.property(sources, (source) => {
      // As a request would bring it.
      const given = JSON.parse(JSON.stringify({ ...source, fill: "" })) as Source;
      const left = SOURCE_BYTES_MAX - Buffer.byteLength(sourceTextOf(given).text);
      const filled = (bytes: number) => ({ ...given, fill: "x".repeat(bytes) });
      assert.deepEqual(codesOf(filled(left)), []);
      assert.deepEqual(codesOf(filled(left + 1)), ["length source"]);
    }),
    { numRuns: 200 },
  );
});

for (const [title, source, codes] of [
  ["an empty object", {}, []],
  ["as many bytes as there may be", sourceOfBytes(SOURCE_BYTES_MAX), []],
  ["a byte more", sourceOfBytes(SOURCE_BYTES_MAX + 1), ["length source"]],
  ["characters of two bytes", { text: "ä".repeat(SOURCE_BYTES_MAX / 2) }, ["length source"]],
  ["a list of too many nothings", { list: Array(340_000).fill([]) }, ["length source"]],
  ["as deep as it may be", nested(SOURCE_DEPTH_MAX), []],
  ["one deeper", nested(SOURCE_DEPTH_MAX + 1), ["depth source"]],
  ["a list as deep as it may be", { in: [[nested(SOURCE_DEPTH_MAX - 3)]] }, []],
  ["a list one deeper", { in: [[nested(SOURCE_DEPTH_MAX - 2)]] }, ["depth source"]],
  ["a number beyond all", JSON.parse('{"a":[1e999]}'), ["range source"]],
] as const satisfies [string, Source, string[]][]) {
  test(`source: ${title} -> ${codes[0] ?? "taken"}`, () => {
    assert.deepEqual(codesOf(source), codes);
  });
}

test("source: a list nested 500,000 deep -> depth, without recursion", () => {
  const deep = 500_000;
  const source = JSON.parse(`{"in":${"[".repeat(deep)}${"]".repeat(deep)}}`) as Source;
  assert.deepEqual(codesOf(source), ["depth source"]);
});

test("source: __proto__ and constructor as names -> taken, and unchanged in the text", () => {
  const text = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
  const source = JSON.parse(text) as Source;
  assert.deepEqual(codesOf(source), []);
  assert.equal(sourceTextOf(source).text, text);
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
});

test("source: other white space, order of names, forms of numbers -> the same digest", () => {
  const one = JSON.parse('{ "b": 1.0, "a": [1e2, "\\u20ac"] }') as Source;
  const other = JSON.parse('{"a":[100,"€"],"b":1}') as Source;
  assert.deepEqual(sourceTextOf(one), sourceTextOf(other));
  assert.match(sourceTextOf(one).digest, /^sha256:[0-9a-f]{64}$/);
});

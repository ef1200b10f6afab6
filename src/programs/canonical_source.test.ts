/** The canonical text of a source, by the rules and an example of RFC 8785, and beside the library. */
import assert from "node:assert/strict";
import { test } from "node:test";
import canonicalize from "canonicalize";
import { HOSTILE, largestProgram } from "../../test/support/programs/large_programs.ts";
import { CODE_POINT, fc } from "../../test/support/properties.ts";
import { canonicalOfPlain, canonicalSource, sourceDigest } from "./canonical_source.ts";

test("canonical source: keys in any order, white space, other escapes -> one text, one digest", () => {
  const one = JSON.parse('{ "b": [1, {"z": true, "a": null}], "a": "\\u20ac" }');
  const other = JSON.parse('{"a":"€","b":[1.0,{"a":null,"z":true}]}');
  assert.equal(canonicalSource(one), '{"a":"€","b":[1,{"a":null,"z":true}]}');
  assert.equal(canonicalSource(other), canonicalSource(one));
  assert.equal(sourceDigest(canonicalSource(other)), sourceDigest(canonicalSource(one)));
});

test("canonical source: the example of RFC 8785, 3.2.2 -> its text", () => {
  const source = JSON.parse(
    '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
  );
  assert.equal(
    canonicalSource(source),
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
});

test("canonical source: a digest -> sha256: and 64 hexadecimal digits of the UTF-8 bytes", () => {
  assert.equal(
    sourceDigest("{}"),
    "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a",
  );
});

/** Keys and texts that an own way to write them might get wrong. */
const odd = fc.constantFrom(
  ...["", "10", "9", "01", "-1", "__proto__", "constructor", "toJSON", "a", "A", "a.b", "\u20ac"],
  ...[
    "\ud83d\ude00",
    "\ufb33",
    "\u0080",
    "\u2028",
    '"',
    "\\",
    "\\ud83d",
    "\b\n\u0000\u007f",
    "length",
  ],
);
const text = fc.oneof(odd, fc.string({ unit: "grapheme" }), fc.string({ unit: CODE_POINT }));
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 5 },
    fc.oneof(text, number, fc.boolean(), fc.constant(null)),
    fc.array(tie("json"), { maxLength: 20 }),
    fc.array(text),
    fc.array(fc.tuple(text, tie("json")), { maxLength: 20 }).map(Object.fromEntries),
  ),
}));

test("canonical source: any JSON -> the text of the library, byte for byte", () => {
  let plain = 0;
  fc.assert(
    fc.property(json, (value) => {
      const text = canonicalize(value) as string;
      assert.equal(canonicalSource(value), text);
      const own = canonicalOfPlain(value);
      if (own !== undefined) plain++;
      assert.ok(own === undefined || own === text);
    }),
    { numRuns: 2_000 },
  );
  assert.ok(plain > 200, "few of the values were written without the library");
});

test("canonical source: the largest and the hostile programs -> the text of the library", () => {
  for (const [title, make] of Object.entries({ ...HOSTILE, largest: largestProgram })) {
    const program = make();
    assert.equal(canonicalOfPlain(program), canonicalize(program), title);
  }
});

test("canonical source: what RFC 8785 has no text for -> is thrown out by the library", () => {
  for (const value of ["\ud800", ["x\udfff"], { "\udbff": 1 }, [Number.NaN], [Infinity]]) {
    assert.equal(canonicalOfPlain(value), undefined);
  }
  for (const value of ["\ud800", ["x\udfff"], [Number.NaN], [Infinity]]) {
    assert.throws(() => canonicalSource(value));
  }
});

/** The canonical text of a source, by the rules and an example of RFC 8785. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { canonicalSource, sourceDigest } from "./canonical_source.ts";

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

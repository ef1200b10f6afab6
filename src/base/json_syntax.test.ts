/** Where texts stop being JSON: agrees with JSON.parse, names the place, repeats nothing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../test/support/properties.ts";
import { SCANNED_MAX, syntaxFaultOf } from "./json_syntax.ts";

const ROWS: [text: string, says: RegExp, place?: string][] = [
  ["", /is empty/],
  [" \n", /nothing but white space/],
  ["\ufeff{}", /byte order mark/],
  ["a=1&b=2", /like a form/],
  ["<html>", /XML or HTML/],
  ["{'a':1}", /double quotes/, "1:2"],
  ["{a:1}", /name stands in double quotes/, "1:2"],
  ['{\n"a":1,\n}', /a comma stands before }/, "3:1"],
  ['{"a":1 "b":2}', /a comma is missing/, "1:8"],
  ['{"a":True}', /small letters/, "1:6"],
  ['{"a":undefined}', /null, or is left out/, "1:6"],
  ['{"a":01}', /no zero before/, "1:7"],
  ['{"a":+1}', /no \+ before/, "1:6"],
  ['{"a":1} {}', /after the end/, "1:9"],
  ['{"a":"x\ny"}', /a line ends inside/, "1:8"],
  ['{"a":"\\x"}', /no escape of JSON/, "1:7"],
  ['{"a":[1,{"b":2}', /2 brackets are not closed/, "1:16"],
  ['{"a":"b', /inside of a string/, "1:8"],
  ["// a\n{}", /no comments/, "1:1"],
];
for (const [text, says, place] of ROWS) {
  test(`json syntax: ${JSON.stringify(text)} -> ${says.source} at ${place ?? "no place"}`, () => {
    const fault = syntaxFaultOf(text);
    assert.match(String(fault?.says), says);
    const found =
      fault?.place === undefined ? undefined : `${fault.place.line}:${fault.place.column}`;
    assert.equal(found, place);
  });
}

test("json syntax: any short text -> a fault exactly where JSON.parse refuses", () => {
  const texts = fc.string({ unit: fc.constantFrom(...'{}[]",:1 ae.-\\u0n\n'), maxLength: 10 });
  fc.assert(
    fc.property(texts, (text) => {
      let isJson = true;
      try {
        JSON.parse(text);
      } catch {
        isJson = false;
      }
      assert.equal(syntaxFaultOf(text) === undefined, isJson, text);
    }),
    { numRuns: 3_000 },
  );
});

test("json syntax: a fault after what is read, however deep the text -> none is found", () => {
  assert.equal(syntaxFaultOf("[".repeat(SCANNED_MAX + 1)), undefined);
  assert.match(String(syntaxFaultOf("[".repeat(SCANNED_MAX))?.says), /not closed/);
});

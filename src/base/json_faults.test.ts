/** Faults of JSON texts, one by one, by any value, and at hostile sizes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../test/support/properties.ts";
import { cutText, faultsOfJson } from "./json_faults.ts";

function faultsOf(text: string): string[] {
  return faultsOfJson(text, JSON.parse(text)).map(
    ({ code, path }) => `${code} ${JSON.stringify(path)}`,
  );
}

const GOOD: string[] = [
  "1",
  '"a:b"',
  "[]",
  "{}",
  '{"a":{"a":[{"a":1},{"a":2}]},"b":{"a":1}}',
  '{ "a" : ":" , "b" :\n"\\":" ,\t"c":"\\\\" }',
  '{"note":" : ","note ":"\\" : "}',
  '{"a":"\\ud83d\\ude00","\\ud83d\\ude00":"\\\\u0000 \\\\ud800"}',
  '{"":1,"\\u0061":2}',
  '{"__proto__":1,"constructor":2}',
];
for (const text of GOOD) {
  test(`json faults: ${text.replaceAll("\n", " ")} -> none`, () => {
    assert.deepEqual(faultsOf(text), []);
  });
}

const BAD: [text: string, ...faults: string[]][] = [
  ['{"amount":"1","amount":"2"}', 'repeated ["amount"]'],
  ['{"amount":"1","amount":"1"}', 'repeated ["amount"]'],
  ['{"\\u0061mount":"1","amount":"2"}', 'repeated ["amount"]'],
  ['{"a":1,"b":2,"a":3,"a":4}', 'repeated ["a"]', 'repeated ["a"]'],
  ['{"items":[{},{"b":[1,{"c":{},"c":[]}]}]}', 'repeated ["items",1,"b",1,"c"]'],
  ['{"a":{"x":":","x":1},"b":"::"}', 'repeated ["a","x"]'],
  ['{"__proto__":1,"__proto__":2}', 'repeated ["__proto__"]'],
  ['{"a":{"b":1},"a":{"b":1,"c":2}}', 'repeated ["a"]'],
  ['"\\ud800"', "text []"],
  ['{"a":["\\u0000","b","\\udc00\\ud800"]}', 'text ["a",0]', 'text ["a",2]'],
  ['{"a":"\\uD83D","b":"\\\\\\u0000"}', 'text ["a"]', 'text ["b"]'],
  ['{"m":{"x\\u0000":"1","\\udfff":"2"}}', 'text ["m","x\ufffd"]', 'text ["m","\ufffd"]'],
  ['{"a":"\\ud800","a":"x"}', 'text ["a"]', 'repeated ["a"]'],
];
for (const [text, ...faults] of BAD) {
  test(`json faults: ${text} -> ${faults.join(", ")}`, () => {
    assert.deepEqual(faultsOf(text), faults);
  });
}

test("json faults: any value with any spaces -> none; a member again -> its path, alone", () => {
  const text = fc.string({ unit: "grapheme" });
  const values = fc.letrec((tie) => ({
    value: fc.oneof(text, fc.integer(), fc.constant(null), tie("list"), tie("object")),
    list: fc.array(tie("value"), { maxLength: 4 }),
    object: fc.dictionary(text, tie("value"), { maxKeys: 4 }),
  }));
  fc.assert(
    fc.property(values.value, fc.nat(2), text, (value, spaces, name) => {
      const written = JSON.stringify(value, null, spaces);
      assert.deepEqual(faultsOf(written), []);
      const member = `${JSON.stringify(name)} : ${written}`;
      assert.deepEqual(
        faultsOfJson(`[0,{${member},${member}}]`, JSON.parse(`[0,{${member}}]`)).map(
          ({ path }) => path.length,
        ),
        [2],
      );
    }),
  );
});

test("json faults: hostile sizes -> few faults, short paths, in time", () => {
  const deep = 200_000;
  assert.deepEqual(faultsOf(`${"[".repeat(deep)}${"]".repeat(deep)}`), []);
  const text = `${'{"a":'.repeat(deep)}{"b":1,"b":2}${"}".repeat(deep)}`;
  const [fault] = faultsOfJson(text, JSON.parse(text));
  assert.equal(fault?.path.length, 100);
  const many = `{${'"n":1,'.repeat(deep)}"n":1}`;
  assert.equal(faultsOf(many).length, 20);
  const long = `{"${"n".repeat(deep)}":1,"${"n".repeat(deep)}":2}`;
  assert.equal(faultsOfJson(long, JSON.parse(long))[0]?.path[0]?.toString().length, 100);
});

test("cut text: between and within a surrogate pair -> never half of one", () => {
  assert.equal(cutText("a😀b", 3), "a😀");
  assert.equal(cutText("a😀b", 2), "a\ufffd");
  assert.equal(cutText("a\ud83d", 9), "a\ufffd");
  assert.equal(cutText("a😀b", 4), "a😀b");
});

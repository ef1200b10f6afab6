/** E-mail addresses: which are taken, their one form, and that none can break a mail. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Value } from "@sinclair/typebox/value";
import { CODE_POINT, fc } from "../../../test/support/properties.ts";
import { isHidden } from "../declare/redaction.ts";
import { PUBLISHED_AS } from "../declare/schema_marks.ts";
import { canHaveMailbox, canonicalEmail, EMAIL_LENGTH_MAX, EmailAddress } from "./email_address.ts";
import { ruleOf } from "./value_rules.ts";

/** The form of the contract; it cannot say how long the part before the @ may be. */
const PUBLISHED = new RegExp(
  (EmailAddress as unknown as { [PUBLISHED_AS]: { pattern: string } })[PUBLISHED_AS].pattern,
  "u",
);

const TAKEN: [string, string][] = [
  ["ada@example.com", "ada@example.com"],
  ["Ada.Lovelace@Example.COM", "ada.lovelace@example.com"],
  ["a@b.co", "a@b.co"],
  ["o'brien+test@sub.example.co.uk", "o'brien+test@sub.example.co.uk"],
  ["ada@xn--bcher-kva.example", "ada@xn--bcher-kva.example"],
  ["1@1.example", "1@1.example"],
  ["a-b_c=d@3com.example", "a-b_c=d@3com.example"],
  [`${"l".repeat(64)}@example.com`, `${"l".repeat(64)}@example.com`],
  [`a@${"h".repeat(63)}.example`, `a@${"h".repeat(63)}.example`],
];
for (const [text, canonical] of TAKEN) {
  test(`e-mail: ${text.slice(0, 40)}, ${text.length} long -> taken`, () => {
    assert.equal(canonicalEmail(text), canonical);
    assert.equal(canonicalEmail(canonical), canonical);
    assert.ok(Value.Check(EmailAddress, text));
    assert.match(text, PUBLISHED);
  });
}

const NO_NAME = /after the @/;
const NO_LOCAL = /before the @/;
const REFUSED: [string, RegExp][] = [
  ["", /is empty/],
  ["ada", /no @/],
  ["@example.com", NO_LOCAL],
  ["ada@", /no dot/],
  ["ada@localhost", /no dot/],
  ["ada@@example.com", /more than one @/],
  ["ada@example.com@example.org", /more than one @/],
  [" ada@example.com", /begins or ends/],
  ["ada@example.com ", /begins or ends/],
  ["ada@example.com\n", /begins or ends/],
  ["ada lovelace@example.com", /space or a control/],
  ["ada\r\nBcc: eve@example.com", /space or a control/],
  ["ada\u0000@example.com", /space or a control/],
  ["ada@example.com,eve@example.com", /comma/],
  ["<ada@example.com>", /bracket/],
  ['"ada"@example.com', /quote/],
  ["аda@example.com", /not ASCII/],
  ["ada@exаmple.com", /not ASCII/],
  ["ada＠example.com", /not ASCII/],
  ["ada@bücher.example", /not ASCII/],
  ["\u212a@example.com", /not ASCII/],
  [".ada@example.com", NO_LOCAL],
  ["ada.@example.com", NO_LOCAL],
  ["a..da@example.com", NO_LOCAL],
  ["-oQ@example.com", NO_LOCAL],
  ["ada%eve.example@example.com", NO_LOCAL],
  ["eve.example!ada@example.com", NO_LOCAL],
  ["ada;eve@example.com", NO_LOCAL],
  ["ada(eve)@example.com", NO_LOCAL],
  ["ada\\@example.com", NO_LOCAL],
  [`${"l".repeat(65)}@example.com`, NO_LOCAL],
  ["ada@.example.com", NO_NAME],
  ["ada@example.com.", NO_NAME],
  ["ada@example..com", NO_NAME],
  ["ada@-example.com", NO_NAME],
  ["ada@example-.com", NO_NAME],
  ["ada@127.0.0.1", NO_NAME],
  ["ada@[127.0.0.1]", NO_NAME],
  ["ada@exam_ple.com", NO_NAME],
  [`a@${"h".repeat(64)}.example`, NO_NAME],
];
for (const [text, says] of REFUSED) {
  test(`e-mail: ${JSON.stringify(text.slice(0, 40))}, ${text.length} long -> ${says.source}`, () => {
    const isLong = text.indexOf("@") > 64;
    assert.equal(canonicalEmail(text), undefined);
    assert.ok(!Value.Check(EmailAddress, text));
    assert.match(ruleOf(EmailAddress)?.faultOf?.(text)?.says ?? "", says);
    if (!isLong) assert.doesNotMatch(text, PUBLISHED);
  });
}

test("e-mail: 254 characters, 255, 1 MB -> taken, refused, refused", () => {
  const local = "l".repeat(64);
  const host = Array.from({ length: 3 }, () => "d".repeat(60)).join(".");
  for (const [length, isTaken] of [
    [EMAIL_LENGTH_MAX, true],
    [EMAIL_LENGTH_MAX + 1, false],
  ] as const) {
    const text = `${local}@${host}.${"c".repeat(length - local.length - host.length - 2)}`;
    assert.equal(text.length, length);
    assert.equal(canonicalEmail(text) !== undefined, isTaken);
  }
  assert.equal(canonicalEmail(`a@${"b.".repeat(500_000)}com`), undefined);
});

test("e-mail: any text near an address -> what is taken cannot break a line or name two people", () => {
  const piece = fc.oneof(
    fc.constantFrom("@", ".", "-", "\r", "\n", "\r\n", ",", ";", "<", ">", '"', " ", "\t", "\0"),
    fc.constantFrom(
      "a",
      "ada",
      "example",
      "com",
      "xn--",
      "\u212a",
      "\u017f",
      "а",
      "＠",
      "\u200b",
      "\u2028",
    ),
    fc.string({ unit: CODE_POINT, maxLength: 3 }),
  );
  const near = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
  const inserted = fc
    .tuple(fc.nat(15), piece)
    .map(([at, text]) => `${"ada@example.com".slice(0, at)}${text}${"ada@example.com".slice(at)}`);
  let taken = 0;
  fc.assert(
    fc.property(fc.oneof(near, inserted), (text) => {
      const canonical = canonicalEmail(text);
      if (canonical === undefined) return;
      taken++;
      assert.match(text, /^[\x21-\x7e]{3,254}$/);
      assert.doesNotMatch(text, /[\r\n,;:<>"()[\]\\`|!%\s]/);
      assert.equal(text.split("@").length, 2);
      assert.equal(canonicalEmail(canonical), canonical);
      assert.equal(canonical, text.toLowerCase());
    }),
    { numRuns: 5_000 },
  );
  assert.ok(taken > 50, `${taken} taken`);
});

test("e-mail: the schema -> personal", () => {
  assert.ok(isHidden(EmailAddress));
});

test("e-mail: a host below .example or .invalid -> no mailbox; any other -> one", () => {
  for (const host of ["demo.example", "a.invalid"]) assert.ok(!canHaveMailbox(`ada@${host}`), host);
  for (const host of ["example.com", "example.org", "a.example.net", "invalid.com"]) {
    assert.ok(canHaveMailbox(`ada@${host}`), host);
  }
});

/** Digits as a bigint against BigInt. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../test/support/properties.ts";
import { wholeNumber } from "./whole_number.ts";

test("wholeNumber: any digits, and the limits of what is exact -> what BigInt gives", () => {
  const digits = fc.oneof(
    fc.bigInt(0n, 10n ** 18n).map(String),
    fc.integer({ min: 0, max: 19 }).map((count) => `1${"0".repeat(count)}`),
    fc.integer({ min: 1, max: 19 }).map((count) => "9".repeat(count)),
  );
  fc.assert(fc.property(digits, (text) => assert.equal(wholeNumber(text), BigInt(text))));
});

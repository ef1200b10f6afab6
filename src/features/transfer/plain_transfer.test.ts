/** The answer to a plain transfer as bytes against its plain twin. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { encodeIdSuffix, placeOf } from "../../base/id.ts";
import { plainTransferBytes } from "./plain_transfer.ts";
import { plainTransferJson } from "./transfer_json.ts";

const accountId = fc.oneof(
  fc.nat(9_999).map((index) => `acct_${encodeIdSuffix(1_000, 2, placeOf(7, index % 8_192), 3)}`),
  fc.constantFrom("acct_1", "acct_22"),
);
const draft = fc.record({
  sourceAccountId: accountId,
  destinationAccountId: accountId,
  amount: fc.oneof(fc.bigInt(1n, 99n), fc.bigInt(1n, 10n ** 18n - 1n)).map(String),
  currency: fc.constantFrom("EUR", "USD", "JPY"),
});
const made = fc
  .record({
    // Few times in one second and over many years, so that some are the time before.
    timeMs: fc.oneof(fc.integer({ min: 1_800_000_000_000, max: 1_800_000_000_003 }), fc.nat()),
    shard: fc.nat(3),
    frame: fc.nat(2 ** 40 - 2),
    index: fc.nat(8_191),
    productId: fc.constantFrom("prod_1", "prod_2"),
    environment: fc.constantFrom("live" as const, "sandbox" as const),
    type: fc.constantFrom("product_key" as const, "user" as const, "agent" as const),
    id: fc.constantFrom("key_1", "key_2", "usr_1"),
  })
  .map(({ timeMs, shard, frame, index, productId, environment, type, id }) => ({
    suffix: encodeIdSuffix(timeMs, shard, placeOf(frame + 1, index), 0),
    timeMs,
    names: { productId, environment },
    actor: { type, id },
  }));

test("plain transfer: answers one after another, of more forms than are kept -> each as its text", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(draft, made), { minLength: 1, maxLength: 60 }), (answers) => {
      for (const [input, facts] of answers) {
        const bytes = Buffer.from(plainTransferBytes(input, facts)).toString();
        assert.equal(bytes, plainTransferJson(input, facts));
      }
    }),
  );
});

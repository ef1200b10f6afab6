/** The answer to a plain transfer as bytes against its plain twin. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../../test/support/properties.ts";
import { encodeIdSuffix, placeOf } from "../../base/id.ts";
import { MISSES_PER_TEMPLATE, plainTransferBytes } from "./plain_transfer.ts";
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
    index: fc.nat(8_000),
    productId: fc.constantFrom("prod_1", "prod_2"),
    environment: fc.constantFrom("live" as const, "sandbox" as const),
    type: fc.constantFrom("product_key" as const, "user" as const, "agent" as const),
    id: fc.oneof(
      fc.constantFrom("key_1", "usr_1"),
      fc.nat(999).map((index) => `key_${index}`),
    ),
  })
  .map(({ timeMs, shard, frame, index, productId, environment, type, id }) => ({
    shard,
    place: placeOf(frame + 1, index),
    timeMs,
    names: { productId, environment },
    actor: { type, id },
  }));

test("plain transfer: answers one after another, of more forms than are kept -> each as its text", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(draft, made), { minLength: 1, maxLength: 20 }), (answers) => {
      for (const [input, { shard, place, timeMs, ...facts }] of answers) {
        // The form has its template after so many answers at the latest.
        for (let count = 0; count <= MISSES_PER_TEMPLATE; count++) {
          const later = timeMs + (count >> 1);
          const suffix = encodeIdSuffix(later, shard, place + count, 0);
          const each = { ...facts, suffix, timeMs: later };
          const bytes = Buffer.from(plainTransferBytes(input, each)).toString();
          assert.equal(bytes, plainTransferJson(input, each));
        }
      }
    }),
  );
});

/** The head of an answer with a record as bytes against its plain twin. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../../test/support/properties.ts";
import { encodeIdSuffix, placeOf } from "../../base/id.ts";
import { type RecordedAnswer, recordedHead, recordedHeadText } from "./recorded_head.ts";
import { DATA_HEADERS } from "./security_headers.ts";

const answer: fc.Arbitrary<RecordedAnswer> = fc.record({
  status: fc.constantFrom(200, 201),
  requestId: fc.oneof(
    fc.string({ unit: fc.constantFrom(..."!-~aZ09_"), minLength: 1, maxLength: 128 }),
    fc.nat(2_000).map((count) => `req_OL6w6dEUEFE7${count.toString(36)}`),
  ),
  suffix: fc.nat(2 ** 40 - 2).map((frame) => encodeIdSuffix(1_000, 2, placeOf(frame + 1, 3), 0)),
  budget: fc
    .record({
      limit: fc.constantFrom(0, 60, 16_000_000),
      remaining: fc.oneof(fc.nat(16_000_000), fc.constantFrom(0, 1, 9, 10, 99, 100, 999, 1_000)),
      resetSeconds: fc.constantFrom(1_795_414_680, 1_795_414_740),
    })
    .map((budget) => (budget.limit === 0 ? { limit: 0, remaining: 0, resetSeconds: 0 } : budget)),
  guard: fc.constantFrom(DATA_HEADERS, `${DATA_HEADERS}\r\nx: y`),
});

test("recorded head: answers one after another, of more forms than are kept -> each as its text", () => {
  fc.assert(
    fc.property(fc.array(answer, { minLength: 1, maxLength: 60 }), (answers) => {
      for (const one of answers) {
        assert.equal(Buffer.from(recordedHead(one)).toString(), recordedHeadText(one));
      }
    }),
  );
});

test("recorded head: a record and a budget -> the lines that clients are promised, once each", () => {
  const suffix = encodeIdSuffix(1_000, 2, placeOf(7, 3), 0);
  const budget = { limit: 60, remaining: 7, resetSeconds: 1_795_414_680 };
  const head = { status: 201, requestId: "req_1", suffix, budget, guard: DATA_HEADERS };
  assert.deepEqual(Buffer.from(recordedHead(head)).toString().split("\r\n"), [
    "201 Created",
    "content-type: application/json",
    "x-request-id: req_1",
    `service-operation-id: op_${suffix}`,
    `service-receipt-id: rcpt_${suffix}`,
    "x-ratelimit-limit: 60",
    "x-ratelimit-reset: 1795414680",
    "x-ratelimit-remaining: 7",
    "cache-control: no-store",
    "x-content-type-options: nosniff",
    "connection: keep-alive",
    "keep-alive: timeout=7",
  ]);
});

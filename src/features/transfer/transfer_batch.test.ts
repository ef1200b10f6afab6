/** The hand-written JSON of a batch against its plain twin. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../../test/support/properties.ts";
import { encodeIdSuffix } from "../../base/id.ts";
import type { Fact, StoredRecord } from "../../contract/records/record.ts";
import { TRANSFER_ROW } from "../ledger/transfer_row.ts";
import {
  BATCH_ITEMS_MAX,
  isAllPosted,
  plainBatchJson,
  TRANSFER_BATCH_REFUSED,
  transferBatchJson,
} from "./transfer_batch.ts";

const HEAD = {
  place: 24_577,
  shard: 1,
  timeMs: 1_769_850_000_123,
  operation: "transfer.batch.create",
  requestId: "r",
  realm: 1,
  principalId: "key_1",
  actorType: "product_key",
  actorId: "key_1",
  cause: "api",
  previousPlace: 0,
  parentPlace: 0,
  requestDigest: "",
  status: 201,
  firstEvent: 1,
} as const;

const status = fc.constantFrom("posted", "failed", "refused");

test("transfer batch: any mix of results -> the text that JSON.stringify gives", () => {
  fc.assert(
    fc.property(fc.array(status, { minLength: 1, maxLength: 40 }), (statuses) => {
      const record: StoredRecord = { ...HEAD, facts: factsOf(statuses) };
      assert.equal(transferBatchJson(record), JSON.stringify(plainBatch(statuses)));
    }),
  );
});

test("transfer batch: every number of posted items -> what the edge makes is what the record gives", () => {
  for (let count = 1; count <= BATCH_ITEMS_MAX; count++) {
    const statuses = Array.from({ length: count }, () => "posted");
    const facts = factsOf(statuses);
    assert.equal(isAllPosted(facts), true);
    const answer = plainBatchJson(count, suffixAt(0));
    assert.equal(answer, transferBatchJson({ ...HEAD, facts }));
    assert.equal(answer, JSON.stringify(plainBatch(statuses)));
  }
});

for (const last of ["failed", "refused"]) {
  test(`transfer batch: one item ${last} -> the edge does not make the answer`, () => {
    assert.equal(isAllPosted(factsOf([last, "posted"])), false);
  });
}

function errorOf(index: number) {
  return { code: "state_conflict", message: `"${index}"`, details: { externalId: `o-${index}` } };
}

function factsOf(statuses: readonly string[]): Fact[] {
  const rows: (Fact & { sub: number })[] = [];
  const refused: (Fact & { index: number })[] = [];
  statuses.forEach((each, index) => {
    if (each !== "refused") rows.push({ kind: TRANSFER_ROW, sub: index });
    if (each === "posted") return;
    refused.push({ kind: TRANSFER_BATCH_REFUSED, index, ...{ error: errorOf(index) } });
  });
  return [...rows, ...refused];
}

function plainBatch(statuses: readonly string[]) {
  const own = suffixAt(0);
  const posted = statuses.filter((each) => each === "posted").length;
  return {
    results: statuses.map((each, index) => ({
      status: each,
      transferId: each === "refused" ? undefined : `tr_${suffixAt(index)}`,
      error: each === "posted" ? undefined : errorOf(index),
    })),
    posted,
    failed: statuses.length - posted,
    operationId: `op_${own}`,
    receiptId: `rcpt_${own}`,
  };
}

function suffixAt(sub: number): string {
  return encodeIdSuffix(HEAD.timeMs, HEAD.shard, HEAD.place, sub);
}

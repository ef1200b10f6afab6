/** Proofs of receipts: what they hold, who may have them, and that nothing altered passes. */
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { Value } from "@sinclair/typebox/value";
import { jwkSetText, keyIdOf, pemText, publicKeysIn } from "../../contract/signing_key.ts";
import { readScopes } from "../operation_ids.ts";
import { operations } from "../registry.ts";
import { keyCaller, type TestShard } from "../testing.ts";
import { TEST_CODECS, TEST_KEYS } from "../testing_proofs.ts";
import { receiptProofRetrieve } from "./receipt.proof.retrieve.ts";
import type { ReceiptProof } from "./receipt_proof_schema.ts";
import type { Receipt } from "./receipt_schema.ts";
import { createReceiptShard, listReceipts } from "./testing_receipts.ts";
import { ProofRefused, verifyReceiptProof } from "./verify_receipt_proof.ts";

const KEYS = publicKeysIn(jwkSetText(TEST_KEYS.publicKey));
const SIGNED_ONLY = ["productId", "environment", "previousReceiptDigest", "place"];

test("receipt.proof.retrieve: a transfer, a refusal, a batch -> proven, the receipt as it is listed", () => {
  const { shard } = createReceiptShard();
  for (const receipt of listReceipts(shard)) {
    const text = proofText(shard, receipt);
    const { proof, ofRecord, signedOnly } = verifyReceiptProof(text, KEYS, TEST_CODECS);
    assert.deepEqual(proof.receipt, receipt);
    assert.ok(ofRecord.includes("operation") && !ofRecord.includes("transferIds"));
    assert.ok(signedOnly.includes("transferIds") && signedOnly.includes("productId"));
    assert.equal(text.includes('"salt"') || text.includes('"body"'), false);
  }
});

test("receipt.proof.retrieve: with the record -> transfers, resource and digests are the record's too", () => {
  const { shard } = createReceiptShard();
  for (const receipt of listReceipts(shard)) {
    const text = proofText(shard, receipt, { isWhole: true });
    const { signedOnly } = verifyReceiptProof(text, KEYS, TEST_CODECS);
    // The body of one transfer names its accounts by ids that its record has not.
    const isOneTransfer = receipt.operation !== "transfer.batch.create";
    const isDerived = isOneTransfer && receipt.responseDigest !== undefined;
    const expected = isDerived ? [...SIGNED_ONLY, "responseDigest"] : SIGNED_ONLY;
    const given = expected.filter((field) => field in receipt).sort();
    assert.deepEqual([...signedOnly].sort(), given);
  }
});

test("receipt.proof.retrieve: with the record, each scope to read missing in turn -> missing_required_scope", () => {
  const { shard } = createReceiptShard();
  const [receipt] = listReceipts(shard) as [Receipt];
  const { receiptId } = receipt;
  assert.ok(operations.length > 0 && readScopes().includes("balances:read"));
  for (const missing of readScopes()) {
    const scopes = readScopes().filter((scope) => scope !== missing);
    const input = { receiptId, include: "record" };
    const { code, refusal } = shard.read(receiptProofRetrieve, input, {
      caller: keyCaller({ scopes }),
    });
    assert.equal(code, "missing_required_scope");
    assert.equal(refusal?.details["scope"], missing);
  }
});

test("receipt.proof.retrieve: unknown, malformed and foreign ids -> resource_not_found", () => {
  const { shard } = createReceiptShard();
  const [{ receiptId }] = listReceipts(shard) as [Receipt];
  for (const unknown of ["rcpt_x", receiptId.replace("rcpt_", "op_"), `${receiptId}0`]) {
    const { code } = shard.read(receiptProofRetrieve, { receiptId: unknown });
    assert.equal(code, "resource_not_found");
  }
  const foreign = shard.read(receiptProofRetrieve, { receiptId }, { scope: 2 });
  assert.equal(foreign.code, "resource_not_found");
});

test("proof of a receipt: any bit of the file flipped -> refused", () => {
  const { shard } = createReceiptShard();
  const [, refused] = listReceipts(shard) as [Receipt, Receipt];
  const bytes = Buffer.from(proofText(shard, refused, { isWhole: true }));
  verifyReceiptProof(bytes.toString(), KEYS, TEST_CODECS);
  const passed: string[] = [];
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const flipped = Buffer.from(bytes);
    flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7));
    try {
      verifyReceiptProof(flipped.toString(), KEYS, TEST_CODECS);
      passed.push(`${bit >> 3}.${bit & 7}: ${bytes.toString("utf8", (bit >> 3) - 20, bit >> 3)}`);
    } catch (cause) {
      assert.ok(cause instanceof ProofRefused, String(cause));
    }
  }
  assert.deepEqual(passed, []);
});

test("proof of a receipt: its own values put together otherwise -> refused, saying why", () => {
  const { shard } = createReceiptShard();
  const [a, b] = listReceipts(shard).map(
    (receipt) => JSON.parse(proofText(shard, receipt)) as ReceiptProof,
  ) as [ReceiptProof, ReceiptProof];
  const other = generateKeyPairSync("ed25519").publicKey;
  const cases: [object, RegExp][] = [
    [{ ...a, receipt: b.receipt }, /receipt's signature/],
    [{ ...a, receipt: b.receipt, signature: b.signature }, /hash of the record/],
    [{ ...a, record: b.record }, /hash of the record/],
    [{ ...a, inclusion: b.inclusion }, /path from the record/],
    [{ ...a, treeHead: { ...a.treeHead, treeSize: 9 } }, /tree head's signature/],
    [{ ...a, treeHead: { ...a.treeHead, keyId: keyIdOf(other) } }, /which was not given/],
    [{ ...a, record: { ...a.record, salt: "00".repeat(16) } }, /one is missing/],
    [{ ...a, more: 1 }, /no proof/],
  ];
  for (const [altered, why] of cases) {
    const text = JSON.stringify(altered);
    assert.throws(() => verifyReceiptProof(text, KEYS, TEST_CODECS), why);
  }
});

test("keys of receipts: as a JWK set and as PEM -> the same key under its thumbprint", () => {
  const id = keyIdOf(TEST_KEYS.publicKey);
  for (const text of [jwkSetText(TEST_KEYS.publicKey), pemText(TEST_KEYS.publicKey)]) {
    const keys = publicKeysIn(text);
    assert.deepEqual([...keys.keys()], [id]);
    assert.ok(keys.get(id)?.equals(TEST_KEYS.publicKey));
  }
  assert.throws(() => publicKeysIn("no key"));
});

function proofText(shard: TestShard, { receiptId }: Receipt, { isWhole = false } = {}): string {
  const input = isWhole ? { receiptId, include: "record" } : { receiptId };
  const { reply, refusal } = shard.read(receiptProofRetrieve, input, {
    caller: keyCaller({ scopes: readScopes() }),
  });
  assert.equal(refusal, undefined);
  assert.deepEqual([...Value.Errors(receiptProofRetrieve.output, reply)], []);
  return JSON.stringify(reply);
}

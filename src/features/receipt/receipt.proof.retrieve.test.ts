/** Proofs of receipts: what a proof holds, who may read one, and that no altered proof passes. */
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { checkAfterTest } from "../../../test/support/after_each_test.ts";
import { listReceipts, makeReceipts } from "../../../test/support/features/receipt/receipts.ts";
import { TEST_ID_KEY, withIdKey } from "../../../test/support/id_key.ts";
import { keyCaller, START_MS } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { fund, openAccount } from "../../../test/world/parties.ts";
import { TEST_CODECS, TEST_KEYS } from "../../../test/world/proofs.ts";
import { unknownIds } from "../../../test/world/rows.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { useIdKey } from "../../base/hidden_place.ts";
import { exampleIdSuffix, placeOf, suffixOf, timeMsOfSuffix } from "../../base/id.ts";
import {
  jwkSetText,
  keyIdOf,
  pemText,
  pemTexts,
  publicKeysIn,
} from "../../contract/records/signing_key.ts";
import { signText, statementText } from "../../contract/records/tree_head.ts";
import { readScopes } from "../operation_ids.ts";
import { ProofRefused } from "./proof_text.ts";
import { receiptProofRetrieve } from "./receipt.proof.retrieve.ts";
import type { ReceiptProof } from "./receipt_proof_schema.ts";
import type { Receipt } from "./receipt_schema.ts";
import { digestOf } from "./receipt_view.ts";
import { verifyReceiptProof } from "./verify_receipt_proof.ts";

const KEYS = publicKeysIn(jwkSetText([{ key: TEST_KEYS.publicKey }]));
const SIGNED_ONLY = ["productId", "environment", "previousReceiptDigest", "place"];
/** Operations whose answer names accounts by id: the record does not have these ids. */
const ANSWER_NOT_IN_RECORD = ["transfer.create", "sandbox.account_funding.create"];
/** A key with every scope to read, which the whole record takes. */
const READER = keyCaller({ scopes: readScopes() });

async function proofText(
  world: World,
  { receiptId }: Receipt,
  { isWhole = false } = {},
): Promise<string> {
  const input = isWhole ? { receiptId, include: "record" } : { receiptId };
  return JSON.stringify(await world.found(receiptProofRetrieve, input, { caller: READER }));
}

async function withReceipts() {
  const world = await openWorld();
  makeReceipts(world);
  return { world, receipts: await listReceipts(world) };
}

decisionTable(receiptProofRetrieve, {
  given: makeReceipts,
  input: ({ receiptId }) => ({ receiptId }),
  rows: [
    {
      title: "a transfer, a refusal, a batch",
      outcome: "proven, the receipt as it is listed",
      async check(_came, { world }) {
        for (const receipt of await listReceipts(world)) {
          const text = await proofText(world, receipt);
          const { proof, ofRecord, signedOnly } = verifyReceiptProof(text, KEYS, TEST_CODECS);
          assert.deepEqual(proof.receipt, receipt);
          assert.ok(ofRecord.includes("operation") && !ofRecord.includes("transferIds"));
          assert.ok(signedOnly.includes("transferIds") && signedOnly.includes("productId"));
          assert.equal(text.includes('"salt"') || text.includes('"body"'), false);
        }
      },
    },
    {
      title: "with the record",
      input: { include: "record" },
      asking: { caller: READER },
      outcome: "transfers, resource and digests are the record's too",
      async check(_came, { world }) {
        for (const receipt of await listReceipts(world)) {
          const text = await proofText(world, receipt, { isWhole: true });
          const { signedOnly } = verifyReceiptProof(text, KEYS, TEST_CODECS);
          const isSigned =
            ANSWER_NOT_IN_RECORD.includes(receipt.operation) && "responseDigest" in receipt;
          const expected = isSigned ? [...SIGNED_ONLY, "responseDigest"] : SIGNED_ONLY;
          const given = expected.filter((field) => field in receipt).sort();
          assert.deepEqual([...signedOnly].sort(), given);
        }
      },
    },
    {
      title: "with the record, and no scope to read",
      input: { include: "record" },
      code: "missing_required_scope",
    },
    ...readScopes().map((scope) => ({
      title: `with the record, every scope to read but ${scope}`,
      input: { include: "record" },
      asking: { caller: keyCaller({ scopes: readScopes().filter((one) => one !== scope) }) },
      code: "missing_required_scope" as const,
      details: { scope },
    })),
    ...unknownIds({
      field: "receiptId",
      code: "resource_not_found",
      create: (world, caller) =>
        fund(world, openAccount(world, { caller }), 1n, { caller }).replace("tr_", "rcpt_"),
    }),
  ],
});

/** Records whose ids hide their place, and those of before, whose leaves have no suffix. */
const TIMES = [
  { which: "hidden", sinceMs: TEST_ID_KEY.sinceMs },
  { which: "shown", sinceMs: TEST_ID_KEY.sinceMs + 86_400_000 },
];
const NO_KEY_OF_OURS = { secret: Buffer.alloc(16, 5), sinceMs: 0 };

for (const { which, sinceMs } of TIMES) {
  test(`proof of a receipt: ids with their place ${which}, checked without the key of ids -> each proven, with its body too`, async () => {
    useIdKey({ ...TEST_ID_KEY, sinceMs });
    const { world, receipts } = await withReceipts();
    // The world is compared with its replay first, under the same key.
    checkAfterTest(async () => useIdKey(TEST_ID_KEY));
    const whole = receipts.map((receipt) => proofText(world, receipt, { isWhole: true }));
    const texts = await Promise.all(whole);
    assert.ok(texts.length > 2);
    await withIdKey(NO_KEY_OF_OURS, () => {
      for (const text of texts) {
        const { proof, ofRecord } = verifyReceiptProof(text, KEYS, TEST_CODECS);
        assert.equal("frame" in proof.receipt.place, which === "shown");
        assert.ok(ofRecord.includes("transferIds"));
      }
    });
  });
}

test("proof of a receipt: the signer says that the record has another id -> refused, by the leaf", async () => {
  const { world, receipts } = await withReceipts();
  const texts = await Promise.all(receipts.map((receipt) => proofText(world, receipt)));
  const [a, b] = texts.map((text) => JSON.parse(text) as ReceiptProof) as [
    ReceiptProof,
    ReceiptProof,
  ];
  const suffix = suffixOf("rcpt", b.receipt.receiptId) as string;
  const place = placeOf(1, 0);
  for (const where of [a.receipt.place, { ...a.receipt.place, frame: 1, index: 0 }]) {
    for (const own of [suffix, exampleIdSuffix(timeMsOfSuffix(suffix), place)]) {
      const claimed = {
        ...a.receipt,
        ...{ receiptId: `rcpt_${own}`, operationId: `op_${own}`, place: where },
      };
      const receipt = { ...claimed, digest: digestOf(claimed) };
      const signature = signText(
        statementText({ kind: "receipt.1", stated: receipt }),
        TEST_KEYS.privateKey,
      );
      const text = JSON.stringify({ ...a, receipt, signature });
      assert.throws(() => verifyReceiptProof(text, KEYS, TEST_CODECS), /hash of the record/);
    }
  }
});

test("proof of a receipt: any bit of the file flipped -> refused", async () => {
  const { world, receipts } = await withReceipts();
  const [, refused] = receipts as [Receipt, Receipt];
  const bytes = Buffer.from(await proofText(world, refused, { isWhole: true }));
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

test("proof of a receipt: its own values put together otherwise -> refused, saying why", async () => {
  const { world, receipts } = await withReceipts();
  const texts = await Promise.all(receipts.map((receipt) => proofText(world, receipt)));
  const [a, b] = texts.map((text) => JSON.parse(text) as ReceiptProof) as [
    ReceiptProof,
    ReceiptProof,
  ];
  const other = generateKeyPairSync("ed25519").publicKey;
  const cases: [object, RegExp][] = [
    [{ ...a, receipt: b.receipt }, /receipt's signature/],
    [{ ...a, receipt: b.receipt, signature: b.signature }, /hash of the record/],
    [{ ...a, record: b.record }, /hash of the record/],
    [{ ...a, inclusion: b.inclusion }, /path from the record/],
    [{ ...a, treeHead: { ...a.treeHead, treeSize: 99 } }, /tree head's signature/],
    [{ ...a, treeHead: { ...a.treeHead, keyId: keyIdOf(other) } }, /which was not given/],
    [{ ...a, record: { ...a.record, salt: "00".repeat(16) } }, /one is missing/],
    [{ ...a, more: 1 }, /no proof/],
  ];
  for (const [altered, why] of cases) {
    const text = JSON.stringify(altered);
    assert.throws(() => verifyReceiptProof(text, KEYS, TEST_CODECS), why);
  }
});

for (const [what, times, why] of [
  ["a time at its beginning", { fromMs: START_MS }, undefined],
  ["a time at its end", { fromMs: 0, untilMs: START_MS }, undefined],
  ["a time after which it is not trusted", { distrustedAfterMs: START_MS }, undefined],
  ["a time before its beginning", { fromMs: START_MS + 1 }, /signs only since/],
  ["a time after its end", { fromMs: 0, untilMs: START_MS - 1 }, /signs no more since/],
  ["a time that is not trusted", { distrustedAfterMs: START_MS - 1 }, /not trusted after/],
] as const) {
  test(`keys of receipts: a head with ${what} -> ${why === undefined ? "proven" : "refused"}`, async () => {
    const { world, receipts } = await withReceipts();
    const text = await proofText(world, receipts[0] as Receipt);
    const keys = publicKeysIn(jwkSetText([{ key: TEST_KEYS.publicKey, ...times }]));
    const verify = () => verifyReceiptProof(text, keys, TEST_CODECS);
    if (why === undefined) verify();
    else assert.throws(verify, why);
  });
}

test("keys of receipts: a time that is no time -> an error, and not a key without bounds", () => {
  const [jwk] = JSON.parse(jwkSetText([{ key: TEST_KEYS.publicKey }])).keys;
  for (const notTrustedAfter of ["soon", 5, null]) {
    assert.throws(() => publicKeysIn(JSON.stringify({ keys: [{ ...jwk, notTrustedAfter }] })));
  }
});

test("keys of receipts: several, one not trusted at all times -> all in the set, the others in PEM", () => {
  const other = generateKeyPairSync("ed25519").publicKey;
  const published = [
    { key: TEST_KEYS.publicKey, fromMs: 1 },
    { key: other, distrustedAfterMs: 2 },
  ];
  assert.equal(publicKeysIn(jwkSetText(published)).size, 2);
  assert.deepEqual([...publicKeysIn(pemTexts(published)).keys()], [keyIdOf(TEST_KEYS.publicKey)]);
  assert.equal(publicKeysIn(pemText(other) + pemText(TEST_KEYS.publicKey)).size, 2);
});

test("keys of receipts: as a JWK set and as PEM -> the same key under its thumbprint", () => {
  const id = keyIdOf(TEST_KEYS.publicKey);
  for (const text of [jwkSetText([{ key: TEST_KEYS.publicKey }]), pemText(TEST_KEYS.publicKey)]) {
    const keys = publicKeysIn(text);
    assert.deepEqual([...keys.keys()], [id]);
    assert.ok(keys.get(id)?.key.equals(TEST_KEYS.publicKey));
  }
  assert.throws(() => publicKeysIn("no key"));
});

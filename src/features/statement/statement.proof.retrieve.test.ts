/** Proofs of statements: what a proof holds, who may read one, and that no altered proof passes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { keyCaller } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { advanceClock, openAccount } from "../../../test/world/parties.ts";
import { TEST_CODECS, TEST_KEYS } from "../../../test/world/proofs.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { jwkSetText, publicKeysIn } from "../../contract/records/signing_key.ts";
import { ProofRefused } from "../receipt/proof_text.ts";
import type { StatementProof } from "../receipt/statement_proof_schema.ts";
import { verifyReceiptProof } from "../receipt/verify_receipt_proof.ts";
import { proofKindOf, verifyStatementProof } from "../receipt/verify_statement_proof.ts";
import type { ProductStatement } from "./product_statement_schema.ts";
import { statementList } from "./statement.list.ts";
import { statementProofRetrieve } from "./statement.proof.retrieve.ts";

/** A key that may read what the record of a sealing has. */
const READER = { caller: keyCaller({ scopes: ["statements:read", "usage:read"] }) };
const KEYS = publicKeysIn(jwkSetText([{ key: TEST_KEYS.publicKey }]));

async function given(world: World) {
  openAccount(world, { fundedMinor: 10n });
  advanceClock(world, "2026-03-02T00:00:00.000Z");
  const { productId } = world.principal;
  const { items } = await world.found(statementList, { productId });
  const [statement, before] = items as ProductStatement[];
  assert.ok(statement !== undefined && before !== undefined);
  return { statement, before, statementId: statement.statementId };
}

decisionTable(statementProofRetrieve, {
  given,
  input: ({ statementId }) => ({ statementId }),
  asking: () => READER,
  rows: [
    {
      title: "a sealed month",
      outcome: "proven, the statement as it is listed",
      check({ reply }, { statement }) {
        const text = JSON.stringify(reply);
        assert.equal(proofKindOf(text), "statement");
        const proven = verifyStatementProof(text, KEYS, TEST_CODECS);
        assert.deepEqual(proven.statement, statement);
        assert.equal(proven.proof.receipt.operation, "statement.seal");
      },
    },
    {
      title: "without the scope of usage",
      asking: { caller: keyCaller({ scopes: ["statements:read"] }) },
      code: "missing_required_scope",
      details: { scope: "usage:read" },
    },
    {
      title: "an unknown id",
      input: { statementId: "stmt_unknown" },
      code: "resource_not_found",
      details: { resourceType: "statement" },
    },
    {
      title: "a record that is gone",
      asking: { ...READER, altered: () => ({ record: () => undefined }) },
      code: "statement_evidence_incomplete",
      details: { missing: ["record"] },
    },
  ],
});

/** What is altered in a proof that holds. */
const ALTERATIONS: [
  what: string,
  alter: (proof: StatementProof, other: ProductStatement) => object,
][] = [
  ["another closing", (proof) => altered(proof, { closing: "11" })],
  ["another digest", (proof) => altered(proof, { entriesDigest: "0".repeat(64) })],
  ["the statement of another month", (proof, statement) => ({ ...proof, statement })],
  [
    "another id",
    (proof) => ({ ...proof, statement: { ...proof.statement, statementId: "stmt_other" } }),
  ],
  ["no record", (proof) => ({ ...proof, record: withoutBody(proof.record) })],
];

function altered(proof: StatementProof, change: object): object {
  const [first, ...more] = proof.statement.currencies;
  const currencies = [{ ...first, ...change }, ...more];
  return { ...proof, statement: { ...proof.statement, currencies } };
}

function withoutBody({ head, bodyCommitment }: StatementProof["record"]) {
  return { head, bodyCommitment };
}

test("proof of a statement: altered in any part -> refused; without the statement it is that of a receipt", async () => {
  const world = await openWorld();
  const { statementId, before } = await given(world);
  const proof: StatementProof = await world.found(statementProofRetrieve, { statementId }, READER);
  for (const [what, alter] of ALTERATIONS) {
    const text = JSON.stringify(alter(proof, before));
    assert.throws(() => verifyStatementProof(text, KEYS, TEST_CODECS), ProofRefused, what);
  }
  const { statement: _, ...receipt } = proof;
  const text = JSON.stringify(receipt);
  assert.equal(proofKindOf(text), "receipt");
  assert.equal(verifyReceiptProof(text, KEYS, TEST_CODECS).proof.receipt.outcome, "succeeded");
});

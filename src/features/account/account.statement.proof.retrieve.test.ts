/** Proofs of statements of accounts: what a proof holds, for accounts of any story, who may read one, and that no altered proof passes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { keyCaller } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import {
  cancel,
  clear,
  DAY_MS,
  fund,
  hold,
  openAccount,
  transfer,
} from "../../../test/world/parties.ts";
import { TEST_CODECS, TEST_KEYS } from "../../../test/world/proofs.ts";
import { UNKNOWN_ACCOUNTS } from "../../../test/world/rows.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { isoTime } from "../../base/iso_time.ts";
import { jwkSetText, publicKeysIn } from "../../contract/records/signing_key.ts";
import { signText, statementText } from "../../contract/records/tree_head.ts";
import { readScopes } from "../operation_ids.ts";
import type { AccountStatementProof } from "../receipt/account_statement_proof_schema.ts";
import { ProofRefused } from "../receipt/proof_text.ts";
import { verifyAccountStatementProof } from "../receipt/verify_account_statement_proof.ts";
import { verifyReceiptProof } from "../receipt/verify_receipt_proof.ts";
import { proofKindOf } from "../receipt/verify_statement_proof.ts";
import { transferBatchCreate } from "../transfer/transfer.batch.create.ts";
import { accountStatementProofRetrieve } from "./account.statement.proof.retrieve.ts";
import { accountStatementRetrieve } from "./account.statement.retrieve.ts";

const READER = { caller: keyCaller({ scopes: readScopes() }) };
const KEYS = publicKeysIn(jwkSetText([{ key: TEST_KEYS.publicKey }]));
const JANUARY = "2026-01";
const FEBRUARY = "2026-02";

/** Amounts of January, the last two as parts of one batch; then those of February, and March. */
function given(world: World) {
  const accountId = openAccount(world, { fundedMinor: 100n });
  const other = openAccount(world);
  transfer(world, accountId, other, "7");
  const part = { sourceAccountId: accountId, destinationAccountId: other, currency: "EUR" };
  const items = ["1", "2"].map((amount) => ({ ...part, amount }));
  world.made(transferBatchCreate, { items, atomic: true });
  world.nowMs += 10 * DAY_MS;
  transfer(world, accountId, other, "5");
  world.nowMs += 30 * DAY_MS;
  return { accountId, other };
}

const whole = (accountId: string, month: string) => ({ accountId, month, include: "record" });

async function proofOf(world: World, accountId: string, month: string) {
  const input = whole(accountId, month);
  const proof: AccountStatementProof = await world.found(
    accountStatementProofRetrieve,
    input,
    READER,
  );
  const statement = await world.found(accountStatementRetrieve, { accountId, month });
  const proven = verifyAccountStatementProof(JSON.stringify(proof), KEYS, TEST_CODECS);
  const { productId: _, environment: _of, receiptId: _by, lastRow, ...said } = proven.statement;
  assert.deepEqual(said, statement, "the statement is the one that is read");
  assert.notEqual(proven.record, undefined);
  return { proof, statement, lastRow };
}

decisionTable(accountStatementProofRetrieve, {
  given,
  input: ({ accountId }) => ({ accountId, month: JANUARY }),
  rows: [
    {
      title: "a sealed month",
      input: { include: "record" },
      asking: READER,
      outcome: "the statement with its signature, and the record of the last row",
      check({ reply }) {
        const text = JSON.stringify(reply);
        assert.equal(proofKindOf(text), "account_statement");
        const { statement, record } = verifyAccountStatementProof(text, KEYS, TEST_CODECS);
        assert.deepEqual(statement.lastRow, { index: 1, side: "debit" });
        assert.equal(statement.closing, "90");
        assert.equal(record?.operation, "transfer.batch.create");
      },
    },
    {
      title: "without the record",
      outcome: "the same, without the body of the record",
      check({ reply }) {
        assert.equal(reply.record.body, undefined);
        const text = JSON.stringify(reply);
        assert.equal(verifyAccountStatementProof(text, KEYS, TEST_CODECS).record, undefined);
      },
    },
    {
      title: "with the record, by a key that lacks a scope to read",
      input: { include: "record" },
      asking: { caller: keyCaller({ scopes: ["statements:read"] }) },
      code: "missing_required_scope",
    },
    {
      title: "the present month",
      input: { month: "2026-03" },
      code: "statement_evidence_incomplete",
      details: { missing: ["seal"] },
    },
    {
      title: "a record that is gone",
      asking: { altered: () => ({ record: () => undefined }) },
      code: "statement_evidence_incomplete",
      details: { missing: ["rows"] },
    },
    ...UNKNOWN_ACCOUNTS,
  ],
});

test("proof of an account's statement: holds that end, funding, both sides, a month without a row, one before any -> each closing is in its record", async () => {
  const world = await openWorld();
  const { accountId, other } = given(world);
  const idle = openAccount(world);
  const source = openAccount(world, { fundedMinor: 50n });
  const until = { expiresAt: isoTime(world.nowMs + 90 * DAY_MS) };
  const open = hold(world, source, other, "20", until);
  const cleared = hold(world, source, other, "10", until);
  clear(world, cleared.transferHoldId);
  world.nowMs += 40 * DAY_MS;
  cancel(world, open.transferHoldId);
  fund(world, source, 3n);
  world.nowMs += 40 * DAY_MS;
  for (const [id, month, closing, side] of [
    [accountId, JANUARY, "90", "debit"],
    [accountId, FEBRUARY, "85", "debit"],
    [accountId, "2026-03", "85", "debit"],
    [other, FEBRUARY, "15", "credit"],
    [source, "2026-03", "40", "debit"],
    [source, "2026-04", "43", "credit"],
    [idle, "2026-03", "0", undefined],
  ] as const) {
    const { statement, lastRow } = await proofOf(world, id, month);
    assert.deepEqual([statement.closing, lastRow?.side], [closing, side], `${id} ${month}`);
  }
});

/** What is altered in a proof that holds; the signer has signed the statements that are marked so. */
const ALTERATIONS: [
  what: string,
  alter: (proof: AccountStatementProof, other: AccountStatementProof) => object,
][] = [
  ["another closing", (proof) => stated(proof, { closing: "91" })],
  ["another opening", (proof) => stated(proof, { opening: "1" })],
  ["another account", (proof) => stated(proof, { accountId: "acct_other" })],
  ["the statement of another month", (proof, { statement }) => ({ ...proof, statement })],
  ["another closing, signed", (proof) => signed(stated(proof, { closing: "91" }))],
  ["no last row, signed", (proof) => signed(stated(proof, { lastRow: undefined }))],
  [
    "the other side, signed",
    (proof) => signed(stated(proof, { lastRow: { index: 1, side: "credit" } })),
  ],
  [
    "a row that there is not, signed",
    (proof) => signed(stated(proof, { lastRow: { index: 9, side: "debit" } })),
  ],
  ["an earlier month, signed", (proof) => signed(stated(proof, { month: "2025-12" }))],
  ["another Product, signed", (proof) => signed(stated(proof, { productId: "prod_other" }))],
  [
    "the statement of another month, with its signature",
    (proof, { statement, statementSignature }) => ({ ...proof, statement, statementSignature }),
  ],
  ["no signature", ({ statementSignature: _, ...proof }) => proof],
];

function stated(proof: AccountStatementProof, change: object): AccountStatementProof {
  const statement = { ...proof.statement, ...change };
  return JSON.parse(JSON.stringify({ ...proof, statement }));
}

function signed(proof: AccountStatementProof): object {
  const text = statementText({ kind: "account_statement.1", stated: proof.statement });
  return { ...proof, statementSignature: signText(text, TEST_KEYS.privateKey) };
}

test("proof of an account's statement: altered in any part, also by the signer -> refused; without the statement it is that of a receipt", async () => {
  const world = await openWorld();
  const { accountId } = given(world);
  const { proof } = await proofOf(world, accountId, JANUARY);
  const later = (await proofOf(world, accountId, FEBRUARY)).proof;
  for (const [what, alter] of ALTERATIONS) {
    const text = JSON.stringify(alter(proof, later));
    assert.throws(() => verifyAccountStatementProof(text, KEYS, TEST_CODECS), ProofRefused, what);
  }
  const { statement: _, statementSignature: _of, ...receipt } = proof;
  const text = JSON.stringify(receipt);
  assert.equal(proofKindOf(text), "receipt");
  assert.equal(verifyReceiptProof(text, KEYS, TEST_CODECS).proof.receipt.outcome, "succeeded");
});

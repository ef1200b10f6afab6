/** product.books.month.retrieve: the trial balance of a month, and the months that are refused. */
import assert from "node:assert/strict";
import { sell } from "../../../test/support/features/books/books.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { OTHER_PRODUCT } from "../../../test/world/rows.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { productBooksMonthRetrieve } from "./product.books.month.retrieve.ts";

/** A view in which every row of the books has one minor unit more of credits. */
function unbalanced(view: Snapshot): Partial<Snapshot> {
  return {
    *ascend(table, realm, range) {
      for (const row of view.ascend(table, realm, range)) {
        if (table !== LEDGER_TABLE.book) yield row;
        else yield { ...row, value: withOneMore(row.value) };
      }
    },
  };
}

function withOneMore(value: Uint8Array): Uint8Array {
  const row = JSON.parse(Buffer.from(value).toString()) as { credits: string };
  return Buffer.from(JSON.stringify({ ...row, credits: String(BigInt(row.credits) + 1n) }));
}

decisionTable(productBooksMonthRetrieve, {
  given: sell,
  input: ({ world }) => ({ productId: world.principal.productId, month: "2026-02" }),
  rows: [
    {
      title: "each month",
      outcome: "opens where the one before closed, zero in sum",
      async check({ input }, { world }) {
        let closed: Record<string, string> = {};
        for (const month of ["2026-01", "2026-02", "2026-03", "2026-04"]) {
          const { rows } = await world.found(productBooksMonthRetrieve, { ...input, month });
          const sums: Record<string, bigint> = {};
          const closing: Record<string, string> = {};
          for (const row of rows) {
            const key = row.currency + row.role;
            assert.equal(row.opening, closed[key] ?? "0", `${month} ${row.role}`);
            const moved = BigInt(row.credits) - BigInt(row.debits);
            assert.equal(BigInt(row.opening) + moved, BigInt(row.closing));
            sums[row.currency] = (sums[row.currency] ?? 0n) + BigInt(row.closing);
            closing[key] = row.closing;
          }
          closed = closing;
          assert.deepEqual(sums, { EUR: 0n, JPY: 0n }, month);
        }
      },
    },
    {
      title: "a Product without a realm",
      input: { productId: STRANGER.principal.productId },
      asking: { caller: STRANGER },
      outcome: "no rows",
      reply: { rows: [] },
    },
    OTHER_PRODUCT,
    {
      title: "a month to come",
      input: { month: "2026-05" },
      code: "statement_evidence_incomplete",
      details: { missing: ["month"] },
    },
    {
      title: "a month before the Product",
      input: { month: "2025-12" },
      code: "statement_evidence_incomplete",
      details: { missing: ["product"] },
    },
    {
      title: "books that do not add up",
      asking: { altered: unbalanced },
      code: "statement_evidence_incomplete",
      details: { missing: ["reconciliation"] },
    },
  ],
});

/** Decision table of statement.retrieve: what it shows, and what the ledger must still say. */
import assert from "node:assert/strict";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { advanceClock, openAccount, transfer } from "../../../test/world/parties.ts";
import type { Reading } from "../../../test/world/reading.ts";
import type { World } from "../../../test/world/world.ts";
import { decodeDocument, encodeDocument } from "../../contract/tables/table.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import type { ProductStatement } from "./product_statement_schema.ts";
import { statementList } from "./statement.list.ts";
import { statementRetrieve } from "./statement.retrieve.ts";

/** Two sealed months: money came in the first, and moved within the Product in the second. */
async function given(world: World) {
  const source = openAccount(world, { fundedMinor: 10n });
  advanceClock(world, "2026-02-15T00:00:00.000Z");
  transfer(world, source, openAccount(world), "4");
  advanceClock(world, "2026-03-15T00:00:00.000Z");
  const { productId } = world.principal;
  const { items } = await world.found(statementList, { productId });
  const [february, january] = items as ProductStatement[];
  assert.ok(february !== undefined && january !== undefined);
  return { january, statementId: february.statementId };
}

/** A read whose view shows another value of each row of a table. */
function altered(table: number, change: (stored: Record<string, unknown>) => object): Reading {
  type Range = { from?: string; below?: string };
  return {
    altered: (view) => {
      const change_ = (rows: Iterable<{ key: string; value: Uint8Array }>) =>
        [...rows].map(({ key, value }) => ({
          key,
          value: encodeDocument(change(decodeDocument(value))),
        }));
      const rows = (code: number, realm: number, range: Range, way: "ascend" | "descend") =>
        code === table ? change_(view[way](code, realm, range)) : view[way](code, realm, range);
      return {
        ascend: (code: number, realm: number, range: Range) => rows(code, realm, range, "ascend"),
        descend: (code: number, realm: number, range: Range) => rows(code, realm, range, "descend"),
      };
    },
  };
}

decisionTable(statementRetrieve, {
  given,
  input: ({ statementId }) => ({ statementId }),
  rows: [
    {
      title: "a month in which money moved within the Product",
      outcome: "the same opening and closing",
      check({ reply }) {
        const [euro] = (reply as ProductStatement).currencies;
        assert.ok(euro);
        const { entriesDigest, ...sums } = euro;
        assert.match(entriesDigest, /^[0-9a-f]{64}$/);
        assert.deepEqual(sums, {
          currency: "EUR",
          opening: "10",
          totalCredits: "0",
          totalDebits: "0",
          closing: "10",
          volume: "4",
          fees: "0",
          entryCount: 1,
          activeAccounts: 2,
          movements: [
            { kind: "book", count: 1, amount: "4", credits: "0", debits: "0", failedCount: 0 },
          ],
          corrections: [],
        });
      },
    },
    {
      title: "the month of the first money",
      input: ({ january }) => ({ statementId: january.statementId }),
      outcome: "opens with nothing",
      check: ({ reply }, { january }) => assert.deepEqual(reply, january),
    },
    {
      title: "an unknown id",
      input: { statementId: "stmt_unknown" },
      code: "resource_not_found",
      details: { resourceType: "statement" },
    },
    {
      title: "a day of the ledger that says something else",
      asking: altered(LEDGER_TABLE.dayTotals, (day) => ({ ...day, active: 7, first: 7 })),
      code: "statement_evidence_incomplete",
      details: { month: "2026-02", missing: ["rows"] },
    },
    {
      title: "a month before that closed with something else",
      asking: altered(LEDGER_TABLE.statement, (statement) => ({ ...statement, currencies: [] })),
      code: "statement_evidence_incomplete",
      details: { month: "2026-02", missing: ["reconciliation"] },
    },
  ],
});

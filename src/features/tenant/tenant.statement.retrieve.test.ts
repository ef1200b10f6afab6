/** tenant.statement.retrieve: a month of a company, and what the ledger must still say. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  companyOfMonths,
  withAlteredDays,
} from "../../../test/support/features/tenant/company_months.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { encodeDocument } from "../../contract/tables/table.ts";
import { type StatementDocument, statements } from "../statement/statement_noun.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { tenantStatementRetrieve } from "./tenant.statement.retrieve.ts";

platformTable(tenantStatementRetrieve, {
  given: companyOfMonths,
  asking: ({ owner, shardAt }) => ({ caller: owner.session, shardAt }),
  input: () => ({ month: "2026-01" }),
  rows: [
    {
      title: "the month of the first money",
      outcome: "what the statement of its Product says, by a digest that names the Product",
      check({ reply }, { shard, realm, productId }) {
        const [product] = reply.products;
        const all = [...shard.ascend(statements.table.code, realm, {})];
        const stated: StatementDocument[] = all.map(({ value }) => statements.decoded(value));
        const own = stated.find(({ month }) => month === "2026-01");
        assert.ok(own !== undefined);
        const [{ entriesDigest, ...euro } = { entriesDigest: "" }] = own.currencies;
        const line = `${productId} ${entriesDigest}\n`;
        const digest = createHash("sha256").update(line).digest("hex");
        assert.deepEqual(reply.currencies, [{ ...euro, entriesDigest: digest }]);
        assert.deepEqual([product.statementId, product.status], [own.statementId, "sealed"]);
        assert.deepEqual([reply.status, reply.sealedAt], ["sealed", "2026-02-01T00:05:00.000Z"]);
      },
    },
    {
      title: "a month that no Product has sealed",
      input: { month: "2026-04" },
      code: "statement_evidence_incomplete",
      details: { month: "2026-04", missing: ["seal"] },
    },
    {
      title: "a month before the company",
      input: { month: "1999-01" },
      code: "statement_evidence_incomplete",
      details: { month: "1999-01", missing: ["seal"] },
    },
    {
      title: "a day of the ledger of a Product that says something else",
      asking: ({ shard }) => {
        const day = { kinds: {}, active: 0, first: 0, from: 1, digest: "00" };
        const altered = withAlteredDays(shard, LEDGER_TABLE.dayTotals, encodeDocument(day));
        return { shardAt: () => altered };
      },
      code: "statement_evidence_incomplete",
      details: { month: "2026-01", missing: ["rows"] },
    },
  ],
});

/** tenant.statement.list: the months of the whole company, newest first. */
import { declareRead } from "../../contract/declare/operation.ts";
import { PEOPLE } from "../../contract/declare/principal_lists.ts";
import { ListQuery, listOf } from "../../contract/values/formats.ts";
import { answerPage, type WalkRow } from "../../contract/values/page.ts";
import { timeRangeOf } from "../record_walk.ts";
import { companyStatement, monthsOf, openProducts } from "./company_statement.ts";
import { CompanyStatement } from "./company_statement_schema.ts";

export const tenantStatementList = declareRead({
  id: "tenant.statement.list",
  summary: "List the statements of the company",
  description:
    "One for each month that any of its Products has sealed, newest first: their statements, added up.",
  tag: "Statements",
  http: { method: "GET", path: "/tenant/statements" },
  principals: PEOPLE,
  scope: "statements:read",
  acts: { on: "tenant" },
  runsIn: "pool",
  query: ListQuery,
  output: listOf(CompanyStatement, "CompanyStatementList"),
  refusals: [],
  read(snapshot, { limit, cursor, ...filters }, context) {
    const { fromMs, belowMs } = timeRangeOf(filters);
    function* walk(after: string | undefined): Generator<WalkRow> {
      const products = openProducts(snapshot, context);
      for (const sealed of monthsOf(products, after)) {
        const item = companyStatement(products, sealed, context);
        const createdAtMs = Date.parse(item.createdAt);
        if (createdAtMs < fromMs) return;
        yield { position: sealed.month, item: createdAtMs < belowMs ? item : undefined };
      }
    }
    return answerPage({ limit, cursor, filters, walk }, context);
  },
});

/** Statements of Products as a noun: the table, what happens to them, their list. */
import { isoTime } from "../../base/iso_time.ts";
import { filter, type ResourceNames } from "../../contract/declare/resource.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { actorOfText } from "../../contract/records/actor.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { noSuchHere } from "../../contract/refusals/unknown_id.ts";
import { Month } from "../calendar_month.ts";
import type { LedgerState } from "../ledger/ledger_state.ts";
import { declareNoun, type NounDocument, type StatePartOf } from "../noun.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { ProductStatement, type StatementCurrency } from "./product_statement_schema.ts";

/** Times are by the Product's clock, milliseconds UTC, but for `createdAtMs` and `updatedAtMs`. */
export type StatementDocument = NounDocument & {
  statementId: string;
  month: string;
  timeZone: string;
  fromMs: number;
  belowMs: number;
  currencies: readonly StatementCurrency[];
  sealedAtMs: number;
  createdAtMs: number;
};

export const statements = declareNoun<StatementDocument>()({
  noun: "statement",
  plural: "statements",
  prefix: "stmt",
  readScope: "statements:read",
  output: ProductStatement,
  notFoundCode: "resource_not_found",
  notFound: (statementId) =>
    refuse("resource_not_found", noSuchHere("stmt", statementId), { resourceType: "statement" }),
  table: { code: LEDGER_TABLE.statement },
  show: statementResource,
  search: { title: ({ month }) => month, texts: ({ month }) => [month] },
  stored: {},
  filters: {
    month: filter(
      described(Month, "Only the statement of this month."),
      (wanted) =>
        ({ month }) =>
          month === wanted,
    ),
  },
  happenings: { sealed: "A month of the Product is over: its statement is sealed." },
});

export type StatementState = LedgerState & StatePartOf<typeof statements>;

/** The statement in answers. The order of the fields is their order on the wire. */
export function statementResource(
  statement: Omit<StatementDocument, "realm">,
  { productId, environment }: ResourceNames,
): ProductStatement {
  return {
    statementId: statement.statementId,
    productId,
    environment,
    month: statement.month,
    timeZone: statement.timeZone,
    from: isoTime(statement.fromMs),
    to: isoTime(statement.belowMs),
    currencies: [...statement.currencies],
    sealedAt: isoTime(statement.sealedAtMs),
    revision: statement.revision,
    createdAt: isoTime(statement.createdAtMs),
    updatedAt: isoTime(statement.updatedAtMs),
    actor: actorOfText(statement.changedBy),
  };
}

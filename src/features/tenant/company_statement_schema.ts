/** The statement of a whole company's month on the wire. */
import { type Static, Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";
import { EnvironmentName, Id, Timestamp } from "../../contract/values/formats.ts";
import { Month } from "../calendar_month.ts";
import { StatementCurrency } from "../statement/product_statement_schema.ts";

const closed = { additionalProperties: false } as const;

export const StatedMonth = Type.String({
  ...Month,
  description: "Calendar month in the time zone of the company, `YYYY-MM`.",
});

const CompanyStatementProduct = Type.Object(
  {
    productId: Id("prod"),
    status: described(
      Type.Union([Type.Literal("open"), Type.Literal("sealed")]),
      "`open`: the month of the Product is not over by its clock, and no sum here has it.",
    ),
    statementId: Type.Optional(
      described(
        Id("stmt"),
        "The statement of the Product, which the sums have; absent while its month is open, and where no money had moved in it yet.",
      ),
    ),
  },
  {
    title: "CompanyStatementProduct",
    description: "A Product of the company in the month.",
    ...closed,
  },
);
export type CompanyStatementProduct = Static<typeof CompanyStatementProduct>;

export const CompanyStatement = Type.Object(
  {
    tenantId: Id("ten"),
    environment: EnvironmentName,
    month: StatedMonth,
    status: described(
      Type.Union([Type.Literal("open"), Type.Literal("sealed")]),
      "`open`: the month of some Product is not sealed. `sealed`: all are, and nothing here changes any more.",
    ),
    products: described(
      Type.Array(CompanyStatementProduct),
      "The Products of the company, those that are closed too.",
    ),
    currencies: Type.Array(StatementCurrency, {
      description:
        "The sealed statements of the Products, added up. `entriesDigest` is SHA-256 over a line for each of them, in the order of the ids of their Products: the `productId`, a space, its `entriesDigest`, and a line feed.",
    }),
    sealedAt: Type.Optional(
      described(Timestamp, "When the last Product was sealed; absent while the month is open."),
    ),
    createdAt: described(Timestamp, "When the month began, by the first of the Products' clocks."),
  },
  {
    title: "CompanyStatement",
    description: "What all Products of a company did in a month, in one environment.",
    ...closed,
  },
);
export type CompanyStatement = Static<typeof CompanyStatement>;

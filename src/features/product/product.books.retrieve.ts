/** product.books.retrieve: a Product's position in one currency, and the revenue of each month. */
import { type Static, Type } from "@sinclair/typebox";
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { BalanceAmount, Currency, Id } from "../../contract/values/formats.ts";
import { AccountRole } from "../account/account_schema.ts";
import { type BookRow, bookRows, byLabel, currenciesOf, ofRoles } from "../books/book_rows.ts";
import { evidenceOf, Month, MonthEvidence } from "../calendar_month.ts";
import { decodeAccountHead } from "../ledger/account_document.ts";
import { roleCodeOf, roleOf } from "../ledger/roles.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { LEDGER_TABLE } from "../table_codes.ts";

const BookLabel = Type.Object(
  {
    label: Type.Optional(
      Type.String({
        description: "One of the program's `books`; absent of movements without a label.",
      }),
    ),
    debits: described(BalanceAmount, "Minor units that left accounts of the role with the label."),
    credits: described(BalanceAmount, "Minor units that arrived there with the label."),
    balance: described(BalanceAmount, "`credits` less `debits` of the label, minor units."),
  },
  {
    title: "BookLabel",
    description: "What moved on the accounts of a role with one label.",
    additionalProperties: false,
  },
);

const LabelRevenue = Type.Object(
  {
    label: Type.Optional(
      Type.String({ description: "One of the program's `books`; absent of revenue without one." }),
    ),
    revenue: described(BalanceAmount, "Minor units of revenue with the label."),
  },
  {
    title: "LabelRevenue",
    description: "What revenue accounts took in with one label.",
    additionalProperties: false,
  },
);

const BookPosition = Type.Object(
  {
    role: AccountRole,
    debits: described(BalanceAmount, "Minor units that left accounts of the role, all time."),
    credits: described(
      BalanceAmount,
      "Minor units that arrived on accounts of the role, all time.",
    ),
    balance: described(BalanceAmount, "`credits` less `debits`, minor units."),
    labels: Type.Optional(
      described(
        Type.Array(BookLabel),
        "The same by the labels that the program gives its movements; absent where none has one. They add up to the role's.",
      ),
    ),
  },
  {
    title: "BookPosition",
    description: "All accounts of a role together; `balance` is `credits` less `debits`.",
    additionalProperties: false,
  },
);

const BookMonth = Type.Object(
  {
    month: Month,
    revenue: described(
      BalanceAmount,
      "Minor units that accounts of the role `product_revenue` took in.",
    ),
    revenueByLabel: Type.Optional(
      described(
        Type.Array(LabelRevenue),
        "The same by label; absent where none has one. They add up to `revenue`.",
      ),
    ),
    volume: described(BalanceAmount, "Minor units that moved in the month."),
    evidence: described(MonthEvidence, "Whether entries may still be added to the month."),
  },
  {
    title: "BookMonth",
    description: "`revenue` is what revenue accounts took in, `volume` all that moved.",
    additionalProperties: false,
  },
);

const Books = Type.Object(
  {
    productId: Id("prod"),
    currency: Type.Optional(
      described(Currency, "Currency of all amounts here; absent while the Product has no account."),
    ),
    currencies: Type.Array(Currency, { description: "Those that have books." }),
    position: described(Type.Array(BookPosition), "Where the Product stands, by role."),
    revenueToDate: described(BalanceAmount, "Minor units of revenue, all time."),
    revenueByLabel: Type.Optional(
      described(
        Type.Array(LabelRevenue),
        "The same by label; absent where none has one. They add up to `revenueToDate`.",
      ),
    ),
    months: Type.Array(BookMonth, { description: "Those with entries, newest first." }),
  },
  {
    title: "Books",
    description: "Everything is in `currency`. The balances of `position` add up to zero.",
    additionalProperties: false,
  },
);
type Books = Static<typeof Books>;

const REVENUE_CODE = roleCodeOf("product_revenue");

export const productBooksRetrieve = declareRead({
  id: "product.books.retrieve",
  summary: "Read a Product's books",
  description:
    "In `currency`, or else in that of the Product's first account; where that one has no books, in the first one that has.",
  tag: "Books",
  http: { method: "GET", path: "/products/{productId}/books" },
  principals: PRODUCT_CALLERS,
  scope: "books:read",
  path: Type.Object({ productId: Id("prod") }, { additionalProperties: false }),
  query: Type.Object(
    { currency: Type.Optional(described(Currency, "The currency of the books to read.")) },
    { additionalProperties: false },
  ),
  output: Books,
  refusals: ["resource_not_found"],
  read(snapshot, { productId, currency: asked }, { principal, realm, nowMs }) {
    const otherProduct = refuseOtherProduct(principal, productId);
    if (otherProduct !== undefined) return otherProduct;
    const currencies = realm === undefined ? [] : [...currenciesOf(snapshot, realm)];
    const first = realm === undefined ? undefined : firstCurrency(snapshot, realm);
    const currency = asked ?? currencies.find((each) => each === first) ?? currencies[0] ?? first;
    const rows =
      realm === undefined || currency === undefined ? [] : [...bookRows(snapshot, realm, currency)];
    const revenue = rows.filter(({ roleCode }) => roleCode === REVENUE_CODE);
    const books: Books = {
      productId,
      ...(currency !== undefined && { currency }),
      currencies,
      position: positionOf(rows),
      revenueToDate: String(balanceOf(ofRoles(revenue))),
      ...revenueByLabel(revenue),
      months: monthsOf(rows, nowMs),
    };
    return found(books);
  },
});

/** One position for each role, in the order of the roles' codes. */
function positionOf(rows: readonly BookRow[]): Books["position"] {
  const codes = [...new Set(rows.map(({ roleCode }) => roleCode))].sort((a, b) => a - b);
  return codes.map((code) => {
    const own = rows.filter(({ roleCode }) => roleCode === code);
    const labels = byLabel(own).map(({ label, ...sums }) => ({
      ...(label !== undefined && { label }),
      ...shown(sums),
    }));
    return {
      role: roleOf(code).role,
      ...shown(totalOf(ofRoles(own))),
      ...(labels.length > 0 && { labels }),
    };
  });
}

function monthsOf(rows: readonly BookRow[], nowMs: number): Books["months"] {
  const byMonth = new Map<string, BookRow[]>();
  for (const row of rows) {
    const own = byMonth.get(row.month);
    if (own === undefined) byMonth.set(row.month, [row]);
    else own.push(row);
  }
  const months = [...byMonth].map(([month, own]) => {
    const revenue = own.filter(({ roleCode }) => roleCode === REVENUE_CODE);
    return {
      month,
      revenue: String(balanceOf(ofRoles(revenue))),
      ...revenueByLabel(revenue),
      volume: String(totalOf(ofRoles(own)).debitsMinor),
      evidence: evidenceOf(month, nowMs),
    };
  });
  return months.reverse();
}

/** `rows`: of the role of revenue, with those of its labels. */
function revenueByLabel(rows: readonly BookRow[]): Pick<Books, "revenueByLabel"> {
  const labels = byLabel(rows).map(({ label, debitsMinor, creditsMinor }) => ({
    ...(label !== undefined && { label }),
    revenue: String(creditsMinor - debitsMinor),
  }));
  return labels.length === 0 ? {} : { revenueByLabel: labels };
}

type Moved = Pick<BookRow, "debitsMinor" | "creditsMinor">;

function shown({ debitsMinor, creditsMinor }: Moved) {
  return {
    debits: String(debitsMinor),
    credits: String(creditsMinor),
    balance: String(creditsMinor - debitsMinor),
  };
}

function totalOf(rows: readonly BookRow[]): Moved {
  const total = { debitsMinor: 0n, creditsMinor: 0n };
  for (const row of rows) {
    total.debitsMinor += row.debitsMinor;
    total.creditsMinor += row.creditsMinor;
  }
  return total;
}

function balanceOf(rows: readonly BookRow[]): bigint {
  const { debitsMinor, creditsMinor } = totalOf(rows);
  return creditsMinor - debitsMinor;
}

function firstCurrency(snapshot: Snapshot, realm: number): string | undefined {
  for (const { value } of snapshot.ascend(LEDGER_TABLE.account, realm, {})) {
    return decodeAccountHead(value).currency;
  }
  return undefined;
}

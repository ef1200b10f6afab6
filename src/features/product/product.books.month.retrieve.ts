/** product.books.month.retrieve: the trial balance of a month, by currency and role. */
import { type Static, Type } from "@sinclair/typebox";
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { BalanceAmount, Currency, Id } from "../../contract/values/formats.ts";
import { AccountRole } from "../account/account_schema.ts";
import { type BookRow, bookRows, byLabel, currenciesOf } from "../books/book_rows.ts";
import {
  evidenceOf,
  Month,
  MonthAsked,
  MonthEvidence,
  refuseEvidence,
  refuseMonth,
} from "../calendar_month.ts";
import { roleOf } from "../ledger/roles.ts";
import { ownProductOf, refuseOtherProduct } from "../own_product.ts";

const TrialBalanceLabel = Type.Object(
  {
    label: Type.Optional(
      Type.String({
        description: "One of the program's `books`; absent of movements without a label.",
      }),
    ),
    debits: described(BalanceAmount, "Minor units that left these accounts with the label."),
    credits: described(BalanceAmount, "Minor units that arrived with the label."),
    entryCount: described(
      Type.Integer({ minimum: 0 }),
      "How many ledger lines of the month have the label.",
    ),
  },
  {
    title: "TrialBalanceLabel",
    description: "What moved in a month on the accounts of a role with one label.",
    additionalProperties: false,
  },
);

const TrialBalanceRow = Type.Object(
  {
    currency: described(Currency, "Currency of the amounts of the row."),
    role: AccountRole,
    opening: described(BalanceAmount, "Minor units posted when the month began."),
    debits: described(BalanceAmount, "Minor units that left these accounts in the month."),
    credits: described(BalanceAmount, "Minor units that arrived in the month."),
    closing: described(
      BalanceAmount,
      "Minor units posted when the month ended, or now in an open month.",
    ),
    entryCount: described(
      Type.Integer({ minimum: 0 }),
      "How many ledger lines these accounts have in the month.",
    ),
    labels: Type.Optional(
      described(
        Type.Array(TrialBalanceLabel),
        "What moved in the month by the labels that the program gives its movements; absent where none has one. They add up to the row's.",
      ),
    ),
  },
  {
    title: "TrialBalanceRow",
    description: "All accounts of a role; balances are credits less debits.",
    additionalProperties: false,
  },
);

const TrialBalance = Type.Object(
  {
    productId: Id("prod"),
    month: Month,
    rows: described(
      Type.Array(TrialBalanceRow),
      "One row for each currency and role that has entries.",
    ),
    evidence: described(MonthEvidence, "Whether entries may still be added to the month."),
  },
  {
    title: "TrialBalance",
    description: "In each currency debits equal credits, and `closing` adds up to zero.",
    additionalProperties: false,
  },
);
type Row = Static<typeof TrialBalanceRow>;
type Sums = {
  opening: bigint;
  debits: bigint;
  credits: bigint;
  entries: number;
  /** The rows of the month. */
  rows: BookRow[];
};

export const productBooksMonthRetrieve = declareRead({
  id: "product.books.month.retrieve",
  summary: "Read the trial balance of a month",
  description:
    "For each currency and role what the month opened and closed with, and what moved in it. Debits equal credits.",
  tag: "Books",
  http: { method: "GET", path: "/products/{productId}/books/months/{month}" },
  principals: PRODUCT_CALLERS,
  scope: "books:read",
  path: Type.Object({ productId: Id("prod"), month: MonthAsked }, { additionalProperties: false }),
  output: TrialBalance,
  refusals: ["resource_not_found", "statement_evidence_incomplete"],
  read(snapshot, { productId, month }, context) {
    const { principal, realm, nowMs } = context;
    const otherProduct = refuseOtherProduct(principal, productId);
    if (otherProduct !== undefined) return otherProduct;
    const begunMs = ownProductOf(context).createdAtMs;
    const refusal = refuseMonth(month, { nowMs, begunMs, resource: "Product" });
    if (refusal !== undefined) return refusal;
    const rows: Row[] = [];
    for (const currency of realm === undefined ? [] : currenciesOf(snapshot, realm)) {
      const byRole = sumsOf(snapshot, realm as number, { currency, month });
      if (!isBalanced([...byRole.values()])) {
        const message = `the ${currency} books of ${month} do not add up to zero`;
        return refuseEvidence(month, "reconciliation", message);
      }
      rows.push(...[...byRole].sort(([a], [b]) => a - b).map((role) => rowOf(currency, ...role)));
    }
    return found({ productId, month, rows, evidence: evidenceOf(month, nowMs) });
  },
});

function sumsOf(
  snapshot: Snapshot,
  realm: number,
  { currency, month }: { currency: string; month: string },
): Map<number, Sums> {
  const byRole = new Map<number, Sums>();
  for (const row of bookRows(snapshot, realm, currency, month)) {
    const sums = byRole.get(row.roleCode) ?? nothing();
    byRole.set(row.roleCode, sums);
    if (row.month === month) sums.rows.push(row);
    if (row.label !== undefined) continue;
    if (row.month === month) {
      sums.debits += row.debitsMinor;
      sums.credits += row.creditsMinor;
      sums.entries += row.entries;
    } else sums.opening += row.creditsMinor - row.debitsMinor;
  }
  return byRole;
}

function nothing(): Sums {
  return { opening: 0n, debits: 0n, credits: 0n, entries: 0, rows: [] };
}

function isBalanced(roles: readonly Sums[]): boolean {
  const opening = roles.reduce((sum, role) => sum + role.opening, 0n);
  const moved = roles.reduce((sum, role) => sum + role.credits - role.debits, 0n);
  return opening === 0n && moved === 0n;
}

function rowOf(currency: string, roleCode: number, sums: Sums): Row {
  return {
    currency,
    role: roleOf(roleCode).role,
    opening: String(sums.opening),
    debits: String(sums.debits),
    credits: String(sums.credits),
    closing: String(sums.opening + sums.credits - sums.debits),
    entryCount: sums.entries,
    ...labelsOf(sums),
  };
}

function labelsOf({ rows }: Sums): Pick<Row, "labels"> {
  const labels = byLabel(rows).map(({ label, debitsMinor, creditsMinor, entries }) => ({
    ...(label !== undefined && { label }),
    debits: String(debitsMinor),
    credits: String(creditsMinor),
    entryCount: entries,
  }));
  return labels.length === 0 ? {} : { labels };
}

/** product.books.entry.list: the double-entry lines of a Product, newest first. */
import { type Static, Type } from "@sinclair/typebox";
import { invariant } from "../../base/invariant.ts";
import { isoTime } from "../../base/iso_time.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import {
  Amount,
  BalanceAmount,
  Currency,
  Description,
  Id,
  ListQuery,
  listOf,
  Timestamp,
} from "../../contract/values/formats.ts";
import { answerPage, type WalkRow } from "../../contract/values/page.ts";
import { AccountRole } from "../account/account_schema.ts";
import { decodeAccountDocument } from "../ledger/account_document.ts";
import { accountIdsOf } from "../ledger/account_ids.ts";
import { reservedSuffix } from "../ledger/reservation.ts";
import { roleOf } from "../ledger/roles.ts";
import { TRANSFER_KINDS, type TransferRow } from "../ledger/transfer_row.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { timeRangeOf } from "../record_walk.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { realmRows } from "../transfer/transfer_walk.ts";

const BookSide = Type.Object(
  {
    accountId: Id("acct"),
    role: AccountRole,
    balance: described(BalanceAmount, "Minor units posted on the account after the entry."),
  },
  {
    title: "BookSide",
    description: "`balance` is what is posted on the account after the entry.",
    additionalProperties: false,
  },
);

const BookEntry = Type.Object(
  {
    entryId: Id("le"),
    transferId: Id("tr"),
    amount: described(Amount, "Minor units that moved."),
    currency: described(Currency, "Currency of both accounts."),
    debit: described(BookSide, "The account that the amount left."),
    credit: described(BookSide, "The account that the amount reached."),
    kind: described(
      Type.Union(TRANSFER_KINDS.map((kind) => Type.Literal(kind))),
      "What made the transfer: `book` a transfer, `funding` test money, `hold` a settled hold, `reversal` a reversal, `action` an action of an object; the others are not made yet.",
    ),
    description: Type.Optional(
      described(Description, "The description of the transfer; absent where it has none."),
    ),
    createdAt: described(Timestamp, "When the money moved: real time."),
  },
  {
    title: "BookEntry",
    description: "One amount, debited on one account and credited on another.",
    additionalProperties: false,
  },
);
type BookEntry = Static<typeof BookEntry>;

export const productBooksEntryList = declareRead({
  id: "product.books.entry.list",
  summary: "List the double-entry lines of a Product",
  description: "What moved posted money, newest first. Reservations and failures do not.",
  tag: "Books",
  http: { method: "GET", path: "/products/{productId}/books/entries" },
  principals: PRODUCT_CALLERS,
  scope: "books:read",
  path: Type.Object({ productId: Id("prod") }, { additionalProperties: false }),
  query: ListQuery,
  output: listOf(BookEntry, "BookEntryList"),
  refusals: ["resource_not_found"],
  read(snapshot, input, context) {
    const { principal, realm } = context;
    const otherProduct = refuseOtherProduct(principal, input.productId);
    if (otherProduct !== undefined) return otherProduct;
    const { limit, cursor, ...filters } = input;
    const sideOf = sidesOf(snapshot, realm);
    function* walk(after: string | undefined): Generator<WalkRow> {
      if (realm === undefined) return;
      for (const { position, line } of realmRows(snapshot, realm, timeRangeOf(input), after)) {
        yield { position, item: line && entryOf(position, line.row, line.record, sideOf) };
      }
    }
    return answerPage({ limit, cursor, filters, walk }, context);
  },
});

type SideOf = (ordinal: number, balanceMinor: bigint) => Static<typeof BookSide>;

function entryOf(
  position: string,
  row: TransferRow,
  record: StoredRecord,
  sideOf: SideOf,
): BookEntry | undefined {
  if (row.step !== "posted" && row.step !== "cleared") return undefined;
  const { description } = row.extras ?? {};
  return {
    entryId: `le_${position}`,
    transferId: `tr_${reservedSuffix(row) ?? position}`,
    amount: String(row.amountMinor),
    currency: row.currency,
    debit: sideOf(row.sourceOrdinal, row.sourcePosted),
    credit: sideOf(row.destinationOrdinal, row.destinationPosted),
    kind: row.transferKind,
    ...(description !== undefined && { description }),
    createdAt: isoTime(record.timeMs),
  };
}

function sidesOf(snapshot: Snapshot, realm: number | undefined): SideOf {
  const accountIdOf = accountIdsOf(snapshot);
  return (ordinal, balanceMinor) => {
    const accountId = accountIdOf(ordinal);
    const value = snapshot.get(
      LEDGER_TABLE.account,
      realm as number,
      accountId.slice("acct_".length),
    );
    invariant(value !== undefined, "an account that a row names is in the row's realm");
    const { role } = roleOf(decodeAccountDocument(value).roleCode);
    return { accountId, role, balance: String(balanceMinor) };
  };
}

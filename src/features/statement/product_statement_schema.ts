/** The statement of a Product's month on the wire. */
import { type Static, type TProperties, Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";
import {
  Actor,
  BalanceAmount,
  CreatedAt,
  Currency,
  EnvironmentName,
  Id,
  Revision,
  Timestamp,
  UpdatedAt,
} from "../../contract/values/formats.ts";
import { Month } from "../calendar_month.ts";
import { TRANSFER_KINDS } from "../ledger/transfer_row.ts";

const closed = { additionalProperties: false } as const;
const Count = Type.Integer({ minimum: 0 });

const MOVED = {
  kind: Type.Union(
    TRANSFER_KINDS.map((kind) => Type.Literal(kind)),
    { description: "The kind of the transfers, as in `kind` of a transfer." },
  ),
  count: described(Count, "Transfers that moved money."),
  amount: described(BalanceAmount, "Minor units that they moved."),
  credits: described(
    BalanceAmount,
    "Minor units of `amount` that came from outside of the Product.",
  ),
  debits: described(BalanceAmount, "Minor units of `amount` that left the Product."),
} satisfies TProperties;

const StatementMovement = Type.Object(
  { ...MOVED, failedCount: described(Count, "Transfers of the kind that were refused.") },
  { title: "StatementMovement", description: "What moved by transfers of one kind.", ...closed },
);

const StatementCorrection = Type.Object(
  { month: described(Month, "The month whose transfers were taken back."), ...MOVED },
  {
    title: "StatementCorrection",
    description: "What took back transfers of an earlier month; `movements` has it too.",
    ...closed,
  },
);

export const StatementCurrency = Type.Object(
  {
    currency: described(Currency, "Currency of all amounts here."),
    opening: described(BalanceAmount, "Minor units that the Product held when the month began."),
    totalCredits: described(BalanceAmount, "Minor units that came from outside in the month."),
    totalDebits: described(BalanceAmount, "Minor units that left the Product in the month."),
    closing: described(BalanceAmount, "Minor units that the Product held when the month ended."),
    volume: described(BalanceAmount, "Minor units that moved, within the Product too."),
    fees: described(BalanceAmount, "Minor units of `volume` that were fees of the platform."),
    entryCount: described(Count, "Transfers that moved money."),
    activeAccounts: described(Count, "Accounts of the Product that took part in one."),
    movements: Type.Array(StatementMovement, {
      description:
        "By kind of transfer; those that moved nothing and refused nothing are left out.",
    }),
    corrections: Type.Array(StatementCorrection, {
      description:
        "What in the month took back transfers of an earlier month, whose statement stays as it is.",
    }),
    entriesDigest: Type.String({
      description:
        "SHA-256 over all entries of the Product in the currency, from its first one to the end of the month.",
      pattern: "^[0-9a-f]{64}$",
      examples: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
    }),
  },
  {
    title: "StatementCurrency",
    description:
      "One currency of a month. `opening` plus `totalCredits` less `totalDebits` is `closing`, which is `opening` of the next month.",
    ...closed,
  },
);

export const ProductStatement = Type.Object(
  {
    statementId: Id("stmt"),
    productId: Id("prod"),
    environment: EnvironmentName,
    month: Type.String({
      ...Month,
      description: "Calendar month in the time zone of the company, `YYYY-MM`.",
    }),
    timeZone: Type.String({
      description: "The time zone by which the month goes.",
      examples: ["UTC"],
    }),
    from: described(Timestamp, "The first moment of the month, by the Product's clock."),
    to: described(Timestamp, "The first moment after the month."),
    currencies: Type.Array(StatementCurrency, {
      description: "One for each currency that the Product has had entries in.",
    }),
    sealedAt: described(Timestamp, "When the month was sealed, by the Product's clock."),
    revision: Revision,
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
    actor: Actor,
  },
  {
    title: "ProductStatement",
    description:
      "What a Product did in a month, sealed: it never changes. What comes later is in the statement of the month in which it comes.",
    ...closed,
  },
);
export type ProductStatement = Static<typeof ProductStatement>;
export type StatementCurrency = Static<typeof StatementCurrency>;

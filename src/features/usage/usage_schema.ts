/** Usage in answers: the statement of a month, and the records that it adds up. */
import { type Static, Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";
import { Actor, BalanceAmount, Currency, Id, Timestamp } from "../../contract/values/formats.ts";
import { Month } from "../calendar_month.ts";
import { METERS } from "../metering/meters.ts";
import { Price } from "../product/price_list.ts";

/** `no_account`: the Product has no open `product_operating` account in the currency. */
export const UNPAID_REASONS = ["no_account", "insufficient_balance"] as const;
export type UnpaidReason = (typeof UNPAID_REASONS)[number];

const closed = { additionalProperties: false } as const;

export const MeterName = Type.Union(
  METERS.map(({ meter }) => Type.Literal(meter)),
  { description: "What is counted, as in `fees` and `usageRates` of the Product." },
);

const Quantity = Type.Integer({ minimum: 0 });

const UsageLine = Type.Object(
  {
    meter: MeterName,
    description: Type.String({ description: "What one of them is." }),
    quantity: described(Quantity, "How many there were in the month; 0 where there were none."),
    rate: described(
      Price,
      "What one costs, minor units of `currency`; `custom` where it was agreed with sales.",
    ),
    amount: described(
      BalanceAmount,
      "`quantity` times `rate`, minor units; 0 of a `custom` rate, which has an invoice of its own.",
    ),
  },
  { title: "UsageLine", description: "What one meter has counted in a month.", ...closed },
);

const UsagePayment = Type.Object(
  {
    status: described(
      Type.Union([Type.Literal("due"), Type.Literal("paid")]),
      "`due`: no account of the Product has paid it yet. `paid`: one has.",
    ),
    attempts: described(Quantity, "How often an account that has the money was looked for."),
    reason: Type.Optional(
      described(
        Type.Union(UNPAID_REASONS.map((reason) => Type.Literal(reason))),
        "Why the last attempt found none: the Product has no open `product_operating` account in the currency, or none has all of the `total`. Only of one that is due.",
      ),
    ),
    nextAttemptAt: Type.Optional(
      described(
        Timestamp,
        "When it is tried again; absent before the first attempt and once it is paid.",
      ),
    ),
    transferId: Type.Optional(
      described(Id("tr"), "The transfer of kind `fee`; absent while it is due."),
    ),
    accountId: Type.Optional(
      described(Id("acct"), "The account of the Product that has paid; absent while it is due."),
    ),
    paidAt: Type.Optional(described(Timestamp, "When; absent while it is due.")),
  },
  {
    title: "UsagePayment",
    description: "What became of the money that a month of usage costs.",
    ...closed,
  },
);

export const UsageStatement = Type.Object(
  {
    productId: Id("prod"),
    month: Month,
    currency: described(Currency, "In which the platform charges."),
    lines: described(
      Type.Array(UsageLine),
      "One for each fee and each meter of the price list, always in the same order.",
    ),
    total: described(BalanceAmount, "All amounts of the lines together, minor units."),
    status: described(
      Type.Union([Type.Literal("open"), Type.Literal("final")]),
      "`open`: more may be counted, and the rates are those of now. `final`: five minutes after the month, for ever.",
    ),
    finalizedAt: Type.Optional(
      described(
        Timestamp,
        "When it became final, by the Product's clock; absent while it is open.",
      ),
    ),
    payment: Type.Optional(
      described(
        UsagePayment,
        "Whether what the month costs was paid; absent where nothing is charged: in sandbox, while the month is open, and where `total` is 0.",
      ),
    ),
    createdAt: described(Timestamp, "When the month began."),
  },
  {
    title: "UsageStatement",
    description: "What a Product has used in a month, and what that costs.",
    ...closed,
  },
);
export type UsageStatement = Static<typeof UsageStatement>;
export type UsageLine = Static<typeof UsageLine>;

export const UsageRecord = Type.Object(
  {
    operationId: Id("op"),
    operation: Type.String({
      description: "The name of the operation, `transfer.batch`; see `operation.retrieve`.",
    }),
    meter: MeterName,
    quantity: described(
      Type.Integer({ minimum: 1 }),
      "How many the operation was: a batch as many as it moved.",
    ),
    month: described(Month, "The month in whose statement it is counted."),
    actor: described(Actor, "Who acted."),
    createdAt: described(Timestamp, "When the operation was decided: real time."),
  },
  {
    title: "UsageRecord",
    description:
      "What one operation has counted of one meter. One that counts of several meters has a record for each.",
    ...closed,
  },
);
export type UsageRecord = Static<typeof UsageRecord>;

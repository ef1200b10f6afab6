/** Schemas of limits of payouts. */
import { type Static, Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";
import {
  Amount,
  BalanceAmount,
  Currency,
  EnvironmentName,
  Id,
  Timestamp,
} from "../../contract/values/formats.ts";
import { PAYOUT_PERIODS } from "./payout_period.ts";

/** The most that a count may be limited to: more than a Product can make in a month. */
export const PAYOUT_COUNT_MAX = 1_000_000_000;

export const PayoutPeriodName = Type.Union(
  PAYOUT_PERIODS.map((period) => Type.Literal(period)),
  {
    title: "PayoutPeriod",
    description:
      "`P1D`: a calendar day. `P1W`: a week from Monday on. `P1M`: a calendar month. All in UTC, by the Product's clock.",
  },
);

/** What a limit allows; each absent where it does not limit that. */
export const LIMITED = {
  maxCount: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: PAYOUT_COUNT_MAX,
      description:
        "The most payouts of a period; zero: none. Absent where their number is not limited.",
    }),
  ),
  maxAmount: Type.Optional(
    described(
      Amount,
      "The most that the payouts of a period may pay together, minor units. Absent where that is not limited.",
    ),
  ),
  maxEach: Type.Optional(
    described(
      Amount,
      "The most that one payout may pay, minor units. Absent where that is not limited.",
    ),
  ),
};

export const PayoutLimit = Type.Object(
  {
    productId: Id("prod"),
    environment: EnvironmentName,
    customerId: Type.Optional(
      described(
        Id("cust"),
        "Whose payouts are limited: those from accounts of this customer. Absent of a limit over all payouts of the Product.",
      ),
    ),
    currency: described(
      Currency,
      "Payouts in this currency count; each currency has limits of its own.",
    ),
    period: PayoutPeriodName,
    ...LIMITED,
    usedCount: Type.Integer({
      minimum: 0,
      description: "Payouts of the present period, without those that failed or were cancelled.",
    }),
    usedAmount: described(BalanceAmount, "What these payouts pay together, minor units."),
    periodStartsAt: described(Timestamp, "When the present period began."),
    periodEndsAt: described(Timestamp, "When the next period begins, with nothing used."),
    updatedAt: described(Timestamp, "When the limit was set."),
  },
  {
    title: "PayoutLimit",
    description:
      "A limit of payouts that the platform has set, and how much of it is used. A payout that would pass it is refused with `exposure_cap_exceeded`.",
    additionalProperties: false,
  },
);
export type PayoutLimit = Static<typeof PayoutLimit>;

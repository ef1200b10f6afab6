/**
 * The prices that the platform charges a Product. No other file has prices: `product.retrieve` shows
 * these as the prices of the Product, `catalog.pricing.retrieve` as the price list of the platform.
 */
import { Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";
import { ruled } from "../../contract/values/value_rules.ts";

/** Minor units, `0`, or `custom` for a price agreed with sales (specification, price fields). */
export const Price = ruled(
  Type.String({
    title: "Price",
    description: "Minor units, `0`, or `custom` when it is agreed with sales.",
    pattern: "^(0|[1-9][0-9]{0,17}|custom)$",
    examples: ["25"],
  }),
  { mustBe: "minor units as a text of digits, 0, or custom" },
);

export const Fee = Type.Object(
  {
    code: Type.String({ description: "What it is charged for." }),
    amount: described(
      Price,
      "What one costs: minor units of EUR, `0`, or `custom` when it is agreed with sales.",
    ),
  },
  { title: "Fee", description: "Charged each time.", additionalProperties: false },
);

export const UsageRate = Type.Object(
  {
    meter: Type.String({ description: "What is counted." }),
    rate: described(
      Price,
      "What one costs: minor units of EUR, `0`, or `custom` when it is agreed with sales.",
    ),
  },
  {
    title: "UsageRate",
    description: "Charged by the count of a month.",
    additionalProperties: false,
  },
);

export type PriceList = {
  /** Must change whenever the list changes. */
  version: string;
  currency: string;
  fees: { code: string; amount: string }[];
  usageRates: { meter: string; rate: string }[];
};

/** Everything costs zero. Each meter of `metering/meters.ts` is here, once: `transfer` as a fee, all others as rates. */
export const PRICE_LIST: PriceList = {
  version: "2026-11-30",
  currency: "EUR",
  fees: [{ code: "transfer", amount: "0" }],
  usageRates: [
    { meter: "payouts", rate: "0" },
    { meter: "collections", rate: "0" },
    { meter: "received_credits", rate: "0" },
    { meter: "financial_addresses", rate: "0" },
    { meter: "verifications", rate: "0" },
    { meter: "object_actions", rate: "0" },
  ],
};

/** The amount of a fee in minor units. A price that is agreed with sales is on its own invoice, and counts 0 here. */
export function feeAmountMinor(amount: string): bigint {
  return amount === "custom" ? 0n : BigInt(amount);
}

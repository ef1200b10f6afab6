/** The prices that a caller expects, and what is said where they are others. */
import { type Static, Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { Currency } from "../../contract/values/formats.ts";
import { Fee, type PriceList, UsageRate } from "./price_list.ts";

export const ExpectedPricing = Type.Object(
  {
    currency: Type.Optional(described(Currency, "ISO 4217, as the plan has it; may be left out.")),
    fees: Type.Array(Fee, { maxItems: 100, description: "What is charged each time." }),
    usageRates: Type.Array(UsageRate, {
      maxItems: 100,
      description: "What is charged by a month's count.",
    }),
  },
  {
    title: "ExpectedPricing",
    description: "Prices as `composer.plan` returned them.",
    additionalProperties: false,
  },
);

type Prices = Pick<PriceList, "currency" | "fees" | "usageRates">;

/** `state_conflict` with the first price that differs. The order of the prices makes no difference. */
export function refusePricing(
  expected: Static<typeof ExpectedPricing>,
  actual: Prices,
): Refusal<"state_conflict"> | undefined {
  const wanted = pricesOf({ ...expected, currency: expected.currency ?? actual.currency });
  const charged = pricesOf(actual);
  for (const price of new Set([...charged.keys(), ...wanted.keys()])) {
    const [one, other] = [wanted.get(price) ?? null, charged.get(price) ?? null];
    if (one === other) continue;
    const message = `the price ${price} is ${other ?? "not charged"}, and ${one ?? "none"} was expected; plan the program again`;
    return refuse("state_conflict", message, { expected: one, actual: other, price });
  }
  return undefined;
}

/** By the name of the price: its amount as text. */
function pricesOf({ currency, fees, usageRates }: Prices): ReadonlyMap<string, string> {
  return new Map([
    ["currency", currency],
    ...fees.map(({ code, amount }) => [`fee ${code}`, amount] as const),
    ...usageRates.map(({ meter, rate }) => [`rate ${meter}`, rate] as const),
  ]);
}

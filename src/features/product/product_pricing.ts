/** The prices of one Product: those of its Build, or of the list where it runs none; and before both what was agreed with sales. */
import type { ProductView } from "../../contract/declare/principal.ts";
import { METERS } from "../metering/meters.ts";
import { feeAmountMinor, PRICE_LIST, type PriceList } from "./price_list.ts";

export type ProductPrices = Pick<PriceList, "fees" | "usageRates">;

/** What of a Product its prices follow from. */
export type PricedProduct = {
  build?: Pick<NonNullable<ProductView["build"]>, "pricing">;
  agreedRates?: ProductView["agreedRates"];
};

/** The prices of a Product, in the order of the list; a rate that was agreed stands in them even where its Build has none. */
export function pricesOf({ build, agreedRates: agreed = {} }: PricedProduct): ProductPrices {
  const { fees, usageRates } = build?.pricing ?? PRICE_LIST;
  const known = new Set([...fees.map(({ code }) => code), ...usageRates.map(({ meter }) => meter)]);
  const added = METERS.flatMap(({ meter }) => {
    const rate = known.has(meter) ? undefined : agreed[meter];
    return rate === undefined ? [] : [{ meter, rate }];
  });
  return {
    fees: fees.map(({ code, amount }) => ({ code, amount: agreed[code] ?? amount })),
    usageRates: [
      ...usageRates.map(({ meter, rate }) => ({ meter, rate: agreed[meter] ?? rate })),
      ...added,
    ],
  };
}

/** What one of a meter costs: minor units, or `custom`. What the prices do not name costs nothing. */
export function rateOf({ fees, usageRates }: ProductPrices, meter: string): string {
  const fee = fees.find(({ code }) => code === meter);
  return fee?.amount ?? usageRates.find((each) => each.meter === meter)?.rate ?? "0";
}

/** What so many of a meter cost at the rate, minor units; 0 of a rate that was agreed with sales. */
export function chargeMinor(rate: string, quantity: number): bigint {
  return feeAmountMinor(rate) * BigInt(quantity);
}

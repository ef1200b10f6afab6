/**
 * The prices of a Product as its realms know them: what the platform shard has told of its Build and of what was agreed. A
 * realm of a Product without either has nothing of it, and the prices of the list.
 */
import { canonicalText } from "../../base/canonical_json.ts";
import type { Apply } from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";
import { DocumentTable } from "../../contract/tables/document_table.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { type PricedProduct, type ProductPrices, pricesOf } from "./product_pricing.ts";

/** Key: the number of the realm. */
export type ProductPricingDocument = PricedProduct & { realm: number };

export type ProductPricings = { productPricings: DocumentTable<ProductPricingDocument> };

export const PRODUCT_PRICED = "product.priced.1";
/** The whole of what a realm's prices follow from, from now on. */
export type ProductPriced = { kind: typeof PRODUCT_PRICED; priced: PricedProduct };

export function createProductPricings(): ProductPricings {
  return {
    productPricings: new DocumentTable({
      name: "product_pricing",
      code: LEDGER_TABLE.productPricing,
    }),
  };
}

export const pricingFacts: Record<typeof PRODUCT_PRICED, Apply<ProductPricings>> = {
  [PRODUCT_PRICED]: ({ productPricings }, fact, { realm }) => {
    productPricings.set(String(realm), { realm, ...(fact as ProductPriced & Fact).priced });
  },
};

/** The fact that gives the realm the prices of a Product; none where it has them already. */
export function pricingTold(
  { productPricings }: ProductPricings,
  realm: number,
  { build, agreedRates }: PricedProduct,
): ProductPriced[] {
  const priced: PricedProduct = {
    ...(build?.pricing !== undefined && { build: { pricing: build.pricing } }),
    ...(agreedRates !== undefined && { agreedRates }),
  };
  const { realm: _, ...before } = productPricings.get(realm, String(realm)) ?? { realm };
  if (canonicalText(before) === canonicalText(priced)) return [];
  return [{ kind: PRODUCT_PRICED, priced }];
}

/** The fact that gives a fresh realm, in the place of this one, the prices of this one. */
export function repricingOf({ productPricings }: ProductPricings, realm: number): ProductPriced[] {
  const document = productPricings.get(realm, String(realm));
  if (document === undefined) return [];
  const { realm: _, ...priced } = document;
  return [{ kind: PRODUCT_PRICED, priced }];
}

/** The prices of a realm's Product. */
export function pricesOfRealm({ productPricings }: ProductPricings, realm: number): ProductPrices {
  return pricesOf(productPricings.get(realm, String(realm)) ?? {});
}

/** The same, as a snapshot shows it. */
export function pricesIn(snapshot: Snapshot, realm: number): ProductPrices {
  const value = snapshot.get(LEDGER_TABLE.productPricing, realm, String(realm));
  return pricesOf(value === undefined ? {} : decodeDocument<ProductPricingDocument>(value));
}

/** catalog.pricing.retrieve: anybody gets the price list; the operation is not in the contract. */
import assert from "node:assert/strict";
import { publishedIds } from "../../../test/support/features/catalog/catalog.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { CAPABILITIES } from "../product/capabilities.ts";
import { PRICE_LIST } from "../product/price_list.ts";
import { catalogPricingRetrieve } from "./catalog.pricing.retrieve.ts";

decisionTable(catalogPricingRetrieve, {
  rows: [
    {
      title: "nobody in particular",
      outcome: "the list",
      reply: {
        ...PRICE_LIST,
        capabilities: CAPABILITIES.map(({ capability }) => capability),
      },
      check: () => assert.ok(!publishedIds().includes(catalogPricingRetrieve.id)),
    },
  ],
});

/**
 * catalog.pricing.retrieve: the platform's price list. Public. The operation is served but is not in
 * the contract document (specification, Endpoints 5).
 */
import { Type } from "@sinclair/typebox";
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { ANYBODY } from "../../contract/declare/principal_lists.ts";
import { Currency } from "../../contract/values/formats.ts";
import { CAPABILITIES } from "../product/capabilities.ts";
import { Fee, PRICE_LIST, UsageRate } from "../product/price_list.ts";

const Pricing = Type.Object(
  {
    version: Type.String({ description: "Another one whenever a price changes." }),
    currency: Currency,
    fees: Type.Array(Fee),
    usageRates: Type.Array(UsageRate),
    capabilities: Type.Array(Type.String(), { description: "What these prices are for." }),
  },
  { title: "Pricing", description: "The platform's price list.", additionalProperties: false },
);

export const catalogPricingRetrieve = declareRead({
  id: "catalog.pricing.retrieve",
  summary: "Retrieve the price list",
  http: { method: "GET", path: "/catalog/pricing" },
  inContract: false,
  principals: ANYBODY,
  scope: undefined,
  output: Pricing,
  refusals: [],
  read: () =>
    found({ ...PRICE_LIST, capabilities: CAPABILITIES.map(({ capability }) => capability) }),
});

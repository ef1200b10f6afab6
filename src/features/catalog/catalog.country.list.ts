/** catalog.country.list: every country, and what the platform can do there. */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { COUNTRIES } from "../../contract/values/countries.ts";
import { Country, listOf } from "../../contract/values/formats.ts";
import { ADDRESS_TYPES, addressTypesIn } from "../../rails/address_types.ts";
import { answerCatalogPage, CatalogQuery } from "./catalog_page.ts";

const CountryEntry = Type.Object(
  {
    country: Country,
    kycSupported: Type.Boolean({ description: "Whether who lives there can be identified." }),
    financialAddressTypes: Type.Array(Type.String({ examples: [...ADDRESS_TYPES] }), {
      description:
        "Types of financial addresses that an account can have there, as `financial_address.create` takes them.",
    }),
  },
  {
    title: "CountryEntry",
    description: "A country of ISO 3166-1, and what the platform can do there.",
    additionalProperties: false,
  },
);

export const catalogCountryList = declareRead({
  id: "catalog.country.list",
  summary: "List countries",
  description: "Every country of ISO 3166-1, and what the platform can do there.",
  http: { method: "GET", path: "/catalog/countries" },
  principals: PRODUCT_CALLERS,
  scope: "catalog:read",
  acts: { on: "nothing" },
  query: CatalogQuery,
  output: listOf(CountryEntry, "CountryEntryList"),
  refusals: [],
  read(_snapshot, input, context) {
    const rows = COUNTRIES.map((entry) => ({
      ...entry,
      financialAddressTypes: addressTypesIn(entry.country),
    }));
    return answerCatalogPage(input, context, rows, ({ country }) => country);
  },
});

/** catalog.country.list: every country. */
import assert from "node:assert/strict";
import { wholeList } from "../../../test/support/features/catalog/catalog.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listAll } from "../../../test/world/lists.ts";
import { COUNTRIES } from "../../contract/values/countries.ts";
import { catalogCountryList } from "./catalog.country.list.ts";

const countries = COUNTRIES.map(({ country }) => country);

decisionTable(catalogCountryList, {
  rows: [
    wholeList(catalogCountryList, "country", countries),
    {
      title: "the types of financial addresses",
      input: { limit: "100" },
      outcome: "those that the country has, and an alias everywhere",
      async check(_came, { world }) {
        const items = await listAll(world, catalogCountryList, {}, 100);
        const typesIn = (country: string) =>
          items.find((item) => item.country === country)?.financialAddressTypes;
        assert.deepEqual(["DE", "GB", "US", "JP"].map(typesIn), [
          ["iban", "alias"],
          ["iban", "uk_account", "alias"],
          ["us_account", "alias"],
          ["alias"],
        ]);
      },
    },
  ],
});

/** catalog.country.list: every country. */
import { wholeList } from "../../../test/support/features/catalog/catalog.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { COUNTRIES } from "../../contract/values/countries.ts";
import { catalogCountryList } from "./catalog.country.list.ts";

const countries = COUNTRIES.map(({ country }) => country);

decisionTable(catalogCountryList, {
  rows: [wholeList(catalogCountryList, "country", countries)],
});

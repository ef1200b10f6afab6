/** catalog.country.list: every country. */
import { decisionTable } from "../../../test/world/decision_table.ts";
import { COUNTRIES } from "../../contract/countries.ts";
import { catalogCountryList } from "./catalog.country.list.ts";
import { wholeList } from "./testing_catalog.ts";

const countries = COUNTRIES.map(({ country }) => country);

decisionTable(catalogCountryList, {
  rows: [wholeList(catalogCountryList, "country", countries)],
});

/** catalog.currency.list: every currency. */
import { decisionTable } from "../../../test/world/decision_table.ts";
import { CURRENCIES } from "../../contract/currencies.ts";
import { catalogCurrencyList } from "./catalog.currency.list.ts";
import { wholeList } from "./testing_catalog.ts";

const codes = CURRENCIES.map(({ code }) => code);

decisionTable(catalogCurrencyList, {
  rows: [wholeList(catalogCurrencyList, "currency", codes)],
});

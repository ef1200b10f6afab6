/** catalog.currency.list: every currency. */
import { wholeList } from "../../../test/support/features/catalog/catalog.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { CURRENCIES } from "../../contract/values/currencies.ts";
import { catalogCurrencyList } from "./catalog.currency.list.ts";

const codes = CURRENCIES.map(({ code }) => code);

decisionTable(catalogCurrencyList, {
  rows: [wholeList(catalogCurrencyList, "currency", codes)],
});

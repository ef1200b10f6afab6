/** catalog.currency.list: the currencies that an account may settle in. */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { CURRENCIES } from "../../contract/values/currencies.ts";
import { Currency, listOf } from "../../contract/values/formats.ts";
import { answerCatalogPage, CatalogQuery } from "./catalog_page.ts";

const CurrencyEntry = Type.Object(
  {
    currency: Currency,
    minorUnits: Type.Integer({
      minimum: 0,
      description: "Decimal places between the unit that people say and the one amounts count.",
    }),
  },
  {
    title: "CurrencyEntry",
    description: "A currency that an account may settle in.",
    additionalProperties: false,
  },
);

export const catalogCurrencyList = declareRead({
  id: "catalog.currency.list",
  summary: "List currencies",
  description:
    "Every currency that an account may have, and how many decimal places its amounts have.",
  http: { method: "GET", path: "/catalog/currencies" },
  principals: PRODUCT_CALLERS,
  scope: "catalog:read",
  acts: { on: "nothing" },
  query: CatalogQuery,
  output: listOf(CurrencyEntry, "CurrencyEntryList"),
  refusals: [],
  read(_snapshot, input, context) {
    const rows = CURRENCIES.map(({ code, minorUnits }) => ({ currency: code, minorUnits }));
    return answerCatalogPage(input, context, rows, ({ currency }) => currency);
  },
});

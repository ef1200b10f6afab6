/** catalog.provider.list: none so far. */
import { decisionTable } from "../../../test/world/decision_table.ts";
import { catalogProviderList } from "./catalog.provider.list.ts";
import { wholeList } from "./testing_catalog.ts";

decisionTable(catalogProviderList, {
  rows: [wholeList(catalogProviderList, "provider", [])],
});

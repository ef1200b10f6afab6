/** catalog.scope.list: every scope that an operation asks for. */
import { decisionTable } from "../../../test/world/decision_table.ts";
import { catalogScopeList } from "./catalog.scope.list.ts";
import { askedScopes, wholeList } from "./testing_catalog.ts";

decisionTable(catalogScopeList, {
  rows: [wholeList(catalogScopeList, "scope", askedScopes())],
});

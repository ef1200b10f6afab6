/** catalog.scope.list: every scope that an operation asks for. */
import { askedScopes, wholeList } from "../../../test/support/features/catalog/catalog.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { catalogScopeList } from "./catalog.scope.list.ts";

decisionTable(catalogScopeList, {
  rows: [wholeList(catalogScopeList, "scope", askedScopes())],
});

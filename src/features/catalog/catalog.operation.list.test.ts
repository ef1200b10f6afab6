/** catalog.operation.list: every operation of the contract. */
import { describedIds, wholeList } from "../../../test/support/features/catalog/catalog.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { catalogOperationList } from "./catalog.operation.list.ts";

decisionTable(catalogOperationList, {
  rows: [wholeList(catalogOperationList, "operation", describedIds())],
});

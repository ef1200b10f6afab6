/** catalog.operation.list: every operation of the contract. */
import { decisionTable } from "../../../test/world/decision_table.ts";
import { catalogOperationList } from "./catalog.operation.list.ts";
import { describedIds, wholeList } from "./testing_catalog.ts";

decisionTable(catalogOperationList, {
  rows: [wholeList(catalogOperationList, "operation", describedIds())],
});

/** catalog.error.list: every code, whether some operation declares it or not. */
import { decisionTable } from "../../../test/world/decision_table.ts";
import { ERROR_CODES } from "../../contract/error_catalog.ts";
import { catalogErrorList } from "./catalog.error.list.ts";
import { wholeList } from "./testing_catalog.ts";

decisionTable(catalogErrorList, {
  rows: [wholeList(catalogErrorList, "code", ERROR_CODES)],
});

/** catalog.error.list: every code, whether some operation declares it or not. */
import { wholeList } from "../../../test/support/features/catalog/catalog.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { ERROR_CODES } from "../../contract/refusals/error_catalog.ts";
import { catalogErrorList } from "./catalog.error.list.ts";

decisionTable(catalogErrorList, {
  rows: [wholeList(catalogErrorList, "code", ERROR_CODES)],
});

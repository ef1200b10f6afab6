/** catalog.error.retrieve: one entry of the error catalog, for anybody. */
import { decisionTable } from "../../../test/world/decision_table.ts";
import { ERROR_CATALOG, ERROR_CODES } from "../../contract/refusals/error_catalog.ts";
import { catalogErrorRetrieve } from "./catalog.error.retrieve.ts";

decisionTable(catalogErrorRetrieve, {
  rows: [
    ...ERROR_CODES.map((code) => ({
      title: code,
      input: { code },
      outcome: "its entry",
      reply: ERROR_CATALOG[code],
    })),
    ...["no_such_code", "toString", "__proto__"].map((code) => ({
      title: code,
      input: { code },
      code: "resource_not_found" as const,
      details: { resourceType: "error", code },
    })),
  ],
});

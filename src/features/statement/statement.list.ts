/** statement.list: the sealed months of a Product, newest first. */
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { listed } from "../resource_reads.ts";
import { statements } from "./statement_noun.ts";

export const statementList = declareRead({
  id: "statement.list",
  summary: "List the statements of the Product",
  description:
    "One for each month that is sealed, newest first: five minutes after its end, by the Product's clock. A Product in which no money has moved yet has none.",
  http: { method: "GET", path: "/statements" },
  principals: PRODUCT_CALLERS,
  scope: "statements:read",
  ...listed(statements),
});

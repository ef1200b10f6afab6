/** transfer_hold.list: the holds of a Product, newest first. */
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { listed } from "../resource_reads.ts";
import { transferHolds } from "./transfer_hold_resource.ts";

export const transferHoldList = declareRead({
  id: "transfer_hold.list",
  summary: "List transfer holds",
  description:
    "`search` looks in description and external id, whatever the case, and takes the id of a hold or of a transfer that it made.",
  http: { method: "GET", path: "/transfer-holds" },
  principals: PRODUCT_CALLERS,
  scope: "transfer_holds:read",
  ...listed(transferHolds),
});

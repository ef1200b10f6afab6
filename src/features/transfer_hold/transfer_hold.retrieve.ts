/** transfer_hold.retrieve: reads one hold. */
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { retrieved } from "../resource_reads.ts";
import { transferHolds } from "./transfer_hold_resource.ts";
import { TransferHoldPath } from "./transfer_hold_schema.ts";

export const transferHoldRetrieve = declareRead({
  id: "transfer_hold.retrieve",
  summary: "Retrieve a transfer hold",
  description: "The hold as it is now, with what was settled and released.",
  http: { method: "GET", path: "/transfer-holds/{transferHoldId}" },
  principals: PRODUCT_CALLERS,
  scope: "transfer_holds:read",
  ...retrieved(transferHolds, TransferHoldPath),
});

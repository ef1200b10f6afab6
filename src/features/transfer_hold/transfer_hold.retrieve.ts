/** transfer_hold.retrieve: one hold as it now stands. */
import { suffixOf } from "../../base/id.ts";
import { found } from "../../contract/found.ts";
import { declareRead } from "../../contract/operation.ts";
import { decodeDocument } from "../../contract/table.ts";
import { type TransferHoldDocument, transferHoldNotFound } from "./transfer_hold_document.ts";
import { transferHoldJson } from "./transfer_hold_json.ts";
import { TransferHold, TransferHoldPath } from "./transfer_hold_schema.ts";
import { TRANSFER_HOLD_TABLE } from "./transfer_hold_state.ts";

export const transferHoldRetrieve = declareRead({
  id: "transfer_hold.retrieve",
  summary: "Retrieve a transfer hold",
  tag: "Transfer holds",
  http: { method: "GET", path: "/transfer-holds/{transferHoldId}", status: 200 },
  principals: ["product_key"],
  scope: "transfer_holds:read",
  path: TransferHoldPath,
  output: TransferHold,
  refusals: ["transfer_hold_not_found"],
  read(snapshot, { transferHoldId }, { scope, principal }) {
    const suffix = suffixOf("th", transferHoldId);
    if (scope === undefined || suffix === undefined) return transferHoldNotFound(transferHoldId);
    const value = snapshot.get(TRANSFER_HOLD_TABLE, scope, suffix);
    if (value === undefined) return transferHoldNotFound(transferHoldId);
    return found(transferHoldJson(decodeDocument<TransferHoldDocument>(value), principal));
  },
});

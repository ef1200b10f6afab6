/** transfer.retrieve: reads one transfer, including the end of its hold and its reversals. */
import { Type } from "@sinclair/typebox";
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { Id } from "../../contract/values/formats.ts";
import { findTransfer, transferNotFound } from "./find_transfer.ts";
import { Transfer } from "./transfer_schema.ts";
import { transferDocument } from "./transfer_view.ts";

export const transferRetrieve = declareRead({
  id: "transfer.retrieve",
  summary: "Retrieve a transfer",
  description: "The transfer as it is now, with what was given back of it.",
  http: { method: "GET", path: "/transfers/{transferId}" },
  principals: PRODUCT_CALLERS,
  scope: "transfers:read",
  path: Type.Object({ transferId: Id("tr") }, { additionalProperties: false }),
  output: Transfer,
  refusals: ["transfer_not_found"],
  read(snapshot, { transferId }, { realm, principal }) {
    const transfer = findTransfer((place) => snapshot.record(place), realm, transferId);
    if (transfer === undefined) return transferNotFound(transferId);
    return found(transferDocument(snapshot, transfer.row, transfer.record, principal));
  },
});

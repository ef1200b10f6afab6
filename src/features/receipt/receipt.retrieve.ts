/** receipt.retrieve: one receipt by the id that `service-receipt-id` carried. */
import { Type } from "@sinclair/typebox";
import { suffixOf } from "../../base/id.ts";
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { noSuchHere } from "../../contract/refusals/unknown_id.ts";
import { Id } from "../../contract/values/formats.ts";
import { recordOfSuffix, suffixOfRecord } from "../record_walk.ts";
import { Receipt } from "./receipt_schema.ts";
import { receiptDocument } from "./receipt_view.ts";

export const receiptRetrieve = declareRead({
  id: "receipt.retrieve",
  summary: "Retrieve a receipt",
  description:
    "`GET /receipts/{receiptId}/proof`, of the same scope, answers a file with which anyone can check " +
    "the receipt offline, against `/.well-known/receipt-keys.json`. The file stands outside of this " +
    "contract, and so outside of GraphQL: its making may wait for the tree of the log to grow.",
  http: { method: "GET", path: "/receipts/{receiptId}" },
  principals: PRODUCT_CALLERS,
  scope: "receipts:read",
  path: Type.Object({ receiptId: Id("rcpt") }, { additionalProperties: false }),
  output: Receipt,
  refusals: ["resource_not_found"],
  read(snapshot, { receiptId }, { realm, principal }) {
    const suffix = suffixOf("rcpt", receiptId) ?? "";
    const record = recordOfSuffix((place) => snapshot.record(place), realm, suffix);
    if (record !== undefined && suffixOfRecord(record) === suffix) {
      return found(receiptDocument(snapshot, record, principal));
    }
    const message = noSuchHere("rcpt", receiptId);
    return refuse("resource_not_found", message, { resourceType: "receipt", receiptId });
  },
});

/**
 * receipt.proof.retrieve: what anyone needs to check, with the published key alone, that a receipt's
 * record is in the log. The head of the record is always shown. The body is shown on demand and only
 * to a key with every scope to read, because it has amounts, balances and personal data. A body with a
 * private note of the platform is never shown.
 * Served, and not in the contract: every GET of the contract is a field of GraphQL, and GraphQL waits
 * for no tree (decision 0046).
 */
import { Type } from "@sinclair/typebox";
import { suffixOf } from "../../base/id.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { noSuchHere } from "../../contract/refusals/unknown_id.ts";
import { Id } from "../../contract/values/formats.ts";
import { isShownWhole, refuseWholeRecord } from "../platform/whole_record.ts";
import { recordOfSuffix, suffixOfRecord } from "../record_walk.ts";
import { ReceiptProof } from "./receipt_proof_schema.ts";
import { provingRecord } from "./receipt_proving.ts";

export const receiptProofRetrieve = declareRead({
  id: "receipt.proof.retrieve",
  summary: "Prove a receipt",
  http: { method: "GET", path: "/receipts/{receiptId}/proof" },
  principals: PRODUCT_CALLERS,
  scope: "receipts:read",
  inContract: false,
  proves: true,
  path: Type.Object({ receiptId: Id("rcpt") }, { additionalProperties: false }),
  query: Type.Object(
    {
      include: Type.Optional(
        Type.Literal("record", {
          description:
            "The whole record too; takes a key with every scope to read. A record with a private note of the " +
            "platform is shown without its body.",
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: ReceiptProof,
  refusals: ["missing_required_scope", "resource_not_found"],
  read(snapshot, { receiptId, include }, { realm, principal, caller }) {
    const isAsked = include !== undefined;
    const refusal = isAsked ? refuseWholeRecord(caller, "receipt.proof.retrieve") : undefined;
    if (refusal !== undefined) return refusal;
    const suffix = suffixOf("rcpt", receiptId) ?? "";
    const record = recordOfSuffix((place) => snapshot.record(place), realm, suffix);
    if (record === undefined || suffixOfRecord(record) !== suffix) {
      const message = noSuchHere("rcpt", receiptId);
      return refuse("resource_not_found", message, { resourceType: "receipt", receiptId });
    }
    return provingRecord(snapshot, record, principal, { isWhole: isAsked && isShownWhole(record) });
  },
});

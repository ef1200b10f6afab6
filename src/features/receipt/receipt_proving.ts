/** What a proof of a record needs of the log's tree, and what it shows of the record. */
import { invariant } from "../../base/invariant.ts";
import type { Found } from "../../contract/declare/found.ts";
import type { RealmNames } from "../../contract/declare/principal.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import type { RecordLeaf } from "../../contract/records/record_leaf.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import type { ReceiptProof } from "./receipt_proof_schema.ts";
import { receiptDocument } from "./receipt_view.ts";

/**
 * The answer with the proof of a record. `isWhole`: with the record's body, whatever is in it. `more`: what the answer shows before the proof.
 */
export function provingRecord(
  snapshot: Snapshot,
  record: StoredRecord,
  names: RealmNames,
  { isWhole, more = {} }: { isWhole: boolean; more?: object },
): Found & Required<Pick<Found, "proving">> {
  const leaf = snapshot.leaf(record.place);
  invariant(leaf !== undefined, "a record that is read is in the log");
  const receipt = receiptDocument(snapshot, record, names);
  return {
    refused: false,
    json: "",
    proving: {
      place: record.place,
      shown: { ...more, receipt, record: recordOf(leaf, isWhole) },
      statements: { signature: { kind: "receipt.1", stated: receipt } },
    },
  };
}

function recordOf(
  { head, salt, body, commitment }: RecordLeaf,
  isWhole: boolean,
): ReceiptProof["record"] {
  return {
    head: text(head, "base64"),
    bodyCommitment: text(commitment, "hex"),
    ...(isWhole && { salt: text(salt, "hex"), body: text(body, "base64") }),
  };
}

function text(bytes: Uint8Array, encoding: "hex" | "base64"): string {
  return Buffer.from(bytes).toString(encoding);
}

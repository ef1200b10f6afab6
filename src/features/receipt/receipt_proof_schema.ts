/** The proof of a receipt on the wire: a file that is checked without the server. */
import { type Static, Type } from "@sinclair/typebox";
import { Inclusion, Signature, TreeHead } from "../../contract/records/tree_head.ts";
import { Receipt } from "./receipt_schema.ts";

const Base64 = (description: string) =>
  Type.String({ pattern: "^[A-Za-z0-9+/]*={0,2}$", description: `${description}; base64.` });

export const ReceiptRecord = Type.Object(
  {
    head: Base64("The record's bytes before its facts"),
    bodyCommitment: Type.String({
      pattern: "^[0-9a-f]{64}$",
      description: "SHA-256 of salt and body, hexadecimal.",
    }),
    salt: Type.Optional(
      Type.String({
        pattern: "^[0-9a-f]{32}$",
        description: "16 bytes, hexadecimal; with `include=record`.",
      }),
    ),
    body: Type.Optional(Base64("The record's other bytes, with `include=record`")),
  },
  { title: "ReceiptRecord", additionalProperties: false },
);

export const ReceiptProof = Type.Object(
  {
    receipt: Receipt,
    record: ReceiptRecord,
    inclusion: Inclusion,
    treeHead: TreeHead,
    signature: Signature,
  },
  { title: "ReceiptProof", additionalProperties: false },
);
export type ReceiptProof = Static<typeof ReceiptProof>;

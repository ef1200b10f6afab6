/** The proof of a Product's statement on the wire: a file that is checked without the server. */
import { type Static, Type } from "@sinclair/typebox";
import { ProductStatement } from "../statement/product_statement_schema.ts";
import { ReceiptProof } from "./receipt_proof_schema.ts";

export const StatementProof = Type.Object(
  { statement: ProductStatement, ...ReceiptProof.properties },
  {
    title: "StatementProof",
    description:
      "The statement, and the proof of the receipt of its sealing with the whole record, which has the statement.",
    additionalProperties: false,
  },
);
export type StatementProof = Static<typeof StatementProof>;

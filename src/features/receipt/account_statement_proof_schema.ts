/** The proof of an account's statement on the wire: a file that is checked without the server. */
import { type Static, Type } from "@sinclair/typebox";
import { Signature } from "../../contract/records/tree_head.ts";
import { EnvironmentName, Id } from "../../contract/values/formats.ts";
import { Statement } from "../statement/statement_schema.ts";
import { ReceiptProof } from "./receipt_proof_schema.ts";

const ProvenStatement = Type.Object(
  {
    ...Statement.properties,
    productId: Id("prod"),
    environment: EnvironmentName,
    receiptId: Id("rcpt"),
    lastRow: Type.Optional(
      Type.Object(
        {
          index: Type.Integer({ minimum: 0, description: "Its number among the record's rows." }),
          side: Type.Union([Type.Literal("debit"), Type.Literal("credit")], {
            description: "On which side of the row the account stands.",
          }),
        },
        {
          title: "LastRow",
          description:
            "The row of the record whose balance is the closing; absent where the account had none yet.",
          additionalProperties: false,
        },
      ),
    ),
  },
  {
    title: "ProvenAccountStatement",
    description: "The statement, and where the record of its receipt has its closing.",
    additionalProperties: false,
  },
);

export const AccountStatementProof = Type.Object(
  { statement: ProvenStatement, ...ReceiptProof.properties, statementSignature: Signature },
  {
    title: "AccountStatementProof",
    description:
      "The statement with its signature, and the proof of the receipt of the record that has its closing.",
    additionalProperties: false,
  },
);
export type AccountStatementProof = Static<typeof AccountStatementProof>;

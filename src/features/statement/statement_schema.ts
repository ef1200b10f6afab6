/** The months, the statement and the export of an account on the wire. */
import { Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";
import { BalanceAmount, Currency, Id } from "../../contract/values/formats.ts";
import { Month, MonthAsked, MonthEvidence } from "../calendar_month.ts";

export const StatementPath = Type.Object(
  { accountId: Id("acct"), month: MonthAsked },
  { additionalProperties: false },
);

export const StatementMonth = Type.Object(
  {
    month: Month,
    accountId: Id("acct"),
    currency: described(Currency, "Currency of the account and of all its amounts: ISO 4217."),
    evidence: described(MonthEvidence, "Whether entries may still be added to the month."),
  },
  {
    title: "StatementMonth",
    description: "A month that an account has a statement of.",
    additionalProperties: false,
  },
);

export const Statement = Type.Object(
  {
    month: Month,
    accountId: Id("acct"),
    currency: described(Currency, "Currency of all amounts here."),
    opening: described(BalanceAmount, "Minor units posted when the month began."),
    closing: described(
      BalanceAmount,
      "Minor units posted when the month ended, or now in an open month.",
    ),
    totalDebits: described(BalanceAmount, "Minor units that left the account in the month."),
    totalCredits: described(BalanceAmount, "Minor units that arrived in the month."),
    entryCount: described(Type.Integer({ minimum: 0 }), "How many ledger lines the month has."),
    evidence: described(
      Type.Object(
        {
          ...MonthEvidence.properties,
          entriesDigest: Type.String({
            description: "SHA-256 over the month's entries: the same as long as they are the same.",
            pattern: "^[0-9a-f]{64}$",
          }),
        },
        {
          title: "StatementEvidence",
          description: "Nothing is added to a sealed month any more, so its digest stays.",
          additionalProperties: false,
        },
      ),
      "Whether entries may still be added, and a digest of those there are.",
    ),
  },
  {
    title: "Statement",
    description: "`opening` plus `totalCredits` less `totalDebits` is `closing`.",
    additionalProperties: false,
  },
);

/** The JSON form of an export; the text of the file is in `csv`. */
export const StatementCsv = Type.Object(
  {
    csv: described(Type.String(), "The whole text of the CSV, lines ended by CR LF."),
    filename: described(
      Type.String(),
      "A name to keep the file under; ends in `-partial.csv` while the month is open.",
    ),
    sha256: described(
      Type.String({ pattern: "^[0-9a-f]{64}$", description: "Of the bytes of the CSV." }),
      "SHA-256 of the bytes of the CSV, hexadecimal.",
    ),
    sizeBytes: described(Type.Integer({ minimum: 0 }), "Length of the CSV in bytes of UTF-8."),
    partial: Type.Boolean({ description: "True while the month is open: entries may follow." }),
  },
  {
    title: "StatementCsv",
    description: "The export as JSON: the CSV and what a client checks it with.",
    additionalProperties: false,
  },
);

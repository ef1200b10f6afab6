/** The months, the statement and the export of an account on the wire. */
import { Type } from "@sinclair/typebox";
import { BalanceAmount, Currency, Id } from "../../contract/formats.ts";
import { Month, MonthAsked, MonthEvidence } from "../calendar_month.ts";

export const StatementPath = Type.Object(
  { accountId: Id("acct"), month: MonthAsked },
  { additionalProperties: false },
);

export const StatementMonth = Type.Object(
  {
    month: Month,
    accountId: Id("acct"),
    currency: Currency,
    evidence: MonthEvidence,
  },
  { title: "StatementMonth", additionalProperties: false },
);

export const Statement = Type.Object(
  {
    month: Month,
    accountId: Id("acct"),
    currency: Currency,
    opening: BalanceAmount,
    closing: BalanceAmount,
    totalDebits: BalanceAmount,
    totalCredits: BalanceAmount,
    entryCount: Type.Integer({ minimum: 0 }),
    evidence: Type.Object(
      {
        ...MonthEvidence.properties,
        entriesDigest: Type.String({
          description: "SHA-256 over the month's entries: the same as long as they are the same.",
          pattern: "^[0-9a-f]{64}$",
        }),
      },
      { title: "StatementEvidence", additionalProperties: false },
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
    csv: Type.String(),
    filename: Type.String(),
    sha256: Type.String({ pattern: "^[0-9a-f]{64}$", description: "Of the bytes of the CSV." }),
    sizeBytes: Type.Integer({ minimum: 0 }),
    partial: Type.Boolean({ description: "True while the month is open: entries may follow." }),
  },
  { title: "StatementCsv", additionalProperties: false },
);

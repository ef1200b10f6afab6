/** Schemas of the transfer resource. */
import { type Static, Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";
import {
  Actor,
  Amount,
  CreatedAt,
  Currency,
  Description,
  EnvironmentName,
  ExternalId,
  Id,
  Metadata,
  Revision,
  StatusTransitions,
  Timestamp,
  UpdatedAt,
} from "../../contract/values/formats.ts";
import { Month } from "../calendar_month.ts";
import { TRANSFER_KINDS } from "../ledger/transfer_row.ts";

export const TRANSFER_STATUSES = ["pending", "posted", "failed", "voided", "reversed"] as const;
export type TransferStatus = (typeof TRANSFER_STATUSES)[number];

export const TransferStatusName = Type.Union(
  TRANSFER_STATUSES.map((status) => Type.Literal(status)),
  {
    title: "TransferStatus",
    description:
      "`pending`: a hold reserves it. `posted`: the money moved. `failed`: it did not. `voided`: the hold ended without it. `reversed`: all of it was given back.",
  },
);

/** The input of a movement of money; the same for a transfer, an item of a batch, and a hold. */
export const TransferDraft = Type.Object(
  {
    sourceAccountId: described(Id("acct"), "The account that pays."),
    destinationAccountId: described(
      Id("acct"),
      "The account that receives; another one than the source, in the same currency.",
    ),
    amount: described(Amount, "How much to move, in minor units: `1250` is 12.50 EUR."),
    currency: described(Currency, "Currency of both accounts; nothing is ever converted."),
    description: Type.Optional(Description),
    metadata: Type.Optional(Metadata),
    externalId: Type.Optional(ExternalId),
  },
  { title: "TransferDraft", description: "Money to move.", additionalProperties: false },
);
export type TransferDraft = Static<typeof TransferDraft>;
/** The fields of a draft that nothing keeps as they were sent. */
export const PLAIN_DRAFT_FIELDS = [
  "sourceAccountId",
  "destinationAccountId",
  "amount",
  "currency",
] as const;

export const Transfer = Type.Object(
  {
    transferId: Id("tr"),
    productId: Id("prod"),
    environment: EnvironmentName,
    sourceAccountId: described(Id("acct"), "The account that pays."),
    destinationAccountId: described(Id("acct"), "The account that receives."),
    amount: described(Amount, "Minor units that moved, or would have."),
    currency: described(Currency, "Currency of both accounts."),
    status: TransferStatusName,
    kind: described(
      Type.Union(TRANSFER_KINDS.map((kind) => Type.Literal(kind))),
      "What made the transfer: `book` a transfer, `funding` test money, or money that a bank has received or sent back, `hold` a settled hold, `reversal` a reversal, `action` an action of an object, `collection` a collection or its return, `payout` a payout or its return, `fee` what the platform charges a Product for a month.",
    ),
    description: Type.Optional(
      described(Description, "Free text for people; absent where none was given."),
    ),
    metadata: Metadata,
    externalId: Type.Optional(ExternalId),
    transferHoldId: Type.Optional(
      described(Id("th"), "The hold that the transfer settles or waits for; absent otherwise."),
    ),
    payoutId: Type.Optional(
      described(
        Id("po"),
        "The payout that the transfer carries out or gives back; absent otherwise.",
      ),
    ),
    receivedCreditId: Type.Optional(
      described(
        Id("rc"),
        "The received credit that the transfer credits, assigns or sends back; absent otherwise.",
      ),
    ),
    reservedAmount: Type.Optional(
      described(
        Amount,
        "Minor units that a hold, a payout or the sending back of a received credit had reserved; absent where none did.",
      ),
    ),
    collectionId: Type.Optional(
      described(
        Id("coll"),
        "The collection whose money it is, where that was made by hand; absent otherwise.",
      ),
    ),
    usageMonth: Type.Optional(
      described(Month, "The month whose usage the fee pays; absent otherwise."),
    ),
    objectId: Type.Optional(
      described(Id("obj"), "The object whose action moved the money; absent otherwise."),
    ),
    label: Type.Optional(
      Type.String({
        description: "What the program calls the movement; only of an action's transfer.",
      }),
    ),
    book: Type.Optional(
      Type.String({
        description:
          "The label of the movement in the Product's books; absent where the program gives none.",
      }),
    ),
    reversalOf: Type.Optional(
      described(Id("tr"), "The transfer that this one gives back; only of a reversal."),
    ),
    reversedAmount: Type.Optional(
      described(Amount, "Minor units given back so far; absent while that is none."),
    ),
    reversalTransferIds: Type.Optional(
      described(
        Type.Array(Id("tr")),
        "The reversals of this transfer, oldest first; absent while there are none.",
      ),
    ),
    failure: Type.Optional(
      described(
        Type.Object(
          {
            code: Type.String({ description: "Code of the refusal, as in the catalog of errors." }),
          },
          {
            additionalProperties: false,
            title: "TransferFailure",
            description: "Why a transfer failed.",
          },
        ),
        "Why the money did not move; only of a failed transfer.",
      ),
    ),
    ledgerTimestamp: described(
      Timestamp,
      "When the ledger decided it: real time, in the sandbox too.",
    ),
    operationId: described(Id("op"), "The operation that made the transfer."),
    receiptId: described(Id("rcpt"), "The receipt of that operation."),
    revision: Revision,
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
    actor: Actor,
    statusTransitions: StatusTransitions,
  },
  {
    title: "Transfer",
    description: "Money that moved, or did not, from one account to another.",
    additionalProperties: false,
  },
);
export type Transfer = Static<typeof Transfer>;

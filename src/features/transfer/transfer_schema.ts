/** Schemas of the transfer resource. */
import { type Static, Type } from "@sinclair/typebox";
import {
  Actor,
  Amount,
  Currency,
  Description,
  EnvironmentName,
  ExternalId,
  Id,
  Metadata,
  StatusTransitions,
  Timestamp,
} from "../../contract/formats.ts";
import { TRANSFER_KINDS } from "../ledger/transfer_row.ts";

export const TRANSFER_STATUSES = ["pending", "posted", "failed", "voided", "reversed"] as const;
export type TransferStatus = (typeof TRANSFER_STATUSES)[number];

export const TransferStatusName = Type.Union(
  TRANSFER_STATUSES.map((status) => Type.Literal(status)),
  { title: "TransferStatus" },
);

/** The input of a movement of money; the same for a transfer, an item of a batch, and a hold. */
export const TransferDraft = Type.Object(
  {
    sourceAccountId: Id("acct"),
    destinationAccountId: Id("acct"),
    amount: Amount,
    currency: Currency,
    description: Type.Optional(Description),
    metadata: Type.Optional(Metadata),
    externalId: Type.Optional(ExternalId),
  },
  { title: "TransferDraft", additionalProperties: false },
);
export type TransferDraft = Static<typeof TransferDraft>;

export const Transfer = Type.Object(
  {
    transferId: Id("tr"),
    productId: Id("prod"),
    environment: EnvironmentName,
    sourceAccountId: Id("acct"),
    destinationAccountId: Id("acct"),
    amount: Amount,
    currency: Currency,
    status: TransferStatusName,
    kind: Type.Union(TRANSFER_KINDS.map((kind) => Type.Literal(kind))),
    description: Type.Optional(Description),
    metadata: Metadata,
    externalId: Type.Optional(ExternalId),
    transferHoldId: Type.Optional(Id("th")),
    reservedAmount: Type.Optional(Amount),
    reversalOf: Type.Optional(Id("tr")),
    reversedAmount: Type.Optional(Amount),
    reversalTransferIds: Type.Optional(Type.Array(Id("tr"))),
    failure: Type.Optional(
      Type.Object(
        { code: Type.String() },
        { additionalProperties: false, title: "TransferFailure" },
      ),
    ),
    ledgerTimestamp: Timestamp,
    operationId: Id("op"),
    receiptId: Id("rcpt"),
    revision: Type.Integer({ minimum: 1 }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    actor: Actor,
    statusTransitions: StatusTransitions,
  },
  { title: "Transfer", additionalProperties: false },
);
export type Transfer = Static<typeof Transfer>;

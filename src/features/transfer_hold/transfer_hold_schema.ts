/** Schemas of the transfer hold. */
import { Type } from "@sinclair/typebox";
import {
  Actor,
  Amount,
  BalanceAmount,
  Currency,
  Description,
  EnvironmentName,
  ExternalId,
  Id,
  Metadata,
  StatusTransitions,
  Timestamp,
} from "../../contract/formats.ts";
import { HOLD_STATUSES } from "./transfer_hold_document.ts";

/** The amount of a hold that settles: all of it unless `amount` is given. */
export const TransferHoldClearing = Type.Object(
  { amount: Type.Optional(Amount), currency: Type.Optional(Currency) },
  { title: "TransferHoldClearing", additionalProperties: false },
);

/** The path of every operation on one hold. */
export const TransferHoldPath = Type.Object(
  { transferHoldId: Id("th") },
  { additionalProperties: false },
);

export const HoldStatusName = Type.Union(
  HOLD_STATUSES.map((status) => Type.Literal(status)),
  { title: "TransferHoldStatus" },
);

export const TransferHold = Type.Object(
  {
    transferHoldId: Id("th"),
    productId: Id("prod"),
    environment: EnvironmentName,
    sourceAccountId: Id("acct"),
    destinationAccountId: Id("acct"),
    amount: Amount,
    currency: Currency,
    clearedAmount: BalanceAmount,
    releasedAmount: BalanceAmount,
    status: HoldStatusName,
    expiresAt: Timestamp,
    reservedTransferId: Id("tr"),
    clearedTransferId: Type.Optional(Id("tr")),
    description: Type.Optional(Description),
    metadata: Metadata,
    externalId: Type.Optional(ExternalId),
    revision: Type.Integer({ minimum: 1 }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    actor: Actor,
    statusTransitions: StatusTransitions,
    operationId: Id("op"),
    receiptId: Id("rcpt"),
  },
  { title: "TransferHold", additionalProperties: false },
);

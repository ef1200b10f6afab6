/** Schemas of the transfer hold. */
import { Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";
import {
  Actor,
  Amount,
  BalanceAmount,
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
import { HOLD_STATUSES } from "./transfer_hold_document.ts";

/** The amount of a hold that settles: all of it unless `amount` is given. */
export const TransferHoldClearing = Type.Object(
  {
    amount: Type.Optional(
      described(Amount, "Minor units to settle; the rest is released. All of it where absent."),
    ),
    currency: Type.Optional(
      described(Currency, "Currency of the hold; checked only where it is given."),
    ),
  },
  {
    title: "TransferHoldClearing",
    description: "How much of a hold to settle.",
    additionalProperties: false,
  },
);

/** The path of every operation on one hold. */
export const TransferHoldPath = Type.Object(
  { transferHoldId: Id("th") },
  { additionalProperties: false },
);

export const HoldStatusName = Type.Union(
  HOLD_STATUSES.map((status) => Type.Literal(status)),
  {
    title: "TransferHoldStatus",
    description:
      "`reserved`: it waits. `cleared`: it settled. `cancelled` and `expired`: it ended and moved nothing.",
  },
);

export const TransferHold = Type.Object(
  {
    transferHoldId: Id("th"),
    productId: Id("prod"),
    environment: EnvironmentName,
    sourceAccountId: described(Id("acct"), "The account whose money is reserved."),
    destinationAccountId: described(Id("acct"), "The account that receives what is settled."),
    amount: described(Amount, "Minor units that the hold reserves at first."),
    currency: described(Currency, "Currency of both accounts."),
    clearedAmount: described(BalanceAmount, "Minor units that were settled; `0` until then."),
    releasedAmount: described(
      BalanceAmount,
      "Minor units that became available again; `0` while it waits.",
    ),
    status: HoldStatusName,
    expiresAt: described(Timestamp, "When the hold expires, by the Product's clock."),
    reservedTransferId: described(Id("tr"), "The transfer that is pending while the hold waits."),
    clearedTransferId: Type.Optional(
      described(Id("tr"), "The transfer that settled the hold; absent until then."),
    ),
    description: Type.Optional(
      described(Description, "Free text for people; absent where none was given."),
    ),
    metadata: Metadata,
    externalId: Type.Optional(ExternalId),
    revision: Revision,
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
    actor: Actor,
    statusTransitions: StatusTransitions,
    operationId: described(Id("op"), "The operation that made the hold."),
    receiptId: described(Id("rcpt"), "The receipt of that operation."),
  },
  {
    title: "TransferHold",
    description: "Money that is reserved for a later transfer.",
    additionalProperties: false,
  },
);

/** Schemas of the collection resource. */
import { type Static, Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";
import {
  Actor,
  Amount,
  CreatedAt,
  Currency,
  Description,
  EnvironmentName,
  Id,
  notBlank,
  Revision,
  Timestamp,
  UpdatedAt,
} from "../../contract/values/formats.ts";
import { DEBIT_RAILS } from "../../rails/debits.ts";
import { ATTEMPT_OUTCOMES, COLLECTION_STATUSES } from "./collection_document.ts";

export const CollectionStatusName = Type.Union(
  COLLECTION_STATUSES.map((status) => Type.Literal(status)),
  {
    title: "CollectionStatus",
    description:
      "`scheduled`: it waits for `dueAt`. `processing`: a bank was asked for the money and has not said that it has it. `collected`: the money was moved. `failed`: the last attempt was refused; `failure.retryable` says whether another one can succeed. `returned`: a bank has taken the money back that it had collected. `cancelled`: it was given up. `returned` and `cancelled` are final, and so is `collected` but for a collection by a mandate.",
  },
);

const Code = Type.String({
  description:
    "The code that the attempt was refused with, such as `insufficient_balance`; of a bank, the code of the rail, such as `AM04`.",
});

const DebitRailName = Type.Union(
  DEBIT_RAILS.map((rail) => Type.Literal(rail)),
  { title: "CollectionRail" },
);

const Day = Type.String({ pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", examples: ["2026-02-03"] });

export const CollectionAttempt = Type.Object(
  {
    at: described(Timestamp, "When the attempt was made, by the Product's clock."),
    operationId: described(
      Id("op"),
      "The operation that made the attempt: of the clock or of a caller.",
    ),
    outcome: Type.Union(
      ATTEMPT_OUTCOMES.map((outcome) => Type.Literal(outcome)),
      {
        description:
          "What came of the attempt: a bank was asked, the money was moved, nothing was, or what a bank had collected was taken back.",
      },
    ),
    code: Type.Optional(Code),
    transferId: Type.Optional(
      described(
        Id("tr"),
        "The transfer of a second sum: a bank had collected by this attempt, too, although another one or a transfer has settled the collection. Absent of all others.",
      ),
    ),
    creditedAccountId: Type.Optional(
      described(
        Id("acct"),
        "The account that a second sum went to, of the role `product_suspense`.",
      ),
    ),
    returnTransferId: Type.Optional(
      described(Id("tr"), "The transfer by which a second sum went back to the bank."),
    ),
    returnedFromAccountId: Type.Optional(
      described(Id("acct"), "The account that a second sum was taken back from."),
    ),
  },
  {
    title: "CollectionAttempt",
    description: "One attempt to take the money.",
    additionalProperties: false,
  },
);

const CancellationReason = Type.String({
  minLength: 1,
  maxLength: 500,
  description: "Why it was cancelled: your own text, shown to whoever reads the collection.",
});
const DueAt = described(
  Timestamp,
  "When the money is taken, by the Product's clock; a time that has passed means now.",
);

export const CollectionDraft = Type.Object(
  {
    productId: Id("prod"),
    customerId: described(Id("cust"), "The customer whose money it is."),
    consentId: described(
      Id("cons"),
      "A consent of that customer, of the type `collection`, that covers the amount.",
    ),
    sourceAccountId: Type.Optional(
      described(
        Id("acct"),
        "The account of the customer that is debited. Required, but for a consent with a mandate, which says itself what is debited.",
      ),
    ),
    destinationAccountId: described(
      Id("acct"),
      "The account that is credited: another one, of a customer or of the Product, in the same currency.",
    ),
    amount: described(Amount, "How much to take, in minor units: `1250` is 12.50 EUR."),
    currency: described(
      Currency,
      "Currency of both accounts, or of the mandate's rail; nothing is ever converted.",
    ),
    dueAt: DueAt,
    description: Type.Optional(Description),
  },
  {
    title: "CollectionDraft",
    description: "Money to take under a consent, and when.",
    additionalProperties: false,
  },
);
export type CollectionDraft = Static<typeof CollectionDraft>;

export const CollectionConfirmation = Type.Object(
  {
    transferId: described(
      Id("tr"),
      "A posted transfer with the amount, the currency and the accounts of the collection.",
    ),
  },
  {
    title: "CollectionConfirmation",
    description: "The transfer that has moved the money already.",
    additionalProperties: false,
  },
);

export const CollectionRetry = Type.Object(
  {
    dueAt: Type.Optional(
      described(
        Timestamp,
        "When the money is taken, by the Product's clock; absent, or a time that has passed: now.",
      ),
    ),
  },
  {
    title: "CollectionRetry",
    description: "When a collection that failed is tried again.",
    additionalProperties: false,
  },
);

export const CollectionCancellation = Type.Object(
  { reason: notBlank(CancellationReason) },
  {
    title: "CollectionCancellation",
    description: "Why a collection is given up.",
    additionalProperties: false,
  },
);

export const Collection = Type.Object(
  {
    collectionId: Id("coll"),
    productId: Id("prod"),
    environment: EnvironmentName,
    customerId: described(Id("cust"), "The customer whose money it is."),
    consentId: described(Id("cons"), "The consent by which it is taken."),
    objectId: Type.Optional(
      described(
        Id("obj"),
        "The object whose schedule or action asks for it; absent of a collection that was made by hand.",
      ),
    ),
    scheduleId: Type.Optional(
      described(
        Id("sch"),
        "The row that was due; its attempts are those of the collection. Absent of a collection that was made by hand or by an action.",
      ),
    ),
    action: Type.Optional(
      Type.String({ description: "The action that asked for it; of an action's alone." }),
    ),
    label: Type.Optional(
      Type.String({ description: "What the action calls it; of an action's alone." }),
    ),
    sourceAccountId: Type.Optional(
      described(
        Id("acct"),
        "The account that is debited; of a row's collection absent until money was collected, and always absent of a collection by a mandate.",
      ),
    ),
    destinationAccountId: Type.Optional(
      described(
        Id("acct"),
        "The account that is credited; of a row's collection absent until money was collected or a bank was asked for it, and where there are several.",
      ),
    ),
    amount: described(
      Amount,
      "What is taken, in minor units; of a row's collection as the last attempt reckoned it.",
    ),
    currency: Currency,
    rail: Type.Optional(
      described(DebitRailName, "By which a bank collects; of a collection by a mandate alone."),
    ),
    provider: Type.Optional(
      Type.String({ description: "The bank that was asked last; absent where none was." }),
    ),
    description: Type.Optional(
      described(Description, "Free text for people; absent where none was given."),
    ),
    dueAt: described(
      Timestamp,
      "When the next attempt is due, or the last one was, by the Product's clock; of a row's collection when the first one was.",
    ),
    attempts: Type.Array(CollectionAttempt, { description: "Every attempt, the oldest first." }),
    transferId: Type.Optional(
      described(
        Id("tr"),
        "The transfer that moved the money, of several the first; absent until it is collected.",
      ),
    ),
    expectedSettlementDate: Type.Optional(
      described(Day, "When the money of the last attempt should be there, by the rail's calendar."),
    ),
    creditedAccountId: Type.Optional(
      described(
        Id("acct"),
        "The account that the money of a bank went to: the destination, or an account of the role `product_suspense` where the destination is closed, takes no credits or is full.",
      ),
    ),
    returnableUntil: Type.Optional(
      Type.Object(
        {
          anyReason: described(Day, "Whatever the reason is."),
          unauthorized: described(Day, "Where the debtor says that there was no authority."),
        },
        {
          title: "CollectionReturnableUntil",
          description:
            "The last days on which the bank of the debtor may take the money back; absent until a bank has collected.",
          additionalProperties: false,
        },
      ),
    ),
    returnTransferId: Type.Optional(
      described(Id("tr"), "The transfer by which the money went back; of `returned` alone."),
    ),
    returnedFromAccountId: Type.Optional(
      described(
        Id("acct"),
        "The account that the returned money was taken from: the one that had it, or an account of the role `product_losses` where that is closed, is frozen or has too little.",
      ),
    ),
    failure: Type.Optional(
      Type.Object(
        {
          code: Code,
          message: Type.String({ description: "What was wrong, in words." }),
          retryable: Type.Boolean({
            description:
              "Whether what refused the attempt may pass, so that another one can succeed: of a collection that was made by hand by `collection.retry`, of a row's by the schedule itself, as long as it tries again. Where the platform has refused the attempt of a row: whether the schedule tries again.",
          }),
        },
        {
          title: "CollectionFailure",
          description:
            "Why the last attempt failed, or why the money was taken back; absent of all others.",
          additionalProperties: false,
        },
      ),
    ),
    cancellationReason: Type.Optional(CancellationReason),
    status: CollectionStatusName,
    revision: Revision,
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
    actor: Actor,
  },
  {
    title: "Collection",
    description: "Money that is taken from a customer's account under a consent.",
    additionalProperties: false,
  },
);
export type Collection = Static<typeof Collection>;
export type CollectionAttempt = Static<typeof CollectionAttempt>;

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
import { ATTEMPT_OUTCOMES, COLLECTION_STATUSES } from "./collection_document.ts";

export const CollectionStatusName = Type.Union(
  COLLECTION_STATUSES.map((status) => Type.Literal(status)),
  {
    title: "CollectionStatus",
    description:
      "`scheduled`: it waits for `dueAt`. `collected`: the money was moved. `failed`: the last attempt was refused; `failure.retryable` says whether another one can succeed. `cancelled`: it was given up. `collected` and `cancelled` are final.",
  },
);

const Code = Type.String({
  description: "The code that the attempt was refused with, such as `insufficient_balance`.",
});

export const CollectionAttempt = Type.Object(
  {
    at: described(Timestamp, "When the attempt was made, by the Product's clock."),
    operationId: described(
      Id("op"),
      "The operation that made the attempt: of the clock or of a caller.",
    ),
    outcome: Type.Union(
      ATTEMPT_OUTCOMES.map((outcome) => Type.Literal(outcome)),
      { description: "What came of the attempt: the money was moved, or nothing was." },
    ),
    code: Type.Optional(Code),
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
    sourceAccountId: described(Id("acct"), "The account of the customer that is debited."),
    destinationAccountId: described(
      Id("acct"),
      "The account that is credited: another one, of a customer or of the Product, in the same currency.",
    ),
    amount: described(Amount, "How much to take, in minor units: `1250` is 12.50 EUR."),
    currency: described(Currency, "Currency of both accounts; nothing is ever converted."),
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
        "The object whose schedule asks for it; absent of a collection that was made by hand.",
      ),
    ),
    scheduleId: Type.Optional(
      described(
        Id("sch"),
        "The row that was due; its attempts are those of the collection. Absent of a collection that was made by hand.",
      ),
    ),
    sourceAccountId: Type.Optional(
      described(
        Id("acct"),
        "The account that is debited; of a row's collection absent until money was collected.",
      ),
    ),
    destinationAccountId: Type.Optional(
      described(
        Id("acct"),
        "The account that is credited; of a row's collection absent until money was collected, and where there are several.",
      ),
    ),
    amount: described(
      Amount,
      "What is taken, in minor units; of a row's collection as the last attempt reckoned it.",
    ),
    currency: Currency,
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
    failure: Type.Optional(
      Type.Object(
        {
          code: Code,
          message: Type.String({ description: "What was wrong, in words." }),
          retryable: Type.Boolean({
            description:
              "Of a row's collection: whether the schedule will try again by itself. Of one that was made by hand: whether what refused the attempt may pass, so that `collection.retry` can help.",
          }),
        },
        {
          title: "CollectionFailure",
          description: "Why the last attempt failed; absent once the money is collected.",
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

/** Schemas of the collection resource. */
import { type Static, Type } from "@sinclair/typebox";
import {
  Actor,
  Amount,
  CreatedAt,
  Currency,
  EnvironmentName,
  Id,
  Revision,
  Timestamp,
  UpdatedAt,
} from "../../contract/formats.ts";
import { described } from "../../contract/schema_marks.ts";
import { COLLECTION_STATUSES } from "./collection_document.ts";

export const CollectionPath = Type.Object(
  { collectionId: Id("coll") },
  { additionalProperties: false },
);

export const CollectionStatusName = Type.Union(
  COLLECTION_STATUSES.map((status) => Type.Literal(status)),
  {
    title: "CollectionStatus",
    description:
      "`collected`: the money was moved. `failed`: the last attempt was refused; `failure.retryable` says whether another one will come.",
  },
);

const Code = Type.String({
  description: "The code that the attempt was refused with, such as `insufficient_balance`.",
});

export const CollectionAttempt = Type.Object(
  {
    at: described(Timestamp, "When the attempt was made, by the Product's clock."),
    operationId: described(Id("op"), "The operation of the clock that made the attempt."),
    outcome: described(CollectionStatusName, "What came of the attempt."),
    code: Type.Optional(Code),
  },
  {
    title: "CollectionAttempt",
    description: "One attempt to take the money.",
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
    objectId: described(Id("obj"), "The object whose schedule asks for it."),
    scheduleId: described(
      Id("sch"),
      "The row that was due; its attempts are those of the collection.",
    ),
    sourceAccountId: Type.Optional(
      described(Id("acct"), "The account that was debited; absent until money was collected."),
    ),
    destinationAccountId: Type.Optional(
      described(
        Id("acct"),
        "The account that was credited; absent until money was collected, and where there are several.",
      ),
    ),
    amount: described(Amount, "What is taken, in minor units; as the last attempt reckoned it."),
    currency: Currency,
    dueAt: described(Timestamp, "When the first attempt was due, by the Product's clock."),
    attempts: Type.Array(CollectionAttempt, { description: "Every attempt, the oldest first." }),
    transferId: Type.Optional(
      described(Id("tr"), "The first of the transfers that moved the money."),
    ),
    failure: Type.Optional(
      Type.Object(
        {
          code: Code,
          message: Type.String({ description: "What was wrong, in words." }),
          retryable: Type.Boolean({
            description: "Whether the schedule will try again by itself.",
          }),
        },
        {
          title: "CollectionFailure",
          description: "Why the last attempt failed; absent once the money is collected.",
          additionalProperties: false,
        },
      ),
    ),
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

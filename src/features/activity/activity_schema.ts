/** One line of a customer's timeline on the wire. */
import { type Static, Type } from "@sinclair/typebox";
import { Amount, Currency, Description, Id, Timestamp } from "../../contract/formats.ts";

/** Each type has the name of the event that is emitted at the same time. */
export const ACTIVITY_TYPES = [
  "customer.created",
  "customer.activated",
  "customer.suspended",
  "customer.reactivated",
  "customer.closed",
  "account.created",
  "account.frozen",
  "account.unfrozen",
  "account.closed",
  "transfer.posted",
  "transfer.failed",
  "transfer_hold.reserved",
  "transfer_hold.cleared",
  "transfer_hold.cancelled",
  "transfer_hold.expired",
] as const;
export type ActivityType = (typeof ACTIVITY_TYPES)[number];

export const ActivityTypeName = Type.Union(
  ACTIVITY_TYPES.map((type) => Type.Literal(type)),
  { title: "CustomerActivityType", description: "What happened." },
);

export const CustomerActivity = Type.Object(
  {
    type: ActivityTypeName,
    at: Timestamp,
    customerId: Id("cust"),
    resource: Type.Object(
      {
        type: Type.Union(
          ["customer", "account", "transfer", "transfer_hold"].map((type) => Type.Literal(type)),
        ),
        id: Type.String({ description: "Opaque id of the thing." }),
      },
      { title: "CustomerActivityResource", additionalProperties: false },
    ),
    sourceAccountId: Type.Optional(Id("acct")),
    destinationAccountId: Type.Optional(Id("acct")),
    amount: Type.Optional(Amount),
    currency: Type.Optional(Currency),
    description: Type.Optional(Description),
  },
  {
    title: "CustomerActivity",
    description: "Something that happened to a customer, its accounts or their money.",
    additionalProperties: false,
  },
);
export type CustomerActivity = Static<typeof CustomerActivity>;

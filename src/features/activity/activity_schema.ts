/** One line of a customer's timeline on the wire. */
import { type Static, Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";
import { Amount, Currency, Description, Id, Timestamp } from "../../contract/values/formats.ts";

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
  "payout.created",
  "payout.posted",
  "payout.failed",
  "payout.cancelled",
  "payout.returned",
  "received_credit.created",
  "received_credit.assigned",
  "received_credit.returning",
  "received_credit.returned",
  "received_credit.return_failed",
] as const;
export type ActivityType = (typeof ACTIVITY_TYPES)[number];

export const ActivityTypeName = Type.Union(
  ACTIVITY_TYPES.map((type) => Type.Literal(type)),
  { title: "CustomerActivityType", description: "What happened." },
);

export const CustomerActivity = Type.Object(
  {
    type: ActivityTypeName,
    at: described(Timestamp, "When it happened: real time."),
    customerId: Id("cust"),
    resource: described(
      Type.Object(
        {
          type: Type.Union(
            ["customer", "account", "transfer", "transfer_hold", "payout", "received_credit"].map(
              (type) => Type.Literal(type),
            ),
            { description: "What kind of thing it is." },
          ),
          id: Type.String({ description: "Opaque id of the thing." }),
        },
        {
          title: "CustomerActivityResource",
          description: "The thing that an activity is about.",
          additionalProperties: false,
        },
      ),
      "What it happened to.",
    ),
    sourceAccountId: Type.Optional(
      described(
        Id("acct"),
        "The account that pays; only of transfers, holds, payouts and received credits.",
      ),
    ),
    destinationAccountId: Type.Optional(
      described(
        Id("acct"),
        "The account that receives; only of transfers, holds, payouts and received credits.",
      ),
    ),
    amount: Type.Optional(
      described(
        Amount,
        "Minor units of the transfer, hold, payout or received credit; absent for other things.",
      ),
    ),
    currency: Type.Optional(described(Currency, "Currency of `amount`; absent where that is.")),
    description: Type.Optional(
      described(Description, "Description of the transfer or hold; absent where it has none."),
    ),
  },
  {
    title: "CustomerActivity",
    description: "Something that happened to a customer, its accounts or their money.",
    additionalProperties: false,
  },
);
export type CustomerActivity = Static<typeof CustomerActivity>;

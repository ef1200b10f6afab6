/** Schemas of what the reads of objects answer besides the objects themselves. */
import { type Static, Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";
import {
  Actor,
  Amount,
  CreatedAt,
  Currency,
  Id,
  Revision,
  Timestamp,
} from "../../contract/values/formats.ts";
import { BeneficiaryId } from "../beneficiary/beneficiary_schema.ts";
import { ProgramObject } from "./object_schema.ts";

const closed = { additionalProperties: false } as const;

const ActionName = Type.String({
  description: "The action, as the program of the object names it.",
});

/** Stands for an action in the history of an object that became one of another Build. No action has a dot. */
export const BY_MIGRATION = "product.build.apply";

export const ObjectRevision = Type.Object(
  {
    revision: described(Revision, "The revision that the action led to; 1 is the creation."),
    action: Type.String({
      description: `The action that led to the revision; \`create\` for the first one, and \`${BY_MIGRATION}\` where a Build was applied to the object.`,
    }),
    state: Type.String({ description: "The state of the object after the action." }),
    stateBefore: Type.Optional(
      Type.String({ description: "The state before the action; absent of the creation." }),
    ),
    operationId: described(Id("op"), "The operation that ran the action."),
    receiptId: described(Id("rcpt"), "The receipt of that operation."),
    actor: described(Actor, "Who called the action: for a customer, the customer."),
    at: described(Timestamp, "When it ran: real time, in the sandbox too."),
  },
  {
    title: "ObjectRevision",
    description: "What an object became by one action, by its creation, or by a Build.",
    ...closed,
  },
);
export type ObjectRevision = Static<typeof ObjectRevision>;

export const ReferenceDirection = Type.Union([Type.Literal("outbound"), Type.Literal("inbound")], {
  title: "ReferenceDirection",
  description:
    "`outbound`: the object of the path names the other one. `inbound`: the other one names the object of the path.",
});

export const ObjectReference = Type.Object(
  {
    direction: ReferenceDirection,
    field: Type.String({ description: "The field with the reference, of the object that refers." }),
    kind: Type.String({ description: "The kind of the other object." }),
    objectId: described(Id("obj"), "The object at the other end of the reference."),
    state: Type.String({ description: "The state of the other object now." }),
    exclusive: Type.Boolean({
      description: "Whether one object at a time may claim the object that is named.",
    }),
    claimed: Type.Boolean({
      description:
        "Whether the object that refers holds the claim now; never where not `exclusive`.",
    }),
    createdAt: described(CreatedAt, "When the object that refers was made."),
  },
  {
    title: "ObjectReference",
    description: "That one object names another in a field of the type `ref`.",
    ...closed,
  },
);
export type ObjectReference = Static<typeof ObjectReference>;

export const PossibleAction = Type.Object(
  {
    action: ActionName,
    allowed: Type.Boolean({
      description:
        "Whether the action would run now. Of an action that needs input it says that nothing but the input can stand against it.",
    }),
    needsInput: Type.Boolean({
      description: "Whether the action has input that must be given; see `object.action.preview`.",
    }),
    code: Type.Optional(
      Type.String({ description: "The code that would refuse it; absent where it is allowed." }),
    ),
    message: Type.Optional(
      Type.String({ description: "Why it would be refused; absent where it is allowed." }),
    ),
    details: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: "The details that the refusal would have; absent where it is allowed.",
      }),
    ),
  },
  {
    title: "PossibleAction",
    description: "An action of an object, and what stands against it now.",
    ...closed,
  },
);
export type PossibleAction = Static<typeof PossibleAction>;

const Label = Type.String({ description: "What the program calls the movement." });

const PlannedMove = Type.Object(
  {
    label: Label,
    amount: described(Amount, "Minor units that would move."),
    currency: described(Currency, "Currency of both accounts."),
    sourceAccountId: described(Id("acct"), "The account that would pay."),
    destinationAccountId: described(Id("acct"), "The account that would receive."),
    book: Type.Optional(
      Type.String({ description: "The label in the Product's books; absent where it has none." }),
    ),
  },
  { ...closed, title: "PlannedMove", description: "A ledger transfer that an action would make." },
);

const PlannedPayout = Type.Object(
  {
    label: Label,
    amount: described(Amount, "Minor units that the beneficiary would get."),
    currency: described(Currency, "Currency of the account that would pay."),
    sourceAccountId: described(Id("acct"), "The account that would pay."),
    beneficiaryId: described(BeneficiaryId, "Who would be paid."),
    rail: Type.String({ description: "The way of the money, which the beneficiary has." }),
    book: Type.Optional(
      Type.String({ description: "The label in the Product's books; absent where it has none." }),
    ),
  },
  { ...closed, title: "PlannedPayout", description: "A payout that an action would make." },
);

const PlannedCollection = Type.Object(
  {
    label: Label,
    amount: described(Amount, "Minor units that a bank would be asked for."),
    currency: described(Currency, "Currency of the account that would be credited."),
    consentId: described(Id("cons"), "The consent by whose mandate the bank would collect."),
    destinationAccountId: described(Id("acct"), "The account that would be credited."),
    rail: Type.String({ description: "The way of the money, which the mandate has." }),
    expectedSettlementDate: Type.String({
      description: "When the money should be there, by the rail's calendar: `YYYY-MM-DD`.",
    }),
  },
  {
    ...closed,
    title: "PlannedCollection",
    description: "Money that an action would ask a bank for, by a mandate.",
  },
);

const PlannedOutcome = Type.Object(
  {
    action: ActionName,
    stateBefore: Type.String({ description: "The state of the object now." }),
    moves: described(
      Type.Array(PlannedMove),
      "What it would move, in the order of the ledger, but for payouts.",
    ),
    payouts: Type.Optional(
      described(
        Type.Array(PlannedPayout),
        "What it would pay to beneficiaries, in the order of its moves; absent where it would pay none.",
      ),
    ),
    collections: Type.Optional(
      described(
        Type.Array(PlannedCollection),
        "What it would ask a bank for; absent where it would ask for nothing.",
      ),
    ),
    fees: described(
      Type.Array(
        Type.Object(
          {
            label: Label,
            amount: described(Amount, "Minor units that the Product would earn."),
            currency: described(Currency, "Currency of both accounts of the fee."),
          },
          { ...closed, title: "PlannedFee", description: "What a Product would earn." },
        ),
      ),
      "Those of the moves that would pay to a revenue account of the Product.",
    ),
    decisions: described(
      Type.Array(
        Type.Object(
          {
            gate: Type.String({ description: "What the program calls the decision." }),
            change: described(
              Type.Union([Type.Literal("requested"), Type.Literal("used")]),
              "`requested`: the action would ask for it. `used`: it would run by its approval.",
            ),
          },
          { ...closed, title: "PlannedDecision", description: "What would become of a decision." },
        ),
      ),
      "The decisions that it would ask for or use.",
    ),
    schedules: described(
      Type.Array(
        Type.Object(
          {
            schedule: Type.String({ description: "What the program calls the schedule." }),
            index: Type.Integer({ minimum: 0, description: "The number of the row, from 0." }),
            dueAt: described(Timestamp, "When the clock would run it, by the Product's clock."),
          },
          {
            ...closed,
            title: "PlannedRow",
            description: "A row of a schedule that would be made.",
          },
        ),
      ),
      "What the clock would do because of it.",
    ),
    references: described(
      Type.Array(
        Type.Object(
          {
            field: Type.String({ description: "The field that names the other object." }),
            objectId: described(Id("obj"), "The object at the other end of the reference."),
            change: described(
              Type.Union([Type.Literal("claimed"), Type.Literal("released")]),
              "`claimed`: no other object could claim it then. `released`: others could again.",
            ),
          },
          { ...closed, title: "PlannedClaim", description: "A claim that would change." },
        ),
      ),
      "The exclusive references that it would claim or release.",
    ),
  },
  { ...closed, title: "PlannedOutcome", description: "What an action would do." },
);

export const ActionPreview = Type.Object(
  {
    object: described(ProgramObject, "The object as it would be after the action."),
    outcome: PlannedOutcome,
  },
  {
    ...closed,
    title: "ActionPreview",
    description: "What an action would do if it were called now. Nothing of it has happened.",
  },
);
export type ActionPreview = Static<typeof ActionPreview>;

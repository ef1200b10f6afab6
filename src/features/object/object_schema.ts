/** Schemas of objects and of what an action does to one. */
import { type Static, Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";
import {
  Actor,
  Amount,
  BalanceAmount,
  CreatedAt,
  Currency,
  EnvironmentName,
  Id,
  Revision,
  Timestamp,
  UpdatedAt,
} from "../../contract/values/formats.ts";
import { ruled } from "../../contract/values/value_rules.ts";
import { BeneficiaryId } from "../beneficiary/beneficiary_schema.ts";
import { ExpectedRevision } from "../expected_revision.ts";

const closed = { additionalProperties: false } as const;

/** The form of every name in a program (`programs/schema_parts.ts`). */
const NAME = "^[a-z][A-Za-z0-9_]{0,39}$";

export function nameIn(description: string, example: string) {
  return ruled(Type.String({ description, pattern: NAME, maxLength: 40, examples: [example] }), {
    mustBe: "a name of the program: a small letter, then at most 39 letters, digits and _",
  });
}

export const Kind = nameIn("The kind of the object, as the Product's program names it.", "invoice");

export const KindPath = Type.Object({ productId: Id("prod"), kind: Kind }, closed);
export const ObjectPath = Type.Object(
  { productId: Id("prod"), kind: Kind, objectId: Id("obj") },
  closed,
);
export const ActionPath = Type.Object(
  {
    productId: Id("prod"),
    kind: Kind,
    objectId: Id("obj"),
    action: nameIn("The action that is called, as the program names it.", "pay"),
  },
  closed,
);

/** Values by field. What they must be says the program (`product.noun.retrieve`). */
export const FieldsGiven = Type.Record(Type.String(), Type.Unknown(), {
  title: "ObjectFields",
  description:
    "Values by field, as the program declares them: amounts, dates and times are texts. See `product.noun.retrieve`.",
});
export const InputGiven = Type.Record(Type.String(), Type.Unknown(), {
  title: "ActionInput",
  description:
    "Values by name, as the action declares its input; absent where the action takes none. See `product.noun.retrieve`.",
});
export const OnBehalfOf = described(
  Id("cust"),
  "The customer for whom it is called, who is then the actor. Without it the caller itself acts, as operator or agent.",
);

/** The fields of what an action is called with, and of what a preview tries. */
export const ACTION_CALL_FIELDS = {
  input: Type.Optional(InputGiven),
  onBehalfOf: Type.Optional(OnBehalfOf),
  expectedRevision: Type.Optional(ExpectedRevision),
};

const AmountsByName = (description: string) =>
  Type.Record(Type.String(), BalanceAmount, { description });

export const ProgramObject = Type.Object(
  {
    objectId: Id("obj"),
    nounInstanceId: described(Id("obj"), "The id of the object where no kind is named; the same."),
    kind: Type.String({ description: "The kind of the object, as its program names it." }),
    productId: Id("prod"),
    environment: EnvironmentName,
    buildId: described(Id("bld"), "The Build that the object was made under, which it keeps."),
    digest: Type.String({ description: "The digest of that Build's program." }),
    state: Type.String({ description: "The state of the object, as its program names it." }),
    revision: Revision,
    fields: Type.Record(Type.String(), Type.Unknown(), {
      description: "Values by field; a field without a value is absent.",
    }),
    currency: Type.Optional(
      described(Currency, "The currency of the object; absent where its kind has none."),
    ),
    subject: Type.Optional(
      described(
        Type.Object(
          {
            type: described(Type.Literal("customer"), "Always a customer of the Product."),
            id: described(Id("cust"), "The customer whom the object is about."),
          },
          { ...closed, title: "ObjectSubject", description: "Whom an object is about." },
        ),
        "Whom the object is about; absent where its kind has no subject.",
      ),
    ),
    remainders: AmountsByName("What is left of each remainder, in minor units, by name."),
    aggregates: AmountsByName(
      "What was added to each sum of the object itself, in minor units, by name.",
    ),
    ownAccounts: described(
      Type.Array(
        Type.Object(
          {
            name: Type.String({ description: "What the program calls the account." }),
            accountId: Id("acct"),
          },
          { ...closed, title: "OwnAccount", description: "An account that an object has." },
        ),
      ),
      "The accounts that belong to the object; only its actions move their money.",
    ),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
    actor: Actor,
  },
  {
    title: "Object",
    description: "A thing of a Product, of a kind that the Product's program declares.",
    ...closed,
  },
);
export type ProgramObject = Static<typeof ProgramObject>;

const Label = Type.String({ description: "What the program calls the movement." });
const MadeMove = Type.Object(
  {
    transferId: Id("tr"),
    label: Label,
    amount: described(Amount, "Minor units that moved."),
    currency: described(Currency, "Currency of both accounts."),
    status: described(Type.Literal("posted"), "`posted`: the money moved."),
    sourceAccountId: described(Id("acct"), "The account that paid."),
    destinationAccountId: described(Id("acct"), "The account that received."),
    book: Type.Optional(
      Type.String({ description: "The label in the Product's books; absent where it has none." }),
    ),
  },
  { ...closed, title: "ActionMove", description: "A ledger transfer that an action made." },
);
export type MadeMove = Static<typeof MadeMove>;

const MadePayout = Type.Object(
  {
    payoutId: described(Id("po"), "The payout; `payout.retrieve` says how it goes on."),
    transferId: described(Id("tr"), "The transfer that carries it out."),
    label: Label,
    amount: described(Amount, "Minor units that the beneficiary gets."),
    currency: described(Currency, "Currency of the account that pays."),
    status: described(
      Type.Union([Type.Literal("created"), Type.Literal("posted")]),
      "`created`: the money is reserved, and the provider is asked. `posted`: it went over the book.",
    ),
    sourceAccountId: described(Id("acct"), "The account that pays."),
    beneficiaryId: described(BeneficiaryId, "Who is paid."),
    rail: Type.String({ description: "The way of the money, which the beneficiary has." }),
    book: Type.Optional(
      Type.String({ description: "The label in the Product's books; absent where it has none." }),
    ),
  },
  { ...closed, title: "ActionPayout", description: "A payout that an action made." },
);
export type MadePayout = Static<typeof MadePayout>;

const MadeCollection = Type.Object(
  {
    collectionId: described(
      Id("coll"),
      "The collection; `collection.retrieve` says how it goes on.",
    ),
    label: Label,
    amount: described(Amount, "Minor units that the bank is asked for."),
    currency: described(Currency, "Currency of the account that is credited."),
    consentId: described(Id("cons"), "The consent by whose mandate the bank collects."),
    destinationAccountId: described(
      Id("acct"),
      "The account that is credited when the bank has the money.",
    ),
    rail: Type.String({ description: "The way of the money, which the mandate has." }),
    expectedSettlementDate: Type.String({
      description: "When the money should be there: `YYYY-MM-DD`.",
    }),
  },
  {
    ...closed,
    title: "ActionCollection",
    description: "Money that an action has asked a bank for, by a mandate.",
  },
);
export type MadeCollection = Static<typeof MadeCollection>;

export const ActionOutcome = Type.Object(
  {
    action: Type.String({ description: "The action that ran." }),
    stateBefore: Type.String({ description: "The state of the object before the action." }),
    moves: described(
      Type.Array(MadeMove),
      "The ledger transfers of the action, in their order, but for those of payouts.",
    ),
    payouts: Type.Optional(
      described(
        Type.Array(MadePayout),
        "What the action pays to beneficiaries, in the order of its moves; absent where it pays none. The action does not wait for the bank.",
      ),
    ),
    collections: Type.Optional(
      described(
        Type.Array(MadeCollection),
        "What the action asks a bank for; absent where it asks for nothing. The action does not wait for the bank.",
      ),
    ),
    fees: described(
      Type.Array(
        Type.Object(
          {
            label: Label,
            transferId: Id("tr"),
            amount: described(Amount, "Minor units that the Product earned."),
            currency: described(Currency, "Currency of both accounts of the fee."),
          },
          { ...closed, title: "ActionFee", description: "What a Product earned by an action." },
        ),
      ),
      "Those of the moves that pay to a revenue account of the Product.",
    ),
    decisions: described(
      Type.Array(
        Type.Object(
          {
            decisionId: Id("dec"),
            gate: Type.String({ description: "What the program calls the decision." }),
            change: described(
              Type.Union([Type.Literal("requested"), Type.Literal("used")]),
              "`requested`: the action asked for it. `used`: the action ran by its approval.",
            ),
          },
          { ...closed, title: "ActionDecision", description: "What an action did to a decision." },
        ),
      ),
      "The decisions that the action asked for or used.",
    ),
    schedules: described(
      Type.Array(
        Type.Object(
          {
            scheduleId: Id("sch"),
            schedule: Type.String({ description: "What the program calls the schedule." }),
            index: Type.Integer({ minimum: 0, description: "The number of the row, from 0." }),
            dueAt: described(Timestamp, "When the clock runs it, by the Product's clock."),
          },
          { ...closed, title: "ActionSchedule", description: "A row that an action made." },
        ),
      ),
      "What the clock will do because of the action, in the order of the program.",
    ),
    references: described(
      Type.Array(
        Type.Object(
          {
            field: Type.String({ description: "The field that names the other object." }),
            objectId: Id("obj"),
            change: described(
              Type.Union([Type.Literal("claimed"), Type.Literal("released")]),
              "`claimed`: no other object can claim it now. `released`: others can again.",
            ),
          },
          { ...closed, title: "ActionReference", description: "A claim that an action changed." },
        ),
      ),
      "The exclusive references that the action claimed or released.",
    ),
  },
  { ...closed, title: "ActionOutcome", description: "What an action did besides its object." },
);
export type ActionOutcome = Static<typeof ActionOutcome>;

export const ActionResult = Type.Object(
  {
    object: described(ProgramObject, "The object after the action."),
    outcome: ActionOutcome,
    receiptId: described(Id("rcpt"), "The receipt that proves what the action did."),
    clockOperationIds: described(
      Type.Array(Id("op")),
      "The operations of the Product's clock that ran because of the action: rows of schedules that were due at once. Also in the header `service-clock-operation-ids`.",
    ),
  },
  {
    ...closed,
    title: "ActionResult",
    description: "An object after an action, and what the action did.",
  },
);
export type ActionResult = Static<typeof ActionResult>;

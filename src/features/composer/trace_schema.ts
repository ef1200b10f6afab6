/** What a simulation answers: what each step did, and how things stand at the end. */
import { type Static, Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";
import { Timestamp } from "../../contract/values/formats.ts";

const closed = { additionalProperties: false } as const;
const text = (description: string) => Type.String({ description });
const optionalText = (description: string) => Type.Optional(text(description));
const number = (description: string) => Type.Integer({ minimum: 0, description });
const list = <T extends Parameters<typeof Type.Array>[0]>(items: T, description: string) =>
  Type.Array(items, { description });
const map = (description: string) => Type.Record(Type.String(), Type.String(), { description });

const TraceMove = Type.Object(
  {
    label: text("The label of the move or of the part of its split list."),
    amount: text("Minor units."),
    currency: text("The currency of both accounts."),
    from: text("The account that pays, as in `balances`."),
    to: text("The account that is paid, as in `balances`."),
    book: optionalText("The label in the books."),
  },
  { title: "TraceMove", description: "Money that moved.", ...closed },
);

const state = {
  objectId: text("What the scenario calls the object."),
  kind: text("Its noun."),
  state: text("Where its noun says that it is, such as `paid`."),
  revision: number("1 at first, and one more after each action."),
  remainders: map("What is left of each remainder, minor units."),
  aggregates: map("What its own sums have come to, minor units."),
};

const TraceState = Type.Object(state, {
  title: "TraceState",
  description: "How an object of the simulation stands; its fields are told at the end.",
  ...closed,
});

const TraceObject = Type.Object(
  {
    ...state,
    fields: Type.Record(Type.String(), Type.Unknown(), { description: "What it holds." }),
  },
  {
    title: "TraceObject",
    description: "How an object stands at the end, with its fields.",
    ...closed,
  },
);

const result = {
  outcome: Type.Union([Type.Literal("succeeded"), Type.Literal("refused")], {
    description: "How it ended.",
  }),
  moves: list(TraceMove, "The money that moved."),
  state: optionalText("The state of the object afterwards."),
  decision: Type.Optional(
    Type.Object(
      {
        decisionId: text("Its id in the simulation."),
        gate: text("The decision of the program."),
        deadline: described(Timestamp, "Until when it can be decided."),
      },
      { title: "TraceDecision", description: "The decision that was asked for.", ...closed },
    ),
  ),
  schedules: Type.Optional(
    list(
      Type.Object(
        {
          schedule: text("Which of the noun's schedules made the row."),
          index: number("The number of the row, from 0."),
          dueAt: described(Timestamp, "When the row is due."),
        },
        { title: "TraceScheduled", description: "A row that the clock will run.", ...closed },
      ),
      "Rows that the call made.",
    ),
  ),
  code: optionalText("Why it was refused, as a code of the catalog of errors."),
  message: optionalText("Why it was refused."),
  details: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: "What the catalog of errors lists for the code, and more.",
    }),
  ),
};

const TraceRun = Type.Object(
  {
    ...result,
    at: described(Timestamp, "When it ran, by the Product's clock."),
    objectId: text("The object that it was for."),
    action: text("The action that the clock called."),
    cause: Type.Union(
      (["row", "finally", "approval", "payout", "collection"] as const).map((cause) =>
        Type.Literal(cause),
      ),
      {
        description:
          "A row of a schedule, its last failure, a decision that was approved, or a payout or a collection by a mandate that has ended.",
      },
    ),
    schedule: optionalText("Which of the noun's schedules made the row."),
    index: Type.Optional(number("The number of the row.")),
    attempt: Type.Optional(number("The attempt, from 1.")),
    payout: Type.Optional(
      Type.Object(
        {
          payoutId: text("Its id in the simulation."),
          label: text("The label of the move, or of the part, that has paid it."),
          ended: text("How it ended: `posted`, `failed`, `returned` or `cancelled`."),
        },
        { title: "TraceEnded", description: "The payout that has ended.", ...closed },
      ),
    ),
    collection: Type.Optional(
      Type.Object(
        {
          collectionId: text("Its id in the simulation."),
          consentId: text("The consent that it is under."),
          amount: text("Minor units."),
          currency: text("ISO 4217 code of the amount."),
          status: Type.Union(
            (["collected", "failed", "processing", "returned"] as const).map((status) =>
              Type.Literal(status),
            ),
            {
              description:
                "How it ended. `processing`: a bank was asked by a mandate, and the row waits.",
            },
          ),
        },
        { title: "TraceCollection", description: "A collection under a consent.", ...closed },
      ),
    ),
  },
  { title: "TraceRun", description: "What the clock ran.", ...closed },
);

const TraceStep = Type.Object(
  {
    ...result,
    step: number("The number of the step, from 0."),
    does: text("The step in words."),
    at: described(Timestamp, "The Product's clock after the step."),
    object: Type.Optional(TraceState),
    ran: list(TraceRun, "What the clock ran in the step, in order."),
    skipped: list(
      Type.Object(
        {
          objectId: text("The object that the row was for."),
          schedule: text("Which of the noun's schedules made the row."),
          index: number("Its number."),
          why: text("Why there was nothing to do."),
        },
        { title: "TraceSkipped", description: "A row that had nothing to do.", ...closed },
      ),
      "Rows that had nothing to do.",
    ),
    timedOut: list(
      Type.Object(
        {
          decisionId: text("Its id in the simulation."),
          objectId: text("The object that waits for it."),
          gate: text("The decision of the program."),
        },
        { title: "TraceTimeout", description: "A decision whose time was over.", ...closed },
      ),
      "Decisions whose time was over.",
    ),
    holds: Type.Optional(Type.Boolean({ description: "Whether what the step expects holds." })),
    unmet: Type.Optional(list(Type.String(), "What does not hold.")),
  },
  { title: "TraceStep", description: "What a step of the scenario did.", ...closed },
);

export const Trace = Type.Object(
  {
    holds: Type.Boolean({ description: "Whether every expectation holds." }),
    at: described(Timestamp, "The Product's clock at the end."),
    steps: list(TraceStep, "What each step did."),
    balances: map("By account, minor units: `product.revenue.USD`, `invoice-1.own.escrow.USD`."),
    objects: list(TraceObject, "The objects at the end."),
    consents: list(
      Type.Object(
        {
          consentId: text("What the scenario calls the consent."),
          status: text("As of a consent: `active`, `consumed`, `expired` and so on."),
          usedTotal: text("What was collected under it, minor units."),
          usedCount: number("How often."),
        },
        {
          title: "TraceConsent",
          description: "What was used of what a customer has consented to.",
          ...closed,
        },
      ),
      "The consents at the end.",
    ),
    decisions: list(
      Type.Object(
        {
          decisionId: text("Its id in the simulation."),
          objectId: text("The object that waits for it."),
          gate: text("The decision of the program."),
          status: text("As of a decision: `pending`, `approved`, `declined` or `timed_out`."),
        },
        { title: "TraceDecided", description: "A decision of the simulation.", ...closed },
      ),
      "The decisions at the end.",
    ),
    payouts: Type.Optional(
      list(
        Type.Object(
          {
            payoutId: text("Its id in the simulation."),
            objectId: text("The object whose action has paid it."),
            action: text("The action that has paid it."),
            label: text("The label of the move, or of the part."),
            amount: text("What is paid, minor units."),
            currency: text("The currency of the amount and of the account."),
            from: text("The account that pays, as in `balances`."),
            to: text("Who is paid: `beneficiary(ben_1).EUR`."),
            status: text("As of a payout: `processing` until it has ended."),
          },
          {
            title: "TracePayout",
            description: "What an action has paid to a beneficiary, and how that ended.",
            ...closed,
          },
        ),
        "What actions have paid to beneficiaries; absent where none did.",
      ),
    ),
    collections: Type.Optional(
      list(
        Type.Object(
          {
            collectionId: text("Its id in the simulation."),
            objectId: text("The object that has asked for it."),
            label: text("The schedule whose row has asked for it."),
            consentId: text("The consent whose mandate it is under."),
            amount: text("What is collected, minor units."),
            currency: text("The currency of the amount and of the account."),
            to: text("The account that is credited, as in `balances`."),
            status: text("As of a collection: `processing` until it has ended."),
          },
          {
            title: "TraceDebit",
            description: "What a bank was asked for by a mandate, and how that ended.",
            ...closed,
          },
        ),
        "What banks were asked for by mandates; absent where none was.",
      ),
    ),
  },
  { title: "Trace", description: "What came of a scenario. Nothing is stored.", ...closed },
);
export type Trace = Static<typeof Trace>;

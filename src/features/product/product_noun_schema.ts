/** The kinds of objects and the ports of a Product's program, as answers show them. */
import { type Static, Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";
import { EnvironmentName, Id } from "../../contract/values/formats.ts";
import { PORT_ACTORS } from "../../programs/program_schema.ts";
import { KYC_TIERS } from "../ledger/roles.ts";
import { Digest } from "./program_digest.ts";

const closed = { additionalProperties: false } as const;
const text = (description: string) => Type.String({ description });
const texts = (description: string) => Type.Array(Type.String(), { description });

const PortActor = Type.Union(
  PORT_ACTORS.map((actor) => Type.Literal(actor)),
  {
    description: "Who calls: the company as operator, a customer, an agent, the clock, a provider.",
  },
);

const PORT = {
  port: text("The name that the program gives the port."),
  actors: Type.Array(PortActor, { description: "Who may call what the port allows." }),
  as: Type.Optional(
    text(
      "Of customers: `subject`, or `fields.` and a field of the object; the customer who calls must be the one named there. Any customer may call where this is absent.",
    ),
  ),
};

export const ProductPort = Type.Object(
  {
    ...PORT,
    allow: texts(
      "What may be called by the port: a kind and an action, such as `invoice.pay`, or a kind and `create`.",
    ),
  },
  {
    title: "ProductPort",
    description: "A port of the program: some actors, and what these actors may call.",
    ...closed,
  },
);
export type ProductPort = Static<typeof ProductPort>;

const NounPort = Type.Object(PORT, {
  title: "NounPort",
  description: "A port that lets its actors create an object of the kind, or call the action.",
  ...closed,
});

const NounState = Type.Object(
  {
    state: text("The name of the state, as the field `state` of an object shows it."),
    isInitial: Type.Boolean({ description: "Whether an object begins in the state." }),
    isTerminal: Type.Boolean({ description: "Whether no action can be called in the state." }),
  },
  { title: "NounState", description: "A state that an object of the kind can be in.", ...closed },
);

const ACTION = {
  action: text("The name of the action, as the path of `object.action.call` has it."),
  from: texts("The states in which the action may be called."),
  to: texts("The states that the action can lead to: two where a condition chooses one of them."),
  gate: Type.Optional(text("The decision that must be approved before the action is called.")),
  opens: Type.Optional(text("The decision that the action asks for.")),
  isAuto: Type.Boolean({
    description: "Whether the platform calls the action by itself when its `gate` is approved.",
  }),
  ports: Type.Array(NounPort, {
    description:
      "The ports by which the action may be called; nobody may call it where it has none.",
  }),
};

const NounActionSummary = Type.Object(ACTION, {
  title: "NounActionSummary",
  description: "What can be done with an object of the kind, when, and by whom.",
  ...closed,
});

const Schema = (description: string) =>
  Type.Record(Type.String(), Type.Unknown(), { title: "ValuesSchema", description });

const NounAction = Type.Object(
  {
    ...ACTION,
    input: Schema(
      "JSON Schema (2020-12) of the `input` that a call of the action takes. An action without input takes an empty object.",
    ),
  },
  {
    title: "NounAction",
    description: "What can be done with an object of the kind, when, by whom, and with what input.",
    ...closed,
  },
);

const NounDecision = Type.Object(
  {
    decision: text("The name of the decision, as `gate` and `opens` of actions have it."),
    by: Type.Array(
      Type.Union(
        (["operator", "customer", "agent", "provider"] as const).map((actor) =>
          Type.Literal(actor),
        ),
      ),
      { description: "Who may decide, as actors of the program." },
    ),
    timeout: text("How long there is to decide: a duration of ISO 8601, such as `P2D`."),
    onTimeout: Type.Union([Type.Literal("decline"), Type.Literal("approve")], {
      description: "What the decision becomes when nobody has decided in time.",
    }),
  },
  { title: "NounDecision", description: "A question that holds up actions.", ...closed },
);

const NounSchedule = Type.Object(
  {
    schedule: text("The name that the program gives the schedule."),
    on: text("When its rows are made: `create`, or `enter:` and the state that is entered."),
    at: text("When a row is due: an expression of the program."),
    repeat: Type.Optional(
      text("How many rows are made: an expression of the program; 1 row where this is absent."),
    ),
    max: Type.Integer({ minimum: 1, description: "The most rows that are made at once." }),
    isOnce: Type.Boolean({
      description: "Whether rows are made the first time alone that an object enters the state.",
    }),
    action: text("The action that a row calls."),
    collect: Type.Optional(
      Type.Object(
        {
          consent: text("The consent of the customer: an expression of the program."),
          amount: text("How much is collected: an expression of the program."),
        },
        {
          title: "NounCollection",
          description: "Present where a row collects money under a consent of the customer.",
          ...closed,
        },
      ),
    ),
    retry: Type.Optional(
      Type.Object(
        {
          after: texts("The pauses before the further attempts, in order: durations of ISO 8601."),
          finally: Type.Optional(text("The action that is called once the last attempt failed.")),
        },
        {
          title: "NounRetry",
          description: "Present where a row that was refused is tried again.",
          ...closed,
        },
      ),
    ),
    until: texts("The states in which no further row does anything."),
  },
  { title: "NounSchedule", description: "What the clock does with an object.", ...closed },
);

const NounReference = Type.Object(
  {
    field: text("The field that holds the id of the other object."),
    kind: text("The kind of the other object."),
    states: Type.Optional(
      texts("The states that the other object may be in; any state where this is absent."),
    ),
    isExclusive: Type.Boolean({
      description: "Whether one object alone can hold the other object at a time.",
    }),
    congruent: texts(
      "What must be equal in both objects: `currency`, `subject`, or a field of both.",
    ),
  },
  { title: "NounReference", description: "A field that names an object.", ...closed },
);

const NounAccount = Type.Object(
  {
    name: text(
      "The name that the program gives the account, as `ownAccounts` of an object has it.",
    ),
    currency: text("The currency of the account: an expression of the program."),
    drainBefore: texts("The states that an object enters only when the account is empty."),
    isExported: Type.Boolean({
      description: "Whether objects that refer to this one may use the account.",
    }),
  },
  { title: "NounAccount", description: "An account that each object of the kind has.", ...closed },
);

const NounSubject = Type.Object(
  {
    field: text("The field that holds the id of the customer."),
    kinds: Type.Array(Type.Union([Type.Literal("person"), Type.Literal("organization")]), {
      description: "What the customer may be.",
    }),
    minTier: Type.Optional(
      Type.Union(
        KYC_TIERS.map(({ tier }) => Type.Literal(tier)),
        {
          description:
            "The KYC tier that the entity of the customer must have attained; any tier where this is absent.",
        },
      ),
    ),
  },
  { title: "NounSubject", description: "The customer whom an object is about.", ...closed },
);

const SUMMARY = {
  productId: Id("prod"),
  environment: EnvironmentName,
  kind: text("The name of the kind, as the paths of its objects have it."),
  buildId: described(Id("bld"), "The Build that the environment runs, which declares the kind."),
  digest: described(Digest, "Of that Build's program in its normal form."),
  isRetired: Type.Boolean({
    description:
      "Whether the kind was given up: no object of it is made, and none is used, any more.",
  }),
  states: Type.Array(NounState, { description: "The states that an object can be in." }),
  creators: Type.Array(NounPort, {
    description: "The ports by which an object may be created; nobody may where there are none.",
  }),
};

export const ProductNounSummary = Type.Object(
  {
    ...SUMMARY,
    actions: Type.Array(NounActionSummary, { description: "What can be done with an object." }),
  },
  {
    title: "ProductNounSummary",
    description: "A kind of object of a Product, without the schemas of its values.",
    ...closed,
  },
);
export type ProductNounSummary = Static<typeof ProductNounSummary>;

export const ProductNoun = Type.Object(
  {
    ...SUMMARY,
    actions: Type.Array(NounAction, { description: "What can be done with an object." }),
    subject: Type.Optional(NounSubject),
    currency: Type.Optional(
      text("The currency of an object: an expression of the program; absent where it has none."),
    ),
    fields: Schema(
      "JSON Schema (2020-12) of the `fields` that `object.create` takes for the kind.",
    ),
    indexedFields: texts("The fields that `object.list` can filter by."),
    references: Type.Array(NounReference, { description: "The fields that name other objects." }),
    ownAccounts: Type.Array(NounAccount, { description: "The accounts that each object has." }),
    decisions: Type.Array(NounDecision, { description: "The questions that hold up actions." }),
    schedules: Type.Array(NounSchedule, { description: "What the clock does with an object." }),
    stateGraph: text("What leads from which state to which: a diagram in the language of Mermaid."),
  },
  {
    title: "ProductNoun",
    description: "A kind of object of a Product, with all that a client must know to use it.",
    ...closed,
  },
);
export type ProductNoun = Static<typeof ProductNoun>;

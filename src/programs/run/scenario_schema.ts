/**
 * The form of a scenario: steps that a simulation of a program does one after another, and what
 * each is expected to lead to. Types follow from the schema.
 *
 * Objects and customers are called by names that the scenario chooses; a field of type `ref`,
 * `customer` or `consent` has such a name as its value.
 */
import { type Static, type TProperties, Type } from "@sinclair/typebox";
import { MANDATE_ENDS, PAYOUT_ENDS } from "../action_schema.ts";
import { PORT_ACTORS } from "../program_schema.ts";
import { AmountText, CurrencyCode, closed, NAME, oneOf } from "../schema_parts.ts";

/** Steps of a scenario, and rows and automatic calls that all its steps may run. */
export const STEPS_MAX = 200;
export const ROWS_RUN_MAX = 5_000;
/** Rows that all its steps may make. */
export const ROWS_MADE_MAX = 20_000;

const optional = Type.Optional;
const name = (title: string, description: string) =>
  Type.String({ title, description, pattern: "^[A-Za-z0-9_-]{1,64}$" });
const word = (title: string, description: string) =>
  Type.String({ title, description, pattern: NAME });
const moment = (title: string, description: string) =>
  Type.String({ title, description, maxLength: 40 });

const Expect = Type.Object(
  {
    object: optional(name("object", "The object whose state is meant, where the step has none.")),
    state: optional(word("state", "The state of the object after the step.")),
    code: optional(
      Type.String({
        title: "code",
        description: "The code that the step is refused with; absent: it succeeds.",
        maxLength: 100,
      }),
    ),
    balances: optional(
      Type.Record(
        Type.String({ maxLength: 200 }),
        Type.String({ pattern: "^(0|-?[1-9][0-9]{0,38})$" }),
        {
          title: "balances",
          description:
            "By account, as `balances` of the answer names it; the currency may be left out where the program has one.",
          maxProperties: 100,
        },
      ),
    ),
    ran: optional(
      Type.Integer({
        title: "ran",
        description: "How many rows and automatic calls ran.",
        minimum: 0,
      }),
    ),
  },
  { title: "expectation", description: "What must hold after the step.", ...closed },
);

const as = optional(
  oneOf(PORT_ACTORS, { title: "as", description: "Who calls; `operator` where it is absent." }),
);
const caller = optional(
  name("customer", "The customer who calls; absent: the one whom the port asks for."),
);
const object = optional(
  Type.Union([Type.Integer({ minimum: 0 }), name("object", "The name of an object.")], {
    title: "object",
    description: "By its number from 0, or its name; absent: the newest.",
  }),
);
const fields = Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), {
  title: "fields",
  description: "What the caller gives, as in the API.",
});

function step<T extends TProperties>(properties: T, title: string, description: string) {
  const all = { ...properties, expect: optional(Expect) };
  return Type.Object(all, { title, description, ...closed });
}

const CreateStep = step(
  {
    create: word("kind", "The kind of the object."),
    fields: optional(fields),
    name: optional(name("name", "What the scenario calls it: `invoice-1` where it is absent.")),
    as,
    customer: caller,
  },
  "create",
  "Makes an object.",
);
const CallStep = step(
  {
    call: word("action", "The action."),
    object,
    input: optional(fields),
    as,
    customer: caller,
  },
  "call",
  "Calls an action of an object.",
);
const AdvanceStep = step(
  { advance: moment("advance", "A duration (`P1D`), a day, or a time of ISO 8601.") },
  "advance",
  "Moves the clock, and runs what is due by then.",
);
const DecideStep = step(
  {
    decide: word("gate", "The decision."),
    object,
    outcome: oneOf(["approve", "decline"], { title: "outcome", description: "What is decided." }),
    as: optional(oneOf(PORT_ACTORS, { title: "as", description: "Who decides; absent: who may." })),
  },
  "decide",
  "Decides what an object waits for.",
);
const PayoutStep = step(
  {
    payout: word("label", "The label of the move, or of the part, that pays a beneficiary."),
    ended: oneOf(PAYOUT_ENDS, {
      title: "ended",
      description: "What the bank says. `returned` is for a payout that was posted, too.",
    }),
    object,
  },
  "payout",
  "Says how the newest payout of an object with the label ended. One that no step ends is posted when the clock advances next.",
);
const CollectionStep = step(
  {
    collection: word(
      "label",
      "The schedule whose row, or the label of the move that, has asked a bank.",
    ),
    ended: oneOf(MANDATE_ENDS, {
      title: "ended",
      description: "What the bank says. `returned` is for a collection that was collected, too.",
    }),
    object,
  },
  "collection",
  "Says how the newest collection of an object by a mandate ended. One that no step ends is collected when the clock advances next.",
);
const FundStep = step(
  {
    fund: Type.String({
      title: "account",
      description: "`product.lending`, `customer(ada).customer_balance`, or the id of an account.",
      maxLength: 200,
    }),
    amount: AmountText("How much it gets."),
    currency: optional(CurrencyCode),
  },
  "fund",
  "Puts money into an account from outside.",
);
const CustomerStep = step(
  {
    customer: name("name", "What the scenario calls the customer."),
    kind: optional(
      oneOf(["person", "organization"], {
        title: "kind",
        description: "`person` where it is absent.",
      }),
    ),
    tier: optional(
      oneOf(["tier_0", "tier_1", "tier_2", "tier_3"], {
        title: "tier",
        description: "The KYC tier; the highest where it is absent.",
      }),
    ),
    status: optional(
      oneOf(["active", "suspended", "closed"], {
        title: "status",
        description: "`active` where it is absent.",
      }),
    ),
  },
  "customer",
  "Makes a customer, or changes the one of that name.",
);
const ConsentStep = step(
  {
    consent: name("name", "What the scenario calls the consent."),
    of: name("customer", "The customer who gives it."),
    type: optional(
      oneOf(["collection", "data_sharing", "terms"], {
        title: "type",
        description: "`collection` where it is absent.",
      }),
    ),
    status: optional(
      oneOf(["pending", "active", "rejected", "revoked", "expired", "consumed"], {
        title: "status",
        description: "`active` where it is absent.",
      }),
    ),
    verified: optional(
      Type.Boolean({ title: "verified", description: "Whether its evidence is; true if absent." }),
    ),
    mandate: optional(
      Type.Boolean({
        title: "mandate",
        description: "True: of an account at another bank, whose bank collects and answers later.",
      }),
    ),
    maxAmount: optional(AmountText("The most of one collection.")),
    maxTotal: optional(AmountText("The most of all together.")),
    maxCount: optional(Type.Integer({ title: "maxCount", description: "", minimum: 1 })),
    expiresAt: optional(moment("expiresAt", "A duration from now, a day, or a time.")),
  },
  "consent",
  "Makes a consent of a customer, or changes the one of that name.",
);

export const ScenarioStep = Type.Union(
  [
    ...[CreateStep, CallStep, AdvanceStep, DecideStep, PayoutStep, CollectionStep],
    ...[FundStep, ConsentStep, CustomerStep],
  ],
  { title: "step", description: "One step of a scenario." },
);
export const Scenario = Type.Array(ScenarioStep, {
  title: "scenario",
  description: "Steps, done in order; each sees what the steps before it did.",
  maxItems: STEPS_MAX,
});

export type CreateStep = Static<typeof CreateStep>;
export type CallStep = Static<typeof CallStep>;
export type AdvanceStep = Static<typeof AdvanceStep>;
export type DecideStep = Static<typeof DecideStep>;
export type PayoutStep = Static<typeof PayoutStep>;
export type CollectionStep = Static<typeof CollectionStep>;
export type FundStep = Static<typeof FundStep>;
export type CustomerStep = Static<typeof CustomerStep>;
export type ConsentStep = Static<typeof ConsentStep>;
export type ScenarioStep = Static<typeof ScenarioStep>;
export type Scenario = Static<typeof Scenario>;
export type Expect = Static<typeof Expect>;

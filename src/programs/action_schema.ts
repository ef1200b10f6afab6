/** The form of an action and of the moves that it makes. */
import { type Static, Type } from "@sinclair/typebox";
import { Field } from "./field_schema.ts";
import {
  BPS_MAX,
  FIELDS_MAX,
  MOVES_MAX,
  PARTS_MAX,
  REQUIREMENTS_MAX,
  SPLITS_MAX,
} from "./program_limits.ts";
import {
  closed,
  Expression,
  expression,
  LABEL,
  list,
  name,
  named,
  names,
  oneOf,
} from "./schema_parts.ts";

/** How a payout can end, as the language names it: the statuses of payouts that are ends. */
export const PAYOUT_ENDS = ["posted", "failed", "returned", "cancelled"] as const;
export type PayoutEnd = (typeof PAYOUT_ENDS)[number];

/** How a collection by a mandate can end, as the language names it: the statuses of collections that are ends. */
export const MANDATE_ENDS = ["collected", "failed", "returned"] as const;
export type MandateEnd = (typeof MANDATE_ENDS)[number];

/** The ends that `then` may name: of a payout, or of a collection by a mandate. */
export const ENDS = ["posted", "collected", "failed", "returned", "cancelled"] as const;

const Then = Type.Object(
  {
    posted: Type.Optional(
      name("action", "Of a payout: called when the money has left the account."),
    ),
    collected: Type.Optional(
      name("action", "Of a collection by a mandate: called when the bank has credited the money."),
    ),
    failed: Type.Optional(
      name(
        "action",
        "Called when the payout was not carried out, so that the money is available again; or when the bank has not collected.",
      ),
    ),
    returned: Type.Optional(
      name(
        "action",
        "Called when the beneficiary's bank has sent the money back; or when the bank has taken back what it had collected.",
      ),
    ),
    cancelled: Type.Optional(
      name("action", "Of a payout: called when it was given up, and its money is available again."),
    ),
  },
  {
    title: "then",
    description:
      "The actions that the clock calls when the payout to a beneficiary, or the collection by a mandate, has ended.",
    ...closed,
  },
);
export type ThenSource = Static<typeof Then>;

const SplitPart = Type.Object(
  {
    label: name("label", "What the transfer is called in `outcome.moves`."),
    bps: Type.Optional(
      Type.Union([Type.Integer({ minimum: 0, maximum: BPS_MAX }), Expression], {
        title: "bps",
        description: "So many basis points of the amount: an integer or an expression.",
      }),
    ),
    ratio: Type.Optional(
      list(Expression, {
        title: "ratio",
        description: "Numerator and denominator: so much of the amount as one is of the other.",
        least: 2,
        most: 2,
      }),
    ),
    amount: Type.Optional(expression("So much, as an expression.")),
    remaining: Type.Optional(
      Type.Boolean({ title: "remaining", description: "True: all that the others leave." }),
    ),
    round: Type.Optional(
      oneOf(["down", "up", "half_up", "half_even"], {
        title: "round",
        description: "How a part of `bps` or `ratio` is rounded to whole minor units.",
      }),
    ),
    cap: Type.Optional(expression("The part is at most this.")),
    min: Type.Optional(expression("The part is at least this, as far as there is so much.")),
    account: expression("The account that gets the part, or the beneficiary who is paid it."),
    // biome-ignore lint/suspicious/noThenProperty: the word of the language
    then: Type.Optional(Then),
    book: Type.Optional(
      Type.String({
        title: "book label",
        description: "The label in the books, one of the program's `books`.",
        pattern: LABEL,
      }),
    ),
  },
  { title: "part of a split list", description: "Who gets which part of a move.", ...closed },
);

export const Move = Type.Object(
  {
    label: name("label", "What the transfer is called in `outcome.moves`."),
    amount: expression("How much moves, as an expression of type `amount`."),
    from: expression(
      "The account that pays: `own.escrow`, `product.revenue`, …; or a field with the subject's consent, by whose mandate a bank collects.",
    ),
    to: Type.Union(
      [
        Expression,
        list(SplitPart, {
          title: "split list",
          description: "The parts, in order; the last has `remaining`.",
          least: 1,
          most: SPLITS_MAX,
        }),
      ],
      {
        title: "to",
        description: "The account or the beneficiary that is paid, or a list of parts.",
      },
    ),
    // biome-ignore lint/suspicious/noThenProperty: the word of the language
    then: Type.Optional(Then),
    book: Type.Optional(
      Type.String({
        title: "book label",
        description: "The label in the books, one of the program's `books`.",
        pattern: LABEL,
      }),
    ),
  },
  { title: "move", description: "Money from one account to another, or to several.", ...closed },
);

export const Action = Type.Object(
  {
    from: names("from", "The states in which the action may be called."),
    to: Type.Union(
      [
        name("state", "The state after the action."),
        Type.Object(
          {
            if: expression("A condition, after the action's effects."),
            // biome-ignore lint/suspicious/noThenProperty: the word of the language
            then: name("state", "The state where it holds."),
            else: name("state", "The state where it does not."),
          },
          { title: "conditional state", description: "One of two states.", ...closed },
        ),
      ],
      { title: "to", description: "The state after the action." },
    ),
    input: Type.Optional(
      named(Field, {
        title: "input",
        description: "What a caller gives the action.",
        most: FIELDS_MAX,
      }),
    ),
    require: Type.Optional(
      list(
        Type.Object(
          {
            that: expression("What must hold before the action."),
            else: name("constraint", "The name of the refusal's `details.constraint`."),
          },
          { title: "requirement", description: "A condition of the action.", ...closed },
        ),
        {
          title: "requirements",
          description: "Conditions; the first that fails refuses.",
          most: REQUIREMENTS_MAX,
        },
      ),
    ),
    aggregate: Type.Optional(
      list(
        Type.Object(
          { that: expression("A condition on aggregates.") },
          { title: "aggregate condition", description: "A condition on aggregates.", ...closed },
        ),
        {
          title: "aggregate conditions",
          description: "Conditions that refuse with `aggregate_condition_unmet`.",
          most: REQUIREMENTS_MAX,
        },
      ),
    ),
    gate: Type.Optional(name("decision", "The decision that must be approved first.")),
    opens: Type.Optional(name("decision", "The decision that the action asks for.")),
    auto: Type.Optional(
      Type.Boolean({
        title: "auto",
        description: "True: the clock calls the action when its gate is approved.",
      }),
    ),
    consume: Type.Optional(
      named(Expression, {
        title: "consumed remainders",
        description: "By remainder: how much it goes down.",
        most: PARTS_MAX,
      }),
    ),
    add: Type.Optional(
      named(Expression, {
        title: "sums added to",
        description: "By aggregate: how much is added.",
        most: PARTS_MAX,
      }),
    ),
    claim: Type.Optional(names("claimed references", "Exclusive references taken here.")),
    release: Type.Optional(names("released references", "Exclusive references given up here.")),
    set: Type.Optional(
      named(Expression, {
        title: "set fields",
        description: "By field: its value after the action.",
        most: FIELDS_MAX,
      }),
    ),
    moves: Type.Optional(
      list(Move, {
        title: "moves",
        description: "The money that the action moves, in order, all or nothing.",
        most: MOVES_MAX,
      }),
    ),
  },
  { title: "action", description: "What can be done with an object.", ...closed },
);

export type ActionSource = Static<typeof Action>;
export type MoveSource = Static<typeof Move>;
export type SplitPartSource = Static<typeof SplitPart>;

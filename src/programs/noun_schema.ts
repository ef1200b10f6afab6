/** The form of a noun: a kind of object, with its fields, states and actions. */
import { type Static, Type } from "@sinclair/typebox";
import { Action } from "./action_schema.ts";
import { Field } from "./field_schema.ts";
import { ACTIONS_MAX, FIELDS_MAX, PARTS_MAX, STATES_MAX } from "./program_limits.ts";
import { Schedule } from "./schedule_schema.ts";
import {
  closed,
  Duration,
  Expression,
  expression,
  list,
  name,
  named,
  names,
  oneOf,
} from "./schema_parts.ts";

export const Noun = Type.Object(
  {
    subject: Type.Optional(
      Type.Object(
        {
          field: name("field", "The field with the customer whom the object is about."),
          kinds: Type.Optional(
            list(
              oneOf(["person", "organization"], {
                title: "kind of entity",
                description: "`person` or `organization`.",
              }),
              {
                title: "kinds of a subject",
                description: "What the customer may be; both where this is absent.",
                least: 1,
                most: 2,
              },
            ),
          ),
          minTier: Type.Optional(
            oneOf(["tier_0", "tier_1", "tier_2", "tier_3"], {
              title: "minTier",
              description: "The KYC tier that the customer's entity must have attained.",
            }),
          ),
        },
        { title: "subject", description: "Whom the object is about.", ...closed },
      ),
    ),
    currency: Type.Optional(
      expression("The currency of the object: `fields.currency`, or a code in quotes."),
    ),
    fields: named(Field, {
      title: "fields",
      description: "What an object holds.",
      most: FIELDS_MAX,
    }),
    let: Type.Optional(
      named(Expression, {
        title: "let",
        description: "Names for expressions over the object's fields.",
        most: PARTS_MAX,
      }),
    ),
    partitions: Type.Optional(
      named(
        Type.Object(
          {
            whole: expression("The amount that the parts must add up to."),
            parts: expression("The parts: `fields.lines[].amount`."),
          },
          { title: "partition", description: "Parts that add up to a whole.", ...closed },
        ),
        { title: "partitions", description: "Sums that must be right.", most: PARTS_MAX },
      ),
    ),
    remainders: Type.Optional(
      named(
        Type.Object(
          { start: expression("What there is at the beginning.") },
          { title: "remainder", description: "An amount that only goes down.", ...closed },
        ),
        { title: "remainders", description: "Amounts that only go down.", most: PARTS_MAX },
      ),
    ),
    aggregates: Type.Optional(
      named(
        Type.Object(
          {
            scope: oneOf(["self", "subject", "product"], {
              title: "scope",
              description: "Over this object, over all of its subject, or over all of the kind.",
            }),
            count: Type.Optional(
              Type.Boolean({ title: "count", description: "True: counts objects." }),
            ),
            sum: Type.Optional(
              Type.Boolean({ title: "sum", description: "True: adds up what actions add." }),
            ),
            where: Type.Optional(names("where", "Of a count: the states that count.")),
            currency: Type.Optional(expression("Of a sum: its currency.")),
            cap: Type.Optional(
              Type.Union([Type.Integer({ minimum: 0 }), Expression], {
                title: "cap",
                description: "The most that it may be: an integer or an expression.",
              }),
            ),
            unbounded: Type.Optional(
              Type.Boolean({ title: "unbounded", description: "True: there is no cap." }),
            ),
          },
          { title: "aggregate", description: "A count or a sum over objects.", ...closed },
        ),
        { title: "aggregates", description: "Counts and sums over objects.", most: PARTS_MAX },
      ),
    ),
    own: Type.Optional(
      named(
        Type.Object(
          {
            currency: expression("The currency of the account."),
            drainBefore: Type.Optional(
              names("drainBefore", "States that the object enters only when it is empty."),
            ),
            export: Type.Optional(
              Type.Boolean({
                title: "export",
                description: "True: objects that refer to this one may use the account.",
              }),
            ),
          },
          { title: "own account", description: "An account of each object.", ...closed },
        ),
        { title: "own accounts", description: "Accounts of each object.", most: PARTS_MAX },
      ),
    ),
    decisions: Type.Optional(
      named(
        Type.Object(
          {
            by: list(
              oneOf(["operator", "customer", "agent", "provider"], {
                title: "actor",
                description: "Who may decide.",
              }),
              { title: "by", description: "Who may decide.", least: 1, most: 4 },
            ),
            timeout: Duration("How long there is to decide."),
            onTimeout: oneOf(["decline", "approve"], {
              title: "onTimeout",
              description: "What happens when nobody has decided.",
            }),
          },
          { title: "decision", description: "A question that somebody must answer.", ...closed },
        ),
        { title: "decisions", description: "Questions that hold up actions.", most: PARTS_MAX },
      ),
    ),
    states: named(
      Type.Object(
        {
          initial: Type.Optional(
            Type.Boolean({ title: "initial", description: "True: objects begin here." }),
          ),
          terminal: Type.Optional(
            Type.Boolean({ title: "terminal", description: "True: nothing follows." }),
          ),
        },
        { title: "state", description: "A state of an object.", ...closed },
      ),
      {
        title: "states",
        description: "The states of an object.",
        least: 1,
        most: STATES_MAX,
      },
    ),
    actions: named(Action, {
      title: "actions",
      description: "What can be done with an object.",
      most: ACTIONS_MAX,
    }),
    schedules: Type.Optional(
      named(Schedule, {
        title: "schedules",
        description: "What the clock does with an object.",
        most: PARTS_MAX,
      }),
    ),
  },
  { title: "noun", description: "A kind of object.", ...closed },
);

export type NounSource = Static<typeof Noun>;

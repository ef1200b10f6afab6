/** The form of a schedule: what the clock does with an object, and when. */
import { type Static, Type } from "@sinclair/typebox";
import { FIELDS_MAX, RETRIES_MAX, SCHEDULE_ROWS_MAX } from "./program_limits.ts";
import {
  closed,
  Duration,
  Expression,
  expression,
  list,
  name,
  named,
  names,
} from "./schema_parts.ts";

export const Schedule = Type.Object(
  {
    on: Type.String({
      title: "beginning of a schedule",
      description: "`create`, or `enter:` and a state: when the rows are made.",
      pattern: "^(create|enter:[a-z][A-Za-z0-9_]{0,39})$",
    }),
    at: expression("When a row is due: a `time` or a `date`; `index` counts rows from 0."),
    repeat: Type.Optional(expression("How many rows; 1 where this is absent.")),
    max: Type.Optional(
      Type.Integer({
        title: "max",
        description: "The most rows that there can be.",
        minimum: 1,
        maximum: SCHEDULE_ROWS_MAX,
      }),
    ),
    once: Type.Optional(
      Type.Boolean({
        title: "once",
        description: "True: rows are made the first time alone.",
      }),
    ),
    action: Type.Optional(name("action", "The action that a row calls.")),
    input: Type.Optional(
      named(Expression, {
        title: "input",
        description: "What a row gives its action.",
        most: FIELDS_MAX,
      }),
    ),
    collect: Type.Optional(
      Type.Object(
        {
          consent: expression("The field with the customer's consent."),
          amount: expression("How much is collected."),
          // biome-ignore lint/suspicious/noThenProperty: the word of the language
          then: name("action", "The action that moves the money; its input is `amount`."),
          returned: Type.Optional(
            name(
              "action",
              "Called when a bank that has collected by a mandate has taken the money back.",
            ),
          ),
        },
        { title: "collect", description: "A collection under a consent.", ...closed },
      ),
    ),
    retry: Type.Optional(
      Type.Object(
        {
          after: list(Duration("How long after the attempt before."), {
            title: "pauses",
            description: "The pauses before further attempts.",
            least: 1,
            most: RETRIES_MAX,
          }),
          finally: Type.Optional(name("action", "The action after the last failure.")),
        },
        { title: "retry", description: "What follows a row that was refused.", ...closed },
      ),
    ),
    until: Type.Optional(names("until", "States in which no further row runs.")),
  },
  { title: "schedule", description: "What the clock does with an object.", ...closed },
);

export type ScheduleSource = Static<typeof Schedule>;

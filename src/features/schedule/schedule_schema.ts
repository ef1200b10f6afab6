/** Schemas of the rows of schedules. */
import { type Static, Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";
import {
  CreatedAt,
  EnvironmentName,
  Id,
  Timestamp,
  UpdatedAt,
} from "../../contract/values/formats.ts";
import { ruled } from "../../contract/values/value_rules.ts";
import { SCHEDULE_STATUSES } from "./schedule_document.ts";

export const ScheduleStatusName = Type.Union(
  SCHEDULE_STATUSES.map((status) => Type.Literal(status)),
  {
    title: "ScheduleStatus",
    description:
      "`scheduled`: it waits for its time. `waiting`: a bank was asked for the money of its collection, and its action is called when the bank has it. `ran`: its action ran. `skipped`: when it was due there was nothing to do. `failed`: every attempt was refused.",
  },
);

/** The form of every name in a program. */
export const KindName = ruled(
  Type.String({
    description: "Only rows of objects of this kind, as the Product's program names it.",
    pattern: "^[a-z][A-Za-z0-9_]{0,39}$",
    maxLength: 40,
    examples: ["invoice"],
  }),
  { mustBe: "a name of the program: a small letter, then at most 39 letters, digits and _" },
);

export const SchedulePath = Type.Object(
  { productId: Id("prod"), scheduleId: Id("sch") },
  { additionalProperties: false },
);

export const Schedule = Type.Object(
  {
    scheduleId: Id("sch"),
    productId: Id("prod"),
    environment: EnvironmentName,
    objectId: described(Id("obj"), "The object whose action the clock calls."),
    kind: Type.String({ description: "The kind of the object, as its program names it." }),
    schedule: Type.String({ description: "What the program calls the schedule." }),
    action: Type.String({ description: "The action that the clock calls." }),
    round: Type.Integer({
      minimum: 1,
      description: "Which time it is that the schedule makes rows for the object.",
    }),
    index: Type.Integer({ minimum: 0, description: "The number of the row in its round, from 0." }),
    dueAt: described(Timestamp, "When it is due next, or was due last, by the Product's clock."),
    attempt: Type.Integer({
      minimum: 1,
      description: "The attempt that is next, or was last: a row that was refused is tried again.",
    }),
    status: ScheduleStatusName,
    refusedWith: Type.Optional(
      Type.String({
        description: "The code that the last attempt was refused with; absent where none was.",
      }),
    ),
    skippedBecause: Type.Optional(
      described(
        Type.Union([
          Type.Literal("ended"),
          Type.Literal("until"),
          Type.Literal("no_amount"),
          Type.Literal("migrated"),
        ]),
        "Why there was nothing to do: the object had ended, it was in a state of `until`, nothing was to be collected, or the Build that the object is of now has no such schedule.",
      ),
    ),
    collectionId: Type.Optional(
      described(
        Id("coll"),
        "The collection that the row has made; absent of a row that collects nothing, or has not run.",
      ),
    ),
    ranAt: Type.Optional(
      described(Timestamp, "When the last attempt ran, by the Product's clock; absent before."),
    ),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  {
    title: "Schedule",
    description: "A row of a schedule: what the clock does with an object at a time.",
    additionalProperties: false,
  },
);
export type Schedule = Static<typeof Schedule>;

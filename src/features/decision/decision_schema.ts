/** Schemas of decisions. */
import { type Static, Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";
import {
  Actor,
  CreatedAt,
  EnvironmentName,
  Id,
  Revision,
  Timestamp,
  UpdatedAt,
} from "../../contract/values/formats.ts";
import { DECISION_STATUSES } from "./decision_document.ts";

export const DecisionStatusName = Type.Union(
  DECISION_STATUSES.map((status) => Type.Literal(status)),
  {
    title: "DecisionStatus",
    description:
      "`pending`: it waits. `approved`, `declined`: somebody decided it. `timed_out`: its deadline passed, and `onTimeout` holds.",
  },
);

export const Decision = Type.Object(
  {
    decisionId: Id("dec"),
    productId: Id("prod"),
    environment: EnvironmentName,
    objectId: described(Id("obj"), "The object that is decided about."),
    kind: Type.String({ description: "The kind of the object, as its program names it." }),
    gate: Type.String({ description: "What the program calls the decision." }),
    by: described(
      Type.Array(Type.String()),
      "The kinds of actors who may decide, as the program says: `operator`, `provider`.",
    ),
    status: DecisionStatusName,
    requestedAt: described(Timestamp, "When it was asked for, by the Product's clock."),
    deadline: described(
      Timestamp,
      "The moment from which nobody can decide it any more, by the Product's clock.",
    ),
    onTimeout: described(
      Type.Union([Type.Literal("decline"), Type.Literal("approve")]),
      "What holds when the deadline passes before anybody has decided.",
    ),
    reason: Type.Optional(
      Type.String({ description: "Why it was decided so; absent where nobody said it." }),
    ),
    resolvedBy: Type.Optional(described(Actor, "Who decided; absent while nobody has.")),
    resolvedAt: Type.Optional(
      described(
        Timestamp,
        "When it was decided, or its deadline had passed, by the Product's clock; absent while it waits.",
      ),
    ),
    usedAt: Type.Optional(
      described(
        Timestamp,
        "When a call used the approval, by the Product's clock: an approval lets one call run.",
      ),
    ),
    revision: Revision,
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
    actor: Actor,
  },
  {
    title: "Decision",
    description: "Whether an action of an object may run, which somebody must decide.",
    additionalProperties: false,
  },
);
export type Decision = Static<typeof Decision>;

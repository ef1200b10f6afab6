/** The decision as a resource, and the function that renders it. */
import { isoTime } from "../../base/iso_time.ts";
import { filter, type ResourceNames } from "../../contract/declare/resource.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { actorOfText } from "../../contract/records/actor.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuchHere } from "../../contract/refusals/unknown_id.ts";
import { Id } from "../../contract/values/formats.ts";
import { declareNoun, type FactOf, type StatePartOf } from "../noun.ts";
import { declareReads } from "../resource_reads.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { type DecisionDocument, stepAtMs } from "./decision_document.ts";
import { Decision, DecisionStatusName } from "./decision_schema.ts";

export const decisions = declareNoun<DecisionDocument>()({
  noun: "decision",
  plural: "decisions",
  prefix: "dec",
  readScope: "decisions:read",
  output: Decision,
  notFoundCode: "resource_not_found",
  notFound: decisionNotFound,
  table: { code: LEDGER_TABLE.decision },
  show: decisionResource,
  search: {
    title: ({ gate, status }) => `${gate} ${status}`,
    ids: ({ objectId }) => [objectId],
  },
  indexes: [
    {
      name: "decision_by_object",
      table: LEDGER_TABLE.decisionByObject,
      textsOf: ({ objectId }) => [objectSuffixOf(objectId)],
    },
  ],
  deadlineOf: stepAtMs,
  stored: { deadlines: LEDGER_TABLE.decisionDue },
  filters: {
    status: filter(
      described(DecisionStatusName, "Only decisions in this status."),
      (wanted) =>
        ({ status }) =>
          status === wanted,
    ),
    objectId: filter(
      described(Id("obj"), "Only decisions about this object."),
      (wanted) =>
        ({ objectId }) =>
          objectId === wanted,
      { table: LEDGER_TABLE.decisionByObject, textOf: objectSuffixOf },
    ),
  },
  previousOf: (what, decision) => (what === "requested" ? undefined : asPending(decision)),
  happenings: {
    requested: "A decision about an object was asked for.",
    approved: "A decision was approved: a gated action may run once.",
    declined: "A decision was declined.",
    timed_out: "The deadline of a decision passed before anybody decided it.",
    /** A call has used up the approval, and tells of that itself. */
    used: {},
    /** The platform has called the action that runs by itself; the call tells of that. */
    called: {},
  },
});

/** `decision.list` and `decision.retrieve`. */
export const [decisionList, decisionRetrieve] = declareReads(decisions, {
  path: "/decisions",
  list: {
    summary: "List decisions",
    description:
      "Newest first; those that wait have the status `pending`. `search` takes the id of a decision or of an object.",
  },
  retrieve: {
    summary: "Retrieve a decision",
    description: "The decision as it is now, with who decided it and when a call used it.",
  },
});

export type DecisionState = StatePartOf<typeof decisions>;
export type DecisionFact = FactOf<typeof decisions>;

/** What is decided about a decision, as it was while the decision was pending. */
function asPending({
  reason,
  resolvedBy,
}: Pick<DecisionDocument, "reason" | "resolvedBy">): object {
  return {
    status: "pending",
    ...(reason !== undefined && { reason: null }),
    ...(resolvedBy !== undefined && { resolvedBy: null }),
    resolvedAt: null,
  };
}

function objectSuffixOf(objectId: string): string {
  return objectId.slice("obj_".length);
}

export function decisionNotFound(decisionId: string): Refusal<"resource_not_found"> {
  return refuse("resource_not_found", noSuchHere("dec", decisionId), {
    resourceType: "decision",
    decisionId,
  });
}

/** The decision in answers. The order of the fields is their order on the wire. */
export function decisionResource(
  decision: Omit<DecisionDocument, "realm">,
  { productId, environment }: ResourceNames,
): Decision {
  const { reason, resolvedBy, resolvedAtMs, usedAtMs } = decision;
  return {
    decisionId: decision.decisionId,
    productId,
    environment,
    objectId: decision.objectId,
    kind: decision.kind,
    gate: decision.gate,
    by: [...decision.by],
    status: decision.status,
    requestedAt: isoTime(decision.requestedAtMs),
    deadline: isoTime(decision.deadlineMs),
    onTimeout: decision.onTimeout,
    ...(reason !== undefined && { reason }),
    ...(resolvedBy !== undefined && { resolvedBy: actorOfText(resolvedBy) }),
    ...(resolvedAtMs !== undefined && { resolvedAt: isoTime(resolvedAtMs) }),
    ...(usedAtMs !== undefined && { usedAt: isoTime(usedAtMs) }),
    revision: decision.revision,
    createdAt: isoTime(decision.createdAtMs),
    updatedAt: isoTime(decision.updatedAtMs),
    actor: actorOfText(decision.changedBy),
  };
}

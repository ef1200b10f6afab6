/** object.history.list: each revision of an object, and the action that led to it. */
import { isoTime } from "../../base/iso_time.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { actorOfText } from "../../contract/records/actor.ts";
import { listOf, listQuery } from "../../contract/values/formats.ts";
import { answerPage, type WalkRow } from "../../contract/values/page.ts";
import { timeRangeOf } from "../record_walk.ts";
import { OBJECT_ACTED, OBJECT_CREATED } from "./object_facts.ts";
import { changesBack, type ObjectChange } from "./object_history.ts";
import { BY_MIGRATION, ObjectRevision } from "./object_read_schema.ts";
import { OBJECT_PATH_REFUSALS, seenObject } from "./object_reads.ts";
import { ObjectPath } from "./object_schema.ts";

export const objectHistoryList = declareRead({
  id: "object.history.list",
  summary: "List the history of an object",
  description:
    "Its revisions, newest first: which action led to each, or the Build that was applied to it, who called it, and the receipt that proves it. The last one is its creation.",
  http: { method: "GET", path: "/products/{productId}/objects/{kind}/{objectId}/history" },
  principals: PRODUCT_CALLERS,
  scope: "objects:read",
  acts: { on: "product", by: "productId" },
  path: ObjectPath,
  query: listQuery({}),
  output: listOf(ObjectRevision, "ObjectHistory"),
  refusals: OBJECT_PATH_REFUSALS,
  read(snapshot, input, context) {
    const { limit, cursor, ...filters } = input;
    const seen = seenObject(snapshot, input, context);
    if ("refused" in seen) return seen;
    const { fromMs, belowMs } = timeRangeOf(input);
    const walk = function* (after: string | undefined): Generator<WalkRow> {
      for (const change of changesBack(snapshot, seen.document, after)) {
        const { position, record } = change;
        if (record.timeMs < fromMs) return;
        if (position === after) continue;
        yield { position, item: record.timeMs < belowMs ? revisionOf(change) : undefined };
      }
    };
    return answerPage({ limit, cursor, filters, walk }, context);
  },
});

function actionOf(fact: ObjectChange["fact"]): string {
  if (fact.kind === OBJECT_ACTED) return fact.action;
  return fact.kind === OBJECT_CREATED ? "create" : BY_MIGRATION;
}

function revisionOf({ position, record, fact }: ObjectChange): ObjectRevision {
  const { revision, state, changedBy } = fact.object;
  return {
    revision,
    action: actionOf(fact),
    state,
    ...(fact.kind !== OBJECT_CREATED && { stateBefore: fact.stateBefore }),
    operationId: `op_${position}`,
    receiptId: `rcpt_${position}`,
    actor: actorOfText(changedBy),
    at: isoTime(record.timeMs),
  };
}

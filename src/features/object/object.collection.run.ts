/**
 * object.collection.run: an object is told how a collection has ended that it has asked a bank for, once. The row of its schedule goes
 * on: its action is called with the money, or is tried again, and what the program names follows where the bank has taken it back. Of a
 * collection of an action, the action is called that the program names under `then`.
 */
import { Type } from "@sinclair/typebox";
import { invariant } from "../../base/invariant.ts";
import {
  accept,
  type Decision as Decided,
  declareWrite,
} from "../../contract/declare/operation.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { MANDATE_ENDS, type MandateEnd } from "../../programs/action_schema.ts";
import { CLOCK } from "../../programs/run/row_run.ts";
import {
  collectionNotFound,
  collectionResource,
  collections,
} from "../collection/collection_noun.ts";
import { Collection } from "../collection/collection_schema.ts";
import { toldFact } from "../collection/collection_told.ts";
import { compiledOf } from "../product/running_program.ts";
import { ACTION_EVENTS } from "./called_action.ts";
import { callIn } from "./object_call.ts";
import { calledObject } from "./object_document.ts";
import { OBJECT_COLLECTION_TOLD, type ObjectCollectionTold } from "./object_facts.ts";
import type { ObjectState } from "./object_state.ts";
import { toldCollection } from "./told_collection.ts";
import { toldRow } from "./told_row.ts";

/** Its own codes. A call of the program is refused with any code of `object.action.call`, too. */
const REFUSALS = ["collection_not_found", "state_conflict"] as const;
type Code = (typeof REFUSALS)[number];

const EndName = Type.Union(
  MANDATE_ENDS.map((end) => Type.Literal(end)),
  { title: "MandateEnd" },
);

export const objectCollectionRun = declareWrite<ObjectState>()({
  id: "object.collection.run",
  summary: "Go on after a collection",
  description: "Done by the clock when a collection has ended that an object has asked a bank for.",
  http: { method: "POST", path: "/platform/collections/{collectionId}/told" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  path: collections.path,
  body: Type.Object(
    { ended: described(EndName, "The end that the object is told.") },
    { title: "ObjectCollectionRun", additionalProperties: false },
  ),
  output: Collection,
  refusals: REFUSALS,
  events: [...ACTION_EVENTS, "account.created"],
  decide(state, { collectionId, ended }, context): Decided<Code> {
    const { realm } = context;
    const collection = state.collections.byId(realm, collectionId);
    if (collection === undefined) return collectionNotFound(collectionId);
    const { status, objectId = "", scheduleId, untold } = collection;
    if (untold !== ended) {
      const message = `collection ${collectionId} is ${status}, and no object is to be told that it is ${ended}`;
      const actual = untold ?? status;
      return refuse("state_conflict", message, { expected: ended, actual, status });
    }
    const before = state.objects.byId(realm, objectId);
    const program = before && compiledOf(state, realm, before.buildId);
    invariant(before !== undefined && program !== undefined, "objects and their Builds stay");
    const call = { ...callIn(state, program, context, CLOCK, before), state, context };
    const object = calledObject(program, before);
    const row = scheduleId === undefined ? undefined : state.schedules.byId(realm, scheduleId);
    const end = ended as MandateEnd;
    const came =
      row === undefined
        ? toldCollection(collection, end, object, call)
        : toldRow({ row, collection, ended: end }, object, call);
    const told: ObjectCollectionTold = {
      kind: OBJECT_COLLECTION_TOLD,
      ...{ objectId, collectionId, ...(scheduleId !== undefined && { scheduleId }), ended: end },
      ...(came.called !== undefined && { called: came.called }),
      atMs: call.world.nowMs,
      ...(came.totals !== undefined && { totals: came.totals }),
    };
    const facts = [...came.facts, told, toldFact(collection)];
    return came.refusal === undefined
      ? accept(facts)
      : ({ ...came.refusal, facts } as Refusal<Code>);
  },
  respond: ({ facts }: StoredRecord, names) => {
    const told = facts.find(({ kind }) => kind === "collection.told.1");
    const collection = told && collections.of(told);
    invariant(collection !== undefined, "the record of an end that was told has the collection");
    return JSON.stringify(collectionResource(collection, names));
  },
});

/** The feature of objects: what Products' programs make, and the actions that move money. */
import type { Feature } from "../../contract/declare/feature.ts";
import { objectAccountList } from "./object.account.list.ts";
import { objectActionCall } from "./object.action.call.ts";
import { objectActionList } from "./object.action.list.ts";
import { objectActionPreview } from "./object.action.preview.ts";
import { objectCollectionRun } from "./object.collection.run.ts";
import { objectCreate } from "./object.create.ts";
import { objectDecisionList } from "./object.decision.list.ts";
import { objectDecisionRun } from "./object.decision.run.ts";
import { objectHistoryList } from "./object.history.list.ts";
import { objectList } from "./object.list.ts";
import { objectMigrationRun } from "./object.migration.run.ts";
import { objectPayoutRun } from "./object.payout.run.ts";
import { objectReferenceList } from "./object.reference.list.ts";
import { objectRetrieve } from "./object.retrieve.ts";
import { objectScheduleList } from "./object.schedule.list.ts";
import { objectScheduleRun } from "./object.schedule.run.ts";
import { objectTransferList } from "./object.transfer.list.ts";
import { objectEvents, objectEventTypes } from "./object_events.ts";
import { objectExamples } from "./object_examples.ts";
import { objectFacts } from "./object_facts.ts";
import { payeesOfObject } from "./object_payees.ts";
import { objects } from "./object_resource.ts";
import { createObjectState, type ObjectState } from "./object_state.ts";
import { objectWords } from "./object_words.ts";
import { rentExamples } from "./rent_examples.ts";

export const objectFeature = {
  tag: { name: "Objects", description: "What a Product's program makes, and its actions." },
  words: objectWords,
  operations: [
    objectList,
    objectRetrieve,
    objectCreate,
    objectActionCall,
    objectActionPreview,
    objectActionList,
    objectHistoryList,
    objectTransferList,
    objectAccountList,
    objectReferenceList,
    objectScheduleList,
    objectDecisionList,
    objectScheduleRun,
    objectDecisionRun,
    objectPayoutRun,
    objectCollectionRun,
    objectMigrationRun,
  ],
  examples: [...objectExamples, ...rentExamples],
  events: objectEventTypes,
  resources: [objects],
  facts: objectFacts,
  eventsOf: objectEvents,
  createState: createObjectState,
  named: payeesOfObject,
  tables: (state) => [state.objects, state.objectClaims, state.objectTotals],
} satisfies Feature<ObjectState>;

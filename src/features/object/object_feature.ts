/** The feature of objects: what Products' programs make, and the actions that move money. */
import type { Feature } from "../../contract/feature.ts";
import { objectActionCall } from "./object.action.call.ts";
import { objectCreate } from "./object.create.ts";
import { objectDecisionRun } from "./object.decision.run.ts";
import { objectScheduleRun } from "./object.schedule.run.ts";
import { objectEvents, objectEventTypes } from "./object_events.ts";
import { objectFacts } from "./object_facts.ts";
import { objects } from "./object_resource.ts";
import { createObjectState, type ObjectState } from "./object_state.ts";

export const objectFeature = {
  tag: { name: "Objects", description: "What a Product's program makes, and its actions." },
  operations: [objectCreate, objectActionCall, objectScheduleRun, objectDecisionRun],
  events: objectEventTypes,
  resources: [objects],
  facts: objectFacts,
  eventsOf: objectEvents,
  createState: createObjectState,
  tables: (state) => [state.objects, state.objectClaims, state.objectTotals],
} satisfies Feature<ObjectState>;

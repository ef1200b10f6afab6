/** The events of an object: that it was made, each action that ran, each change of its state, and
 * that it is of another Build. */
import {
  type EventOfKind,
  type EventsByKind,
  eventOf,
  eventTypesOf,
  noEvents,
  oneEvent,
} from "../../contract/declare/event.ts";
import {
  OBJECT_ACTED,
  OBJECT_COLLECTION_TOLD,
  OBJECT_CREATED,
  OBJECT_MIGRATED,
  OBJECT_PAYOUT_TOLD,
  type ObjectActed,
  type ObjectCreated,
  type ObjectMigrated,
} from "./object_facts.ts";
import { objectResource } from "./object_resource.ts";
import { ProgramObject } from "./object_schema.ts";

export const objectEventTypes = eventTypesOf("object", ProgramObject, {
  created: "An object of a Product's program was made.",
  action_performed: "An action of an object ran, with all the money that it moves.",
  state_changed:
    "An action or a migration led an object to another state; the event of the action or the migration comes first.",
  migrated: "An object is of another Build from now on, which was applied to its Product.",
});

const CHANGE: EventOfKind<ObjectActed | ObjectMigrated> = {
  resourceIdOf: ({ object }) => object.objectId,
  customerIdOf: customerOf,
  objectOf: ({ object }, { names }) => objectResource(object, names),
  previousOf: ({ previous }) => previous,
};
const PERFORMED = [eventOf("object.action_performed", CHANGE)];
const MIGRATED = [eventOf("object.migrated", CHANGE)];
const STATE_CHANGED = eventOf("object.state_changed", CHANGE);

export const objectEvents: EventsByKind = {
  [OBJECT_CREATED]: oneEvent<ObjectCreated>("object.created", {
    resourceIdOf: ({ object }) => object.objectId,
    customerIdOf: customerOf,
    objectOf: ({ object }, { names }) => objectResource(object, names),
  }),
  [OBJECT_ACTED]: (fact) => {
    const { stateBefore, object } = fact as ObjectActed;
    return stateBefore === object.state ? PERFORMED : [...PERFORMED, STATE_CHANGED];
  },
  // The payout or the collection had its event when it ended, and what is called has its own.
  [OBJECT_PAYOUT_TOLD]: noEvents,
  [OBJECT_COLLECTION_TOLD]: noEvents,
  [OBJECT_MIGRATED]: (fact) => {
    const { stateBefore, object } = fact as ObjectMigrated;
    return stateBefore === object.state ? MIGRATED : [...MIGRATED, STATE_CHANGED];
  },
};

/** The customer whom an object is about. */
function customerOf({ object }: ObjectCreated | ObjectActed | ObjectMigrated): string | undefined {
  return object.subject;
}

/** The events of an object: that it was made, each action that ran, and each change of its state. */
import {
  type EventOfKind,
  type EventsByKind,
  eventOf,
  eventTypesOf,
  oneEvent,
} from "../../contract/event.ts";
import {
  OBJECT_ACTED,
  OBJECT_CREATED,
  type ObjectActed,
  type ObjectCreated,
} from "./object_facts.ts";
import { objectResource } from "./object_resource.ts";
import { ProgramObject } from "./object_schema.ts";

export const objectEventTypes = eventTypesOf("object", ProgramObject, {
  created: "An object of a Product's program was made.",
  action_performed: "An action of an object ran, with all the money that it moves.",
  state_changed: "An action led an object to another state; the event of the action comes first.",
});

const ACTED: EventOfKind<ObjectActed> = {
  resourceIdOf: ({ object }) => object.objectId,
  objectOf: ({ object }, { names }) => objectResource(object, names),
  previousOf: ({ previous }) => previous,
};
const PERFORMED = [eventOf("object.action_performed", ACTED)];
const CHANGED = [...PERFORMED, eventOf("object.state_changed", ACTED)];

export const objectEvents: EventsByKind = {
  [OBJECT_CREATED]: oneEvent<ObjectCreated>("object.created", {
    resourceIdOf: ({ object }) => object.objectId,
    objectOf: ({ object }, { names }) => objectResource(object, names),
  }),
  [OBJECT_ACTED]: (fact) => {
    const { stateBefore, object } = fact as ObjectActed;
    return stateBefore === object.state ? PERFORMED : CHANGED;
  },
};

/**
 * Names of types of events, and of the things that events are about, in inputs. Which there are is known only when
 * every feature is loaded: the contract document lists them (`LISTED`), and the check of each operation refuses any
 * other name, with the one that was probably meant.
 */
import { Type } from "@sinclair/typebox";
import { resourceTypeOf } from "../contract/declare/event.ts";
import { LISTED, type ListedValues, sharedAs } from "../contract/declare/schema_marks.ts";
import { announcedEventTypes } from "./announced.ts";

/** Stands for every type of event, also for those that later versions add. */
export const EVERY_TYPE = "*";

export function eventTypeNames(): string[] {
  return [...announcedEventTypes().keys()].sort();
}

/** The types of the things that events are about: `transfer` of `transfer.posted`. */
export function eventResourceTypes(types: readonly string[] = eventTypeNames()): string[] {
  return [...new Set(types.map(resourceTypeOf))];
}

const sorted: ListedValues = (types) => types.toSorted();
const withEvery: ListedValues = (types) => [EVERY_TYPE, ...sorted(types)];
const resourceTypes: ListedValues = (types) => eventResourceTypes(sorted(types));

export const EventTypeName = sharedAs(
  "EventTypeName",
  Type.String({
    minLength: 1,
    maxLength: 64,
    description: "Any type of `catalog.event_type.list`.",
    examples: ["transfer.posted"],
    [LISTED]: sorted,
  }),
);

/** What a webhook endpoint may ask for. */
export const WantedEventType = sharedAs(
  "WantedEventType",
  Type.String({
    minLength: 1,
    maxLength: 100,
    description:
      "Any type of `catalog.event_type.list`, or `*` for all, those of later versions too.",
    examples: ["transfer.posted"],
    [LISTED]: withEvery,
  }),
);

export const EventResourceType = sharedAs(
  "EventResourceType",
  Type.String({
    minLength: 1,
    maxLength: 64,
    description: "Only events about things of this type, such as `transfer`.",
    examples: ["transfer"],
    [LISTED]: resourceTypes,
  }),
);

/** What lists and streams of events are narrowed by, and the walks that find what is wanted. */
import { type TSchema, Type } from "@sinclair/typebox";
import { didYouMean } from "../../base/nearest.ts";
import { shownText } from "../../base/shown_text.ts";
import { EVENT_TYPES_MAX, resourceTypeOf } from "../../contract/declare/event.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import type { Issue } from "../../contract/refusals/refusal.ts";
import type { EventSpot } from "../../contract/tables/event_index.ts";
import { Id } from "../../contract/values/formats.ts";
import { idRule } from "../../contract/values/meant_values.ts";
import { ruled } from "../../contract/values/value_rules.ts";
import { announcedEventTypes } from "../announced.ts";
import { EventResourceType, eventResourceTypes } from "../event_type_name.ts";
import { canMerge, customerOfEvents, customerSpots, isOfCustomer } from "./event_customer.ts";
import type { EventLog, EventStep, TimeRange } from "./event_log.ts";

/** The most characters of types: more than twice as many as all have, and less than the head of a request may have. */
const TYPES_LENGTH_MAX = 8_192;

/** The parameters by which a list or a stream of events is narrowed. */
export const EVENT_FILTERS = {
  types: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: TYPES_LENGTH_MAX,
      description: `Only events of these types, at most ${EVENT_TYPES_MAX}, separated by commas; see \`catalog.event_type.list\`.`,
      examples: ["transfer.posted,transfer.failed"],
    }),
  ),
  resourceType: Type.Optional(EventResourceType),
  resourceId: Type.Optional(
    ruled(
      Type.String({
        pattern: "^[A-Za-z0-9_-]{1,64}$",
        description: "Only events about the thing with this id.",
      }),
      idRule(""),
    ),
  ),
  customerId: Type.Optional(
    described(
      Id("cust"),
      "Only events of this customer: about the customer, its entity and KYC, its access, consents, collections, objects and accounts, and about the transfers and holds of its accounts.",
    ),
  ),
} satisfies Record<string, TSchema>;

export type EventFilters = {
  types?: string;
  resourceType?: string;
  resourceId?: string;
  customerId?: string;
};

/** Names that no type of event has, with what the caller probably meant. */
export function checkEventFilters({ types, resourceType }: EventFilters): Issue[] {
  const known = [...announcedEventTypes().keys()];
  const wanted = types?.split(",") ?? [];
  const issues = wanted
    .filter((type) => !known.includes(type))
    .slice(0, EVENT_TYPES_MAX)
    .map((type) => issueOf("types", "no event has this type", type, known));
  if (wanted.length > EVENT_TYPES_MAX) {
    const message = `types are at most ${EVENT_TYPES_MAX}`;
    issues.unshift({ code: "range", message, path: ["types"] });
  }
  if (resourceType === undefined) return issues;
  const nouns = eventResourceTypes();
  if (nouns.includes(resourceType)) return issues;
  const nothing = "no event is about things of this type";
  return [...issues, issueOf("resourceType", nothing, resourceType, nouns)];
}

function issueOf(name: string, what: string, given: string, known: readonly string[]): Issue {
  const shown = shownText(given);
  const message = `${what}${shown === undefined ? "" : `: ${shown}`}${didYouMean(given, known)}`;
  return { code: "enum", message, path: [name] };
}

/** The types that the filters leave; undefined where they leave every type. */
function wantedTypes({ types, resourceType }: EventFilters): ReadonlySet<string> | undefined {
  if (types === undefined && resourceType === undefined) return undefined;
  const wanted = types?.split(",") ?? [...announcedEventTypes().keys()];
  return new Set(
    wanted.filter((type) => resourceType === undefined || resourceTypeOf(type) === resourceType),
  );
}

/** Where a walk goes on: before or after an event's number, and the record to begin with. */
export type WalkFrom = { number: number; place?: number | undefined };

/** The steps of a walk in the range; an event that the filters leave out is a step without one. */
export function* filteredSteps(
  log: EventLog,
  filters: EventFilters,
  { fromMs, belowMs }: TimeRange,
  direction: "back" | "forward",
  from: WalkFrom,
): Generator<EventStep> {
  const types = wantedTypes(filters);
  const { resourceId, customerId } = filters;
  const isByType =
    types !== undefined &&
    resourceId === undefined &&
    customerId === undefined &&
    areIndexed(types);
  const steps = isByType
    ? typeSteps(log, types, direction, from)
    : stepsOf(log, filters, types, direction, from);
  for (const step of steps) {
    const { event } = step;
    if (event === undefined) {
      yield step;
      continue;
    }
    const { timeMs } = event;
    if (direction === "back" ? timeMs < fromMs : timeMs >= belowMs) return;
    const isWanted =
      timeMs >= fromMs &&
      timeMs < belowMs &&
      (types === undefined || isByType || types.has(event.event.type)) &&
      (customerId === undefined || resourceId === undefined || event.resourceId === resourceId);
    yield isWanted ? step : { ...step, event: undefined };
  }
}

/** True where the events of every one of the types are in the index by type. */
function areIndexed(types: ReadonlySet<string>): boolean {
  const known = announcedEventTypes();
  return ![...types].some((type) => known.get(type)?.isDense);
}

function typeSteps(
  log: EventLog,
  types: ReadonlySet<string>,
  direction: "back" | "forward",
  { number }: WalkFrom,
): Iterable<EventStep> {
  const walks = [...types].map((type) => spots(log, "type", type, direction, number));
  return eventsAt(log, merged(walks, direction));
}

/** The shortest walk that passes every event that the filters leave, but one by the index by type. */
function stepsOf(
  log: EventLog,
  { resourceId, customerId }: EventFilters,
  types: ReadonlySet<string> | undefined,
  direction: "back" | "forward",
  from: WalkFrom,
): Iterable<EventStep> {
  if (customerId !== undefined) return customerSteps(log, customerId, direction, from);
  if (resourceId !== undefined) return resourceSteps(log, resourceId, direction, from);
  return direction === "back" ? log.back(from.number, from.place) : log.forward(from.number, types);
}

function* customerSteps(
  log: EventLog,
  customerId: string,
  direction: "back" | "forward",
  from: WalkFrom,
): Generator<EventStep> {
  const customer = customerOfEvents(log, customerId);
  if (customer === undefined) return;
  if (canMerge(customer)) {
    yield* eventsAt(log, merged(customerSpots(log, customer, direction, from.number), direction));
    return;
  }
  const isOwn = isOfCustomer(customer);
  const all = direction === "back" ? log.back(from.number, from.place) : log.forward(from.number);
  for (const step of all) {
    yield step.event !== undefined && !isOwn(step.event) ? { ...step, event: undefined } : step;
  }
}

function* resourceSteps(
  log: EventLog,
  resourceId: string,
  direction: "back" | "forward",
  from: WalkFrom,
): Generator<EventStep> {
  const prefix = resourceId.slice(0, Math.max(0, resourceId.indexOf("_")));
  const dense = log.denseOf(resourceId, prefix);
  const others = spots(log, "resource", resourceId, direction, from.number);
  const own = dense !== undefined && isAhead(dense.number, from.number, direction) ? [dense] : [];
  const ownSpots = own.map(({ number, sub, record: { place } }) => ({ number, sub, place }));
  yield* eventsAt(log, merged([ownSpots[Symbol.iterator](), others], direction));
}

function isAhead(number: number, from: number, direction: "back" | "forward"): boolean {
  return direction === "back" ? number < from : number > from;
}

function spots(
  log: EventLog,
  by: "type" | "resource",
  under: string,
  direction: "back" | "forward",
  from: number,
): Iterator<EventSpot> {
  return direction === "back" ? log.spotsBack(by, under, from) : log.spotsForward(by, under, from);
}

/** The spots of several walks in one order; one that several walks have is there once. */
function* merged(
  walks: readonly Iterator<EventSpot>[],
  direction: "back" | "forward",
): Generator<EventSpot> {
  const heads = walks.map((walk) => ({ walk, next: walk.next() }));
  let last = 0;
  for (;;) {
    let first: (typeof heads)[number] | undefined;
    for (const head of heads) {
      if (head.next.done === true) continue;
      const { number } = head.next.value;
      const best = first?.next.value as EventSpot | undefined;
      if (
        best === undefined ||
        isAhead(number, best.number, direction === "back" ? "forward" : "back")
      )
        first = head;
    }
    if (first === undefined || first.next.done === true) return;
    if (first.next.value.number !== last) yield first.next.value;
    last = first.next.value.number;
    first.next = first.walk.next();
  }
}

function* eventsAt(log: EventLog, found: Iterable<EventSpot>): Generator<EventStep> {
  for (const spot of found) {
    yield { number: spot.number, place: spot.place, event: log.at(spot) };
  }
}

/** event.list: what happened in a Product's environment, newest first, or on from a number. */
import { type Static, Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { realmKeyOf } from "../../contract/declare/principal.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { Id, listOf, listQuery } from "../../contract/values/formats.ts";
import { answerPageAsBytes, type WalkRow } from "../../contract/values/page.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { placeInPosition, timeRangeOf } from "../record_walk.ts";
import { DeliverySuccess } from "../webhook_endpoint/webhook_success.ts";
import { eventByteWalk, positionOfStep } from "./event_bytes.ts";
import { eventForm } from "./event_document.ts";
import { checkEventFilters, EVENT_FILTERS, filteredSteps, type WalkFrom } from "./event_filter.ts";
import { EventLog, type EventStep, type TimeRange } from "./event_log.ts";
import { Event, Sequence } from "./event_schema.ts";
import type { LoggedEvent } from "./logged_event.ts";

/**
 * Records and events that the server looks at for one page. A walk that has to leave out most of what it
 * passes costs so much and not more.
 */
const STEPS_OF_PAGE_MAX = 1_000;

const EventListQuery = listQuery({
  productId: Id("prod"),
  ...EVENT_FILTERS,
  afterSequence: Type.Optional(
    described(
      Sequence,
      "Only events with a greater number, oldest first: the way to read on from the last event that you have. `0` begins with the first event of all.",
    ),
  ),
  deliverySuccess: Type.Optional(
    Type.Union([Type.Literal("true"), Type.Literal("false")], {
      description:
        "`false`: only events with a delivery that is to come, waits, has failed or was cancelled. `true`: only the others.",
    }),
  ),
});
type EventListQuery = Static<typeof EventListQuery>;

export const eventList = declareRead({
  id: "event.list",
  summary: "List events",
  description: `Newest first; with \`afterSequence\` oldest first. Events are kept for good, also those of a sandbox that was reset. The server looks at ${STEPS_OF_PAGE_MAX} events for a page: where few of them match the filters, the page can be short or empty, and still has a cursor.`,
  http: { method: "GET", path: "/events" },
  principals: PRODUCT_CALLERS,
  scope: "events:read",
  query: EventListQuery,
  output: listOf(Event, "EventList"),
  refusals: ["resource_not_found"],
  check: checkEventFilters,
  read(snapshot, input, context) {
    const other = refuseOtherProduct(context.principal, input.productId);
    if (other !== undefined) return other;
    const { limit, cursor, ...filters } = input;
    const log = EventLog.of(snapshot, realmKeyOf(context.principal));
    const steps = (position: string | undefined) =>
      log === undefined ? [] : stepsOf(snapshot, log, input, position);
    return answerPageAsBytes<LoggedEvent>(
      {
        limit: limit === undefined ? undefined : String(limit),
        cursor,
        filters,
        walk: (position) => rowsOf(snapshot, steps(position)),
        form: eventForm(snapshot, context.principal),
        scanMax: STEPS_OF_PAGE_MAX,
      },
      (position) => eventByteWalk(snapshot, context.principal, steps(position)),
      context,
    );
  },
});

function* rowsOf(snapshot: Snapshot, steps: Iterable<EventStep>): Generator<WalkRow<LoggedEvent>> {
  for (const step of steps) yield { position: positionOfStep(snapshot, step), item: step.event };
}

/** The steps after a position; one whose event is not wanted is without the event. */
function* stepsOf(
  snapshot: Snapshot,
  log: EventLog,
  input: EventListQuery,
  position: string | undefined,
): Generator<EventStep> {
  const { deliverySuccess } = input;
  const range = timeRangeOf(input);
  const direction = input.afterSequence === undefined ? "back" : "forward";
  const from = position === undefined ? startOf(log, input, range) : fromPosition(position);
  const steps = filteredSteps(log, input, range, direction, from);
  if (deliverySuccess === undefined) return yield* steps;
  const wanted = deliverySuccess === "true";
  const success = new DeliverySuccess(snapshot, log.count);
  for (const step of steps) {
    const { event } = step;
    const isWanted = event !== undefined && success.of(event) === wanted;
    yield isWanted ? step : { ...step, event: undefined };
  }
}

/** Where the first page begins. */
function startOf(
  log: EventLog,
  { afterSequence }: EventListQuery,
  { fromMs, belowMs }: TimeRange,
): WalkFrom {
  if (afterSequence === undefined) {
    const isBound = belowMs !== Number.POSITIVE_INFINITY;
    return isBound ? log.firstAtTime(belowMs) : { number: log.count + 1 };
  }
  const earliest = fromMs === 0 ? 0 : log.firstAtTime(fromMs).number - 1;
  return { number: Math.max(Number(afterSequence), earliest) };
}

function fromPosition(position: string): WalkFrom {
  const [number, at] = position.split(".");
  return { number: Number(number), place: placeInPosition(at) };
}

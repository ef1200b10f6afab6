/** event.stream: what happens in a Product's environment, as it happens. */
import { type Static, Type } from "@sinclair/typebox";
import { foundEvents, type StreamEvent } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { realmKeyOf } from "../../contract/declare/principal.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { refuseIssues } from "../../contract/values/page.ts";
import { refuseOtherProduct, WhichProduct } from "../own_product.ts";
import { eventForm } from "./event_document.ts";
import { checkEventFilters, EVENT_FILTERS, filteredSteps } from "./event_filter.ts";
import { EventLog } from "./event_log.ts";
import { Event, Sequence } from "./event_schema.ts";

/** The most events of one reading of a stream, and the most that it looks at. */
const EVENTS_AT_ONCE = 100;
const STEPS_AT_ONCE = 1_000;
const SEQUENCE = new RegExp(Sequence.pattern as string);
const ALWAYS = { fromMs: 0, belowMs: Number.POSITIVE_INFINITY };

const EventStreamQuery = Type.Object(
  {
    productId: WhichProduct,
    ...EVENT_FILTERS,
    afterSequence: Type.Optional(
      described(Sequence, "Begins behind this event, where no `Last-Event-ID` is sent."),
    ),
  },
  { additionalProperties: false },
);
type EventStreamQuery = Static<typeof EventStreamQuery>;

export const eventStream = declareRead({
  id: "event.stream",
  summary: "Stream events",
  description:
    "Server-sent events: `id` is the `sequence`, `event` the type, `data` the event as `event.retrieve` shows it. Begins now, behind `afterSequence`, or behind the event that `Last-Event-ID` names.",
  http: { method: "GET", path: "/events/stream" },
  principals: PRODUCT_CALLERS,
  scope: "events:read",
  inContract: false,
  stream: {
    types: "every event type",
    id: "the `sequence` of the event",
    begins: "with the next event that happens, or behind the event that `afterSequence` names",
  },
  query: EventStreamQuery,
  output: Event,
  refusals: ["resource_not_found"],
  check: checkEventFilters,
  read(snapshot, input, { principal, after }) {
    const other = refuseOtherProduct(principal, input.productId);
    if (other !== undefined) return other;
    if (after !== undefined && !SEQUENCE.test(after)) return refuseIssues([NO_SEQUENCE]);
    const log = EventLog.of(snapshot, realmKeyOf(principal));
    const count = log?.count ?? 0;
    const start = startOf(after, input) ?? count;
    const events: StreamEvent[] = [];
    let passed = Math.max(start, 0);
    let steps = 0;
    const { documentOf } = eventForm(snapshot, principal);
    const from = { number: start };
    const walk = log === undefined ? [] : filteredSteps(log, input, ALWAYS, "forward", from);
    for (const { number, event } of walk) {
      passed = number;
      if (event !== undefined) {
        const { type } = event.event;
        events.push({ id: String(number), type, data: documentOf(event) });
      }
      if (events.length === EVENTS_AT_ONCE || ++steps === STEPS_AT_ONCE) {
        return foundEvents({ events, position: String(passed), hasMore: true });
      }
    }
    return foundEvents({ events, position: String(Math.max(passed, count)), hasMore: false });
  },
});

function startOf(after: string | undefined, { afterSequence }: EventStreamQuery) {
  const given = after ?? afterSequence;
  return given === undefined ? undefined : Number(given);
}

const NO_SEQUENCE = {
  code: "format",
  message: "Last-Event-ID must be the sequence of an event, in decimal digits",
  path: ["last-event-id"],
};

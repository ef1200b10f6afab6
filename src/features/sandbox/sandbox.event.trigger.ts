/** sandbox.event.trigger: an event of any type, as if it had happened; sandbox only. */
import { Type } from "@sinclair/typebox";
import { Value, type ValueError, ValueErrorType } from "@sinclair/typebox/value";
import { invariant } from "../../base/invariant.ts";
import { shownName } from "../../base/json_faults.ts";
import { didYouMean } from "../../base/nearest.ts";
import { shownText } from "../../base/shown_text.ts";
import type { EventType } from "../../contract/declare/event.ts";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import type { RealmNames } from "../../contract/declare/principal.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import type { InputIssue } from "../../contract/refusals/issue_codes.ts";
import { Id } from "../../contract/values/formats.ts";
import { announcedEventTypes, eventsOfRecord } from "../announced.ts";
import { eventJson } from "../event/event_document.ts";
import { Event } from "../event/event_schema.ts";
import { LoggedEvent } from "../event/logged_event.ts";
import { type EventTriggered, eventTriggered, triggeredObject } from "../event/triggered_event.ts";
import { EventTypeName } from "../event_type_name.ts";
import { refuseOtherProduct } from "../own_product.ts";
import type { SandboxState } from "./sandbox_state.ts";

/** The most issues that one answer lists. */
const ISSUES_MAX = 20;

const EventDraft = Type.Object(
  {
    productId: Type.Optional(
      described(
        Id("prod"),
        "Where it is told. Required with a credential of a member or an agent; with an API key it is the Product of the key.",
      ),
    ),
    eventType: EventTypeName,
    overrides: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          "Fields of `data.object` that take the place of those of the example that the catalog has. Objects are merged at every depth, and null takes a field away. The result must fit the schema of the type.",
        examples: [{ amount: "500" }],
      }),
    ),
  },
  {
    title: "EventDraft",
    description: "The event to be told.",
    additionalProperties: false,
  },
);

export const sandboxEventTrigger = declareWrite<SandboxState>()({
  id: "sandbox.event.trigger",
  summary: "Trigger an event",
  description:
    "For tests of what listens. The event is numbered, listed and delivered as every event, and has `synthetic: true`: nothing happened, no resource and no balance changes, and its ids need not be of anything that there is.",
  http: { method: "POST", path: "/sandbox/events", status: 201 },
  principals: PRODUCT_CALLERS,
  reachesOutside: true,
  scope: "sandbox:write",
  environment: "sandbox",
  body: EventDraft,
  output: Event,
  refusals: ["resource_not_found", "ledger_unavailable"],
  events: [],
  emitsSynthetic: true,
  check: ({ eventType, overrides }) => {
    const known = announcedEventTypes().get(eventType);
    return known === undefined ? [unknownType(eventType)] : issuesOf(known, overrides);
  },
  decide(_state, { productId, eventType, overrides }, { principal }) {
    const other = refuseOtherProduct(principal, productId);
    if (other !== undefined) return other;
    const known = announcedEventTypes().get(eventType) as EventType;
    return accept([eventTriggered(known, triggeredObject(known, overrides))]);
  },
  respond: eventReply,
});

/** The event of the record, as `event.retrieve` shows it. */
function eventReply(record: StoredRecord, names: RealmNames): string {
  const number = record.firstEvent;
  invariant(number !== undefined, "the record has one event, with a number");
  const event = LoggedEvent.of({ record, told: eventsOfRecord(record) }, { number, sub: 0 });
  const { object } = event.fact as EventTriggered;
  return eventJson(names, event, object);
}

function typeShown(eventType: string): string {
  const shown = shownText(eventType);
  return shown === undefined ? "this type" : `the type ${shown}`;
}

function unknownType(eventType: string): InputIssue {
  const hint = didYouMean(eventType, [...announcedEventTypes().keys()]);
  return {
    code: "enum",
    message: `no event has ${typeShown(eventType)}${hint}`,
    path: ["eventType"],
  };
}

/** What is wrong with the example once `overrides` are in it; the example itself fits. */
function issuesOf(eventType: EventType, overrides: Record<string, unknown> = {}): InputIssue[] {
  const issues = new Map<string, InputIssue>();
  for (const error of Value.Errors(eventType.object, triggeredObject(eventType, overrides))) {
    if (issues.size === ISSUES_MAX) break;
    const fields = error.path.split("/").slice(1).map(unescaped);
    const name = ["overrides", ...fields.map(shownName)].join(".");
    const path = [
      "overrides",
      ...fields.map((field) => (/^\d+$/.test(field) ? Number(field) : shownName(field))),
    ];
    if (!issues.has(error.path)) issues.set(error.path, { ...faultOf(error, name), path });
  }
  return [...issues.values()];
}

const unescaped = (field: string) => field.replaceAll("~1", "/").replaceAll("~0", "~");

function faultOf({ type, schema }: ValueError, name: string): Pick<InputIssue, "code" | "message"> {
  if (type === ValueErrorType.ObjectAdditionalProperties) {
    return { code: "unknown_field", message: `${name} is not a field of the resource` };
  }
  const { title, description = "see the schema in the catalog" } = schema;
  const what = title === undefined ? "" : `, as ${title} has it`;
  return { code: "format", message: `${name} does not fit the schema${what}: ${description}` };
}

/** webhook_endpoint.recover: sends again what could not be delivered, and what happened while the endpoint was disabled. */
import { type Static, Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import type { PreparationTools } from "../../contract/declare/preparation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import type { Issue } from "../../contract/refusals/refusal.ts";
import { Id, Timestamp } from "../../contract/values/formats.ts";
import { parseTimestamp } from "../../contract/values/timestamp_text.ts";
import type { TimeRange } from "../event/event_log.ts";
import { Sequence } from "../event/event_schema.ts";
import {
  deliveryKey,
  endpointSuffixOf,
  type WebhookDeliveryDocument,
} from "../webhook_delivery/webhook_delivery_document.ts";
import type { WebhookDeliveriesAsked } from "../webhook_delivery/webhook_delivery_facts.ts";
import { deliveryAt, lineOf } from "../webhook_delivery/webhook_delivery_state.ts";
import type { WebhookEndpointDocument } from "./webhook_endpoint_document.ts";
import { refuseEndpointStatus } from "./webhook_endpoint_lifecycle.ts";
import type { WebhookEndpointState } from "./webhook_endpoint_noun.ts";
import { webhookEndpointNotFound, webhookEndpoints } from "./webhook_endpoint_noun.ts";
import { type FoundMissed, missedEvents } from "./webhook_missed.ts";

/** The most deliveries of one request: a record has all of them. */
export const RECOVERED_MAX = 1_000;

const WebhookRecovery = Type.Object(
  {
    since: Type.Optional(
      described(
        Timestamp,
        "Deliveries that began, and with `missed` events that happened, at this time or later. Where it is absent: what the last time that the endpoint was disabled has left, which are the deliveries that it cancelled and, with `missed`, every event until the endpoint was enabled again.",
      ),
    ),
    until: Type.Optional(described(Timestamp, "Only those before this time.")),
    missed: Type.Optional(
      Type.Boolean({
        description:
          "`true`: also the events that happened while the endpoint was disabled and were never sent to it. Each is sent as any other event of its types, with eight attempts.",
      }),
    ),
    afterSequence: Type.Optional(
      described(
        Sequence,
        "Of the missed events only those with a greater number: the `sequence` of the answer before, where its `hasMore` is true.",
      ),
    ),
  },
  {
    title: "WebhookRecovery",
    description: "What to send again.",
    additionalProperties: false,
  },
);
type WebhookRecovery = Static<typeof WebhookRecovery>;

const WebhookRecovered = Type.Object(
  {
    webhookEndpointId: Id("whe"),
    recovered: Type.Integer({ minimum: 0, description: "Deliveries that are sent again." }),
    missed: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: "Missed events that are sent now; absent where none were asked for.",
      }),
    ),
    sequence: Type.Optional(
      described(
        Sequence,
        "The missed events up to this number were looked at; absent as `missed`.",
      ),
    ),
    hasMore: Type.Boolean({
      description: `There is more than one request takes, or ${RECOVERED_MAX} deliveries wait already: ask again for the others.`,
    }),
  },
  {
    title: "WebhookRecovered",
    description: "How much is sent again.",
    additionalProperties: false,
  },
);

export const webhookEndpointRecover = declareWrite<WebhookEndpointState>()({
  id: "webhook_endpoint.recover",
  summary: "Recover the failed deliveries of a webhook endpoint, and replay what it missed",
  description: `Every delivery that is \`exhausted\` or \`cancelled\` and began in the time is sent again, oldest first, with eight attempts. With \`missed\`, events of the time that were never sent, because the endpoint was disabled, are sent too. A request takes at most ${RECOVERED_MAX}. Asked again, it takes what is left: nothing that it has sent or that waits is sent twice. How it goes: \`webhook_endpoint.stats.retrieve\` and \`webhook_delivery.list\`.`,
  http: { method: "POST", path: "/webhook-endpoints/{webhookEndpointId}/recover" },
  principals: PRODUCT_CALLERS,
  reachesOutside: true,
  scope: "webhooks:write",
  path: webhookEndpoints.path,
  body: WebhookRecovery,
  output: WebhookRecovered,
  refusals: ["resource_not_found", "state_conflict", "ledger_unavailable"],
  events: [],
  check: checkTimes,
  preparesWith: { snapshot: true },
  prepare: async (input, tools) => (input.missed === true ? foundMissed(input, tools) : NO_MISSED),
  decide(state, input, context) {
    const { webhookEndpointId } = input;
    const { realm, prepared } = context;
    const endpoint = state.webhookEndpoints.byId(realm, webhookEndpointId);
    if (endpoint === undefined) return webhookEndpointNotFound(webhookEndpointId);
    const refusal = refuseEndpointStatus(endpoint, "enabled");
    if (refusal !== undefined) return refusal;
    const failed = failedOf(state, endpoint, input);
    const recovered = failed.slice(0, RECOVERED_MAX);
    const missed = missedOf(state, endpoint, prepared, RECOVERED_MAX - recovered.length);
    const deliveries = [...recovered, ...missed.events].map(({ eventId, number }) => ({
      ...{ webhookEndpointId, eventId, number },
    }));
    const fact: WebhookDeliveriesAsked = { kind: "webhook_delivery.asked.1", deliveries };
    const reply = {
      webhookEndpointId,
      recovered: recovered.length,
      ...(input.missed === true && {
        missed: missed.events.length,
        sequence: String(missed.passed),
      }),
      hasMore: failed.length > recovered.length || !missed.isWhole,
    };
    return accept(deliveries.length === 0 ? [] : [fact], reply);
  },
});

const NO_MISSED: FoundMissed = { events: [], passed: 0, isWhole: true };

/** The missed events that are meant, as the view shows them; nothing where the decision will refuse. */
function foundMissed(
  {
    webhookEndpointId,
    afterSequence = "0",
    ...input
  }: WebhookRecovery & { webhookEndpointId: string },
  { snapshot, realm, realmKey }: PreparationTools,
): FoundMissed {
  const seen = webhookEndpoints.find(snapshot(), realm, webhookEndpointId);
  if (seen === undefined || realmKey === undefined) return NO_MISSED;
  const range = { ...timesOf(input), afterNumber: Number(afterSequence) };
  const isLastOnly = input.since === undefined;
  const at = { snapshot: snapshot(), realmKey };
  return missedEvents(at, seen.document, { ...range, isLastOnly }, RECOVERED_MAX);
}

/** Those that have failed and are meant, oldest first. */
function failedOf(
  state: WebhookEndpointState,
  { webhookEndpointId, reachedAtMs }: WebhookEndpointDocument,
  input: WebhookRecovery,
): WebhookDeliveryDocument[] {
  const { fromMs, belowMs } = timesOf(input);
  const disabledMs = reachedAtMs.disabled ?? Number.POSITIVE_INFINITY;
  const isMeant = ({ createdAtMs, updatedAtMs }: WebhookDeliveryDocument) =>
    input.since === undefined ? updatedAtMs >= disabledMs : createdAtMs >= fromMs;
  return [...state.webhookFailed.of(endpointSuffixOf(webhookEndpointId))]
    .map((key) => deliveryAt(state, key))
    .filter((delivery) => isMeant(delivery) && delivery.createdAtMs < belowMs)
    .sort((one, other) => one.number - other.number);
}

/** Of what the preparation has found, what is not sent yet: as much as there is room for beside what waits. */
function missedOf(
  state: WebhookEndpointState,
  { realm, webhookEndpointId }: WebhookEndpointDocument,
  { events, passed, isWhole }: FoundMissed,
  room: number,
): FoundMissed {
  const { position, pending } = lineOf(state, realm, webhookEndpointId);
  const unsent = events.filter(
    ({ number }) =>
      number <= position &&
      state.webhookDeliveries.get(realm, deliveryKey(webhookEndpointId, number)) === undefined,
  );
  const taken = unsent.slice(0, Math.max(0, Math.min(room, RECOVERED_MAX - pending)));
  if (taken.length === unsent.length) return { events: taken, passed, isWhole };
  const next = unsent[taken.length]?.number ?? passed;
  return { events: taken, passed: next - 1, isWhole: false };
}

function timesOf({ since, until }: Pick<WebhookRecovery, "since" | "until">): TimeRange {
  return {
    fromMs: since === undefined ? 0 : (parseTimestamp(since) ?? 0),
    belowMs: until === undefined ? Number.POSITIVE_INFINITY : (parseTimestamp(until) ?? 0),
  };
}

function checkTimes({ since, until }: WebhookRecovery): Issue[] {
  if (since === undefined || until === undefined) return [];
  if ((parseTimestamp(since) ?? 0) < (parseTimestamp(until) ?? 0)) return [];
  return [{ code: "range", message: "until must be after since", path: ["until"] }];
}

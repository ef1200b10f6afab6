/** The rules of webhook endpoints, and of what callers ask of deliveries (api.md 2.2, 2.3). */
import { isDeepStrictEqual } from "node:util";
import {
  type Delivery,
  type DeliveryLine,
  type Endpoint,
  type Input,
  latest,
  type Moment,
  put,
  type Realm,
  type ShownDelivery,
  type TheEvent,
  type Verdict,
} from "./model.ts";
import { mergedMetadata } from "./parties.ts";
import { LOOPBACK_URL } from "./validity.ts";

type Decide = (realm: Realm, input: Input, moment: Moment) => Verdict;

const NOT_FOUND = { code: "resource_not_found" };
const CONFLICT = { code: "state_conflict" };
const DAY_SECONDS = 86_400;
const EXHAUSTED = "webhook_delivery.exhausted";
const PING = "webhook_endpoint.ping";

export const ENDPOINT_RULES: Readonly<Record<string, Decide>> = {
  "webhook_endpoint.create"(realm, input, moment) {
    if (input.productId !== realm.productId) return NOT_FOUND;
    if (input.url === LOOPBACK_URL) return { code: "state_constraint_failed" };
    const endpoint: Endpoint = {
      webhookEndpointId: moment.id("whe"),
      url: input.url as string,
      eventTypes: input.eventTypes as string[],
      description: input.description ?? undefined,
      metadata: { ...(input.metadata as Endpoint["metadata"] | undefined) },
      status: "enabled",
      revision: 1,
    };
    put(realm.endpoints, endpoint.webhookEndpointId, endpoint, moment);
    open(realm, endpoint.webhookEndpointId);
    return answered(endpoint);
  },
  "webhook_endpoint.update": onEndpoint((realm, endpoint, input, moment) => {
    const { expectedRevision, url, eventTypes, description, metadata } = input;
    if (expectedRevision !== undefined && expectedRevision !== endpoint.revision) return CONFLICT;
    if (url === LOOPBACK_URL) return { code: "state_constraint_failed" };
    const after: Endpoint = {
      ...endpoint,
      url: url ?? endpoint.url,
      eventTypes: eventTypes ?? endpoint.eventTypes,
      description: description === undefined ? endpoint.description : (description ?? undefined),
      metadata: mergedMetadata(endpoint.metadata, metadata),
    };
    if (isDeepStrictEqual(after, endpoint)) return answered(endpoint);
    return changed(realm, moment, after);
  }),
  "webhook_endpoint.enable": onEndpoint((realm, endpoint, _input, moment) => {
    if (endpoint.status !== "disabled") return CONFLICT;
    open(realm, endpoint.webhookEndpointId);
    return changed(realm, moment, { ...endpoint, status: "enabled", disabledReason: undefined });
  }),
  "webhook_endpoint.disable": onEndpoint((realm, endpoint, _input, moment) =>
    disabled(realm, moment, endpoint, "manual"),
  ),
  /** The platform itself does it, after a report says that an endpoint gives up. */
  "webhook_endpoint.give_up": onEndpoint((realm, endpoint, { reason }, moment) => {
    const { givesUp } = lineOf(realm, endpoint.webhookEndpointId);
    if (givesUp === undefined || givesUp !== reason) return { code: "nobody_gives_up" };
    return disabled(realm, moment, endpoint, givesUp);
  }),
  "webhook_endpoint.delete": onEndpoint((realm, endpoint, _input, moment) => {
    const line = close(realm, endpoint.webhookEndpointId, moment);
    for (const delivery of line.deliveries.values())
      set(line, { ...delivery, isUntold: false }, moment.frame);
    const { webhookEndpointId, revision } = endpoint;
    const after: Endpoint = { ...endpoint, status: "deleted", revision: revision + 1 };
    put(realm.endpoints, webhookEndpointId, after, moment);
    return { code: undefined, answer: { webhookEndpointId, revision: after.revision } };
  }),
  "webhook_endpoint.secret.rotate": onEndpoint((realm, endpoint, input, moment) => {
    const { overlapSeconds = DAY_SECONDS } = input;
    if (overlapSeconds === 0) {
      return changed(realm, moment, { ...endpoint, oldSecretsUntilMs: undefined });
    }
    const untilMs = moment.nowMs + overlapSeconds * 1_000;
    const old = (endpoint.oldSecretsUntilMs ?? []).filter((endMs) => endMs > moment.nowMs);
    if (old.length === 2) return CONFLICT;
    const oldSecretsUntilMs = [untilMs, ...old.map((endMs) => Math.min(endMs, untilMs))];
    return changed(realm, moment, { ...endpoint, oldSecretsUntilMs });
  }),
  "webhook_endpoint.ping": onEndpoint((_realm, endpoint) =>
    endpoint.status === "enabled" ? answered(endpoint) : CONFLICT,
  ),
  "webhook_endpoint.recover": onEndpoint((realm, endpoint, { since, until }, moment) => {
    if (endpoint.status !== "enabled") return CONFLICT;
    const isMeant = ({ createdAtMs, updatedAtMs }: Delivery) =>
      since === undefined
        ? updatedAtMs >= (endpoint.disabledAtMs ?? Number.POSITIVE_INFINITY)
        : createdAtMs >= Date.parse(since);
    const belowMs = until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until);
    const { webhookEndpointId } = endpoint;
    const line = lineOf(realm, webhookEndpointId);
    const failed = [...line.deliveries.values()].filter(
      (one) =>
        (one.status === "exhausted" || one.status === "cancelled") &&
        isMeant(one) &&
        one.createdAtMs < belowMs,
    );
    for (const { number } of failed) ask(line, number, moment);
    return { code: undefined, answer: { webhookEndpointId, recovered: failed.length } };
  }),
  "webhook_delivery.retry"(realm, { webhookDeliveryId = "" }, moment) {
    const found = deliveryNamed(realm, webhookDeliveryId);
    if (found === undefined) return NOT_FOUND;
    const { number, line, endpoint } = found;
    const delivery = line.deliveries.get(number);
    const isGone = endpoint.status === "deleted";
    if (delivery === undefined && (isGone || number > line.position)) return NOT_FOUND;
    if (delivery === undefined || delivery.status === "delivered" || !line.isOpen) return CONFLICT;
    ask(line, number, moment);
    return { code: undefined, answer: { webhookDeliveryId, status: "pending", attempt: 0 } };
  },
  /** The platform itself does it, after the report of the last attempt. */
  "webhook_delivery.exhaust"(realm, { webhookDeliveryId = "" }, { frame }) {
    const { line, number = 0 } = deliveryNamed(realm, webhookDeliveryId) ?? {};
    const delivery = line?.deliveries.get(number);
    if (line === undefined || delivery?.isUntold !== true) return NOT_FOUND;
    set(line, { ...delivery, isUntold: false }, frame);
    return { code: undefined, answer: { webhookDeliveryId, status: "exhausted" } };
  },
  "event.redeliver"(realm, { eventId = "", webhookEndpointId }, moment) {
    const found = eventNamed(realm, eventId);
    if (found === undefined) return NOT_FOUND;
    const { number, event } = found;
    const named = endpointNamed(realm, webhookEndpointId);
    if (webhookEndpointId !== undefined && named === undefined) return NOT_FOUND;
    if (named !== undefined && named.status !== "enabled") return CONFLICT;
    const all = [...realm.endpoints.keys()].map((id) => latest(realm.endpoints, id) as Endpoint);
    const taking = all.filter((one) => one.status === "enabled" && isWanted(one, event));
    const reached = (named === undefined ? taking : [named]).filter(({ webhookEndpointId: id }) => {
      const { position, deliveries } = lineOf(realm, id);
      return number <= position || deliveries.has(number);
    });
    if (reached.length === 0) return CONFLICT;
    for (const { webhookEndpointId: id } of reached) ask(lineOf(realm, id), number, moment);
    const webhookDeliveryIds = reached.map((one) => deliveryIdOf(eventId, one.webhookEndpointId));
    return { code: undefined, answer: { eventId, webhookDeliveryIds } };
  },
  "sandbox.event.trigger"(realm, { productId, eventType }) {
    if (productId !== undefined && productId !== realm.productId) return NOT_FOUND;
    const sequence = String(realm.events.length + 1);
    return { code: undefined, answer: { type: eventType, sequence, synthetic: true } };
  },
};

/** Whether an endpoint is sent an event. */
export function isWanted(
  { webhookEndpointId, eventTypes }: Endpoint,
  { type, resourceId }: TheEvent,
): boolean {
  if (type === PING) return resourceId === webhookEndpointId;
  if (type === EXHAUSTED && resourceId.endsWith(suffixOf(webhookEndpointId))) return false;
  return eventTypes.includes("*") || eventTypes.includes(type);
}

/** Nobody is told that a delivery of the event about an exhausted delivery is exhausted. */
export function isToldOf({ type }: TheEvent): boolean {
  return type !== EXHAUSTED;
}

export function deliveryIdOf(eventId: string, webhookEndpointId: string): string {
  return `whd_${suffixOf(eventId)}${suffixOf(webhookEndpointId)}`;
}

/** The fields of an answer about an endpoint. */
export function endpointAnswer(endpoint: Endpoint): Record<string, unknown> {
  const { oldSecretsUntilMs, disabledAtMs: _, ...shown } = endpoint;
  const secretRotation =
    oldSecretsUntilMs === undefined
      ? undefined
      : { oldExpiresAt: new Date(Math.max(...oldSecretsUntilMs)).toISOString() };
  return { ...shown, secretRotation };
}

function suffixOf(id: string): string {
  return id.slice(id.indexOf("_") + 1);
}

/** The event with this id in the realm, also one of before a reset. */
function eventNamed(
  realm: Realm,
  eventId: string,
): { number: number; event: TheEvent } | undefined {
  const at = realm.events.findIndex(({ id }) => id === eventId);
  const event = realm.events[at];
  return event && { number: at + 1, event };
}

/** The delivery that an id means, whether it is kept or not; undefined where it means none. */
export function deliveryNamed(
  realm: Realm,
  webhookDeliveryId: string,
): { number: number; line: DeliveryLine; endpoint: Endpoint } | undefined {
  const [, eventSuffix, suffix] = /^whd_(.{26})(.{26})$/.exec(webhookDeliveryId) ?? [];
  const found = eventNamed(realm, `evt_${eventSuffix}`);
  const webhookEndpointId = `whe_${suffix}`;
  const endpoint = latest(realm.endpoints, webhookEndpointId);
  if (found === undefined || endpoint === undefined) return undefined;
  return { number: found.number, line: lineOf(realm, webhookEndpointId), endpoint };
}

export function lineOf(realm: Realm, webhookEndpointId: string): DeliveryLine {
  return realm.lines.get(webhookEndpointId) as DeliveryLine;
}

/** The delivery is so from the frame on. */
export function set(line: DeliveryLine, delivery: Delivery, frame: number): void {
  const { number, status, attempt, attempts } = delivery;
  line.deliveries.set(number, delivery);
  show(line, number, { frame, value: { status, attempt, attempts: attempts.length } });
}

/** A read shows this of the delivery of an event from the frame on. */
export function show(
  { shown }: DeliveryLine,
  number: number,
  version: { frame: number; value: ShownDelivery },
): void {
  shown.set(number, [...(shown.get(number) ?? []), version]);
}

/** Deliveries begin with the events after that of the record that is being decided. */
function open(realm: Realm, webhookEndpointId: string): void {
  const before = realm.lines.get(webhookEndpointId) ?? {
    delivered: 0,
    deliveries: new Map(),
    shown: new Map(),
  };
  const position = realm.events.length + 1;
  realm.lines.set(webhookEndpointId, {
    ...before,
    isOpen: true,
    openedAt: position,
    position,
    failingSinceMs: undefined,
    givesUp: undefined,
  });
}

/** What waits is cancelled. */
function close(realm: Realm, webhookEndpointId: string, { nowMs, frame }: Moment): DeliveryLine {
  const line = lineOf(realm, webhookEndpointId);
  for (const delivery of line.deliveries.values()) {
    if (delivery.status !== "pending") continue;
    const nextAttemptAtMs = undefined;
    set(line, { ...delivery, status: "cancelled", nextAttemptAtMs, updatedAtMs: nowMs }, frame);
  }
  line.isOpen = false;
  line.givesUp = undefined;
  return line;
}

/** The delivery waits from now on, with eight attempts. */
function ask(line: DeliveryLine, number: number, { nowMs, frame }: Moment): void {
  const before = line.deliveries.get(number) ?? { number, attempts: [], createdAtMs: nowMs };
  const asked: Delivery = {
    ...before,
    status: "pending",
    attempt: 0,
    nextAttemptAtMs: nowMs,
    updatedAtMs: nowMs,
    isUntold: false,
    askedAtMs: nowMs,
  };
  set(line, asked, frame);
}

function disabled(
  realm: Realm,
  moment: Moment,
  endpoint: Endpoint,
  disabledReason: NonNullable<Endpoint["disabledReason"]>,
): Verdict {
  if (endpoint.status !== "enabled") return CONFLICT;
  close(realm, endpoint.webhookEndpointId, moment);
  return changed(realm, moment, {
    ...endpoint,
    status: "disabled",
    disabledReason,
    disabledAtMs: moment.nowMs,
  });
}

/** Stores the endpoint with the next revision, without the secrets that have ended. */
function changed(realm: Realm, moment: Moment, endpoint: Endpoint): Verdict {
  const { oldSecretsUntilMs = [], revision } = endpoint;
  const inForce = oldSecretsUntilMs.filter((endMs) => endMs > moment.nowMs);
  const after: Endpoint = {
    ...endpoint,
    revision: revision + 1,
    oldSecretsUntilMs: inForce.length === 0 ? undefined : inForce,
  };
  put(realm.endpoints, endpoint.webhookEndpointId, after, moment);
  return answered(after);
}

function answered(endpoint: Endpoint): Verdict {
  return { code: undefined, answer: endpointAnswer(endpoint) };
}

function endpointNamed(realm: Realm, id: string | undefined): Endpoint | undefined {
  const endpoint = latest(realm.endpoints, id);
  return endpoint?.status === "deleted" ? undefined : endpoint;
}

function onEndpoint(
  rule: (realm: Realm, endpoint: Endpoint, input: Input, moment: Moment) => Verdict,
): Decide {
  return (realm, input, moment) => {
    const endpoint = endpointNamed(realm, input.webhookEndpointId);
    return endpoint === undefined ? NOT_FOUND : rule(realm, endpoint, input, moment);
  };
}

/** Random requests about webhook endpoints, deliveries and events. */
import type { Draft, Habits } from "./habits.ts";
import { deliveryIdOf } from "./model/endpoints.ts";
import { type Endpoint, latest, type Realm, type TheEvent } from "./model/model.ts";
import { EVENT_TYPES, HOOK_URLS, LOOPBACK_URL } from "./model/validity.ts";

/** A duration before now, milliseconds: most deliveries of a seed are younger. */
const PAST_MS = 1_000;

export const WEBHOOK_DRAFTS: Readonly<Record<string, (habits: Habits, realm: Realm) => Draft>> = {
  "webhook_endpoint.create": (habits, realm) => {
    const { random } = habits;
    return {
      body: {
        productId: productIdOf(habits, realm),
        url: url(habits),
        eventTypes: eventTypes(habits),
        ...(random.chance(0.2) && { description: "the shop" }),
        ...(random.chance(0.2) && { metadata: { team: "shop" } }),
      },
    };
  },
  "webhook_endpoint.update": (habits, realm) => {
    const { random } = habits;
    return {
      path: [endpointId(habits, realm)],
      body: {
        ...(random.chance(0.4) && { url: url(habits) }),
        ...(random.chance(0.4) && { eventTypes: eventTypes(habits) }),
        ...(random.chance(0.2) && { description: random.pick([null, "", "the other shop"]) }),
        ...(random.chance(0.2) && { metadata: random.pick([null, { team: "" }, { a: "b" }]) }),
        ...(random.chance(0.3) && { expectedRevision: 1 + random.below(4) }),
      },
    };
  },
  "webhook_endpoint.enable": (habits, realm) => ({
    path: [endpointId(habits, realm, ({ status }) => status === "disabled")],
  }),
  "webhook_endpoint.disable": (habits, realm) => ({ path: [endpointId(habits, realm)] }),
  "webhook_endpoint.delete": (habits, realm) => ({ path: [endpointId(habits, realm)] }),
  "webhook_endpoint.ping": (habits, realm) => ({ path: [endpointId(habits, realm)] }),
  "webhook_endpoint.secret.rotate": (habits, realm) => ({
    path: [endpointId(habits, realm)],
    body: habits.random.pick<Record<string, unknown>>([
      {},
      { overlapSeconds: 0 },
      { overlapSeconds: 1 },
    ]),
  }),
  "webhook_endpoint.recover": (habits, realm) => {
    const { random, nowMs } = habits;
    const at = (beforeMs: number) => new Date(nowMs() - beforeMs).toISOString();
    const since = at(random.below(PAST_MS));
    return {
      path: [endpointId(habits, realm, isBehind(realm))],
      body: {
        ...(random.chance(0.7) && { since }),
        ...(random.chance(0.2) && { until: at(random.below(PAST_MS)) }),
      },
    };
  },
  "webhook_delivery.retry": (habits, realm) => ({ path: [deliveryId(habits, realm)] }),
  "event.redeliver": (habits, realm) => ({
    path: [eventId(habits, realm)],
    body: habits.random.chance(0.5) ? {} : { webhookEndpointId: endpointId(habits, realm) },
  }),
  "sandbox.event.trigger": (habits, realm) => {
    const { random } = habits;
    const overrides = random.pick([{}, { amount: "500" }]);
    return {
      body: {
        ...(random.chance(0.5) && { productId: productIdOf(habits, realm) }),
        eventType: random.pick(EVENT_TYPES),
        ...(random.chance(0.3) && { overrides }),
      },
    };
  },
};

function productIdOf({ random, realms }: Habits, realm: Realm): string {
  return random.chance(0.9) ? realm.productId : random.pick(realms()).productId;
}

function url({ random }: Habits): string {
  return random.chance(0.06) ? LOOPBACK_URL : random.pick(HOOK_URLS);
}

function eventTypes({ random }: Habits): string[] {
  if (random.chance(0.5)) return ["*"];
  return [...new Set([random.pick(EVENT_TYPES), random.pick(EVENT_TYPES)])];
}

function endpointId(
  { random, realms }: Habits,
  realm: Realm,
  fits: (endpoint: Endpoint) => boolean = ({ status }) => status === "enabled",
): string {
  const all = [...realm.endpoints.keys()];
  const fitting = all.filter((id) => fits(latest(realm.endpoints, id) as Endpoint));
  if (fitting.length > 0 && random.chance(0.8)) return random.pick(fitting);
  const from = random.chance(0.8) ? all : [...random.pick(realms()).endpoints.keys()];
  return from.length === 0 || random.chance(0.1) ? "whe_unknown" : random.pick(from);
}

/** Recognises endpoints with a delivery that has failed or was cancelled. */
function isBehind(realm: Realm): (endpoint: Endpoint) => boolean {
  return ({ webhookEndpointId, status }) => {
    const deliveries = [...(realm.lines.get(webhookEndpointId)?.deliveries.values() ?? [])];
    const hasFailed = deliveries.some((one) => ["exhausted", "cancelled"].includes(one.status));
    return status === "enabled" && hasFailed;
  };
}

function eventId({ random, realms }: Habits, realm: Realm): string {
  const { events } = random.chance(0.95) ? realm : random.pick(realms());
  const event = events[random.below(events.length)];
  return event === undefined || random.chance(0.03) ? "evt_unknown" : event.id;
}

/** As a rule a delivery that is kept, else that of any event to any endpoint. */
export function deliveryId(habits: Pick<Habits, "random" | "realms">, realm: Realm): string {
  const { random } = habits;
  const kept = [...realm.lines].flatMap(([id, { deliveries }]) =>
    [...deliveries.keys()].map((number) => ({ id, event: realm.events[number - 1] as TheEvent })),
  );
  if (kept.length > 0 && random.chance(0.8)) {
    const { id, event } = random.pick(kept);
    return deliveryIdOf(event.id, id);
  }
  const from = random.chance(0.9) ? realm : random.pick(habits.realms());
  const event = from.events[random.below(from.events.length)];
  const endpoints = [...from.endpoints.keys()];
  if (event === undefined || endpoints.length === 0) return "whd_unknown";
  return deliveryIdOf(event.id, random.pick(endpoints));
}

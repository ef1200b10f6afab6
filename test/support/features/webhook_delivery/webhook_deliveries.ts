/** For tests: what the outbox reports of endpoints, and the story of one endpoint with deliveries. */
import { EFFECT_OWED, type EffectOwed } from "../../../../src/contract/declare/effect.ts";
import { PLATFORM_NAMES } from "../../../../src/contract/records/platform_realm.ts";
import type { Fact } from "../../../../src/contract/records/record.ts";
import { eventList } from "../../../../src/features/event/event.list.ts";
import type { Telling } from "../../../../src/features/platform/platform_telling.ts";
import { webhookDeliveryReport } from "../../../../src/features/webhook_delivery/webhook_delivery.report.ts";
import {
  deliveryIdOf,
  deliveryKey,
  endpointSuffixOf,
  type WebhookDeliveryDocument,
} from "../../../../src/features/webhook_delivery/webhook_delivery_document.ts";
import type { WebhookLineDocument } from "../../../../src/features/webhook_delivery/webhook_line.ts";
import type {
  ReportedAttempt,
  ReportedLine,
} from "../../../../src/features/webhook_delivery/webhook_report.ts";
import { keyCaller } from "../../../world/callers.ts";
import { createCustomer } from "../../../world/parties.ts";
import type { World } from "../../../world/world.ts";
import type { Answer, Outcome } from "../../../world/writing.ts";
import { createEndpoint } from "../webhook_endpoint/webhook_endpoints.ts";

export type Seen = { id: string; number: number; type: string };
/** Reports are recorded in the platform's own realm of the shard. */
const PLATFORM = {
  ...keyCaller(),
  principal: { ...PLATFORM_NAMES, principalId: "platform" },
};
/** How long every attempt takes, milliseconds. */
export const TOOK_MS = 5;

/** Every event of the world's Product above a number, oldest first. */
export async function eventsAfter(world: World, after: number): Promise<Seen[]> {
  const { productId } = world.principal;
  const query = { productId, afterSequence: String(after), limit: "100" };
  const { items } = await world.found(eventList, query);
  return items.map(({ id, sequence, type }: Answer) => ({ id, number: Number(sequence), type }));
}

/** Makes one event of the type `customer.created`. */
export function happen(world: World, count = 1): void {
  for (let made = 0; made < count; made++) createCustomer(world);
}

export function lineOf(world: World, webhookEndpointId: string): WebhookLineDocument {
  return world.state.webhookLines.find(endpointSuffixOf(webhookEndpointId)) as WebhookLineDocument;
}

export function documentOf(
  world: World,
  webhookEndpointId: string,
  number: number,
): WebhookDeliveryDocument | undefined {
  return world.state.webhookDeliveries.find(deliveryKey(webhookEndpointId, number));
}

/** A first attempt that succeeded at `atMs`. */
export function delivered(world: World, { id, number }: Seen, attempt = 1): ReportedAttempt {
  const times = { number, attempt, atMs: world.nowMs, durationMs: TOOK_MS, httpStatus: 200 };
  return { ...times, status: "delivered", ...(attempt > 1 && { eventId: id }) };
}

/** An attempt that failed: pending for a minute, or, with number 8, for good. */
export function failed(world: World, { id, number }: Seen, attempt = 1): ReportedAttempt {
  const isLast = attempt >= 8;
  return {
    number,
    attempt,
    atMs: world.nowMs,
    durationMs: TOOK_MS,
    httpStatus: 500,
    error: "http_status",
    responseSnippet: "oops",
    eventId: id,
    status: isLast ? "exhausted" : "pending",
    ...(!isLast && { nextAttemptAtMs: world.nowMs + 60_000 }),
  };
}

export function lineWith(
  world: World,
  webhookEndpointId: string,
  attempts: readonly ReportedAttempt[],
  more: Partial<ReportedLine> = {},
): ReportedLine {
  const { position } = lineOf(world, webhookEndpointId);
  const highest = Math.max(position, ...attempts.map(({ number }) => number));
  const { realm } = lineOf(world, webhookEndpointId);
  return { realm, webhookEndpointId, position: highest, attempts: [...attempts], ...more };
}

export function report(world: World, ...lines: readonly ReportedLine[]): Outcome {
  return world.run(webhookDeliveryReport, { lines }, { cause: "platform", caller: PLATFORM });
}

/** Reports that all eight attempts at an event fail. */
export function exhaust(world: World, webhookEndpointId: string, event: Seen): void {
  for (let attempt = 1; attempt <= 8; attempt++) {
    report(world, lineWith(world, webhookEndpointId, [failed(world, event, attempt)]));
  }
}

export type Story = {
  webhookEndpointId: string;
  /** One delivered at once, one that waits, one exhausted, one delivered by a second attempt, one not attempted. */
  atOnce: string;
  waiting: string;
  exhausted: string;
  second: string;
  untried: string;
  events: Seen[];
};

/** An endpoint with a delivery in every state of its life but the cancelled one. */
export async function tellDeliveries(world: World): Promise<Story> {
  const { webhookEndpointId } = createEndpoint(world);
  const { position } = lineOf(world, webhookEndpointId);
  happen(world, 5);
  const events = await eventsAfter(world, position);
  const [one, two, three, four, five] = events as [Seen, Seen, Seen, Seen, Seen];
  const of = (attempts: readonly ReportedAttempt[]) => lineWith(world, webhookEndpointId, attempts);
  report(world, of([delivered(world, one), failed(world, two)]));
  world.nowMs += 60_000;
  report(world, of([failed(world, three), failed(world, four)]));
  for (let attempt = 2; attempt <= 8; attempt++) {
    world.nowMs += 60_000;
    const more = attempt === 2 ? [delivered(world, four, 2)] : [];
    report(world, of([failed(world, three, attempt), ...more]));
  }
  const idOf = ({ id }: Seen) => deliveryIdOf(id, webhookEndpointId);
  return {
    webhookEndpointId,
    atOnce: idOf(one),
    waiting: idOf(two),
    exhausted: idOf(three),
    second: idOf(four),
    untried: idOf(five),
    events,
  };
}

/** What the owners of companies are told by a record, as the platform shard is told it. */
export function toldIn(facts: readonly Fact[]): Record<string, unknown>[] {
  const owed = facts.filter(({ kind }) => kind === EFFECT_OWED) as EffectOwed[];
  return owed
    .map(({ effect }) => effect.payload as Telling)
    .filter(({ operation }) => operation === "platform.webhook_trouble.tell")
    .map(({ input }) => input);
}

/** The Product and the environment of the world, as tellings name them. */
export function placeOf({ principal }: World): { productId: string; environment: string } {
  const { productId, environment } = principal;
  return { productId, environment };
}

/** The lines of a shard's webhooks in an outbox that only takes note. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  failed,
  happen,
  lineOf,
  lineWith,
  report,
  type Seen,
  tellDeliveries,
} from "../../test/support/features/webhook_delivery/webhook_deliveries.ts";
import { createEndpoint } from "../../test/support/features/webhook_endpoint/webhook_endpoints.ts";
import { openWorld, type World } from "../../test/world/world.ts";
import type { Line, LineState, WaitingEffect } from "../contract/messages/outbox.ts";
import { eventRedeliver } from "../features/event/event.redeliver.ts";
import { webhookDeliveryRetry } from "../features/webhook_delivery/webhook_delivery.retry.ts";
import { webhookEndpointDelete } from "../features/webhook_endpoint/webhook_endpoint.delete.ts";
import { webhookEndpointDisable } from "../features/webhook_endpoint/webhook_endpoint.disable.ts";
import { webhookEndpointEnable } from "../features/webhook_endpoint/webhook_endpoint.enable.ts";
import type { ShardView } from "../views/shard_view.ts";
import { shardOfKey, WebhookShard } from "./webhook_shard.ts";

type Call =
  | { call: "open"; key: string; position: number; waiting: number[] }
  | { call: "close" | "wake"; key: string }
  | { call: "retryNow"; key: string; number: number; attempt: number };

/** A shard over the world's view; `seen` moves the view, looks, and gives what the outbox was told. */
async function open(world: World) {
  let calls: Call[] = [];
  const opened = new Map<string, Line>();
  const outbox = {
    open(line: Line, { position, waiting }: LineState) {
      opened.set(line.key, line);
      const numbers = waiting.map(({ number }) => number);
      calls.push({ call: "open", key: line.key, position, waiting: numbers });
    },
    close: (key: string) => void calls.push({ call: "close", key }),
    wake: (key: string) => void calls.push({ call: "wake", key }),
    retryNow: (key: string, { number, attempt }: WaitingEffect) =>
      void calls.push({ call: "retryNow", key, number, attempt }),
  };
  const view = (await world.snapshot()) as ShardView;
  const shard = new WebhookShard(view, outbox, () => world.nowMs);
  const told = () => {
    const [now, next] = [calls, []];
    calls = next;
    return now;
  };
  shard.open();
  return {
    shard,
    opened,
    atOpening: told(),
    async seen(): Promise<Call[]> {
      await world.snapshot();
      shard.look();
      return told();
    },
  };
}

const keyOf = (world: World, webhookEndpointId: string) =>
  `0:${world.realmOf(world.caller)}:${webhookEndpointId}`;

test("webhook shard: at the start -> every open line, with its position and what waits", async () => {
  const world = await openWorld();
  const { webhookEndpointId, events } = await tellDeliveries(world);
  const disabled = createEndpoint(world).webhookEndpointId;
  world.made(webhookEndpointDisable, { webhookEndpointId: disabled });
  const { atOpening, seen, opened } = await open(world);
  const key = keyOf(world, webhookEndpointId);
  const { position } = lineOf(world, webhookEndpointId);
  const waiting = [events[1]?.number as number];
  assert.deepEqual(atOpening, [{ call: "open", key, position, waiting }]);
  assert.equal(shardOfKey(key), 0);
  assert.ok((opened.get(key)?.read(position, 1).effects.length ?? 0) > 0);
  // What was shown at the start is not told a second time; its realm's events are there once.
  assert.deepEqual(await seen(), []);
});

test("webhook shard: new events -> the lines of their realm are woken, at the next look, once", async () => {
  const world = await openWorld();
  const { webhookEndpointId } = createEndpoint(world);
  const { seen } = await open(world);
  await seen();
  assert.deepEqual(await seen(), []);
  happen(world, 3);
  assert.deepEqual(await seen(), [{ call: "wake", key: keyOf(world, webhookEndpointId) }]);
  assert.deepEqual(await seen(), []);
});

test("webhook shard: an endpoint is made, disabled, deleted -> its line opens, and closes", async () => {
  const world = await openWorld();
  const { seen } = await open(world);
  const { webhookEndpointId } = createEndpoint(world);
  const key = keyOf(world, webhookEndpointId);
  const { position } = lineOf(world, webhookEndpointId);
  const [made] = await seen();
  assert.deepEqual(made, { call: "open", key, position, waiting: [] });
  world.made(webhookEndpointDisable, { webhookEndpointId });
  assert.deepEqual(await seen(), [{ call: "close", key }]);
  world.made(webhookEndpointDelete, { webhookEndpointId });
  assert.deepEqual(await seen(), [{ call: "close", key }]);
  happen(world);
  assert.deepEqual(await seen(), []);
});

test("webhook shard: disabled and enabled between two looks -> opened anew behind what it missed", async () => {
  const world = await openWorld();
  const { webhookEndpointId } = await tellDeliveries(world);
  const { seen } = await open(world);
  await seen();
  world.made(webhookEndpointDisable, { webhookEndpointId });
  happen(world, 2);
  world.made(webhookEndpointEnable, { webhookEndpointId });
  const key = keyOf(world, webhookEndpointId);
  const { position } = lineOf(world, webhookEndpointId);
  const calls = await seen();
  const last = calls.findLast(({ call }) => call === "open");
  assert.deepEqual(last, { call: "open", key, position, waiting: [] });
  assert.equal(calls[0]?.call, "close");
});

test("webhook shard: a retry and a redelivery -> attempted now, as attempt 1", async () => {
  const world = await openWorld();
  const { webhookEndpointId, exhausted, events } = await tellDeliveries(world);
  const { seen } = await open(world);
  await seen();
  const [first, , third] = events as [Seen, Seen, Seen];
  world.made(webhookDeliveryRetry, { webhookDeliveryId: exhausted });
  world.made(eventRedeliver, { eventId: first.id });
  const key = keyOf(world, webhookEndpointId);
  const asked = (await seen()).filter(({ call }) => call === "retryNow");
  assert.deepEqual(asked, [
    { call: "retryNow", key, number: third.number, attempt: 1 },
    { call: "retryNow", key, number: first.number, attempt: 1 },
  ]);
});

test("webhook shard: what the outbox reports -> the report as the operation takes it, and applied", async () => {
  const world = await openWorld();
  const { webhookEndpointId, events } = await tellDeliveries(world);
  const { shard } = await open(world);
  const last = events.at(-1) as Seen;
  const { atMs, durationMs } = failed(world, last);
  const line = shard.reported({
    key: keyOf(world, webhookEndpointId),
    position: last.number,
    attempts: [
      {
        number: last.number,
        attempt: 1,
        outcome: {
          atMs,
          durationMs,
          httpStatus: 500,
          error: "http_status",
          responseSnippet: "oops",
        },
        after: { status: "pending", dueMs: atMs + 60_000 },
      },
    ],
  });
  assert.deepEqual(line, lineWith(world, webhookEndpointId, [failed(world, last)]));
  report(world, line);
  assert.equal(lineOf(world, webhookEndpointId).position, last.number);
});

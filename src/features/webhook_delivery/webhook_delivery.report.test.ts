/** webhook_delivery.report: what a report makes of lines and deliveries, and what it must not change. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  delivered,
  documentOf,
  eventsAfter,
  failed,
  happen,
  lineOf,
  lineWith,
  report,
  type Seen,
  TOOK_MS,
} from "../../../test/support/features/webhook_delivery/webhook_deliveries.ts";
import { createEndpoint } from "../../../test/support/features/webhook_endpoint/webhook_endpoints.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listAll } from "../../../test/world/lists.ts";
import { DAY_MS } from "../../../test/world/parties.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { webhookEndpointDelete } from "../webhook_endpoint/webhook_endpoint.delete.ts";
import { webhookEndpointDisable } from "../webhook_endpoint/webhook_endpoint.disable.ts";
import { webhookEndpointEnable } from "../webhook_endpoint/webhook_endpoint.enable.ts";
import { webhookDeliveryList } from "./webhook_delivery.list.ts";
import { webhookDeliveryReport } from "./webhook_delivery.report.ts";
import { webhookDeliveryRetrieve } from "./webhook_delivery.retrieve.ts";
import { webhookDeliveryRetry } from "./webhook_delivery.retry.ts";
import { ATTEMPTS_KEPT, deliveryIdOf } from "./webhook_delivery_document.ts";
import { webhookStepsOwed } from "./webhook_owed.ts";

type Made = { world: World; webhookEndpointId: string; events: Seen[]; opened: number };

/** An endpoint, and some events behind its opening. */
async function open(world: World, count = 3): Promise<Made> {
  const { webhookEndpointId } = createEndpoint(world);
  const opened = lineOf(world, webhookEndpointId).position;
  happen(world, count);
  return { world, webhookEndpointId, events: await eventsAfter(world, opened), opened };
}

const eventAt = ({ events }: Pick<Made, "events">, index: number) => events[index] as Seen;

decisionTable(webhookDeliveryReport, {
  given: (world) => open(world),
  input: ({ world, webhookEndpointId, events }) => ({
    lines: [lineWith(world, webhookEndpointId, [delivered(world, eventAt({ events }, 0))])],
  }),
  asking: () => ({ cause: "platform" }),
  rows: [
    {
      title: "delivered at once",
      outcome: "the position, and no document",
      check({ facts }, { world, webhookEndpointId, events }) {
        assert.equal(facts.length, 1);
        const line = lineOf(world, webhookEndpointId);
        assert.deepEqual([line.position, line.delivered], [eventAt({ events }, 0).number, 1]);
        assert.equal(world.state.webhookDeliveries.size, 0);
      },
    },
    {
      title: "a line of nothing",
      input: (_made, { lines }) => {
        const [line] = lines as object[];
        return { lines: [{ ...line, webhookEndpointId: "whe_unknown" }] };
      },
      outcome: "nothing",
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "a position and no attempt",
      input: (made, { lines }) => {
        const [line] = lines as object[];
        return { lines: [{ ...line, attempts: [], position: eventAt(made, 1).number }] };
      },
      outcome: "the position",
      check(_result, made) {
        const { position, delivered: count } = lineOf(made.world, made.webhookEndpointId);
        assert.deepEqual([position, count], [eventAt(made, 1).number, 0]);
      },
    },
  ],
});

test("webhook report: the same report twice -> the second is no fact and changes nothing", async () => {
  const made = await open(await openWorld());
  const { world, webhookEndpointId } = made;
  const line = lineWith(
    world,
    webhookEndpointId,
    [delivered(world, eventAt(made, 0)), failed(world, eventAt(made, 1))],
    { givesUp: "gone" },
  );
  report(world, line);
  const [after, kept] = [
    lineOf(world, webhookEndpointId),
    documentOf(world, webhookEndpointId, eventAt(made, 1).number),
  ];
  assert.deepEqual(report(world, line).facts, []);
  assert.equal(lineOf(world, webhookEndpointId), after);
  assert.equal(documentOf(world, webhookEndpointId, eventAt(made, 1).number), kept);
  assert.deepEqual([after.delivered, after.pending, after.givesUp], [1, 1, "gone"]);
  // Beside news, what was reported before is not counted again.
  report(world, {
    ...line,
    ...lineWith(world, webhookEndpointId, [...line.attempts, delivered(world, eventAt(made, 2))]),
  });
  const { delivered: count, pending } = lineOf(world, webhookEndpointId);
  assert.deepEqual([count, pending], [2, 1]);
});

test("webhook report: an attempt that comes after a later one -> changes nothing", async () => {
  const made = await open(await openWorld());
  const { world, webhookEndpointId } = made;
  const [first] = made.events as [Seen];
  const early = lineWith(world, webhookEndpointId, [failed(world, first)]);
  report(
    world,
    lineWith(world, webhookEndpointId, [failed(world, first), failed(world, first, 2)]),
  );
  const kept = documentOf(world, webhookEndpointId, first.number);
  assert.deepEqual([kept?.attempt, kept?.attempts.length], [2, 2]);
  report(world, early);
  assert.equal(documentOf(world, webhookEndpointId, first.number), kept);
  assert.equal(lineOf(world, webhookEndpointId).pending, 1);
});

test("webhook report: two lines of one endpoint in one record -> both count, and each delivery is found", async () => {
  const made = await open(await openWorld());
  const { world, webhookEndpointId } = made;
  const [one, two] = made.events as [Seen, Seen];
  report(
    world,
    lineWith(world, webhookEndpointId, [delivered(world, one)]),
    lineWith(world, webhookEndpointId, [delivered(world, two)]),
  );
  assert.equal(lineOf(world, webhookEndpointId).delivered, 2);
  for (const { id } of [one, two]) {
    const webhookDeliveryId = deliveryIdOf(id, webhookEndpointId);
    const { status } = await world.found(webhookDeliveryRetrieve, { webhookDeliveryId });
    assert.equal(status, "delivered");
  }
  const { productId } = world.principal;
  assert.equal((await listAll(world, webhookDeliveryList, { productId }, 1)).length, 2);
});

test(`webhook report: more than ${ATTEMPTS_KEPT} attempts, by retries -> the newest are kept`, async () => {
  const made = await open(await openWorld());
  const { world, webhookEndpointId } = made;
  const [first] = made.events as [Seen];
  const webhookDeliveryId = deliveryIdOf(first.id, webhookEndpointId);
  for (let round = 0; round < 3; round++) {
    for (let attempt = 1; attempt <= 8; attempt++) {
      world.nowMs += 1_000;
      report(world, lineWith(world, webhookEndpointId, [failed(world, first, attempt)]));
    }
    assert.equal(documentOf(world, webhookEndpointId, first.number)?.status, "exhausted");
    world.made(webhookDeliveryRetry, { webhookDeliveryId });
  }
  const { attempts } = await world.found(webhookDeliveryRetrieve, { webhookDeliveryId });
  assert.equal(attempts.length, ATTEMPTS_KEPT);
  assert.equal(Date.parse(attempts.at(-1).at), world.nowMs);
  assert.equal(Date.parse(attempts[0].at), world.nowMs - (ATTEMPTS_KEPT - 1) * 1_000);
});

test("webhook report: an endpoint that is disabled while a delivery waits -> cancelled, and so it stays", async () => {
  const made = await open(await openWorld());
  const { world, webhookEndpointId } = made;
  const [waits, late, good] = made.events as [Seen, Seen, Seen];
  report(world, lineWith(world, webhookEndpointId, [failed(world, waits)]));
  world.made(webhookEndpointDisable, { webhookEndpointId });
  assert.equal(documentOf(world, webhookEndpointId, waits.number)?.status, "cancelled");
  const attempts = [failed(world, waits, 2), failed(world, late), delivered(world, good)];
  report(world, lineWith(world, webhookEndpointId, attempts, { givesUp: "gone" }));
  assert.equal(documentOf(world, webhookEndpointId, waits.number)?.attempts.length, 1);
  assert.equal(documentOf(world, webhookEndpointId, late.number)?.status, "cancelled");
  const { isOpen, pending, delivered: count, givesUp } = lineOf(world, webhookEndpointId);
  assert.deepEqual([isOpen, pending, count, givesUp], [false, 0, 1, undefined]);
  assert.deepEqual([...webhookStepsOwed(world.state)], []);
});

test("webhook report: of before an endpoint was enabled again -> does not give it up, and moves nothing", async () => {
  const made = await open(await openWorld());
  const { world, webhookEndpointId } = made;
  const late = lineWith(world, webhookEndpointId, [failed(world, eventAt(made, 0))], {
    givesUp: "exhausted",
  });
  world.made(webhookEndpointDisable, { webhookEndpointId });
  world.made(webhookEndpointEnable, { webhookEndpointId });
  const line = lineOf(world, webhookEndpointId);
  assert.deepEqual(report(world, late).facts, []);
  assert.equal(lineOf(world, webhookEndpointId), line);
  assert.ok(line.position > eventAt(made, 2).number);
});

test("webhook report: an endpoint that is deleted with an untold exhaustion -> nothing is owed, later reports are no news", async () => {
  const made = await open(await openWorld());
  const { world, webhookEndpointId } = made;
  const [first, second] = made.events as [Seen, Seen];
  const line = () =>
    lineWith(world, webhookEndpointId, [failed(world, first, 8), failed(world, second)]);
  const last = line();
  report(world, last);
  const owed = webhookStepsOwed(world.state);
  world.made(webhookEndpointDelete, { webhookEndpointId });
  assert.deepEqual([...owed], [], "steps that were listed before are not owed any more");
  assert.equal(world.state.webhookOwed.size, 0);
  assert.equal(world.state.webhookWaiting.size, 0);
  assert.deepEqual(report(world, last).facts, []);
  assert.equal(documentOf(world, webhookEndpointId, first.number)?.status, "exhausted");
  assert.equal(documentOf(world, webhookEndpointId, second.number)?.status, "cancelled");
});

test("webhook report: successes and failures -> since when nothing succeeds, and the last of each", async () => {
  const made = await open(await openWorld());
  const { world, webhookEndpointId } = made;
  const [one, two, three] = made.events as [Seen, Seen, Seen];
  const endMs = () => world.nowMs + TOOK_MS;
  report(world, lineWith(world, webhookEndpointId, [failed(world, one)]));
  const since = endMs();
  world.nowMs += DAY_MS;
  report(world, lineWith(world, webhookEndpointId, [failed(world, two)]));
  let line = lineOf(world, webhookEndpointId);
  assert.deepEqual([line.failingSinceMs, line.lastFailureAtMs], [since, endMs()]);
  assert.equal(line.lastSuccessAtMs, undefined);
  report(world, lineWith(world, webhookEndpointId, [delivered(world, three)]));
  line = lineOf(world, webhookEndpointId);
  assert.deepEqual([line.failingSinceMs, line.lastSuccessAtMs], [undefined, endMs()]);
});

test("webhook report: attempts that did not end in the order of their events -> it fails since the first failure after the newest success", async () => {
  const made = await open(await openWorld());
  const { world, webhookEndpointId } = made;
  const [one, two, three] = made.events as [Seen, Seen, Seen];
  const endingAt = (attempt: ReturnType<typeof failed>, afterMs: number) => ({
    ...attempt,
    atMs: world.nowMs + afterMs - TOOK_MS,
  });
  const lines = [
    endingAt(delivered(world, one), 5_000),
    endingAt(failed(world, two), 3_000),
    endingAt(failed(world, three), 9_000),
  ];
  report(world, lineWith(world, webhookEndpointId, lines.slice(0, 2)));
  const line = () => lineOf(world, webhookEndpointId);
  assert.equal(line().failingSinceMs, undefined, "the success ended later");
  report(world, lineWith(world, webhookEndpointId, lines.slice(2)));
  assert.equal(line().failingSinceMs, world.nowMs + 9_000);
  report(world, lineWith(world, webhookEndpointId, [endingAt(failed(world, two, 2), 4_000)]));
  assert.equal(line().failingSinceMs, world.nowMs + 9_000, "this failure ended before the success");
  report(world, lineWith(world, webhookEndpointId, [endingAt(failed(world, two, 3), 7_000)]));
  assert.equal(line().failingSinceMs, world.nowMs + 7_000);
  report(world, lineWith(world, webhookEndpointId, [endingAt(delivered(world, three, 2), 8_000)]));
  assert.equal(line().failingSinceMs, undefined, "the first of the failures ended before");
  assert.equal(line().lastFailureAtMs, world.nowMs + 9_000);
});

test("webhook report: an exhausted delivery that nobody is to be told of -> owes nothing", async () => {
  const made = await open(await openWorld());
  const { world, webhookEndpointId } = made;
  const attempt = { ...failed(world, eventAt(made, 0), 8), isTold: false } as const;
  report(world, lineWith(world, webhookEndpointId, [attempt]));
  assert.equal(lineOf(world, webhookEndpointId).exhausted, 1);
  assert.deepEqual([...webhookStepsOwed(world.state)], []);
});

for (const [number, becomes] of [
  [8, "exhausted"],
  [3, "pending"],
] as const) {
  test(`webhook report: attempt ${number}, which began before an operator's retry -> kept, and the retry stands; reported again, nothing`, async () => {
    const made = await open(await openWorld());
    const { world, webhookEndpointId } = made;
    const event = eventAt(made, 0);
    for (let attempt = 1; attempt < number; attempt++) {
      report(world, lineWith(world, webhookEndpointId, [failed(world, event, attempt)]));
      world.nowMs += 60_000;
    }
    const late = failed(world, event, number);
    assert.equal(late.status, becomes);
    world.nowMs += 1_000;
    const webhookDeliveryId = deliveryIdOf(event.id, webhookEndpointId);
    const retried = world.made(webhookDeliveryRetry, { webhookDeliveryId });
    for (const facts of [1, 0]) {
      const told = report(world, lineWith(world, webhookEndpointId, [late]));
      assert.equal(told.facts.length, facts);
      const now = await world.found(webhookDeliveryRetrieve, { webhookDeliveryId });
      assert.equal(now.attempts.length, number);
      assert.deepEqual({ ...now, attempts: [] }, { ...retried, attempts: [] });
      assert.deepEqual([...webhookStepsOwed(world.state)], []);
    }
    report(world, lineWith(world, webhookEndpointId, [failed(world, event)]));
    assert.equal(documentOf(world, webhookEndpointId, event.number)?.attempt, 1);
  });
}

for (const [what, outcome, expected] of [
  ["succeeded", delivered, { status: "delivered", attempt: 1, attempts: 3 }],
  ["failed", failed, { status: "pending", attempt: 1, attempts: 3 }],
] as const) {
  test(`webhook report: an attempt that counts from 1 again behind a retry's attempts, and ${what} -> taken once`, async () => {
    const made = await open(await openWorld());
    const { world, webhookEndpointId } = made;
    const event = eventAt(made, 0);
    const seen = () => {
      const { status, attempt, attempts } =
        documentOf(world, webhookEndpointId, event.number) ?? {};
      return { status, attempt, attempts: attempts?.length };
    };
    // The outbox attempts it, and sees only then that the attempts before were asked for anew.
    for (const attempt of [1, 2]) {
      world.nowMs += 60_000;
      report(world, lineWith(world, webhookEndpointId, [failed(world, event, attempt)]));
    }
    assert.deepEqual(seen(), { status: "pending", attempt: 2, attempts: 2 });
    world.nowMs += 60_000;
    const again = lineWith(world, webhookEndpointId, [outcome(world, event, 1)]);
    assert.equal(report(world, again).facts.length, 1);
    assert.deepEqual(seen(), expected);
    assert.deepEqual(report(world, again).facts, []);
  });
}

test("webhook report: an attempt that began before an operator's retry, and succeeded -> delivered", async () => {
  const made = await open(await openWorld());
  const { world, webhookEndpointId } = made;
  const event = eventAt(made, 0);
  report(world, lineWith(world, webhookEndpointId, [failed(world, event)]));
  world.nowMs += 60_000;
  const late = delivered(world, event, 2);
  world.made(webhookDeliveryRetry, {
    webhookDeliveryId: deliveryIdOf(event.id, webhookEndpointId),
  });
  report(world, lineWith(world, webhookEndpointId, [late]));
  const { status } = documentOf(world, webhookEndpointId, event.number) ?? {};
  assert.equal(status, "delivered");
});

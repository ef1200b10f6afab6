/** Webhooks: how many are delivered in a second, and what that costs the transfers of the same time. */
import { setTimeout as delay } from "node:timers/promises";
import type { Bank } from "../bank.ts";
import type { Received, Receiver } from "../receiver.ts";
import type { Row, Turn } from "../row.ts";
import { type Endpoint, Endpoints, newestSequence, openWebhookRow } from "../webhooks.ts";

const ENDPOINTS = 4;
/** Seconds of load that make the events of a turn. */
const MAKING_SECONDS = 1;
const POLL_MS = 100;

export const webhooks: Row = {
  name: "webhooks",
  title: "signed webhooks to another process",
  pairs: 3,
  seconds: 4,
  warmUpSeconds: 3,
  figures: [
    {
      name: "fourPerSecond",
      text: "deliveries per second to 4 endpoints",
      digits: 0,
      isHeadline: true,
      asked: { atLeast: 3_000 },
    },
    { name: "onePerSecond", text: "deliveries per second to 1 endpoint", digits: 0 },
    {
      name: "ratio",
      text: "transfers beside one endpoint, of those alone",
      digits: 2,
      asked: { atLeast: 0.7 },
    },
    { name: "meanwhilePerSecond", text: "deliveries per second beside them", digits: 0 },
  ],
  open: (settings) =>
    openWebhookRow(settings, async ({ bank, receiver }) => {
      const paths = Array.from({ length: ENDPOINTS }, (_, index) => `/live/${index}`);
      const endpoints = await Endpoints.made(bank.client, receiver.urlOf, paths);
      await endpoints.disable();
      const parts = { bank, receiver, endpoints };
      return {
        sides: [
          { name: "one", turn: (seconds) => deliveryTurn(parts, seconds, 1) },
          { name: "four", turn: (seconds) => deliveryTurn(parts, seconds, ENDPOINTS) },
          { name: "alone", turn: (seconds) => bank.load("transfer", seconds) },
          { name: "beside", turn: (seconds) => besideTurn(parts, seconds) },
        ],
        notes: ["one transfer a request; the receiver, by uWebSockets.js, has these cores too"],
      };
    }),
  derive: (of) => ({
    onePerSecond: of("one", "perSecond"),
    fourPerSecond: of("four", "perSecond"),
    ratio: of("beside", "perSecond") / of("alone", "perSecond"),
    meanwhilePerSecond: of("beside", "deliveriesPerSecond"),
  }),
};

type Parts = { bank: Bank; receiver: Receiver; endpoints: Endpoints };

/** Makes events that the receiver holds up, then measures how fast they come. */
async function deliveryTurn(
  { bank, receiver, endpoints }: Parts,
  seconds: number,
  count: number,
): Promise<Turn> {
  const some = endpoints.all.slice(0, count);
  return await withEndpoints(endpoints, some, async () => {
    const before = await newestSequence(bank.client);
    await receiver.hold(true);
    await bank.load("transfer", MAKING_SECONDS);
    const events = (await newestSequence(bank.client)) - before;
    // Those that came while the receiver held them are not part of the turn.
    const early = (await received(receiver)).deliveries;
    const startedMs = performance.now();
    await receiver.hold(false);
    const wanted = events * count - early;
    let deliveries = 0;
    for (;;) {
      await delay(POLL_MS);
      deliveries += (await received(receiver)).deliveries;
      const passedMs = performance.now() - startedMs;
      if (deliveries < wanted && passedMs < seconds * 1_000) continue;
      return { perSecond: (deliveries * 1_000) / passedMs, deliveries };
    }
  });
}

/** A turn of load while one endpoint takes the events as fast as it gets them. */
async function besideTurn({ bank, receiver, endpoints }: Parts, seconds: number): Promise<Turn> {
  return await withEndpoints(endpoints, endpoints.all.slice(0, 1), async () => {
    await received(receiver);
    const startedMs = performance.now();
    const figures = await bank.load("transfer", seconds);
    const { deliveries } = await received(receiver);
    const deliveriesPerSecond = (deliveries * 1_000) / (performance.now() - startedMs);
    return { ...figures, deliveriesPerSecond };
  });
}

async function withEndpoints(
  endpoints: Endpoints,
  some: readonly Endpoint[],
  work: () => Promise<Turn>,
): Promise<Turn> {
  await endpoints.enable(some);
  try {
    return await work();
  } finally {
    await endpoints.disable(some);
  }
}

/** What came since the last call. Throws at a delivery without a signature. */
async function received(receiver: Receiver): Promise<Received> {
  const all = await receiver.received();
  if (all.unsigned > 0) throw new Error(`${all.unsigned} deliveries had no signature`);
  return all;
}

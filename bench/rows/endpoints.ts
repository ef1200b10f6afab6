/** Webhooks: how long an event takes to very many endpoints, with and without dead ones among them. */
import { setTimeout as delay } from "node:timers/promises";
import { PATIENCE_MS } from "../patience.ts";
import { DEAD_PATH, type Receiver } from "../receiver.ts";
import type { Row, Settings, Turn } from "../row.ts";
import { type Client, call } from "../seed.ts";
import { type Beginning, Endpoints, openWebhookRow } from "../webhooks.ts";

type Counts = { live: number; dead: number };
const COUNTS: Counts = { live: 9_900, dead: 100 };
const SMALL_COUNTS: Counts = { live: 36, dead: 4 };
const ACCOUNTS = 2;
const POLL_MS = 50;

export const endpoints: Row = {
  name: "endpoints",
  title: "webhooks to 10,000 endpoints, of which 100 never answer",
  pairs: 3,
  seconds: 8,
  warmUpSeconds: 3,
  figures: [
    {
      name: "medianRatio",
      text: "median delay beside dead ones, of that without",
      digits: 2,
      asked: { below: 1.5 },
    },
    {
      name: "p99Ratio",
      text: "p99 of the delay, in the same way",
      digits: 2,
      asked: { below: 1.5 },
    },
    { name: "medianMs", text: "median delay beside dead ones, ms", digits: 0 },
    { name: "p99Ms", text: "p99 of the delay beside dead ones, ms", digits: 0 },
  ],
  async open(settings) {
    const { live, dead } = countsOf(settings);
    const make = async ({ bank: { client, group }, receiver }: Beginning) => {
      const pathsOf = (prefix: string, count: number) =>
        Array.from({ length: count }, (_, index) => prefix + index);
      const enabled = await Endpoints.made(client, receiver.urlOf, pathsOf("/live/", live));
      const deadOnes = await Endpoints.made(client, receiver.urlOf, pathsOf(DEAD_PATH, dead));
      await deadOnes.disable();
      const turn = (seconds: number) =>
        eventTurn({ client, receiver, live: enabled.all.length }, group.accountIds, seconds);
      return {
        sides: [
          { name: "alone", turn },
          {
            name: "beside",
            turn: async (seconds: number) => {
              await deadOnes.enable();
              const figures = await turn(seconds);
              await deadOnes.disable();
              return figures;
            },
          },
        ],
        notes: [
          `${live.toLocaleString("en-US")} endpoints that answer, ${dead} that never do; one transfer ` +
            "after the other, each when the one before has come to all that answer",
        ],
      };
    };
    return await openWebhookRow(settings, make, ACCOUNTS);
  },
  derive: (of) => ({
    medianRatio: of("beside", "p50Ms") / of("alone", "p50Ms"),
    p99Ratio: of("beside", "p99Ms") / of("alone", "p99Ms"),
    medianMs: of("beside", "p50Ms"),
    p99Ms: of("beside", "p99Ms"),
  }),
};

function countsOf({ size }: Settings): Counts {
  return size === "small" ? SMALL_COUNTS : COUNTS;
}

type Parts = { client: Client; receiver: Receiver; live: number };

/** Makes one event after another; the first of them is not counted: it finds the dead ones awake. */
async function eventTurn(
  { client, receiver, live }: Parts,
  [sourceAccountId, destinationAccountId]: readonly string[],
  seconds: number,
): Promise<Turn> {
  const draft = { sourceAccountId, destinationAccountId, amount: "1", currency: "USD" };
  const all: { p50Ms: number; p99Ms: number }[] = [];
  const startedMs = performance.now();
  await receiver.received();
  for (let event = 0; event < 2 || performance.now() - startedMs < seconds * 1_000; event++) {
    await call(client, "POST", "/v1/transfers", draft);
    const figures = await arrival(receiver, live);
    if (event > 0) all.push(figures);
  }
  const mean = (name: "p50Ms" | "p99Ms") =>
    all.reduce((sum, figures) => sum + figures[name], 0) / all.length;
  return { p50Ms: mean("p50Ms"), p99Ms: mean("p99Ms"), events: all.length };
}

/** Waits until an event has come to every endpoint that answers. */
async function arrival(
  receiver: Receiver,
  live: number,
): Promise<{ p50Ms: number; p99Ms: number }> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    await delay(POLL_MS);
    if ((await receiver.count()) >= live) return await receiver.received();
    if (performance.now() > deadline) throw new Error("an event did not come to every endpoint");
  }
}

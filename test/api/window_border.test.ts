/**
 * Budgets over whole windows and their borders, on two edges and many connections at once. The
 * server's clock stands still until a window is used up, and is then moved over the border while
 * requests are under way; answers say by their `x-ratelimit-reset` in which window they were
 * counted.
 * A server of its own: its budgets are on, and its clock is moved.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { WINDOW_MS } from "../../src/access/rate_window.ts";
import { type Client, openClient, type Reply } from "../support/client.ts";
import {
  newCredentials,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";
import { newTestClock } from "../support/test_clock.ts";

const CREDENTIAL_LIMIT = 90;
const DISCOVERY_LIMIT = 40;
const CONNECTIONS = 12;
/** Windows that the test uses up, one after another. */
const WINDOWS = 3;

const clock = newTestClock();
let server: Server;

before(async () => {
  const limits = ["--limit-credential", "90", "--limit-discovery", "40"];
  const flags = ["--edges", "2", "--shards", "1", ...limits];
  server = await startServer(flags, newDataDir(), clock);
});

after(async () => {
  assert.equal((await stopServer(server)).code, 0);
});

type Counted = { reset: number; remaining: number; admitted: boolean };

function countedOf({ status, headers }: Reply): Counted {
  const [reset, remaining] = ["reset", "remaining"].map((name) =>
    Number(headers[`x-ratelimit-${name}`]),
  );
  assert.ok(Number.isInteger(reset) && Number.isInteger(remaining), JSON.stringify(headers));
  if (status === 429) assert.equal(remaining, 0);
  return { reset: reset as number, remaining: remaining as number, admitted: status !== 429 };
}

type Hammer = {
  /** Resolves when a request was refused in the window that ends at `reset`, seconds. */
  usedUp(reset: number): Promise<void>;
  /** Stops asking; resolves with all answers, in no order, when no request is under way. */
  stop(): Promise<Counted[]>;
};

/** Sends one request after another on every connection until it is stopped. */
function hammer(client: Client, path: string): Hammer {
  const all: Counted[] = [];
  const refused = new Set<number>();
  let told = () => {};
  let isOver = false;
  const loops = Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (!isOver) {
        const counted = countedOf(await client.get(path));
        all.push(counted);
        if (!counted.admitted) refused.add(counted.reset);
        told();
      }
    }),
  );
  return {
    async usedUp(reset) {
      const isSo = new Promise<void>((resolve) => {
        told = () => {
          if (refused.has(reset)) resolve();
        };
      });
      await Promise.race([isSo, loops]);
    },
    async stop() {
      isOver = true;
      await loops;
      return all;
    },
  };
}

/** The end of the present window by the server's clock, seconds. */
function resetNow(): number {
  return ((Math.floor(clock.nowMs() / WINDOW_MS) + 1) * WINDOW_MS) / 1_000;
}

function assertWindows(
  answers: readonly Counted[],
  limit: number,
  resets: readonly number[],
): void {
  assert.deepEqual(
    [...new Set(answers.map(({ reset }) => reset))].sort((a, b) => a - b),
    resets,
  );
  for (const reset of resets) {
    const remaining = answers
      .filter((one) => one.reset === reset && one.admitted)
      .map((one) => one.remaining)
      .sort((a, b) => a - b);
    const wanted = Array.from({ length: limit }, (_, at) => at);
    assert.deepEqual(remaining, wanted, "each unit is told once, and all of them");
  }
}

test("windows: 12 connections over 2 edges, across borders -> each window exactly its budget", async () => {
  const client = await openClient(server, await newCredentials(server), {
    connections: 2 * CONNECTIONS,
  });
  // The contract document that the client read at its start was counted in the window before.
  clock.set(clock.nowMs() + WINDOW_MS);
  const first = resetNow();
  const hammers = [
    hammer(client, `/customers?productId=${client.productId}`),
    hammer(client, "/catalog/errors?limit=1"),
  ];
  const resets = Array.from({ length: WINDOWS }, (_, at) => first + (at * WINDOW_MS) / 1_000);
  for (const reset of resets) {
    clock.set(reset * 1_000 - 1);
    await Promise.all(hammers.map((one) => one.usedUp(reset)));
  }
  const [credential = [], discovery = []] = await Promise.all(hammers.map((one) => one.stop()));
  client.close();
  assertWindows(credential, CREDENTIAL_LIMIT, resets);
  assertWindows(discovery, DISCOVERY_LIMIT, resets);
});

test("headers: one connection after another -> remaining never rises, reset never falls", async () => {
  clock.set(clock.nowMs() + WINDOW_MS);
  const client = await openClient(server, await newCredentials(server), { connections: 1 });
  let last = { reset: 0, remaining: 0 };
  const resets = new Set<number>();
  for (let at = 0; at < 2 * CREDENTIAL_LIMIT; at++) {
    if (at % 50 === 0) clock.set(clock.nowMs() + WINDOW_MS / 2);
    const now = countedOf(await client.get("/api-keys/current"));
    assert.ok(now.reset >= last.reset, `${now.reset} after ${last.reset}`);
    if (now.reset === last.reset) assert.ok(now.remaining <= last.remaining);
    last = now;
    resets.add(now.reset);
  }
  assert.ok(resets.size >= 2, "a border was passed");
  client.close();
});

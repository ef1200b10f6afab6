/**
 * Budgets over whole windows and their borders, on two edges and many connections at once. The
 * server's clock runs fast, so that a window of 60 seconds passes in a few; answers say by their
 * `x-ratelimit-reset` in which window they were counted.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Client, openClient, type Reply } from "../support/client.ts";
import { newCredentials, type Server, startServer, stopServer } from "../support/server.ts";

/** How much faster the server's clock runs: a window passes in 5 s. */
const CLOCK_RATE = 12;
const CREDENTIAL_LIMIT = 90;
const DISCOVERY_LIMIT = 40;
const CONNECTIONS = 12;
/** Windows that have ended before the run stops; the first is cut by the start. */
const WINDOWS = 2;

let server: Server;

before(async () => {
  const fast = `const now=Date.now,from=now();Date.now=()=>from+Math.round((now()-from)*${CLOCK_RATE})`;
  const options = process.env["NODE_OPTIONS"] ?? "";
  process.env["NODE_OPTIONS"] =
    `${options} --import=data:text/javascript,${encodeURIComponent(fast)}`;
  const limits = ["--limit-credential", "90", "--limit-discovery", "40"];
  server = await startServer(["--edges", "2", "--shards", "1", ...limits]);
  process.env["NODE_OPTIONS"] = options;
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

/** Asks over and over on every connection until enough windows have ended; a row a connection. */
async function hammer(client: Client, path: string): Promise<Counted[][]> {
  const resets = new Set<number>();
  const rows = Array.from({ length: CONNECTIONS }, async () => {
    const row: Counted[] = [];
    while (resets.size <= WINDOWS) {
      const counted = countedOf(await client.get(path));
      row.push(counted);
      resets.add(counted.reset);
    }
    return row;
  });
  return await Promise.all(rows);
}

function assertWindows(rows: readonly Counted[][], limit: number): void {
  const admitted = new Map<number, number[]>();
  for (const { reset, remaining, admitted: isAdmitted } of rows.flat()) {
    const seen = admitted.get(reset) ?? [];
    if (isAdmitted) seen.push(remaining);
    admitted.set(reset, seen);
  }
  for (const [reset, remaining] of admitted) {
    assert.ok(remaining.length <= limit, `${remaining.length} of ${limit} until ${reset}`);
    assert.equal(new Set(remaining).size, remaining.length, "each unit is told once");
  }
  assert.ok(admitted.size > WINDOWS);
  const used = [...admitted.values()].filter((remaining) => remaining.length === limit);
  assert.ok(used.length > 0, "a window was used up");
}

test("windows: 12 connections over 2 edges, across borders -> each window exactly its budget", async () => {
  const client = await openClient(server, await newCredentials(server), {
    connections: 2 * CONNECTIONS,
  });
  const [credential, discovery] = await Promise.all([
    hammer(client, `/customers?productId=${client.productId}`),
    hammer(client, "/catalog/errors?limit=1"),
  ]);
  client.close();
  assertWindows(credential, CREDENTIAL_LIMIT);
  assertWindows(discovery, DISCOVERY_LIMIT);
});

test("headers: one connection after another -> remaining never rises, reset never falls", async () => {
  const client = await openClient(server, await newCredentials(server), { connections: 1 });
  let last = { reset: 0, remaining: 0 };
  for (let at = 0; at < 2 * CREDENTIAL_LIMIT; at++) {
    const now = countedOf(await client.get("/api-keys/current"));
    assert.ok(now.reset >= last.reset, `${now.reset} after ${last.reset}`);
    if (now.reset === last.reset) assert.ok(now.remaining <= last.remaining);
    last = now;
  }
  client.close();
});

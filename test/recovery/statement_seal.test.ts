/**
 * Months that the clock of a sandbox ends while the server is killed: whichever moment ends the process, each month is sealed once,
 * with the money that moved in it, and the months close and open with one sum.
 * A server of its own: it is killed.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { type Client, expect, openClient } from "../support/client.ts";
import { draft, newAccount } from "../support/parties.ts";
import { killServer, newDataDir, type Server, startServer, stopServer } from "../support/server.ts";
import { runLog } from "./log_command.ts";

const FLAGS = ["--shards", "1", "--edges", "1"];

type Stated = {
  month: string;
  currencies: { opening: string; closing: string; volume: string; entryCount: number }[];
};

async function statementsOf(client: Client): Promise<Stated[]> {
  const list = await client.get(`/statements?productId=${client.productId}&limit=100`);
  return (expect(list, 200).body as { items: Stated[] }).items.reverse();
}

/** The first moment of a day of the month that is so many months after that of the clock. */
async function dayIn(client: Client, months: number): Promise<string> {
  const { productId } = client;
  const clock = expect(await client.get(`/products/${productId}/sandbox-clock`), 200);
  const now = new Date(clock.id("effectiveAt"));
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 2)).toISOString();
}

/** Advances the clock, and kills the server once `isTime`; the advance is sent again to the next server. */
async function killedBeside(
  dataDir: string,
  open: { server: Server; client: Client },
  at: string,
  isTime: () => Promise<unknown>,
): Promise<{ server: Server; client: Client }> {
  const { productId } = open.client;
  const key = randomUUID();
  const advance = open.client
    .post("/sandbox/clock/advance", { productId, at }, { key })
    .catch(() => undefined);
  await isTime();
  await killServer(open.server);
  await advance;
  open.client.close();
  const server = await startServer(FLAGS, dataDir);
  const client = await openClient(server, open.server.demo);
  expect(await client.post("/sandbox/clock/advance", { productId, at }, { key }), 200);
  return { server, client };
}

test("sealing: kill -9 while the clock ends months, one by one and many at once -> each is sealed once, and they chain", async () => {
  const dataDir = newDataDir();
  const server = await startServer(FLAGS, dataDir);
  let open = { server, client: await openClient(server, server.demo) };
  const source = await newAccount(open.client, { fund: "1000" });
  const destination = await newAccount(open.client);
  const moments = [
    () => delay(0),
    () => delay(5),
    async () => {
      while ((await statementsOf(open.client)).length < 3) await delay(1);
    },
  ];
  for (const [at, moment] of moments.entries()) {
    expect(await open.client.post("/transfers", draft(source, destination, String(at + 1))), 201);
    open = await killedBeside(dataDir, open, await dayIn(open.client, 1), moment);
    assert.equal((await statementsOf(open.client)).length, at + 1);
  }
  const later = await dayIn(open.client, 24);
  open = await killedBeside(dataDir, open, later, async () => {
    while ((await statementsOf(open.client)).length < 6) await delay(1);
  });
  const stated = await statementsOf(open.client);
  assert.equal(stated.length, moments.length + 24);
  const first = new Date(`${stated[0]?.month}-01`);
  for (const [at, { month, currencies }] of stated.entries()) {
    const meant = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + at);
    assert.equal(month, new Date(meant).toISOString().slice(0, 7));
    const [euro] = currencies;
    const before = at === 0 ? "0" : stated[at - 1]?.currencies[0]?.closing;
    const volume = at === 0 ? "1001" : at < moments.length ? String(at + 1) : "0";
    assert.deepEqual(
      [euro?.opening, euro?.closing, euro?.volume],
      [before, "1000", volume],
      `the statement of ${month}`,
    );
  }
  open.client.close();
  assert.equal((await stopServer(open.server)).code, 0);
  const verified = await runLog("verify", "--data", dataDir);
  assert.equal(verified.code, 0, verified.output + verified.errors);
});

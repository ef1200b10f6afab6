/**
 * Calls of tools that end in the middle, by the clients of both eras and by a connection that breaks, while the ledger
 * shard stands still: whatever was on its way has happened whole or not at all, its key says which, and nobody else notices.
 * A server of its own: a shard of it is held.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { type LetIn, letInAgent } from "../support/agents.ts";
import { expect } from "../support/client.ts";
import { opening } from "../support/live_agents.ts";
import { documentOf, ERAS, keyed, MODERN, openHost, sendMessage } from "../support/mcp.ts";
import { openPeople, type People } from "../support/people.ts";
import { newDataDir, type Server, startServer, stopServer } from "../support/server.ts";
import { until } from "../support/webhooks.ts";

const HELD = new URL("../support/hold_shard.mjs", import.meta.url).href;
const gate = `${newDataDir()}/gate`;
let server: Server;
let people: People;
let product: string;
let agent: LetIn;
let other: LetIn;

before(async () => {
  const environment = { NODE_OPTIONS: `--import=${HELD}`, HOLD_SHARD: gate };
  server = await startServer(["--shards", "1"], undefined, { environment });
  people = await openPeople(server);
  const founder = await people.founder();
  product = expect(await founder.post("/products", { name: "Wallet" }), 201).id("productId");
  const scopes = ["products:read", "accounts:read", "accounts:write"];
  const granting = { scopes, productIds: [product], toolForm: "full" } as const;
  agent = await letInAgent(server, founder, granting);
  other = await letInAgent(server, founder, granting);
});

after(async () => {
  rmSync(gate, { force: true });
  people.close();
  assert.equal((await stopServer(server)).code, 0);
});

/** The ledger shard stands still until what is returned is called. */
async function heldShard(): Promise<() => void> {
  rmSync(`${gate}.held`, { force: true });
  writeFileSync(gate, "");
  await until(() => existsSync(`${gate}.held`), "the shard stands still");
  return () => rmSync(gate, { force: true });
}

/** While the shard stands still: what does not need it is answered, to another agent and over another connection. */
async function othersAreServed(): Promise<void> {
  const host = await openHost(server, other.access, MODERN);
  documentOf(await host.call("agent_member_current"));
  await host.close();
}

/** The call has happened whole, with one record, or not at all; its key gives one answer from then on. */
async function assertWholeOrNot(given: Record<string, unknown>): Promise<boolean> {
  const host = await openHost(server, agent.access, MODERN);
  // The shard decides in the order of its mailbox: what it had been given was decided before this one.
  documentOf(await host.call("account_create", opening(product, { name: "After" })));
  const named = async () => {
    const items: { name?: string }[] = [];
    for (let cursor: unknown; cursor !== null; ) {
      const asked = { productId: product, limit: 100, ...(cursor !== undefined && { cursor }) };
      const page = documentOf(await host.call("account_list", asked));
      items.push(...(page["items"] as typeof items));
      cursor = page["nextCursor"] ?? null;
    }
    return items.filter(({ name }) => name === given["name"]);
  };
  const found = await named();
  assert.ok(found.length <= 1, `${found.length} accounts of one key`);
  const first = await host.call("account_create", given);
  const again = await host.call("account_create", given);
  const { accountId } = documentOf(first);
  if (found.length === 1) assert.equal(first.meta["service/replayed"], true);
  assert.equal(again.meta["service/replayed"], true);
  assert.deepEqual(documentOf(again), documentOf(first));
  assert.equal(again.meta["service/operationId"], first.meta["service/operationId"]);
  const accounts = (await named()) as { accountId?: string }[];
  assert.deepEqual(
    accounts.map((one) => one.accountId),
    [accountId],
  );
  await host.close();
  return found.length === 1;
}

for (const era of ERAS) {
  test(`cancel: a client of ${era} gives up a write that is under way -> whole or not, the key's answer recorded; others are served`, async (t) => {
    const host = await openHost(server, agent.access, era);
    const given = opening(product, { name: `Given up ${era}` });
    const free = await heldShard();
    const giving = new AbortController();
    let underWay = () => {};
    const isUnderWay = new Promise<void>((resolve) => {
      underWay = resolve;
    });
    const options = {
      signal: giving.signal,
      // The first notice says that the call has begun, the second that it still goes on.
      onprogress: ({ progress }: { progress: number }) => progress > 0 && underWay(),
    };
    const call = { name: "account_create", arguments: given };
    const calling =
      era === MODERN
        ? host.client.callTool(call, options as never)
        : host.client.callTool(call, undefined, options as never);
    const refused = assert.rejects(calling);
    await isUnderWay;
    giving.abort();
    await refused;
    await othersAreServed();
    free();
    t.diagnostic(`happened: ${await assertWholeOrNot(given)}`);
    // The client goes on over the same connection.
    documentOf(await host.call("agent_member_current"));
    await host.close();
  });
}

test("cancel: a connection breaks while its write is under way -> whole or not, the key's answer recorded; others are served", async (t) => {
  const given = opening(product, { name: "Broken off" });
  const free = await heldShard();
  const breaking = new AbortController();
  const refused = assert.rejects(sent(calls(1, given), breaking.signal), { name: "AbortError" });
  await othersAreServed();
  breaking.abort();
  await refused;
  await othersAreServed();
  free();
  t.diagnostic(`happened: ${await assertWholeOrNot(given)}`);
});

const calls = (id: number, given: Record<string, unknown>) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name: "account_create", arguments: given },
});

/** Sends a message over a connection that breaks when `signal` says so. */
function sent(message: object, signal: AbortSignal): Promise<Response> {
  return fetch(`${server.baseUrl}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${agent.access}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify(message),
    signal,
  });
}

test("cancel: another agent names the request, or a request that is none -> 202, and the call is answered", async () => {
  const given = opening(product, { name: "Undisturbed" });
  const free = await heldShard();
  const calling = sendMessage(server, agent.access, calls(7, given));
  for (const requestId of [7, "7", 8, randomUUID()]) {
    const params = { requestId, reason: "none" };
    const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params };
    assert.equal((await sendMessage(server, other.access, cancelled)).status, 202);
  }
  free();
  const { body } = await calling;
  assert.equal(body.id, 7);
  assert.equal(body.result?.["isError"], undefined);
  assert.equal(await assertWholeOrNot(given), true);
});

test("cancel: 100 connections that break at once -> no account twice, and the server is ready", async () => {
  const all = Array.from({ length: 100 }, (_, at) =>
    keyed(opening(product, { name: `At once ${at}` })),
  );
  const free = await heldShard();
  const breaking = new AbortController();
  const calling = all.map((given, at) =>
    sent(calls(at, given), breaking.signal).catch(() => undefined),
  );
  await othersAreServed();
  breaking.abort();
  assert.deepEqual(new Set(await Promise.all(calling)), new Set([undefined]));
  free();
  for (const at of [0, 50, 99]) await assertWholeOrNot(all[at] ?? {});
  assert.equal((await fetch(new URL("/readyz", server.baseUrl))).status, 200);
});

/**
 * Receivers that never answer, and an outbox that ends by a fault: other endpoints, transfers and the
 * server go on, and no webhook is lost.
 * A server of its own: its outbox is overloaded and fails.
 */
import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { AT_ONCE } from "../../src/outbox/outbox.ts";
import { type Client, expect, openClient } from "../support/client.ts";
import { draft, newAccount } from "../support/parties.ts";
import {
  newCredentials,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";
import { newEndpoint, openReceiver, type Receiver, until } from "../support/webhooks.ts";

const FLAGS = ["--shards", "1", "--edges", "1"];
const DEAD = 50;
const TRANSFERS = 200;
const FAULTS = 2;

let receiver: Receiver;

before(async () => {
  receiver = await openReceiver();
});

after(() => receiver.close());

async function newParty(server: Server): Promise<{ client: Client; accounts: [string, string] }> {
  const client = await openClient(server, await newCredentials(server, { origin: "browser" }));
  const from = await newAccount(client, { fund: "1000000" });
  return { client, accounts: [from, await newAccount(client)] };
}

async function postTransfers(
  { client, accounts }: Awaited<ReturnType<typeof newParty>>,
  count: number,
): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made++) {
    const posted = await client.post("/transfers", draft(...accounts, "1"));
    ids.push(expect(posted, 201).id("transferId"));
  }
  return ids;
}

/** The transfers whose webhooks came at a path, as often as they came. */
function transfersAt(path: string): string[] {
  return receiver.at(path).map(({ event }) => String(event.data.object["transferId"]));
}

test(`webhook: ${DEAD} endpoints that never answer -> transfers are posted, another endpoint has them all, the dead none`, async () => {
  const server = await startServer(FLAGS);
  const party = await newParty(server);
  const other = await newParty(server);
  const types = ["transfer.posted"];
  const dead: string[] = [];
  for (let at = 0; at < DEAD; at++) {
    const path = `/dead/${at}`;
    receiver.answer(path, () => {});
    dead.push((await newEndpoint(party.client, receiver.urlOf(path), types)).webhookEndpointId);
  }
  const paths = ["/alive", "/alive/other"] as const;
  await newEndpoint(party.client, receiver.urlOf(paths[0]), types);
  await newEndpoint(other.client, receiver.urlOf(paths[1]), types);
  const [mine, theirs] = await Promise.all([
    postTransfers(party, TRANSFERS),
    postTransfers(other, TRANSFERS),
  ]);
  for (const [path, ids] of [
    [paths[0], mine],
    [paths[1], theirs],
  ] as const) {
    await until(
      () => transfersAt(path).length >= ids.length,
      () => `${ids.length} come at ${path}: ${transfersAt(path).length}`,
    );
    assert.deepEqual(transfersAt(path).sort(), [...ids].sort());
  }
  // The same endpoints were attempted, and have had nothing: a live one waits for none of them.
  const first = dead[0] as string;
  await until(() => receiver.at("/dead/0").length > 0, "a dead endpoint is attempted");
  const stats = await party.client.get(`/webhook-endpoints/${first}/stats`);
  assert.equal(expect(stats, 200).at("delivered"), 0);
  for (let at = 0; at < DEAD; at++) {
    assert.ok(receiver.at(`/dead/${at}`).length < TRANSFERS, "the dead hold up themselves only");
  }
  party.client.close();
  other.client.close();
  receiver.close();
  await stopServer(server);
});

test(`outbox: its thread throws, ${FAULTS} times while it delivers -> started again, nothing lost, few sent twice, the server serves on`, async () => {
  receiver = await openReceiver();
  const dataDir = newDataDir();
  const fault = join(newDataDir(), "fault");
  const preload = new URL("../support/outbox_fault.mjs", import.meta.url).href;
  const environment = {
    NODE_OPTIONS: `${process.env["NODE_OPTIONS"] ?? ""} --import=${preload}`,
    OUTBOX_FAULT: fault,
  };
  const server = await startServer(FLAGS, dataDir, { environment });
  const party = await newParty(server);
  await newEndpoint(party.client, receiver.urlOf("/faults"), ["transfer.posted"]);
  const ids = await postTransfers(party, TRANSFERS);
  for (let made = 1; made <= FAULTS; made++) {
    writeFileSync(fault, "");
    await until(() => !existsSync(fault), "the outbox runs, and throws");
    ids.push(...(await postTransfers(party, TRANSFERS)));
    await until(() => new Set(transfersAt("/faults")).size === ids.length, "all come");
  }
  const came = transfersAt("/faults");
  assert.deepEqual([...new Set(came)].sort(), [...ids].sort());
  assert.ok(came.length - ids.length <= FAULTS * AT_ONCE, `${came.length} for ${ids.length}`);
  assert.match(server.output(), /the outbox ended, and is started again/);
  party.client.close();
  assert.equal((await stopServer(server)).code, 0);
});

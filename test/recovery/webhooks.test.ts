/**
 * `kill -9` of a real server while it delivers webhooks, again and again: every event of the log is
 * received, nothing else is, and few are received twice. WEBHOOK_KILLS sets the number of kills.
 * A server of its own: it is killed.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { AT_ONCE } from "../../src/outbox/outbox.ts";
import { type Client, expect, openClient } from "../support/client.ts";
import { draft, newAccount } from "../support/parties.ts";
import {
  killServer,
  newCredentials,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";
import {
  type Endpoint,
  eventsOf,
  isSignedWith,
  newEndpoint,
  openReceiver,
  type Received,
  type Receiver,
  type SentEvent,
  until,
} from "../support/webhooks.ts";

const KILLS = Number(process.env["WEBHOOK_KILLS"] ?? 4);
const FLAGS = ["--shards", "2", "--edges", "1"];
const SENDERS = 6;
/** Webhooks that are received between a start and the kill after it: that many times its number. */
const WEBHOOKS_OF_KILL = 40;

/** A Product with two accounts and two endpoints: one takes all, one takes posted transfers. */
type Party = {
  credentials: Awaited<ReturnType<typeof newCredentials>>;
  accounts: [string, string];
  all: Endpoint & { path: string };
  posted: Endpoint & { path: string };
};

let receiver: Receiver;
let server: Server;

before(async () => {
  receiver = await openReceiver();
});

after(async () => {
  receiver.close();
  await killServer(server);
});

async function newParty(server: Server, name: string): Promise<Party> {
  const credentials = await newCredentials(server, { origin: "browser" });
  const client = await openClient(server, credentials);
  const accounts: Party["accounts"] = [
    await newAccount(client, { fund: "1000000000" }),
    await newAccount(client),
  ];
  const [all, posted] = [`/${name}/all`, `/${name}/posted`];
  const party = {
    credentials,
    accounts,
    all: { path: all, ...(await newEndpoint(client, receiver.urlOf(all))) },
    posted: {
      path: posted,
      ...(await newEndpoint(client, receiver.urlOf(posted), ["transfer.posted"])),
    },
  };
  client.close();
  return party;
}

/** Posts transfers, several at once, until the server is gone; notes those that were acknowledged. */
async function postUntilGone(client: Client, { accounts }: Party, acknowledged: Set<string>) {
  const [from, to] = accounts;
  const send = async () => {
    for (;;) {
      const reply = await client.post("/transfers", draft(from, to, "1")).catch(() => undefined);
      if (reply === undefined) return;
      acknowledged.add(expect(reply, 201).id("transferId"));
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, send));
  client.close();
}

/** What an endpoint is owed: the events of its types after its own making. */
function owedTo(events: readonly SentEvent[], { webhookEndpointId }: Endpoint, type?: string) {
  const made = events.find(
    (event) =>
      event.type === "webhook_endpoint.created" &&
      event.data.object["webhookEndpointId"] === webhookEndpointId,
  );
  assert.ok(made !== undefined, "the endpoint was made");
  return events.filter(
    (event) =>
      Number(event.sequence) > Number(made.sequence) && (type === undefined || event.type === type),
  );
}

/** How many webhooks of `now` had come before, in an earlier life of the server. */
function repeatsIn(before: readonly Received[], now: readonly Received[]): number {
  const known = new Set(before.map(({ event }) => event.id));
  return now.filter(({ event }) => known.has(event.id)).length;
}

async function assertReceived(
  client: Client,
  endpoint: Party["all"],
  owed: readonly SentEvent[],
): Promise<void> {
  const came = receiver.at(endpoint.path);
  const bodies = new Map<string, string>();
  for (const { event, headers, body } of came) {
    assert.equal(headers["webhook-id"], event.id);
    assert.equal(bodies.get(event.id) ?? body, body, "a webhook that came again has the same body");
    bodies.set(event.id, body);
  }
  for (const one of came.slice(-AT_ONCE)) assert.ok(isSignedWith(endpoint.secret, one));
  const sequences = [...new Set(came.map(({ event }) => event.sequence))].sort(
    (a, b) => Number(a) - Number(b),
  );
  assert.deepEqual(
    sequences,
    owed.map(({ sequence }) => sequence),
  );
  for (const event of owed) assert.deepEqual(JSON.parse(bodies.get(event.id) ?? "{}"), event);
  const last = owed.at(-1) as SentEvent;
  assert.equal(expect(await client.get(`/events/${last.id}`), 200).text, bodies.get(last.id));
}

test(`webhooks: kill -9 while delivering, ${KILLS} times -> each event at least once, nothing else, at most ${AT_ONCE} of an endpoint again a kill`, async (t) => {
  const dataDir = newDataDir();
  const acknowledged = new Map<Party, Set<string>>();
  server = await startServer(FLAGS, dataDir);
  for (const name of ["a", "b"]) acknowledged.set(await newParty(server, name), new Set());
  const parties = [...acknowledged.keys()];
  const endpoints = parties.flatMap(({ all, posted }) => [all, posted]);
  let repeated = 0;

  for (let kill = 1; kill <= KILLS; kill++) {
    const livesBefore = receiver.received.length;
    // Opened before the server may be killed: what is owed of before is delivered as soon as it serves.
    const clients = new Map<Party, Client>();
    for (const party of parties) clients.set(party, await openClient(server, party.credentials));
    let left = WEBHOOKS_OF_KILL * kill;
    for (const { path } of endpoints) {
      receiver.answer(path, (response) => {
        // Every second kill comes before its webhook is answered, the others after it.
        left--;
        if (left === 0 && kill % 2 === 0) server.child.kill("SIGKILL");
        response.end("thanks");
        if (left === 0) server.child.kill("SIGKILL");
      });
    }
    await Promise.all(
      [...acknowledged].map(([party, known]) =>
        postUntilGone(clients.get(party) as Client, party, known),
      ),
    );
    await killServer(server);
    const earlier = receiver.received.slice(0, livesBefore);
    for (const { path } of endpoints) {
      const isHere = (one: Received) => one.path === path;
      const now = receiver.received.slice(livesBefore).filter(isHere);
      const again = repeatsIn(earlier.filter(isHere), now);
      assert.ok(again <= AT_ONCE, `${again} came again at ${path} after kill ${kill - 1}`);
      repeated += again;
    }
    for (const { path } of endpoints) receiver.answer(path, (response) => response.end("thanks"));
    server = await startServer(FLAGS, dataDir);
  }

  for (const party of parties) {
    const client = await openClient(server, party.credentials);
    const events = await eventsOf(client);
    assert.deepEqual(
      events.map(({ sequence }) => sequence),
      events.map((_, at) => String(at + 1)),
    );
    const known = new Set(
      events.flatMap(({ type, data }) =>
        type === "transfer.posted" ? data.object["transferId"] : [],
      ),
    );
    for (const id of acknowledged.get(party) ?? []) assert.ok(known.has(id), `${id} has its event`);
    for (const [endpoint, type] of [
      [party.all, undefined],
      [party.posted, "transfer.posted"],
    ] as const) {
      const owed = owedTo(events, endpoint, type);
      const missing = () => {
        const came = new Set(receiver.at(endpoint.path).map(({ event }) => event.id));
        return owed.filter(({ id }) => !came.has(id)).map(({ sequence, type }) => [sequence, type]);
      };
      await until(
        () => missing().length === 0,
        () =>
          `${JSON.stringify(missing().slice(0, 20))} of ${owed.length} come at ${endpoint.path}`,
      );
      await assertReceived(client, endpoint, owed);
    }
    client.close();
  }

  assert.equal((await stopServer(server)).code, 0);
  const beforeStop = receiver.received.length;
  server = await startServer(FLAGS, dataDir);
  for (const { credentials, accounts } of parties) {
    const client = await openClient(server, credentials);
    expect(await client.post("/transfers", draft(...accounts, "1")), 201);
    client.close();
  }
  await until(
    () => receiver.received.length >= beforeStop + endpoints.length,
    "the new events come",
  );
  await stopServer(server);
  const came = receiver.received.slice(beforeStop);
  assert.equal(came.length, endpoints.length);
  assert.equal(repeatsIn(receiver.received.slice(0, beforeStop), came), 0);
  t.diagnostic(JSON.stringify({ received: receiver.received.length, repeated }));
});

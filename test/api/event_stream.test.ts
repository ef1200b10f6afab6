/**
 * event.stream over sockets: read by EventSource over kills and a stop, each event once and in order;
 * and as many streams of one key as it may have.
 * A server of its own: it is stopped and killed, and has all the streams that a system allows.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { EventSource } from "eventsource";
import { STREAMS_OF_CREDENTIAL_MAX } from "../../src/calls/streams.ts";
import { type Client, expect, openClient } from "../support/client.ts";
import { draft, newAccount, walk } from "../support/parties.ts";
import {
  type Credentials,
  killServer,
  newCredentials,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";
import { eventsOf, type SentEvent, until } from "../support/webhooks.ts";

const FLAGS = ["--shards", "1", "--edges", "1"];
const TRANSFERS = 30;
/** Descriptors that a process needs for itself. */
const OWN_DESCRIPTORS = 300;

const dataDir = newDataDir();
let server: Server;
let credentials: Credentials;
let client: Client;
let accounts: [string, string];

before(async () => {
  server = await startServer(FLAGS, dataDir);
  credentials = await newCredentials(server);
  client = await openClient(server, credentials);
  accounts = [await newAccount(client, { fund: "1000000" }), await newAccount(client)];
});

after(async () => {
  client.close();
  assert.equal((await stopServer(server)).code, 0);
});

async function startAgain(): Promise<void> {
  client.close();
  server = await startServer(FLAGS, dataDir);
  client = await openClient(server, credentials);
}

async function postTransfers(count: number): Promise<void> {
  for (let made = 0; made < count; made++) {
    expect(await client.post("/transfers", draft(...accounts, "1")), 201);
  }
}

/** Follows all events from the first on, and goes on where it was after each loss of the connection. */
async function follow(): Promise<{ came: SentEvent[]; close(): void }> {
  const came: SentEvent[] = [];
  // Known before the source connects, so that no event comes before somebody listens to its type.
  const types = await walk(client, "/catalog/event-types");
  const source = new EventSource("http://localhost/", {
    // The port is another one after each start.
    // An EventSource never comes back from a 503, which a server that starts answers: so it is asked again.
    fetch: async (_url, init) => {
      for (;;) {
        const response = await fetch(`${server.baseUrl}/events/stream?afterSequence=0`, {
          ...init,
          headers: { ...init.headers, authorization: `Bearer ${credentials.apiKey}` },
        });
        if (response.status !== 503) return response;
        await response.body?.cancel();
        await pause(100);
      }
    },
  });
  for (const { type } of types) {
    source.addEventListener(String(type), ({ data, lastEventId }) => {
      const event = JSON.parse(data) as SentEvent;
      assert.deepEqual([event.type, event.sequence], [type, lastEventId]);
      came.push(event);
    });
  }
  return { came, close: () => source.close() };
}

test("event stream: read by EventSource, the server killed twice and stopped -> every event once, in order, as the list has it", async (t) => {
  const { came, close } = await follow();
  t.after(close);
  for (const end of [killServer, killServer, stopServer]) {
    await postTransfers(TRANSFERS);
    const before = came.length;
    await until(() => came.length > before, "events come");
    await end(server);
    await startAgain();
  }
  await postTransfers(1);
  const events = await eventsOf(client);
  await until(
    () => came.length >= events.length,
    () => `${came.length} of ${events.length} come`,
  );
  assert.deepEqual(came, events);
});

/** The most descriptors of a process. */
function descriptorsMax(): number {
  const [, most = ""] =
    /^Max open files +(\S+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
  return most === "unlimited" ? Number.POSITIVE_INFINITY : Number(most);
}

test(`event stream: ${STREAMS_OF_CREDENTIAL_MAX} of one key, or all that the system allows -> each has every event once, in order; one more is refused`, async () => {
  const count = Math.min(STREAMS_OF_CREDENTIAL_MAX, descriptorsMax() - OWN_DESCRIPTORS);
  const { port } = server;
  const open = async () => {
    const request = get({
      port,
      host: "127.0.0.1",
      path: "/v1/events/stream?types=transfer.posted",
      agent: false,
      headers: { authorization: `Bearer ${credentials.apiKey}` },
    });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    response.on("error", () => {});
    return { request, response };
  };
  const streams: { request: ReturnType<typeof get>; ids: string[] }[] = [];
  for (let at = 0; at < count; at++) {
    const { request, response } = await open();
    assert.equal(response.statusCode, 200);
    const ids: string[] = [];
    let text = "";
    response.setEncoding("utf8").on("data", (chunk: string) => {
      const lines = (text + chunk).split("\n");
      text = lines.pop() ?? "";
      for (const line of lines) if (line.startsWith("id:")) ids.push(line.slice(3).trim());
    });
    streams.push({ request, ids });
  }
  if (count === STREAMS_OF_CREDENTIAL_MAX) {
    const more = await open();
    assert.equal(more.response.statusCode, 429);
    more.request.destroy();
  }

  const before = (await eventsOf(client)).length;
  await postTransfers(3);
  const wanted = (await eventsOf(client)).slice(before).map(({ sequence }) => sequence);
  assert.equal(wanted.length, 3);
  const last = wanted.at(-1) as string;
  const late = () => streams.filter(({ ids }) => ids.at(-1) !== last).length;
  await until(
    () => late() === 0,
    () => `${late()} streams have not had the last event`,
  );
  for (const { ids, request } of streams) {
    assert.deepEqual(ids.slice(-wanted.length), wanted);
    assert.equal(new Set(ids).size, ids.length);
    request.destroy();
  }
});

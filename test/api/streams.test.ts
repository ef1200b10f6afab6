/**
 * Calls that are answered by events, over real sockets: past events, new events, events that a
 * client has missed while it was away, as EventSource and curl read them; and what ends a stream. What
 * depends on time: test/rooms/calls/streams.test.ts.
 * A server of its own: it is built with the operations of test/fixture, and is killed.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { EventSource } from "eventsource";
import { buildProbeServer } from "../fixture/program.ts";
import { openRaw, requestText } from "../support/raw.ts";
import {
  admin,
  type Credentials,
  killServer,
  newCredentials,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";

let server: Server;
let mine: Credentials;
const dataDir = newDataDir();
const program = buildProbeServer();

async function start(): Promise<void> {
  server = await startServer(["--edges", "1"], dataDir, { program });
}

before(async () => {
  await start();
  mine = await newCredentials(server);
});

after(async () => {
  if (server.child.exitCode === null) assert.equal((await stopServer(server)).code, 0);
});

type Received = { id: string; event: string; data: Record<string, unknown> };
type Listener = {
  response: Response;
  /** The next `count` events; fewer when the stream ends before. */
  next(count: number): Promise<Received[]>;
  leave(): void;
};

async function listen(lastEventId?: string, { apiKey, environment } = mine): Promise<Listener> {
  const leaving = new AbortController();
  const response = await fetch(`${server.baseUrl}/probes/events`, {
    signal: leaving.signal,
    headers: {
      authorization: `Bearer ${apiKey}`,
      accept: "text/event-stream",
      "x-service-environment": environment,
      ...(lastEventId !== undefined && { "last-event-id": lastEventId }),
    },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    response,
    leave: () => leaving.abort(),
    async next(count) {
      const events: Received[] = [];
      while (events.length < count) {
        const end = text.indexOf("\n\n");
        if (end >= 0) {
          const event = eventOf(text.slice(0, end));
          text = text.slice(end + 2);
          if (event !== undefined) events.push(event);
          continue;
        }
        const part = await reader?.read();
        if (part === undefined || part.done) break;
        text += part.value;
      }
      return events;
    },
  };
}

/** The event in a block of the stream; undefined for a comment and for the time to wait. */
function eventOf(block: string): Received | undefined {
  const fields = new Map(
    block.split("\n").map((line) => {
      const at = line.indexOf(": ");
      return [line.slice(0, at), line.slice(at + 2)] as const;
    }),
  );
  const data = fields.get("data");
  if (data === undefined) return undefined;
  return { id: fields.get("id") ?? "", event: fields.get("event") ?? "", data: JSON.parse(data) };
}

/** How many events of my Product there are. */
let made = 0;

async function make(note: string): Promise<void> {
  made++;
  const response = await fetch(`${server.baseUrl}/probes/form`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${mine.apiKey}`,
      "idempotency-key": randomUUID(),
      "content-type": "application/x-www-form-urlencoded",
    },
    body: `note=${note}`,
  });
  assert.equal(response.status, 201);
}

test("stream: what there is, then what comes -> each event once, in order", async () => {
  for (let at = 0; at < 7; at++) await make("before");
  const listener = await listen();
  assert.equal(listener.response.headers.get("content-type"), "text/event-stream");
  assert.match(listener.response.headers.get("service-operation-id") ?? "", /^op_/);
  const past = await listener.next(7);
  const coming = listener.next(3);
  for (let at = 0; at < 3; at++) await make("after");
  const received = [...past, ...(await coming)];
  const places = received.map(({ id }) => Number(id));
  assert.deepEqual(
    places,
    [...new Set(places)].sort((a, b) => a - b),
  );
  assert.ok(received.every(({ event, data }) => `${event} ${data["operation"]}` === EXPECTED));
  listener.leave();
});
const EXPECTED = "probe.recorded probe.form.create";

test("stream: HEAD -> the head of GET and its end, and the connection stays in step", async () => {
  const connection = await openRaw(server.port);
  for (let at = 0; at < 12; at++) {
    const headers = { Authorization: `Bearer ${mine.apiKey}` };
    await connection.send(requestText("HEAD", "/v1/probes/events", headers));
    const reply = await connection.next({ withoutBody: true });
    assert.equal(reply?.status, 200);
    assert.match(reply?.head ?? "", /^content-type: text\/event-stream$/m);
    assert.doesNotMatch(reply?.head ?? "", /^(content-length|transfer-encoding):/im);
    assert.equal(connection.rest(), "");
  }
  connection.end();
});

test("stream: a client that was away -> goes on after the last event that it received", async () => {
  const first = await listen();
  const received = await first.next(4);
  first.leave();
  await make("meanwhile");
  const whole = await listen();
  const all = await whole.next(11);
  whole.leave();
  const again = await listen(received.at(-1)?.id);
  assert.deepEqual(await again.next(7), all.slice(4));
  again.leave();
});

test("stream: a position that is none, no credential -> refused as any read", async () => {
  const wrong = await fetch(`${server.baseUrl}/probes/events`, {
    headers: { authorization: `Bearer ${mine.apiKey}`, "last-event-id": "nonsense" },
  });
  assert.equal(wrong.status, 400);
  const { error } = (await wrong.json()) as { error: { code: string } };
  assert.equal(error.code, "invalid_request");
  assert.equal((await fetch(`${server.baseUrl}/probes/events`)).status, 401);
});

test("stream: another tenant's key, the live key of the same Product -> nothing of mine", async () => {
  const stranger = await newCredentials(server);
  await admin(server, "product set", { product: mine.productId, live: "true" });
  const { tenantId, productId } = mine;
  const live = await newCredentials(server, { tenantId, productId, environment: "live" });
  for (const theirs of [stranger, live]) {
    const listener = await listen(undefined, theirs);
    assert.equal(listener.response.status, 200);
    await make("mine alone");
    await admin(server, "key revoke", { key: theirs.apiKeyId });
    const [end, ...others] = await listener.next(100);
    assert.equal(end?.event, "stream.ended");
    assert.deepEqual(others, []);
  }
});

test("stream: its key is revoked, its Product disabled -> a last event says so, and none can be had", async () => {
  for (const end of ["key", "product"]) {
    const theirs = await newCredentials(server);
    const listener = await listen("7", theirs);
    assert.equal(listener.response.status, 200);
    if (end === "key") await admin(server, "key revoke", { key: theirs.apiKeyId });
    else await admin(server, "product set", { product: theirs.productId, status: "disabled" });
    const events = await listener.next(100);
    const again = await fetch(`${server.baseUrl}/probes/events`, {
      headers: { authorization: `Bearer ${theirs.apiKey}` },
    });
    assert.equal(again.status, end === "key" ? 401 : 403);
    const { error } = (await again.json()) as { error: { code: string; message: string } };
    assert.equal(error.code, end === "key" ? "key_revoked" : "product_access_suspended");
    const { code, message } = error;
    const data = { code, message, lastEventId: "7" };
    assert.deepEqual(events, [{ id: "", event: "stream.ended", data }]);
  }
});

test("stream: read by EventSource, the server stopped, then killed -> each event once, in order", async () => {
  const received: string[] = [];
  const ends: string[] = [];
  let wake = () => {};
  const source = new EventSource(`${server.baseUrl}/probes/events`, {
    // The port is another one after each start.
    fetch: (_url, init) =>
      fetch(`${server.baseUrl}/probes/events`, {
        ...init,
        headers: { ...init.headers, authorization: `Bearer ${mine.apiKey}` },
      }),
  });
  source.addEventListener("probe.recorded", ({ lastEventId }) => {
    received.push(lastEventId);
    wake();
  });
  source.addEventListener("stream.ended", ({ data }) => ends.push(JSON.parse(data).code));
  const reached = async () => {
    while (received.length < made) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  await make("one");
  await reached();
  await stopServer(server);
  assert.deepEqual(ends, ["resource_reader_unavailable"]);
  await start();
  for (let at = 0; at < 4; at++) await make("after a stop");
  await reached();
  await killServer(server);
  await start();
  for (let at = 0; at < 4; at++) await make("after a kill");
  await reached();
  source.close();
  const listener = await listen();
  const all = (await listener.next(made)).map(({ id }) => id);
  listener.leave();
  assert.deepEqual(received, all);
  assert.equal(new Set(all).size, made);
});

test("stream: a client that reads nothing for a while -> its connection is closed; others are served", async () => {
  const slow = connect(server.port, "127.0.0.1");
  slow.on("error", () => {});
  slow.pause();
  const headers = { Authorization: `Bearer ${mine.apiKey}` };
  slow.write(requestText("GET", "/v1/probes/events?padding=3000000", headers));
  const listener = await listen();
  await listener.next(made);
  for (let at = 0; at < 5; at++) {
    await make("meanwhile");
    assert.equal((await listener.next(1)).length, 1);
  }
  let ended = await entriesOf("499");
  while (ended.length === 0) {
    await pause(50);
    ended = await entriesOf("499");
  }
  const [entry] = ended;
  assert.equal(entry?.query, "padding=3000000");
  listener.leave();
  slow.destroy();
});

/** The requests for streams that ended with a status, newest first. */
async function entriesOf(status: string): Promise<{ status: number; query?: string }[]> {
  const filter = new URLSearchParams({ operation: "probe.event.stream", status });
  const response = await fetch(`${server.baseUrl}/developer-logs?${filter}`, {
    headers: { authorization: `Bearer ${mine.apiKey}` },
  });
  const { items } = (await response.json()) as { items: { status: number; query?: string }[] };
  return items.filter(({ query }) => query !== undefined);
}

test("stream: asked for while the server stops -> an EventSource's connection is closed without an answer; others get 503", async () => {
  const authorization = `Bearer ${mine.apiKey}`;
  const path = "/v1/probes/events";
  const [open, other, slow] = [
    await openRaw(server.port),
    await openRaw(server.port),
    await openRaw(server.port),
  ];
  // A request under way makes the edge wait; the answers after it say that the edge has it.
  const chunked = { Authorization: authorization, "Transfer-Encoding": "chunked" };
  await slow.send(requestText("POST", "/v1/transfers", chunked));
  for (const connection of [open, other]) {
    await connection.send(requestText("GET", "/readyz", {}));
    assert.equal((await connection.next())?.status, 200);
  }
  const stopping = stopServer(server);
  while (await isTaking(server.port)) await pause(5);
  const accept = { Authorization: authorization, Accept: "text/event-stream" };
  await open.send(requestText("GET", path, accept));
  assert.equal(await open.next(), undefined);
  assert.equal(open.rest(), "");
  await other.send(requestText("GET", path, { Authorization: authorization, Accept: "*/*" }));
  assert.equal((await other.next())?.status, 503);
  await slow.send("0\r\n\r\n");
  assert.equal((await stopping).code, 0);
  await start();
});

/** Whether somebody listens on the port. */
async function isTaking(port: number): Promise<boolean> {
  try {
    (await openRaw(port)).reset();
    return true;
  } catch {
    return false;
  }
}

test("stream: read by curl, until the server stops -> the bytes of server-sent events", async () => {
  const curl = spawn("curl", [
    ...["--silent", "--no-buffer", "--include", `${server.baseUrl}/probes/events`],
    ...["--header", `authorization: Bearer ${mine.apiKey}`],
  ]);
  let text = "";
  await new Promise<void>((resolve) => {
    curl.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      if ((text.match(/^id: /gm) ?? []).length === made) resolve();
    });
  });
  const closed = once(curl, "close");
  assert.equal((await stopServer(server)).code, 0);
  assert.deepEqual(await closed, [0, null]);
  const [head = "", body = ""] = text.split(/\r\n\r\n/);
  assert.match(head, /^content-type: text\/event-stream$/m);
  assert.match(head, /^cache-control: .*no-store/m);
  assert.match(head, /^connection: close$/m, "its client comes back on another connection");
  const [retry, ...blocks] = body.split("\n\n");
  assert.equal(retry, "retry: 1000");
  assert.equal(blocks.pop(), "");
  const last = blocks.pop() ?? "";
  const event = /^id: \d+\nevent: probe\.recorded\ndata: \{"operation":"probe\.form\.create"\}$/;
  for (const block of blocks.filter((one) => !one.startsWith(":"))) assert.match(block, event);
  assert.match(last, /^event: stream\.ended\ndata: \{"code":"resource_reader_unavailable",/);
});

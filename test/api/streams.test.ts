/**
 * Calls that are answered by events, over real sockets: past events, new events, events that a
 * client has missed while it was away; and what ends a stream.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { STREAMS_OF_CREDENTIAL_MAX } from "../../src/calls/streams.ts";
import { buildProbeServer } from "../fixture/program.ts";
import { openRaw, requestText } from "../support/raw.ts";
import {
  admin,
  type Credentials,
  newCredentials,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";

let server: Server;
let mine: Credentials;

before(async () => {
  const program = buildProbeServer();
  server = await startServer(["--edges", "1"], newDataDir(), { program });
  mine = await newCredentials(server);
});

after(async () => {
  if (server.child.exitCode === null) assert.equal((await stopServer(server)).code, 0);
});

type Received = { id: string; event: string; data: { operation: string } };
type Listener = {
  response: Response;
  /** The next `count` events; fewer when the stream ends before. */
  next(count: number): Promise<Received[]>;
  leave(): void;
};

async function listen(lastEventId?: string, { apiKey } = mine): Promise<Listener> {
  const leaving = new AbortController();
  const response = await fetch(`${server.baseUrl}/probes/events`, {
    signal: leaving.signal,
    headers: {
      authorization: `Bearer ${apiKey}`,
      accept: "text/event-stream",
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

async function make(note: string): Promise<void> {
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
  assert.ok(received.every(({ event, data }) => `${event} ${data.operation}` === EXPECTED));
  listener.leave();
});
const EXPECTED = "probe.recorded probe.form.create";

test("stream: HEAD -> the head of GET and its end, and the connection stays in step", async () => {
  const connection = await openRaw(server.port);
  for (let at = 0; at < STREAMS_OF_CREDENTIAL_MAX + 2; at++) {
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

test("stream: another tenant's key -> nothing of mine", async () => {
  const theirs = await newCredentials(server);
  const listener = await listen(undefined, theirs);
  const ended = listener.next(1);
  await make("mine alone");
  await admin(server, "key revoke", { key: theirs.apiKeyId });
  assert.deepEqual(await ended, []);
});

test("stream: as many as a credential may have, one more -> open, rate_limited", async () => {
  const theirs = await newCredentials(server);
  const open: Listener[] = [];
  for (let at = 0; at < STREAMS_OF_CREDENTIAL_MAX; at++) open.push(await listen("0", theirs));
  assert.ok(open.every(({ response }) => response.status === 200));
  const more = await listen("0", theirs);
  assert.equal(more.response.status, 429);
  assert.equal(more.response.headers.get("retry-after"), "1");
  for (const { leave } of open) leave();
});

test("stream: its key is revoked, its Product disabled -> it ends, and cannot be had again", async () => {
  for (const end of ["key", "product"]) {
    const theirs = await newCredentials(server);
    const listener = await listen(undefined, theirs);
    assert.equal(listener.response.status, 200);
    if (end === "key") await admin(server, "key revoke", { key: theirs.apiKeyId });
    else await admin(server, "product set", { product: theirs.productId, status: "disabled" });
    assert.deepEqual(await listener.next(1), []);
    const again = await listen(undefined, theirs);
    assert.equal(again.response.status, end === "key" ? 401 : 403);
  }
});

test("stream: the server stops -> it ends whole, and the server is not held up", async () => {
  const listener = await listen();
  const received = await listener.next(12);
  assert.ok(received.length > 0);
  const stopping = stopServer(server);
  assert.deepEqual(await listener.next(1_000), []);
  assert.equal((await stopping).code, 0);
});

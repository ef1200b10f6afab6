/** EventWriter over a real socket: what is written, when it is full, and how it ends. */
import type { HttpResponse, us_listen_socket } from "uWebSockets.js";
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import test, { type TestContext } from "node:test";
import type { StreamEvent } from "../../contract/declare/found.ts";
import { uWS } from "../native_server.ts";
import { EventWriter, PIECE_BYTES } from "./event_writer.ts";

type Opened = {
  writer: EventWriter;
  client: Socket;
  isOver: () => boolean;
  text(): Promise<string>;
};

/** A writer and the client that it writes to, which reads nothing before `text` is called. */
async function open(t: TestContext, lastEventId = ""): Promise<Opened> {
  let isOver = false;
  let resolve: (writer: EventWriter) => void = () => {};
  const writer = new Promise<EventWriter>((settle) => {
    resolve = settle;
  });
  let socket: us_listen_socket | undefined;
  const app = uWS.App().get("/*", (response: HttpResponse) => {
    const opened = new EventWriter(response, lastEventId, () => {
      isOver = true;
    });
    response.onAborted(() => opened.gone());
    resolve(opened);
  });
  app.listen("127.0.0.1", 0, (listening) => {
    if (listening !== false) socket = listening;
  });
  const port = uWS.us_socket_local_port(socket as us_listen_socket);
  const client = connect(port, "127.0.0.1");
  t.after(() => {
    client.destroy();
    uWS.us_listen_socket_close(socket as us_listen_socket);
  });
  client.pause();
  client.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  return {
    writer: await writer,
    client,
    isOver: () => isOver,
    async text() {
      const chunks: Buffer[] = [];
      client.on("data", (chunk) => chunks.push(chunk)).resume();
      await Promise.race([once(client, "close"), bodyEnd(client)]);
      return unchunked(Buffer.concat(chunks));
    },
  };
}

/** Resolves when the last chunk of the body has come. */
function bodyEnd(client: Socket): Promise<void> {
  return new Promise((resolve) => {
    let tail = "";
    client.on("data", (chunk) => {
      tail = (tail + chunk.toString("latin1")).slice(-7);
      if (tail.endsWith("\r\n0\r\n\r\n")) resolve();
    });
  });
}

function unchunked(bytes: Buffer): string {
  let at = bytes.indexOf("\r\n\r\n") + 4;
  const parts: Buffer[] = [];
  while (at < bytes.length) {
    const lineEnd = bytes.indexOf("\r\n", at);
    const size = Number.parseInt(bytes.toString("latin1", at, lineEnd), 16);
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
  return Buffer.concat(parts).toString();
}

function eventsOf(count: number, bytes: number): StreamEvent[] {
  return Array.from({ length: count }, (_, at) => ({
    id: String(at + 1),
    type: "probe",
    data: "x".repeat(bytes),
  }));
}

/** Sends until the client, which reads nothing, takes no more; returns how many events were sent. */
async function fill(writer: EventWriter, events: readonly StreamEvent[]): Promise<number> {
  for (let sent = 0; ; ) {
    sent += writer.send(events.slice(sent));
    if (writer.isFull) return sent;
    await new Promise((resolve) => setImmediate(resolve));
    assert.ok(sent < events.length, "the socket's buffers take less than the test sends");
  }
}

const WHY = { type: "stream.dropped", code: "resource_reader_unavailable", message: "m" } as const;
const SPACE = eventsOf(8_000, 10_000);

function idsIn(text: string): string[] {
  return [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => id as string);
}

test("event writer: events, a comment, the end -> the text that EventSource reads", async (t) => {
  const { writer, isOver, text } = await open(t, "41");
  const events = [
    { id: "42", type: "transfer.posted", data: { note: "two\nlines" } },
    { id: "4\n3", type: "a\rb", data: null },
  ];
  assert.equal(writer.send(events), 2);
  writer.keepAlive();
  writer.end(WHY);
  assert.ok(isOver());
  assert.equal(
    await text(),
    "retry: 1000\n\n" +
      'id: 42\nevent: transfer.posted\ndata: {"note":"two\\nlines"}\n\n' +
      "id: 43\nevent: ab\ndata: null\n\n" +
      ": still here\n\n" +
      "event: stream.dropped\n" +
      'data: {"code":"resource_reader_unavailable","message":"m","lastEventId":"4\\n3"}\n\n',
  );
});

test("event writer: nothing sent -> the last event resumes where the client came from, or nowhere", async (t) => {
  for (const [from, shown] of [
    ["41", '"41"'],
    ["", "null"],
  ] as const) {
    const { writer, text } = await open(t, from);
    writer.end(WHY);
    assert.match(await text(), new RegExp(`"lastEventId":${shown}\\}\n\n$`));
  }
});

test("event writer: a client that reads nothing -> full after a bounded buffer, takes no more", async (t) => {
  const { writer, isOver, text, client } = await open(t);
  const sent = await fill(writer, SPACE);
  assert.equal(writer.send(SPACE.slice(sent)), 0);
  writer.end(WHY);
  assert.equal(isOver(), false, "the last event waits behind what was written");
  const all = await text();
  assert.deepEqual(idsIn(all), idsIn(textOfIds(sent)));
  assert.match(
    all,
    new RegExp(`event: stream.dropped\ndata: .*"lastEventId":"${sent}"\\}\n\n(:\n)*$`),
  );
  assert.ok(isOver());
  client.destroy();
});

function textOfIds(count: number): string {
  return Array.from({ length: count }, (_, at) => `id: ${at + 1}\n`).join("");
}

test("event writer: a client that reads again -> takes all that was written, then is sent more", async (t) => {
  const { writer, client } = await open(t);
  const sent = await fill(writer, SPACE);
  let text = "";
  client.on("data", (chunk) => {
    text += chunk.toString("latin1");
  });
  client.resume();
  while (writer.isFull) await new Promise((resolve) => setImmediate(resolve));
  assert.ok(writer.send(SPACE.slice(sent, sent + 1)) === 1);
  while (!text.includes(`id: ${sent + 1}\n`)) await once(client, "data");
  assert.deepEqual(idsIn(text), idsIn(textOfIds(sent + 1)));
});

test("event writer: closed while full -> the connection ends without the last event", async (t) => {
  const { writer, client, isOver } = await open(t);
  await fill(writer, SPACE);
  writer.end(WHY);
  writer.close();
  let text = "";
  client.on("data", (chunk) => {
    text += chunk.toString("latin1");
  });
  client.resume();
  client.on("error", () => {});
  await once(client, "close");
  assert.doesNotMatch(text, /stream\.dropped/);
  assert.equal(isOver(), false);
  writer.keepAlive();
  writer.close();
});

test("event writer: many events -> pieces of a bounded size; one that is longer goes alone", async (t) => {
  const { writer, client } = await open(t);
  let chunks = "";
  client.on("data", (chunk) => {
    chunks += chunk.toString("latin1");
  });
  client.resume();
  const events = [...eventsOf(20, 10_000), ...eventsOf(1, 2 * PIECE_BYTES)];
  assert.equal(writer.send(events), 21);
  writer.end(WHY);
  await once(client, "data");
  while (!chunks.endsWith("\r\n0\r\n\r\n")) await once(client, "data");
  const sizes = [...chunks.matchAll(/\r\n([0-9a-f]+)\r\n/g)].map(([, hex]) =>
    Number.parseInt(hex as string, 16),
  );
  assert.ok(sizes.filter((size) => size > PIECE_BYTES).length === 1, `${sizes}`);
});

/**
 * Exports of statements over real sockets: asked for by keys and members, made once, downloaded whole, in parts and as JSON; slow clients,
 * many at once, months that are written to meanwhile.
 * A server of its own: the files of its directory are counted.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { type Client, expect, openClient } from "../support/client.ts";
import { graphqlClient } from "../support/graphql.ts";
import { draft, newAccount } from "../support/parties.ts";
import { newCredentials, type Server, startServer, stopServer } from "../support/server.ts";
import {
  askExport,
  downloadOf,
  ended,
  fetched,
  filesBeside,
  readyExport,
  thisMonth,
} from "../support/statement_exports.ts";
import { eventsOf } from "../support/webhooks.ts";

/** The longest allowed description, so that a file is larger than the buffers of sockets. */
const DESCRIPTION = '=SUM(A1), in "March" '.padEnd(500, "x");
const ENTRIES = 8_000;
const AT_ONCE = 64;

let server: Server;
let client: Client;
let ada: string;
let bob: string;
/** An export of Ada's month, and its bytes. */
let made: { statementExportId: string; sha256: string; sizeBytes: number };
let bytes: Buffer;

const digestOf = (part: Uint8Array) => createHash("sha256").update(part).digest("base64");
const get = (headers: Record<string, string> = {}, id = made.statementExportId) =>
  fetched(server, server.demo, id, headers);

before(async () => {
  server = await startServer(["--shards", "1", "--edges", "1"]);
  client = await openClient(server, server.demo);
  ada = await newAccount(client, { fund: "1000000" });
  bob = await newAccount(client);
  const item = { ...draft(ada, bob, "2"), description: DESCRIPTION };
  for (let left = ENTRIES; left > 0; left -= 1_000) {
    const items = Array.from({ length: 1_000 }, () => item);
    expect(await client.post("/transfers/batch", { items }), 201);
  }
  made = (await readyExport(client, ada)) as never;
  bytes = (await get()).bytes;
});

after(async () => {
  client.close();
  const { code, output } = await stopServer(server);
  assert.equal(code, 0, output);
});

test("statement export: the file -> the bytes of the direct export, named and digested as the export says", async () => {
  const { response } = await get();
  const direct = expect(await client.get(`/accounts/${ada}/statements/${thisMonth()}/export`), 200);
  assert.equal(bytes.toString(), direct.text);
  assert.equal(createHash("sha256").update(bytes).digest("hex"), made.sha256);
  const digest = `sha-256=:${digestOf(bytes)}:`;
  const name = `attachment; filename="statement-${ada}-${thisMonth()}-partial.csv"`;
  for (const [header, value] of [
    ["content-type", "text/csv; charset=utf-8"],
    ["content-disposition", name],
    ["content-digest", digest],
    ["repr-digest", digest],
    ["etag", `"${made.sha256}"`],
    ["accept-ranges", "bytes"],
    ["content-length", String(bytes.length)],
  ] as const) {
    assert.equal(response.headers.get(header), value, header);
  }
});

test("statement export: as JSON -> the text in `content`, with size and digest of the file", async () => {
  const reply = expect(
    await client.get(downloadOf(made.statementExportId), {
      headers: { accept: "application/json" },
    }),
    200,
  );
  const { content, encoding, mediaType, sha256, sizeBytes, partial } = reply.body;
  assert.equal(content, bytes.toString());
  assert.deepEqual(
    { encoding, mediaType, sha256, sizeBytes, partial },
    {
      encoding: "utf8",
      mediaType: "text/csv",
      sha256: made.sha256,
      sizeBytes: bytes.length,
      partial: true,
    },
  );
  const graphql = graphqlClient(server, server.demo);
  const query = `{ statementExportDownload(statementExportId: "${made.statementExportId}") { filename sha256 } }`;
  const answered = await graphql(query);
  assert.match(JSON.stringify(answered), new RegExp(made.sha256));
});

test("statement export: ranges -> 206 with these bytes and their digest; several, or none that is one -> the whole", async () => {
  const size = bytes.length;
  for (const [range, from, to] of [
    ["bytes=0-0", 0, 0],
    ["bytes=100-299999", 100, 299_999],
    [`bytes=${size - 5}-`, size - 5, size - 1],
    ["bytes=-7", size - 7, size - 1],
    [`bytes=10-${size * 2}`, 10, size - 1],
  ] as const) {
    const { response, bytes: part } = await get({ range });
    assert.equal(response.status, 206, range);
    assert.deepEqual(part, bytes.subarray(from, to + 1), range);
    assert.equal(response.headers.get("content-range"), `bytes ${from}-${to}/${size}`);
    assert.equal(response.headers.get("content-digest"), `sha-256=:${digestOf(part)}:`);
    assert.equal(response.headers.get("repr-digest"), `sha-256=:${digestOf(bytes)}:`);
  }
  for (const headers of [
    { range: "bytes=0-1,5-6" },
    { range: "rows=1-2" },
    { range: "bytes=9-2" },
  ]) {
    const { response, bytes: whole } = await get(headers);
    assert.deepEqual([response.status, whole.length], [200, size], headers.range);
  }
});

test("statement export: a range behind the end -> 416 with the size, and the connection serves on", async () => {
  for (const range of [`bytes=${bytes.length}-`, "bytes=-0"]) {
    const { response, bytes: none } = await get({ range });
    assert.deepEqual([response.status, none.length], [416, 0]);
    assert.equal(response.headers.get("content-range"), `bytes */${bytes.length}`);
  }
});

test("statement export: If-Range -> the range for the file's own tag, else the whole", async () => {
  const range = "bytes=5-9";
  const own = await get({ range, "if-range": `"${made.sha256}"` });
  assert.deepEqual([own.response.status, own.bytes.length], [206, 5]);
  for (const tag of ['"another"', `W/"${made.sha256}"`, new Date().toUTCString()]) {
    const { response, bytes: whole } = await get({ range, "if-range": tag });
    assert.deepEqual([response.status, whole.length], [200, bytes.length], tag);
  }
});

test("statement export: HEAD -> the headers of the whole file, whatever range is asked for, and no body", async () => {
  const response = await fetch(`${server.baseUrl}${downloadOf(made.statementExportId)}`, {
    method: "HEAD",
    headers: { authorization: `Bearer ${server.demo.apiKey}`, range: "bytes=0-1" },
  });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-length"), String(bytes.length));
  assert.equal((await response.arrayBuffer()).byteLength, 0);
});

test("statement export: curl goes on with a download that was cut off -> the file", (t) => {
  const url = `${server.baseUrl}${downloadOf(made.statementExportId)}`;
  const auth = ["-sS", "-H", `authorization: Bearer ${server.demo.apiKey}`];
  const curl = (...args: string[]) =>
    spawnSync("curl", [...auth, ...args, url], { maxBuffer: 2 ** 26 });
  const first = curl("--range", "0-999");
  if (first.error !== undefined) {
    t.skip("curl is not there");
    return;
  }
  const rest = curl("--continue-at", "1000");
  assert.deepEqual(Buffer.concat([first.stdout, rest.stdout]), bytes);
});

test("statement export: slow clients, more than there are readers -> others are served, then each has all", async () => {
  const slow = Array.from({ length: 8 }, () => {
    const socket = connect(server.port, "127.0.0.1");
    socket.write(
      `GET /v1${downloadOf(made.statementExportId)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.demo.apiKey}\r\n\r\n`,
    );
    return socket;
  });
  for (const socket of slow) {
    await new Promise((resolve) => socket.once("readable", resolve));
    socket.pause();
  }
  for (let other = 0; other < 3; other++) assert.deepEqual((await get()).bytes, bytes);
  for (const socket of slow) {
    const chunks: Buffer[] = [];
    let received = 0;
    let whole = Number.POSITIVE_INFINITY;
    for await (const chunk of socket) {
      chunks.push(chunk as Buffer);
      received += (chunk as Buffer).length;
      const head = Buffer.concat(chunks.slice(0, 2)).indexOf("\r\n\r\n");
      if (head >= 0) whole = head + 4 + bytes.length;
      if (received >= whole) break;
    }
    assert.deepEqual(Buffer.concat(chunks).subarray(-bytes.length), bytes);
    socket.destroy();
  }
});

test("statement export: entries are written while the file is made -> all up to one moment, none after it", async () => {
  let isOver = false;
  const writing = (async () => {
    while (!isOver) expect(await client.post("/transfers", draft(ada, bob, "1")), 201);
  })();
  for (let round = 0; round < 3; round++) {
    const { statementExportId, entryCount } = await readyExport(client, bob);
    const lines = (await get({}, statementExportId)).bytes.toString().split("\r\n").slice(1, -1);
    assert.equal(lines.length, entryCount);
    let balance = 0n;
    for (const line of lines) {
      const [credit, after] = line.split(",").slice(-4, -2);
      balance += BigInt(credit ?? 0);
      assert.equal(balance, BigInt(after ?? -1));
    }
  }
  isOver = true;
  await writing;
});

test(`statement export: ${AT_ONCE} at once, of two accounts and the Product -> each ready, each its own file, the same bytes for the same`, async () => {
  const before = filesBeside(server.dataDir).length;
  const of = [{}, { id: bob }, { scope: "product", id: client.productId }];
  const ids = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, at) => askExport(client, ada, of[at % of.length])),
  );
  const shown = await Promise.all(ids.map((id) => ended(client, id)));
  assert.deepEqual(new Set(shown.map(({ status }) => status)), new Set(["ready"]));
  assert.equal(new Set(shown.map(({ sha256 }) => sha256)).size, of.length);
  assert.equal(filesBeside(server.dataDir).length, before + AT_ONCE);
});

test("statement export: of the Product -> both sides of each transfer, with the account of each", async () => {
  const { statementExportId } = await readyExport(client, ada, {
    scope: "product",
    id: client.productId,
  });
  const text = (await get({}, statementExportId)).bytes.toString();
  const [header = "", ...lines] = text.split("\r\n").slice(0, -1);
  assert.deepEqual(header.split(",").slice(2, 5), ["kind", "accountId", "counterpartyAccountId"]);
  for (const accountId of [ada, bob]) {
    const { body } = expect(
      await client.get(`/accounts/${accountId}/statements/${thisMonth()}`),
      200,
    );
    const own = lines.filter((line) => line.split(",")[3] === accountId);
    assert.equal(own.length, body["entryCount"]);
  }
});

for (const [format, mediaType, begins] of [
  ["camt053", "application/xml", "<?xml"],
  ["mt940", "text/plain; charset=utf-8", ":20:"],
  ["ofx", "application/x-ofx", "<?xml"],
  ["pdf", "application/pdf", "%PDF-"],
] as const) {
  test(`statement export: as ${format}, of an account and of the Product -> ${mediaType}, files of the format`, async () => {
    const credentials = await newCredentials(server);
    const own = await openClient(server, credentials, client);
    const account = await newAccount(own, { fund: "500" });
    for (const [scope, id, sides] of [
      ["account", account, 1],
      ["product", own.productId, 2],
    ] as const) {
      const { statementExportId, ...shown } = await readyExport(own, account, {
        scope,
        id,
        format,
      });
      assert.equal(shown["entryCount"], sides);
      const { response, bytes: file } = await fetched(server, credentials, statementExportId);
      assert.equal(response.headers.get("content-type"), mediaType);
      assert.ok(file.toString().includes(begins), file.toString().slice(0, 200));
      const headers = { accept: "application/json" };
      const { body } = expect(await own.get(downloadOf(statementExportId), { headers }), 200);
      const encoding = format === "pdf" ? "base64" : "utf8";
      assert.deepEqual([body["encoding"], body["content"]], [encoding, file.toString(encoding)]);
    }
    own.close();
  });
}

test("statement export: the name of the Product, changed a moment before -> in the file", async () => {
  const { productId, founder } = server.demo;
  const member = await openClient(
    server,
    { productId, apiKey: founder.personalAccessToken },
    client,
  );
  const name = "Wallets & more";
  expect(await member.patch(`/products/${productId}`, { name }), 200);
  const { statementExportId } = await readyExport(member, bob, { format: "camt053" });
  const text = (await get({}, statementExportId)).bytes.toString();
  assert.ok(text.includes("<Nm>Wallets &amp; more</Nm>"), text.slice(0, 1_500));
  member.close();
});

test("statement export: ready -> an event in the Product, after the one that it was asked for", async () => {
  const { statementExportId } = await readyExport(client, bob);
  const events = await eventsOf(client);
  const own = events.filter((event) => JSON.stringify(event).includes(statementExportId));
  assert.deepEqual(own.map(({ type }) => type).sort(), [
    "statement_export.created",
    "statement_export.ready",
  ]);
});

test("statement export: by a member of the company -> the Product follows from the account, or is the id itself", async () => {
  const { productId, founder } = server.demo;
  const member = await openClient(
    server,
    { productId, apiKey: founder.personalAccessToken },
    client,
  );
  const { statementExportId } = await readyExport(member, ada);
  assert.deepEqual((await get({}, statementExportId)).bytes.subarray(0, 9), bytes.subarray(0, 9));
  await readyExport(member, ada, { scope: "product", id: productId });
  const draftOf = (scope: string, id: string) => ({ scope, id, month: thisMonth() });
  const nobodys = ada.replace(/.{8}$/, "00000000");
  expect(await member.post("/statement-exports", draftOf("account", nobodys)), "account_not_found");
  const unknown = productId.replace(/.{8}$/, "00000000");
  expect(
    await member.post("/statement-exports", draftOf("product", unknown)),
    "resource_not_found",
  );
  member.close();
});

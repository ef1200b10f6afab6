/**
 * Requests byte by byte, and the outcome that each must have with the build of uWebSockets.js that
 * this machine loads (test/support/raw_tables.ts). "closed" is a connection that the build closes
 * without an answer, at once or after its time for a head (src/LIMITS.md). No hidden transfer may
 * ever run.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { isOldBuild, thisMachine } from "../../src/http/native_build.mjs";
import { type Client, openClient } from "../support/client.ts";
import { balanceOf, newAccount } from "../support/parties.ts";
import { openRaw, requestText } from "../support/raw.ts";
import { rawTables } from "../support/raw_tables.ts";
import { type Credentials, newCredentials, type Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

const FUNDS = 100_000;
/** Which column of the tables is true here. */
const isOlder = isOldBuild(thisMachine());

let server: Server;
let mine: Credentials;
let client: Client;
let ada: string;
let bob: string;

before(async () => {
  server = await sharedServer();
  mine = await newCredentials(server);
  client = await openClient(server, mine);
  ada = await newAccount(client, { fund: String(FUNDS) });
  bob = await newAccount(client);
});

after(async () => {
  assert.ok(!/"level":(50|60)/.test(server.output()), server.output());
  client.close();
});

/** Sends the bytes; resolves with the answers until the connection closes or `wanted` has come. */
async function outcomeOf(bytes: string | Buffer, wanted: string): Promise<string> {
  const connection = await openRaw(server.port);
  await connection.send(bytes);
  const seen: string[] = [];
  for (;;) {
    const reply = await connection.next();
    if (reply === undefined) break;
    seen.push(String(reply.status));
    if (reply.status >= 400 && reply.body === "") {
      // The parser's own page names no length: the page ends with its connection.
      await connection.closed;
      assert.match(connection.rest(), /^<h1>/);
      seen.push("page");
    } else if (reply.status >= 400) assert.match(reply.body, /^\{"error":\{"code":"[a-z_]+"/);
    if (/^connection: close$/im.test(reply.head)) seen.push("close");
    const isOpen = !seen.includes("close") && !wanted.includes("close");
    if (isOpen && seen.join(" ") === wanted) break;
  }
  connection.end();
  return seen.length === 0 ? "closed" : seen.join(" ");
}

type Found = { table: string; name: string; got: string; wanted: string };

type Run = { found: Found[]; spent: number; idle: Awaited<ReturnType<typeof idleTime>> };

/**
 * All rows, run at once because most of them wait equally long, and an idle connection beside them;
 * and the money that was spent.
 */
let run: Promise<Run> | undefined;

async function runAll(): Promise<Run> {
  const before = await posted();
  const tables = Object.entries(rawTables({ apiKey: mine.apiKey, from: ada, to: bob }));
  const found = tables.flatMap(([table, rows]) =>
    rows.map(async ({ name, bytes, older, newer }) => {
      const wanted = isOlder ? older : newer;
      return { table, name, got: await outcomeOf(bytes, wanted), wanted };
    }),
  );
  const [rows, idle] = await Promise.all([Promise.all(found), idleTime()]);
  return { found: rows, spent: before - (await posted()), idle };
}

const TABLES = Object.keys(rawTables({ apiKey: "", from: "", to: "" }));

for (const table of TABLES) {
  test(`raw requests: ${table} -> the answer of each row`, async () => {
    run ??= runAll();
    const { found } = await run;
    const wrong = found
      .filter((one) => one.table === table && !one.wanted.split("|").includes(one.got))
      .map(({ name, got, wanted }) => `${name}: ${got}, not ${wanted}`);
    assert.equal(wrong.join("\n"), "");
  });
}

test("raw requests: all of them -> no hidden request ever runs", async () => {
  run ??= runAll();
  const { found, spent } = await run;
  const answered = found.filter(({ got }) => got.includes("201")).length;
  assert.ok(answered > 5);
  assert.equal(spent, answered);
});

test("idle: a connection without a request -> open for as long as Keep-Alive announces", async () => {
  run ??= runAll();
  const { announcedMs, openMs, head } = (await run).idle;
  assert.ok(announcedMs > 0, head);
  assert.ok(openMs >= announcedMs);
});

/** How long the server says that it keeps a connection open, and how long it does. */
async function idleTime() {
  const get = requestText("GET", `/v1/accounts/${ada}`, { Authorization: `Bearer ${mine.apiKey}` });
  const connection = await openRaw(server.port);
  await connection.send(get);
  const { head } = (await connection.next()) ?? { head: "" };
  const answeredMs = performance.now();
  const announcedMs = Number(/^keep-alive: timeout=(\d+)$/im.exec(head)?.[1]) * 1_000;
  await connection.closed;
  return { announcedMs, openMs: performance.now() - answeredMs, head };
}

async function posted(): Promise<number> {
  return Number((await balanceOf(client, ada)).posted);
}

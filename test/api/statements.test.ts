/**
 * Statements over real sockets: a past month with 8,000 entries; the file and its JSON form, the
 * same after a restart and from the log alone; slow clients, clients that go away, and more clients
 * than the readers take.
 * A server of its own: its clock is moved, and it is killed.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Client, expect, openClient } from "../support/client.ts";
import { draft, funding, newAccount } from "../support/parties.ts";
import {
  type Credentials,
  killServer,
  newCredentials,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";

/** An offset of the clock into a month that is over and sealed. */
const PAST_MS = -40 * 86_400_000;
const BATCHES = 8;
const BATCH = 1_000;
/** The longest allowed description, so that the file is larger than the buffers of the sockets. */
const DESCRIPTION = '=SUM(A1), in "March" '.padEnd(500, "x");
/** More requests than the 64 that may wait and the one that runs. */
const CROWD = 80;

const dataDir = newDataDir();
let server: Server;
let mine: Credentials;
let client: Client;
let ada: string;
let bob: string;
let month: string;

before(async () => {
  server = await startServer(["--edges", "1"], dataDir, { clockOffsetMs: PAST_MS });
  mine = await newCredentials(server);
  client = await openClient(server, mine);
  ada = await newAccount(client, { fund: "1000000" });
  bob = await newAccount(client);
  const item = { ...draft(ada, bob, "2"), description: DESCRIPTION };
  for (let batch = 0; batch < BATCHES; batch++) {
    const items = Array.from({ length: BATCH }, () => item);
    expect(await client.post("/transfers/batch", { items }), 201);
  }
  const [newest] = expect(await client.get(`/accounts/${bob}/entries?limit=1`), 200).items();
  month = String(newest?.["createdAt"]).slice(0, 7);
  client.close();
  assert.equal((await killServer(server)).signal, "SIGKILL");
  server = await startServer(["--edges", "1"], dataDir);
  client = await openClient(server, mine);
});

after(async () => {
  client.close();
  const { code, output } = await stopServer(server);
  assert.equal(code, 0, output);
  assert.deepEqual(readdirSync(join(dataDir, "spool")), []);
});

const exportPath = () => `/accounts/${bob}/statements/${month}/export`;

async function fileText(path = exportPath()): Promise<string> {
  return expect(await client.get(path), 200).text;
}

test("statement: a month of 8,000 entries -> totals, file and list of entries agree", async () => {
  const statement = expect(await client.get(`/accounts/${bob}/statements/${month}`), 200);
  const { opening, closing, totalDebits, totalCredits, entryCount } = statement.body;
  assert.deepEqual(
    { opening, closing, totalDebits, totalCredits, entryCount },
    {
      opening: "0",
      closing: String(2 * BATCHES * BATCH),
      totalDebits: "0",
      totalCredits: String(2 * BATCHES * BATCH),
      entryCount: BATCHES * BATCH,
    },
  );
  assert.equal(statement.at("evidence.status"), "sealed");
  const reply = expect(await client.get(exportPath()), 200);
  assert.equal(reply.headers["content-type"], "text/csv; charset=utf-8");
  const name = `attachment; filename="statement-${bob}-${month}.csv"`;
  assert.equal(reply.headers["content-disposition"], name);
  const lines = reply.text.split("\r\n");
  assert.equal(lines.length, BATCHES * BATCH + 2);
  const balances = lines.slice(1, -1).map((line) => line.split(",").at(-3));
  assert.deepEqual(
    balances,
    balances.map((_, at) => String(2 * (at + 1))),
  );
  assert.ok(lines[1]?.includes(`,"'=SUM(A1), in ""March"" xx`), lines[1]);
});

test("statement export: as JSON -> the same text with name, digest and size", async () => {
  const text = await fileText();
  const headers = { accept: "application/json" };
  const reply = expect(await client.get(exportPath(), { headers }), 200);
  assert.equal(reply.headers["content-type"], "application/json");
  assert.equal(reply.headers["content-disposition"], undefined);
  assert.deepEqual(reply.body, {
    csv: text,
    filename: `statement-${bob}-${month}.csv`,
    sha256: createHash("sha256").update(text).digest("hex"),
    sizeBytes: Buffer.byteLength(text),
    partial: false,
  });
  const refused = { headers: { accept: "application/problem+json" } };
  const problem = await client.get(`/accounts/acct_x/statements/${month}/export`, refused);
  expect(problem, "account_not_found");
});

test("statement export: new entries, a crash, the state made again -> the same bytes", async () => {
  const text = await fileText();
  expect(await funding(client, bob, "5"), 201);
  const now = expect(await client.get(`/accounts/${bob}/statements?limit=1`), 200);
  const present = now.id("items.0.month");
  assert.equal(now.at("items.0.evidence.status"), "open");
  const opened = expect(await client.get(`/accounts/${bob}/statements/${present}`), 200);
  assert.equal(opened.at("opening"), String(2 * BATCHES * BATCH));
  assert.equal(opened.at("closing"), String(2 * BATCHES * BATCH + 5));
  const partial = await client.get(`/accounts/${bob}/statements/${present}/export`);
  assert.match(String(partial.headers["content-disposition"]), /-partial\.csv"$/);
  assert.equal(await fileText(), text);
  client.close();
  await killServer(server);
  for (const shard of readdirSync(dataDir).filter((name) => name.startsWith("shard-"))) {
    rmSync(join(dataDir, shard, "state"), { recursive: true });
  }
  server = await startServer(["--edges", "1"], dataDir);
  client = await openClient(server, mine);
  assert.equal(await fileText(), text);
});

test("statement: months that have no evidence, no month, no account of ours -> refused by name", async () => {
  const other = await openClient(server, await newCredentials(server), client);
  const foreign = await newAccount(other);
  other.close();
  for (const path of ["", "/export"]) {
    for (const [account, asked, code] of [
      [bob, "2999-01", "statement_evidence_incomplete"],
      [bob, "1999-12", "statement_evidence_incomplete"],
      [bob, "2026-13", "invalid_request"],
      [bob, "2026-1", "invalid_request"],
      [bob, "1969-12", "invalid_request"],
      [bob, "2026-01-01", "invalid_request"],
      [bob, "%2e%2e", "invalid_request"],
      [foreign, month, "account_not_found"],
      ["acct_x", month, "account_not_found"],
    ] as const) {
      expect(await client.get(`/accounts/${account}/statements/${asked}${path}`), code);
    }
  }
});

test("statement export: a client that reads nothing for a while -> others are served, then it has all", async () => {
  const text = await fileText();
  const slow = ask();
  await new Promise((resolve) => slow.once("readable", resolve));
  slow.pause();
  for (let other = 0; other < 3; other++) assert.equal(await fileText(), text);
  const received = await readToEnd(slow, Buffer.byteLength(text));
  assert.equal(received, text);
  slow.destroy();
});

test("statement export: clients that go away before and in the middle -> nothing stays, others are served", async () => {
  for (let round = 0; round < 12; round++) {
    const gone = ask();
    await new Promise((resolve) => gone.once(round % 2 === 0 ? "connect" : "readable", resolve));
    gone.destroy();
  }
  assert.ok((await fileText()).length > 0);
  await until(() => readdirSync(join(dataDir, "spool")).length === 0);
  const health = await fetch(new URL("/healthz", server.baseUrl));
  assert.equal(health.status, 200);
});

test("statement export: far more at once than readers and queue take -> whole files and 503s only", async () => {
  const crowd = await openClient(server, mine, { connections: CROWD, contract: client.contract });
  const replies = await Promise.all(
    Array.from({ length: CROWD }, () => crowd.get(`/accounts/${ada}/statements/${month}`)),
  );
  crowd.close();
  const taken = replies.filter(({ status }) => status === 200);
  assert.ok(taken.length > 0, `${taken.length} answered`);
  assert.equal(new Set(taken.map(({ text }) => text)).size, 1);
  for (const reply of replies) {
    if (reply.status === 200) continue;
    expect(reply, "resource_reader_unavailable");
    assert.equal(reply.headers["retry-after"], "1");
  }
});

/** Opens a socket and asks for the file on it. */
function ask(): Socket {
  const socket = connect(server.port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write(
    `GET /v1${exportPath()} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${mine.apiKey}\r\n\r\n`,
  );
  return socket;
}

/** Reads the only answer on the socket; resolves with its body of `bytes` bytes. */
async function readToEnd(socket: Socket, bytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) {
    chunks.push(chunk as Buffer);
    const all = Buffer.concat(chunks);
    const bodyAt = all.indexOf("\r\n\r\n") + 4;
    if (all.length - bodyAt >= bytes) return all.subarray(bodyAt).toString("utf8");
  }
  throw new Error("the connection ended before the body did");
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
}

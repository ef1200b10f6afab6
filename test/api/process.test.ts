/**
 * The server as a process: how it starts, what it refuses to start on, and how it stops.
 * A server of its own: it is started, stopped and killed, with flags.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { after, before, test } from "node:test";
import { openDataDirectory } from "../../src/data_directory.ts";
import { oldBuildNote, thisMachine } from "../../src/http/native_build.mjs";
import { parseOptions } from "../../src/options.ts";
import { takePort } from "../../src/threads/port.ts";
import { openClient, type Reply } from "../support/client.ts";
import { ROOT } from "../support/markdown.ts";
import { ownAddress } from "../support/own_address.ts";
import { draft, newAccount, totals, walk } from "../support/parties.ts";
import {
  killServer,
  newCredentials,
  newDataDir,
  runServer,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";

const SENDERS = 32;
/** Transfers that must be answered before the server is told to stop. */
const ACKNOWLEDGED = 500;

let server: Server;

before(async () => {
  server = await startServer(["--shards", "1", "--edges", "2"]);
});

after(async () => {
  assert.equal((await stopServer(server)).code, 0);
});

test("flags: --help -> every flag, and exit 0", async () => {
  const { code, output } = await runServer(["--help"]);
  assert.equal(code, 0, output);
  assert.match(output, /^Usage: npm start -- \[flags\]/);
  assert.match(output, /--limit-credential COUNT +RATE_LIMIT_CREDENTIAL/);
});

test("start: an old native build -> said in one line, once; the newest -> not said", () => {
  const note = oldBuildNote(thisMachine());
  const said = server.output().split("an old native build").length - 1;
  assert.equal(said, note === undefined ? 0 : 1, server.output());
  if (note !== undefined) assert.ok(server.output().includes(`"msg":${JSON.stringify(note)}`));
});

test("start: a server that serves -> a line says where people log in, and another where the demo's key is", () => {
  const origin = new URL(server.baseUrl).origin;
  assert.ok(server.output().includes(`\nPeople log in to the console at ${origin}/console\n`));
  assert.match(server.output(), /^A demo Product .* its key and its founder are in .*demo\.json$/m);
});

test("data: a file where the directory should be -> refused in a sentence, exit 2", async () => {
  const file = join(newDataDir(), "settings.json");
  writeFileSync(file, "");
  const { code, output } = await runServer(["--data", file]);
  assert.equal(code, 2, output);
  assert.match(output, /settings\.json cannot be the data directory: /);
});

test("flags: each value that does not fit -> refused by name", () => {
  const rows: [string[], RegExp][] = [
    [["--port", "80000"], /^--port is a whole number from 0 to 65535, not "80000"$/],
    [["--edges", "0"], /^--edges is a whole number from 1 to 64, not "0"$/],
    [["--shards", "1.5"], /^--shards is a whole number from 1 to 64, not "1\.5"$/],
    [["--limit-ip=-1"], /^--limit-ip is a whole number from 0 to \d+, not "-1"$/],
    [["--log-level", "loud"], /^--log-level is one of .*, not "loud"$/],
    [["--public-url", "ftp://x"], /^--public-url "ftp:\/\/x" is not an http or https address$/],
    [["--host", ""], /^--host "" is no address$/],
    [["--data", ""], /^--data is empty$/],
    [["--colour", "red"], /^Unknown option '--colour'.*\(see --help\)$/s],
    [["extra"], /extra/],
  ];
  for (const [flags, message] of rows) {
    assert.throws(() => parseOptions(flags, {}), { name: "OptionError", message });
  }
});

test("start: a directory in use, other shards, a busy port -> exit 2, and why", async () => {
  const { dataDir, port } = server;
  const [inUse, shards, served] = await Promise.all([
    runServer(["--port", "0", "--data", dataDir]),
    runServer(["--port", "0", "--data", dataDir, "--shards", "2"]),
    runServer(["--port", String(port), "--data", newDataDir()]),
  ]);
  for (const [ended, message] of [
    [inUse, /another server runs on .*: stop it first/],
    [shards, /was made with 1 shards, not 2/],
    [served, /cannot listen on 127\.0\.0\.1:\d+: another program has this port: .* --port /],
  ] as const) {
    assert.equal(ended.code, 2, ended.output);
    assert.match(ended.output, message);
    assert.ok(!/\n {4}at /.test(ended.output), "a sentence, not a stack");
  }
  assert.equal((await fetch(new URL("/healthz", server.baseUrl))).status, 200);
});

test("start: three servers on one port at the same moment -> one serves, the others exit 2", async () => {
  const { host, port } = await ownAddress();
  // The port is held until all three servers wait for it; a late server meets the others there too.
  const { onListening } = await takePort(host, port);
  const flags = ["--host", host, "--port", String(port)];
  const starts = [1, 2, 3].map(() => startServer(flags));
  onListening();
  const ended = await Promise.allSettled(starts);
  const serving = ended.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
  const refused = ended.flatMap((one) => (one.status === "rejected" ? String(one.reason) : []));
  assert.equal(serving.length, 1, refused.join("\n"));
  for (const text of refused)
    assert.match(text, /cannot listen on 127\.[\d.:]+: another program has this port: /);
  assert.equal(serving[0]?.baseUrl, `http://${host}:${port}/v1`);
  await stopServer(serving[0] as Server);
});

/** Sends transfers until the server ends; resolves with the acknowledged transfers. */
async function endUnderLoad(end: (server: Server) => Promise<{ code: number | null }>) {
  const { dataDir } = server;
  const credentials = await newCredentials(server);
  let client = await openClient(server, credentials, { connections: SENDERS });
  const ada = await newAccount(client, { fund: "1000000" });
  const bob = await newAccount(client);
  const acknowledged = new Map<string, Reply>();
  const sent = new Set<string>();
  let isGone = false;
  let enough = () => {};
  const reached = new Promise<void>((resolve) => {
    enough = resolve;
  });
  const senders = Array.from({ length: SENDERS }, async () => {
    while (!isGone) {
      const key = randomUUID();
      sent.add(key);
      try {
        const reply = await client.post("/transfers", draft(ada, bob, "1"), { key });
        if (reply.status === 201) acknowledged.set(key, reply);
        else assert.equal(reply.code, "ledger_unavailable");
      } catch (cause) {
        if ((cause as Error).name === "AssertionError") throw cause;
        isGone = true;
      }
      if (acknowledged.size >= ACKNOWLEDGED) enough();
    }
  });
  await reached;
  const ended = await end(server);
  isGone = true;
  await Promise.all(senders);
  client.close();
  server = await startServer(["--edges", "2"], dataDir);
  client = await openClient(server, credentials);
  const transfers = await walk(client, `/accounts/${bob}/entries`);
  const made = new Set(transfers.map(({ transferId }) => String(transferId)));
  const lost = [...acknowledged.values()].filter((reply) => !made.has(reply.id("transferId")));
  assert.equal(lost.length, 0, `${lost.length} of ${acknowledged.size} acknowledged were lost`);
  assert.ok(transfers.length <= sent.size, "nothing came from nowhere");
  for (const [key, first] of [...acknowledged].slice(-20)) {
    const again = await client.post("/transfers", draft(ada, bob, "1"), { key });
    assert.equal(again.text, first.text);
  }
  assert.deepEqual(await totals(client), { EUR: "0" });
  client.close();
  return ended;
}

test("SIGTERM under load: 32 senders -> exit 0 within 10 s, nothing acknowledged is lost", async () => {
  const ended = await endUnderLoad(stopServer);
  // The server exits with 1 when its time to stop is over; 0 says that it stopped in time.
  assert.equal(ended.code, 0, JSON.stringify(ended));
});

test("kill -9 under load: 32 senders -> nothing acknowledged is lost, no key runs twice", async () => {
  await endUnderLoad(killServer);
});

test("demo: the key that a new directory was given, after two restarts -> it works", async () => {
  const demo = readFileSync(join(server.dataDir, "demo.json"), "utf8");
  const { productId, apiKey } = JSON.parse(demo) as { productId: string; apiKey: string };
  const client = await openClient(server, { productId, apiKey });
  assert.equal((await client.get(`/products/${productId}`)).status, 200);
  client.close();
});

test("demo: a first start that was cut short -> the next one makes it, and no later one", async () => {
  const dataDir = newDataDir();
  openDataDirectory(dataDir, { shards: undefined, demo: true });
  await stopServer(await startServer([], dataDir));
  const path = join(dataDir, "demo.json");
  assert.match(readFileSync(path, "utf8"), /"apiKey"/);
  writeFileSync(path, "{}");
  await stopServer(await startServer([], dataDir));
  assert.equal(readFileSync(path, "utf8"), "{}");
});

test("start: the port in use, a directory that is new -> exit 2, and no directory is left", async () => {
  const above = newDataDir();
  const dataDir = join(above, "a", "data");
  const args = ["--port", String(server.port), "--data", dataDir];
  const { code, output } = await runServer(args);
  assert.equal(code, 2);
  assert.match(output, /cannot listen on/);
  assert.deepEqual(readdirSync(above), []);
  mkdirSync(dataDir, { recursive: true });
  assert.equal((await runServer(args)).code, 2);
  assert.ok(existsSync(dataDir), "a directory that was there stays");
});

test("start: the directory as a relative path -> messages name it as it was given", async () => {
  const given = relative(ROOT, newDataDir());
  const shards = await startServer(["--shards", "2"], given);
  assert.ok(shards.output().includes(`with data in ${given}\n`), shards.output());
  const second = await runServer(["--port", "0", "--data", given]);
  assert.match(second.output, /^another server runs on \.\./);
  await stopServer(shards);
  const other = await runServer(["--port", "0", "--data", given, "--shards", "3"]);
  assert.ok(other.output.startsWith(`${given} was made with 2 shards, not 3`), other.output);
  rmSync(join(given, "pepper.key"));
  const without = await runServer(["--port", "0", "--data", given]);
  assert.ok(without.output.startsWith(`${join(given, "pepper.key")} is missing`), without.output);
});

/**
 * The built server with a system that looks like macOS (`support/as_macos.mjs`): it starts, says that nobody tried it,
 * and what is Linux's alone has another way. Nobody has run the server on a Mac: this shows the code's ways, and
 * nothing of the kernel, the file system and the native builds there.
 * A server of its own: each is started with another system, and some are killed.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { expect, openClient } from "../support/client.ts";
import { ROOT } from "../support/markdown.ts";
import { ownAddress } from "../support/own_address.ts";
import { draft, newAccount } from "../support/parties.ts";
import { killServer, newDataDir, type Server, startServer, stopServer } from "../support/server.ts";

const PRELOAD = pathToFileURL(join(ROOT, "test/support/as_macos.mjs")).href;
const temporary = newDataDir();
const environment = {
  NODE_OPTIONS: `${process.env["NODE_OPTIONS"] ?? ""} --import=${PRELOAD}`,
  TMPDIR: temporary,
};

function start(dataDir: string, flags: readonly string[] = []): Promise<Server> {
  return startServer(["--shards", "1", ...flags], dataDir, { environment });
}

/** A directory whose path is too long for a socket in it. */
function longDirectory(): string {
  const path = join(newDataDir(), "a".repeat(100));
  mkdirSync(path);
  return path;
}

test("as macOS: a start -> one line that nobody tried it, one edge, descriptors told; money moves, and a kill -9 loses none", async () => {
  const dataDir = longDirectory();
  const first = await start(dataDir);
  const said = first
    .output()
    .split("\n")
    .filter((line) => line.includes("never tried"));
  assert.equal(said.length, 1, first.output());
  assert.match(said[0] ?? "", /This system is macOS \((x64|arm64)\), .*Nothing is promised/);
  const metrics = await (await fetch(new URL("/metrics", first.baseUrl))).text();
  assert.match(metrics, /^process_open_fds [1-9]\d+$/m);
  assert.match(metrics, /^process_max_fds \d{3,}$/m);
  assert.match(metrics, /^service_open_connections 0$/m);
  const client = await openClient(first, first.demo);
  const from = await newAccount(client, { fund: "700" });
  const to = await newAccount(client);
  expect(await client.post("/transfers", draft(from, to, "300")), 201);
  await client.close();
  await killServer(first);

  const second = await start(dataDir);
  const again = await openClient(second, second.demo);
  const balance = expect(await again.get(`/accounts/${to}/balance`), 200);
  assert.equal(balance.at("posted"), "300");
  await again.close();
  assert.equal((await stopServer(second)).code, 0);
});

test("as macOS: a directory that a server has -> another start is refused; its commands reach it by a link, which goes with it", async () => {
  // A server that was killed leaves its link.
  const links = () => readdirSync(temporary).filter((name) => name.startsWith("mm-")).length;
  const before = links();
  const dataDir = longDirectory();
  const server = await start(dataDir);
  await assert.rejects(start(dataDir), /another server runs on .*: stop it first/);
  assert.equal(statSync(join(dataDir, "process.lock")).mode & 0o777, 0o600);
  const args = ["scripts/admin.mjs", "tenant", "list", "--data", dataDir];
  const env = { ...process.env, ...environment };
  const listed = execFileSync(process.execPath, args, { cwd: ROOT, env, encoding: "utf8" });
  assert.equal(JSON.parse(listed)[0].name, "Demo");
  assert.equal(links(), before + 1, "the server's own; the command has removed its own");
  assert.equal((await stopServer(server)).code, 0);
  assert.equal(links(), before);
  const next = await start(dataDir);
  await killServer(next);
});

test("as macOS: two servers on one port at the same moment -> one serves, the other is refused", async () => {
  const { host, port } = await ownAddress();
  const flags = ["--host", host, "--port", String(port)];
  const ends = await Promise.allSettled([start(newDataDir(), flags), start(newDataDir(), flags)]);
  const serving = ends.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
  const refused = ends.flatMap((one) => (one.status === "rejected" ? String(one.reason) : []));
  assert.equal(serving.length, 1, refused.join("\n"));
  assert.match(refused.join("\n"), /cannot listen on .*: another program has this port/);
  assert.ok(existsSync(join(temporary, `money-movement-port-${port}.lock`)));
  await stopServer(serving[0] as Server);
});

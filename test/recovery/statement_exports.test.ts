/**
 * Files of exports through kills, restarts, lost and damaged files, backups and a reset: an export that was acknowledged is made whatever
 * ends the server, nobody ever sees a part of a file, and nothing is left that no record names.
 * A server of its own: it is killed, and files of its directory are lost and changed.
 */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { segmentsPath } from "../../wal/segment.ts";
import { type Client, expect, openClient } from "../support/client.ts";
import { draft, newAccount } from "../support/parties.ts";
import { killServer, newDataDir, type Server, startServer, stopServer } from "../support/server.ts";
import {
  askExport,
  downloadOf,
  ended,
  fetched,
  filesBeside,
  readyExport,
} from "../support/statement_exports.ts";
import { copyOf } from "./bank.ts";
import { runBackup, runLog } from "./log_command.ts";

const FLAGS = ["--shards", "1", "--edges", "1"];
const KILLS = new URL("../support/kill_export.mjs", import.meta.url).href;
const MOMENTS = ["asked", "write", "sync", "rename", "named"];

let dataDir: string;
let accountId: string;
/** Of an export that is ready in the prepared directory: its file, and its answer. */
let kept: { statementExportId: string; bytes: Buffer; shown: unknown };

type Opened = { server: Server; client: Client };

async function opened(path: string, environment: Record<string, string> = {}): Promise<Opened> {
  const server = await startServer(FLAGS, path, { environment });
  return { server, client: await openClient(server, server.demo) };
}

async function close({ server, client }: Opened): Promise<void> {
  client.close();
  const { code, output } = await stopServer(server);
  assert.equal(code, 0, output);
}

const bytesOf = async ({ server }: Opened, statementExportId: string) =>
  (await fetched(server, server.demo, statementExportId)).bytes;

/** Resets the sandbox of the demo Product, by its founder. */
async function reset(server: Server): Promise<void> {
  const { productId, founder } = server.demo;
  const client = await openClient(server, { productId, apiKey: founder.personalAccessToken });
  expect(await client.post("/sandbox/reset", { productId, confirm: productId }), 200);
  client.close();
}

before(async () => {
  dataDir = newDataDir();
  const open = await opened(dataDir);
  const { client } = open;
  accountId = await newAccount(client, { fund: "1000" });
  const other = await newAccount(client);
  for (let at = 0; at < 20; at++) {
    expect(await client.post("/transfers", draft(accountId, other, "1")), 201);
  }
  const { statementExportId, ...shown } = await readyExport(client, accountId);
  kept = { statementExportId, bytes: await bytesOf(open, statementExportId), shown };
  await close(open);
});

after(() => rmSync(`${dataDir}.copy`, { recursive: true, force: true }));

for (const moment of MOMENTS) {
  test(`statement export: kill -9 at "${moment}" -> the next start makes the file, and nothing else is left`, async () => {
    const path = copyOf(dataDir);
    const gate = `${path}.gate`;
    const environment = { NODE_OPTIONS: `--import ${KILLS}`, KILL_EXPORT: gate };
    const first = await opened(path, environment);
    const end = new Promise((resolve) => first.server.child.once("exit", resolve));
    writeFileSync(gate, moment);
    // The process may end before the answer has left: whoever asked finds the export in the list then.
    const asked = await askExport(first.client, accountId).catch(() => undefined);
    await end;
    first.client.close();
    rmSync(gate);
    for (const file of filesBeside(path)) {
      const isWhole = !file.endsWith(".tmp");
      if (isWhole && moment !== "named") assert.ok(file.startsWith(kept.statementExportId), file);
    }
    const second = await opened(path);
    const newest = `/statement-exports?productId=${second.client.productId}&limit=1`;
    const listed = expect(await second.client.get(newest), 200).id("items.0.statementExportId");
    const statementExportId = asked ?? listed;
    assert.equal(statementExportId, listed);
    const shown = await ended(second.client, statementExportId);
    assert.equal(shown["status"], "ready");
    assert.deepEqual(await bytesOf(second, statementExportId), kept.bytes);
    assert.equal(filesBeside(path).length, 2);
    await close(second);
    const verified = await runLog("verify", "--data", path);
    assert.equal(verified.code, 0, verified.output + verified.errors);
  });
}

test("statement export: downloaded after a restart, after kill -9, and from the log alone -> the same bytes", async () => {
  const path = copyOf(dataDir);
  for (const end of ["kill", "rebuild"] as const) {
    const open = await opened(path);
    assert.deepEqual(await bytesOf(open, kept.statementExportId), kept.bytes);
    const { body } = await open.client.get(`/statement-exports/${kept.statementExportId}`);
    assert.deepEqual(body, {
      ...(kept.shown as object),
      statementExportId: kept.statementExportId,
    });
    open.client.close();
    if (end === "kill") await killServer(open.server);
    else await close(open);
    if (end === "kill") rmSync(join(path, "shard-0", "state"), { recursive: true });
  }
});

for (const [how, change, says] of [
  ["lost", (file: string) => rmSync(file), "is missing"],
  ["changed", (file: string) => writeFileSync(file, randomBytes(10)), "is damaged"],
] as const) {
  test(`statement export: its file ${how} -> a start as ever, 409 that says so, told by log verify, left out of a backup; a new export works`, async () => {
    const path = copyOf(dataDir);
    const [file = ""] = filesBeside(path);
    change(join(path, "documents", "shard-0", file));
    const verified = await runLog("verify", "--data", path);
    assert.notEqual(verified.code, 0);
    assert.ok((verified.output + verified.errors).includes(kept.statementExportId));
    const target = join(newDataDir(), "backup");
    const backup = await runBackup(target, "--data", path);
    assert.equal(backup.code, 0, backup.output + backup.errors);
    const open = await opened(path);
    const refused = expect(
      await open.client.get(downloadOf(kept.statementExportId)),
      "statement_evidence_incomplete",
    );
    assert.match(refused.text, new RegExp(says));
    assert.deepEqual(refused.details["missing"], ["file"]);
    const { statementExportId } = await readyExport(open.client, accountId);
    assert.deepEqual(await bytesOf(open, statementExportId), kept.bytes);
    await close(open);
  });
}

test("statement export: a backup, and one that goes on while a server runs -> each has the files, and serves them", async () => {
  const path = copyOf(dataDir);
  const target = join(newDataDir(), "backup");
  const open = await opened(path);
  for (const round of [1, 2]) {
    const { statementExportId } = await readyExport(open.client, accountId);
    const { code, output, errors } = await runBackup(target, "--data", path);
    assert.equal(code, 0, output + errors);
    assert.equal(filesBeside(target).length, round + 1);
    const copy = copyOf(target);
    const restored = await opened(copy);
    assert.deepEqual(await bytesOf(restored, statementExportId), kept.bytes);
    await close(restored);
  }
  await close(open);
});

test("statement export: a reset of the sandbox -> its files are deleted, and nobody finds the exports", async () => {
  const path = copyOf(dataDir);
  const open = await opened(path);
  const { productId } = open.server.demo;
  await reset(open.server);
  while (filesBeside(path).length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(await open.client.get(downloadOf(kept.statementExportId)), "resource_not_found");
  const { body } = expect(await open.client.get(`/statement-exports?productId=${productId}`), 200);
  assert.deepEqual(body["items"], []);
  await close(open);
});

test("statement export: a reset while files are made -> the next start leaves none of them", async () => {
  const path = copyOf(dataDir);
  const open = await opened(path);
  for (let at = 0; at < 8; at++) await askExport(open.client, accountId);
  await reset(open.server);
  await close(open);
  await close(await opened(path));
  const again = await opened(path);
  while (filesBeside(path).length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  await close(again);
});

test("statement export: the entries in a segment that is not mounted -> failed, with its name; mounted again, a new export works", async () => {
  const path = copyOf(dataDir);
  const cut = await runLog("cut", "--keep", "1", "--data", path);
  assert.equal(cut.code, 0, cut.output + cut.errors);
  const segments = segmentsPath(join(path, "shard-0", "log"));
  assert.ok(existsSync(segments));
  const open = await opened(path);
  renameSync(segments, `${segments}.away`);
  const failed = await ended(open.client, await askExport(open.client, accountId));
  assert.equal(failed["status"], "failed");
  assert.equal((failed["failure"] as { code: string }).code, "segment");
  renameSync(`${segments}.away`, segments);
  const { statementExportId } = await readyExport(open.client, accountId);
  assert.deepEqual(await bytesOf(open, statementExportId), kept.bytes);
  await close(open);
});

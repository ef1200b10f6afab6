/**
 * A full disk: refusals say so, nothing acknowledged is lost, and after there is space again the
 * server serves by itself where no write had failed, and after a restart where one had. Needs the right to mount a small tmpfs; without that right the test is skipped,
 * with the reason.
 * A server of its own: its disk is full.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { skipLacking } from "../support/machine.ts";
import { scrapeMetrics } from "../support/metrics.ts";
import { ownAddress } from "../support/own_address.ts";
import { PATIENCE_MS } from "../support/patience.ts";
import { newDataDir, type Server, startServer, stopServer } from "../support/server.ts";
import { type Answer, balanceOf, bodyOf, openAccounts, openCaller } from "./bank.ts";
import { runLog } from "./log_command.ts";

const DISK = "24m";
/** Space that is left for the log when a filler file has taken the rest, bytes. */
const LEFT_BYTES = 256 * 1_024;
/** After this many requests a disk of this size must have been full. */
const REQUESTS_MAX = 20_000;

/** Mounts a small file system, or returns the reason why this machine cannot. */
function mounted(t: TestContext): { path: string } | { reason: string } {
  const path = join(newDataDir(), "disk");
  mkdirSync(path);
  const mount = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${DISK}`, "tmpfs", path]);
  if (mount.status !== 0) return { reason: `mount: ${mount.stderr ?? mount.error?.message}` };
  t.after(() => spawnSync("umount", ["-l", path]));
  return { path };
}

test("full disk: under load -> 503, healthz failed, all acknowledged there after a restart", async (t) => {
  const disk = mounted(t);
  if ("reason" in disk) {
    skipLacking(t, "mount", disk.reason);
    return;
  }
  const dataDir = join(disk.path, "data");
  mkdirSync(dataDir);
  // Without the reserve, so that the disk itself refuses.
  const server = await startServer(["--disk-reserve-mb", "0"], dataDir);
  const caller = openCaller(server);
  const [sourceAccountId, destinationAccountId] = await openAccounts(server, caller, 2, 1_000_000);
  const filler = join(disk.path, "filler");
  const { bavail, bsize } = statfsSync(disk.path);
  writeFileSync(filler, Buffer.alloc(bavail * bsize - LEFT_BYTES));

  const body = { sourceAccountId, destinationAccountId, amount: "1", currency: "EUR" };
  const done: { key: string; answer: Answer }[] = [];
  let refused: Answer | undefined;
  let refusedKey = "";
  while (refused === undefined && done.length < REQUESTS_MAX) {
    const key = randomUUID();
    const answer = await caller.post("/transfers", body, key);
    assert.ok(answer !== undefined, `an answer: ${server.output()}`);
    if (answer.status === 201) done.push({ key, answer });
    else [refused, refusedKey] = [answer, key];
  }
  assert.ok(done.length > 0, "some were acknowledged before");
  const error = bodyOf(refused, 503)["error"] as Record<string, unknown>;
  assert.equal(error["code"], "ledger_unavailable");
  const later = bodyOf(await caller.post("/transfers", body), 503)["error"];
  assert.equal((later as Record<string, unknown>)["code"], "ledger_unavailable");
  const health = await fetch(`${new URL(server.baseUrl).origin}/healthz`);
  assert.equal(health.status, 503);
  assert.equal(((await health.json()) as { status: string }).status, "failed");
  assert.equal(await readiness(server), "503 failed 0 0");
  caller.close();
  const { output: said } = await stopServer(server);
  // The platform shard, which notes the last uses of keys at the end, may stop for the same reason.
  const stops = said.split("\n").filter((line) => line.includes("the shard stops"));
  assert.equal(stops.filter((line) => line.includes('"thread":"shard-0"')).length, 1, said);

  rmSync(filler);
  const again = await startServer([], dataDir);
  const second = openCaller(again);
  const retried = await second.post("/transfers", body, refusedKey);
  assert.equal(retried?.status, 201, retried?.text);
  for (const { key, answer } of done) {
    assert.deepEqual(await second.post("/transfers", body, key), { ...answer, replayed: true });
  }
  const balance = await balanceOf(second, destinationAccountId ?? "");
  assert.equal(balance.posted, 1_000_000 + done.length + 1);
  second.close();
  await stopServer(again);
  const { code, output } = await runLog("verify", "--data", dataDir);
  assert.equal(code, 0, output);
  t.diagnostic(`${done.length} acknowledged before the disk was full`);
});

/** What the server says of itself: /readyz, `service_ready`, the sum of `service_shard_serving`. */
async function readiness(server: Server): Promise<string> {
  const { origin } = new URL(server.baseUrl);
  const ready = await fetch(`${origin}/readyz`);
  const { status } = (await ready.json()) as { status: string };
  const scrape = await scrapeMetrics(origin);
  const serving = scrape.sum("service_shard_serving", { shard: "0" });
  return `${ready.status} ${status} ${scrape.sum("service_ready")} ${serving}`;
}

async function until(server: Server, wanted: string): Promise<void> {
  const deadlineMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const seen = await readiness(server);
    if (seen === wanted) return;
    assert.ok(performance.now() < deadlineMs, `${seen} instead of ${wanted}: ${server.output()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test("full disk: space ends, at a start too, and comes back -> not ready, said once; goes on by itself", async (t) => {
  const disk = mounted(t);
  if ("reason" in disk) {
    skipLacking(t, "mount", disk.reason);
    return;
  }
  const dataDir = join(disk.path, "data");
  mkdirSync(dataDir);
  const filler = join(disk.path, "filler");
  const fill = (leftBytes: number) => {
    const { bavail, bsize } = statfsSync(disk.path);
    try {
      writeFileSync(filler, Buffer.alloc(bavail * bsize - leftBytes));
    } catch (cause) {
      // The server has written meanwhile: the disk is as full as it should be.
      assert.equal((cause as NodeJS.ErrnoException).code, "ENOSPC");
    }
  };
  const flags = ["--edges", "1", "--shards", "1"];
  let server = await startServer(flags, dataDir);
  let caller = openCaller(server);
  const [sourceAccountId, destinationAccountId] = await openAccounts(server, caller, 2, 1_000_000);
  const body = { sourceAccountId, destinationAccountId, amount: "1", currency: "EUR" };
  assert.equal(await readiness(server), "200 ready 1 1");
  // Less than writes need, and enough for what the server has under way.
  fill(2 ** 20);
  await until(server, "503 disk_full 0 0");
  for (let at = 0; at < 20; at++) bodyOf(await caller.post("/transfers", body), 503);
  bodyOf(await caller.get(`/accounts/${destinationAccountId}`), 200);
  rmSync(filler);
  await until(server, "200 ready 1 1");
  bodyOf(await caller.post("/transfers", body), 201);
  caller.close();
  const { output: said } = await stopServer(server);
  assert.equal(said.match(/not ready/g)?.length, 1, said);

  fill(0);
  const { host, port } = await ownAddress();
  const starting = startServer([...flags, "--host", host, "--port", String(port)], dataDir);
  const readyz = () => fetch(`http://${host}:${port}/readyz`).catch(() => undefined);
  let answer = await readyz();
  for (; answer === undefined; answer = await readyz()) {
    // Where the start has failed, this throws why.
    await Promise.race([starting, new Promise((resolve) => setTimeout(resolve, 20))]);
  }
  const { status, reason } = (await answer.json()) as { status: string; reason: string };
  assert.deepEqual([answer.status, status], [503, "disk_full"]);
  assert.match(reason, /has \d+ bytes free .*: make space/);
  rmSync(filler);
  server = await starting;
  caller = openCaller(server);
  bodyOf(await caller.post("/transfers", body), 201);
  caller.close();
  await stopServer(server);
});

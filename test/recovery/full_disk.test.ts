/**
 * A full disk: refusals say so, nothing acknowledged is lost, and after there is space again a
 * restart serves. Needs the right to mount a small tmpfs; without that right the test is skipped,
 * with the reason.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { skipLacking } from "../support/machine.ts";
import { newDataDir, startServer, stopServer } from "../support/server.ts";
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
  const server = await startServer([], dataDir);
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
    if (answer?.status === 201) done.push({ key, answer });
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
  caller.close();
  await stopServer(server);

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

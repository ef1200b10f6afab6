/**
 * One call to the disk fails under load, at any place: from then on no write is acknowledged, every
 * answer and the health document report the failure, and a restart has every acknowledged write.
 * A server of its own: its disk fails.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { constants } from "node:os";
import { killServer, type Server, startServer, stopServer } from "../../support/server.ts";
import { type Answer, bodyOf, openCaller } from "../bank.ts";
import { assertBooks, assertReplays, type Load, resolveUnknown, runLoad } from "../load.ts";
import { lanesOf } from "./recording.ts";

export type Fault = {
  /** A write of pages, a sync of them, or the write of the page that makes them count. */
  call: "write" | "sync" | "meta";
  /** The number, from 1, of the first failing call of this kind on the log of shard 0. */
  nth: number;
  errno: number;
  /** The number of calls that fail, one after another. */
  count: number;
};
export type FaultReport = { answeredBefore: number; happened: number; hadNot: number };

const FLAGS = ["--edges", "2"];
/** After this many answers the failing call must have come. */
const ANSWERS_MAX = 20_000;

/** A random fault: any call of the kind, any error of a disk, once or permanently. */
export function randomFault(random: Load["random"], call: Fault["call"]): Fault {
  const { EIO, ENOSPC } = constants.errno;
  const count = random(2) === 0 ? 1 : 1_000_000;
  return { call, nth: 10 + random(120), errno: random(2) === 0 ? EIO : ENOSPC, count };
}

/** Runs a server until the fault, on the data of a stopped server, with the load of that data. */
export async function meetFault(
  shim: string,
  { load, dataDir }: { load: Load; dataDir: string },
  fault: Fault,
): Promise<FaultReport> {
  const before = load.sent.length;
  const acknowledged = load.acknowledged;
  const failing = await startServer(FLAGS, dataDir, {
    environment: {
      LD_PRELOAD: shim,
      DISK_FAIL_PATH: "shard-0/log/data.mdb",
      DISK_FAIL_CALL: fault.call,
      DISK_FAIL_NTH: String(fault.nth),
      DISK_FAIL_ERRNO: String(fault.errno),
      DISK_FAIL_COUNT: String(fault.count),
    },
  });
  const lanes = lanesOf(failing);
  const most = load.acknowledged + ANSWERS_MAX;
  await runLoad(load, lanes, () => {
    assert.ok(load.acknowledged < most, `no fault came: ${JSON.stringify(fault)}`);
  });
  const answeredBefore = load.acknowledged - acknowledged;
  await assertRefuses(failing, load);
  for (const { caller } of lanes) caller.close();
  await stopServer(failing);

  const again = await startServer(FLAGS, dataDir);
  const caller = openCaller(again);
  const { happened, hadNot } = await resolveUnknown(load, [caller]);
  await assertReplays([caller], load.sent.slice(before));
  await assertBooks(load, [caller]);
  caller.close();
  await killServer(again);
  return { answeredBefore, happened, hadNot };
}

/** Asserts, over new connections to each edge, that a write gets 503 and the health has failed. */
async function assertRefuses(server: Server, { parties }: Load): Promise<void> {
  const [source, destination] = parties[0]?.accountIds ?? [];
  const parts = { sourceAccountId: source, destinationAccountId: destination, currency: "EUR" };
  for (let at = 0; at < 4; at++) {
    const caller = openCaller(server, 1);
    const answer = await caller.post("/transfers", { ...parts, amount: "1" }, randomUUID());
    assert.equal(codeOf(answer), "ledger_unavailable", answer?.text);
    caller.close();
  }
  const origin = new URL(server.baseUrl).origin;
  for (const path of ["/healthz", "/readyz"]) {
    const health = await fetch(origin + path);
    assert.equal(health.status, 503, path);
    assert.equal(((await health.json()) as { status: string }).status, "failed", path);
  }
}

function codeOf(answer: Answer | undefined): unknown {
  return (bodyOf(answer, 503)["error"] as Record<string, unknown>)["code"];
}

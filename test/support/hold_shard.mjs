/** Loaded into a server under test: its ledger shards stop while the file named by HOLD_SHARD exists. */
import { existsSync, writeFileSync } from "node:fs";
import { workerData } from "node:worker_threads";

const gate = process.env.HOLD_SHARD;
const cell = new Int32Array(new SharedArrayBuffer(4));

if (workerData?.kind === "ledger") {
  setInterval(() => {
    if (!existsSync(gate)) return;
    writeFileSync(`${gate}.held`, "");
    while (existsSync(gate)) Atomics.wait(cell, 0, 0, 5);
  }, 5);
}

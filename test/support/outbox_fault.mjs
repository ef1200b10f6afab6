/** Loaded into a server under test: its outbox throws whenever the file named by OUTBOX_FAULT appears. */
import { existsSync, rmSync } from "node:fs";
import { workerData } from "node:worker_threads";

const fault = process.env.OUTBOX_FAULT;

if (workerData?.kind === "outbox") {
  setInterval(() => {
    if (!existsSync(fault)) return;
    rmSync(fault);
    throw new Error("the outbox ends, as the test asks");
  }, 5);
}

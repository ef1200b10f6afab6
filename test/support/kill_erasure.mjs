/**
 * Loaded into a server under test, which kills itself in the middle of an erasure while the file named by
 * KILL_ERASURE exists: before main is asked for it ("asked"), or where main has overwritten the key in the
 * first or the second file, and has not synced that file ("first", "second"), or keys of a later slice in the first ("later").
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { isMainThread, parentPort, workerData } from "node:worker_threads";

const gate = process.env.KILL_ERASURE;
const moment = () => (fs.existsSync(gate) ? fs.readFileSync(gate, "utf8") : "");
const kill = () => process.kill(process.pid, "SIGKILL");

if (workerData?.kind === "ledger") {
  const post = parentPort.postMessage.bind(parentPort);
  parentPort.postMessage = (message, transfer) => {
    const asks = ["destroyOwner", "destroyOfRetired"].includes(message?.method);
    if (asks && moment() === "asked") kill();
    else post(message, transfer);
  };
} else if (isMainThread) {
  const sync = fs.fdatasyncSync;
  const passes = { first: 0, second: 1, later: 2 };
  let synced = 0;
  fs.fdatasyncSync = (file) => {
    const most = passes[moment()];
    if (most !== undefined && synced++ === most) kill();
    sync(file);
  };
  syncBuiltinESMExports();
}

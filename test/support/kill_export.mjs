/**
 * Loaded into a server under test, which kills itself in the middle of the making of a file of an export while the file
 * named by KILL_EXPORT exists: in the exporter at its first write ("write"), before the file is synced ("sync") or has its name ("rename"), or
 * when the file has its name and nobody knows it ("named"); in the shard, before main is asked for it ("asked").
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { parentPort, workerData } from "node:worker_threads";

const gate = process.env.KILL_EXPORT;
const moment = () => (fs.existsSync(gate) ? fs.readFileSync(gate, "utf8") : "");
const kill = () => process.kill(process.pid, "SIGKILL");
const killBefore = (name, at) => {
  const own = fs[name];
  fs[name] = (...args) => {
    if (moment() === at) kill();
    return own(...args);
  };
};

if (workerData?.kind === "exporter") {
  killBefore("writeSync", "write");
  killBefore("fsyncSync", "sync");
  killBefore("renameSync", "rename");
  const post = parentPort.postMessage.bind(parentPort);
  parentPort.postMessage = (message, transfer) => {
    if (message?.result?.made !== undefined && moment() === "named") kill();
    post(message, transfer);
  };
  syncBuiltinESMExports();
} else if (workerData?.kind === "ledger") {
  const post = parentPort.postMessage.bind(parentPort);
  parentPort.postMessage = (message, transfer) => {
    if (message?.method === "makeExport" && moment() === "asked") kill();
    post(message, transfer);
  };
}

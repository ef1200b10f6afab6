/** A thread that writes one entry into the state at `path` when `flags[0]` is set, then sets `flags[1]`. */
import { parentPort, workerData } from "node:worker_threads";
import { openStateStore } from "../../../wal/state_store.ts";

const { path, flags } = workerData as { path: string; flags: Int32Array };
const store = openStateStore(path);
parentPort?.postMessage("open");
Atomics.wait(flags, 0, 0);
await store.write({ puts: [[Buffer.from("written"), Buffer.from("meanwhile")]], removes: [] });
Atomics.store(flags, 1, 1);
Atomics.notify(flags, 1);
await store.close();

/** A thread that makes a value for each of `names` in the store at `path` when `flag` is set, and posts them. */
import { randomBytes } from "node:crypto";
import { parentPort, workerData } from "node:worker_threads";
import { openErasableStore } from "../../../wal/erasable_store.ts";

const { path, names, flag, valueBytes } = workerData as {
  path: string;
  names: string[];
  flag: Int32Array;
  valueBytes: number;
};
const store = openErasableStore(path, valueBytes);
parentPort?.postMessage("open");
Atomics.wait(flag, 0, 0);
const made = names.map((name) => {
  const held = store.make(name, () => randomBytes(valueBytes));
  return held.kind === "value" ? Buffer.from(held.value).toString("hex") : held.kind;
});
await store.close();
parentPort?.postMessage(made);

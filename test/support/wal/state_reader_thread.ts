/**
 * Takes snapshots of a state until the flag says stop, reads each snapshot twice, and reports how
 * many different moments it saw. Throws when one snapshot shows two moments.
 */
import { parentPort, workerData } from "node:worker_threads";
import { openStateReader } from "../../../wal/state_reader.ts";
import { numberOf } from "./state_sample.ts";

const { path, flag } = workerData as { path: string; flag: Int32Array };
const reader = openStateReader(path);
const moments = new Set<number | undefined>();
let last = 0;
parentPort?.postMessage("reading");
while (Atomics.load(flag, 0) === 0) {
  const snapshot = reader.snapshot();
  const first = numberOf(snapshot) ?? 0;
  const held = numberOf(reader) ?? 0;
  const second = numberOf(snapshot) ?? 0;
  snapshot.release();
  if (first !== second) throw new Error(`a snapshot moved from ${first} to ${second}`);
  if (first < last) throw new Error(`a later snapshot went back from ${last} to ${first}`);
  if (held < first) throw new Error(`a later moment ${held} is behind ${first}`);
  reader.refresh();
  last = first;
  moments.add(first);
}
reader.refresh();
const final = numberOf(reader);
await reader.close();
parentPort?.postMessage({ moments: moments.size, final });

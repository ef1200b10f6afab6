/**
 * A thread with its own log reader: answers each message with the frames that the reader then sees.
 */
import { parentPort, workerData } from "node:worker_threads";
import { frameHash } from "../../../wal/format.ts";
import { openLogReader } from "../../../wal/log_reader.ts";

const reader = openLogReader(workerData as string);
parentPort?.on("message", async (sequence: number) => {
  if (sequence === 0) {
    await reader.close();
    parentPort?.close();
    return;
  }
  reader.refresh();
  const view = reader.readView(sequence);
  const copy = reader.read(sequence);
  parentPort?.postMessage({
    head: reader.headSequence(),
    next: reader.read(sequence + 1),
    viewHash: view === undefined ? "" : frameHash(view).toString("hex"),
    copyHash: copy === undefined ? "" : frameHash(copy).toString("hex"),
  });
});

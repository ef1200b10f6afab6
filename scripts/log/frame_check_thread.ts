/** A thread that checks ranges of a log's frames, one after another, until there are no more. */
import { workerData } from "node:worker_threads";
import { SegmentUnmounted } from "../../wal/errors.ts";
import { openLogReader } from "../../wal/log_reader.ts";
import { verifyRange } from "../../wal/verify.ts";
import {
  FIRST,
  type FrameCheckData,
  type RangeTold,
  rangeAt,
  TOLD,
  takeRange,
} from "./frame_check.ts";

const data = workerData as FrameCheckData;
const { path, port, shared } = data;
const reader = openLogReader(path);

for (let range = takeRange(shared); range !== undefined; range = takeRange(shared)) {
  let told: RangeTold;
  try {
    told = { range, report: verifyRange(reader, rangeAt(range, data)) };
  } catch (cause) {
    const error = cause as Error;
    const isUnmounted = error instanceof SegmentUnmounted;
    told = { failed: isUnmounted ? error.message : (error.stack ?? String(error)) };
  }
  // Told before the mark is set: whoever sees the mark finds the message.
  port.postMessage(told);
  Atomics.store(shared, FIRST + range, TOLD);
  Atomics.notify(shared, FIRST + range);
}
await reader.close();
// The thread stays until the other side closes the port: what the thread told waits there.
port.on("message", () => undefined);

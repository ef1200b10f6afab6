/**
 * A thread that reads the newest frame and any earlier one, again and again, until it is told which
 * frame is the last; says then how often it read, and how many of the frames were not as written.
 */
import { parentPort, workerData } from "node:worker_threads";
import { openLogReader } from "../../../wal/log_reader.ts";
import { frameAfter, randomOf } from "./sample.ts";

/** Turns of the event loop go on, so that the message arrives. */
const READS_OF_TURN = 50;

const reader = openLogReader(workerData as string);
const random = randomOf(1);
let last: number | undefined;
parentPort?.on("message", (sequence: number) => {
  last = sequence;
});
parentPort?.postMessage("reading");
let reads = 0;
let wrong = 0;
while (last === undefined || reads === 0) {
  reader.refresh();
  const head = reader.headSequence();
  for (let count = 0; count < READS_OF_TURN; count++) {
    const sequence = count === 0 ? head : 1 + random(head);
    const frame = reader.read(sequence);
    reads++;
    if (frame === undefined || !isAsWritten(frame, sequence)) wrong++;
  }
  await new Promise((resolve) => setImmediate(resolve));
}
reader.refresh();
if (reader.headSequence() !== last) wrong++;
await reader.close();
parentPort?.postMessage({ reads, wrong });
parentPort?.close();

/** Whether the records are those of `frameAfter`; the reader has checked the frame itself. */
function isAsWritten(frame: Uint8Array, sequence: number): boolean {
  const before = { sequence: sequence - 1, hash: frame.subarray(32, 64) };
  return Buffer.compare(frameAfter(before, 300).bytes, frame) === 0;
}

/**
 * Cuts the log at argv[2] at frame argv[3] into segments of at most argv[4] bytes, and ends itself
 * with SIGKILL before step argv[5], counted from 0. Prints each step.
 */
import { writeSync } from "node:fs";
import { cutLog } from "../../../wal/cut.ts";

const [path, upTo, segmentBytes, end] = process.argv.slice(2) as [string, string, string, string];
let steps = 0;
await cutLog(path, {
  upTo: Number(upTo),
  segmentBytes: Number(segmentBytes),
  onStep(step) {
    writeSync(1, `${step}\n`);
    if (steps++ === Number(end)) process.kill(process.pid, "SIGKILL");
  },
});

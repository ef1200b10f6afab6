/**
 * Brings the backup at argv[3] of the directory at argv[2] up to date, a frame at a time, and prints a
 * line before each step, so that a test can end it anywhere.
 */
import { writeSync } from "node:fs";
import { incrementDataDirectory } from "../../../../scripts/backup/increment.ts";

const [source, target] = process.argv.slice(2) as [string, string];
await incrementDataDirectory({
  source,
  target,
  batchBytes: 1,
  onProgress: (text) => writeSync(1, `${text}\n`),
});

/**
 * Loaded into a server under test, which keeps what kills in the middle of a rotation of keys would leave: before
 * each call of main that changes or syncs a file, the files that stand in the data directory itself are copied, with
 * nothing of the logs, to the next of the folders 0, 1, … of the folder named by ROTATION_STEPS, while that one exists.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";

const { ROTATION_STEPS: steps, ROTATED_DIRECTORY: dataDir } = process.env;

function keepStep() {
  if (!fs.existsSync(steps)) return;
  const kept = join(steps, String(fs.readdirSync(steps).length));
  fs.mkdirSync(kept);
  for (const entry of fs.readdirSync(dataDir, { withFileTypes: true })) {
    if (entry.isFile()) fs.copyFileSync(join(dataDir, entry.name), join(kept, entry.name));
  }
}

if (isMainThread && steps !== undefined) {
  for (const name of ["writeFileSync", "renameSync", "fsyncSync"]) {
    const original = fs[name];
    fs[name] = (...given) => {
      keepStep();
      return original(...given);
    };
  }
  syncBuiltinESMExports();
}

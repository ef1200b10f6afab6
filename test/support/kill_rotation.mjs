/**
 * Loaded into a server under test, which kills itself in the middle of a rotation of keys: at that step of the
 * calls of main that change or sync a file of the data directory which the file named by KILL_ROTATION counts
 * down, while that file exists.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { isMainThread } from "node:worker_threads";

const gate = process.env.KILL_ROTATION;

/** Kills the process before the step that is counted; counts on where it is a later one. */
function step() {
  if (!fs.existsSync(gate)) return;
  const left = Number(read(gate, "utf8"));
  if (left === 0) process.kill(process.pid, "SIGKILL");
  write(gate, String(left - 1));
}

const { readFileSync: read, writeFileSync: write } = fs;

if (isMainThread && gate !== undefined) {
  for (const name of ["writeFileSync", "renameSync", "fsyncSync"]) {
    const original = fs[name];
    fs[name] = (...given) => {
      step();
      return original(...given);
    };
  }
  syncBuiltinESMExports();
}

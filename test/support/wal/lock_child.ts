/** Holds the write lock of the log at argv[2], says so, and keeps it until it is killed. */
import { writeSync } from "node:fs";
import { open } from "lmdb";
import { MAP_BYTES } from "../../../wal/database.ts";

const store = open({
  path: process.argv[2] as string,
  noSubdir: false,
  encoding: "binary",
  keyEncoding: "binary",
  overlappingSync: false,
  mapSize: MAP_BYTES,
});
store.transactionSync(() => {
  writeSync(1, "held\n");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});

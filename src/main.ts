/**
 * The program that is run: looks whether this machine can run the server, says in one line each what
 * is wrong, and loads the server behind that. Imports nothing else, so that every Node from 18 on can
 * run this module. The build makes a CommonJS file of this module, `.build/main.js`, because libuv
 * reads the number of its threads when the first of them starts, and Node's loader of ES modules
 * starts one: the number can be set in CommonJS only.
 */
import { exitWhereUnfit, loadFaults, machineFaults, thisMachine } from "./http/native_build.mjs";

/** Threads for LMDB's commits, DNS and hashing: at least twice the shards, plus 8. */
const POOL_THREADS = "24";

process.env["UV_THREADPOOL_SIZE"] ??= POOL_THREADS;
exitWhereUnfit(machineFaults(thisMachine()));
import("./server.ts").catch((cause: unknown) => {
  exitWhereUnfit(loadFaults(cause));
  process.stderr.write(`${cause instanceof Error ? cause.stack : String(cause)}\n`);
  process.exit(1);
});

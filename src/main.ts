/**
 * The program that is run. The build makes a CommonJS file of this module, `.build/main.js`, because
 * libuv reads the number of its threads when the first of them starts, and Node's loader of ES
 * modules starts one: the number can be set in CommonJS only.
 */

/** Threads for LMDB's commits, DNS and hashing: at least twice the shards, plus 8. */
const POOL_THREADS = "24";

process.env["UV_THREADPOOL_SIZE"] ??= POOL_THREADS;
// Stack traces then name the line that was written, as `--enable-source-maps` makes them.
process.setSourceMapsEnabled(true);
import("./server.ts").catch((cause: unknown) => {
  process.stderr.write(`${cause instanceof Error ? cause.stack : String(cause)}\n`);
  process.exit(1);
});

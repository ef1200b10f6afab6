/**
 * Starts and stops the servers under load: the real server, as `npm start` runs it, and the bare
 * ceiling. Each of them ends with the bench.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { CeilingReplies } from "./ceiling.ts";
import { forkWith, guarded, ROOT, whenBenchEnds } from "./child.ts";
import { PATIENCE_MS } from "./patience.ts";

/** The line that the server prints when it serves, with its port. */
const SERVING = /^Serving on http:\S+:(\d+) with data in /m;
/** Characters of the server's output that are kept to explain a failure. */
const OUTPUT_TAIL_CHARS = 4_000;
/** A budget of requests that is counted and sent in headers as usual, but never reached. */
const BUDGET = "16000000";
/** The value that `npm start` sets. */
const THREADPOOL_SIZE = "24";

/** The part of `demo.json`, which the server writes, that the bench reads. */
export type Demo = { productId: string; apiKey: string };
export type RunningServer = {
  child: ChildProcess;
  port: number;
  demo: Demo;
  dataDir: string;
  /** Milliseconds from the start of the process until it printed that it serves. */
  readyMs: number;
  stop(): Promise<void>;
};
export type RunningCeiling = { port: number; stop(): Promise<void> };

/** A new directory under `scratch`, and a function that removes it. */
export async function newDirectory(
  scratch: string,
  name: string,
): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(scratch, `bench-${name}-`));
  const forget = whenBenchEnds(() => rmSync(path, { recursive: true, force: true }));
  const remove = async () => {
    await rm(path, { recursive: true, force: true });
    forget();
  };
  return { path, remove };
}

/** Starts the server on an empty data directory; `stop` removes the directory. */
export async function startServer(
  scratch: string,
  flags: readonly string[] = [],
  preload?: string,
): Promise<RunningServer> {
  const { path, remove } = await newDirectory(scratch, "data");
  try {
    const server = await startServerOn(path, flags, preload);
    const stop = async () => {
      await server.stop();
      await remove();
    };
    return { ...server, stop };
  } catch (cause) {
    await remove();
    throw cause;
  }
}

/**
 * Starts the server on a data directory; `stop` leaves the directory. `preload`: the path of a
 * module that each thread loads before the server, and that the bench may exchange messages with.
 */
export async function startServerOn(
  dataDir: string,
  flags: readonly string[] = [],
  preload?: string,
): Promise<RunningServer> {
  const startedMs = performance.now();
  const child = spawn(
    process.execPath,
    [
      ...(preload === undefined ? [] : ["--require", preload]),
      ...[".build/main.js", "--port", "0", "--data", dataDir],
      ...["--limit-credential", BUDGET, "--limit-ip", BUDGET, "--limit-discovery", BUDGET],
      ...["--limit-identity-ip", BUDGET, "--limit-identity-email", BUDGET],
      ...["--log-level", "warn", ...flags],
    ],
    {
      cwd: ROOT,
      env: { UV_THREADPOOL_SIZE: THREADPOOL_SIZE, ...process.env },
      stdio: ["ignore", "pipe", "pipe", ...(preload === undefined ? [] : ["ipc" as const])],
    },
  );
  const stop = guarded(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr] as Readable[]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-OUTPUT_TAIL_CHARS);
    });
  }
  try {
    const port = await serving(child, () => output);
    const readyMs = performance.now() - startedMs;
    const demo = JSON.parse(await readFile(join(dataDir, "demo.json"), "utf8")) as Demo;
    return { child, port, demo, dataDir, readyMs, stop };
  } catch (cause) {
    await stop();
    throw new Error(`the server did not get ready; its last output:\n${output}`, { cause });
  }
}

/** Starts the bare ceiling, which answers with the given replies. */
export async function startCeiling(replies: CeilingReplies): Promise<RunningCeiling> {
  const file = join(import.meta.dirname, "ceiling.ts");
  const { answer, stop } = await forkWith<{ port: number }>(file, replies);
  return { port: answer.port, stop };
}

/** Resolves with the port when the server prints that it serves, after its replay. */
async function serving(child: ChildProcess, output: () => string): Promise<number> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const ended = once(child, "exit", { signal }).then(([code]) => {
    throw new Error(`the server ended with ${code}`);
  });
  for (;;) {
    const said = SERVING.exec(output());
    if (said !== null) {
      ended.catch(() => {});
      return Number(said[1]);
    }
    await Promise.race([once(child.stdout as Readable, "data", { signal }), ended]);
  }
}

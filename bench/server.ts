/**
 * The servers under load, started and stopped: the real one, as `npm start` runs it, and the bare
 * ceiling. Each dies with the bench.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { CeilingReplies } from "./ceiling.ts";
import { forkTold, freePort, guarded, ROOT, whenBenchEnds } from "./child.ts";

const READY_WAIT_MS = 120_000;
const READY_POLL_MS = 20;
/** Of the server's own output, kept to explain a failure. */
const OUTPUT_TAIL_CHARS = 4_000;
/** Counted and answered in headers like any other, but never reached. */
const BUDGET = "16000000";
/** What `npm start` sets. */
const THREADPOOL_SIZE = "24";

/** What the server writes to `demo.json` for whoever tries it. */
export type Demo = { productId: string; apiKey: string };
export type RunningServer = {
  port: number;
  demo: Demo;
  dataDir: string;
  /** From the start of the process until `/readyz` was 200. */
  readyMs: number;
  stop(): Promise<void>;
};
export type RunningCeiling = { port: number; stop(): Promise<void> };

/** A new directory under `scratch`, and how to remove it. */
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
): Promise<RunningServer> {
  const { path, remove } = await newDirectory(scratch, "data");
  try {
    const server = await startServerOn(path, flags);
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

/** Starts the server on a data directory; `stop` leaves the directory. */
export async function startServerOn(
  dataDir: string,
  flags: readonly string[] = [],
): Promise<RunningServer> {
  const port = await freePort();
  const startedMs = performance.now();
  const child = spawn(
    process.execPath,
    [
      ...["--enable-source-maps", ".build/main.js", "--port", String(port), "--data", dataDir],
      ...["--limit-credential", BUDGET, "--limit-ip", BUDGET, "--limit-discovery", BUDGET],
      ...["--log-level", "warn", ...flags],
    ],
    {
      cwd: ROOT,
      env: { UV_THREADPOOL_SIZE: THREADPOOL_SIZE, ...process.env },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const stop = guarded(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-OUTPUT_TAIL_CHARS);
    });
  }
  try {
    await ready(child, port);
    const readyMs = performance.now() - startedMs;
    const demo = JSON.parse(await readFile(join(dataDir, "demo.json"), "utf8")) as Demo;
    return { port, demo, dataDir, readyMs, stop };
  } catch (cause) {
    await stop();
    throw new Error(`the server did not get ready; its last output:\n${output}`, { cause });
  }
}

/** Starts the bare ceiling, which answers with the given replies. */
export async function startCeiling(replies: CeilingReplies): Promise<RunningCeiling> {
  const file = join(import.meta.dirname, "ceiling.ts");
  const { answer, stop } = await forkTold<{ port: number }>(file, replies);
  return { port: answer.port, stop };
}

async function ready(child: ChildProcess, port: number): Promise<void> {
  const deadline = performance.now() + READY_WAIT_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    const reply = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    await reply?.arrayBuffer();
    if (reply?.status === 200) return;
    await delay(READY_POLL_MS);
  }
  throw new Error(`/readyz was not 200 within ${READY_WAIT_MS} ms`);
}

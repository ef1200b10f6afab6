/**
 * The processes under load, started and stopped: the real server, as `npm start` runs it, on a fresh
 * data directory; and the bare ceiling. Each dies with the bench.
 */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const ROOT = join(import.meta.dirname, "..");
const READY_WAIT_MS = 60_000;
const READY_POLL_MS = 50;
const STOP_WAIT_MS = 15_000;
/** Of the server's own output, kept to explain a failure. */
const OUTPUT_TAIL_CHARS = 4_000;
/** Counted and answered in headers like any other, but never reached. */
const BUDGET = "16000000";
/** What `npm start` sets. */
const THREADPOOL_SIZE = "24";

/** What the server writes to `demo.json` for whoever tries it. */
export type Demo = { baseUrl: string; productId: string; apiKey: string; environment: string };
export type RunningServer = { port: number; demo: Demo; stop(): Promise<void> };
export type RunningCeiling = { port: number; stop(): Promise<void> };

/** Starts the server on an empty data directory, ready to answer; `stop` removes the directory. */
export async function startServer(): Promise<RunningServer> {
  const data = await mkdtemp(join(tmpdir(), "bench-data-"));
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [
      ...["--enable-source-maps", ".build/main.js", "--port", String(port), "--data", data],
      ...["--limit-credential", BUDGET, "--limit-ip", BUDGET, "--log-level", "warn"],
    ],
    {
      cwd: ROOT,
      env: { UV_THREADPOOL_SIZE: THREADPOOL_SIZE, ...process.env },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-OUTPUT_TAIL_CHARS);
    });
  }
  const stop = async () => {
    await stopChild(child);
    process.off("exit", kill);
    await rm(data, { recursive: true, force: true });
  };
  try {
    await ready(child, port);
    const demo = JSON.parse(await readFile(join(data, "demo.json"), "utf8")) as Demo;
    return { port, demo, stop };
  } catch (cause) {
    await stop();
    throw new Error(`the server did not get ready; its last output:\n${output}`, { cause });
  }
}

/** Starts the bare ceiling, which answers every transfer with `reply`. */
export async function startCeiling(reply: string): Promise<RunningCeiling> {
  const child = fork(join(import.meta.dirname, "ceiling.ts"), {
    cwd: ROOT,
    execArgv: ["--import", "tsx"],
  });
  const ended = once(child, "exit").then(() => {
    throw new Error("the ceiling ended before it listened");
  });
  child.send({ reply });
  const [message] = await Promise.race([once(child, "message"), ended]);
  ended.catch(() => {});
  return { port: (message as { port: number }).port, stop: () => stopChild(child) };
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

/** Asks the process to end, and makes it after `STOP_WAIT_MS`. */
async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_WAIT_MS);
  await ended;
  clearTimeout(timer);
}

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}

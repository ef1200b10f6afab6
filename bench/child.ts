/** Processes that the bench starts: each of them ends with the bench. */
import { type ChildProcess, type ForkOptions, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { PATIENCE_MS } from "./patience.ts";

export const ROOT = join(import.meta.dirname, "..");
/** A child that has not stopped after this time is killed, milliseconds. */
const STOP_WAIT_MS = 120_000;

/** Actions for the end of this process: children to kill, directories to remove. */
const atExit = new Set<() => void>();
process.once("exit", () => {
  for (const action of atExit) action();
});

/** Runs the action when this process ends, unless the returned function was called before. */
export function whenBenchEnds(action: () => void): () => void {
  atExit.add(action);
  return () => void atExit.delete(action);
}

/**
 * Kills `child` when this process ends, unless this process ends by SIGKILL. Returns a function
 * that stops the child in an orderly way.
 */
export function guarded(
  child: ChildProcess,
  { signal = "SIGTERM" as NodeJS.Signals, lastSignal = "SIGKILL" as NodeJS.Signals } = {},
): () => Promise<void> {
  const kill = () => child.kill(lastSignal);
  child.once("exit", whenBenchEnds(kill));
  return async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    const timer = setTimeout(kill, STOP_WAIT_MS);
    await ended;
    clearTimeout(timer);
  };
}

/** Forks a TypeScript file, sends `message` to it, and resolves with its first message. */
export async function forkWith<T>(
  file: string,
  message: object,
  options: ForkOptions = {},
): Promise<{ answer: T; child: ChildProcess; stop(): Promise<void> }> {
  const child = fork(file, { cwd: ROOT, execArgv: ["--import", "tsx"], ...options });
  const stop = guarded(child);
  const ended = once(child, "exit").then(() => {
    throw new Error(`${file} ended before it answered`);
  });
  child.send(message);
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    const [answer] = await Promise.race([once(child, "message", { signal }), ended]);
    ended.catch(() => {});
    return { answer: answer as T, child, stop };
  } catch (cause) {
    ended.catch(() => {});
    await stop();
    throw new Error(`${file} did not start`, { cause });
  }
}

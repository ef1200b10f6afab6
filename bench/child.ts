/** Processes that the bench starts: none of them outlives it. */
import { type ChildProcess, type ForkOptions, fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "..");
const STOP_WAIT_MS = 15_000;

/** Kills the process when this one ends, however that comes about; returns how to stop it kindly. */
export function guarded(
  child: ChildProcess,
  { signal = "SIGTERM" as NodeJS.Signals, lastSignal = "SIGKILL" as NodeJS.Signals } = {},
): () => Promise<void> {
  const kill = () => child.kill(lastSignal);
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  return async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    const timer = setTimeout(kill, STOP_WAIT_MS);
    await ended;
    clearTimeout(timer);
  };
}

/** Forks a TypeScript file, sends it `told` and resolves with its first message. */
export async function forkTold<T>(
  file: string,
  told: object,
  options: ForkOptions = {},
): Promise<{ answer: T; stop(): Promise<void> }> {
  const child = fork(file, { cwd: ROOT, execArgv: ["--import", "tsx"], ...options });
  const stop = guarded(child);
  const ended = once(child, "exit").then(() => {
    throw new Error(`${file} ended before it answered`);
  });
  child.send(told);
  const [answer] = await Promise.race([once(child, "message"), ended]);
  ended.catch(() => {});
  return { answer: answer as T, stop };
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}

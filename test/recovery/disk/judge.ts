/** A process that judges one directory after another, and another one when that one was killed. */
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";

export type Judge<Task, Verdict> = {
  /** Its verdict, or the signal or exit code that it died of. */
  judge(task: Task): Promise<Verdict | { died: string }>;
  /** What it printed for the last task. */
  output(): string;
  close(): void;
};

export function openJudge<Task extends object, Verdict>(script: string): Judge<Task, Verdict> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  let child: ChildProcess | undefined;
  let text = "";
  function started(): ChildProcess {
    const made = fork(path, [], { execArgv: ["--import", "tsx"], silent: true });
    for (const stream of [made.stdout, made.stderr]) {
      stream?.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
    }
    return made;
  }
  return {
    judge(task) {
      child ??= started();
      text = "";
      const own = child;
      return new Promise((resolve) => {
        const onExit = (code: number | null, signal: string | null) => {
          child = undefined;
          resolve({ died: String(signal ?? code) });
        };
        own.once("exit", onExit);
        own.once("message", (verdict) => {
          own.off("exit", onExit);
          resolve(verdict as Verdict);
        });
        own.send(task);
      });
    },
    output: () => text,
    close: () => child?.disconnect(),
  };
}

/** A process that judges one directory after another, and another one when that one died. */
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";

export type Judge<Task, Verdict> = {
  /**
   * Its verdict, or the signal or exit code that it died of. What it opened may also kill it
   * after its verdict: that death is the answer to the task after, which is then not looked at.
   */
  judge(task: Task): Promise<Verdict | { died: string }>;
  /** What it printed for the last task. */
  output(): string;
  close(): void;
};
type Judging = { child: ChildProcess; death: Promise<{ died: string }> };

export function openJudge<Task extends object, Verdict>(script: string): Judge<Task, Verdict> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  let judging: Judging | undefined;
  let text = "";
  function started(): Judging {
    const child = fork(path, [], { execArgv: ["--import", "tsx"], silent: true });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
    }
    const death = new Promise<{ died: string }>((resolve) => {
      child.once("exit", (code, signal) => resolve({ died: String(signal ?? code) }));
    });
    return { child, death };
  }
  return {
    async judge(task) {
      judging ??= started();
      text = "";
      const { child, death } = judging;
      const verdict = new Promise<Verdict>((resolve) => {
        child.once("message", (message) => resolve(message as Verdict));
      });
      // One that is dead cannot be told; its death says so.
      child.send(task, () => {});
      const first = await Promise.race([
        verdict.then((given) => ({ given })),
        death.then((died) => ({ died })),
      ]);
      if ("given" in first) return first.given;
      judging = undefined;
      return first.died;
    },
    output: () => text,
    close() {
      if (judging?.child.connected) judging.child.disconnect();
    },
  };
}

/** A process that judges one directory after another; a new process takes over when it dies. */
import { type ChildProcess, fork } from "node:child_process";
import { programOf } from "../../../scripts/program.ts";

export type Judge<Task, Verdict> = {
  /**
   * The verdict, or the signal or exit code by which the process died. A file may also kill the
   * process after its verdict: that death is the answer to the next task, which is not judged then.
   */
  judge(task: Task): Promise<Verdict | { died: string }>;
  /** The output of the process for the last task. */
  output(): string;
  close(): void;
};
type Judging = { child: ChildProcess; death: Promise<{ died: string }> };

export function openJudge<Task extends object, Verdict>(script: string): Judge<Task, Verdict> {
  const { file, options } = programOf(new URL(script, import.meta.url));
  let judging: Judging | undefined;
  let text = "";
  function started(): Judging {
    const child = fork(file, [], { execArgv: options, silent: true });
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
      // A dead process cannot take the task; its death is the answer.
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

/**
 * The command line of a package that is not ours, run many times: in one process, as most of such a run is reading
 * what the program imports.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";

export type Printed = { code: number; stdout: string; stderr: string };
export type CommandLine = {
  /** Runs the program with these arguments, after the runs before have ended. */
  run(args: readonly string[]): Promise<Printed>;
  close(): void;
};

const CHILD = new URL("./command_line_child.mjs", import.meta.url);

/**
 * The program of the module at `path`, in the folder `cwd`; both are relative to the project. It must end each run
 * by `process.exit`. `preload`: a module that is loaded before it.
 */
export function openCommandLine(
  path: string,
  { cwd = ".", preload }: { cwd?: string; preload?: string } = {},
): CommandLine {
  const execArgv = preload === undefined ? [] : ["--import", resolve(preload)];
  const child = fork(CHILD, [pathToFileURL(resolve(path)).href], { cwd: resolve(cwd), execArgv });
  const ended: Promise<never> = once(child, "exit").then(([code]) => {
    throw new Error(`the program's process ended with ${code}`);
  });
  ended.catch(() => {});
  let last: Promise<unknown> = Promise.resolve();
  return {
    run: (args) => {
      const run = last.then(() => Promise.race([oneRun(child, args), ended]));
      last = run.catch(() => {});
      return run;
    },
    close: () => child.disconnect(),
  };
}

async function oneRun(child: ChildProcess, args: readonly string[]): Promise<Printed> {
  const answer = once(child, "message");
  child.send([...args]);
  const [{ code, stdout, stderr }] = (await answer) as [Printed];
  return {
    code,
    stdout: stripVTControlCharacters(stdout),
    stderr: stripVTControlCharacters(stderr),
  };
}

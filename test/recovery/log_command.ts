/** Runs `npm run log` and `npm run backup` as an operator does. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { programOf } from "../../scripts/program.ts";

export type LogRun = { code: number; output: string; errors: string };

/** Resolves when the command ends; `output` is its standard output, `errors` its standard error. */
export function runLog(...args: string[]): Promise<LogRun> {
  return runScript("log.ts", args);
}

/** Runs `npm run backup`, in the same way. */
export function runBackup(...args: string[]): Promise<LogRun> {
  return runScript("backup.ts", args);
}

async function runScript(name: string, args: readonly string[]): Promise<LogRun> {
  const { file, options } = programOf(new URL(`../../scripts/${name}`, import.meta.url));
  const child = spawn(process.execPath, [...options, file, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const run: LogRun = { code: -1, output: "", errors: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    run.output += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    run.errors += text;
  });
  const [code] = (await once(child, "close")) as [number | null];
  run.code = code ?? -1;
  return run;
}

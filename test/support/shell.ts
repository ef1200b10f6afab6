/** Shell blocks of documents: run in order in one bash, and what they print compared with what a document says. */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { PATIENCE_MS } from "./patience.ts";

export type ShellRun = { code: number | null; output: string; errors: string };
export type Surrounding = {
  cwd: string;
  environment: NodeJS.ProcessEnv;
  /** Called with all output so far, whenever there is more. */
  onOutput?(soFar: string): void;
};

/** Runs a script in bash; killed where it takes too long. */
export async function runBash(
  script: string,
  { cwd, environment, onOutput }: Surrounding,
): Promise<ShellRun> {
  const stdio = ["ignore", "pipe", "pipe"] as const;
  const child = spawn("bash", ["-c", script], { cwd, env: environment, stdio: [...stdio] });
  let output = "";
  let errors = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    onOutput?.(output);
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const late = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
  const [code] = (await once(child, "exit")) as [number | null];
  clearTimeout(late);
  return { code, output, errors };
}

/**
 * Runs the blocks in one bash that stops at the first command that fails. `outputs`: what each block that was
 * begun has printed.
 */
export async function runBlocks(
  blocks: readonly string[],
  surrounding: Surrounding,
): Promise<ShellRun & { outputs: string[] }> {
  const end = `@@ ${randomUUID()}`;
  const script = blocks.map((block) => `${block}\nprintf '\\n%s\\n' '${end}'\n`).join("");
  const run = await runBash(`set -e\n${script}`, surrounding);
  return { ...run, outputs: run.output.split(`\n${end}\n`) };
}

/** Matches the whole output: white space at line ends is free, `…` is anything, all else exact. */
export function patternOf(answer: string): RegExp {
  const exact = answer
    .trim()
    .split("…")
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("\n", "\\s*\\n\\s*"));
  return new RegExp(`^${exact.join("[^]*?")}$`);
}

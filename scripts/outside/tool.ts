/**
 * Schemathesis, a program in Python that is none of ours: installed in an environment of its own, in the version that
 * `test/outside/requirements.txt` names, and run against a server. Nothing outside of that environment changes.
 */
import { type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** The oldest Python that Schemathesis runs on. */
const PYTHON_MIN = [3, 10] as const;
/** For how long one request may wait for its answer, seconds. */
const REQUEST_SECONDS_MAX = 10;
/** Characters of the tool's own output that a message repeats. */
const OUTPUT_SHOWN = 2_000;
const PROGRAM = "bin/schemathesis";

/** A failure of the surroundings, in words: no finding about the server. */
export class ToolError extends Error {}

/** The `name==version` of the requirements that is Schemathesis. */
export function pinnedVersion(requirementsPath: string): string {
  const found = /^schemathesis==(\S+)$/m.exec(readFileSync(requirementsPath, "utf8"))?.[1];
  if (found === undefined) throw new ToolError(`${requirementsPath} pins no schemathesis`);
  return found;
}

/** The command of a Python that is new enough and makes environments; undefined where there is none. */
export function findPython(): string | undefined {
  const [major, minor] = PYTHON_MIN;
  const code = `import sys, venv, ensurepip; sys.exit(sys.version_info < (${major}, ${minor}))`;
  return ["python3", "python"].find((name) => spawnSync(name, ["-c", code]).status === 0);
}

/** Makes the environment at `folder` where it is not there whole. Throws a ToolError with what pip said. */
export function installTool(python: string, folder: string, requirementsPath: string): void {
  if (hasTool(folder, pinnedVersion(requirementsPath))) return;
  succeed("the environment", spawnSync(python, ["-m", "venv", "--clear", folder]));
  const pip = ["-m", "pip", "install", "--disable-pip-version-check", "--quiet"];
  const args = [...pip, "--requirement", requirementsPath];
  succeed("the installation", spawnSync(join(folder, "bin/python"), args));
}

/** Whether the environment runs Schemathesis of this version. */
export function hasTool(folder: string, version: string): boolean {
  const program = join(folder, PROGRAM);
  if (!existsSync(program)) return false;
  return spawnSync(program, ["--version"]).stdout.toString().trim().endsWith(` ${version}`);
}

function succeed(what: string, { status, error, stderr }: SpawnSyncReturns<Buffer>): void {
  if (status === 0) return;
  const said = error?.message ?? stderr.toString().slice(-OUTPUT_SHOWN);
  throw new ToolError(`${what} of Schemathesis failed:\n${said}`);
}

export type Run = {
  /** The folder of the environment. */
  folder: string;
  origin: string;
  apiKey: string;
  seed: number;
  /** Of each operation, the most made-up requests of one phase. */
  examples: number;
  /** A folder for the report. */
  reportDir: string;
};

/**
 * Runs all phases but the stateful one, which would repeat what the tests of this project do. Returns the path of the
 * report, one event a line, and the tool's own summary. Throws a ToolError where the run did not come to its end.
 */
export async function runTool(run: Run): Promise<{ reportPath: string; summary: string }> {
  const { folder, origin, apiKey, seed, examples, reportDir } = run;
  const args = [
    ...["run", `${origin}/openapi.json`, "--header", `Authorization: Bearer ${apiKey}`],
    ...["--phases", "examples,coverage,fuzzing", "--max-examples", String(examples)],
    ...["--seed", String(seed), "--workers", "1", "--generation-database", "none"],
    ...["--no-shrink", "--continue-on-failure", "--request-timeout", String(REQUEST_SECONDS_MAX)],
    // No text of a request may have NUL; the description of the contract says so once for all texts.
    ...["--generation-allow-x00", "false", "--warnings", "off", "--no-color"],
    ...["--report", "ndjson", "--report-dir", reportDir],
  ];
  const cwd = dirname(reportDir);
  // It keeps what failed in a folder of where it runs.
  const stdio = ["ignore", "pipe", "pipe"] as const;
  const child = spawn(resolve(folder, PROGRAM), args, { cwd, stdio: [...stdio] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text: Buffer) => {
      output += text.toString();
    });
  }
  const [code] = (await once(child, "close")) as [number | null];
  const [report] = existsSync(reportDir) ? readdirSync(reportDir) : [];
  const summary = output.slice(output.lastIndexOf("= SUMMARY ="));
  // 0: nothing found; 1: something found, which this project judges by itself.
  const isWhole = (code === 0 || code === 1) && report !== undefined && summary !== output;
  if (!isWhole) throw new ToolError(`Schemathesis ended early:\n${output.slice(-OUTPUT_SHOWN)}`);
  return { reportPath: join(reportDir, report), summary };
}

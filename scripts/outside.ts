/**
 * `npm run contract:outside`: does a checker that is none of ours find the server to be as its contract says? See
 * --help. A server of its own: what is sent fills it, and moves its clock.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startServer, stopServer } from "../test/support/server.ts";
import { type Judged, judge, readAccepted } from "./outside/accepted.ts";
import { type Findings, findingsIn } from "./outside/findings.ts";
import {
  findPython,
  hasTool,
  installTool,
  pinnedVersion,
  runTool,
  ToolError,
} from "./outside/tool.ts";

const ROOT = join(import.meta.dirname, "..");
const REQUIREMENTS = join(ROOT, "test/outside/requirements.txt");
const ACCEPTED = join(ROOT, "test/outside/accepted.json");

const USAGE = `Usage: npm run contract:outside -- [flags]

Starts a server on a free port, with a data directory of its own, and lets Schemathesis send it what its
/openapi.json allows and what it forbids. What it finds is compared with test/outside/accepted.json, which
has a reason for each difference that is meant. Needs Python 3.10 or later; Schemathesis is installed in
.cache/ from test/outside/requirements.txt. Without Python nothing is checked, which is said.

  --venv DIR        an environment of Python that has that Schemathesis; nothing is installed
  --seed NUMBER     where chance starts (default 1)
  --examples COUNT  made-up requests of each operation and phase (default 10, some two minutes)
  --all             prints what is accepted too
  --help            this text

Exit code: 0 nothing but what is accepted, or not checked; 1 another difference; 2 the check did not
come to its end, or a flag is wrong.
`;
const FOUND = 1;
const NOT_CHECKED = 2;

async function main(): Promise<number> {
  const text = { type: "string" as const };
  const flag = { type: "boolean" as const };
  const { values } = parseArgs({
    options: { venv: text, seed: text, examples: text, all: flag, help: flag },
  });
  if (values.help === true) {
    process.stdout.write(USAGE);
    return 0;
  }
  const counts = [Number(values.seed ?? 1), Number(values.examples ?? 10)] as const;
  if (!counts.every((count) => Number.isSafeInteger(count) && count > 0)) {
    throw new ToolError(`--seed and --examples are whole numbers above 0\n\n${USAGE}`);
  }
  const folder = environmentOf(values.venv);
  if (folder === undefined) {
    process.stdout.write("SKIPPED: there is no Python 3.10 or later, so nothing was checked.\n");
    return 0;
  }
  const { findings, summary } = await checked(folder, ...counts);
  const judged = judge(findings.found, readAccepted(ACCEPTED));
  process.stdout.write(reportOf(findings, judged, values.all === true));
  const isWell = judged.unexpected.length === 0 && findings.errors.length === 0;
  if (!isWell) process.stderr.write(summary);
  return isWell ? 0 : FOUND;
}

/** The folder of the environment that has the tool; undefined where there is no Python to make one. */
function environmentOf(given: string | undefined): string | undefined {
  const version = pinnedVersion(REQUIREMENTS);
  if (given !== undefined) {
    if (hasTool(given, version)) return given;
    throw new ToolError(`${given} has no Schemathesis ${version}`);
  }
  const python = findPython();
  if (python === undefined) return undefined;
  const folder = join(ROOT, ".cache", `schemathesis-${version}`);
  installTool(python, folder, REQUIREMENTS);
  return folder;
}

async function checked(
  folder: string,
  seed: number,
  examples: number,
): Promise<{ findings: Findings; summary: string }> {
  const reports = mkdtempSync(join(tmpdir(), "contract-outside-"));
  const server = await startServer();
  try {
    const origin = server.baseUrl.replace(/\/v1$/, "");
    const { apiKey } = server.demo;
    const reportDir = join(reports, "report");
    process.stderr.write(`Schemathesis runs with the seed ${seed} …\n`);
    const run = { folder, origin, apiKey, seed, examples, reportDir };
    const { reportPath, summary } = await runTool(run);
    return { findings: await findingsIn(reportPath), summary };
  } finally {
    await stopServer(server);
    rmSync(reports, { recursive: true, force: true });
  }
}

function reportOf({ requests, errors }: Findings, judged: Judged, isAll: boolean): string {
  const { unexpected, accepted, unused } = judged;
  const shown = [...unexpected, ...(isAll ? accepted : [])];
  const lines = shown.map(({ check, operation, status, says, request }) => {
    const mark = unexpected.some((one) => one.request === request && one.check === check);
    const kind = mark ? "NOT ACCEPTED" : "accepted";
    return `${kind}: ${check}, ${operation}, ${status ?? "no answer"}\n  ${says.join("\n  ")}\n  ${request}`;
  });
  lines.push(...errors.map((error) => `FAILED: ${error}`));
  lines.push(...unused.map(({ check, says }) => `accepted, and not met: ${check}, ${says}`));
  lines.push(
    `${requests} requests, ${unexpected.length} differences that are not accepted, ${accepted.length} that are`,
  );
  return `${lines.join("\n")}\n`;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (cause: Error) => {
    process.stderr.write(`${cause instanceof ToolError ? cause.message : cause.stack}\n`);
    process.exitCode = NOT_CHECKED;
  },
);

/** `npm run matrix -- --roots DIR`: the server on every Node and system that matters; see --help. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { OptionError } from "../src/base/option_error.ts";
import { type Machine, packageFor } from "../src/http/native_build.mjs";
import { type Place, runInside } from "./matrix/inside.ts";
import { MATRIX_USAGE, type MatrixOptions, parseMatrixOptions } from "./matrix/options.ts";
import { type Cell, type Result, reportOf } from "./matrix/report.ts";
import {
  lackingOf,
  nodeFolder,
  nodeVersion,
  npmFolder,
  projectCopy,
  systemRoot,
} from "./matrix/roots.ts";
import { faultOf, stepsFor } from "./matrix/steps.ts";

const FOUND = 1;
const MISUSED = 2;
const PROJECT = join(import.meta.dirname, "..");
/** Prints what native_build.mjs knows of the machine inside a system. */
const ASK_MACHINE =
  "node -e 'import(\"./src/http/native_build.mjs\").then((m) => console.log(JSON.stringify(m.thisMachine())))'";

function main(): number {
  const options = parseMatrixOptions(process.argv.slice(2));
  if (options === "help") {
    process.stdout.write(MATRIX_USAGE);
    return 0;
  }
  const { platform, arch } = process;
  const lacking = lackingOf({ platform, arch, uid: process.getuid?.(), isOnPath });
  if (lacking.length > 0) {
    process.stderr.write(`npm run matrix cannot run here. It needs ${lacking.join("; ")}.\n`);
    return MISUSED;
  }
  const cells = runAll(options);
  process.stdout.write(reportOf(cells));
  const isWhole = cells.every(({ results }) => results.every(({ fault }) => fault === undefined));
  return isWhole ? 0 : FOUND;
}

function runAll(options: MatrixOptions): Cell[] {
  const { roots, mirror, kills } = options;
  const logs = join(roots, "logs");
  rmSync(logs, { recursive: true, force: true });
  mkdirSync(logs, { recursive: true });
  const npm = npmFolder(roots);
  const project = projectCopy(roots, PROJECT);
  const cells: Cell[] = [];
  for (const name of options.systems) {
    const system = systemRoot(roots, name, mirror);
    for (const wanted of options.nodes) {
      const node = nodeFolder(roots, nodeVersion(roots, wanted));
      const place = { system, node, npm, project };
      const machine = machineIn(place);
      const results = runSteps(place, machine, kills, join(logs, `${name}-${machine.node}`));
      const { release } = packageFor(machine);
      cells.push({ system: name, machine, release, results });
    }
  }
  return cells;
}

function machineIn(place: Place): Machine {
  const { code, output } = runInside(place, ASK_MACHINE);
  if (code !== 0) throw new Error(`${place.node} does not run in ${place.system}:\n${output}`);
  return JSON.parse(output) as Machine;
}

function runSteps(place: Place, machine: Machine, kills: number, log: string): Result[] {
  return stepsFor(machine, kills).map((step) => {
    const startedMs = performance.now();
    const { code, output } = runInside(place, step.script);
    const seconds = (performance.now() - startedMs) / 1_000;
    const path = `${log}-${step.name.replaceAll(" ", "-")}.log`;
    writeFileSync(path, output);
    const fault = faultOf(step, code, output);
    const said = fault === undefined ? "well" : `${fault}, see ${path}`;
    process.stderr.write(`${machine.node}, glibc ${machine.glibc}, ${step.name}: ${said}\n`);
    return { step: step.name, seconds, fault, isRefusal: step.code !== 0 };
  });
}

function isOnPath(program: string): boolean {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.some((folder) => existsSync(join(folder, program)));
}

try {
  process.exitCode = main();
} catch (cause) {
  const isMisuse = cause instanceof OptionError;
  process.stderr.write(`${isMisuse ? cause.message : (cause as Error).stack}\n`);
  process.exitCode = isMisuse ? MISUSED : FOUND;
}

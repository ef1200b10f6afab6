/** What is run in a system with one Node: whole scripts of bash, and what each must end with. */
import { type Machine, machineFaults, UNFIT_EXIT_CODE } from "../../src/http/native_build.mjs";

export type Step = {
  name: string;
  /** Runs in the project's folder. */
  script: string;
  /** The exit code that the script must end with. */
  code: number;
  /** The whole output must match; undefined where it may be anything. */
  output?: RegExp;
};

/** Tests of what the parser does, and of how edges share a port. */
const RAW_TESTS = ["raw_requests", "pipelining", "methods", "oversize", "threads/port"];

/** Starts the server as an operator does, asks whether it is ready, and stops it. */
const START = `
set -m
npm start -- --port 0 --data /tmp/data > /tmp/start.log 2>&1 &
trap 'cat /tmp/start.log' EXIT
for _ in $(seq 1200); do
  url=$(sed -n 's/^Serving on \\(http[^ ]*\\) with .*/\\1/p' /tmp/start.log)
  [ -z "$url" ] || break
  kill -0 %npm || exit 1
  sleep 0.1
done
[ "$(curl -sS "$url/readyz")" = '{"status":"ready"}' ]
kill %npm
wait %npm || true
grep -q '"msg":"stopped"' /tmp/start.log
`;

/** One line of a sentence that ends with a full stop, and npm's own lines around it. */
const REFUSED_BY_NPM =
  /^(?:>[^\n]*\n|\n|npm [^\n]*\n)*(?:The server|Node) [^\n]+\.\n(?:npm [^\n]*\n)*$/;
const REFUSED = /^(?:The server|Node) [^\n]+\.\n$/;

/** The steps for a machine: all that must work, or all that must be refused. */
export function stepsFor(machine: Machine, kills: number): Step[] {
  if (machineFaults(machine).length > 0) {
    const code = UNFIT_EXIT_CODE;
    return [
      { name: "npm start", script: "npm start", code, output: REFUSED_BY_NPM },
      { name: "npm test", script: "npm test", code, output: REFUSED_BY_NPM },
      { name: "main.js", script: "node .build/main.js", code, output: REFUSED },
    ];
  }
  return [
    { name: "start", script: START, code: 0 },
    { name: "walk-through", script: "node scripts/test.mjs test/readme", code: 0 },
    { name: "raw requests", script: `node scripts/test.mjs ${RAW_TESTS.join(" ")}`, code: 0 },
    { name: "crash loop", script: `npm run -s crash -- --kills ${kills}`, code: 0 },
  ];
}

/** What is wrong with how a step ended; undefined when nothing is. */
export function faultOf(step: Step, code: number | null, output: string): string | undefined {
  if (code !== step.code) return `exit code ${code}, not ${step.code}`;
  if (step.output !== undefined && !step.output.test(output)) return "another output";
  return undefined;
}

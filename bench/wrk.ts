/** Runs wrk with `requests.lua` and reads the last line that the script prints. */
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ANSWER_WAIT_SECONDS, type LoadResult, type LoadShape, type Target } from "./load.ts";

const SCRIPT = join(import.meta.dirname, "requests.lua");
const RESULT_MARK = "BENCH_RESULT ";

/** The report that `done()` of requests.lua prints: counts, and microseconds. */
type WrkReport = {
  requests: number;
  durationUs: number;
  refused: number;
  socketErrors: number;
  timeouts: number;
  p50Us: number;
  p90Us: number;
  p99Us: number;
  p999Us: number;
  maxUs: number;
};

export async function runWrk(target: Target, shape: LoadShape): Promise<LoadResult> {
  const folder = await mkdtemp(join(tmpdir(), "bench-wrk-"));
  try {
    const targets = join(folder, "targets.txt");
    const host = `127.0.0.1:${target.port}`;
    const groups = target.groups.map(
      ({ apiKey, accountIds }) => `key ${apiKey}\n${accountIds.join("\n")}\n`,
    );
    const about = [target.kind, String(target.batchItems ?? 0), host, ""].join("\n");
    await writeFile(targets, about + groups.join(""));
    const seconds = Math.max(1, Math.round(shape.seconds));
    const args = [
      ...["-t1", `-c${shape.connections}`, `-d${seconds}s`, "--timeout", `${ANSWER_WAIT_SECONDS}s`],
      ...["-s", SCRIPT, `http://${host}`],
    ];
    const env = {
      BENCH_TARGETS: targets,
      BENCH_BODY: target.body ?? "",
      BENCH_PATH: target.path ?? "",
      BENCH_HEADERS: Object.entries(target.headers ?? {})
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join(""),
    };
    return parseWrk(await outputOf("wrk", args, env));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The result in wrk's output. Throws when the script's line is missing: wrk did not finish. */
export function parseWrk(output: string): LoadResult {
  const line = output.split("\n").find((text) => text.startsWith(RESULT_MARK));
  if (line === undefined) throw new Error(`wrk gave no result:\n${output}`);
  const report = JSON.parse(line.slice(RESULT_MARK.length)) as WrkReport;
  return {
    requests: report.requests,
    perSecond: (report.requests * 1e6) / report.durationUs,
    refused: report.refused,
    failed: report.socketErrors + report.timeouts,
    p50Ms: report.p50Us / 1000,
    p90Ms: report.p90Us / 1000,
    p99Ms: report.p99Us / 1000,
    p999Ms: report.p999Us / 1000,
    maxMs: report.maxUs / 1000,
  };
}

function outputOf(command: string, args: string[], env: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    child.on("error", reject);
    child.on("close", (status) => {
      if (status === 0) resolve(output);
      else reject(new Error(`${command} ended with ${status}:\n${output}`));
    });
  });
}

/** What the loops that kill processes have in common: a directory, and a report that says what was found. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type KillReport = {
  kills: number;
  dataDir: string;
  /** The fault that was found; the loop ends with it, and the directory stays. */
  finding: string | undefined;
};

/**
 * Runs a loop over `dataDir`, or over a temporary directory of that prefix where it is undefined, which is kept
 * only when a fault was found. A fault is reported, not thrown.
 */
export async function reported<Report extends KillReport>(
  { dataDir, prefix }: { dataDir: string | undefined; prefix: string },
  reportOf: (begun: KillReport) => Report,
  run: (report: Report) => Promise<void>,
): Promise<Report> {
  const path = dataDir ?? mkdtempSync(join(tmpdir(), prefix));
  const report = reportOf({ kills: 0, dataDir: path, finding: undefined });
  try {
    await run(report);
  } catch (cause) {
    report.finding = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  }
  if (dataDir === undefined && report.finding === undefined) rmSync(path, { recursive: true });
  return report;
}

/** The result of a fuzz run: its counts and faults, and the report as text. */
import type { FuzzedOperation } from "./inputs.ts";
import type { FuzzOptions } from "./options.ts";
import { type FuzzRequest, KINDS, type Kind } from "./requests.ts";

/** Failures that are kept and printed; further failures are only counted. */
const FAILURES_MAX = 20;

export type FuzzReport = {
  options: FuzzOptions;
  operations: number;
  /** Answers by kind and status. */
  statuses: Record<Kind, Map<number, number>>;
  /** `operation kind` of every request that was answered. */
  tried: Set<string>;
  /** Operations that answered 2xx at least once. */
  succeeded: Set<string>;
  answersMs: number[];
  failures: string[];
  failureCount: number;
  /** Faults of the server as a whole. */
  unwell: string[];
  residentBefore: number | undefined;
  residentAfter: number | undefined;
};

export function newReport(
  options: FuzzOptions,
  operations: readonly FuzzedOperation[],
): FuzzReport {
  return {
    options,
    operations: operations.length,
    statuses: { valid: new Map(), near_valid: new Map(), hostile: new Map() },
    tried: new Set(),
    succeeded: new Set(),
    answersMs: [],
    failures: [],
    failureCount: 0,
    unwell: [],
    residentBefore: undefined,
    residentAfter: undefined,
  };
}

export function tally(
  report: FuzzReport,
  { kind, operationId }: FuzzRequest,
  { status, ms }: { status: number; ms: number },
): void {
  const counts = report.statuses[kind];
  counts.set(status, (counts.get(status) ?? 0) + 1);
  report.tried.add(`${operationId} ${kind}`);
  if (status < 300) report.succeeded.add(operationId);
  report.answersMs.push(ms);
}

export function noteFailure(
  report: FuzzReport,
  request: FuzzRequest,
  what: string,
  got?: { status: number; text: string },
): void {
  report.failureCount++;
  if (report.failures.length >= FAILURES_MAX) return;
  const { operationId, kind, why, method, path, body = "" } = request;
  const answer = got === undefined ? "" : `\n  got  ${got.status} ${got.text.slice(0, 400)}`;
  report.failures.push(
    `${operationId}, ${kind} (${why}): ${what.slice(0, 600)}\n` +
      `  sent ${method} ${path.slice(0, 300)} ${body.slice(0, 300)}${answer}`,
  );
}

export function noteResident(report: FuzzReport, after: number | undefined): void {
  report.residentAfter = after;
  const { residentBefore: before, options } = report;
  if (before === undefined || after === undefined) return;
  const grownMib = (after - before) / 2 ** 20;
  if (grownMib > options.memoryMib)
    report.unwell.push(`memory grew by ${Math.round(grownMib)} MiB`);
}

/** The time within which the share `share` of the answers came, milliseconds. */
export function percentileMs({ answersMs }: FuzzReport, share: number): number {
  const sorted = [...answersMs].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** Every fault that was found, as sentences. */
export function findingsOf(report: FuzzReport): string[] {
  const p99 = percentileMs(report, 0.99);
  const slow = p99 > report.options.p99Ms ? [`p99 is ${Math.round(p99)} ms`] : [];
  const more = report.failureCount - report.failures.length;
  const rest = more > 0 ? [`and ${more} more failures`] : [];
  return [...report.failures, ...rest, ...report.unwell, ...slow];
}

export function reportText(report: FuzzReport): string {
  const { options, operations, succeeded, residentBefore, residentAfter } = report;
  const mib = (bytes: number | undefined) =>
    bytes === undefined ? "unknown" : `${Math.round(bytes / 2 ** 20)} MiB`;
  const rows = KINDS.map((kind) => {
    const counts = [...report.statuses[kind]].sort(([a], [b]) => a - b);
    return `${kind.padEnd(11)}${counts.map(([status, count]) => `${status}: ${count}`).join("  ")}`;
  });
  const ms = (share: number) => percentileMs(report, share).toFixed(1);
  const findings = findingsOf(report);
  return [
    `seed ${options.seed}, ${report.answersMs.length} answers, ${operations} operations, ${succeeded.size} of them did what was asked`,
    ...rows,
    `p50 ${ms(0.5)} ms, p99 ${ms(0.99)} ms, memory ${mib(residentBefore)} -> ${mib(residentAfter)}`,
    findings.length === 0 ? "all as the contract says" : `\n${findings.join("\n\n")}`,
    "",
  ].join("\n");
}

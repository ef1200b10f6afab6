/** The result of a load test, as text for people or as one object for programs. */
import type { Checked } from "./check.ts";
import { RAISE_LIMITS } from "./client.ts";
import type { Driven } from "./drive.ts";
import type { Histogram } from "./histogram.ts";
import type { LoadOptions } from "./options.ts";
import type { Tally } from "./tally.ts";

export type Report = {
  options: LoadOptions;
  driven: Driven;
  tally: Tally;
  /** Transfers that the load posted. */
  moved: number;
  checked: Checked;
};

const PERCENTS = [50, 90, 99, 99.9] as const;
const BAR_CHARS = 50;
/** A generator that is busy for more than this share of its time changes the figures. */
const BUSY = 0.9;

/** True when every answer was expected and every check passed. */
export function isGood({ driven, tally, checked }: Report): boolean {
  return (
    tally.unexpected === 0 &&
    driven.stoppedBy === undefined &&
    driven.unknown.length === 0 &&
    checked.problems.length === 0 &&
    tally.latency.count() > 0
  );
}

export function reportJson(report: Report): string {
  const { driven, tally, moved, checked, options } = report;
  const { baseUrl, apiKey: _, json: __, ...flags } = options;
  const document = {
    ok: isGood(report),
    url: baseUrl.href,
    flags,
    seconds: driven.elapsedMs / 1_000,
    answers: tally.latency.count(),
    answersPerSecond: perSecond(tally.latency.count(), driven),
    transfers: moved,
    transfersPerSecond: perSecond(moved, driven),
    latencyMs: figuresOf(tally.latency),
    outcomes: Object.fromEntries(tally.outcomes),
    refusedItems: Object.fromEntries(tally.refusedItems),
    unexpected: tally.unexpected,
    unsent: driven.unsent,
    generatorLoad: driven.generatorLoad,
    ...(tally.lag.count() > 0 && { generatorLagMs: figuresOf(tally.lag) }),
    ...(driven.stoppedBy !== undefined && { stoppedBy: driven.stoppedBy }),
    findings: checked.findings,
    problems: checked.problems,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

export function reportText(report: Report): string {
  const { driven, tally, moved, checked } = report;
  const { latency } = tally;
  const figures = PERCENTS.map((percent) => `p${percent} ${ms(latency.percentile(percent))}`);
  return [
    "",
    `${latency.count()} answers in ${(driven.elapsedMs / 1_000).toFixed(2)} s`,
    `  ${perSecond(latency.count(), driven)} answers/s, ${perSecond(moved, driven)} transfers/s`,
    `  ${figures.join(", ")}, max ${ms(latency.max())}, mean ${ms(latency.mean())}`,
    "",
    ...histogramLines(latency),
    "",
    "answers by status and code",
    ...countLines(tally.outcomes),
    ...(tally.refusedItems.size === 0 ? [] : ["items of batches that were not posted"]),
    ...countLines(tally.refusedItems),
    ...warnings(report),
    "",
    "checks",
    ...checked.findings.map((finding) => `  ok     ${finding}`),
    ...checked.problems.map((problem) => `  WRONG  ${problem}`),
    "",
    isGood(report) ? "All as expected." : `NOT as expected: ${whyNot(report)}.`,
    "",
  ].join("\n");
}

/** One line for the second that has passed. */
export function progressText(second: number, underWay: number, recent: Histogram): string {
  const figures = `p50 ${ms(recent.percentile(50))}  p99 ${ms(recent.percentile(99))}`;
  const rate = `${recent.count()}/s`.padStart(10);
  const time = `${String(second).padStart(5)} s`;
  return `${time} ${rate}  ${figures}  max ${ms(recent.max())}  under way ${underWay}`;
}

function whyNot({ driven, tally, checked }: Report): string {
  const reasons: string[] = [];
  if (driven.stoppedBy !== undefined) reasons.push(driven.stoppedBy);
  if (tally.unexpected > 0) reasons.push(`${tally.unexpected} unexpected answers`);
  if (driven.unknown.length > 0) {
    reasons.push(`${driven.unknown.length} requests did not say what became of them`);
  }
  if (checked.problems.length > 0) reasons.push(`${checked.problems.length} checks failed`);
  if (tally.latency.count() === 0) reasons.push("no answer at all");
  return reasons.join("; ");
}

function warnings({ driven, tally, options }: Report): string[] {
  const lines: string[] = [];
  if ([...tally.outcomes.keys()].some((outcome) => outcome.startsWith("429"))) {
    lines.push(`The load stopped at a rate limit: ${RAISE_LIMITS}.`);
  }
  if (driven.unsent > 0) {
    const due = (options.rate ?? 0) * options.durationSeconds;
    lines.push(
      `${driven.unsent} of ${due} requests were due and ` +
        "never sent, because every connection was waiting: the latencies are lower bounds. Ask " +
        "for less (--rate) or for more at once (--connections).",
    );
  }
  if (driven.generatorLoad > BUSY) {
    const share = Math.round(driven.generatorLoad * 100);
    lines.push(`The generator was busy ${share} % of the time: the figures are partly its own.`);
  }
  if (tally.lag.count() > 0) {
    const p99 = ms(tally.lag.percentile(99));
    lines.push(`Requests left ${ms(tally.lag.percentile(50))} (p99 ${p99}) after they were due.`);
  }
  return lines.length === 0 ? [] : ["", ...lines];
}

/** A line for each power of two from the first that has values to the last. */
function histogramLines(latency: Histogram): string[] {
  const rows: { below: number; count: number }[] = [];
  for (let from = 0, below = 64; from <= latency.max(); from = below, below *= 2) {
    rows.push({ below, count: latency.countBetween(from, below) });
  }
  const first = rows.findIndex(({ count }) => count > 0);
  const most = Math.max(1, ...rows.map(({ count }) => count));
  const filled = first < 0 ? [] : rows.slice(first);
  return filled.map(({ below, count }) => {
    const bar = "#".repeat(Math.ceil((count / most) * BAR_CHARS));
    return `  below ${ms(below).padStart(11)} ${String(count).padStart(10)} ${bar}`.trimEnd();
  });
}

function countLines(counts: ReadonlyMap<string, number>): string[] {
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  return sorted.map(([name, count]) => `  ${String(count).padStart(10)}  ${name}`);
}

function figuresOf(histogram: Histogram): Record<string, number> {
  const figures: Record<string, number> = {};
  for (const percent of PERCENTS) {
    figures[`p${percent}`] = histogram.percentile(percent) / 1_000;
  }
  return { ...figures, max: histogram.max() / 1_000, mean: histogram.mean() / 1_000 };
}

function perSecond(count: number, { elapsedMs }: Driven): number {
  return Math.round((count * 1_000) / elapsedMs);
}

function ms(us: number): string {
  return `${(us / 1_000).toFixed(us < 100_000 ? 2 : 0)} ms`;
}

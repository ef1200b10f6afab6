/** Reads Prometheus text as a scraper does, and finds what `promtool check metrics` would find. */
import assert from "node:assert/strict";

export type Family = { name: string; type: string; help: string };
export type Scrape = {
  families: ReadonlyMap<string, Family>;
  /** Value by the whole sample name, `name{label="value"}`. */
  samples: ReadonlyMap<string, number>;
  /** Sum of the samples of `name` whose labels hold every one of `labels`. */
  sum(name: string, labels?: Record<string, string | number>): number;
};

const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const LABELS = /^(?:[a-z_]+="[^"\\\n]*"(?:,(?=[a-z])|$))*$/;
/** The endings of the names of a histogram's samples. */
const PARTS = /_(bucket|sum|count)$/;

export async function scrapeMetrics(origin: string): Promise<Scrape> {
  const response = await fetch(`${origin}/metrics`);
  assert.equal(response.status, 200);
  assert.match(response.headers.get("content-type") ?? "", /^text\/plain; version=0\.0\.4/);
  return readMetrics(await response.text());
}

/** Reads the text; fails where it does not have the format. */
export function readMetrics(text: string): Scrape {
  assert.ok(text.endsWith("\n"), "the last line ends");
  const families = new Map<string, Family>();
  const samples = new Map<string, number>();
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const told = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line);
    if (told !== null) {
      const [, kind, name, rest] = told as unknown as [string, string, string, string];
      const family = families.get(name) ?? { name, type: "", help: "" };
      const field = kind === "HELP" ? "help" : "type";
      assert.equal(family[field], "", `${name} has one ${kind}`);
      families.set(name, { ...family, [field]: rest });
      continue;
    }
    const sample = SAMPLE.exec(line);
    assert.ok(sample !== null, `a sample: ${line}`);
    const [, name = "", labels = "", value] = sample;
    assert.match(labels, LABELS, line);
    const family = families.get(name) ?? families.get(name.replace(PARTS, ""));
    assert.ok(family?.type && family.help, `${name} has HELP and TYPE before it`);
    const full = labels === "" ? name : `${name}{${labels}}`;
    assert.ok(!samples.has(full), `${full} stands once`);
    const number = value === "+Inf" ? Number.POSITIVE_INFINITY : Number(value);
    assert.ok(!Number.isNaN(number), line);
    samples.set(full, number);
  }
  return { families, samples, sum: (name, labels = {}) => sumOf(samples, name, labels) };
}

/** What is wrong with names and types, one sentence a finding. */
export function lintMetrics({ families, samples }: Scrape): string[] {
  const findings: string[] = [];
  for (const { name, type } of families.values()) {
    if (!/^(service|process)_[a-z0-9_]+$/.test(name)) findings.push(`${name}: a name of ours`);
    if ((type === "counter") !== name.endsWith("_total")) findings.push(`${name}: _total`);
    if (/_(ms|milliseconds|minutes|kilobytes|kb|mb)(_|$)/.test(name)) {
      findings.push(`${name}: not a base unit`);
    }
    if (type !== "histogram" && PARTS.test(name)) findings.push(`${name}: a histogram's ending`);
    if (name.includes(`_${type}`)) findings.push(`${name}: names its type`);
    if (type === "histogram") findings.push(...histogramFindings(name, samples));
  }
  for (const [sample, value] of samples) if (value < 0) findings.push(`${sample}: below 0`);
  return findings;
}

function histogramFindings(name: string, samples: ReadonlyMap<string, number>): string[] {
  const series = new Map<string, [number, number][]>();
  for (const [sample, count] of samples) {
    const bucket = new RegExp(`^${name}_bucket\\{(.*),le="(.*)"\\}$`).exec(sample);
    if (bucket === null) continue;
    const [, labels = "", bound] = bucket;
    const row = series.get(labels) ?? [];
    row.push([bound === "+Inf" ? Number.POSITIVE_INFINITY : Number(bound), count]);
    series.set(labels, row);
  }
  return [...series].flatMap(([labels, row]) => {
    const sorted = row.every(
      ([bound, count], at) =>
        at === 0 || (bound > (row[at - 1]?.[0] ?? 0) && count >= (row[at - 1]?.[1] ?? 0)),
    );
    const last = row.at(-1);
    const whole =
      last?.[0] === Number.POSITIVE_INFINITY && last[1] === samples.get(`${name}_count{${labels}}`);
    return sorted && whole ? [] : [`${name}{${labels}}: buckets do not add up`];
  });
}

function sumOf(
  samples: ReadonlyMap<string, number>,
  name: string,
  labels: Record<string, string | number>,
): number {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  let sum = 0;
  for (const [sample, value] of samples) {
    const isNamed = sample === name || sample.startsWith(`${name}{`);
    if (isNamed && wanted.every((one) => sample.includes(one))) sum += value;
  }
  return sum;
}

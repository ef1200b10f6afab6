/** The load generator where wrk is not installed: autocannon, in this process. */
import { randomInt, randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import type { LoadResult, LoadShape, Target } from "./load.ts";

/** The part of autocannon's interface that we use; it ships no types. */
type Request = { headers: Record<string, string>; body: string };
type Options = {
  url: string;
  method: "POST";
  connections: number;
  duration: number;
  requests: { setupRequest(request: Request): Request }[];
};
export type AutocannonReport = {
  duration: number;
  requests: { total: number };
  non2xx: number;
  errors: number;
  timeouts: number;
  latency: { p50: number; p90: number; p99: number; p99_9: number; max: number };
};

const autocannon = createRequire(import.meta.url)("autocannon") as (
  options: Options,
) => Promise<AutocannonReport>;

export async function runAutocannon(target: Target, shape: LoadShape): Promise<LoadResult> {
  const report = await autocannon({
    url: `http://127.0.0.1:${target.port}/v1/transfers`,
    method: "POST",
    connections: shape.connections,
    duration: shape.seconds,
    requests: [{ setupRequest: (request) => ({ ...request, ...transferRequest(target) }) }],
  });
  return fromReport(report);
}

export function fromReport(report: AutocannonReport): LoadResult {
  const { latency } = report;
  return {
    requests: report.requests.total,
    perSecond: report.requests.total / report.duration,
    refused: report.non2xx,
    // Autocannon counts its timeouts among its errors.
    failed: report.errors,
    p50Ms: latency.p50,
    p90Ms: latency.p90,
    p99Ms: latency.p99,
    p999Ms: latency.p99_9,
    maxMs: latency.max,
  };
}

function transferRequest({ apiKey, accountIds }: Target): Request {
  const source = randomInt(accountIds.length);
  const destination = (source + 1 + randomInt(accountIds.length - 1)) % accountIds.length;
  return {
    headers: {
      authorization: `Bearer ${apiKey}`,
      "content-type": "application/json",
      "idempotency-key": randomUUID(),
    },
    body:
      `{"sourceAccountId":"${accountIds[source]}",` +
      `"destinationAccountId":"${accountIds[destination]}","amount":"1","currency":"USD"}`,
  };
}

/** The load generator for machines without wrk: autocannon, in this process. */
import { randomInt, randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import {
  ANSWER_WAIT_SECONDS,
  type Group,
  type LoadResult,
  type LoadShape,
  type Target,
} from "./load.ts";

/** The part of autocannon's interface that the bench uses; the package has no types. */
type Request = { method: "GET" | "POST"; path: string; headers: Headers; body?: string };
type Headers = Record<string, string>;
type Options = {
  url: string;
  connections: number;
  duration: number;
  timeout: number;
  requests: { setupRequest(request: object): Request }[];
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
    url: `http://127.0.0.1:${target.port}`,
    connections: shape.connections,
    duration: shape.seconds,
    timeout: ANSWER_WAIT_SECONDS,
    requests: [{ setupRequest: (request) => ({ ...request, ...requestOf(target) }) }],
  });
  return fromReport(report);
}

export function fromReport(report: AutocannonReport): LoadResult {
  const { latency } = report;
  return {
    requests: report.requests.total,
    perSecond: report.requests.total / report.duration,
    refused: report.non2xx,
    // Autocannon's errors include its timeouts.
    failed: report.errors,
    p50Ms: latency.p50,
    p90Ms: latency.p90,
    p99Ms: latency.p99,
    p999Ms: latency.p99_9,
    maxMs: latency.max,
  };
}

function requestOf(target: Target): Request {
  const { groups, kind, batchItems = 0, body: query = "", path = "" } = target;
  const group = groups[randomInt(groups.length)] as Group;
  const { apiKey, accountIds } = group;
  const authorization = `Bearer ${apiKey}`;
  if (kind === "balance") {
    const path = `/v1/accounts/${accountIds[randomInt(accountIds.length)]}/balance`;
    return { method: "GET", path, headers: { authorization } };
  }
  if (kind === "page") return { method: "GET", path, headers: { authorization } };
  if (kind === "message") {
    const type = { "content-type": "application/json" };
    const headers = { authorization, ...type, ...target.headers };
    return { method: "POST", path, headers, body: query };
  }
  if (kind === "graphql") {
    const headers = { authorization, "content-type": "application/json" };
    return { method: "POST", path: "/v1/graphql", headers, body: query };
  }
  const headers = {
    authorization,
    "content-type": "application/json",
    "idempotency-key": randomUUID(),
  };
  if (kind === "call") {
    const withId = (text: string) =>
      text.replace("{id}", () => accountIds[randomInt(accountIds.length)] ?? "");
    return { method: "POST", path: withId(path), headers, body: withId(query) };
  }
  if (kind === "batch") {
    const items = Array.from({ length: batchItems }, () => legText(group, false));
    const body = `{"items":[${items.join(",")}]}`;
    return { method: "POST", path: "/v1/transfers/batch", headers, body };
  }
  return { method: "POST", path: "/v1/transfers", headers, body: legText(group, kind === "hot") };
}

function legText({ accountIds }: Group, isHot: boolean): string {
  const one = isHot ? 0 : randomInt(accountIds.length);
  const other = (one + 1 + randomInt(accountIds.length - 1)) % accountIds.length;
  const [source, destination] = isHot && randomInt(2) === 1 ? [other, one] : [one, other];
  return (
    `{"sourceAccountId":"${accountIds[source]}",` +
    `"destinationAccountId":"${accountIds[destination]}","amount":"1","currency":"USD"}`
  );
}

/** The documents of a host that main answers: whether the server is healthy and ready, and its numbers. */
import type { HostDocument } from "../http/call/host_document.ts";
import type { Health } from "./health.ts";
import type { Rpc } from "./rpc.ts";

/** By path. `isReady`: whether this edge serves. */
export function probeDocuments(rpc: Rpc, isReady: () => boolean): [string, HostDocument][] {
  return [
    ["/healthz", probe(async () => healthOf(await rpc.call<Health>("health")))],
    ["/readyz", probe(async () => readinessOf(await rpc.call<Health>("health"), isReady()))],
    [
      "/metrics",
      probe(async () => {
        const body = await rpc.call<string>("metrics");
        return { status: 200, contentType: "text/plain; version=0.0.4; charset=utf-8", body };
      }),
    ],
  ];
}

function probe(answer: HostDocument["answer"]): HostDocument {
  return { counted: false, isProbe: true, answer };
}

function healthOf(health: Health) {
  const isServing = health.shards.every(({ serving }) => serving);
  const isHealthy = isServing && health.platform.serving;
  const status = isHealthy ? "ok" : health.status;
  return documentOf({ ...health, status }, isHealthy);
}

function readinessOf({ status, reason }: Health, isReady: boolean) {
  const isReadyHere = status === "ready" && isReady;
  const told = status === "ready" && !isReadyHere ? "starting" : status;
  return documentOf({ status: told, reason }, isReadyHere);
}

function documentOf(told: object, isGood: boolean) {
  const body = `${JSON.stringify(told)}\n`;
  return { status: isGood ? 200 : 503, contentType: "application/json", body };
}

/** The numbers of the outbox, as metrics. METRICS.md describes each. */
import { Counter, Gauge, type Registry } from "prom-client";
import type { OutboxMetrics } from "../outbox/outbox.ts";

const GAUGES: readonly [name: string, help: string, value: (one: OutboxMetrics) => number][] = [
  ["service_webhook_lines", "Endpoints that webhooks are sent to.", ({ lines }) => lines],
  [
    "service_webhook_attempts_under_way",
    "Attempts to deliver a webhook that are under way.",
    ({ inFlight }) => inFlight,
  ],
  [
    "service_webhook_deliveries_waiting",
    "Deliveries that wait for a further attempt.",
    ({ waiting }) => waiting,
  ],
];

const COUNTERS: readonly [name: string, help: string, value: (one: OutboxMetrics) => number][] = [
  ["service_webhook_attempts_total", "Attempts to deliver a webhook.", ({ attempts }) => attempts],
  ["service_webhook_failures_total", "Attempts that failed.", ({ failures }) => failures],
  [
    "service_webhook_reports_total",
    "Reports of the outbox that a shard has on its disk.",
    ({ reports }) => reports,
  ],
  [
    "service_webhook_report_failures_total",
    "Reports whose end is not known, and that are sent again.",
    ({ reportFailures }) => reportFailures,
  ],
];

/** `outbox`: undefined while its thread does not run. */
export function outboxMetrics(registry: Registry, outbox: OutboxMetrics | undefined): void {
  for (const [name, help, value] of GAUGES) {
    const gauge = new Gauge({ name, help, registers: [registry] });
    if (outbox !== undefined) gauge.set(value(outbox));
  }
  for (const [name, help, value] of COUNTERS) {
    const counter = new Counter({ name, help, registers: [registry] });
    if (outbox !== undefined) counter.inc(value(outbox));
  }
}

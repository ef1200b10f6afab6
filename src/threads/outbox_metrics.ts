/** The numbers of the outbox, as metrics. METRICS.md describes each. */
import { Counter, Gauge, type Registry } from "prom-client";
import type { MailMetrics } from "../outbox/mail_queue.ts";
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

const MAIL_COUNTERS: readonly [name: string, help: string, value: (one: MailMetrics) => number][] =
  [
    ["service_mails_sent_total", "Mails that were sent.", ({ sent }) => sent],
    ["service_mails_given_up_total", "Mails that were given up.", ({ givenUp }) => givenUp],
    [
      "service_mail_failures_total",
      "Attempts to send a mail that failed.",
      ({ failures }) => failures,
    ],
  ];

type Sending = { outbox: OutboxMetrics | undefined; mail: MailMetrics | undefined };

/** Both are undefined while the thread does not run. */
export function outboxMetrics(registry: Registry, { outbox, mail }: Sending): void {
  for (const [name, help, value] of GAUGES) {
    const gauge = new Gauge({ name, help, registers: [registry] });
    if (outbox !== undefined) gauge.set(value(outbox));
  }
  for (const [name, help, value] of COUNTERS) {
    const counter = new Counter({ name, help, registers: [registry] });
    if (outbox !== undefined) counter.inc(value(outbox));
  }
  const waiting = new Gauge({
    name: "service_mails_waiting",
    help: "Mails that are neither sent nor given up.",
    registers: [registry],
  });
  if (mail !== undefined) waiting.set(mail.waiting);
  for (const [name, help, value] of MAIL_COUNTERS) {
    const counter = new Counter({ name, help, registers: [registry] });
    if (mail !== undefined) counter.inc(value(mail));
  }
}

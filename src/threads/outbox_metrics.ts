/** The numbers of the outbox, as metrics. METRICS.md describes each. */
import { Counter, Gauge, type Registry } from "prom-client";
import { noNews } from "../outbox/provider_news.ts";
import type { OutboxProvidersMetrics } from "../relay/outbox_providers.ts";
import type { OutboxThreadMetrics } from "./outbox_thread.ts";

type Row = readonly [name: string, help: string, value: (one: OutboxThreadMetrics) => number];

const GAUGES: readonly Row[] = [
  ["service_webhook_lines", "Endpoints that webhooks are sent to.", ({ outbox }) => outbox.lines],
  [
    "service_webhook_attempts_under_way",
    "Attempts to deliver a webhook that are under way.",
    ({ outbox }) => outbox.inFlight,
  ],
  [
    "service_webhook_deliveries_waiting",
    "Deliveries that wait for a further attempt.",
    ({ outbox }) => outbox.waiting,
  ],
  [
    "service_mails_waiting",
    "Mails that are neither sent nor given up.",
    ({ mail }) => mail.waiting,
  ],
  [
    "service_provider_requests_under_way",
    "Attempts and questions at providers that are under way.",
    ({ providers }) => providers.queue.underWay,
  ],
  [
    "service_unassigned_credits",
    "Credits that banks have told and that are nobody's until the operator says whose.",
    ({ providers }) => providers.unassignedCredits,
  ],
];

const COUNTERS: readonly Row[] = [
  [
    "service_webhook_attempts_total",
    "Attempts to deliver a webhook.",
    ({ outbox }) => outbox.attempts,
  ],
  ["service_webhook_failures_total", "Attempts that failed.", ({ outbox }) => outbox.failures],
  [
    "service_webhook_reports_total",
    "Reports of the outbox that a shard has on its disk.",
    ({ outbox }) => outbox.reports,
  ],
  [
    "service_webhook_report_failures_total",
    "Reports whose end is not known, and that are sent again.",
    ({ outbox }) => outbox.reportFailures,
  ],
  ["service_mails_sent_total", "Mails that were sent.", ({ mail }) => mail.sent],
  ["service_mails_given_up_total", "Mails that were given up.", ({ mail }) => mail.givenUp],
  [
    "service_mail_failures_total",
    "Attempts to send a mail that failed.",
    ({ mail }) => mail.failures,
  ],
  [
    "service_provider_report_failures_total",
    "Reports about providers whose end is not known, and that are sent again.",
    ({ providers }) => providers.queue.reportFailures,
  ],
];

type Labelled = {
  name: string;
  help: string;
  label: string;
  values: (one: OutboxThreadMetrics) => Readonly<Record<string, number>>;
  /** What is shown before the thread has run. */
  none?: Readonly<Record<string, number>>;
};

/** The ends of what is asked of providers, which are counted from the first scrape on. */
const NO_ENDS: OutboxProvidersMetrics["ends"] = {
  accepted: 0,
  refused: 0,
  unknown: 0,
  told: 0,
  not_told: 0,
};

const LABELLED: readonly Labelled[] = [
  {
    name: "service_provider_requests_total",
    help: "Attempts and questions at providers, by how they ended.",
    label: "end",
    values: ({ providers }) => providers.ends,
    none: NO_ENDS,
  },
  {
    name: "service_provider_news_total",
    help: "News of providers that were taken, by what became of them.",
    label: "verdict",
    values: ({ providers }) => providers.news.verdicts,
    none: noNews().verdicts,
  },
  {
    name: "service_provider_credits_total",
    help: "Tellings of credits that were taken, by what became of them.",
    label: "verdict",
    values: ({ providers }) => providers.news.credits,
    none: noNews().credits,
  },
  {
    name: "service_provider_news_refused_total",
    help: "News of providers that were not taken, by status.",
    label: "status",
    values: ({ providers }) => providers.news.refused,
    none: noNews().refused,
  },
];

type OfProvider = {
  name: string;
  help: string;
  value: (one: OutboxProvidersMetrics["comparisons"][number]) => number;
};

const OF_PROVIDERS: readonly OfProvider[] = [
  {
    name: "service_provider_compared_timestamp_seconds",
    help: "When the books of a provider were last compared by the clock, or it was configured.",
    value: ({ comparedAtMs }) => comparedAtMs / 1_000,
  },
  {
    name: "service_provider_comparison_failures",
    help: "How often a provider did not give its books in the newest night.",
    value: ({ failures }) => failures,
  },
];

/** What the comparisons by the clock have found; no sample where the clock compares nothing. */
function comparisonMetrics(registry: Registry, metrics: OutboxThreadMetrics | undefined): void {
  const registers = [registry];
  const comparisons = metrics?.providers.comparisons ?? [];
  for (const { name, help, value } of OF_PROVIDERS) {
    const gauge = new Gauge({ name, help, labelNames: ["provider"], registers });
    for (const one of comparisons) gauge.set({ provider: one.provider }, value(one));
  }
  const gauge = new Gauge({
    name: "service_provider_differences",
    help: "Differences between a provider's books and the records, by the newest comparison by the clock.",
    labelNames: ["provider", "kind"],
    registers,
  });
  for (const { provider, differences } of comparisons) {
    for (const [kind, count] of Object.entries(differences)) gauge.set({ provider, kind }, count);
  }
}

/** How old the word of banks that speak files is. */
function statementMetrics(registry: Registry, metrics: OutboxThreadMetrics | undefined): void {
  const gauge = new Gauge({
    name: "service_bank_statement_timestamp_seconds",
    help: "The end of the day of the newest statement of an account at a bank that speaks files, or when the bank was configured.",
    labelNames: ["provider", "currency"],
    registers: [registry],
  });
  for (const { provider, currency, closedAtMs } of metrics?.providers.statements ?? []) {
    gauge.set({ provider, currency }, closedAtMs / 1_000);
  }
}

/** `metrics` is undefined while the thread does not run. */
export function outboxMetrics(registry: Registry, metrics: OutboxThreadMetrics | undefined): void {
  const registers = [registry];
  for (const [name, help, value] of GAUGES) {
    const gauge = new Gauge({ name, help, registers });
    if (metrics !== undefined) gauge.set(value(metrics));
  }
  for (const [name, help, value] of COUNTERS) {
    const counter = new Counter({ name, help, registers });
    if (metrics !== undefined) counter.inc(value(metrics));
  }
  comparisonMetrics(registry, metrics);
  statementMetrics(registry, metrics);
  for (const { name, help, label, values, none = {} } of LABELLED) {
    const counter = new Counter({ name, help, labelNames: [label], registers });
    const counts = metrics === undefined ? none : values(metrics);
    for (const [of, count] of Object.entries(counts)) counter.inc({ [label]: of }, count);
  }
}

/**
 * The dashboard, the alert rules and the runbook against a real server: every expression is PromQL, every
 * metric and label that it names is in a scrape, every alert leads to a section of the runbook.
 * A server of its own: nginx stands before it, with its addresses and limits.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { parser } from "@prometheus-io/lezer-promql";
import { parse } from "yaml";
import { type Client, expect, openClient } from "../../test/support/client.ts";
import { type Scrape, scrapeMetrics } from "../../test/support/metrics.ts";
import { draft, newAccount } from "../../test/support/parties.ts";
import { newDataDir, type Server, startServer, stopServer } from "../../test/support/server.ts";

const HERE = import.meta.dirname;
/** Metrics that are not the server's: of Prometheus itself, and of the blackbox exporter. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  up: ["job", "instance"],
  probe_ssl_earliest_cert_expiry: ["instance"],
};
const PROMTOOL = "/usr/bin/promtool";

type Rule = {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
};
type Panel = { title: string; type: string; targets?: { expr: string; legendFormat: string }[] };

const alerts = parse(readFileSync(join(HERE, "alerts.yaml"), "utf8")) as {
  groups: { name: string; rules: Rule[] }[];
};
const rules = alerts.groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(readFileSync(join(HERE, "dashboard.json"), "utf8")) as {
  panels: Panel[];
};
const runbook = readFileSync(join(HERE, "RUNBOOK.md"), "utf8");

let server: Server;
let client: Client;
let scrape: Scrape;

before(async () => {
  server = await startServer(["--shards", "2", "--limit-discovery", "1"]);
  client = await openClient(server, server.demo);
  const [from, to] = [await newAccount(client, { fund: "9" }), await newAccount(client)];
  const posted = expect(await client.post("/transfers", draft(from, to, "5")), 201);
  expect(await client.post("/transfers", draft(from, to, "500")), 409);
  const receiptId = String(posted.headers["service-receipt-id"]);
  expect(await client.get(`/receipts/${receiptId}/proof`), 200);
  const month = String(posted.body["ledgerTimestamp"]).slice(0, 7);
  expect(await client.get(`/accounts/${from}/statements/${month}/export`), 200);
  await fetch(`${new URL(server.baseUrl).origin}/llms.txt`);
  scrape = await scrapeMetrics(new URL(server.baseUrl).origin);
});

after(async () => {
  client.close();
  await stopServer(server);
});

/** The names of each metric that an expression selects, with the labels that it names of that metric. */
type Named = { metric: string; labels: string[] };
type Read = { isValid: boolean; selected: Named[]; grouped: string[] };

function read(expression: string): Read {
  const text = expression.replaceAll("$__rate_interval", "5m");
  const result: Read = { isValid: true, selected: [], grouped: [] };
  let isInGroup = false;
  parser.parse(text).iterate({
    enter({ type, from, to }) {
      const word = text.slice(from, to);
      if (type.isError) result.isValid = false;
      if (type.name === "VectorSelector") {
        result.selected.push({ metric: /^[a-z_:][\w:]*/i.exec(word)?.[0] ?? "", labels: [] });
      }
      if (type.name === "GroupingLabels") isInGroup = true;
      if (type.name !== "LabelName") return;
      if (isInGroup) result.grouped.push(word);
      else result.selected.at(-1)?.labels.push(word);
    },
    leave({ type }) {
      if (type.name === "GroupingLabels") isInGroup = false;
    },
  });
  return result;
}

/** The labels of a metric in the scrape; undefined where the scrape has no such metric. */
function labelsOf(metric: string): readonly string[] | undefined {
  const others = OTHERS[metric];
  if (others !== undefined) return others;
  let found: string[] | undefined;
  for (const sample of scrape.samples.keys()) {
    const [, name, labels = ""] = /^([^{]+)(?:\{(.*)\})?$/.exec(sample) ?? [];
    if (name !== metric) continue;
    found = [
      ...(found ?? ["instance"]),
      ...[...labels.matchAll(/(\w+)="/g)].map(([, one = ""]) => one),
    ];
  }
  return found;
}

/** What is wrong with an expression and the labels that its text shows. */
function faultsOf(expression: string, shown: string): string[] {
  const { isValid, selected, grouped } = read(expression);
  if (!isValid) return ["is no PromQL"];
  if (selected.length === 0) return ["selects no metric"];
  const known = selected.map(({ metric }) => labelsOf(metric));
  const all = known.flatMap((labels) => labels ?? []);
  const texts = [...shown.matchAll(/\{\{ *(?:\$labels\.)?(\w+) *\}\}/g)].map(
    ([, label = ""]) => label,
  );
  return [
    ...selected.flatMap(({ metric, labels }, at) => {
      const own = known[at];
      if (own === undefined) return [`${metric} is in no scrape`];
      return labels
        .filter((label) => !own.includes(label))
        .map((label) => `${metric} has no ${label}`);
    }),
    ...[...grouped, ...texts]
      .filter((label) => !all.includes(label))
      .map((label) => `no metric of it has the label ${label}`),
    ...texts
      .filter((label) => /\bby \(/.test(expression) && !grouped.includes(label))
      .map((label) => `the label ${label} is summed away`),
  ];
}

test("alert rules: each expression -> PromQL over metrics and labels of a scrape", () => {
  assert.ok(rules.length > 15);
  for (const { alert, expr, annotations } of rules) {
    assert.deepEqual(faultsOf(expr, annotations.summary.replaceAll("{{ $value }}", "")), [], alert);
  }
});

test("alert rules: each -> a name of its own, a severity, a section of the runbook", () => {
  assert.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length);
  const sections = [...runbook.matchAll(/^## (.+)$/gm)].map(([, title = ""]) =>
    title.toLowerCase().replaceAll(" ", "-"),
  );
  for (const { alert, labels, annotations, for: lasting = "0s" } of rules) {
    assert.match(labels.severity, /^(page|ticket)$/, alert);
    assert.match(lasting, /^\d+[smhd]$/, alert);
    const [path, section = ""] = annotations.runbook.split("#");
    assert.equal(path, "scripts/operate/RUNBOOK.md", alert);
    assert.ok(sections.includes(section), `${alert}: no section ${section}`);
  }
});

test("dashboard: each panel -> PromQL over metrics and labels of a scrape", () => {
  const panels = dashboard.panels.filter(({ type }) => type !== "row");
  assert.ok(panels.length > 20);
  for (const { title, targets = [] } of panels) {
    assert.ok(targets.length > 0, title);
    for (const { expr, legendFormat } of targets) {
      assert.deepEqual(faultsOf(expr, legendFormat), [], `${title}: ${expr}`);
    }
  }
});

test("expressions: another metric, another label, half an expression -> each is found", () => {
  assert.deepEqual(faultsOf("service_nothing == 0", ""), ["service_nothing is in no scrape"]);
  assert.deepEqual(faultsOf('service_ready{shard="0"} == 0', ""), ["service_ready has no shard"]);
  assert.deepEqual(faultsOf("sum by (nobody) (service_ready)", ""), [
    "no metric of it has the label nobody",
  ]);
  assert.deepEqual(faultsOf("sum by (shard (service_ready)", ""), ["is no PromQL"]);
  assert.deepEqual(faultsOf("sum by (operation) (service_requests_total)", "{{status}}"), [
    "the label status is summed away",
  ]);
});

test("runbook: the operator's commands that it names -> the flags that they have", async () => {
  const { OPERATOR_COMMANDS } = await import("../../src/operator/operator_commands.ts");
  const named = OPERATOR_COMMANDS.filter(({ name }) => runbook.includes(name));
  assert.ok(named.length >= 4, named.map(({ name }) => name).join());
  for (const [, name = "", flags = ""] of runbook.matchAll(
    /`(?:npm run admin -- )?(\w+ \w+)((?: --[\w-]+ \w+)+)`/g,
  )) {
    const command = OPERATOR_COMMANDS.find((one) => one.name === name);
    assert.ok(command !== undefined, name);
    for (const [, flag] of flags.matchAll(/--([\w-]+)/g)) {
      assert.ok(
        command.flags.some((one) => one.name === flag),
        `${name} --${flag}`,
      );
    }
  }
});

test("alert rules: promtool, where it is installed -> finds nothing", () => {
  if (!existsSync(PROMTOOL)) return;
  const path = join(newDataDir(), `${randomUUID()}.yaml`);
  writeFileSync(path, readFileSync(join(HERE, "alerts.yaml")));
  execFileSync(PROMTOOL, ["check", "rules", path], { stdio: "pipe" });
});

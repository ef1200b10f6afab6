/** When the clock compares the books of providers, how often, and what is recorded and told of it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isoTime } from "../base/iso_time.ts";
import type { DifferenceCount, FoundDifference } from "../contract/messages/book_differences.ts";
import type { ProviderDocument } from "../features/provider/provider_document.ts";
import type { ProviderComparisonDocument } from "../features/provider_comparison/provider_comparison_document.ts";
import { comparisonMetricsOf, statementMetricsOf } from "./comparison_metrics.ts";
import {
  CONFIRM_MS,
  DUE_LOOK_MS,
  NightlyComparison,
  nightOf,
  UNANSWERED_PAUSES_MS,
} from "./nightly_comparison.ts";
import type { ProviderReport } from "./provider_shard.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HOUR = 2;
const CONFIGURED_MS = Date.UTC(2026, 0, 5, 12);
/** The first night after that. */
const NIGHT_MS = Date.UTC(2026, 0, 6, HOUR);
const PLATFORM_REALM = 1;

const LOST: FoundDifference = {
  ...{ difference: "credit_missing_there", of: "cr-1" },
  home: { shard: 1, realm: 7 },
};
const GAP: FoundDifference = { difference: "balance_differs", of: "EUR 5" };

/** A shard that records what it is told, as its steps do, and a clock that a test moves. */
function opened({
  hour = HOUR,
  providers = ["acme"],
}: {
  hour?: number | "off";
  providers?: string[];
} = {}) {
  const clock = { nowMs: NIGHT_MS };
  const configured = providers.map((provider) => ({
    ...{ provider, status: "serving", createdAtMs: CONFIGURED_MS },
  })) as ProviderDocument[];
  const ended = new Map<string, ProviderComparisonDocument>();
  const compared: string[] = [];
  const reports: ProviderReport[] = [];
  /** What the books say when they are compared next, or why they say nothing. */
  const books = { found: [] as readonly FoundDifference[], fault: "" };
  const faults = { report: false };
  const logged: string[] = [];
  const log = (_fields: object, text: string) => void logged.push(text);

  async function report(one: ProviderReport) {
    if (faults.report) throw new Error("its end is not known");
    reports.push(one);
    if (one.operation !== "provider_comparison.end") return;
    const { provider, night, differences, fault } = one.input as {
      provider: string;
      night: string;
      differences?: DifferenceCount[];
      fault?: string;
    };
    const before = ended.get(provider);
    const failures = before?.night === night ? before.failures : 0;
    const outcome = differences === undefined ? "unanswered" : "agreed";
    const recorded = { provider, night, outcome, fault, updatedAtMs: clock.nowMs };
    ended.set(provider, {
      ...{ ...recorded, failures: outcome === "unanswered" ? failures + 1 : 0 },
    } as ProviderComparisonDocument);
  }

  const open = () =>
    new NightlyComparison({
      hour: hour === "off" ? undefined : hour,
      providers: () => configured,
      ended: () => [...ended.values()],
      async compare(provider) {
        compared.push(`${provider} ${isoTime(clock.nowMs).slice(0, 16)}`);
        await Promise.resolve();
        if (books.fault !== "") throw new Error(books.fault);
        return books.found;
      },
      platformRealm: () => PLATFORM_REALM,
      report,
      shown: async () => {},
      logger: { error: log, warn: log, info: log } as never,
      nowMs: () => clock.nowMs,
    });
  let nightly = open();
  /** Lets time pass, and looks. */
  const pass = async (ms: number) => {
    clock.nowMs += ms;
    nightly.look();
    await nightly.settled();
  };
  const restart = () => {
    nightly = open();
  };
  return { clock, configured, ended, compared, reports, books, faults, logged, pass, restart };
}

const endsOf = (reports: readonly ProviderReport[]) =>
  reports.filter(({ operation }) => operation === "provider_comparison.end");
const tellingsOf = (reports: readonly ProviderReport[]) =>
  reports.filter(({ operation }) => operation === "provider_comparison.tell");

test("nightly comparison: the books agree -> compared once in each night, and recorded on the first shard", async () => {
  const { compared, reports, pass } = opened();
  await pass(-DUE_LOOK_MS);
  assert.deepEqual(compared, []);
  await pass(DUE_LOOK_MS);
  for (let at = 0; at < 24; at++) await pass(HOUR_MS);
  assert.deepEqual(compared, ["acme 2026-01-06T02:00", "acme 2026-01-07T02:00"]);
  assert.deepEqual(
    reports.map(({ shard, realm, operation, input }) => [shard, realm, operation, input]),
    ["2026-01-06", "2026-01-07"].map((night) => [
      ...[0, PLATFORM_REALM, "provider_comparison.end"],
      { provider: "acme", night, differences: [] },
    ]),
  );
});

test("nightly comparison: a start that missed nights -> one comparison, soon; a start in a night that is over -> none", async () => {
  const { compared, pass, restart } = opened();
  await pass(3 * DAY_MS + 5 * HOUR_MS);
  assert.deepEqual(compared, ["acme 2026-01-09T07:00"]);
  restart();
  await pass(HOUR_MS);
  assert.equal(compared.length, 1);
});

test("nightly comparison: a provider that was configured in a night, or retired -> not compared in it, or never", async () => {
  const { compared, configured, pass } = opened({ providers: ["acme", "gone"] });
  const [acme, gone] = configured as [ProviderDocument, ProviderDocument];
  acme.createdAtMs = NIGHT_MS + 1;
  gone.status = "retired";
  await pass(HOUR_MS);
  assert.deepEqual(compared, []);
  await pass(DAY_MS - HOUR_MS);
  assert.deepEqual(compared, ["acme 2026-01-07T02:00"]);
});

test("nightly comparison: a bank that speaks files -> compared as every other, and /metrics says how old its statements are", async () => {
  const { compared, configured, reports, pass } = opened({ providers: ["acme", "file-bank"] });
  const [, bank] = configured as [ProviderDocument, ProviderDocument];
  bank.speaks = "files";
  bank.accounts = [{ currency: "EUR", holder: "Acme", iban: "DE02120300000000202051" }];
  for (let at = 0; at < 2; at++) await pass(HOUR_MS);
  assert.deepEqual(compared, ["acme 2026-01-06T03:00", "file-bank 2026-01-06T04:00"]);
  const told = new Set(reports.map(({ input }) => input["provider"]));
  assert.deepEqual(told, new Set(["acme", "file-bank"]));
  const measured = comparisonMetricsOf(configured, []).map(({ provider }) => provider);
  assert.deepEqual(measured, ["acme", "file-bank"]);
  assert.deepEqual(statementMetricsOf(configured, []), [
    { provider: "file-bank", currency: "EUR", closedAtMs: bank.createdAtMs },
  ]);
});

test("nightly comparison: no hour -> never", async () => {
  const { compared, pass } = opened({ hour: "off" });
  await pass(DAY_MS);
  assert.deepEqual(compared, []);
});

test("nightly comparison: several providers -> one after another, never two at once", async () => {
  const { compared, pass } = opened({ providers: ["acme", "first-bank"] });
  await pass(0);
  assert.deepEqual(compared, ["acme 2026-01-06T02:00"]);
  await pass(DUE_LOOK_MS);
  assert.deepEqual(compared.slice(1), ["first-bank 2026-01-06T02:00"]);
});

test("nightly comparison: looked at while one is under way -> none beside it", async () => {
  const { compared, pass, clock } = opened();
  const nothing = pass(0);
  const again = pass(DUE_LOOK_MS);
  await Promise.all([nothing, again]);
  assert.equal(compared.length, 1);
  assert.equal(clock.nowMs, NIGHT_MS + DUE_LOOK_MS);
});

test("nightly comparison: a difference that the second comparison has too -> recorded, and told to its Product alone", async () => {
  const { books, compared, reports, logged, pass } = opened();
  books.found = [LOST, GAP, { ...LOST, of: "cr-2" }, { ...LOST, home: { shard: 0, realm: 9 } }];
  await pass(0);
  assert.deepEqual(reports, []);
  await pass(CONFIRM_MS - DUE_LOOK_MS);
  assert.equal(compared.length, 1);
  await pass(DUE_LOOK_MS);
  assert.equal(compared.length, 2);
  const told = (realm: number, shard: number, count: number) => ({
    ...{ shard, realm, operation: "provider_comparison.tell" },
    input: {
      ...{ provider: "acme", night: "2026-01-06", comparedAtMs: NIGHT_MS + CONFIRM_MS },
      differences: [{ difference: "credit_missing_there", count }],
    },
  });
  assert.deepEqual(tellingsOf(reports), [told(7, 1, 2), told(9, 0, 1)]);
  assert.deepEqual(
    endsOf(reports).map(({ input }) => input["differences"]),
    [
      [
        { difference: "credit_missing_there", count: 3 },
        { difference: "balance_differs", count: 1 },
      ],
    ],
  );
  assert.deepEqual(reports.slice(-1), endsOf(reports));
  assert.match(logged.join(), /differ from what is on record/);
});

const PASSED: [what: string, then: readonly FoundDifference[]][] = [
  ["that is gone at the second comparison", []],
  ["of another credit each time", [{ ...LOST, of: "cr-9" }]],
  ["of a balance by another amount each time", [{ ...GAP, of: "EUR 6" }]],
];
for (const [what, then] of PASSED) {
  test(`nightly comparison: a difference ${what} -> none`, async () => {
    const { books, reports, pass } = opened();
    books.found = [LOST, GAP];
    await pass(0);
    books.found = then;
    await pass(CONFIRM_MS);
    assert.deepEqual(
      reports.map(({ input }) => input["differences"]),
      [[]],
    );
  });
}

test("nightly comparison: books that differ every night -> told once a night, and no more once they agree", async () => {
  const { books, reports, pass } = opened();
  books.found = [LOST];
  for (let minutes = 0; minutes < 2 * 24 * 60; minutes += 30) {
    await pass(0);
    await pass(CONFIRM_MS);
    await pass(30 * 60_000 - CONFIRM_MS);
  }
  assert.deepEqual(
    tellingsOf(reports).map(({ input }) => input["night"]),
    ["2026-01-06", "2026-01-07"],
  );
  books.found = [];
  await pass(DAY_MS);
  assert.equal(tellingsOf(reports).length, 2);
  assert.deepEqual(endsOf(reports).at(-1)?.input["differences"], []);
});

test("nightly comparison: a provider that does not answer -> recorded with the sentence, asked again more and more seldom, over a start", async () => {
  const { books, compared, reports, logged, pass, restart } = opened();
  books.fault = "the bank gives no page of its book: timeout";
  await pass(0);
  for (const [at, pauseMs] of [...UNANSWERED_PAUSES_MS, UNANSWERED_PAUSES_MS.at(-1)].entries()) {
    restart();
    await pass(Number(pauseMs) - 1);
    assert.equal(compared.length, at + 1);
    await pass(DUE_LOOK_MS);
    assert.equal(compared.length, at + 2);
  }
  for (const { input } of endsOf(reports)) assert.equal(input["fault"], books.fault);
  assert.match(logged.join(), /does not give its books/);
  books.fault = "";
  await pass(Number(UNANSWERED_PAUSES_MS.at(-1)));
  assert.deepEqual(endsOf(reports).at(-1)?.input["differences"], []);
});

test("nightly comparison: a provider that answers the first time and not the second -> unanswered; nothing is told", async () => {
  const { books, reports, pass } = opened();
  books.found = [LOST];
  await pass(0);
  books.fault = "timeout";
  await pass(CONFIRM_MS);
  assert.deepEqual(
    reports.map(({ input }) => input["fault"]),
    ["timeout"],
  );
});

test("nightly comparison: the end of a report is not known -> done again a while later, and recorded", async () => {
  const { faults, compared, reports, pass, logged } = opened();
  faults.report = true;
  await pass(0);
  assert.deepEqual(reports, []);
  assert.match(logged.join(), /is not recorded/);
  faults.report = false;
  await pass(CONFIRM_MS - 1);
  assert.equal(compared.length, 1);
  await pass(DUE_LOOK_MS);
  assert.equal(endsOf(reports).length, 1);
});

for (const [now, hour, night] of [
  ["2026-01-06T02:00:00.000Z", 2, "2026-01-06T02:00:00.000Z"],
  ["2026-01-06T01:59:59.999Z", 2, "2026-01-05T02:00:00.000Z"],
  ["2026-01-06T00:00:00.000Z", 0, "2026-01-06T00:00:00.000Z"],
  ["2026-01-06T22:59:00.000Z", 23, "2026-01-05T23:00:00.000Z"],
] as const) {
  test(`nightly comparison: ${now}, at ${hour} -> the night of ${night}`, () => {
    assert.equal(isoTime(nightOf(Date.parse(now), hour)), night);
  });
}

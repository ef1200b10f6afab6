/** The periods in which the use of a consent is counted. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isoTime } from "../../base/iso_time.ts";
import type { ConsentDocument, ConsentPeriod } from "./consent_document.ts";
import { periodStartMs, usedNow } from "./consent_use.ts";
import { askedFact, givenBackFact, settledFact, usedFact } from "./consent_used.ts";

const ROWS: [period: ConsentPeriod | undefined, from: string, now: string, start: string][] = [
  [undefined, "2026-01-31T10:00", "2029-01-31T10:00", "2026-01-31T10:00"],
  ["P1D", "2026-01-31T10:00", "2026-01-30T10:00", "2026-01-31T10:00"],
  ["P1D", "2026-01-31T10:00", "2026-02-01T09:59", "2026-01-31T10:00"],
  ["P1D", "2026-01-31T10:00", "2026-02-01T10:00", "2026-02-01T10:00"],
  ["P1W", "2026-01-31T10:00", "2026-02-07T09:59", "2026-01-31T10:00"],
  ["P1W", "2026-01-31T10:00", "2026-02-07T10:00", "2026-02-07T10:00"],
  ["P1M", "2026-01-31T10:00", "2026-02-28T09:59", "2026-01-31T10:00"],
  ["P1M", "2026-01-31T10:00", "2026-02-28T10:00", "2026-02-28T10:00"],
  ["P1M", "2026-01-31T10:00", "2026-03-31T09:59", "2026-02-28T10:00"],
  ["P1M", "2026-01-31T10:00", "2026-03-31T10:00", "2026-03-31T10:00"],
  ["P1M", "2028-01-30T10:00", "2028-03-01T00:00", "2028-02-29T10:00"],
  ["P1M", "2026-12-15T10:00", "2027-01-15T09:59", "2026-12-15T10:00"],
  ["P1M", "1960-01-31T10:00", "9999-12-31T23:59", "9999-12-31T10:00"],
];

const msOf = (minute: string) => Date.parse(`${minute}:00.000Z`);

for (const [period, from, now, start] of ROWS) {
  test(`consent period: ${period ?? "none"} from ${from}, at ${now} -> began at ${start}`, () => {
    const consent = { ...(period && { limits: { period } }), validFromMs: msOf(from) };
    assert.equal(isoTime(periodStartMs(consent, msOf(now))), isoTime(msOf(start)));
  });
}

test("consent use: in the period of the last collection, and in the next -> as it is, and nothing", () => {
  const validFromMs = msOf("2026-01-31T10:00");
  const used = { count: 2, total: "300", sinceMs: validFromMs };
  const consent = { limits: { period: "P1M" }, validFromMs, used } as ConsentDocument;
  assert.deepEqual(usedNow(consent, msOf("2026-02-28T09:59")), used);
  const next = msOf("2026-02-28T10:00");
  assert.deepEqual(usedNow(consent, next), { count: 0, total: "0", sinceMs: next });
});

const AT = { nowMs: 7, clockMs: msOf("2026-02-10T10:00"), changedBy: "clock:clock" };

/** A consent by whose mandate a bank was asked for 100 at the time of `AT`. */
function askedFor100(limits: ConsentDocument["limits"] = {}) {
  const validFromMs = msOf("2026-01-31T10:00");
  const consent = {
    realm: 1,
    ...{ status: "active", validFromMs, limits, revision: 1 },
    used: { count: 0, total: "0", sinceMs: validFromMs },
    mandate: { beneficiaryId: "ben_1", reference: "R", rail: "sepa" },
  } as unknown as ConsentDocument;
  return { realm: 1, ...askedFact(consent, 100n, AT).consent };
}

test("consent use: a bank is asked by a mandate -> counted, and consumed by nothing", () => {
  const { kind, consent } = askedFact(askedFor100({ maxCount: 2 }), 50n, AT);
  assert.deepEqual([consent.used.count, consent.used.total], [2, "150"]);
  assert.deepEqual(consent.underWay, { count: 2, total: "150" });
  assert.deepEqual([kind, consent.status], ["consent.used.1", "active"]);
});

const ENDS = [
  ["of one collection", { maxCount: 1 }, "consent.consumed.1"],
  ["of the amount", { maxTotal: "100" }, "consent.consumed.1"],
  ["of one more", { maxCount: 2 }, "consent.used.1"],
  ["of one collection a month", { maxCount: 1, period: "P1M" }, "consent.used.1"],
] as const;
for (const [what, limits, kind] of ENDS) {
  test(`consent use: the bank has the money, by a consent ${what} -> ${kind}`, () => {
    const fact = settledFact(askedFor100(limits), 100n, AT);
    assert.equal(fact.kind, kind);
    const { used, underWay, mandate } = fact.consent;
    assert.deepEqual([used.total, underWay], ["100", { count: 0, total: "0" }]);
    assert.equal(mandate?.isUsed, true);
  });
}

test("consent use: one of two that use it up is collected -> consumed with the second", () => {
  const limits = { maxCount: 2 };
  const two = { realm: 1, ...askedFact(askedFor100(limits), 50n, AT).consent };
  const first = settledFact(two, 100n, AT);
  assert.equal(first.kind, "consent.used.1");
  assert.equal(settledFact({ realm: 1, ...first.consent }, 50n, AT).kind, "consent.consumed.1");
});

const GIVEN_BACK = [
  ["in the period of the asking", "2026-02-10T10:00", { count: 0, total: "0" }],
  ["in a later period", "2026-03-10T10:00", { count: 1, total: "40" }],
] as const;
for (const [when, at, left] of GIVEN_BACK) {
  test(`consent use: what fails is given back ${when} -> ${left.total} used`, () => {
    const before = askedFor100({ period: "P1M" });
    const later = msOf("2026-03-10T10:00");
    const consent =
      at === "2026-03-10T10:00"
        ? { realm: 1, ...usedFact(before, 40n, { ...AT, clockMs: later }).consent }
        : before;
    const back = { amount: 100n, askedAtMs: AT.clockMs };
    const { used, underWay } = givenBackFact(consent, back, AT).consent;
    assert.deepEqual({ count: used.count, total: used.total }, left);
    assert.deepEqual(underWay, { count: 0, total: "0" });
  });
}

/**
 * Months of the ledger: calendar months in UTC, by the time of the records, in sandbox and in live
 * alike. A month is sealed some time after its end: from then on nothing can be added to the month.
 */
import { type Static, Type } from "@sinclair/typebox";
import { isoTime } from "../base/iso_time.ts";
import { described } from "../contract/declare/schema_marks.ts";
import { type Refusal, refuse } from "../contract/refusals/refusal.ts";
import { Timestamp } from "../contract/values/formats.ts";
import { MONTH_RULE } from "../contract/values/meant_times.ts";
import { ruled } from "../contract/values/value_rules.ts";
import type { TimeRange } from "./record_walk.ts";

/**
 * Time from the end of a month to its seal, milliseconds. It is longer than a record decided in the
 * last moment of the month takes to become durable (after 5 s its shard stops), and longer than
 * synchronization ever sets a clock back.
 */
export const SEAL_AFTER_MS = 300_000;

export const Month = ruled(
  Type.String({
    description: "Calendar month in UTC, `YYYY-MM`, from 1970 on.",
    pattern: "^(19[7-9][0-9]|[2-9][0-9]{3})-(0[1-9]|1[0-2])$",
    examples: ["2026-01"],
  }),
  MONTH_RULE,
);

/** A month in a path. Every operation that takes one asks `refuseMonth`. */
export const MonthAsked = Type.String({
  ...Month,
  description:
    `${Month.description} A month that has not begun by the present real time, which is the ` +
    "time of records in the sandbox too, is refused with `statement_evidence_incomplete`; so is " +
    "one that was over before the thing existed.",
});

export const MonthEvidence = Type.Object(
  {
    status: described(
      Type.Union([Type.Literal("open"), Type.Literal("sealed")]),
      "`open`: entries may follow. `sealed`: five minutes after the month, for ever.",
    ),
    sealedAt: Type.Optional(
      described(Timestamp, "When the month was sealed; absent while it is open."),
    ),
  },
  {
    title: "MonthEvidence",
    description: "Nothing is added to a sealed month any more.",
    additionalProperties: false,
  },
);
export type MonthEvidence = Static<typeof MonthEvidence>;

/** The bounds of a month that has the pattern of `Month`. */
export function rangeOfMonth(month: string): TimeRange {
  const year = Number(month.slice(0, 4));
  const index = Number(month.slice(5)) - 1;
  return { fromMs: Date.UTC(year, index), belowMs: Date.UTC(year, index + 1) };
}

export function monthOf(timeMs: number): string {
  return isoTime(timeMs).slice(0, 7);
}

export function monthBefore(month: string): string {
  return monthOf(rangeOfMonth(month).fromMs - 1);
}

/** The month after one that is not the last of the year 9999: no time of the platform is later. */
export function monthAfter(month: string): string {
  return monthOf(rangeOfMonth(month).belowMs);
}

/** Whether a month is sealed at `nowMs`, and the time of its seal. */
export function evidenceOf(month: string, nowMs: number): MonthEvidence {
  const atMs = rangeOfMonth(month).belowMs + SEAL_AFTER_MS;
  return nowMs < atMs ? { status: "open" } : { status: "sealed", sealedAt: isoTime(atMs) };
}

/**
 * The refusal of a month that has no evidence at all for a resource that began at `begunMs`: the
 * month has not begun, or it ended before the resource began. Undefined when the month has
 * evidence. `range`: the bounds of the month where it is not one of UTC.
 */
export function refuseMonth(
  month: string,
  { nowMs, begunMs, resource }: { nowMs: number; begunMs: number; resource: "account" | "Product" },
  { fromMs, belowMs }: TimeRange = rangeOfMonth(month),
): Refusal<"statement_evidence_incomplete"> | undefined {
  if (nowMs < fromMs) return refuseEvidence(month, "month", `${month} has not begun`);
  if (belowMs <= begunMs) {
    const message = `${month} was over before the ${resource} existed`;
    return refuseEvidence(month, resource.toLowerCase(), message);
  }
  return undefined;
}

/** `missing` names the thing that the ledger does not have for the month. */
export function refuseEvidence(
  month: string,
  missing: string,
  message: string,
): Refusal<"statement_evidence_incomplete"> {
  return refuse("statement_evidence_incomplete", message, { month, missing: [missing] });
}

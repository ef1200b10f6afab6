/**
 * The values of the naive interpreter, and how it refuses. An amount, a time and a duration are objects of
 * their own, so that a mixture of types shows itself as a thrown error.
 */
import { DURATION } from "../../src/programs/schema_parts.ts";

export type Amount = { minor: bigint };
export type Time = { timeMs: number };
export type Span = { spanMs: number };
export type Item = Map<string, Value>;
/** An int and basis points are a bigint; a day, a word, a name and a tier are texts. */
export type Value = Amount | Time | Span | bigint | boolean | string | Item[];

/** A refusal: it ends the call, of which nothing is then kept. */
export class Refused extends Error {
  readonly code: string;
  isFaultOfScenario = false;
  constructor(code: string, why = "") {
    super(`${code} ${why}`);
    this.code = code;
  }
}

export function refuse(code: string, why = ""): never {
  throw new Refused(code, why);
}

/** Refuses a step that speaks of what the scenario does not have: it is no call of an object. */
export function faultOfScenario(why: string, code = "state_constraint_failed"): never {
  const refused = new Refused(code, why);
  refused.isFaultOfScenario = true;
  throw refused;
}

/** What came of a part of a call that may refuse. */
export function attempt<T>(work: () => T): { value: T } | { refused: Refused } {
  try {
    return { value: work() };
  } catch (thrown) {
    if (thrown instanceof Refused) return { refused: thrown };
    throw thrown;
  }
}

const AMOUNT_MAX = 999_999_999_999_999_999n;

export function isAmount(value: Value): value is Amount {
  return typeof value === "object" && "minor" in value;
}
export function isTime(value: Value): value is Time {
  return typeof value === "object" && "timeMs" in value;
}
export function isSpan(value: Value): value is Span {
  return typeof value === "object" && "spanMs" in value;
}

/** The minor units of an amount that an object or the ledger may have. */
export function minorOf(value: Value): bigint {
  if (!isAmount(value)) throw new Error("the value is no amount");
  if (value.minor < 0n || value.minor > AMOUNT_MAX) {
    refuse("state_constraint_failed", `the amount ${value.minor} is out of range`);
  }
  return value.minor;
}

const DAY_MS = 86_400_000;

export function spanMsOf(text: string): number | undefined {
  if (!new RegExp(DURATION).test(text)) return undefined;
  const units = { W: 7 * DAY_MS, D: DAY_MS, H: 3_600_000, M: 60_000, S: 1_000 };
  let total = 0;
  for (const [, count, unit] of text.matchAll(/(\d+)([WDHMS])/g)) {
    total += Number(count) * units[unit as keyof typeof units];
  }
  return total;
}

/** The first moment of a day, or the moment of a time. */
export function momentMsOf(value: Value): number {
  if (typeof value === "string") return Date.parse(`${value}T00:00:00.000Z`);
  if (isTime(value)) return value.timeMs;
  throw new Error("the value is no moment");
}

/** As the trace writes a value. */
export function shown(value: Value): unknown {
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "object") return value;
  if (Array.isArray(value)) {
    return value.map((item) =>
      Object.fromEntries([...item].map(([name, each]) => [name, shown(each)])),
    );
  }
  if (isAmount(value)) return String(value.minor);
  if (isTime(value)) return new Date(value.timeMs).toISOString();
  return spanShown((value as Span).spanMs);
}

/** In days, hours, minutes and seconds. */
function spanShown(spanMs: number): string {
  const seconds = spanMs / 1_000;
  const parts = {
    H: Math.floor(seconds / 3_600) % 24,
    M: Math.floor(seconds / 60) % 60,
    S: seconds % 60,
  };
  const some = Object.entries(parts).filter(([, count]) => count > 0);
  const time = some.map(([unit, count]) => `${count}${unit}`).join("");
  const days = Math.floor(seconds / 86_400);
  return `P${days > 0 ? `${days}D` : ""}${time === "" ? "" : `T${time}`}`;
}

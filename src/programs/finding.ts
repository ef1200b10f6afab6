/**
 * What a check finds in a program. A finding names the place by a JSON Pointer (RFC 6901), says what is
 * wrong, and says what to write instead.
 * Guarantees: at most `FINDINGS_MAX` findings are kept, and never two of one code at one place with one message.
 */
import { shownText } from "../base/shown_text.ts";
import { FINDINGS_MAX } from "./program_limits.ts";

export type Severity = "error" | "warning" | "info";

/** The checks: what each looks at, and how bad a finding of it is where it does not say otherwise. */
export const CHECKS = {
  P01: { severity: "error", title: "The program has the form of the JSON Schema, and its sizes." },
  P02: { severity: "error", title: "Every name is of something that the program declares." },
  P03: { severity: "error", title: "Every expression has the type that its place asks for." },
  P04: { severity: "warning", title: "Everything that is declared is used." },
  P05: { severity: "error", title: "The states of a noun lead from one beginning to an end." },
  P06: { severity: "error", title: "An action has one transition from each of its states." },
  P07: { severity: "error", title: "The parts of a split list make up the whole." },
  P08: { severity: "error", title: "Money stays in its currency." },
  P09: { severity: "error", title: "Money comes from accounts whose balance bounds it." },
  P10: { severity: "warning", title: "Own accounts are empty before the states that ask for it." },
  P11: { severity: "error", title: "A customer's money leaves by the customer's will alone." },
  P12: { severity: "error", title: "Every action is open to somebody through a port." },
  P13: {
    severity: "error",
    title: "Decisions can be opened before the actions that wait for them.",
  },
  P14: { severity: "error", title: "References lead to nouns and states that there are." },
  P15: { severity: "error", title: "Remainders only go down, from a fixed beginning." },
  P16: {
    severity: "error",
    title: "Aggregates have a cap of their own type, where they need one.",
  },
  P17: { severity: "error", title: "Schedules are finite, and the clock may do what they ask." },
  P18: { severity: "warning", title: "No value outgrows its bounds." },
  P19: { severity: "error", title: "One call makes a bounded number of ledger transfers." },
  P20: { severity: "error", title: "Dates and times are reckoned by the calendar's functions." },
  P21: { severity: "info", title: "What the program needs of the platform and of its customers." },
  P22: { severity: "warning", title: "Personal data is declared as such." },
  P23: { severity: "warning", title: "Revenue has a label in the books." },
  P24: { severity: "error", title: "Objects of the previous Build fit the program." },
  P25: { severity: "error", title: "A fixed value does not depend on the time of day." },
} as const satisfies Readonly<Record<string, { severity: Severity; title: string }>>;

export type CheckCode = keyof typeof CHECKS;

export type Finding = {
  code: CheckCode;
  severity: Severity;
  /** JSON Pointer to the place in the source; "" is the whole program. */
  path: string;
  message: string;
  /** What to write instead. */
  hint: string;
};

/** Thrown by `Findings.add` at the last error that an answer has room for: nothing more is looked at. */
export class TooManyErrors extends Error {}

/** Where a program's findings are gathered. Errors go before what is less bad, where not all have room. */
export class Findings {
  readonly #found: Finding[] = [];
  readonly #seen = new Set<string>();
  #errors = 0;

  /** In the order in which they were added; at most `FINDINGS_MAX`. */
  get all(): readonly Finding[] {
    let room = FINDINGS_MAX - this.#errors;
    return this.#found.filter(({ severity }) => severity === "error" || room-- > 0);
  }

  /** Whether any finding is an error. */
  get hasErrors(): boolean {
    return this.#errors > 0;
  }

  /** Whether there is no more room but for errors. */
  get isFullOfWarnings(): boolean {
    return this.#found.length - this.#errors >= FINDINGS_MAX;
  }

  /** `severity`: only where it is not that of the check. Throws `TooManyErrors`. */
  add(
    code: CheckCode,
    path: string,
    message: string,
    hint: string,
    severity: Severity = CHECKS[code].severity,
  ): void {
    const isError = severity === "error";
    if (!isError && this.isFullOfWarnings) return;
    const key = `${code} ${path} ${message}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#found.push({ code, severity, path, message, hint });
    if (!isError) return;
    this.#errors++;
    if (this.#errors === FINDINGS_MAX) throw new TooManyErrors("the answer has no more room");
  }
}

/** A JSON Pointer to a member of what `path` leads to. */
export function at(path: string, ...names: readonly (string | number)[]): string {
  let pointer = path;
  for (const name of names) {
    pointer += `/${typeof name === "number" || isPlain(name) ? name : escaped(name)}`;
  }
  return pointer;
}

function isPlain(name: string): boolean {
  return !name.includes("~") && !name.includes("/");
}

function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** A name or a text of the program as a message may show it: short, on one line, in quotation marks. */
export function quoted(text: string): string {
  const shown = shownText(text);
  return shown === undefined ? "this text" : `"${shown}"`;
}

/** `a`, `b` and `c`, in quotation marks; at most ten of them. */
export function listed(names: Iterable<string>): string {
  const all = [...names];
  const shown = all.slice(0, NAMES_SHOWN).map(quoted);
  if (all.length > NAMES_SHOWN) shown.push(`${all.length - NAMES_SHOWN} more`);
  if (shown.length === 0) return "none";
  const last = shown.pop() as string;
  return shown.length === 0 ? last : `${shown.join(", ")} and ${last}`;
}

/** What there is instead of a name that there is not, as a hint. */
export function thereAre(names: Iterable<string>): string {
  const all = [...names];
  if (all.length === 0) return "There is none yet: declare it, or leave it out.";
  return all.length === 1 ? `There is only ${listed(all)}.` : `There are ${listed(all)}.`;
}

const NAMES_SHOWN = 10;

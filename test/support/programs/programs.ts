/**
 * Programs for tests: the two worked examples of the language, a program that has no more than it must, and what
 * the platform offers to them.
 */
import { PLATFORM_TERMS } from "../../../src/features/ledger/program_terms.ts";
import { type CheckedProgram, checkProgram } from "../../../src/programs/checked_program.ts";
import type { PlatformTerms } from "../../../src/programs/platform_terms.ts";
import invoice from "../../../src/programs/templates/invoice.json" with { type: "json" };
import loan from "../../../src/programs/templates/loan.json" with { type: "json" };
import type { TypedProgram } from "../../../src/programs/typed_program.ts";

export const TERMS: PlatformTerms = PLATFORM_TERMS;

/** The worked examples of the language: an invoice with a fee, and an instalment loan. */
export const INVOICE = invoice;
export const LOAN = loan;

/** A program that has no more than it must. */
export const MINIMAL = {
  language: "blueprint/1",
  name: "Tickets",
  currencies: ["EUR"],
  nouns: {
    ticket: {
      fields: {},
      states: { open: { initial: true }, closed: { terminal: true } },
      actions: { close: { from: ["open"], to: "closed" } },
    },
  },
  ports: { operator: { actors: ["operator"], allow: ["ticket.create", "ticket.close"] } },
};

/**
 * A deep copy of the program with the value at a JSON Pointer replaced or added; `-` is behind the last of a list,
 * and `undefined` takes the place away. The object or list that the place is in must be there.
 */
export function changed(program: unknown, pointer: string, value: unknown): unknown {
  const copy = structuredClone(program);
  const names = pointer
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = names.pop();
  if (last === undefined) return value;
  const place = names.reduce<unknown>(memberOf, copy);
  if (Array.isArray(place)) {
    const at = last === "-" ? place.length : Number(last);
    place.splice(at, 1, ...(value === undefined ? [] : [value]));
  } else if (value === undefined) delete (place as Record<string, unknown>)[last];
  // Not an assignment: `__proto__` is a key as any other.
  else Object.defineProperty(place, last, { value, ...WRITABLE });
  return copy;
}

const WRITABLE = { enumerable: true, configurable: true, writable: true };

function memberOf(place: unknown, name: string): unknown {
  if (typeof place !== "object" || place === null || !Object.hasOwn(place, name)) {
    throw new Error(`the program has no ${name}`);
  }
  return (place as Record<string, unknown>)[name];
}

/** The program with several places changed, in order. */
export function changedAll(program: unknown, changes: Readonly<Record<string, unknown>>): unknown {
  return Object.entries(changes).reduce<unknown>(
    (before, [pointer, value]) => changed(before, pointer, value),
    program,
  );
}

export function checked(source: unknown, previous?: TypedProgram): CheckedProgram {
  return checkProgram(source, TERMS, previous);
}

/** A program that must be right, typed. */
export function typedOf(source: unknown): TypedProgram {
  const { typed, findings } = checked(source);
  const errors = findings.filter(({ severity }) => severity === "error");
  if (typed === undefined || errors.length > 0) throw new Error(JSON.stringify(errors));
  return typed;
}

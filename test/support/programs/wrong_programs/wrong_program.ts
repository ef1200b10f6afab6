/** The form of a row of wrong programs, and how most rows are made. */
import type { CheckCode } from "../../../../src/programs/finding.ts";

export type WrongProgram = {
  title: string;
  /** The right program that is changed. */
  of: "INVOICE" | "LOAN" | "MINIMAL";
  /** By JSON Pointer, in order: the value that takes the place; `undefined` takes it away. */
  changes: Readonly<Record<string, unknown>>;
  code: CheckCode;
  /** What the previous Build has that the right program has not; of P24 alone. They stand before the changes. */
  previous?: Readonly<Record<string, unknown>>;
  /** `warning` or `info` where the program is accepted all the same. */
  severity?: "warning" | "info";
  /** The number of errors, where one mistake has several places. */
  errors?: number;
};

type Changes = WrongProgram["changes"];

/** A change of the invoice, and the check that finds it. */
export function invoice(title: string, changes: Changes, code: CheckCode): WrongProgram {
  return { title, of: "INVOICE", changes, code };
}

/** A change of the loan, and the check that finds it. */
export function loan(title: string, changes: Changes, code: CheckCode): WrongProgram {
  return { title, of: "LOAN", changes, code };
}

/** The row as one of a program that is accepted with a warning. */
export function warned(row: WrongProgram): WrongProgram {
  return { ...row, severity: "warning" };
}

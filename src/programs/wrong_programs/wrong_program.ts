/** The form of a row of wrong programs. */
import type { CheckCode } from "../finding.ts";

export type WrongProgram = {
  title: string;
  /** The right program that is changed. */
  of: "INVOICE" | "LOAN" | "MINIMAL";
  /** By JSON Pointer, in order: the value that takes the place; `undefined` takes it away. */
  changes: Readonly<Record<string, unknown>>;
  code: CheckCode;
  /** `warning` or `info` where the program is accepted all the same. */
  severity?: "warning" | "info";
  /** The number of errors, where one mistake has several places. */
  errors?: number;
};

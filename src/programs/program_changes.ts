/** P24: the changes that a comparison of two programs finds. */
import type { Program } from "./program_schema.ts";

export type Change = {
  /** JSON Pointer into the new program, or into the previous one where the part is gone. */
  path: string;
  message: string;
  hint: string;
  /** True: a migration of the new program says what becomes of it. */
  isMapped: boolean;
};

export type Comparison = { breaking: readonly Change[]; additive: readonly Change[] };

/** What a program says of the objects of one kind. */
export type Migration = NonNullable<Program["migrations"]>[string];

/** Where they are gathered, in the order in which they are found. */
export class Changes implements Comparison {
  readonly breaking: Change[] = [];
  readonly additive: Change[] = [];

  breaks(path: string, message: string, hint: string, isMapped = false): void {
    this.breaking.push({ path, message, hint, isMapped });
  }

  adds(path: string, message: string): void {
    this.additive.push({ path, message: `new: ${message}`, hint: "", isMapped: true });
  }
}

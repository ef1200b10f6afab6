/** The accounts that a program gives its Product. */
import type { Program } from "../../programs/program_schema.ts";
import { accountKey } from "./product_build_document.ts";

/** The most accounts of a program, each name counted once for each of its currencies. */
export const PROGRAM_ACCOUNTS_MAX = 1_000;

export type ProgramAccount = { key: string; name: string; role: string; currency: string };

/** Each account in its currency, or in every currency of the program where it has none of its own. */
export function programAccountsOf({
  accounts = {},
  currencies,
}: Pick<Program, "accounts" | "currencies">): ProgramAccount[] {
  return Object.entries(accounts).flatMap(([name, { role, currency }]) =>
    (currency === undefined ? currencies : [currency]).map((each) => ({
      key: accountKey(name, each),
      name,
      role,
      currency: each,
    })),
  );
}

/** What a program says of collections by a mandate: an account at another bank, whose bank answers days later. */
import type { AccountSelector } from "./account_selector.ts";
import type { TypedAction } from "./typed_action.ts";

/** How a collection by a mandate can end, as the language names it: the statuses of collections that are ends. */
export const MANDATE_ENDS = ["collected", "failed", "returned"] as const;
export type MandateEnd = (typeof MANDATE_ENDS)[number];

type OfCustomer = Extract<AccountSelector, { kind: "customer" }>;

/**
 * The accounts of customers that the moves of the action take money from, each once, in the order of the program. What a bank
 * has collected for the action is credited to the one account that there is.
 */
export function debitsOf({ moves }: TypedAction): readonly OfCustomer[] {
  const found = new Map<string, OfCustomer>();
  for (const { from } of moves) {
    // P11 lets the clock take the money of the subject alone, whom a field names.
    if (from?.kind !== "customer" || from.field[0] !== "fields") continue;
    const text = `${from.field.join(".")} ${from.role}`;
    if (!found.has(text)) found.set(text, from);
  }
  return [...found.values()];
}

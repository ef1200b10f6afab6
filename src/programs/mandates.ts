/** What a program says of collections by a mandate: an account at another bank, whose bank answers days later. */
import type { AccountSelector } from "./account_selector.ts";
import type { ThenSource } from "./action_schema.ts";
import type { TypedAction, TypedMove } from "./typed_action.ts";

type OfCustomer = Extract<AccountSelector, { kind: "customer" }>;

export type TypedCollection = {
  label: string;
  /** JSON Pointer to the move. */
  path: string;
  move: TypedMove;
  /** The actions that are called when it has ended. */
  then: ThenSource;
};

/** The moves of the action whose source is a mandate, in the order of the program. */
export function collectionsOf({ moves }: TypedAction): readonly TypedCollection[] {
  return moves.flatMap((move) => {
    const { source, path, from } = move;
    const { label, then = {} } = source;
    return from?.kind === "mandate" ? [{ label, path, move, then }] : [];
  });
}

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

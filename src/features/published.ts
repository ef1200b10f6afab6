/** What the world sees of the features: the operations and their scopes. */
import { operations } from "./registry.ts";

export const PUBLIC_OPERATIONS = operations;

/** Every scope that some operation asks for, in alphabetical order. */
export function allScopes(): string[] {
  return [...new Set(operations.map(({ scope }) => scope))]
    .filter((scope) => scope !== undefined)
    .sort();
}

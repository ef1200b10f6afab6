/** The scopes that a personal access token may have: those of keys, and those of the company's own. */
import { allScopes } from "./operation_ids.ts";

/** Scopes of founders, which no Product key needs. */
const MANAGEMENT_SCOPES = [
  "products:read",
  "products:write",
  "blueprints:read",
  "blueprints:write",
  "keys:read",
  "keys:write",
  "activity:read",
  "tenant:write",
] as const;

/** In alphabetical order. */
export function tokenScopes(): string[] {
  return [...new Set([...allScopes(), ...MANAGEMENT_SCOPES])].sort();
}

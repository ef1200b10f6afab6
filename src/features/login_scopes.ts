/** The scopes that a program of the command line may ask for. */
import { tokenScopes } from "./token_scopes.ts";

/** What a program gets that names no scopes (specification, Device protocol). */
export const DEFAULT_LOGIN_SCOPES: readonly string[] = [
  "products:read",
  "products:write",
  "blueprints:read",
  "blueprints:write",
  "catalog:read",
  "keys:read",
  "keys:write",
  "activity:read",
];

/** In alphabetical order: those of personal access tokens, the ones above among them. */
export function loginScopes(): string[] {
  return tokenScopes();
}

/** The scopes that a program of the command line may ask for, and those that an agent may ask for. */
import { agentScopes } from "./operation_ids.ts";
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

/** The scopes that programs may ask for, those of one that names none, and those of agents. */
export function scopesOfLogins() {
  return { all: loginScopes(), byDefault: DEFAULT_LOGIN_SCOPES, ofAgents: agentScopes() };
}

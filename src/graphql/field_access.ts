/**
 * Whether a caller may use one field: what REST asks before it runs the same read. The answer is the
 * same for every use of the read in a request.
 */
import { type Authenticated, checkScope } from "../access/credential_table.ts";
import { type Refusal, refuse } from "../contract/operation.ts";
import type { AnyRead } from "./read_field.ts";

/** What of a caller reads need; it can be handed to another thread. */
export type Caller = Pick<Authenticated, "principal" | "product" | "key" | "scopes">;

export function denialOf(caller: Caller, operation: AnyRead): Refusal | undefined {
  const { id, principals, scope, environment } = operation;
  if (principals.includes("public")) return undefined;
  if (!principals.includes("product_key")) {
    return refuse("session_required", `${id} takes a session, not a Product key`, {
      operation: id,
    });
  }
  const own = caller.principal.environment;
  if (environment !== undefined && environment !== own) {
    return refuse("operation_environment_invalid", `${id} exists in ${environment} only`, {
      operation: id,
      environment: own,
      allowedEnvironments: [environment],
    });
  }
  return checkScope(caller, scope, id);
}

/** The operations that a key may call, and the scopes that the operations declare. */
import type { Operation } from "../contract/declare/operation.ts";
import type { ApiKeyView } from "../contract/declare/principal.ts";
import { EVERYBODY } from "../contract/declare/roles.ts";
import { announcedOperations } from "./announced.ts";

/** Ids of those of the operations that a key may call, in alphabetical order. */
export function operationIdsFor(
  { scopes, environment, origin }: Pick<ApiKeyView, "scopes" | "environment" | "origin">,
  operations: readonly Operation<never>[] = announcedOperations(),
): string[] {
  return operations
    .filter(
      (operation) =>
        operation.principals.includes("product_key") &&
        (operation.browserKeyOnly !== true || origin === "browser") &&
        (operation.scope === undefined || scopes.includes(operation.scope)) &&
        (operation.environment === undefined || operation.environment === environment),
    )
    .map(({ id }) => id)
    .sort();
}

/** Every scope that some operation requires, in alphabetical order. */
export function allScopes(): string[] {
  return scopesOf(announcedOperations());
}

/** The scopes that the operations declare, in alphabetical order. */
function scopesOf(operations: readonly { scope: string | undefined }[]): string[] {
  const scopes = new Set(operations.map(({ scope }) => scope));
  return [...scopes].filter((scope) => scope !== undefined).sort();
}

/** Every scope that some role has and another may lack, in alphabetical order: not those of what is a person's own. */
export function roleScopes(): string[] {
  return scopesOf(announcedOperations().filter(({ permission }) => permission !== EVERYBODY));
}

/** Every scope that opens an operation to Product keys, in alphabetical order. */
export function keyScopes(): string[] {
  return scopesOf(
    announcedOperations().filter(({ principals }) => principals.includes("product_key")),
  );
}

/** Every scope that opens an operation to agents, in alphabetical order. */
export function agentScopes(): string[] {
  return scopesOf(announcedOperations().filter(({ principals }) => principals.includes("agent")));
}

/** Operations that no key may call but one that was made in a browser, in alphabetical order. */
export function browserKeyOnlyOperationIds(): string[] {
  return announcedOperations()
    .filter(
      ({ browserKeyOnly, principals }) =>
        browserKeyOnly === true && principals.includes("product_key"),
    )
    .map(({ id }) => id)
    .sort();
}

/** Every scope that allows a key to read something, in alphabetical order. */
export function readScopes(): string[] {
  return keyScopes().filter((scope) => scope.endsWith(":read"));
}

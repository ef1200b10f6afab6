/**
 * The list of all operations, for features that show it, and the operations that a key may call.
 * The registry sets the list when it is loaded: a feature cannot import the registry, because the
 * registry imports every feature.
 */
import { invariant } from "../base/invariant.ts";
import type { Operation } from "../contract/declare/operation.ts";
import type { ApiKeyView } from "../contract/declare/principal.ts";
import { EVERYBODY } from "../contract/declare/roles.ts";

let announced: readonly Operation<never>[] | undefined;
let byId: ReadonlyMap<string, Operation<never>> = new Map();

/** Called once by the registry, with every operation. */
export function announceOperations(operations: readonly Operation<never>[]): void {
  announced = operations;
  byId = new Map(operations.map((operation) => [operation.id, operation]));
}

/** The operation with this id; undefined when no operation has it. */
export function announcedOperation(id: string): Operation<never> | undefined {
  return byId.get(id);
}

/** Every operation, in the order of the registry. */
export function announcedOperations(): readonly Operation<never>[] {
  invariant(announced !== undefined, "the registry has announced its operations");
  return announced;
}

/** Ids of the operations that a key may call, in alphabetical order. */
export function operationIdsFor({
  scopes,
  environment,
  origin,
}: Pick<ApiKeyView, "scopes" | "environment" | "origin">): string[] {
  return announcedOperations()
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

/**
 * Which operations a key may call. The registry announces them when it is loaded; a feature cannot
 * ask the registry itself, as the registry imports every feature.
 */
import { invariant } from "../base/invariant.ts";
import type { Environment, Operation } from "../contract/operation.ts";

/** What decides whether a key reaches an operation. */
export type AnnouncedOperation = Pick<
  Operation<never>,
  "id" | "principals" | "scope" | "environment"
>;

let announced: readonly AnnouncedOperation[] | undefined;

/** Called once by the registry, with every operation there is. */
export function announceOperations(operations: readonly AnnouncedOperation[]): void {
  announced = operations;
}

/** Ids of the operations that a key with these scopes reaches, in alphabetical order. */
export function operationIdsFor(scopes: readonly string[], environment: Environment): string[] {
  invariant(announced !== undefined, "the registry has announced its operations");
  return announced
    .filter(
      (operation) =>
        operation.principals.includes("product_key") &&
        (operation.scope === undefined || scopes.includes(operation.scope)) &&
        (operation.environment === undefined || operation.environment === environment),
    )
    .map(({ id }) => id)
    .sort();
}

/** What the world sees of the features: the operations, their scopes, the contract's text. */
import { documentText, openApiDocument } from "../contract/openapi.ts";
import { operations } from "./registry.ts";

export const PUBLIC_OPERATIONS = operations;

/** The OpenAPI document that `/openapi.json` serves, the same text on every edge. */
export function contractText(): string {
  return documentText(openApiDocument(operations as never, { serverUrl: "/v1" }));
}

/** Every scope that some operation asks for, in alphabetical order. */
export function allScopes(): string[] {
  return [...new Set(operations.map(({ scope }) => scope))]
    .filter((scope) => scope !== undefined)
    .sort();
}

/** What a schema says to those who publish it, as options of the schema. Not published themselves. */
import type { TSchema, TString } from "@sinclair/typebox";
import { type Keywords, partsOf } from "./redaction.ts";

/**
 * Key of a schema option: the schema that the contract document shows instead of the declared one.
 * For values whose form on the wire differs from JSON, such as a number in a query string.
 */
export const PUBLISHED_AS: unique symbol = Symbol("published as");

/**
 * Key of a schema option: the values of a text, where they follow from the types of events that all features have. The
 * contract document lists them as `enum`; the operation's own check refuses any other text.
 */
export const LISTED: unique symbol = Symbol("listed");
export type ListedValues = (eventTypes: readonly string[]) => readonly string[];

/** Key of a schema option: what the schema says of itself, where one of its places says more. */
export const OWN_DESCRIPTION: unique symbol = Symbol("own description");

/**
 * Key of a schema option: a format without a title, which the contract document has once, by name.
 * A title would name a type of GraphQL too.
 */
export const SHARED_AS: unique symbol = Symbol("shared as");
export type NamedFormat = { name: string; description: string; schema: TString };

/**
 * The option of a schema whose values can be guessed: what a person chose, or so short that a machine tries
 * all of it. An operation that takes such a value says what counts wrong ones (`limitsGuesses`).
 */
export const GUESSED: unique symbol = Symbol("guessed");
export const GUESSABLE = { [GUESSED]: true } as const;

/** Whether the schema, or a part of it, takes what can be guessed. */
export function takesGuesses(schema: Keywords | undefined): boolean {
  if (schema === undefined) return false;
  return (schema as { [GUESSED]?: true })[GUESSED] === true || partsOf(schema).some(takesGuesses);
}

/** The schema as a format that the contract document has once. */
export function sharedAs(name: string, schema: TString): TString {
  const format = { name, description: schema.description ?? "", schema };
  return { ...schema, [SHARED_AS]: format };
}

/** The schema with what the value means at one place, instead of what its format says of it. */
export function described<T extends TSchema>(schema: T, description: string): T {
  const options = schema as { [PUBLISHED_AS]?: object; [OWN_DESCRIPTION]?: string };
  const published = options[PUBLISHED_AS];
  const own = options[OWN_DESCRIPTION] ?? schema.description;
  return {
    ...schema,
    description,
    ...(own !== undefined && { [OWN_DESCRIPTION]: own }),
    ...(published !== undefined && { [PUBLISHED_AS]: { ...published, description } }),
  };
}

/** Of an object that has a field, in `if`, `then`, `else` and `not` of a schema; linters want the field declared beside. */
export function withField(name: string): object {
  return { properties: { [name]: {} }, required: [name] };
}

/** The fields of a noun, or of an input, that the engine looks at by their type. */
import type { FieldSource } from "../field_schema.ts";
import type { FieldSources } from "./values.ts";

export type Reference = { name: string; kind: string; source: FieldSource };

export type ConsentField = { name: string; consentType: string | undefined };

/** The fields that refer to objects, in the order of the program. */
export function referencesOf(fields: FieldSources): Reference[] {
  return Object.entries(fields).flatMap(([name, source]) =>
    source.type === "ref" ? [{ name, kind: source.kind ?? "", source }] : [],
  );
}

/** The fields that name a consent, in the order of the program. */
export function consentsOf(fields: FieldSources): ConsentField[] {
  return Object.entries(fields).flatMap(([name, { type, consentType }]) =>
    type === "consent" ? [{ name, consentType }] : [],
  );
}

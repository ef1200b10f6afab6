/**
 * The fields of an object of the earlier Build after its migration: a field that the migration names has the value of
 * its expression, every other field keeps its value, and a new field has its default. Each value must fit as if a
 * caller had given it; an expression without a value counts as a value that was not given.
 */
import type { FieldSource } from "../field_schema.ts";
import type { CompiledMigration } from "./compiled_migration.ts";
import type { Compiled, Evaluation } from "./evaluation.ts";
import { Refused, stopAt } from "./refused.ts";
import { fieldsGiven } from "./requirement_check.ts";
import { misfit } from "./single_values.ts";
import type { Fields, Value } from "./values.ts";

/** The fields for the next Build. `before`: the evaluation of the object under the earlier program. */
export function migratedFields(
  { after: { currencies }, to, fields: named }: CompiledMigration,
  before: Evaluation,
): Fields {
  const fields = new Map<string, Value>();
  for (const [name, source] of Object.entries(to.fields)) {
    const expression = named.get(name);
    const given = expression === undefined ? before.fields.get(name) : reckoned(expression, before);
    const value = given ?? defaultOf(name, source, currencies);
    if (value === undefined) {
      if (source.required === true) stopAt("missing_value", `fields.${name} would have no value`);
      continue;
    }
    const says = misfit(value, source);
    if (says !== undefined) stopAt("field_range", `fields.${name} would not fit: it ${says}`);
    const isOther = source.type === "currency" && !currencies.includes(value as string);
    if (isOther) stopAt("field_range", `fields.${name} would be a currency that there is no more`);
    fields.set(name, value);
  }
  return fields;
}

function reckoned(expression: Compiled, before: Evaluation): Value | undefined {
  try {
    return expression(before);
  } catch (thrown) {
    const isMissing =
      thrown instanceof Refused && thrown.refusal.details["constraint"] === "missing_value";
    if (isMissing) return undefined;
    throw thrown;
  }
}

function defaultOf(
  name: string,
  source: FieldSource,
  currencies: readonly string[],
): Value | undefined {
  if (source.default === undefined) return undefined;
  return fieldsGiven({ [name]: source }, {}, { at: "fields", currencies }).get(name);
}

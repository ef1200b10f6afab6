/** Forms that the schemas of the language share. */
import { type TSchema, type TString, Type } from "@sinclair/typebox";
import { EXPRESSION_LENGTH_MAX, STATES_MAX } from "./program_limits.ts";

export const NAME = "^[a-z][A-Za-z0-9_]{0,39}$";
export const LABEL = "^[a-z][A-Za-z0-9_]{0,39}(\\.[a-z][A-Za-z0-9_]{0,39}){0,3}$";
export const PORT_ENTRY = "^[a-z][A-Za-z0-9_]{0,39}\\.[a-z][A-Za-z0-9_]{0,39}$";
export const CURRENCY = "^[A-Z]{3}$";
/** Whole weeks, or days, hours, minutes and seconds: what has one length, whatever the calendar says. */
export const DURATION =
  "^P([1-9][0-9]{0,3}W|(?=.)([1-9][0-9]{0,4}D)?(T(?=.)([1-9][0-9]{0,5}H)?([1-9][0-9]{0,6}M)?([1-9][0-9]{0,7}S)?)?)$";

export const closed = { additionalProperties: false } as const;

export const name = (title: string, description: string): TString =>
  Type.String({ title, description, pattern: NAME });

/** An object whose keys are names that the program chooses. */
export function named<T extends TSchema>(
  value: T,
  { title, description, most, least = 0 }: NamedOptions,
) {
  const options = { title, description, maxProperties: most, minProperties: least };
  return Type.Record(Type.String({ pattern: NAME }), value, { ...options, ...closed });
}
type NamedOptions = { title: string; description: string; most: number; least?: number };

export function list<T extends TSchema>(
  items: T,
  { title, description, most, least = 0 }: NamedOptions,
) {
  return Type.Array(items, { title, description, maxItems: most, minItems: least });
}

/** One of some texts. A union of constants, so that the type has them. */
export function oneOf<const T extends readonly string[]>(
  values: T,
  options: { title: string; description: string },
) {
  return Type.Unsafe<T[number]>(Type.String({ ...options, enum: values as unknown as string[] }));
}

export const Expression = Type.String({
  title: "expression",
  description: "An expression of the language; see the guide to programs.",
  minLength: 1,
  maxLength: EXPRESSION_LENGTH_MAX,
});
export const expression = (description: string) =>
  Type.String({ title: "expression", description, minLength: 1, maxLength: EXPRESSION_LENGTH_MAX });

export const AmountText = (description: string) =>
  Type.String({ title: "amount", description, pattern: "^(0|[1-9][0-9]{0,17})$" });

export const Duration = (description: string) =>
  Type.String({ title: "duration", description, pattern: DURATION });

export const CurrencyCode = Type.String({
  title: "currency",
  description: "A code of ISO 4217, such as `EUR`.",
  pattern: CURRENCY,
});

export const names = (title: string, description: string, most = STATES_MAX, least = 0) =>
  list(name("name", description), { title, description, most, least });

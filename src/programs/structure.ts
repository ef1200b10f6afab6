/**
 * Check P01: whether a value has the form of a schema, as findings that say what to write instead.
 * It reads the schemas of this room, so that the form of a program is declared once.
 * Its time and memory grow with the value, not with its depth: what the schema does not have is not looked into.
 */
import type { TSchema } from "@sinclair/typebox";
import { didYouMean, editsBetween, nearest } from "../base/nearest.ts";
import { at, type Findings, listed, quoted } from "./finding.ts";
import { NAME } from "./schema_parts.ts";

/** Names that JavaScript or the language gives a meaning to: no name of a program may be one. */
const RESERVED = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  ...["prototype", "create"],
]);

/** The options of a schema that this file reads. */
type Form = {
  title?: string;
  description?: string;
  type?: "object" | "array" | "string" | "integer" | "boolean";
  anyOf?: Form[];
  enum?: string[];
  properties?: Record<string, Form>;
  patternProperties?: Record<string, Form>;
  required?: string[];
  items?: Form;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  minProperties?: number;
  maxProperties?: number;
};

/** Adds a finding for each place where `value` does not have the form of `schema`. */
export function checkStructure(schema: TSchema, value: unknown, findings: Findings): void {
  check(schema as Form, value, [], findings);
}

/** The names that lead to a place. One list for all: a pointer is made for findings alone. */
type Place = (string | number)[];

function check(form: Form, value: unknown, place: Place, findings: Findings): void {
  const fitting = fittingOf(form, value);
  if (fitting === undefined) {
    const says = `is ${A[typeOf(value)]}, and must be ${mustBe(form)}`;
    add({ says, hint: hintOf(form) }, form, place, findings);
    return;
  }
  const keys = fitting.type === "object" ? Object.keys(value as object) : NO_KEYS;
  const fault = faultOf(fitting, value, keys);
  // One of several forms may leave it to them together to say what it is.
  const told = fitting.description === undefined ? form : fitting;
  if (fault !== undefined) add(fault, told, place, findings);
  if (fitting.type === "array") checkItems(fitting, value as unknown[], place, findings);
  if (fitting.type !== "object") return;
  const object = { value: value as Record<string, unknown>, keys };
  if (fitting.patternProperties === undefined) checkKeys(fitting, object, place, findings);
  else checkNames(fitting, object, place, findings);
}

const NO_KEYS: readonly string[] = [];

/** An object with its keys, because to list very many takes long. */
type Keyed = { value: Readonly<Record<string, unknown>>; keys: readonly string[] };

function fittingOf(form: Form, value: unknown): Form | undefined {
  if (form.anyOf === undefined) return hasType(value, form.type) ? form : undefined;
  // No closure: it would be made for every value.
  for (const each of form.anyOf) if (hasType(value, each.type)) return each;
  return undefined;
}

function add({ says, hint }: Fault, told: Form, place: Place, findings: Findings): void {
  const message = `${placeName(place)} ${says}`;
  findings.add("P01", at("", ...place), message, hint ?? hintOf(told));
}

type JsonType = "null" | "boolean" | "number" | "string" | "array" | "object";
const A: Readonly<Record<JsonType, string>> = {
  null: "null",
  boolean: "true or false",
  number: "a number",
  string: "a text",
  array: "a list",
  object: "an object",
};

function typeOf(value: unknown): JsonType {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : (typeof value as JsonType);
}

function hasType(value: unknown, type: Form["type"]): boolean {
  // A form without a type takes every value.
  if (type === undefined) return true;
  return type === "integer" ? typeof value === "number" : typeOf(value) === type;
}

/** What a value of the form is, in words. */
function mustBe(form: Form): string {
  if (form.anyOf !== undefined) return form.anyOf.map(mustBe).join(" or ");
  switch (form.type) {
    case "object":
      return "an object";
    case "array":
      return "a list";
    case "integer":
      return "a whole number";
    case "boolean":
      return "true or false";
    default:
      return form.enum === undefined ? "a text" : oneOf(form.enum);
  }
}

function oneOf(texts: readonly string[]): string {
  return texts.length === 1 ? listed(texts) : `one of ${listed(texts)}`;
}

/** What belongs in the place, by the description of its form, and an example where that has none. */
function hintOf(form: Form): string {
  const { title = "", description = "", pattern, type } = form;
  if (description.includes("`")) return description;
  const example =
    (type === "object" ? OBJECTS : EXAMPLES)[title] ??
    form.enum?.map((each) => JSON.stringify(each))[0];
  if (example !== undefined)
    return `${description} For example: ${example}`.replace(/[^.]$/, "$&.");
  return pattern === NAME ? `${description} ${NAME_HINT}` : description;
}

const EXAMPLES: Readonly<Record<string, string>> = {
  amount: '"2500" for 25.00 EUR.',
  duration: '"P2D" or "PT48H".',
  permission: '"invoice.pay".',
};
const OBJECTS: Readonly<Record<string, string>> = {
  field: '{ "type": "text" }.',
  state: '{ "terminal": true }.',
};

/** The keys of an object that the language names. */
function checkKeys(form: Form, { value, keys }: Keyed, place: Place, findings: Findings): void {
  const { properties = {}, required = [], title } = form;
  for (const name of keys) {
    const wanted = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (wanted !== undefined) {
      place.push(name);
      check(wanted, value[name], place, findings);
      place.pop();
      continue;
    }
    const known = Object.keys(properties);
    const missing = known.filter((one) => !Object.hasOwn(value, one));
    const meant = didYouMean(name, missing) || didYouMean(name, known);
    const message = `${quoted(name)} is not a key of ${articled(form)}${meant}`;
    const hint = `The keys of ${articled(form)}: ${known.join(", ")}.`;
    findings.add("P01", at("", ...place, name), message, hint);
  }
  for (const name of required) {
    if (Object.hasOwn(value, name)) continue;
    const wanted = properties[name] as Form;
    const message = `the ${title} lacks ${quoted(name)}, which must be ${mustBe(wanted)}`;
    findings.add("P01", at("", ...place), message, hintOf(wanted));
  }
}

/** The keys of an object that the program chooses. */
function checkNames(
  { patternProperties = {}, maxProperties: most = Number.POSITIVE_INFINITY }: Form,
  { value, keys }: Keyed,
  place: Place,
  findings: Findings,
): void {
  const [[pattern, wanted]] = Object.entries(patternProperties) as [[string, Form]];
  const isName = regExpOf(pattern);
  for (const name of keys.length > most ? keys.slice(0, most) : keys) {
    if (isName.test(name) && !RESERVED.has(name)) {
      place.push(name);
      check(wanted, value[name], place, findings);
      place.pop();
      continue;
    }
    const isReserved = RESERVED.has(name);
    const says = isReserved ? "is a reserved name" : "is not a name";
    const hint = isReserved ? "Choose another name." : NAME_HINT;
    findings.add("P01", at("", ...place, name), `${quoted(name)} ${says}`, hint);
  }
}

const NAME_HINT =
  "A name begins with a small letter and has at most 40 letters, digits and underscores.";

function checkItems(form: Form, value: unknown[], place: Place, findings: Findings): void {
  const { items = {}, maxItems = value.length } = form;
  const count = Math.min(maxItems, value.length);
  for (let index = 0; index < count; index++) {
    const item = value[index];
    // Most items are names, and most names are right.
    if (typeof item === "string" && items.type === "string" && !textFault(items, item)) continue;
    place.push(index);
    check(items, item, place, findings);
    place.pop();
  }
}

/** What is wrong with a value, and what to write where its form alone does not say it. */
type Fault = { says: string; hint?: string };

/** What is wrong with the value itself, which has the type of the form; its members aside. */
function faultOf(form: Form, value: unknown, keys: readonly string[]): Fault | undefined {
  switch (form.type) {
    case "string":
      return textFault(form, value as string);
    case "integer":
      return numberFault(form, value as number);
    case "array":
      return countFault((value as unknown[]).length, form.minItems, form.maxItems);
    case "object":
      return form.maxProperties === undefined
        ? undefined
        : countFault(keys.length, form.minProperties, form.maxProperties);
    default:
      return undefined;
  }
}

function countFault(size: number, least = 0, most = size): Fault | undefined {
  if (size > most) {
    const says = `has ${size} entries, and at most ${most} are allowed`;
    return { says, hint: `Leave out ${size - most} of them.` };
  }
  if (size >= least) return undefined;
  return { says: `has ${size === 0 ? "no entries" : `${size} of ${least} entries`}` };
}

function textFault(form: Form, value: string): Fault | undefined {
  const { enum: allowed, maxLength = value.length, minLength = 0, pattern, title } = form;
  if (allowed !== undefined) {
    if (allowed.includes(value)) return undefined;
    const must = `is ${quoted(value)}, and must be ${oneOf(allowed)}`;
    return { says: must + meantOf(value, allowed), hint: form.description ?? "" };
  }
  if (value.length > maxLength) {
    const says = `has ${value.length} characters, and at most ${maxLength} are allowed`;
    const hint = title === "expression" ? "Give its parts names under let." : "Shorten it.";
    return { says, hint };
  }
  if (value.length < minLength) return { says: "is empty" };
  if (pattern === undefined || regExpOf(pattern).test(value)) return undefined;
  return { says: `is ${quoted(value)}, which is not ${articled(form)}` };
}

/** The one text that was meant; "" where there are several that it may be. */
function meantOf(value: string, allowed: readonly string[]): string {
  const meant = nearest(value, allowed);
  if (meant === undefined || allowed.length === 1) return "";
  const others = allowed.filter((each) => each !== meant);
  const other = nearest(value, others) ?? "";
  const [one, two] = [meant, other].map((each) => editsBetween(value, each, value.length));
  return other === "" || one !== two ? `; did you mean ${meant}?` : "";
}

function articled({ title = "text" }: Form): string {
  return `${/^[aeiou]/.test(title) ? "an" : "a"} ${title}`;
}

function numberFault({ minimum, maximum }: Form, value: number): Fault | undefined {
  const least = minimum ?? Number.MIN_SAFE_INTEGER;
  const most = maximum ?? Number.MAX_SAFE_INTEGER;
  const range = minimum === undefined && maximum === undefined ? "" : ` from ${least} to ${most}`;
  const hint = `Write a whole number${range}.`;
  if (!Number.isSafeInteger(value)) return { says: "is no whole number", hint };
  if (value < least) return { says: `is ${value}, and must be at least ${least}`, hint };
  return value > most ? { says: `is ${value}, and must be at most ${most}`, hint } : undefined;
}

/** What a message calls the place: its key, or its number in its list. */
function placeName(place: readonly (string | number)[]): string {
  const name = place.at(-1);
  if (name === undefined) return "the program";
  return typeof name === "number"
    ? `entry ${name + 1} of ${placeName(place.slice(0, -1))}`
    : quoted(name);
}

const REG_EXPS = new Map<string, RegExp>();

/** The patterns are those of the schemas, and so are few. */
function regExpOf(pattern: string): RegExp {
  const known = REG_EXPS.get(pattern);
  if (known !== undefined) return known;
  const made = new RegExp(pattern);
  REG_EXPS.set(pattern, made);
  return made;
}

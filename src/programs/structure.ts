/**
 * Check P01: whether a value has the form of a schema, as findings that say what to write instead.
 * It reads the schemas of this room, so that the form of a program is declared once.
 * Its time and memory grow with the value, not with its depth: what the schema does not have is not looked into.
 */
import type { TSchema } from "@sinclair/typebox";
import { didYouMean } from "../base/nearest.ts";
import { at, type Findings, listed, quoted } from "./finding.ts";

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
  check(schema as Form, value, "", findings);
}

function check(form: Form, value: unknown, path: string, findings: Findings): void {
  const fitting = (form.anyOf ?? [form]).find(({ type }) => hasType(value, type));
  if (fitting === undefined) {
    fault(form, path, findings, `is ${A[typeOf(value)]}, and must be ${mustBe(form)}`);
    return;
  }
  const says = faultOf(fitting, value);
  if (says !== undefined) fault(fitting, path, findings, says);
  if (fitting.type === "array") checkItems(fitting, value as unknown[], path, findings);
  if (fitting.type !== "object") return;
  if (fitting.patternProperties === undefined) checkKeys(fitting, value as object, path, findings);
  else checkNames(fitting, value as Record<string, unknown>, path, findings);
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
  return type === "integer" ? typeof value === "number" : typeOf(value) === type;
}

/** What a value of the form is, in words. */
function mustBe(form: Form): string {
  if (form.anyOf !== undefined) return form.anyOf.map(mustBe).join(" or ");
  switch (form.type) {
    case "object":
      return `an object (${form.title})`;
    case "array":
      return `a list (${form.title})`;
    case "integer":
      return "a whole number";
    case "boolean":
      return "true or false";
    default:
      return form.enum === undefined ? "a text" : `one of ${listed(form.enum)}`;
  }
}

function fault(form: Form, path: string, findings: Findings, says: string): void {
  findings.add("P01", path, `${placeName(path)} ${says}`, hintOf(form));
}

/** What belongs in the place, by the description of its form. */
function hintOf({ title = "", description = "" }: Form): string {
  const example = EXAMPLES[title];
  return example === undefined ? description : `${description} For example: ${example}`;
}

const EXAMPLES: Readonly<Record<string, string>> = {
  amount: '"2500" for 25.00 EUR.',
  duration: '"P2D" or "PT48H".',
  currency: '"EUR".',
  beginning: '"enter:active".',
  permission: '"invoice.pay".',
};

/** The keys of an object that the language names. */
function checkKeys(form: Form, value: object, path: string, findings: Findings): void {
  const { properties = {}, required = [], title } = form;
  const known = Object.keys(properties);
  for (const [name, each] of Object.entries(value)) {
    const wanted = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (wanted !== undefined) {
      check(wanted, each, at(path, name), findings);
      continue;
    }
    const missing = known.filter((one) => !Object.hasOwn(value, one));
    const meant = didYouMean(name, missing) || didYouMean(name, known);
    const message = `${quoted(name)} is not a key of ${articled(form)}${meant}`;
    const hint = `The keys of ${articled(form)}: ${known.join(", ")}.`;
    findings.add("P01", at(path, name), message, hint);
  }
  for (const name of required) {
    if (Object.hasOwn(value, name)) continue;
    const wanted = properties[name] as Form;
    const message = `the ${title} lacks ${quoted(name)}, which must be ${mustBe(wanted)}`;
    findings.add("P01", path, message, hintOf(wanted));
  }
}

/** The keys of an object that the program chooses. */
function checkNames(
  { patternProperties = {}, maxProperties }: Form,
  value: Record<string, unknown>,
  path: string,
  findings: Findings,
): void {
  const [[pattern, wanted]] = Object.entries(patternProperties) as [[string, Form]];
  const isName = regExpOf(pattern);
  for (const name of Object.keys(value).slice(0, maxProperties)) {
    const says = RESERVED.has(name) ? "is a reserved name" : "is not a name";
    if (isName.test(name) && !RESERVED.has(name)) {
      check(wanted, value[name], at(path, name), findings);
    } else findings.add("P01", at(path, name), `${quoted(name)} ${says}`, NAME_HINT);
  }
}

const NAME_HINT =
  "A name begins with a small letter and has at most 40 letters, digits and underscores.";

function checkItems(form: Form, value: unknown[], path: string, findings: Findings): void {
  const { items = {}, maxItems } = form;
  for (const [index, item] of value.slice(0, maxItems).entries()) {
    check(items, item, at(path, index), findings);
  }
}

/** What is wrong with the value itself, which has the type of the form; its members aside. */
function faultOf(form: Form, value: unknown): string | undefined {
  switch (form.type) {
    case "string":
      return textFault(form, value as string);
    case "integer":
      return numberFault(form, value as number);
    case "array":
      return countFault((value as unknown[]).length, form.minItems, form.maxItems);
    case "object":
      return countFault(
        Object.keys(value as object).length,
        form.minProperties,
        form.maxProperties,
      );
    default:
      return undefined;
  }
}

function countFault(size: number, least = 0, most = size): string | undefined {
  if (size > most) return `has ${size} entries, and at most ${most} are allowed`;
  return size < least ? `has ${size} entries, and needs at least ${least}` : undefined;
}

function textFault(form: Form, value: string): string | undefined {
  const { enum: allowed, maxLength = value.length, minLength = 0, pattern } = form;
  if (allowed !== undefined) {
    if (allowed.includes(value)) return undefined;
    const meant = didYouMean(value, allowed);
    return `is ${quoted(value)}, and must be one of ${listed(allowed)}${meant}`;
  }
  if (value.length > maxLength) {
    return `has ${value.length} characters, and at most ${maxLength} are allowed`;
  }
  if (value.length < minLength) return "is empty";
  if (pattern === undefined || regExpOf(pattern).test(value)) return undefined;
  return `is ${quoted(value)}, which is not ${articled(form)}`;
}

function articled({ title = "text" }: Form): string {
  return `${/^[aeiou]/.test(title) ? "an" : "a"} ${title}`;
}

function numberFault({ minimum, maximum }: Form, value: number): string | undefined {
  if (!Number.isSafeInteger(value)) return "is no whole number";
  if (minimum !== undefined && value < minimum)
    return `is ${value}, and must be at least ${minimum}`;
  if (maximum !== undefined && value > maximum)
    return `is ${value}, and must be at most ${maximum}`;
  return undefined;
}

/** What a message calls the place: its key, or its number in its list. */
function placeName(path: string): string {
  if (path === "") return "the program";
  const names = path.split("/");
  const last = names.pop() ?? "";
  return /^[0-9]+$/.test(last)
    ? `entry ${Number(last) + 1} of ${placeName(names.join("/"))}`
    : quoted(last.replaceAll("~1", "/").replaceAll("~0", "~"));
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

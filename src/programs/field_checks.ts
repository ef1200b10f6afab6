/** Whether a field is declared completely: what its type asks for, and nothing that its type does not know. */
import { didYouMean } from "../base/nearest.ts";
import type { FieldSource, FieldType, ListItemSource } from "./field_schema.ts";
import { FIELD_TYPES } from "./field_schema.ts";
import { at, type Findings, listed, quoted, thereAre } from "./finding.ts";
import { AMOUNT_MAX, BPS_MAX, LIST_ITEMS_MAX, TEXT_LENGTH_MAX } from "./program_limits.ts";
import type { Program } from "./program_schema.ts";
import { itemField, literalFault, typeOfField } from "./value_type.ts";

type Declared = FieldSource | ListItemSource;

/** The options that belong to some types alone. */
const OPTIONS: Readonly<Record<string, readonly FieldType[]>> = {
  values: ["enum"],
  of: ["list"],
  kind: ["ref"],
  states: ["ref"],
  exclusive: ["ref"],
  congruent: ["ref"],
  consentType: ["consent"],
  pii: ["text"],
  min: ["int", "bps", "amount"],
  max: ["int", "bps", "amount", "text", "list"],
};
const NEEDED: Partial<Record<FieldType, keyof FieldSource>> = {
  enum: "values",
  list: "of",
  ref: "kind",
};

export function checkFields(
  fields: Readonly<Record<string, FieldSource>>,
  path: string,
  program: Program,
  findings: Findings,
): void {
  for (const [name, field] of Object.entries(fields)) {
    checkField(field, at(path, name), program, findings);
  }
}

/** The inputs of an action: a call has them, and no object keeps them. */
export function checkInputs(
  inputs: Readonly<Record<string, FieldSource>>,
  path: string,
  program: Program,
  findings: Findings,
): void {
  checkFields(inputs, path, program, findings);
  for (const [name, input] of Object.entries(inputs)) {
    for (const option of ["immutable", "indexed", "exclusive"] as const) {
      if (input[option] !== true) continue;
      const message = `an input is not kept, and so cannot be ${option}`;
      findings.add("P01", at(path, name, option), message, "Leave it out, or use a field.");
    }
  }
}

function checkField(field: FieldSource, path: string, program: Program, findings: Findings): void {
  checkOptions(field, path, findings);
  checkBounds(field, path, findings);
  checkDefault(field, path, program, findings);
  for (const [name, item] of Object.entries(field.of ?? {})) {
    checkItem(item, at(path, "of", name), findings);
  }
  if (field.type === "list" && field.indexed === true) {
    findings.add("P01", at(path, "indexed"), "a list has no index", "Mark fields with one value.");
  }
}

function checkItem(item: string | ListItemSource, path: string, findings: Findings): void {
  const types = FIELD_TYPES.filter(
    (type) => !["list", "ref", "consent", "beneficiary"].includes(type),
  );
  const declared = itemField(item);
  if (!types.includes(declared.type)) {
    const message = `${quoted(declared.type)} is no type of an item's field`;
    const hint = thereAre(types);
    findings.add("P01", path, message + didYouMean(declared.type, types), hint);
    return;
  }
  checkOptions(declared, path, findings);
  checkBounds(declared, path, findings);
}

function checkOptions(field: Declared, path: string, findings: Findings): void {
  for (const option of Object.keys(field)) {
    const types = OPTIONS[option];
    if (types === undefined || types.includes(field.type)) continue;
    const message = `a field of type ${field.type} has no ${quoted(option)}`;
    findings.add(
      "P01",
      at(path, option),
      message,
      `${option} is for fields of type ${listed(types)}.`,
    );
  }
  const needed = NEEDED[field.type];
  if (needed !== undefined && !(needed in field)) {
    const message = `a field of type ${field.type} lacks ${quoted(needed)}`;
    findings.add("P01", path, message, NEEDED_HINTS[needed] ?? "");
  }
}

const NEEDED_HINTS: Partial<Record<keyof FieldSource, string>> = {
  values: 'Name the values: "values": ["red", "green"].',
  of: 'Name the fields of an item: "of": { "label": "text", "amount": "amount" }.',
  kind: 'Name the noun that it refers to: "kind": "order".',
};

/** The smallest and the largest bound that a type can have. */
export function rangeOf(type: FieldType): { least: bigint; most: bigint } | undefined {
  switch (type) {
    case "int":
      return { least: -999_999_999n, most: 999_999_999n };
    case "bps":
      return { least: 0n, most: BigInt(BPS_MAX) };
    case "amount":
      return { least: 0n, most: AMOUNT_MAX };
    case "text":
      return { least: 1n, most: BigInt(TEXT_LENGTH_MAX) };
    case "list":
      return { least: 1n, most: BigInt(LIST_ITEMS_MAX) };
    default:
      return undefined;
  }
}

/** The value of a bound; undefined where it has the wrong form for the type. */
export function boundOf(value: string | number, type: FieldType): bigint | undefined {
  if (type === "amount") {
    return typeof value === "string" && /^(0|[1-9][0-9]{0,17})$/.test(value)
      ? BigInt(value)
      : undefined;
  }
  return typeof value === "number" ? BigInt(value) : undefined;
}

function checkBounds(field: Declared, path: string, findings: Findings): void {
  const range = rangeOf(field.type);
  if (range === undefined) return;
  const form =
    field.type === "amount" ? 'a text of digits, such as "2500"' : "a whole number, such as 250";
  const bounds = new Map<string, bigint>();
  for (const option of ["min", "max"] as const) {
    const value = field[option];
    if (value === undefined) continue;
    const bound = boundOf(value, field.type);
    if (bound === undefined) {
      const message = `${option} of a field of type ${field.type} must be ${form}`;
      findings.add("P01", at(path, option), message, `Write ${form}.`);
    } else if (bound < range.least || bound > range.most) {
      const message = `${option} is ${bound}, and of a field of type ${field.type} must be from ${range.least} to ${range.most}`;
      findings.add("P01", at(path, option), message, "Choose a bound in that range.");
    } else bounds.set(option, bound);
  }
  const [least, most] = [bounds.get("min"), bounds.get("max")];
  if (least === undefined || most === undefined || least <= most) return;
  findings.add("P01", at(path, "min"), "min is larger than max", "Exchange the two.");
}

function checkDefault(
  field: FieldSource,
  path: string,
  { currencies }: Program,
  findings: Findings,
): void {
  const { type, default: value, required } = field;
  if (value === undefined) return;
  if (required === true) {
    const hint = "Leave out one of required and default.";
    findings.add("P04", at(path, "default"), "the default of a required field is never used", hint);
  }
  const must = defaultFault(field, currencies);
  if (must === undefined) return;
  const message = `the default of a field of type ${type} must be ${must}`;
  const hint = must === LEFT_OUT ? "Leave it out." : "Write such a default, or leave it out.";
  findings.add("P01", at(path, "default"), message, hint);
}

const LEFT_OUT = "left out: no object is known to the program";

/** What the default must be; undefined where it is right. */
function defaultFault(field: FieldSource, currencies: readonly string[]): string | undefined {
  const { type, default: value, min, max } = field;
  switch (type) {
    case "bool":
      return typeof value === "boolean" ? undefined : "true or false";
    case "int":
    case "bps":
    case "amount": {
      const bound = typeof value === "boolean" ? undefined : boundOf(value ?? "", type);
      const range = rangeOf(type);
      if (bound === undefined || range === undefined) {
        return type === "amount" ? 'a text of digits, such as "2500"' : "a whole number";
      }
      const least = (min !== undefined ? boundOf(min, type) : undefined) ?? range.least;
      const most = (max !== undefined ? boundOf(max, type) : undefined) ?? range.most;
      return bound < least || bound > most ? `from ${least} to ${most}` : undefined;
    }
    case "customer":
    case "account":
    case "beneficiary":
    case "consent":
    case "ref":
    case "list":
      return LEFT_OUT;
    default:
      if (typeof value !== "string") return "a text";
      if (type === "text") {
        const most = Number(
          (max !== undefined ? boundOf(max, type) : undefined) ?? TEXT_LENGTH_MAX,
        );
        return value.length <= most ? undefined : `at most ${most} characters long`;
      }
      return literalFault(value, typeOfField(field), currencies);
  }
}

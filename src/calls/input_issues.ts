/**
 * What is wrong with a value that its compiled check has refused, in sentences that name the field and say
 * what to write instead. Nothing here runs for a value that fits.
 * Guarantees: a message repeats no value of the caller, only names of fields, and those as `shownText`
 * allows; what a message suggests fits the schema; no message holds a regular expression.
 */
import type { TSchema } from "@sinclair/typebox";
import { type ValueError, ValueErrorType } from "@sinclair/typebox/compiler";
import { shownName } from "../base/json_faults.ts";
import { shownPath } from "../base/shown_text.ts";
import type { InputIssue } from "../contract/refusals/issue_codes.ts";
import { type Beside, ruleOf, type TextFault } from "../contract/values/value_rules.ts";
import type { InputCheck } from "./callable.ts";
import {
  allowedBy,
  codeOfSchema,
  counted,
  hasType,
  kindOf,
  listed,
  meantBy,
  mustBe,
} from "./expected_values.ts";
import { lengthFault } from "./text_lengths.ts";
import { headerNamed, meantName } from "./usual_names.ts";

/** The most issues that one answer lists: a hostile input must not make a large answer. */
export const ISSUES_MAX = 20;

/**
 * The part of a request that a schema is of; the values of a path and of a query are texts. A tool has no parts but
 * arguments: `text_arguments` are those whose values are read as texts.
 */
export type InputPart = "body" | "query" | "path" | "arguments" | "text_arguments";

type Fault = Pick<InputIssue, "code" | "message">;

/** One value, or one place where a value is missing, and all that a message may need. */
type Asked = {
  part: InputPart;
  schema: TSchema;
  given: unknown;
  /** How the message calls the place: `items[0].amount`, or "the body". */
  name: string;
  /** The object or list that the value belongs to, and the name of the value there. */
  parent: unknown;
  last: string;
  isOrNull: boolean;
};

/** What is wrong with `value`: field by field, at most `ISSUES_MAX`; none where it fits. */
export function issuesOf(
  check: InputCheck,
  value: unknown,
  part: InputPart = "body",
): InputIssue[] {
  return check.Check(value) ? [] : faultsOf(check, value, part);
}

function faultsOf(check: InputCheck, value: unknown, part: InputPart): InputIssue[] {
  const issues: InputIssue[] = [];
  const seen = new Set<string>();
  for (const error of check.Errors(value)) {
    if (issues.length === ISSUES_MAX) break;
    const { path, schema, value: given, type } = meantOf(error);
    if (seen.has(path)) continue;
    seen.add(path);
    const fields = fieldsOf(path);
    const asked: Asked = {
      part,
      schema,
      given,
      name: shownPath(fields) || `the ${calledPart(part)}`,
      parent: valueAt(value, fields.slice(0, -1)),
      last: fields.at(-1) ?? "",
      isOrNull: schema !== error.schema,
    };
    issues.push({
      ...faultOf(type, asked),
      path: fields.length === 0 ? [calledPart(part)] : pathOf(fields),
    });
  }
  return renamedFirst(issues);
}

function calledPart(part: InputPart): string {
  return part === "text_arguments" ? "arguments" : part;
}

/** Whether values of the part are written as JSON. */
function isJson(part: InputPart): boolean {
  return part === "body" || part === "arguments";
}

/**
 * An unknown field is often a required one under another name: then the message about the unknown field
 * is the one that helps, and it comes first.
 */
function renamedFirst(issues: InputIssue[]): InputIssue[] {
  const isRenamed = ({ code, message }: InputIssue) =>
    code === "unknown_field" && message.includes(DID_YOU_MEAN);
  return [...issues.filter(isRenamed), ...issues.filter((issue) => !isRenamed(issue))];
}

const DID_YOU_MEAN = "; did you mean ";

function faultOf(type: ValueErrorType, asked: Asked): Fault {
  const { name, schema, given } = asked;
  switch (type) {
    case ValueErrorType.ObjectRequiredProperty: {
      const message = `${requiredName(asked)} is required: ${mustBe(schema)}`;
      return { code: "required", message };
    }
    case ValueErrorType.ObjectAdditionalProperties:
      return schema["patternProperties"] === undefined ? unknownField(asked) : keyFault(asked);
    case ValueErrorType.ObjectMinProperties:
    case ValueErrorType.ObjectMaxProperties:
      return sizeFault(name, Object.keys(given as object).length, {
        least: schema["minProperties"],
        most: schema["maxProperties"],
        unit: "key",
      });
    case ValueErrorType.ArrayMinItems:
    case ValueErrorType.ArrayMaxItems:
      return sizeFault(name, (given as unknown[]).length, {
        least: schema["minItems"],
        most: schema["maxItems"],
        unit: "item",
      });
    case ValueErrorType.ArrayUniqueItems:
      return { code: "repeated", message: `${name} has an item twice` };
    default:
      return valueFault(asked);
  }
}

function requiredName({ name, part }: Asked): string {
  return part === "query" ? `the query parameter ${name}` : name;
}

function sizeFault(
  name: string,
  size: number,
  { least = 0, most, unit }: { least?: number; most: number | undefined; unit: string },
): Fault {
  const bound = size < least ? `at least ${least}` : `at most ${most}`;
  const message = `${name} has ${counted(size, unit)}; it must have ${bound}`;
  return { code: "length", message };
}

/** A field or a parameter that the schema does not have. */
function unknownField({ name, last, schema, parent, part }: Asked): Fault {
  const names = Object.keys((schema["properties"] ?? {}) as object);
  const what = isJson(part) ? "field" : "parameter";
  const outer = name.slice(0, Math.max(0, name.lastIndexOf(".")));
  const where = part === "query" || outer === "" ? `the ${calledPart(part)}` : outer;
  const says = `${name} is not a ${what} of ${where}`;
  const missing = names.filter((one) => !Object.hasOwn(parent as object, one));
  const meant = meantName(last, missing) ?? meantName(last, names) ?? meantInside(last, schema);
  const code = "unknown_field";
  if (meant !== undefined) {
    const whole = outer === "" ? meant : `${outer}.${meant}`;
    return { code, message: `${says}${DID_YOU_MEAN}${whole}?` };
  }
  const isOfTool = part === "arguments";
  const header = headerNamed(last, isOfTool);
  if (header !== undefined) {
    // A tool's client is told the name of an argument in the place of the header's: the path has the name that was sent.
    const sent = isOfTool ? `a field of this name is not among the ${part}` : says;
    return { code, message: `${sent}; send it as the header ${header}` };
  }
  const known = names.length === 0 ? "leave it out" : `the ${what}s there are ${listed(names)}`;
  return { code, message: `${says}; ${known}` };
}

/** A field of an object inside: `entity.displayName` where `displayName` was sent. */
function meantInside(given: string, schema: TSchema): string | undefined {
  const fields = Object.entries((schema["properties"] ?? {}) as Record<string, TSchema>);
  for (const [outer, { properties }] of fields) {
    const inner = meantName(given, Object.keys((properties ?? {}) as object));
    if (inner !== undefined) return `${outer}.${inner}`;
  }
  return undefined;
}

/** A key of a map, such as metadata, that no key may be. */
function keyFault({ name, last }: Asked): Fault {
  const says = last === "" ? "is empty" : `has ${counted(Array.from(last).length)}`;
  const outer = name.slice(0, Math.max(0, name.lastIndexOf(".")));
  const isLong = last === "" || Array.from(last).length > KEY_LENGTH_MAX;
  if (isLong) {
    const message = `a key of ${outer} ${says}; it must have 1 to ${KEY_LENGTH_MAX} characters`;
    return { code: "length", message };
  }
  const message = `a key of ${outer} is __proto__ or has a control character; choose another key`;
  return { code: "format", message };
}

/** The most characters of a key of metadata, as its schema has it. */
const KEY_LENGTH_MAX = 40;

function valueFault(asked: Asked): Fault {
  const { schema, given, name, parent, isOrNull } = asked;
  const expected = `${mustBe(schema)}${isOrNull ? ", or null" : ""}`;
  const meant = suggestionOf(asked, meantBy(schema, given, parent as Beside));
  if (!hasType(schema, given)) {
    const hint = meant === "" ? typeHint(schema, given) : meant;
    const message = `${name} is ${kindOf(given)}; it must be ${expected}${hint}`;
    return { code: "type", message };
  }
  const fault = typeof given === "string" ? textFault(schema, given) : undefined;
  const code = fault?.code ?? codeOfSchema(schema);
  if (fault === undefined) return { code, message: `${name} must be ${expected}${meant}` };
  return { code, message: `${name} ${fault.says}; it must be ${expected}${meant}` };
}

/** What is wrong with a text: its length, or what its rule says of it. */
function textFault(schema: TSchema, text: string): TextFault | undefined {
  const length = lengthFault(schema, text);
  if (length !== undefined) return { says: length, code: "length" };
  if (allowedBy(schema) !== undefined) return undefined;
  return ruleOf(schema)?.faultOf?.(text);
}

/** The value that was probably meant, as it is written in its part of a request. */
function suggestionOf({ part }: Asked, meant: unknown): string {
  if (meant === undefined) return "";
  const written = isJson(part) ? JSON.stringify(meant) : String(meant);
  return `${DID_YOU_MEAN}${written}?`;
}

function typeHint(schema: TSchema, given: unknown): string {
  const isList = schema["type"] === "array" && typeof given === "object";
  if (isList) return "; put it in brackets, [ and ]";
  const isTwice =
    schema["type"] === "object" && typeof given === "string" && /^\s*[{[]/.test(given);
  return isTwice ? "; it was written as JSON twice" : "";
}

/** Of a value that may also be null: what is wrong with the value, at any depth. */
function meantOf(error: ValueError): ValueError {
  const { anyOf } = error.schema as { anyOf?: TSchema[] };
  const isRemovable = anyOf?.length === 2 && anyOf[1]?.["type"] === "null";
  const inner = isRemovable ? error.errors[0]?.First() : undefined;
  return inner === undefined ? error : meantOf(inner);
}

/** The fields that a JSON pointer leads through, as they were sent. */
function fieldsOf(pointer: string): string[] {
  const fields = pointer.split("/").slice(1);
  return fields.map((field) => field.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The path of an issue: each name cut to 100 characters, positions as numbers. */
function pathOf(fields: readonly string[]): (string | number)[] {
  return fields.map((field) => (/^\d+$/.test(field) ? Number(field) : shownName(field)));
}

function valueAt(value: unknown, fields: readonly string[]): unknown {
  let found = value;
  for (const field of fields) found = (found as Record<string, unknown> | undefined)?.[field];
  return typeof found === "object" && found !== null ? found : {};
}

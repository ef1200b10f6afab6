/**
 * The fields of an object, and the input of an action, as JSON Schemas (2020-12): what a client sends, and what
 * answers show. What is accepted is decided by `field_reading.ts`; every value that it accepts is valid here.
 * A schema cannot say everything: bounds of amounts and the days that a month has are said in words.
 */
import { type TObject, type TSchema, type TString, Type } from "@sinclair/typebox";
import { TIMESTAMP } from "../../contract/values/timestamp_text.ts";
import type { FieldSource, ListItemSource } from "../field_schema.ts";
import type { NounSource } from "../noun_schema.ts";
import { LIST_ITEMS_MAX, TEXT_LENGTH_MAX } from "../program_limits.ts";
import { closed, DURATION } from "../schema_parts.ts";
import { DAY, itemField } from "../value_type.ts";
import { AMOUNT, boundsOf, ID, type SingleValue } from "./single_values.ts";
import { mustBe } from "./value_words.ts";
import type { FieldSources } from "./values.ts";

export type Described = {
  /** The currencies of the program. */
  currencies: readonly string[];
  /** Whom the object is about, where its noun says so. */
  subject?: NounSource["subject"];
};

/** What a client may send: closed, and with each field that a call without it would be refused for. */
export function requestSchema(sources: FieldSources, described: Described): TObject {
  return objectOf(sources, described, isNeeded);
}

/** What answers show: a field without a value is absent, and a default stands where nothing was given. */
export function answerSchema(sources: FieldSources, described: Described): TObject {
  return objectOf(
    sources,
    described,
    (source) => isNeeded(source) || source.default !== undefined,
    ({ default: _, ...schema }) => schema as TSchema,
  );
}

/** A required field with a default has the default where it is left out. */
function isNeeded({ required, default: value }: FieldSource): boolean {
  return required === true && value === undefined;
}

function objectOf(
  sources: FieldSources,
  described: Described,
  isPresent: (source: FieldSource) => boolean,
  shown: (schema: TSchema) => TSchema = (schema) => schema,
): TObject {
  const properties = Object.entries(sources).map(([name, source]): [string, TSchema] => {
    const schema = shown(fieldSchema(name, source, described));
    return [name, isPresent(source) ? schema : Type.Optional(schema)];
  });
  return Type.Object(Object.fromEntries(properties), closed);
}

function fieldSchema(name: string, source: FieldSource, described: Described): TSchema {
  const options = {
    description: [
      sentence(source, described.currencies),
      ...(described.subject?.field === name ? [subjectRule(described.subject)] : []),
      ...rulesOf(source),
    ].join(" "),
    ...(source.default !== undefined && { default: source.default }),
  };
  return source.type === "list"
    ? listSchema(source, described.currencies, options)
    : singleSchema(source, described.currencies, options);
}

function listSchema(source: FieldSource, currencies: readonly string[], options: object): TSchema {
  const items = Object.entries(source.of ?? {}).map(([name, declared]): [string, TSchema] => {
    const item = itemField(declared);
    const description = [sentence(item, currencies), ...rulesOf(item)].join(" ");
    return [name, singleSchema(item, currencies, { description })];
  });
  return Type.Array(Type.Object(Object.fromEntries(items), closed), {
    ...options,
    maxItems: typeof source.max === "number" ? source.max : LIST_ITEMS_MAX,
  });
}

function singleSchema(
  source: SingleValue,
  currencies: readonly string[],
  options: object,
): TSchema {
  switch (source.type) {
    case "bool":
      return Type.Boolean(options);
    case "int":
    case "bps": {
      const { least, most } = boundsOf(source);
      return Type.Integer({ ...options, minimum: Number(least), maximum: Number(most) });
    }
    case "text": {
      const maxLength = typeof source.max === "number" ? source.max : TEXT_LENGTH_MAX;
      return Type.String({ ...options, maxLength });
    }
    case "currency":
      return words(currencies, options);
    case "enum":
      return words(source.values ?? [], options);
    case "amount":
      return Type.String({ ...options, pattern: AMOUNT.source });
    case "date":
      return Type.String({ ...options, format: "date", pattern: DAY.source });
    case "time":
      return Type.String({ ...options, format: "date-time", pattern: TIMESTAMP.source });
    case "duration":
      // Not `format: duration`: RFC 3339 has no `PT1H5S`, which a program takes.
      return Type.String({ ...options, pattern: DURATION });
    default:
      return Type.String({ ...options, pattern: ID.source });
  }
}

function words(values: readonly string[], options: object): TString {
  return Type.String({ ...options, enum: [...values] });
}

/** The beginning of the ids of each type, as the platform makes them. */
const PREFIXES: Partial<Record<FieldSource["type"], string>> = {
  customer: "cust_",
  account: "acct_",
  consent: "cons_",
  ref: "obj_",
};

/** Type and unit of the value, as a sentence. */
function sentence(source: FieldSource | ListItemSource, currencies: readonly string[]): string {
  const words = mustBe(source, currencies);
  const prefix = PREFIXES[source.type];
  const starts = prefix === undefined ? "" : `; the id starts with \`${prefix}\``;
  const unit = source.type === "bps" ? "; 100 basis points are 1 %" : "";
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}${starts}${unit}.`;
}

function subjectRule({ kinds, minTier }: NonNullable<NounSource["subject"]>): string {
  const kind = kinds === undefined ? "" : `, and must be a ${kinds.join(" or ")}`;
  const tier = minTier === undefined ? "" : `, with at least the KYC tier \`${minTier}\``;
  return `The object is about this customer${kind}${tier}.`;
}

/** What the program asks of the value beside its type. */
function rulesOf(source: FieldSource | ListItemSource): string[] {
  const rules: string[] = [];
  if ("kind" in source && source.kind !== undefined) rules.push(...referenceRules(source));
  if ("consentType" in source && source.consentType !== undefined) {
    rules.push(`The consent must be of the type \`${source.consentType}\`.`);
  }
  if (source.pii === true) rules.push("Personal data: no log and no event shows the value.");
  if ("default" in source && source.default !== undefined) {
    rules.push(`Where the field is left out, the value is \`${source.default}\`.`);
  }
  if ("immutable" in source && source.immutable === true) rules.push("No action changes it.");
  if ("indexed" in source && source.indexed === true) {
    rules.push("Lists of objects can be filtered by the field.");
  }
  return rules;
}

function referenceRules({ kind, states, exclusive, congruent }: FieldSource): string[] {
  const among = states === undefined ? "" : ` in the state ${listedCodes(states, "or")}`;
  const equal = congruent ?? [];
  return [
    `The object is of the kind \`${kind}\`${among}.`,
    ...(exclusive === true ? ["No two objects can claim the same one."] : []),
    ...(equal.length > 0 ? [`Equal in both objects: ${listedCodes(equal, "and")}.`] : []),
  ];
}

function listedCodes(names: readonly string[], joint: "and" | "or"): string {
  return names.map((name) => `\`${name}\``).join(` ${joint} `);
}

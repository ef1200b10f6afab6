/**
 * The fields that a caller gives, read by their declarations into values, or else what is wrong
 * with them: the `details.issues` of `invalid_request`.
 *
 * What is settled here: `null` is no value, and no way to leave a field out. A field of an item
 * must be given, because items have no optional fields. A required reference that is absent is no
 * issue but has a code of its own (`noun_reference_required`), later in the order of refusals. A
 * text may be empty.
 * Guarantees: no message repeats a value; the time is bounded by the size of what is given.
 */
import { isUnusableText, shownName } from "../../base/json_faults.ts";
import { didYouMean } from "../../base/nearest.ts";
import { shownPath } from "../../base/shown_text.ts";
import type { InputIssue, IssueCode } from "../../contract/refusals/issue_codes.ts";
import type { FieldSource, ListItemSource } from "../field_schema.ts";
import { LIST_ITEMS_MAX } from "../program_limits.ts";
import { itemField } from "../value_type.ts";
import { type SingleValue, singleFault, singleValue } from "./single_values.ts";
import { mustBe } from "./value_words.ts";
import type { FieldSources, Fields, Item, Value } from "./values.ts";

/** The most issues that one refusal lists: a hostile input must not make a large answer. */
export const ISSUES_MAX = 20;

export type Reading = {
  /** The field of the request that holds the fields: the beginning of each path. */
  at: "fields" | "input";
  /** The currencies of the program. */
  currencies: readonly string[];
};

type Path = readonly (string | number)[];

/**
 * The values of the fields, defaults among them, or the issues; `given` is what JSON.parse made, or
 * undefined.
 */
export function readFields(
  sources: FieldSources,
  given: unknown,
  reading: Reading,
): { fields: Fields } | { issues: InputIssue[] } {
  const reader = new Reader(reading.currencies);
  const path = [reading.at];
  const object = given === undefined ? {} : reader.object(given, path);
  const fields = new Map<string, Value>();
  if (object !== undefined) {
    reader.checkKnown(object, Object.keys(sources), path);
    for (const [name, source] of Object.entries(sources)) {
      const value = reader.field(object, name, source, [...path, name]);
      if (value !== undefined) fields.set(name, value);
    }
  }
  return reader.issues.length > 0 ? { issues: reader.issues } : { fields };
}

class Reader {
  readonly issues: InputIssue[] = [];
  readonly #currencies: readonly string[];

  constructor(currencies: readonly string[]) {
    this.#currencies = currencies;
  }

  object(given: unknown, path: Path): Readonly<Record<string, unknown>> | undefined {
    if (typeof given === "object" && given !== null && !Array.isArray(given)) {
      return given as Record<string, unknown>;
    }
    this.#add("type", path, `is ${kindOf(given)}; it must be an object`);
    return undefined;
  }

  checkKnown(object: object, known: readonly string[], path: Path): void {
    for (const name of Object.keys(object)) {
      if (this.#isFull) return;
      if (known.includes(name)) continue;
      const missing = known.filter((each) => !Object.hasOwn(object, each));
      const meant = didYouMean(name, missing) || didYouMean(name, known);
      const all = known.length === 0 ? "; leave it out" : `; there are ${known.join(", ")}`;
      const says = `is not a field of ${shownPath(path)}`;
      this.#add("unknown_field", [...path, shownName(name)], says + (meant || all));
    }
  }

  field(
    object: Readonly<Record<string, unknown>>,
    name: string,
    source: FieldSource,
    path: Path,
  ): Value | undefined {
    // A member of Object.prototype is no field that was given.
    const given = Object.hasOwn(object, name) ? object[name] : undefined;
    if (given !== undefined) return this.#value(given, source, path);
    if (source.default !== undefined) return this.#value(source.default, source, path);
    if (source.required === true && source.type !== "ref") {
      this.#add("required", path, `is required: ${this.#mustBe(source)}`);
    }
    return undefined;
  }

  #value(given: unknown, source: FieldSource, path: Path): Value | undefined {
    return source.type === "list"
      ? this.#list(given, source, path)
      : this.#one(given, source, path);
  }

  #one(given: unknown, source: SingleValue, path: Path): Value | undefined {
    const wanted = source.type === "bool" ? "boolean" : isNumber(source) ? "number" : "string";
    const mustBe = () => `; it must be ${this.#mustBe(source)}`;
    if (typeof given !== wanted) return this.#add("type", path, `is ${kindOf(given)}${mustBe()}`);
    if (typeof given === "string" && isUnusableText(given)) {
      return this.#add("text", path, "has NUL or half of a surrogate pair, which no text may have");
    }
    const fault = singleFault(given as string | number | boolean, source, this.#currencies);
    if (fault !== undefined) return this.#add(fault.code, path, `${fault.says}${mustBe()}`);
    return singleValue(given as string | number | boolean, source);
  }

  #list(given: unknown, source: FieldSource, path: Path): Value | undefined {
    if (!Array.isArray(given)) {
      return this.#add("type", path, `is ${kindOf(given)}; it must be an array of objects`);
    }
    const most = typeof source.max === "number" ? source.max : LIST_ITEMS_MAX;
    if (given.length > most) {
      const says = `has ${given.length} items; it must have at most ${most}`;
      return this.#add("length", path, says);
    }
    const of = Object.entries(source.of ?? {});
    const items: Item[] = [];
    for (const [index, item] of given.entries()) {
      if (this.#isFull) return undefined;
      items.push(this.#item(item, of, [...path, index]));
    }
    return items;
  }

  #item(
    given: unknown,
    of: readonly (readonly [string, string | ListItemSource])[],
    path: Path,
  ): Item {
    const item = new Map<string, Value>();
    const object = this.object(given, path);
    if (object === undefined) return item;
    this.checkKnown(
      object,
      of.map(([name]) => name),
      path,
    );
    for (const [name, declared] of of) {
      const source = itemField(declared);
      const each = Object.hasOwn(object, name) ? object[name] : undefined;
      const place = [...path, name];
      const value = each === undefined ? undefined : this.#one(each, source, place);
      if (value !== undefined) item.set(name, value);
      else if (each === undefined) {
        this.#add("required", place, `is required: ${this.#mustBe(source)}`);
      }
    }
    return item;
  }

  #mustBe(source: SingleValue | FieldSource): string {
    return mustBe(source, this.#currencies);
  }

  get #isFull(): boolean {
    return this.issues.length >= ISSUES_MAX;
  }

  #add(code: IssueCode, path: Path, says: string): undefined {
    if (this.#isFull) return undefined;
    this.issues.push({ code, message: `${shownPath(path)} ${says}`, path: [...path] });
    return undefined;
  }
}

function isNumber({ type }: SingleValue): boolean {
  return type === "int" || type === "bps";
}

/** The type of a value in a message: "a string", "null". */
function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** What a caller gives, read by its declaration: fields of an object, and inputs of an action. */
import type { FieldSource, ListItemSource } from "../../src/programs/field_schema.ts";
import { isDay, isTime as isTimeText } from "../../src/programs/value_type.ts";
import { refuse, spanMsOf, type Value } from "./naive_value.ts";
import type { World } from "./naive_world.ts";

type Given = Readonly<Record<string, unknown>>;

export function readValues(
  world: World,
  declared: Readonly<Record<string, FieldSource>>,
  given: Given,
): Map<string, Value> {
  if (world.off.has("inputs")) return leniently(world, declared, given);
  for (const name of Object.keys(given)) {
    if (declared[name] === undefined) refuse("invalid_request", `there is no ${name}`);
  }
  const values = new Map<string, Value>();
  for (const [name, field] of Object.entries(declared)) {
    // `null` is no way to leave a field out.
    const value = Object.hasOwn(given, name) ? given[name] : field.default;
    if (value !== undefined) values.set(name, readValue(world, field, value));
    // A reference that is missing has a code of its own, in a later step.
    else if (field.required === true && field.type !== "ref") {
      refuse("invalid_request", `${name} is missing`);
    }
  }
  return values;
}

/** The same without the bounds of numbers: what the guard `inputs` leaves when it is off. */
function leniently(
  world: World,
  declared: Readonly<Record<string, FieldSource>>,
  given: Given,
): Map<string, Value> {
  const free = Object.entries(declared).map(([name, { min: _min, max: _max, ...field }]) => [
    name,
    field,
  ]);
  const on = { ...world, off: new Set([...world.off].filter((guard) => guard !== "inputs")) };
  return readValues(on, Object.fromEntries(free), given);
}

function readValue(world: World, field: FieldSource | ListItemSource, value: unknown): Value {
  const wrong = (): never => refuse("invalid_request", `${JSON.stringify(value)} is wrong`);
  const { type, min, max } = field;
  const within = (number: bigint, least: bigint, most: bigint): bigint =>
    number < BigInt(min ?? least) || number > BigInt(max ?? most) ? wrong() : number;
  if (type === "int" || type === "bps") {
    if (!Number.isSafeInteger(value)) return wrong();
    const number = BigInt(value as number);
    return type === "bps"
      ? within(number, 0n, 10_000n)
      : within(number, -999_999_999n, 999_999_999n);
  }
  if (type === "bool") return typeof value === "boolean" ? value : wrong();
  if (type === "list") return Array.isArray(value) ? readList(world, field, value) : wrong();
  if (typeof value !== "string") return wrong();
  switch (type) {
    case "amount":
      if (!/^(0|[1-9][0-9]{0,17})$/.test(value)) return wrong();
      return { minor: within(BigInt(value), 0n, 10n ** 18n - 1n) };
    case "text":
      return value.length > Number(max ?? 2_000) ? wrong() : value;
    case "currency":
      return world.program.currencies.includes(value) ? value : wrong();
    case "enum":
      return field.values?.includes(value) === true ? value : wrong();
    case "date":
      return isDay(value) ? value : wrong();
    case "time":
      return isTimeText(value) ? { timeMs: Date.parse(value) } : wrong();
    case "duration":
      return { spanMs: spanMsOf(value) ?? wrong() };
    case "customer":
    case "consent":
    case "ref":
    case "account":
    case "beneficiary":
      return /^[A-Za-z0-9_-]{1,64}$/.test(value) ? value : wrong();
    default:
      return value;
  }
}

function readList(
  world: World,
  field: FieldSource | ListItemSource,
  items: readonly unknown[],
): Map<string, Value>[] {
  const of = "of" in field ? (field.of ?? {}) : {};
  if (items.length > Number(field.max ?? 1_000)) refuse("invalid_request", "too many items");
  return items.map((item) => {
    if (typeof item !== "object" || item === null) refuse("invalid_request", "an item is none");
    const values = new Map<string, Value>();
    for (const name of Object.keys(of)) {
      if (!Object.hasOwn(item, name)) refuse("invalid_request", `${name} is missing`);
    }
    for (const [name, value] of Object.entries(item)) {
      const declared = of[name];
      if (declared === undefined) refuse("invalid_request", `items have no ${name}`);
      const one = typeof declared === "string" ? { type: declared } : declared;
      values.set(name, readValue(world, one as ListItemSource, value));
    }
    return values;
  });
}

/** What the clock gives an action: values that it has reckoned, which must fit as a caller's must. */
export function withDefaults(
  world: World,
  declared: Readonly<Record<string, FieldSource>>,
  input: ReadonlyMap<string, Value>,
): Map<string, Value> {
  const values = new Map<string, Value>();
  for (const [name, field] of Object.entries(declared)) {
    const value = input.get(name);
    if (value !== undefined) {
      const typed = ofType(value, field.type);
      if (!world.off.has("inputs")) checkFits(typed, field, "invalid_request");
      values.set(name, typed);
    } else if (field.default !== undefined) {
      values.set(name, readValue(world, field, field.default));
    } else if (field.required === true) refuse("invalid_request", `${name} is missing`);
  }
  return values;
}

/** A value that an expression gives, as a field of the type keeps it: a literal is a text until then. */
export function ofType(value: Value, type: FieldSource["type"]): Value {
  if (typeof value !== "string") return value;
  if (type === "duration") return { spanMs: spanMsOf(value) ?? 0 };
  return type === "time" ? { timeMs: Date.parse(value) } : value;
}

/** A value that an action sets is one that a caller might have given. */
export function checkFits(value: Value, field: FieldSource | undefined, code: string): void {
  const { min, max } = field ?? {};
  const size = typeof value === "string" ? BigInt(value.length) : sizeOf(value);
  const least = typeof value === "string" ? undefined : min;
  const isBelow = least !== undefined && size !== undefined && size < BigInt(least);
  const isAbove = max !== undefined && size !== undefined && size > BigInt(max);
  if (isBelow || isAbove) refuse(code, "the value does not fit");
}

function sizeOf(value: Value): bigint | undefined {
  if (typeof value === "bigint") return value;
  if (Array.isArray(value)) return BigInt(value.length);
  return typeof value === "object" && "minor" in value ? value.minor : undefined;
}

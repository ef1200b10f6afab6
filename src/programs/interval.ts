/**
 * Between which bounds the value of an expression lies, by the bounds of its fields. For checks alone: what it
 * cannot know it takes to be as wide as the type.
 */
import type { Expression } from "./expression.ts";
import { boundOf, rangeOf } from "./field_checks.ts";
import type { FieldSource, FieldType } from "./field_schema.ts";
import { AMOUNT_MAX, BPS_MAX, LIST_ITEMS_MAX, SCHEDULE_ROWS_MAX } from "./program_limits.ts";
import type { TypedAction } from "./typed_action.ts";
import type { Typed } from "./typed_expression.ts";
import type { TypedNoun } from "./typed_noun.ts";

export type Interval = { least: bigint; most: bigint };

const ANY_AMOUNT: Interval = { least: 0n, most: AMOUNT_MAX };
const ANY_INT: Interval = { least: -999_999_999n, most: 999_999_999n };

export type IntervalOfNoun = Pick<TypedNoun, "source" | "lets">;

/** The bounds of an amount, a whole number or basis points. `action`: the one whose input the value may use. */
export function intervalOf(typed: Typed, noun: IntervalOfNoun, action?: TypedAction): Interval {
  return new Bounds(noun, action).of(typed.expression, typed);
}

/** The bounds of one node of an expression. */
export function intervalOfNode(
  node: Expression,
  typed: Typed,
  noun: IntervalOfNoun,
  action?: TypedAction,
): Interval {
  return new Bounds(noun, action).of(node, typed);
}

/** A let is computed once: lets that use each other twice would otherwise take time without bounds. */
const OF_LETS = new WeakMap<Typed, Interval>();

class Bounds {
  readonly #noun: IntervalOfNoun;
  readonly #action: TypedAction | undefined;

  constructor(noun: IntervalOfNoun, action: TypedAction | undefined) {
    this.#noun = noun;
    this.#action = action;
  }

  of(expression: Expression, typed: Typed): Interval {
    switch (expression.kind) {
      case "number":
        return exactly(BigInt(expression.value));
      case "path":
        return this.#path(expression.names, widest(expression, typed));
      case "call":
        return this.#call(expression, typed);
      case "unary": {
        const { least, most } = this.of(expression.operand, typed);
        return { least: -most, most: -least };
      }
      case "binary": {
        const one = this.of(expression.left, typed);
        const other = this.of(expression.right, typed);
        return expression.operator === "+"
          ? { least: one.least + other.least, most: one.most + other.most }
          : { least: one.least - other.most, most: one.most - other.least };
      }
      default:
        return widest(expression, typed);
    }
  }

  #path(names: readonly string[], wide: Interval): Interval {
    const [root, name = ""] = names;
    const { source, lets } = this.#noun;
    if (root === "let") {
      const found = lets.get(name);
      if (found === undefined) return wide;
      const known = OF_LETS.get(found) ?? clamped(this.of(found.expression, found), found);
      OF_LETS.set(found, known);
      return known;
    }
    if (root === "index") return { least: 0n, most: BigInt(SCHEDULE_ROWS_MAX - 1) };
    if (names.length !== 2 || (root !== "fields" && root !== "input")) return wide;
    const fields: Readonly<Record<string, FieldSource>> =
      root === "fields" ? source.fields : (this.#action?.source.input ?? {});
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return field === undefined ? wide : boundsOfField(field.type, field);
  }

  #call(expression: Extract<Expression, { kind: "call" }>, typed: Typed): Interval {
    const [first, second] = expression.args;
    switch (expression.name) {
      case "amount":
        return first?.kind === "text" ? exactly(BigInt(first.value)) : ANY_AMOUNT;
      case "min":
      case "max": {
        const one = first ? this.of(first, typed) : ANY_AMOUNT;
        const other = second ? this.of(second, typed) : ANY_AMOUNT;
        const pick = expression.name === "min" ? smaller : larger;
        return { least: pick(one.least, other.least), most: pick(one.most, other.most) };
      }
      case "bps": {
        const one = first ? this.of(first, typed) : ANY_AMOUNT;
        const other = second ? this.of(second, typed) : ANY_INT;
        const part = (amount: bigint, points: bigint) => (amount * points) / BigInt(BPS_MAX);
        return { least: part(one.least, other.least), most: part(one.most, other.most) + 1n };
      }
      case "split":
        return { least: 0n, most: first ? this.of(first, typed).most : AMOUNT_MAX };
      case "sum":
        return this.#sum(first, typed);
      case "size":
        return { least: 0n, most: this.#items(first).most };
      default:
        return widest(expression, typed);
    }
  }

  #sum(path: Expression | undefined, typed: Typed): Interval {
    const { field, most } = this.#items(path);
    const item = path?.kind === "path" ? path.names[2] : undefined;
    const declared = item !== undefined && field !== undefined ? field.of?.[item] : undefined;
    if (path === undefined || declared === undefined) return ANY_AMOUNT;
    const each =
      typeof declared === "string" ? widest(path, typed) : boundsOfField(declared.type, declared);
    // Of no items, or of items below zero, the sum is less than one of them.
    const least = each.least < 0n ? each.least * most : 0n;
    return { least, most: each.most * most };
  }

  /** The list that a path leads to or through, and how many items it may have. */
  #items(path: Expression | undefined): { field: FieldSource | undefined; most: bigint } {
    const [root, name = ""] = path?.kind === "path" ? path.names : [];
    const fields = root === "input" ? this.#action?.source.input : this.#noun.source.fields;
    const list = name.endsWith("[]") ? name.slice(0, -2) : name;
    const field = Object.hasOwn(fields ?? {}, list) ? fields?.[list] : undefined;
    const most = BigInt(typeof field?.max === "number" ? field.max : LIST_ITEMS_MAX);
    return { field, most };
  }
}

type Bound = FieldSource["max"] | undefined;

/** Between what bounds a field's value lies; a list of the type's own where it names none. */
export function boundsOfField(
  type: FieldType,
  { min, max }: { min?: Bound; max?: Bound },
): Interval {
  const range = rangeOf(type) ?? ANY_INT;
  return {
    least: (min !== undefined ? boundOf(min, type) : undefined) ?? range.least,
    most: (max !== undefined ? boundOf(max, type) : undefined) ?? range.most,
  };
}

function widest(expression: Expression, { types }: Typed): Interval {
  const type = types.get(expression)?.type;
  if (type === "bps") return { least: 0n, most: BigInt(BPS_MAX) };
  return type === "int" ? ANY_INT : ANY_AMOUNT;
}

/** What is left of the bounds where the value is a let's: one that is out of its type's range is refused. */
function clamped({ least, most }: Interval, typed: Typed): Interval {
  const range = widest(typed.expression, typed);
  return { least: larger(least, range.least), most: smaller(most, range.most) };
}

const exactly = (value: bigint): Interval => ({ least: value, most: value });
const smaller = (one: bigint, other: bigint) => (one < other ? one : other);
const larger = (one: bigint, other: bigint) => (one > other ? one : other);

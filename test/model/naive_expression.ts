/** The value of an expression: a walk over its tree, from its text, each time anew. */
import { type Expression, parseExpression } from "../../src/programs/expression.ts";
import { accountOf, availableOn } from "./naive_account.ts";
import { addDays, addMonths } from "./naive_calendar.ts";
import {
  type Amount,
  isAmount,
  isSpan,
  isTime,
  minorOf,
  type Refused,
  refuse,
  type Span,
  spanMsOf,
  type Value,
} from "./naive_value.ts";
import { type NaiveObject, nounOf, objectOf, subjectOf, type World } from "./naive_world.ts";

export type Place = {
  world: World;
  object: NaiveObject;
  input?: ReadonlyMap<string, Value>;
  index?: number;
  /** The action that is called, by whose declaration an input is read. */
  action?: string;
  /** Balances are not known, because the moves have a fault of their own. */
  noBalances?: Refused | undefined;
};

export function evaluate(text: string | number, place: Place): Value {
  if (typeof text === "number") return BigInt(text);
  const found = maybeOf(treeOf(text), place);
  if (found === undefined) refuse("state_constraint_failed", `${text} has no value`);
  if (isAmount(found)) minorOf(found);
  return found;
}

export function amountOf(text: string, place: Place): bigint {
  return minorOf(evaluate(text, place));
}

export function holds(text: string, place: Place): boolean {
  return evaluate(text, place) === true;
}

export function currencyOf(world: World, object: NaiveObject): string {
  const { currency } = nounOf(world, object.kind);
  return currency === undefined ? "" : String(evaluate(currency, { world, object }));
}

/** The sum of what a path through a list leads to; undefined where the list was not given. */
export function sumOf(text: string, place: Place): bigint | undefined {
  const tree = treeOf(text);
  if (tree.kind !== "path") throw new Error(`${text} is no path`);
  const name = (tree.names[1] ?? "").replace("[]", "");
  if (!place.object.fields.has(name)) return undefined;
  return (itemsOf(tree, place) as Amount).minor;
}

export function treeOf(text: string): Expression {
  const parsed = parseExpression(text);
  if ("fault" in parsed) throw new Error(`${text}: ${parsed.fault.message}`);
  return parsed.expression;
}

function given(tree: Expression, place: Place): Value {
  const value = maybeOf(tree, place);
  if (value === undefined) refuse("state_constraint_failed", "a value is missing");
  return value;
}

function maybeOf(tree: Expression, place: Place): Value | undefined {
  switch (tree.kind) {
    case "number":
      return BigInt(tree.value);
    case "text":
    case "bool":
      return tree.value;
    case "path":
      return pathOf(tree.names, place);
    case "unary": {
      const value = given(tree.operand, place);
      return tree.operator === "!" ? value !== true : -(value as bigint);
    }
    case "binary":
      return binaryOf(tree, place);
    case "call":
      return callOf(tree.name, tree.args, place);
  }
}

export function pathOf(names: readonly string[], place: Place): Value | undefined {
  const { world, object, input, index } = place;
  const [root, name = "", part, field = ""] = names;
  const noun = nounOf(world, object.kind);
  switch (root) {
    case "index":
      return BigInt(index ?? 0);
    case "fields":
      return object.fields.get(name) ?? (noun.fields[name]?.type === "list" ? [] : undefined);
    case "input":
      return input?.get(name);
    case "let":
      return evaluate(noun.let?.[name] ?? "", place);
    case "rem":
      return { minor: object.remainders.get(name) ?? 0n };
    case "agg":
      return aggregateOf(name, place);
    case "self":
      if (name === "state") return object.state;
      return name === "revision" ? BigInt(object.revision) : { timeMs: object.createdAtMs };
    case "subject":
      return subjectOf(world, object)?.[name as "tier" | "kind"];
    case "ref": {
      const otherId = object.fields.get(name);
      if (otherId === undefined) return undefined;
      const other = objectOf(world, String(otherId));
      return part === "state" ? other.state : pathOf(["fields", field], { world, object: other });
    }
    default:
      throw new Error(`no path begins with ${root}`);
  }
}

/** The objects over which an aggregate of an object goes. */
export function inScope(world: World, object: NaiveObject, scope: string): NaiveObject[] {
  const subject = nounOf(world, object.kind).subject?.field ?? "";
  return [...world.objects.values()].filter((other) => {
    if (other.kind !== object.kind) return false;
    if (scope === "self") return other.objectId === object.objectId;
    return scope === "product" || other.fields.get(subject) === object.fields.get(subject);
  });
}

export function aggregateOf(name: string, { world, object }: Place): Value {
  const aggregate = nounOf(world, object.kind).aggregates?.[name];
  if (aggregate === undefined) throw new Error(`there is no aggregate ${name}`);
  const all = inScope(world, object, aggregate.scope);
  if (aggregate.count === true) {
    return BigInt(all.filter(({ state }) => aggregate.where?.includes(state) ?? true).length);
  }
  return { minor: all.reduce((total, { sums }) => total + (sums.get(name) ?? 0n), 0n) };
}

function binaryOf(tree: Extract<Expression, { kind: "binary" }>, place: Place): Value {
  const { operator } = tree;
  const left = given(tree.left, place);
  if (operator === "&&") return left === true && given(tree.right, place) === true;
  if (operator === "||") return left === true || given(tree.right, place) === true;
  const right = given(tree.right, place);
  if (operator === "+" || operator === "-") {
    const [one, other] = [plain(left, right) as bigint, plain(right, left) as bigint];
    const result = operator === "+" ? one + other : one - other;
    return isAmount(left) ? { minor: result } : result;
  }
  const [one, other] = [plain(left, right), plain(right, left)];
  switch (operator) {
    case "==":
      return one === other;
    case "!=":
      return one !== other;
    case "<":
      return one < other;
    case "<=":
      return one <= other;
    case ">":
      return one > other;
    case ">=":
      return one >= other;
  }
}

/** What JavaScript can compare. A text stands for a value of the other side's type. */
function plain(value: Value, other: Value): bigint | number | string | boolean {
  if (typeof value === "string" && typeof other === "object") {
    return isTime(other) ? Date.parse(value) : (spanMsOf(value) ?? Number.NaN);
  }
  if (typeof value !== "object") return value;
  if (isAmount(value)) return value.minor;
  if (isTime(value)) return value.timeMs;
  if (isSpan(value)) return value.spanMs;
  throw new Error("lists are not compared");
}

function itemsOf(tree: Expression, place: Place): Value {
  if (tree.kind !== "path") throw new Error("sum() takes a path");
  const [root = "", list = "", item = ""] = tree.names;
  const name = list.replace("[]", "");
  const items = pathOf([root, name], place) as Map<string, Value>[] | undefined;
  const noun = nounOf(place.world, place.object.kind);
  const declared = root === "fields" ? noun.fields[name]?.of?.[item] : undefined;
  const type = typeof declared === "string" ? declared : declared?.type;
  let total = 0n;
  for (const each of items ?? []) {
    const value = each.get(item);
    if (value === undefined) continue;
    total += isAmount(value) ? value.minor : (value as bigint);
  }
  return type === "int" || type === "bps" ? total : { minor: total };
}

function callOf(name: string, args: readonly Expression[], place: Place): Value {
  const [first, second, third] = args as [Expression, Expression, Expression];
  const arg = (tree: Expression) => given(tree, place);
  const { world } = place;
  switch (name) {
    case "amount":
      return { minor: BigInt(String(arg(first))) };
    case "bps": {
      // What is rounded must be an amount itself: nothing says which way a debt would be rounded.
      const whole = minorOf(arg(first));
      return { minor: fraction(whole, arg(second) as bigint, 10_000n, String(arg(third)), place) };
    }
    case "min":
    case "max": {
      const [one, other] = [arg(first), arg(second)];
      const isLess = plain(one, other) < plain(other, one);
      return isLess === (name === "min") ? one : other;
    }
    case "split":
      return { minor: partOf(arg(first), arg(second) as bigint, arg(third) as bigint) };
    case "addDays":
      return addDays(arg(first), arg(second) as bigint);
    case "addMonths":
      return addMonths(arg(first), arg(second) as bigint, !world.off.has("month_ends"));
    case "addYears":
      return addMonths(arg(first), 12n * (arg(second) as bigint), !world.off.has("month_ends"));
    case "addDuration": {
      const later = arg(second);
      const spanMs = typeof later === "string" ? (spanMsOf(later) ?? 0) : (later as Span).spanMs;
      return { timeMs: (arg(first) as { timeMs: number }).timeMs + spanMs };
    }
    case "now":
      return { timeMs: world.nowMs };
    case "today":
      return new Date(world.nowMs).toISOString().slice(0, 10);
    case "balance": {
      if (place.noBalances !== undefined) throw place.noBalances;
      const balance = availableOn(world, accountOf(first, place));
      return { minor: balance < 0n ? 0n : balance };
    }
    case "size":
      return BigInt((arg(first) as unknown[]).length);
    case "sum":
      return itemsOf(first, place);
    case "has":
      return first.kind === "path" && pathOf(first.names, place) !== undefined;
    default:
      throw new Error(`there is no function ${name}`);
  }
}

/** The last part has what rounding left, so that the parts are the whole. */
function partOf(whole: Value, parts: bigint, index: bigint): bigint {
  const minor = minorOf(whole);
  if (parts <= 0n || index < 0n || index >= parts) {
    refuse("state_constraint_failed", `there is no part ${index} of ${parts}`);
  }
  const each = minor / parts;
  return index === parts - 1n ? minor - each * (parts - 1n) : each;
}

/** `whole * part / all`, rounded to whole minor units. */
export function fraction(
  whole: bigint,
  part: bigint,
  all: bigint,
  round: string,
  { world }: Place,
): bigint {
  const product = whole * part;
  const down = product / all;
  const twice = 2n * (product % all);
  const mode = world.off.has("rounding") ? "down" : round;
  if (twice === 0n || mode === "down") return down;
  if (mode === "up") return down + 1n;
  if (twice !== all) return twice > all ? down + 1n : down;
  return mode === "half_up" || down % 2n === 1n ? down + 1n : down;
}

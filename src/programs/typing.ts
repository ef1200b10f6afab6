/**
 * The types of expressions: checks P02 (names), P03 (types) and P20 (dates and times). What has a fault has no
 * type, so that one mistake gives one finding.
 */
import { didYouMean } from "../base/nearest.ts";
import { type AccountSelector, selectorOf } from "./account_selector.ts";
import type { Expression } from "./expression.ts";
import { type CheckCode, type Findings, listed, quoted } from "./finding.ts";
import { type Argument, FUNCTIONS, type FunctionShape, ROUNDINGS } from "./functions.ts";
import { guardsOf } from "./guards.ts";
import type { PlatformTerms } from "./platform_terms.ts";
import { BPS_MAX } from "./program_limits.ts";
import type { NameFault, Resolved, Scope } from "./scope.ts";
import {
  conversion,
  isAdded,
  isOfCalendar,
  isOrdered,
  isSame,
  literalFault,
  typeName,
  type ValueType,
} from "./value_type.ts";

export type TypingParts = { scope: Scope; terms: PlatformTerms; findings: Findings; path: string };

const BOOL: ValueType = { type: "bool" };
const LITERAL_HINT =
  "Write one that fits, in single quotation marks, or a name without them: fields.currency.";

/** Types for which no text can stand. */
const NAMED = new Set([
  "customer",
  "account",
  "consent",
  "ref",
  "list",
  "amount",
  "bool",
  "int",
  "bps",
]);

/** The reading of one expression. */
export class Typing {
  readonly types = new Map<Expression, ValueType>();
  isFixed = true;
  usesClock = false;
  isOptional = false;
  readonly #parts: TypingParts;
  /** Paths that `has` guards where the reading stands. */
  #guarded: ReadonlySet<string>;
  /** Whether any has() was read. */
  #hasGuards = false;

  constructor(parts: TypingParts) {
    this.#parts = parts;
    this.#guarded = parts.scope.guarded;
  }

  /** The account that an expression names. */
  account(expression: Expression): AccountSelector | undefined {
    const { scope, terms } = this.#parts;
    const selector = selectorOf(expression, scope, terms);
    if (selector === undefined) return undefined;
    if ("message" in selector) {
      return this.#fault("P02", expression, selector.message, selector.hint);
    }
    this.isFixed = false;
    if (selector.kind === "ref") {
      this.#checkGiven(
        ["fields", selector.field],
        scope.noun.fields[selector.field]?.required === true,
      );
    } else if (selector.kind === "customer" || selector.kind === "field") {
      const names = selector.kind === "customer" ? selector.field : selector.names;
      this.#resolved(expression, names, scope.resolve(names));
    }
    return selector;
  }

  /** `wanted`: what a literal may stand for. */
  typeOf(expression: Expression, wanted?: ValueType): ValueType | undefined {
    const type = this.#typeOf(expression, wanted);
    const isCondition = expression.kind === "binary" && type === BOOL;
    if (type !== undefined && !isCondition) this.types.set(expression, type);
    return type;
  }

  mismatch(expression: Expression, type: ValueType, wanted: ValueType): void {
    const message = `this is ${typeName(type)}, and must be ${typeName(wanted)}`;
    this.#fault("P03", expression, message, conversion(type, wanted));
  }

  #typeOf(expression: Expression, wanted: ValueType | undefined): ValueType | undefined {
    switch (expression.kind) {
      case "bool":
        return BOOL;
      case "number":
        return this.#number(expression, wanted);
      case "text":
        return this.#text(expression, wanted);
      case "path":
        return this.#path(expression);
      case "call":
        return this.#call(expression);
      case "unary":
        return this.#unary(expression);
      case "binary":
        return this.#binary(expression, wanted);
    }
  }

  #number(
    expression: Extract<Expression, { kind: "number" }>,
    wanted: ValueType | undefined,
  ): ValueType | undefined {
    if (wanted?.type === "amount") {
      const hint = `Write amount('${expression.value}').`;
      return this.#fault("P03", expression, "this is a number, and must be an amount", hint);
    }
    if (wanted?.type !== "bps") return { type: "int" };
    if (expression.value <= BPS_MAX) return wanted;
    const message = `${expression.value} basis points are more than ${BPS_MAX}, which is all`;
    return this.#fault("P03", expression, message, "100 basis points are one percent.");
  }

  #text(
    expression: Extract<Expression, { kind: "text" }>,
    wanted: ValueType | undefined,
  ): ValueType | undefined {
    if (wanted === undefined) return { type: "text" };
    const { value } = expression;
    const isPlain = wanted.type === "amount" && /^(0|[1-9][0-9]{0,17})$/.test(value);
    if (isPlain) {
      const hint = `Write amount('${value}').`;
      return this.#fault("P03", expression, "a text is not an amount", hint);
    }
    const must = literalFault(value, wanted, this.#parts.scope.program.currencies);
    if (must === undefined) return wanted;
    const words = wanted.type === "enum" ? wanted.values : [];
    const isName = wanted.type === "enum" || wanted.type === "currency";
    const message = `the text ${quoted(value)} must be ${must}${didYouMean(value, words)}`;
    const hint = NAMED.has(wanted.type) ? "Write a field of that type." : LITERAL_HINT;
    return this.#fault(isName ? "P02" : "P03", expression, message, hint);
  }

  #path(expression: Extract<Expression, { kind: "path" }>): ValueType | undefined {
    const { names } = expression;
    if (names[0] === "own" || names[0] === "product") {
      const hint = `Write balance(${names.join(".")}).`;
      return this.#fault("P03", expression, "an account is no value", hint);
    }
    return this.#resolved(expression, names, this.#parts.scope.resolve(names));
  }

  #resolved(
    expression: Expression,
    names: readonly string[],
    found: Resolved | NameFault | undefined,
  ): ValueType | undefined {
    if (found === undefined) return undefined;
    if ("message" in found) return this.#fault("P02", expression, found.message, found.hint);
    if (!found.isFixed) this.isFixed = false;
    this.#checkGiven(names, !found.isOptional);
    return found.type;
  }

  #checkGiven(names: readonly string[], isGiven: boolean): void {
    if (isGiven) return;
    if (this.#guarded.size > 0 && this.#guarded.has(names.join("."))) return;
    this.isOptional = true;
    if (this.#parts.findings.isFullOfWarnings) return;
    const text = names.join(".");
    const message = `${quoted(text)} may have no value, and the call is then refused`;
    const hint = this.#parts.scope.roots.includes("input")
      ? `Give it "required": true, or require has(${text}) in the action.`
      : 'Give it "required": true, or a default.';
    this.#parts.findings.add("P03", this.#parts.path, message, hint, "warning");
  }

  #call(expression: Extract<Expression, { kind: "call" }>): ValueType | undefined {
    const { name, args, names } = expression;
    if (name === "customer") {
      const hint = "Write balance(customer(fields.payer).customer_balance).";
      return this.#fault("P03", expression, "an account is no value", hint);
    }
    const shape = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
    if (shape === undefined) {
      const known = Object.keys(FUNCTIONS);
      const message = `there is no function ${quoted(name)}${didYouMean(name, known)}`;
      return this.#fault("P02", expression, message, `There are ${known.join(", ")}.`);
    }
    if (names.length > 0) {
      return this.#fault("P02", expression, `nothing follows ${name}()`, `Write ${shape.form}.`);
    }
    if (args.length !== shape.arguments.length) {
      const message = `${name} takes ${shape.arguments.length} values, and has ${args.length}`;
      return this.#fault("P02", expression, message, `Write ${shape.form}.`);
    }
    return this.#applied(shape, args);
  }

  #applied(shape: FunctionShape, args: readonly Expression[]): ValueType | undefined {
    let first: ValueType | undefined;
    for (const [index, argument] of shape.arguments.entries()) {
      const arg = args[index] as Expression;
      const type = this.#argument(argument, arg, shape, first);
      if (type === undefined) return undefined;
      this.types.set(arg, type);
      first ??= type;
    }
    if (shape === FUNCTIONS["now"] || shape === FUNCTIONS["today"]) {
      this.usesClock = true;
      this.isFixed = false;
    }
    const { gives } = shape;
    return gives === "like" || gives === "item" ? first : { type: gives };
  }

  #argument(
    argument: Argument,
    arg: Expression,
    shape: FunctionShape,
    first: ValueType | undefined,
  ): ValueType | undefined {
    const hint = `Write ${shape.form}.`;
    switch (argument) {
      case "digits":
        if (arg.kind === "text" && /^(0|[1-9][0-9]{0,17})$/.test(arg.value))
          return { type: "amount" };
        return this.#fault(
          "P03",
          arg,
          "an amount is a text of 1 to 18 digits, in minor units",
          hint,
        );
      case "rounding":
        if (arg.kind === "text" && (ROUNDINGS as readonly string[]).includes(arg.value)) {
          return { type: "text" };
        }
        return this.#fault("P03", arg, `the rounding must be one of ${listed(ROUNDINGS)}`, hint);
      case "account":
        return this.account(arg) && { type: "account" };
      case "items":
        return this.#items(arg, hint);
      case "path": {
        if (arg.kind !== "path") return this.#fault("P03", arg, "has() takes a field", hint);
        this.#hasGuards = true;
        const found = this.#parts.scope.resolve(arg.names);
        if (found !== undefined && !("message" in found)) {
          if (!found.isFixed) this.isFixed = false;
          return found.type;
        }
        return found && this.#fault("P02", arg, found.message, found.hint);
      }
      default:
        return this.#value(argument, arg, first, hint);
    }
  }

  /** An argument that is a value of one type, or of one of several. */
  #value(
    argument: Exclude<Argument, "digits" | "rounding" | "account" | "items" | "path">,
    arg: Expression,
    first: ValueType | undefined,
    hint: string,
  ): ValueType | undefined {
    const wanted =
      argument === "like"
        ? first
        : argument === "moment" || argument === "ordered" || argument === "list"
          ? undefined
          : { type: argument };
    const type = this.typeOf(arg, wanted);
    if (type === undefined) return undefined;
    const fits =
      argument === "moment"
        ? type.type === "date" || type.type === "time"
        : argument === "ordered"
          ? isOrdered(type)
          : argument === "list"
            ? type.type === "list"
            : wanted !== undefined && isSame(type, wanted);
    if (fits) return type;
    const must =
      argument === "moment"
        ? "a date or a time"
        : argument === "ordered"
          ? "a value that has an order"
          : argument === "list"
            ? "a list"
            : typeName(wanted as ValueType);
    return this.#fault("P03", arg, `this is ${typeName(type)}, and must be ${must}`, hint);
  }

  #items(arg: Expression, hint: string): ValueType | undefined {
    if (arg.kind !== "path")
      return this.#fault("P03", arg, "sum() takes a path through a list", hint);
    const type = this.#resolved(arg, arg.names, this.#parts.scope.items(arg.names));
    if (type === undefined || isAdded(type)) return type;
    return this.#fault("P03", arg, `${typeName(type)} cannot be added up`, hint);
  }

  #unary(expression: Extract<Expression, { kind: "unary" }>): ValueType | undefined {
    const { operator, operand } = expression;
    const type = this.typeOf(operand);
    if (type === undefined) return undefined;
    if (operator === "!") {
      if (type.type === "bool") return BOOL;
      const message = `! stands before a condition, and this is ${typeName(type)}`;
      return this.#fault("P03", operand, message, "Write a comparison: !(rem.due == amount('0')).");
    }
    if (type.type === "int") return type;
    const message = `only whole numbers have a sign, and this is ${typeName(type)}`;
    return this.#fault(
      "P03",
      operand,
      message,
      "Amounts are never negative: subtract one from another.",
    );
  }

  #binary(
    expression: Extract<Expression, { kind: "binary" }>,
    wanted: ValueType | undefined,
  ): ValueType | undefined {
    const { operator, left, right } = expression;
    if (operator === "&&" || operator === "||") return this.#logical(expression);
    const isSum = operator === "+" || operator === "-";
    const [one, other] = this.#both(left, right, isSum ? wanted : undefined);
    if (one === undefined || other === undefined) return undefined;
    if (isSum) return this.#sum(expression, one, other);
    if (!isSame(one, other)) {
      const message = `${typeName(one)} is not compared with ${typeName(other)}`;
      return this.#fault("P03", expression, message, conversion(other, one));
    }
    const isEquality = operator === "==" || operator === "!=";
    if (isEquality ? one.type !== "list" : isOrdered(one)) return BOOL;
    const isList = one.type === "list";
    const message = isList ? "lists are not compared" : `${typeName(one)} has no order`;
    const hint = isList ? "Compare what size() or sum() gives of them." : "Write == or !=.";
    return this.#fault("P03", expression, message, hint);
  }

  /** The types of both sides, where a literal takes the type of the other side. */
  #both(left: Expression, right: Expression, wanted: ValueType | undefined) {
    const isLiteral = ({ kind }: Expression) => kind === "text" || kind === "number";
    if (isLiteral(left) && !isLiteral(right)) {
      const other = this.typeOf(right, wanted);
      return [other && this.typeOf(left, other), other] as const;
    }
    const one = this.typeOf(left, wanted);
    return [one, one && this.typeOf(right, one)] as const;
  }

  #sum(
    expression: Extract<Expression, { kind: "binary" }>,
    one: ValueType,
    other: ValueType,
  ): ValueType | undefined {
    if (isOfCalendar(one) || isOfCalendar(other)) {
      const message = `${expression.operator} is not for dates, times and durations`;
      const hint = "Write addDays(fields.dueDate, 3), addMonths, addYears or addDuration.";
      return this.#fault("P20", expression, message, hint);
    }
    if (isAdded(one) && isSame(one, other)) return one;
    if (!isSame(one, other)) {
      const message = `${typeName(one)} and ${typeName(other)} are not mixed`;
      return this.#fault("P03", expression, message, conversion(other, one));
    }
    const message = `${expression.operator} is for numbers and amounts, and this is ${typeName(one)}`;
    const hint = one.type === "bool" ? "Write && or || between conditions." : "Leave it out.";
    return this.#fault("P03", expression, message, hint);
  }

  #logical(expression: Extract<Expression, { kind: "binary" }>): ValueType | undefined {
    const { operator, left, right } = expression;
    const before = this.#guarded;
    const one = this.#condition(left);
    const guards = operator === "&&" && this.#hasGuards ? guardsOf(left) : [];
    if (guards.length > 0) this.#guarded = new Set([...before, ...guards]);
    const other = this.#condition(right);
    this.#guarded = before;
    return one && other && BOOL;
  }

  #condition(expression: Expression): ValueType | undefined {
    const type = this.typeOf(expression);
    if (type === undefined || type.type === "bool") return type;
    const message = `this is ${typeName(type)}, and must be a condition`;
    return this.#fault("P03", expression, message, "Compare it: fields.total > amount('0').");
  }

  #fault(code: CheckCode, { at }: Expression, message: string, hint: string): undefined {
    const place = at === 0 ? "" : ` (character ${at + 1})`;
    this.#parts.findings.add(code, this.#parts.path, message + place, hint);
    return undefined;
  }
}

/**
 * The types of expressions: checks P02 (names), P03 (types) and P20 (dates and times), by the rules of `type_rules.ts`.
 * What has a fault has no type, so that one mistake gives one finding.
 */
import { didYouMean } from "../base/nearest.ts";
import { type AccountSelector, type AccountUse, selectorOf } from "./account_selector.ts";
import type { Expression } from "./expression.ts";
import { type CheckCode, type Findings, listed, quoted } from "./finding.ts";
import { type Argument, FUNCTIONS, type FunctionShape, ROUNDINGS } from "./functions.ts";
import { guardsOf } from "./guards.ts";
import type { PlatformTerms } from "./platform_terms.ts";
import type { NameFault, Resolved, Scope } from "./scope.ts";
import {
  argumentType,
  BOOL,
  comparedType,
  numberType,
  signedType,
  sumType,
  type TypeFault,
  textType,
  type ValueArgument,
  wantedOf,
} from "./type_rules.ts";
import { conversion, isAdded, typeName, type ValueType } from "./value_type.ts";

export type TypingParts = { scope: Scope; terms: PlatformTerms; findings: Findings; path: string };

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

  /** The account that an expression names. `place`: where it stands. */
  account(expression: Expression, place: AccountUse = "balance"): AccountSelector | undefined {
    const { scope, terms } = this.#parts;
    const selector = selectorOf(expression, scope, terms, place);
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
    } else if (selector.kind !== "own" && selector.kind !== "product") {
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
        return this.#ruled(expression, numberType(expression.value, wanted));
      case "text":
        return this.#ruled(expression, textType(expression.value, wanted, this.#currencies));
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
    argument: ValueArgument,
    arg: Expression,
    first: ValueType | undefined,
    hint: string,
  ): ValueType | undefined {
    const type = this.typeOf(arg, wantedOf(argument, first));
    return type && this.#ruled(arg, argumentType(argument, type, first, hint));
  }

  #items(arg: Expression, hint: string): ValueType | undefined {
    if (arg.kind !== "path")
      return this.#fault("P03", arg, "sum() takes a path through a list", hint);
    const type = this.#resolved(arg, arg.names, this.#parts.scope.items(arg.names));
    if (type === undefined || isAdded(type)) return type;
    return this.#fault("P03", arg, `${typeName(type)} cannot be added up`, hint);
  }

  #unary({ operator, operand }: Extract<Expression, { kind: "unary" }>): ValueType | undefined {
    const type = this.typeOf(operand);
    return type && this.#ruled(operand, signedType(operator, type));
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
    return this.#ruled(
      expression,
      isSum ? sumType(operator, one, other) : comparedType(operator, one, other),
    );
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

  get #currencies(): readonly string[] {
    return this.#parts.scope.program.currencies;
  }

  /** What a rule gives; its fault is a finding at the expression. */
  #ruled(expression: Expression, found: ValueType | TypeFault): ValueType | undefined {
    if (!("code" in found)) return found;
    return this.#fault(found.code, expression, found.message, found.hint);
  }

  #fault(code: CheckCode, { at }: Expression, message: string, hint: string): undefined {
    const place = at === 0 ? "" : ` (character ${at + 1})`;
    this.#parts.findings.add(code, this.#parts.path, message + place, hint);
    return undefined;
  }
}

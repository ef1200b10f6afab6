/**
 * The text of an expression, read into a tree. The sub-language is total: no loops, no functions of the
 * program's own, no division, no product of two amounts, no numbers with a decimal point.
 *
 *     expression = or
 *     or         = and { "||" and }
 *     and        = equality { "&&" equality }
 *     equality   = comparison [ ("==" | "!=") comparison ]
 *     comparison = sum [ ("<" | "<=" | ">" | ">=") sum ]
 *     sum        = sign { ("+" | "-") sign }
 *     sign       = [ "!" | "-" ] primary
 *     primary    = number | 'text' | "true" | "false" | "(" expression ")"
 *                | path [ "(" [ expression { "," expression } ] ")" [ "." path ] ]
 *     path       = name [ "[]" ] { "." name [ "[]" ] }
 *
 * Guarantees: its time grows with the length of the text, which is bounded, and so are nodes and depth.
 */
import { type SyntaxFault, type Token, Tokens } from "./expression_tokens.ts";
import { quoted } from "./finding.ts";
import {
  EXPRESSION_DEPTH_MAX,
  EXPRESSION_LENGTH_MAX,
  EXPRESSION_NODES_MAX,
} from "./program_limits.ts";

export type BinaryOperator = "||" | "&&" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "+" | "-";

/** `at`: the place of the node's beginning in the text, from 0. */
export type Expression = { at: number } & (
  | { kind: "number"; value: number }
  | { kind: "text"; value: string }
  | { kind: "bool"; value: boolean }
  /** Names between dots; `[]` behind a name stands for each item of a list. */
  | { kind: "path"; names: readonly string[] }
  /** `names`: what follows the call, as in `customer(fields.payer).customer_balance`. */
  | { kind: "call"; name: string; args: readonly Expression[]; names: readonly string[] }
  | { kind: "unary"; operator: "!" | "-"; operand: Expression }
  | { kind: "binary"; operator: BinaryOperator; left: Expression; right: Expression }
);

export type Parsed = { expression: Expression } | { fault: SyntaxFault };

export function parseExpression(text: string): Parsed {
  if (text.length > EXPRESSION_LENGTH_MAX) {
    const message = `the expression has more than ${EXPRESSION_LENGTH_MAX} characters`;
    return { fault: { at: EXPRESSION_LENGTH_MAX, message, hint: LET_HINT } };
  }
  const tokens = new Tokens(text);
  const parsed = parsedOf(new Parser(tokens, text));
  // A fault of a word goes before one of the order of words, wherever it stands.
  tokens.finish();
  return tokens.fault === undefined ? parsed : { fault: tokens.fault };
}

function parsedOf(parser: Parser): Parsed {
  try {
    return { expression: parser.whole() };
  } catch (thrown) {
    if (thrown instanceof Stop) return { fault: thrown.fault };
    throw thrown;
  }
}

const LET_HINT = "Give its parts names under let.";

/** Ends the reading of a text at its first fault. */
class Stop extends Error {
  readonly fault: SyntaxFault;
  constructor(fault: SyntaxFault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** How tightly an operator binds. */
const LEVELS: ReadonlyMap<string, number> = new Map([
  ...(["||"] as const).map((operator) => [operator, 1] as const),
  ...(["&&"] as const).map((operator) => [operator, 2] as const),
  ...(["==", "!="] as const).map((operator) => [operator, 3] as const),
  ...(["<", "<=", ">", ">="] as const).map((operator) => [operator, 4] as const),
  ...(["+", "-"] as const).map((operator) => [operator, 5] as const),
]);
/** Operators of these levels do not follow each other: `a < b < c` has no meaning. */
const ONCE = new Set([3, 4]);

class Parser {
  readonly #tokens: Tokens;
  readonly #text: string;
  #nodes = 0;
  #depth = 0;

  constructor(tokens: Tokens, text: string) {
    this.#tokens = tokens;
    this.#text = text;
  }

  whole(): Expression {
    if (this.#tokens.isAtEnd) {
      throw new Stop({
        at: 0,
        message: "the expression is empty",
        hint: "Write a value: fields.total.",
      });
    }
    const expression = this.#level(0);
    if (this.#tokens.isAtEnd) return expression;
    const { kind, text, at } = this.#tokens;
    const not = /\bnot\s*$/.exec(this.#text.slice(0, at));
    this.#unexpected(
      not === null ? { kind, text, at } : { kind: "name", text: "not", at: not.index },
    );
  }

  /** As much as operators of the level, and of those that bind more tightly, hold together. */
  #level(least: number): Expression {
    let left = this.#sign();
    let before = 0;
    for (;;) {
      const { kind, text, at } = this.#tokens;
      const level = kind === "operator" ? LEVELS.get(text) : undefined;
      if (level === undefined || level < least) return left;
      this.#tokens.next();
      if (level === before && ONCE.has(level)) {
        const hint = "Write two comparisons with && between them.";
        throw new Stop({ at, message: "comparisons cannot follow each other", hint });
      }
      const right = this.#level(level + 1);
      const operator = text as BinaryOperator;
      left = this.#node({ kind: "binary", operator, left, right, at: left.at });
      before = level;
    }
  }

  #sign(): Expression {
    const { kind, text, at } = this.#tokens;
    if (kind !== "operator" || (text !== "!" && text !== "-")) return this.#primary();
    this.#tokens.next();
    const operand = this.#nested(at, () => this.#sign());
    return this.#node({ kind: "unary", operator: text, operand, at });
  }

  #primary(): Expression {
    const { kind, text, at } = this.#tokens;
    this.#tokens.next();
    if (kind === "number") return this.#node({ kind: "number", value: Number(text), at });
    if (kind === "text") return this.#node({ kind: "text", value: text, at });
    if (kind === "operator" && text === "(") {
      const inner = this.#nested(at, () => this.#level(0));
      this.#expect(")");
      return inner;
    }
    if (kind !== "name") return this.#unexpected({ kind, text, at });
    if (text === "true" || text === "false") {
      return this.#node({ kind: "bool", value: text === "true", at });
    }
    const names = this.#names(text);
    if (!this.#isOperator("(")) return this.#node({ kind: "path", names, at });
    if (names.length > 1 || names[0] !== text) {
      const message = "a function has one name, without dots and []";
      throw new Stop({
        at,
        message,
        hint: "Functions stand by themselves: now(), size(fields.lines).",
      });
    }
    return this.#call(text, at);
  }

  #call(name: string, at: number): Expression {
    this.#tokens.next();
    const args: Expression[] = [];
    this.#nested(at, () => {
      while (!this.#isOperator(")")) {
        if (args.length > 0) this.#expect(",", `"," or ")"`);
        args.push(this.#level(0));
      }
    });
    this.#expect(")");
    let names: string[] = [];
    if (this.#isOperator(".")) {
      this.#tokens.next();
      names = this.#names(this.#nextName());
    }
    // A list that has grown has room for more, which a copy has not.
    return this.#node({ kind: "call", name, args: args.slice(), names, at });
  }

  /** The names of a path whose first name was taken. */
  #names(first: string): string[] {
    const one = first + this.#each();
    if (!this.#isOperator(".")) return [one];
    this.#tokens.next();
    // Most paths have two names, and a list that grows takes room for many.
    const names = [one, this.#nextName() + this.#each()];
    while (this.#isOperator(".")) {
      this.#tokens.next();
      names.push(this.#nextName() + this.#each());
    }
    return names;
  }

  #each(): string {
    if (!this.#isOperator("[]")) return "";
    this.#tokens.next();
    return "[]";
  }

  #nextName(): string {
    const { kind, text, at } = this.#tokens;
    this.#tokens.next();
    if (kind === "name") return text;
    const message = `a name is missing behind "."`;
    throw new Stop({
      at,
      message,
      hint: "A path is names with dots between: fields.total.",
    });
  }

  #node(node: Expression): Expression {
    this.#nodes++;
    if (this.#nodes > EXPRESSION_NODES_MAX) {
      const message = `the expression has more than ${EXPRESSION_NODES_MAX} parts`;
      throw new Stop({ at: node.at, message, hint: LET_HINT });
    }
    return node;
  }

  #nested<T>(at: number, read: () => T): T {
    this.#depth++;
    if (this.#depth > EXPRESSION_DEPTH_MAX) {
      const message = `the expression is nested more than ${EXPRESSION_DEPTH_MAX} deep`;
      throw new Stop({ at, message, hint: LET_HINT });
    }
    const value = read();
    this.#depth--;
    return value;
  }

  #isOperator(wanted: string): boolean {
    return this.#tokens.kind === "operator" && this.#tokens.text === wanted;
  }

  /** `shown`: what may stand here. */
  #expect(text: string, shown = `"${text}"`): void {
    const { kind, at } = this.#tokens;
    if (this.#isOperator(text)) {
      this.#tokens.next();
      return;
    }
    const message = kind === "end" ? `${shown} is missing at the end` : `${shown} is missing`;
    throw new Stop({ at, message, hint: "Every ( has its ), as in max(1, 2)." });
  }

  #unexpected(token: Token): never {
    const known = token.kind === "text" ? undefined : HINTS.get(token.text);
    const hint = known ?? "A value stands between operators: fields.total + input.tip.";
    const isWord = token.kind === "name" && known !== undefined;
    const message =
      token.kind === "end"
        ? "the expression ends too early"
        : `${quoted(token.text)} ${isWord ? "is not an operator" : "cannot stand here"}`;
    throw new Stop({ at: token.at, message, hint });
  }
}

/** A map: an object has words of its own, such as `constructor`. */
const HINTS: ReadonlyMap<string, string> = new Map([
  ["and", "Write && instead."],
  ["or", "Write || instead."],
  ["not", "Write ! instead."],
  [")", "Every ) has its (."],
  ["", "Something must follow the last operator."],
]);

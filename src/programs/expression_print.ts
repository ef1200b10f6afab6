/** The one text of an expression: what is equal but for its spaces and brackets has one text, and so one digest. */
import type { Expression } from "./expression.ts";
import { EXPRESSION_LENGTH_MAX } from "./program_limits.ts";

const LEVEL: Readonly<Record<string, number>> = {
  "||": 1,
  "&&": 2,
  "==": 3,
  "!=": 3,
  "<": 4,
  "<=": 4,
  ">": 4,
  ">=": 4,
  "+": 5,
  "-": 5,
};
const SPACED: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(LEVEL).map((operator) => [operator, ` ${operator} `]),
);
const SIGN = 6;
/** Levels whose operators may not follow each other, on either side. */
const ONCE = new Set([3, 4]);

/**
 * Reads back as the same tree. The spaces are left out where the text would be too long with them, so that the
 * text of an expression that is short enough is so too. `before`: a text that may be the one that is written.
 */
export function printExpression(expression: Expression, before = ""): string {
  const text = printed(expression, before, " ");
  return text.length <= EXPRESSION_LENGTH_MAX ? text : printed(expression, before, "");
}

function printed(expression: Expression, before: string, space: "" | " "): string {
  const text = new Text(before);
  print(expression, space, text);
  return text.whole();
}

/** A text that is written piece by piece. Makes no new text as long as the pieces are those of the earlier text. */
class Text {
  readonly #before: string;
  /**
   * How much of the earlier text was written again, characters; it no longer grows after the first piece that differs.
   */
  #same = 0;
  #text: string | undefined;

  constructor(before: string) {
    this.#before = before;
  }

  write(piece: string): void {
    if (this.#text !== undefined) this.#text += piece;
    else if (this.#before.startsWith(piece, this.#same)) this.#same += piece.length;
    else this.#text = this.#before.slice(0, this.#same) + piece;
  }

  whole(): string {
    return this.#text ?? this.#before.slice(0, this.#same);
  }
}

function print(expression: Expression, space: "" | " ", text: Text): void {
  switch (expression.kind) {
    case "number":
    case "bool":
      text.write(String(expression.value));
      break;
    case "text":
      text.write("'");
      text.write(expression.value.replaceAll("'", "''"));
      text.write("'");
      break;
    case "path":
      printNames(expression.names, text);
      break;
    case "call":
      printCall(expression, space, text);
      break;
    case "unary":
      text.write(expression.operator);
      printWithin(expression.operand, SIGN, space, text);
      break;
    case "binary": {
      const { operator, left, right } = expression;
      const level = LEVEL[operator] as number;
      printWithin(left, ONCE.has(level) ? level + 1 : level, space, text);
      text.write(space === "" ? operator : (SPACED[operator] as string));
      printWithin(right, level + 1, space, text);
    }
  }
}

function printNames(names: readonly string[], text: Text): void {
  for (let at = 0; at < names.length; at++) {
    if (at > 0) text.write(".");
    text.write(names[at] as string);
  }
}

function printCall(
  { name, args, names }: Extract<Expression, { kind: "call" }>,
  space: "" | " ",
  text: Text,
): void {
  text.write(name);
  text.write("(");
  for (let at = 0; at < args.length; at++) {
    if (at > 0) text.write(`,${space}`);
    print(args[at] as Expression, space, text);
  }
  text.write(")");
  if (names.length > 0) text.write(".");
  printNames(names, text);
}

/** In brackets, where the expression binds less tightly than its place asks for. */
function printWithin(expression: Expression, least: number, space: "" | " ", text: Text): void {
  const isLess = expression.kind === "binary" && (LEVEL[expression.operator] as number) < least;
  if (isLess) text.write("(");
  print(expression, space, text);
  if (isLess) text.write(")");
}

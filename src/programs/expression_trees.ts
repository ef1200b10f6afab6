/**
 * The trees of a program's expressions, and their texts in the normal form. Each is made once, in however many places
 * the expression stands. Whoever has a tree does not change it.
 */
import { type Parsed, parseExpression } from "./expression.ts";
import { printExpression } from "./expression_print.ts";

export class ExpressionTrees {
  readonly #parsed = new Map<string, Parsed>();
  readonly #normal = new Map<string, string>();

  of(text: string): Parsed {
    const known = this.#parsed.get(text);
    if (known !== undefined) return known;
    const parsed = parseExpression(text);
    this.#parsed.set(text, parsed);
    return parsed;
  }

  /** The one way to write it; the text itself where it is no expression. */
  normalText(text: string): string {
    const known = this.#normal.get(text);
    if (known !== undefined) return known;
    const parsed = this.of(text);
    const normal = "fault" in parsed ? text : printExpression(parsed.expression, text);
    this.#normal.set(text, normal);
    return normal;
  }
}

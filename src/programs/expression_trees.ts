/**
 * The trees of a program's expressions. A text is read once, in however many places it stands, and for its types
 * as for its normal form. Whoever has a tree does not change it.
 */
import { type Parsed, parseExpression } from "./expression.ts";

export class ExpressionTrees {
  readonly #read = new Map<string, Parsed>();

  of(text: string): Parsed {
    const known = this.#read.get(text);
    if (known !== undefined) return known;
    const parsed = parseExpression(text);
    this.#read.set(text, parsed);
    return parsed;
  }
}

/** The words of an expression's text: names, numbers, texts in single quotation marks, operators. */
import type { SyntaxFault } from "./expression.ts";

export type Token = {
  kind: "name" | "number" | "text" | "operator" | "end";
  /** Of a text: what stands between its quotation marks. */
  text: string;
  /** Where it begins, from 0. */
  at: number;
};

const SPACES = /\s+/y;
const NUMBER = /[0-9][0-9A-Za-z_]*(?:\.[0-9]+)?/y;
const TEXT = /'(?:[^']|'')*'/y;
/** The longest first. */
const OPERATORS = [
  ...["===", "!==", "&&", "||", "==", "!=", "<=", ">=", "[]"],
  ...["!", "<", ">", "+", "-", "(", ")", ".", ","],
];
/** By the unit of a character: the operators that begin with it. */
const BY_BEGINNING: readonly (readonly string[])[] = Array.from({ length: 128 }, (_, unit) =>
  OPERATORS.filter((operator) => operator.charCodeAt(0) === unit),
);
/** By the unit of a character: whether it is a letter or `_`, or a digit. */
const LETTER = 1;
const DIGIT = 2;
const KINDS = Uint8Array.from({ length: 128 }, (_, unit) => {
  const character = String.fromCharCode(unit);
  return /[A-Za-z_]/.test(character) ? LETTER : /[0-9]/.test(character) ? DIGIT : 0;
});
const SPACE = 32;

/** What people write who know other languages, and what to write here. */
const MISTAKES: readonly (readonly [beginning: string, message: string, hint: string])[] = [
  ["=", '"=" is not an operator', "Write == to compare. Fields are changed under set."],
  ["&", '"&" is not an operator', "Write && instead."],
  ["|", '"|" is not an operator', "Write || instead."],
  [
    "*",
    "there is no multiplication",
    "Write bps(amount, 250, 'half_even') for a share, or use the bps of a split list.",
  ],
  [
    "/",
    "there is no division",
    "Write split(amount, parts, index) for equal parts, or use the ratio of a split list.",
  ],
  [
    "%",
    "there is no remainder of a division",
    "Write split(amount, parts, index) for equal parts.",
  ],
  [
    "?",
    "there is no conditional expression",
    "An action's to may be {if, then, else}; an amount may use min and max.",
  ],
  ['"', "texts stand in single quotation marks", "Write 'EUR' instead."],
  [
    "[",
    "items of a list have no numbers",
    "Write sum(fields.lines[].amount) or size(fields.lines).",
  ],
  ["'", "a text has no end", "A text ends with ', and has '' for a quotation mark inside."],
  ["`", "texts stand in single quotation marks", "Write 'EUR' instead."],
  ["$", '"$" has no meaning', "Fields are written fields.total, an action's input input.amount."],
  ["{", '"{" has no meaning', "Fields are written fields.total, an action's input input.amount."],
];

/** The words of the text, and behind them one of kind `end`. */
export function tokensOf(text: string): { tokens: Token[] } | { fault: SyntaxFault } {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    if (text.charCodeAt(at) === SPACE) {
      at++;
      continue;
    }
    const token = tokenAt(text, at);
    if (token === undefined) at = endOf(SPACES, text, at) ?? text.length;
    else if ("message" in token) return { fault: token };
    else {
      tokens.push(token);
      // A text is shorter than what it was written as.
      at = token.kind === "text" ? (endOf(TEXT, text, at) as number) : at + token.text.length;
    }
  }
  tokens.push({ kind: "end", text: "", at });
  return { tokens };
}

/** The word that begins at the place; undefined where a space does. */
function tokenAt(text: string, at: number): Token | SyntaxFault | undefined {
  const unit = text.charCodeAt(at);
  if (KINDS[unit] === LETTER) return { kind: "name", text: text.slice(at, nameEnd(text, at)), at };
  const operator = operatorAt(text, at, BY_BEGINNING[unit] ?? []);
  if (operator === "===" || operator === "!==") {
    const hint = `Write ${operator.slice(0, 2)} instead.`;
    return { at, message: `"${operator}" is not an operator`, hint };
  }
  if (operator !== undefined) return { kind: "operator", text: operator, at };
  if (endOf(SPACES, text, at) !== undefined) return undefined;
  const number = endOf(NUMBER, text, at);
  if (number !== undefined) {
    const digits = text.slice(at, number);
    return numberFault(digits, at) ?? { kind: "number", text: digits, at };
  }
  const end = endOf(TEXT, text, at);
  if (end === undefined) return mistake(text, at);
  return { kind: "text", text: text.slice(at + 1, end - 1).replaceAll("''", "'"), at };
}

/** Where the name that begins at the place ends. By units, because most words are names: half of the time of a pattern. */
function nameEnd(text: string, at: number): number {
  let end = at + 1;
  while (end < text.length && (KINDS[text.charCodeAt(end)] ?? 0) > 0) end++;
  return end;
}

function operatorAt(text: string, at: number, known: readonly string[]): string | undefined {
  for (const operator of known) if (text.startsWith(operator, at)) return operator;
  return undefined;
}

/** Where the word that begins at the place ends; undefined where none begins. Makes no match array. */
function endOf(word: RegExp, text: string, at: number): number | undefined {
  word.lastIndex = at;
  return word.test(text) ? word.lastIndex : undefined;
}

function numberFault(text: string, at: number): SyntaxFault | undefined {
  if (/^(0|[1-9][0-9]{0,8})$/.test(text)) return undefined;
  if (text.includes(".")) {
    const message = "numbers have no decimal point";
    return {
      at,
      message,
      hint: "Amounts count minor units: amount('250') is 2.50 EUR. A share is in basis points.",
    };
  }
  if (/^[0-9]+$/.test(text)) {
    const message = "the number is too large, or begins with 0";
    return { at, message, hint: "An amount is written amount('1000000000')." };
  }
  return { at, message: "a name begins with a letter", hint: "Write a number, or a name." };
}

function mistake(text: string, at: number): SyntaxFault {
  const known = MISTAKES.find(([beginning]) => text.startsWith(beginning, at));
  if (known !== undefined) return { at, message: known[1], hint: known[2] };
  const message = "a character that expressions do not have";
  return {
    at,
    message,
    hint: "Expressions have names, numbers, 'texts', and && || ! == != < <= > >= + - ( ).",
  };
}

/** The words of an expression's text: names, numbers, texts in single quotation marks, operators. */

/** What is wrong with a text. `at`: where, from 0. */
export type SyntaxFault = { at: number; message: string; hint: string };

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
/** By the unit of a character: 1 where a word or a fault of a word begins with it, and no space is like it. */
const BEGINNINGS = Uint8Array.from({ length: 128 }, (_, unit) =>
  /\s/.test(String.fromCharCode(unit)) ? 0 : 1,
);

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

/**
 * Reads the words of a text, one at a time: `kind`, `text` and `at` are those of the word that is next. Behind the last
 * one, and from a fault on, the kind is `end`. Makes no object for a word, because a program may have hundreds of thousands.
 */
export class Tokens {
  kind: Token["kind"] = "end";
  text = "";
  at = 0;
  /** The first fault that was met. */
  fault: SyntaxFault | undefined;
  readonly #source: string;
  /** Where the next word ends. */
  #end = 0;

  constructor(source: string) {
    this.#source = source;
    this.next();
  }

  get isAtEnd(): boolean {
    return this.kind === "end";
  }

  next(): void {
    if (this.fault !== undefined) return;
    const at = spacesEnd(this.#source, this.#end);
    this.at = at;
    if (at >= this.#source.length) this.#set("end", "", at);
    else this.#read(at, this.#source.charCodeAt(at));
  }

  /** Reads on to the end, or to the first fault. */
  finish(): void {
    while (!this.isAtEnd) this.next();
  }

  #read(at: number, unit: number): void {
    const kind = KINDS[unit];
    const operator =
      kind === 0 ? operatorAt(this.#source, at, BY_BEGINNING[unit] ?? []) : undefined;
    if (kind === LETTER) {
      const end = nameEnd(this.#source, at);
      this.#set("name", this.#source.slice(at, end), end);
    } else if (kind === DIGIT) this.#readNumber(at);
    else if (operator === undefined) this.#readText(at);
    else if (operator === "===" || operator === "!==") {
      const hint = `Write ${operator.slice(0, 2)} instead.`;
      this.#stop({ at, message: `"${operator}" is not an operator`, hint });
    } else this.#set("operator", operator, at + operator.length);
  }

  #readNumber(at: number): void {
    const end = endOf(NUMBER, this.#source, at) as number;
    const digits = this.#source.slice(at, end);
    const fault = numberFault(digits, at);
    if (fault === undefined) this.#set("number", digits, end);
    else this.#stop(fault);
  }

  #readText(at: number): void {
    const end = endOf(TEXT, this.#source, at);
    if (end === undefined) this.#stop(mistake(this.#source, at));
    else this.#set("text", this.#source.slice(at + 1, end - 1).replaceAll("''", "'"), end);
  }

  #set(kind: Token["kind"], text: string, end: number): void {
    this.kind = kind;
    this.text = text;
    this.#end = end;
  }

  #stop(fault: SyntaxFault): void {
    this.fault = fault;
    this.#set("end", "", fault.at);
  }
}

/** Where the spaces that begin at the place end. */
function spacesEnd(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === SPACE) at++;
  // Another kind of space, or a character that no word begins with.
  const isPlain = at >= text.length || BEGINNINGS[text.charCodeAt(at)] === 1;
  return isPlain ? at : (endOf(SPACES, text, at) ?? at);
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

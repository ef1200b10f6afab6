/**
 * What JSON.parse accepts and no two readers need read alike: a name that stands twice in one object,
 * and texts that hold NUL or half of a surrogate pair.
 * Guarantees: finds each of them at any depth, in values and in names, however it is escaped; its
 * memory and time grow with the text, not with the depth.
 */

/** One fault, and the names and positions that lead to it. */
export type JsonFault = {
  code: "repeated" | "text";
  message: string;
  path: (string | number)[];
};

/** The most faults that are told of one text, and the longest path and name of a fault. */
const FAULTS_MAX = 20;
const PATH_MAX = 100;
const NAME_MAX = 100;

const NO_FAULTS: readonly JsonFault[] = Object.freeze([]);
const REPEATED_NAME = "is given twice in one object; send it once";
/** An escape that may stand for NUL or for half of a surrogate pair. */
const SUSPECT_ESCAPE = /\\u(?:0000|[dD][89a-fA-F])/;

/**
 * The faults of `text`, which JSON.parse has read as `value`. The text must be decoded UTF-8, so that
 * only an escape can stand for NUL or a surrogate.
 *
 * JSON.parse keeps one of the members with one name. So where a text has as many colons outside of its
 * strings as the value has members, no name is repeated. Nearly every text is found good by its colons
 * that may be outside of a string: a colon outside of a string is never missing among them.
 */
export function faultsOfJson(text: string, value: unknown): readonly JsonFault[] {
  if (text.includes("\\u") && SUSPECT_ESCAPE.test(text)) return faultsIn(text);
  const members = membersOf(value);
  if (colonsAfterQuotes(text) === members || colonsOutsideStrings(text) === members)
    return NO_FAULTS;
  return faultsIn(text);
}

/** Whether a text has NUL or half of a surrogate pair. */
export function isUnusableText(text: string): boolean {
  return !text.isWellFormed() || text.includes("\0");
}

export const UNUSABLE_TEXT = "has NUL or half of a surrogate pair, which no text may have";

/**
 * The beginning of a text, at most `units` UTF-16 units of it; never with half of a surrogate pair.
 */
export function cutText(text: string, units: number): string {
  return (text.length <= units ? text : text.slice(0, units)).toWellFormed();
}

/** The members of all objects of a value. Not recursive, because the value may be as deep as long. */
function membersOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let members = 0;
  const open: object[] = [value];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (Array.isArray(one)) {
      for (const item of one) if (typeof item === "object" && item !== null) open.push(item);
      continue;
    }
    for (const name in one) {
      members++;
      const field = (one as Record<string, unknown>)[name];
      if (typeof field === "object" && field !== null) open.push(field);
    }
  }
  return members;
}

/** The colons after a quote or white space: all that are outside of strings, seldom one inside. */
function colonsAfterQuotes(text: string): number {
  let colons = 0;
  for (let at = text.indexOf(":"); at >= 0; at = text.indexOf(":", at + 1)) {
    const before = text.charCodeAt(at - 1);
    if (before === QUOTE || isSpace(before)) colons++;
  }
  return colons;
}

/** A colon outside of strings follows the string that is its name. */
function colonsOutsideStrings(text: string): number {
  let colons = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at)) {
    at = endOfString(text, at);
    while (isSpace(text.charCodeAt(at))) at++;
    if (text.charCodeAt(at) === COLON) colons++;
  }
  return colons;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** The index after the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  let at = start;
  for (;;) {
    at = text.indexOf('"', at + 1);
    let before = at - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    if ((at - before) % 2 === 1) return at + 1;
  }
}

/** An object or a list that is not closed yet: what leads to its present member. */
type Open = {
  /** Undefined for a list. */
  names: Set<string> | undefined;
  /** True where the next string is a name. */
  namesNext: boolean;
  at: string | number;
};

/** Walks a text that is JSON, and keeps the path to where the walk stands. */
function faultsIn(text: string): JsonFault[] {
  const faults: JsonFault[] = [];
  const open: Open[] = [];
  for (let at = 0; at < text.length && faults.length < FAULTS_MAX; ) {
    const inner = open.at(-1);
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfString(text, at);
        takeString(text.slice(at, end), open, faults);
        at = end;
        continue;
      }
      case OPEN_OBJECT:
        open.push({ names: new Set(), namesNext: true, at: "" });
        break;
      case OPEN_LIST:
        open.push({ names: undefined, namesNext: false, at: 0 });
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        open.pop();
        break;
      case COMMA:
        if (inner?.names !== undefined) inner.namesNext = true;
        else if (inner !== undefined) inner.at = (inner.at as number) + 1;
    }
    at++;
  }
  return faults;
}

/** `literal` is a string with its quotes: a name where a name is next, otherwise a value. */
function takeString(literal: string, open: readonly Open[], faults: JsonFault[]): void {
  const inner = open.at(-1);
  const text = literal.includes("\\") ? (JSON.parse(literal) as string) : literal.slice(1, -1);
  if (inner?.names !== undefined && inner.namesNext) {
    inner.namesNext = false;
    inner.at = text;
    if (inner.names.has(text)) {
      faults.push({ code: "repeated", message: REPEATED_NAME, path: pathOf(open) });
    }
    inner.names.add(text);
  }
  if (isUnusableText(text)) {
    faults.push({ code: "text", message: UNUSABLE_TEXT, path: pathOf(open) });
  }
}

function pathOf(open: readonly Open[]): (string | number)[] {
  return open.slice(0, PATH_MAX).map(({ at }) => (typeof at === "number" ? at : shownName(at)));
}

/** A name as an answer may show it. */
export function shownName(name: string): string {
  return cutText(name, NAME_MAX).replaceAll("\0", "\ufffd");
}

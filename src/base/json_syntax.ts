/**
 * Where a text stops being JSON, and why, in words. For texts that JSON.parse has refused: what JSON.parse
 * says differs between versions of Node, and repeats a part of the text.
 * Guarantees: repeats nothing of the text; reads at most `SCANNED_MAX` of it.
 */

/** UTF-16 units of a text that are read; a fault after them is not found. */
export const SCANNED_MAX = 262_144;

/**
 * Why a text is no JSON, and where: `line` and `column` count from 1, the column UTF-16 units. Without a place
 * where the text is something else from its beginning.
 */
export type SyntaxFault = { says: string; place?: { line: number; column: number } };

/** The first fault of a text that is no JSON; undefined where none was found. */
export function syntaxFaultOf(whole: string): SyntaxFault | undefined {
  const other = wholeFault(whole);
  if (other !== undefined) return { says: other };
  const text = whole.slice(0, SCANNED_MAX);
  const scan: Scan = { text, at: 0, open: [] };
  const says = faultOf(scan);
  // A text that was cut here ends too early in any case.
  const isCut = scan.at === text.length && text.length < whole.length;
  if (says === undefined || isCut) return undefined;
  const before = text.slice(0, scan.at);
  const lineStart = before.lastIndexOf("\n") + 1;
  const line = before.split("\n").length;
  return { says, place: { line, column: scan.at - lineStart + 1 } };
}

/** `open`: the closing characters of the objects and lists that are open, the innermost last. */
type Scan = { text: string; at: number; open: string[] };

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /[A-Za-z_$][\w$]*/y;
const LITERALS: ReadonlySet<string> = new Set(["true", "false", "null"]);
/** Words of other languages, and what JSON has in their place. */
const FOREIGN: Readonly<Record<string, string>> = {
  True: "true is written in small letters",
  False: "false is written in small letters",
  None: "what is absent is null",
  nil: "what is absent is null",
  undefined: "what is absent is null, or is left out",
  NaN: "JSON has no NaN",
  Infinity: "JSON has no Infinity",
};

function faultOf(scan: Scan): string | undefined {
  for (;;) {
    const fault = valueFault(scan);
    if (fault !== undefined) return fault;
    const end = afterValue(scan);
    if (end === "end") return undefined;
    if (end !== "value") return end;
  }
}

/** The fault of a text that is another format from its beginning. */
function wholeFault(text: string): string | undefined {
  if (text === "") return "the body is empty";
  if (text.startsWith("\ufeff")) return "the body begins with a byte order mark; leave it out";
  const start = text.trimStart().slice(0, 200);
  if (start === "") return "the body has nothing but white space";
  if (start.startsWith("<")) return "the body begins like XML or HTML";
  if (/^[\w.%[\]-]+=[^\s{]*(&|$)/.test(start)) return "the body looks like a form, a=1&b=2";
  if (/^---\r?\n|^\w+: /.test(start)) return "the body looks like YAML";
  return undefined;
}

/** Reads one value, or opens an object or list and reads up to its first value. */
function valueFault(scan: Scan): string | undefined {
  for (;;) {
    skipSpace(scan);
    const sign = scan.text[scan.at];
    if (sign === "{") {
      scan.at++;
      scan.open.push("}");
      skipSpace(scan);
      if (scan.text[scan.at] === "}") return undefined;
      const fault = nameFault(scan);
      if (fault !== undefined) return fault;
    } else if (sign === "[") {
      scan.at++;
      scan.open.push("]");
      skipSpace(scan);
      if (scan.text[scan.at] === "]") return undefined;
    } else if (sign === '"') return stringFault(scan);
    else return plainFault(scan);
  }
}

/** A number or a word. */
function plainFault(scan: Scan): string | undefined {
  const word = matched(WORD, scan);
  if (word !== "") {
    if (LITERALS.has(word)) return undefined;
    scan.at -= word.length;
    const foreign = Object.hasOwn(FOREIGN, word) ? FOREIGN[word] : undefined;
    return foreign ?? "a string stands in double quotes";
  }
  const number = matched(NUMBER, scan);
  if (number === "") return unexpected(scan, "a value");
  const next = scan.text[scan.at];
  if (next !== undefined && /[\w.]/.test(next)) {
    if (number === "0" || number === "-0") return "a number has no zero before its other digits";
    return "letters or signs stand in a number; a string stands in double quotes";
  }
  return undefined;
}

/**
 * What follows a value: the end, the next value of the list or the object that is open, or a fault.
 */
function afterValue(scan: Scan): "end" | "value" | string {
  for (;;) {
    skipSpace(scan);
    const sign = scan.text[scan.at];
    const close = scan.open.at(-1);
    if (close === undefined) {
      return sign === undefined ? "end" : "something stands after the end of the JSON";
    }
    if (sign === close) {
      scan.at++;
      scan.open.pop();
    } else if (sign === ",") {
      scan.at++;
      skipSpace(scan);
      if (scan.text[scan.at] === close) return `a comma stands before ${close}`;
      return (close === "}" ? nameFault(scan) : undefined) ?? "value";
    } else if (sign === '"') return "a comma is missing";
    else return unexpected(scan, `a comma or ${close}`);
  }
}

/** The name of a member, and the colon behind it. */
function nameFault(scan: Scan): string | undefined {
  skipSpace(scan);
  if (scan.text[scan.at] !== '"') {
    if (matched(WORD, { ...scan }) !== "") return "a name stands in double quotes";
    return unexpected(scan, "a name in double quotes");
  }
  const fault = stringFault(scan);
  if (fault !== undefined) return fault;
  skipSpace(scan);
  if (scan.text[scan.at] !== ":") return unexpected(scan, "a colon after the name");
  scan.at++;
  return undefined;
}

function stringFault(scan: Scan): string | undefined {
  const { text } = scan;
  const start = scan.at;
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      scan.at = at + 1;
      return undefined;
    }
    if (code < 0x20) {
      scan.at = at;
      return code === 0x0a || code === 0x0d
        ? "a line ends inside of a string; write \\n, or close the quotes"
        : "a control character stands in a string; write it as an escape";
    }
    if (code !== 0x5c) continue;
    if (!/^(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.test(text.slice(at + 1, at + 6))) {
      scan.at = at;
      return "a backslash begins no escape of JSON; write \\\\ for a backslash";
    }
    at++;
  }
  scan.at = text.length;
  return "the body ends inside of a string: a closing quote is missing, or the body was cut off";
}

/** The next character is not what must come. */
function unexpected({ text, at, open }: Scan, wanted: string): string {
  const sign = text[at];
  if (sign === undefined) {
    if (open.length > 1) return `the body ends too early: ${open.length} brackets are not closed`;
    return `the body ends too early: ${open[0] ?? wanted} is missing`;
  }
  if (sign === "'" || sign === "`" || sign === "“" || sign === "‘") {
    return 'strings and names stand in double quotes, "…"';
  }
  if (sign === "/" || sign === "#") return "JSON has no comments";
  if (sign === "=") return "a colon stands between name and value, not =";
  if (sign === "+") return "a number has no + before it";
  if (sign === ".") return "a number begins with a digit";
  if (sign === ",") return `${wanted} must come here, not another comma`;
  return `${wanted} must come here`;
}

function skipSpace(scan: Scan): void {
  for (;;) {
    const code = scan.text.charCodeAt(scan.at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
    scan.at++;
  }
}

/** Reads what the pattern matches here. */
function matched(pattern: RegExp, scan: Scan): string {
  pattern.lastIndex = scan.at;
  const text = pattern.exec(scan.text)?.[0] ?? "";
  scan.at += text.length;
  return text;
}
